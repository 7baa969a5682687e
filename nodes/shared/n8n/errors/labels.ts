import { asObject, cut, dropUndefined, isAbsent, isObject, mapTexts, type Json, toText } from '../../json';
import { joinLabels } from './sentences';

/** What errors need to know about a field. */
export interface LabeledField {
	name: string;
	displayName?: string;
	/** The request key that the field fills, if it is not the field's name. */
	fills?: string;
	options?: readonly LabeledField[];
	values?: readonly LabeledField[];
	/** Only a picker has modes. */
	modes?: readonly LabeledField[];
	/** `listedBy` is the operation that lists the records of a picker. */
	typeOptions?: { listedBy?: string };
}

/**
 * Leaves out fields without a value if another field fills the same request key: the panel shows only the other one, so
 * errors must not name them.
 */
export function selectFilled<F extends LabeledField>(
	fields: readonly F[],
	valueOf: (field: string) => unknown,
): readonly F[] {
	const keyOf = ({ fills, name }: F) => (fills ?? name).toLowerCase();
	const twinOf = (field: F) => fields.find((other) => other !== field && keyOf(other) === keyOf(field));
	return fields.filter((field) => {
		const twin = twinOf(field);
		return !twin || !isAbsent(valueOf(field.name)) || isAbsent(valueOf(twin.name));
	});
}

const getInner = ({ options = [], values = [], modes = [] }: LabeledField) => [
	...options,
	...values,
	...modes,
];

/**
 * Returns the labels along a path in a request, such as "Items › Item 2 › Rate". Keys without a field are left out. If
 * no key has a field, returns the last key.
 */
export function findLabel(path: ReadonlyArray<string | number>, fields: readonly LabeledField[]): string {
	const labels: string[] = [];
	let scope = fields;
	for (const key of path) {
		if (typeof key === 'number') {
			const group = scope.find(({ values }) => values);
			labels.push(`${group?.displayName ?? 'Item'} ${key + 1}`);
			scope = group?.values ?? scope;
			continue;
		}
		const trail = findTrail(key, scope);
		const last = trail?.at(-1);
		if (!trail || !last) continue;
		labels.push(...trail.flatMap(({ displayName, values }) => (displayName && !values ? [displayName] : [])));
		scope = last.options ?? last.values ?? scope;
	}
	return joinLabels(labels) || toText(path.at(-1));
}

/** Whether the panel has a list from which a person can choose the value at this path of the request. */
export function hasList(path: ReadonlyArray<string | number>, fields: readonly LabeledField[]): boolean {
	const trail = findTrail(toText(path.at(-1)), fields) ?? [];
	return trail.some(({ modes = [] }) => modes.some(({ name }) => name === 'list'));
}

/**
 * Replaces request keys in a text of the service with the labels of their fields: "StartDate: must be later" becomes
 * "“Start Date”: must be later". A word without an inner capital or underscore, such as "email", counts as a key only
 * before a colon. A key in a list, whose entries the service counts from 0, is named with its position: "Items: 1: Rate"
 * becomes "“Items › Item 2 › Rate”".
 */
export function nameFields(text: string, fields: readonly LabeledField[]): string {
	const inLists = text.replace(
		/\b([A-Za-z]\w*)(?:: |\.|\[)(\d{1,4})(?:: |\]?\.)([A-Za-z]\w*)/g,
		(found, list: string, index: string, key: string) => {
			const isList = findTrail(list, fields)
				?.at(-1)
				?.options?.some(({ values }) => values);
			return isList ? `“${findLabel([list, Number(index), key], fields)}”` : found;
		},
	);
	return inLists.replace(/\b(?:\w+\.)*([A-Za-z]\w*)(:?)/g, (found, key: string, colon: string) => {
		const isKey = colon !== '' || /[a-z][A-Z]|_/.test(key);
		const label = isKey && findTrail(key, fields)?.at(-1)?.displayName;
		return label ? `“${label}”${colon}` : found;
	});
}

/**
 * Returns a request as an item for people: with the labels of the fields as keys, and with long texts truncated. An
 * object that is not a field is replaced by its values. Keys that the user has chosen are not changed.
 */
export function labelKeys(request: unknown, fields: readonly LabeledField[]): Json {
	const toReadable = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(toReadable);
		return isObject(value) ? labelKeys(value, fields) : mapTexts(value, cut);
	};
	const label = ([key, value]: [string, unknown]): Array<[string, unknown]> => {
		const trail = findTrail(key, fields);
		// A picker has a label for each of its modes, too.
		const field = trail?.find(({ modes }) => modes) ?? trail?.at(-1);
		if (!field)
			return isObject(value) ? Object.entries(labelKeys(value, fields)) : [[toWords(key), toReadable(value)]];
		return [
			[field.displayName ?? key, getInner(field).length > 0 ? toReadable(value) : mapTexts(value, cut)],
		];
	};
	return Object.fromEntries(Object.entries(dropUndefined(asObject(request))).flatMap(label));
}

/** Converts a key to words: "entryPageFields" becomes "Entry Page Fields". */
function toWords(key: string): string {
	return key.charAt(0).toUpperCase() + key.slice(1).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** Returns the path to the field for a request key: the outermost field first, the field itself last. */
function findTrail(key: string, fields: readonly LabeledField[]): LabeledField[] | undefined {
	for (const field of fields) {
		if (field.displayName && asksFor(field, key)) return [field];
		const inner = findTrail(key, getInner(field));
		if (inner) return [field, ...inner];
	}
	return undefined;
}

/**
 * Whether a field fills a request key: the key is in `fills`, or it is the field's name or, for a picker, its name with
 * "Token", as in "groupToken".
 */
function asksFor({ name, fills = name, modes }: LabeledField, key: string): boolean {
	const fieldName = fills.toLowerCase();
	return (
		fieldName === key.toLowerCase() || (modes !== undefined && `${fieldName}token` === key.toLowerCase())
	);
}

/**
 * Replaces the request keys that a schema's message contains in braces with labels: "must not be before {StartDate}"
 * becomes "must not be before “Start Date”". A key without a field is only put in quotation marks.
 */
export function fillInLabels(sentence: string, fields: readonly LabeledField[]): string {
	return sentence.replace(
		/\{(\w+)\}/g,
		(_, key: string) => `“${findTrail(key, fields)?.at(-1)?.displayName ?? key}”`,
	);
}
