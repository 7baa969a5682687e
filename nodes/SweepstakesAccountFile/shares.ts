import { asText, isBlank, isAbsent, isObject, type Json } from '../shared/json';

/** What is known about one entry in a file's `SharedTo`, whose keys are not documented. */
export interface Share {
	/** Whether the entry names this recipient; undefined if the entry names nobody. */
	isWithRecipient: boolean | undefined;
	dates: unknown[];
}

const EMAIL = /[^\s@<>"',;]{1,64}@[^\s@<>"',;]{1,255}/g;
const DATE_KEY = /[Dd]ate|[Tt]ime|At$/;
const OF_SENDER = /sender|from|owner|by$/i;
const OF_RECIPIENT = /recipient|mail|address|with$|^to$|^\d*$|@/i;

/**
 * Reads the entries of a file's `SharedTo`, which may be a list, an object with email addresses as keys, or a single
 * entry.
 *
 * @returns undefined if the file does not show with whom it was shared
 */
export function readShares({ SharedTo }: Json, recipient: string): Share[] | undefined {
	if (SharedTo === undefined) return undefined;
	return listShares(SharedTo).map((share) => {
		const values = findValues(share);
		const addresses = values
			.filter(({ key }) => OF_RECIPIENT.test(key) && !OF_SENDER.test(key))
			.flatMap(({ key, value }) => `${key} ${asText(value)}`.match(EMAIL) ?? []);
		const isRecipient = (address: string) => address.toLowerCase() === recipient.toLowerCase();
		const isDate = ({ key, value }: NamedValue) =>
			!isBlank(value) && (DATE_KEY.test(key) || /^\d{4}-\d{2}-\d{2}/.test(asText(value)));
		return {
			isWithRecipient: addresses.length > 0 ? addresses.some(isRecipient) : undefined,
			dates: values.filter(isDate).map(({ value }) => value),
		};
	});
}

function listShares(sharedTo: unknown): unknown[] {
	if (isAbsent(sharedTo)) return [];
	if (!isObject(sharedTo)) return Array.isArray(sharedTo) ? sharedTo : [sharedTo];
	const entries = Object.entries(sharedTo);
	const isMap = entries.every(([key]) => key.includes('@'));
	return isMap ? entries.map(([key, value]) => ({ [key]: value })) : [sharedTo];
}

interface NamedValue {
	key: string;
	value: unknown;
}

/**
 * Lists the keys of a record and of all nested records, with their values. For a nested record or list, the keys inside
 * it are listed, and the key that leads to it gets the value undefined.
 */
function findValues(value: unknown, key = ''): NamedValue[] {
	if (typeof value !== 'object' || value === null) return [{ key, value }];
	const inner = Object.entries(value).flatMap(([name, part]) => findValues(part, name));
	return [{ key, value: undefined }, ...inner];
}
