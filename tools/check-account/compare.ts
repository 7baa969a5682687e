import { isBlank, isAbsent, isObject, toPlainKey, type Json } from '../../nodes/shared/json';
import { explainMeaning, type Finding } from './finding';
import { inWords, isOfKind, kindsInWords, readType, wordInWords } from './formats';
import { keyInReport } from './keys';
import type { Member, Shape, Text } from './shape';

/** Statistics about one key over all records. They do not contain any values. */
export interface Trait {
	/** How often each type, or each format of a string, occurs. */
	types: Record<string, number>;
	/** The length of the shortest string in characters, or of the shortest list in items. */
	shortest?: number;
	longest?: number;
	/** How many objects could have had the key. */
	outOf: number;
	present: number;
}

/** A documented key, with its statistics and unexpected values. */
interface KnownKey {
	member: Member;
	/** Descriptions of unexpected values, each with the number of records that have such a value. */
	misfits: Map<string, number>;
}

/** The structure of all replies to one call. */
export class Anatomy {
	/** The statistics by path, such as "Data.Invoices[].Status". */
	readonly traits = new Map<string, Trait>();
	/** Keys that neither document has, as the report spells them. */
	readonly unknownKeys = new Set<string>();
	/**
	 * The documents that the replies follow. A reply follows a document if it has a key that the other document lacks.
	 */
	readonly marks = new Set<Text>();
	private readonly known = new Map<string, KnownKey>();
	/** Unknown keys, by their paths in the form of `toPlainKey`. */
	private readonly spellings = new Map<string, string>();

	add(body: Json, shape: Shape): void {
		this.addObject(body, shape, '', 0);
	}

	/** Returns everything that differs from the API documents. Call it only after the last reply. */
	findings(): Finding[] {
		return [...this.known].flatMap(([path, known]) => [
			...this.listMisfits(path, known),
			...this.listAbsence(path, known),
		]);
	}

	private listMisfits(path: string, { member, misfits }: KnownKey): Finding[] {
		const { outOf } = this.traits.get(path)!;
		return [...misfits].map(([came, count]) => ({
			about: path,
			expected: describeExpected(member),
			came: `${came}${share(count, outOf, path)}`,
			means: explainMeaning(path, member, came),
		}));
	}

	private listAbsence(path: string, { member }: KnownKey): Finding[] {
		const { present, outOf } = this.traits.get(path)!;
		if (present === outOf) return [];
		if (member.isOptional && !(member.only && this.follows(member.only, path))) return [];
		const other = this.spellings.get(toPlainKey(path));
		return [
			{
				about: path,
				expected: `${describeExpected(member)}${path.includes('[]') ? ' in every record' : ''}`,
				came: `no such field${share(outOf - present, outOf, path)}${other ? `, but “${other}”` : ''}`,
				means: explainMeaning(path, member),
			},
		];
	}

	/** Whether the objects at a path follow this document: they had a key that only this document has. */
	private follows(text: Text, path: string): boolean {
		const parent = path.slice(0, path.lastIndexOf('.') + 1);
		return [...this.known].some(
			([other, { member }]) =>
				member.only === text &&
				other.slice(0, other.lastIndexOf('.') + 1) === parent &&
				this.traits.get(other)!.present > 0,
		);
	}

	private addObject(object: Json, shape: Shape, at: string, depth: number): void {
		for (const [key, member] of shape) {
			const path = `${at}${key}`;
			if (!this.known.has(path)) this.known.set(path, { member, misfits: new Map() });
			this.addMember(object, key, member, path, depth);
		}
		for (const [key, value] of Object.entries(object).slice(0, MAX_KEYS)) {
			if (shape.has(key)) continue;
			const shown = keyInReport(key);
			this.unknownKeys.add(`${at}${shown}`);
			if (shown === key) this.spellings.set(toPlainKey(`${at}${key}`), key);
			this.note(`${at}${shown}`, value);
		}
	}

	private addMember(object: Json, key: string, member: Member, path: string, depth: number): void {
		if (!Object.hasOwn(object, key)) {
			this.trait(path).outOf++;
			return;
		}
		const value = object[key];
		this.note(path, value);
		if (member.only) this.marks.add(member.only);
		if (member.form === 'value') this.addValue(path, value, member);
		else if (member.form === 'object') {
			if (isObject(value)) this.addInner([value], member, path, depth);
			else if (!isBlank(value)) this.noteMisfit(path, inWords(value));
		} else if (!Array.isArray(value)) {
			if (!isAbsent(value)) this.noteMisfit(path, inWords(value));
		} else if (member.form === 'list') {
			this.addInner(value.slice(0, MAX_RECORDS) as unknown[], member, path, depth);
		} else {
			const others = value.filter((one) => !isOfKind(one, member.kinds, member.words));
			if (others.length > 0) this.noteMisfit(path, wordInWords(others[0], member.words));
		}
	}

	private addValue(path: string, value: unknown, { kinds, words, mayBeEmpty }: Member): void {
		if (isBlank(value)) {
			if (!mayBeEmpty) this.noteMisfit(path, inWords(value));
		} else if (!isOfKind(value, kinds, words))
			this.noteMisfit(path, words.length > 0 ? wordInWords(value, words) : inWords(value));
	}

	private addInner(values: readonly unknown[], { inner, form }: Member, path: string, depth: number): void {
		if (!inner || depth > MAX_DEPTH) return;
		// An empty object in place of a list means that there are no records.
		for (const value of values) {
			if (!isObject(value)) this.noteMisfit(path, `${inWords(value)} among its entries`);
			else if (Object.keys(value).length > 0)
				this.addObject(value, inner, form === 'list' ? `${path}[].` : `${path}.`, depth + 1);
		}
	}

	private noteMisfit(path: string, came: string): void {
		const { misfits } = this.known.get(path)!;
		misfits.set(came, (misfits.get(came) ?? 0) + 1);
	}

	private note(path: string, value: unknown): void {
		const trait = this.trait(path);
		trait.outOf++;
		trait.present++;
		const type = readType(value);
		trait.types[type] = (trait.types[type] ?? 0) + 1;
		if (typeof value !== 'string' && !Array.isArray(value)) return;
		trait.shortest = Math.min(trait.shortest ?? Infinity, value.length);
		trait.longest = Math.max(trait.longest ?? 0, value.length);
	}

	private trait(path: string): Trait {
		const known = this.traits.get(path);
		if (known) return known;
		const trait: Trait = { types: {}, outOf: 0, present: 0 };
		this.traits.set(path, trait);
		return trait;
	}
}

function describeExpected({ form, kinds, words }: Member): string {
	if (form === 'object') return 'an object';
	if (form === 'list') return 'a list of records';
	if (form === 'list of values') return words.length > 0 ? `a list of ${words.join(', ')}` : 'a list';
	return kindsInWords(kinds, words);
}

/**
 * Returns the number of records or replies in which a finding occurs, as the end of a phrase. Returns '' if there is
 * only one record or reply, or if there are more findings than replies, as when one list contains several unusual
 * records.
 */
function share(count: number, outOf: number, path: string): string {
	if (outOf < 2 || count > outOf) return '';
	const unit = path.includes('[]') ? 'records' : 'answers';
	return count === outOf ? ` in all ${outOf} ${unit}` : ` in ${count} of ${outOf} ${unit}`;
}

/** The maximum depth at which the check looks into a reply. */
const MAX_DEPTH = 10;
const MAX_KEYS = 500;
const MAX_RECORDS = 500;
