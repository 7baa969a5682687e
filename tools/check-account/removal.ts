import { CancelledError } from '../../nodes/shared/client/cancellation';
import type { Client } from '../../nodes/shared/client/client';
import { ServiceError } from '../../nodes/shared/client/failures';
import { asText } from '../../nodes/shared/json';
import type { StepFailure } from './failures';
import type { AddedRecord, AddedRecords } from './added';
import { KIND_OF, type Place } from './kinds';
import { find, findOurs } from './ways';

/**
 * How many rounds of removal to make. Several may be needed, because a lookup may find only one of the records with the
 * same mark.
 */
const MAX_ROUNDS = 3;

/** How long the service may take to process a call that got no reply, in ms. */
const NOT_LATER_THAN_MS = 900_000;

/**
 * Removes records, the newest first, and then checks whether they are gone. Records that may exist now or appear later
 * stay in the list.
 *
 * @returns the service's reply to the removal of each record that still exists
 */
export async function removeAll(client: Client, added: AddedRecords): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const one of [...added.list].reverse()) {
		const isGone = await removeOne({ client, sweepstakesToken: one.sweepstakesToken }, one, added, answers);
		if (isGone) added.drop(one);
	}
	return answers;
}

/** The reply to a removal: a success, or a failure. */
export type Answer = 'success' | StepFailure;

async function removeOne(
	place: Place,
	one: AddedRecord,
	added: AddedRecords,
	answers: Answer[],
): Promise<boolean> {
	if (one.sentAt === 0) return true;
	const isSurelyNot = one.unanswered + one.confirmed + one.found.length === 0;
	const last = new Map<string, Answer | undefined>();
	try {
		for (let round = 0; ; round++) {
			const ids = await findToRemove(place, one, added);
			if (ids.length === 0) return !mayComeLater(one);
			if (round < MAX_ROUNDS) for (const id of ids) last.set(id, await remove(place, one, id));
			else {
				answers.push(...ids.map((id) => last.get(id)).filter((answer) => answer !== undefined));
				return false;
			}
		}
	} catch (error) {
		ignoreFailure(error);
	}
	return isSurelyNot;
}

/** @returns undefined if the service replies with success but does not remove the record, such as an assigned code */
async function remove(place: Place, { kind }: AddedRecord, id: string): Promise<Answer | undefined> {
	try {
		return (await KIND_OF[kind].remove(place, id)) === false ? undefined : 'success';
	} catch (error) {
		ignoreFailure(error);
		return error instanceof ServiceError ? error.failure : undefined;
	}
}

/** Finds the IDs of our records. If a record is missing from a list, it may still be found by its ID. */
async function findToRemove(place: Place, one: AddedRecord, added: AddedRecords): Promise<string[]> {
	const { id, read } = KIND_OF[one.kind];
	let records = await find(place, one, added);
	if (records.length === 0 && one.id !== undefined && read)
		records = await findOurs(one, read(place, one.id));
	const ids = [...new Set(records.map((record) => asText(record[id])))];
	for (const own of ids) added.noteFound(one, own);
	return ids;
}

/**
 * Whether a record may still appear: its creation got no reply, or was confirmed although no lookup has found the
 * record.
 */
function mayComeLater({ unanswered, confirmed, sentAt, found }: AddedRecord): boolean {
	if (Date.now() - sentAt > NOT_LATER_THAN_MS) return false;
	return unanswered > Math.max(0, found.length - confirmed) || (confirmed > 0 && found.length === 0);
}

/**
 * Ignores a failed call, because the next lookup shows whether it was processed.
 *
 * @throws the error if it is a bug in the program
 */
function ignoreFailure(error: unknown): void {
	if (!(error instanceof ServiceError || error instanceof CancelledError)) throw error;
}
