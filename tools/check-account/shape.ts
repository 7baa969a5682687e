/** One key of an object in the texts. */
export interface Member {
	/** The allowed kinds; empty for an object or a list. */
	kinds: readonly Kind[];
	/** Whether a record may lack the key. */
	isOptional: boolean;
	/** The only text that has the key; undefined if both do. */
	only?: 'contract' | 'reference';
	/** The members of an object, or of the objects in a list. Undefined if the account names the keys. */
	inner?: Shape;
	form: 'value' | 'object' | 'list';
}

/** The keys of an object. */
export type Shape = ReadonlyMap<string, Member>;

/**
 * `id` and `link` are UUIDs, `name` is a text. `id` and `name` are mandatory, all others may be empty. `at` is a date
 * and time, `n` a number, `b` a boolean.
 */
export type Kind = 'id' | 'link' | 'name' | 'text' | 'n' | 'b' | 'at' | 'day' | 'time' | 'any';

const MARKS: Record<string, Pick<Member, 'isOptional' | 'only'>> = {
	'': { isOptional: false },
	'?': { isOptional: true },
	'+': { isOptional: true, only: 'reference' },
	'-': { isOptional: true, only: 'contract' },
};

/**
 * Parses a shape: `Key` is a text, `Key:n|text` a number or a text, `Key{…}` an object, `Key{*}` an object with
 * account-specific keys, `Key[…]` a list of objects, and `Key[any]` a list of anything. A mark may follow the key: ? +
 * or -.
 */
export function parseShape(text: string): Shape {
	const tokens = text.match(/[\w]+[?+-]?(?::[\w|]+)?|[{}[\]*]/g) ?? [];
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
	const content = (kinds: string): Pick<Member, 'kinds' | 'inner' | 'form'> => {
		const open = tokens[at];
		if (open !== '{' && open !== '[') return { kinds: kinds.split('|') as Kind[], form: 'value' };
		const form = open === '{' ? 'object' : 'list';
		const isOpen = /^(\*|any|text)$/.test(tokens[at + 1]!) && /^[}\]]$/.test(tokens[at + 2]!);
		at += isOpen ? 3 : 1;
		return { kinds: [], form, inner: isOpen ? undefined : members() };
	};
	return members();
}
