import { ServiceError } from '../../nodes/shared/client/failures';
import type { Json } from '../../nodes/shared/json';
import { getCreation, recordIn, toStored, type AddedRecord, type AddedRecords } from './added';
import { failureFinding, type StepFailure } from './failures';
import type { Finding } from './finding';
import type { Kind, Place } from './kinds';
import { readMoment } from './lists';
import { isSuccess, type Attempt } from './recorder';
import { clockFindings, storedFindings } from './stored';
import { find, waysTo } from './ways';

/** The context of the calls that write, all of them in one sweepstakes. */
export interface Writing extends Place {
	/** A text that is unique per run, to avoid name conflicts. */
	stamp: string;
	added: AddedRecords;
	/** All calls that have been made so far. */
	attempts: readonly Attempt[];
	/** The findings of the current step. */
	findings: Finding[];
}

/** A record to create. */
export interface Creation {
	kind: Kind;
	/** A word in the record that no other record contains. */
	mark: string;
	/** The body of the request. */
	sent: Json;
	send(): Promise<unknown>;
}

/**
 * Creates a record, looks it up in each way that the nodes do, and compares the results with what was sent.
 *
 * @returns the record, and how many records with its mark were found
 * @throws ServiceError if the service refuses the record
 */
export async function addAndCompare(
	writing: Writing,
	creation: Creation,
): Promise<{ one: AddedRecord; count: number }> {
	const { added, findings, sweepstakesToken } = writing;
	const one = added.expect(creation.kind, creation.mark, sweepstakesToken);
	const before = { ...one };
	const failure = await catchFailure(creation.send());
	if (failure) {
		const count = (await tryFinding(async () => await find(writing, one, added))).records?.length ?? 0;
		findings.push(...judgeAnswer(one, before, count > 0));
		throw failure;
	}
	const answer = writing.attempts.findLast((attempt) => isAnswerTo(attempt, one));
	const answered = recordIn(one, answer?.body ?? {}) ?? {};
	const asSent = { expected: toStored(one, creation.sent), as: 'what was sent' };
	const asAnswered = { expected: pickScalars(answered), as: 'the same as in the answer to the creation' };
	findings.push(...storedFindings({ ...asSent, record: answered, where: 'in the answer' }));
	const counts: number[] = [];
	for (const { where, means, find: look } of waysTo(writing, one, added, creation.sent)) {
		const { records = [], failed } = await tryFinding(look);
		const [record] = records;
		counts.push(records.length);
		if (!record) findings.push(notFound(where, means, failed));
		else {
			const found = { record, where: `looked up ${where}` };
			findings.push(
				...storedFindings({ ...asSent, ...found }),
				...storedFindings({ ...asAnswered, ...found }),
			);
			findings.push(...clockFindings(record, readMoment(answer?.headers.date) ?? one.sentAt));
		}
	}
	findings.push(...judgeAnswer(one, before, counts[0]! > 0));
	return { one, count: counts[0]! };
}

/** Creates a record, and then tries to create the same record again. */
export async function addTwice(writing: Writing, creation: Creation): Promise<void> {
	const { one, count } = await addAndCompare(writing, creation);
	const before = { ...one };
	await catchFailure(creation.send());
	const { records } = await tryFinding(async () => await find(writing, one, writing.added));
	if (!records) return;
	writing.findings.push(...judgeAnswer(one, before, records.length > count));
	if (one.confirmed > before.confirmed && records.length <= count) writing.findings.push(NOT_STORED);
}

/**
 * Waits for a call that the service may refuse.
 *
 * @returns the refusal, or undefined if the call succeeded
 */
export async function catchFailure(work: Promise<unknown>): Promise<ServiceError | undefined> {
	return await work.then(
		() => undefined,
		(error: unknown) => {
			if (error instanceof ServiceError) return error;
			throw error;
		},
	);
}

async function tryFinding(look: () => Promise<Json[]>): Promise<{ records?: Json[]; failed?: StepFailure }> {
	try {
		return { records: await look() };
	} catch (error) {
		if (error instanceof ServiceError) return { failed: error.failure };
		throw error;
	}
}

const isAnswerTo = (attempt: Attempt, one: AddedRecord): boolean =>
	attempt.call === getCreation(one) &&
	isSuccess(attempt) &&
	JSON.stringify(attempt.request).includes(one.mark);

/** Returns the record without its lists and objects, which a reply may shorten. */
const pickScalars = (record: Json): Json =>
	Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));

function notFound(where: string, means: string, failed: StepFailure | undefined): Finding {
	const came = failed ? failureFinding(failed).came : 'no such record';
	return { about: `A lookup ${where}`, expected: 'the new record', came, means };
}

/** Compares a reply with what was actually stored. If the reply was lost, there is nothing to compare. */
function judgeAnswer(one: AddedRecord, before: AddedRecord, isStored: boolean): Finding[] {
	const isRefusal = one.confirmed === before.confirmed && one.unanswered === before.unanswered;
	return isRefusal && isStored ? [STORED_ANYWAY] : [];
}

const STORED_ANYWAY: Finding = {
	about: 'The answer',
	expected: 'a success, because the record was stored',
	came: 'a refusal, or “nothing created”',
	means:
		'The item fails in your workflow, although the record is there. Look before you run such items again, or they are created twice.',
};

const NOT_STORED: Finding = {
	about: 'The answer to a second creation',
	expected: 'a refusal, or a second record',
	came: 'a success, although nothing was stored',
	means: 'Your workflow goes on as if the record had been created. Compare the number of records afterwards.',
};
