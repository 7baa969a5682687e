import { asText, type Json } from '../../shared/json';

/** Returns a choice with a name such as "Summer News (email, sending)". */
export const toChoice = (token: string) => (record: Json) => {
	const value = asText(record[token]);
	const name = asText(record.Name) || value;
	const marks = [asText(record.Channel), asText(record.Status)].filter(Boolean).join(', ');
	return { name: marks ? `${name} (${marks})` : name, value };
};
