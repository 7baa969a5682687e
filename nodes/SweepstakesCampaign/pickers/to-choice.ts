import { withMarks } from '../../shared/api/titles';
import { asText, type Json } from '../../shared/json';

/** Returns a choice with a name such as "Summer News (email, sending)". */
export const toChoice = (token: string) => (record: Json) => {
	const value = asText(record[token]);
	return {
		name: withMarks(asText(record.Name) || value, asText(record.Channel), asText(record.Status)),
		value,
	};
};
