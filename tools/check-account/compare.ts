import { isObject, type Json } from '../../nodes/shared/json';
import { isOfKind, kindsInWords, typeOf } from './formats';
import { keyInReport } from './keys';
import type { Member, Shape } from './shape';

/** Statistics of one key over all records. They hold no values. */
export interface Trait {
	/** Types, or formats of texts, with their counts. */
	types: Record<string, number>;
	/** The shortest text in characters, or list in entries. */
	shortest?: number;
	longest?: number;
	/** The number of objects that could have had the key. */
	outOf: number;
	present: number;
}

/** The structure of all replies to one call. */
export class Anatomy {
	/** By path, such as "Data.Invoices[].Status". */
	readonly traits = new Map<string, Trait>();
	/** Differences from the texts, one sentence each. */
	readonly differences = new Set<string>();
	/** Keys that neither text has, as reported. */
	readonly unknownKeys = new Set<string>();
	/** The texts that alone name one of the keys seen. */
	readonly marks = new Set<'contract' | 'reference'>();

	add(body: Json, shape: Shape): void {
		this.addObject(body, shape, '', 0);
	}

	/** Call after the last reply: reports keys missing in every record. */
	conclude(): void {
		for (const [path, { present }] of this.traits)
			if (present === 0) this.differences.add(`${path} is missing`);
	}

	private addObject(object: Json, shape: Shape, at: string, depth: number): void {
		for (const [key, member] of shape) this.addMember(object, key, member, `${at}${key}`, depth);
		for (const [key, value] of Object.entries(object).slice(0, MOST_KEYS)) {
			if (shape.has(key)) continue;
			this.unknownKeys.add(`${at}${keyInReport(key)}`);
			this.note(`${at}${keyInReport(key)}`, value);
		}
	}

	private addMember(object: Json, key: string, member: Member, path: string, depth: number): void {
		if (!Object.hasOwn(object, key)) {
			if (!member.isOptional) this.trait(path).outOf++;
			return;
		}
		const value = object[key];
		this.note(path, value);
		if (member.only) this.marks.add(member.only);
		const isNone = value === null || value === '';
		if (member.form === 'value') {
			if (!isOfKind(value, member.kinds)) this.differ(path, value, kindsInWords(member.kinds));
		} else if (member.form === 'object') {
			if (isObject(value)) this.addInner([value], member.inner, path, depth);
			else if (!isNone) this.differ(path, value, 'an object');
		} else if (Array.isArray(value)) {
			this.addInner(value.slice(0, MOST_RECORDS) as unknown[], member.inner, `${path}[]`, depth);
		} else if (!isNone && !(isObject(value) && Object.keys(value).length === 0))
			this.differ(path, value, 'a list');
	}

	private addInner(values: readonly unknown[], inner: Shape | undefined, path: string, depth: number): void {
		if (!inner || depth > DEEPEST) return;
		// An empty object means “none”.
		for (const value of values) {
			if (!isObject(value)) this.differ(path, value, 'an object');
			else if (Object.keys(value).length > 0) this.addObject(value, inner, `${path}.`, depth + 1);
		}
	}

	private differ(path: string, value: unknown, expected: string): void {
		this.differences.add(`${path} should be ${expected}, and is: ${typeOf(value)}`);
	}

	private note(path: string, value: unknown): void {
		const trait = this.trait(path);
		trait.outOf++;
		trait.present++;
		const type = typeOf(value);
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

/** Replies nested deeper are not examined. */
const DEEPEST = 10;
const MOST_KEYS = 500;
const MOST_RECORDS = 500;
