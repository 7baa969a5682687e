/** One key of an object in the texts. */
export interface Member {
	/** The allowed kinds; empty for an object, or for a list of objects. */
	kinds: readonly Kind[];
	/** The allowed words and numbers, if the texts list them. */
	words: readonly string[];
	/** Whether the value may be null or ''. */
	mayBeEmpty: boolean;
	/** Whether a record may lack the key. */
	isOptional: boolean;
	/** The only text that has the key; undefined if both do. */
	only?: Text;
	/** The members of an object, or of the objects in a list. Undefined if the account names the keys. */
	inner?: Shape;
	form: 'value' | 'object' | 'list' | 'list of values';
}

export type Text = 'contract' | 'reference';

/** The keys of an object. */
export type Shape = ReadonlyMap<string, Member>;

/**
 * `id` and `link` are UUIDs, `name` is a text. `id`, `name`, `n`, `b` and `word` are mandatory, all others may be empty.
 * `at` is a date and time, `n` a number, `money` an amount as text, `b` a boolean, `word` one of a list, `html` a text
 * with tags. A `number` is one such as INV-2030-00001.
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
 * Parses a shape: `Key` is a text, `Key:n|text` a number or a text, `Key:=low|=high` one of these words, `Key{…}` an
 * object, `Key{*}` an object with account-specific keys, `Key[…]` a list of objects, `Key[any]` a list of anything, and
 * `Key[=low|=high]` a list of these words. A mark may follow the key: ? + or -. At the end, `!` says that the value is
 * never empty, and `~` that it may be.
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
		if (open !== '{' && open !== '[') return { ...valueOf(kinds), form: 'value' };
		const [first = '', second = ''] = tokens.slice(at + 1);
		const isOpen = /^(\*|any|text|=.*)$/.test(first) && /^[}\]]$/.test(second);
		at += isOpen ? 3 : 1;
		if (isOpen && open === '[') return { ...valueOf(first), form: 'list of values' };
		const inner = isOpen ? undefined : members();
		return { kinds: [], words: [], mayBeEmpty: true, inner, form: open === '{' ? 'object' : 'list' };
	};
	return members();
}

function valueOf(text: string): Pick<Member, 'kinds' | 'words' | 'mayBeEmpty'> {
	const parts = text.replace(/[!~]$/, '').split('|');
	const words = parts.filter((part) => part.startsWith('=')).map((part) => part.slice(1));
	const named = parts.filter((part) => !part.startsWith('=')) as Kind[];
	const kinds: Kind[] = words.length > 0 ? [...named, 'word'] : named;
	const isMandatory = kinds.every((kind) => MANDATORY.has(kind));
	const mayBeEmpty = !text.endsWith('!') && (text.endsWith('~') || !isMandatory);
	return { kinds, words, mayBeEmpty };
}
