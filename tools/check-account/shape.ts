/** A documented key of an object. */
export interface Member {
	/** The allowed kinds of values. The list is empty for an object and for a list of objects. */
	kinds: readonly Kind[];
	/** The allowed words and numbers, if the API documents enumerate them. */
	words: readonly string[];
	/** Whether the value may be null or ''. */
	mayBeEmpty: boolean;
	/** Whether the key may be missing. */
	isOptional: boolean;
	/** The only document that has the key; undefined if both have it. */
	only?: Text;
	/** The members of the object, or of the objects in the list. It is undefined if the keys depend on the account. */
	inner?: Shape;
	form: 'value' | 'object' | 'list' | 'list of values';
}

export type Text = 'contract' | 'reference';

/** The keys of an object. */
export type Shape = ReadonlyMap<string, Member>;

/**
 * The kinds of values: `id` and `link` are UUIDs, `name` is a string, `at` a date and time, `n` a number, `money` an
 * amount as text, `b` a boolean, `word` one of several words, and `html` text with tags. A `number` is an invoice
 * number such as INV-2030-00001. Only `id`, `name`, `n`, `b` and `word` must not be empty.
 */
export type Kind =
	| 'id'
	| 'link'
	| 'name'
	| 'text'
	| 'html'
	| 'n'
	| 'money'
	| 'b'
	| 'at'
	| 'day'
	| 'time'
	| 'any'
	| 'word'
	| 'email'
	| 'phone'
	| 'url'
	| 'image'
	| 'currency'
	| 'handler'
	| 'number';

const MANDATORY: ReadonlySet<Kind> = new Set<Kind>(['id', 'name', 'n', 'b', 'word']);

const MARKS: Record<string, Pick<Member, 'isOptional' | 'only'>> = {
	'': { isOptional: false },
	'?': { isOptional: true },
	'+': { isOptional: true, only: 'reference' },
	'-': { isOptional: true, only: 'contract' },
};

/**
 * Parses the notation for a shape: `Key` is a string, `Key:n|text` a number or a string, `Key:=low|=high` one of these
 * words, `Key{…}` an object, `Key{*}` an object whose keys depend on the account, `Key[…]` a list of objects,
 * `Key[any]` a list of anything, and `Key[=low|=high]` a list of these words. A mark may follow the key: `?`, `+` or
 * `-`. At the end, `!` means that the value is never empty, and `~` that it may be empty.
 */
export function parseShape(text: string): Shape {
	const tokens = text.match(/=[\w-]+(?:\|=[\w-]+)*|\w+[?+-]?(?::[\w|=-]+[!~]?)?|[{}[\]*]/g) ?? [];
	let at = 0;
	const members = (): Shape => {
		const shape = new Map<string, Member>();
		while (at < tokens.length && !/^[}\]]$/.test(tokens[at]!)) {
			const [, key = '', mark = '', kinds = 'text'] = /^(\w+)([?+-]?)(?::(.*))?$/.exec(tokens[at++]!)!;
			shape.set(key, { ...MARKS[mark]!, ...content(kinds) });
		}
		at++;
		return shape;
	};
	const content = (kinds: string): Omit<Member, 'isOptional' | 'only'> => {
		const open = tokens[at];
		if (open !== '{' && open !== '[') return { ...readValue(kinds), form: 'value' };
		const [first = '', second = ''] = tokens.slice(at + 1);
		const isOpen = /^(\*|any|text|=.*)$/.test(first) && /^[}\]]$/.test(second);
		at += isOpen ? 3 : 1;
		if (isOpen && open === '[') return { ...readValue(first), form: 'list of values' };
		const inner = isOpen ? undefined : members();
		return { kinds: [], words: [], mayBeEmpty: true, inner, form: open === '{' ? 'object' : 'list' };
	};
	return members();
}

function readValue(text: string): Pick<Member, 'kinds' | 'words' | 'mayBeEmpty'> {
	const parts = text.replace(/[!~]$/, '').split('|');
	const words = parts.filter((part) => part.startsWith('=')).map((part) => part.slice(1));
	const named = parts.filter((part) => !part.startsWith('=')) as Kind[];
	const kinds: Kind[] = words.length > 0 ? [...named, 'word'] : named;
	const isMandatory = kinds.every((kind) => MANDATORY.has(kind));
	const mayBeEmpty = !text.endsWith('!') && (text.endsWith('~') || !isMandatory);
	return { kinds, words, mayBeEmpty };
}
