import { undefinedIfNotFound } from '../../nodes/shared/client/failures';
import { asText, isObject, type Json } from '../../nodes/shared/json';
import type { AddedRecord, AddedRecords } from './added';
import { KIND_OF, type Place } from './kinds';

/**
 * Whether a record is one of ours: one of its strings is the mark. Case does not matter, because the service may have
 * changed it. If a string only contains the mark, somebody else may have quoted it.
 */
function hasMark(value: unknown, mark: string): boolean {
	if (typeof value === 'string') return value.trim().toLowerCase() === mark.toLowerCase();
	if (Array.isArray(value)) return value.some((one) => hasMark(one, mark));
	return isObject(value) && Object.values(value).some((one) => hasMark(one, mark));
}

/** Returns our records among the records that a lookup finds, or [] if the service says that there are none. */
export async function findOurs({ mark }: AddedRecord, found: Promise<Json[]>): Promise<Json[]> {
	const records = (await found.catch(undefinedIfNotFound)) ?? [];
	return records.filter((record) => hasMark(record, mark));
}

/** Finds our records as the nodes do after a lost reply. */
export async function find(place: Place, one: AddedRecord, added: AddedRecords): Promise<Json[]> {
	const { id } = KIND_OF[one.kind];
	const records = await findOurs(one, KIND_OF[one.kind].find(place, one.mark, one.sentAt));
	for (const record of records) added.noteFound(one, asText(record[id]));
	return records;
}

/** A way to look up a record. */
export interface Way {
	/** Where this way looks. It completes the phrase “looked up …”. */
	where: string;
	/** What it means for workflows if this way finds nothing. */
	means: string;
	find(): Promise<Json[]>;
}

const NOT_FOUND =
	'After a lost answer, the nodes look there. They may take it for not created, and create it twice. Do not retry such items without looking.';

/** Returns all ways in which the nodes find a record. */
export function waysTo(place: Place, one: AddedRecord, added: AddedRecords, sent: Json): Way[] {
	const { read, where, others = [], stored } = KIND_OF[one.kind];
	const ways: Way[] = [{ where, means: NOT_FOUND, find: async () => await find(place, one, added) }];
	if (read)
		ways.push({
			where: 'by its ID',
			means: 'Steps that use the ID from the output of Create or Add fail.',
			async find() {
				const id = one.id ?? one.found.at(-1);
				return id === undefined ? [] : await findOurs(one, read(place, id));
			},
		});
	return [
		...ways,
		...others.map((other) => ({
			...other,
			find: async () => await findOurs(one, other.find(place, stored(sent))),
		})),
	];
}
