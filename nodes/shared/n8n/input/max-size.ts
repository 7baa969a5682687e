import { findExcess, findJsonExcess, isObject, type MaxSize } from '../../json';
import { pluralize } from '../../pluralize';
import { mustBeAtMost } from '../errors/sentences';
import type { Field } from '../operation/field';

/*
 * The maximum length of every text that comes from an item, in characters. A stranger may have written it, so nothing
 * else looks at a longer text. Where the service has a smaller maximum, the request's schema checks it later.
 */

/** For a text with several rows, such as the text of a message. */
const MAX_BODY_LENGTH = 100_000;

/** For a text with one row, and for the value of a column. */
const MAX_TEXT_LENGTH = 10_000;

/** For a name or title, and for what is converted: a date, a number, a choice, an ID. */
const MAX_NAME_LENGTH = 1_000;

/** For a JSON field. It is enough for the longest document (1,000,000 characters), escaped for JSON. */
const MAX_JSON: MaxSize = { characters: 2_000_000, values: 50_000, levels: 100 };

/** The maximum number of values in a list or object where a single value is expected. */
const MAX_VALUES = 1_000;

/** Checks the name of a file as `describeExcess` checks the value of a field. */
export function describeNameExcess({ length }: string): string | undefined {
	return length > MAX_NAME_LENGTH
		? `must be a file whose name has at most ${pluralize(MAX_NAME_LENGTH, 'character')}, but has ${length.toLocaleString('en-US')}`
		: undefined;
}

/** The fields that contain other fields. The length of each of these is checked when it is read. */
const CONTAINERS: ReadonlySet<Field['type']> = new Set(['collection', 'fixedCollection', 'resourceMapper']);

/**
 * For a field that contains others, if an expression or an agent gives its whole value. Its texts have no limit here,
 * because they are checked one by one later.
 */
const MAX_CONTAINER: MaxSize = { ...MAX_JSON, characters: Infinity };

/**
 * Returns what is wrong with a value that is larger than its field allows, or undefined. The result continues the
 * sentence "“Label” …".
 */
export function describeExcess(field: Field, value: unknown): string | undefined {
	const { type, typeOptions } = field;
	if (CONTAINERS.has(type)) return describe(value, MAX_CONTAINER);
	// The field of a file has the file's name, or the file itself as an object of any size.
	const isFile = typeOptions?.binaryField && typeof value === 'object';
	if (isFile) return undefined;
	const picked = type === 'resourceLocator' && isObject(value) ? value.value : value;
	const excess = describe(picked, findMaxSize(field));
	return excess ?? (type === 'json' && typeof value === 'string' ? describeJson(value) : undefined);
}

/** Checks the value of a column as `describeExcess` checks the value of a field. */
export function describeColumnExcess(value: unknown): string | undefined {
	return describe(value, { ...MAX_JSON, characters: MAX_TEXT_LENGTH, values: MAX_VALUES });
}

function describe(value: unknown, max: MaxSize): string | undefined {
	const excess = findExcess(value, max);
	if (!excess) return undefined;
	const expected = mustBeAtMost(max[excess], excess.slice(0, -1));
	return typeof value === 'string'
		? `${expected}, but has ${value.length.toLocaleString('en-US')}`
		: expected;
}

/** Checks a JSON text before it is parsed, because parsing hundreds of thousands of keys would take too long. */
function describeJson(text: string): string | undefined {
	const max = { ...MAX_JSON, keys: MAX_JSON.values };
	const excess = findJsonExcess(Buffer.from(text), max);
	return excess && mustBeAtMost(max[excess], excess.slice(0, -1));
}

function findMaxSize({ type, displayName, typeOptions }: Field): MaxSize {
	if (type === 'json') return MAX_JSON;
	const isName = type !== 'string' || /\b(Name|Title)$/.test(displayName);
	const single = isName ? MAX_NAME_LENGTH : MAX_TEXT_LENGTH;
	const characters = typeOptions?.maxLength ?? (typeOptions?.rows ? MAX_BODY_LENGTH : single);
	return { ...MAX_JSON, characters, values: MAX_VALUES };
}
