import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Caller } from '../shared/client/endpoint';
import { ExecutionState } from '../shared/client/executionState';
import { undefinedIfNotFound } from '../shared/client/failures';
import { arranging } from '../shared/n8n/output/arrange';
import { connect } from '../shared/n8n/connection/connect';
import type { Field, Located } from '../shared/n8n/operation/field';
import { InputError, toNodeError } from '../shared/n8n/errors/nodeErrors';
import { readPicked } from '../shared/n8n/input/parameters';
import { findId } from '../shared/n8n/input/pickedIds';
import { survey } from '../SweepstakesSurvey/picker';
import { sweepstakes } from '../Sweepstakes/picker';
import { codeRedeemed } from './codeRedeemed';
import { invoiceOverdue, invoicePaid } from './invoiceEvents';
import { handOver, mayBeLost, type Batch } from './lastBatch';
import { newParticipant, type ParticipantSettings } from './newParticipant';
import { newSurveyResponse } from './newSurveyResponse';
import { newWinner } from './newWinner';
import { optedOut } from './optedOut';
import type { Poll, PollSource } from './pollSource';

/** What n8n stores for the node from poll to poll. The names of its keys never change. */
interface Memory {
	/** The sweepstakes that a handler was found to mean, so that a poll need not ask again. */
	found?: { handler: string; sweepstakesToken: string };
	/**
	 * The cursor. It belongs to one event of one sweepstakes or survey, or of the account, whose token is empty; for another,
	 * polling starts anew.
	 */
	watch?: { event: string; sweepstakesToken: string; cursor: object; last?: Batch };
}

/** Polls that have not ended. */
const running = new WeakSet<Memory>();

/**
 * Runs one poll of the trigger: what is new since the last one or, in a manual run, the latest few as a sample.
 *
 * @returns null if there is nothing.
 * @throws {NodeApiError | NodeOperationError} with a sentence and without the token.
 */
export async function pollEvent(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	let secret = '';
	try {
		const connection = await connect(context, new ExecutionState());
		secret = connection.secret;
		const read = context.getMode() === 'manual' ? readSample : readNewItems;
		const records = await read(context, connection.service);
		const items = records.map(arranging()) as IDataObject[];
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret });
	}
}

async function readSample(context: IPollFunctions, service: Caller): Promise<object[]> {
	const { source, of } = selectedSource(context);
	const sweepstakesToken = of ? await findId(service, of, readPickedIn(context, of)) : '';
	return await source.sample(service, sweepstakesToken);
}

/** If a poll takes longer than the interval, n8n starts the next one meanwhile, which would find the same items. */
async function readNewItems(context: IPollFunctions, service: Caller): Promise<object[]> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	if (running.has(memory)) return [];
	running.add(memory);
	try {
		return await pollPicked(memory, context, service);
	} finally {
		running.delete(memory);
	}
}

async function pollPicked(memory: Memory, context: IPollFunctions, service: Caller): Promise<object[]> {
	const selected = selectedSource(context);
	const poll = async (sweepstakesToken: string) =>
		await pollSweepstakes(memory, context, service, selected, sweepstakesToken);

	if (!selected.of) return await poll('');
	const picked = readPickedIn(context, selected.of);
	if (picked.mode !== 'handler') return await poll(picked.value);
	const remembered = memory.found?.handler === picked.value ? memory.found.sweepstakesToken : undefined;
	// The sweepstakes may have been deleted, and its handler may belong to another one.
	const items = remembered && (await undefinedIfNotFound(poll(remembered)));
	if (items) return items;
	const sweepstakesToken = await findId(service, selected.of, picked);
	memory.found = { handler: picked.value, sweepstakesToken };
	return await poll(sweepstakesToken);
}

/**
 * The memory changes last, and only if nothing failed: what a failed poll has missed is new to the next one. A batch that may be
 * lost is looked for from the cursor before it, and comes out again before the new items.
 */
async function pollSweepstakes(
	memory: Memory,
	context: IPollFunctions,
	service: Caller,
	{ event, source, repeats }: SelectedSource,
	sweepstakesToken: string,
): Promise<object[]> {
	const { watch } = memory;
	const isSame = watch?.event === event && watch.sweepstakesToken === sweepstakesToken;
	const { cursor, last } = isSame ? watch : {};
	const lost = repeats && last && mayBeLost(context, last) ? last : undefined;
	const again = lost && (await source.poll(service, sweepstakesToken, lost.cursor));
	const poll = await source.poll(service, sweepstakesToken, cursor);
	if (!poll || (lost && !again)) return [];
	const items = [...repeatedItems(again, poll), ...poll.newItems.map(({ item }) => item)];
	const handed = repeats && cursor && items.length > 0 ? { last: handOver(context, cursor, lost) } : {};
	memory.watch = { event, sweepstakesToken, cursor: poll.cursor, ...handed };
	return items;
}

/** The items of the last batch, without those that are new, marked as `repeated`. */
function repeatedItems(again: Poll | undefined, { newItems }: Poll): object[] {
	const isNew = new Set(newItems.map(({ key }) => key));
	const repeated = again?.newItems.filter(({ key }) => !isNew.has(key)) ?? [];
	return repeated.map(({ item }) => ({ ...item, repeated: true }));
}

function readPickedIn(context: IPollFunctions, picker: Field): Located {
	const picked = readPicked(picker, context.getNodeParameter(picker.name));
	if (!picked) throw new InputError(picker.displayName, 'is required');
	return picked;
}

interface SelectedSource {
	event: string;
	source: PollSource;
	/** The picker for what the event belongs to; undefined for the account. */
	of: Field | undefined;
	/** Whether a batch that may be lost comes out again. */
	repeats: boolean;
}

/** The events, and the picker for what each belongs to, unless that is the account. */
const EVENTS: Record<string, { source(settings: ParticipantSettings): PollSource; of?: Field }> = {
	newParticipant: { source: newParticipant, of: sweepstakes },
	newSurveyResponse: { source: newSurveyResponse, of: survey },
	newWinner: { source: () => newWinner, of: sweepstakes },
	optedOut: { source: optedOut, of: sweepstakes },
	codeRedeemed: { source: codeRedeemed, of: sweepstakes },
	invoicePaid: { source: invoicePaid },
	invoiceOverdue: { source: invoiceOverdue },
};

function selectedSource(context: IPollFunctions): SelectedSource {
	const event = context.getNodeParameter('event') as string;
	const known = EVENTS[event];
	if (!known) throw new InputError('Event', `must be one of the list, but is “${event}”`);
	const { source, of } = known;
	const collections = context.getNodeParameter('collections', []) as string[];
	const simplify = context.getNodeParameter('simplify', true) as boolean;
	const repeats = context.getNodeParameter('afterCrash', 'repeat') === 'repeat';
	return { event, source: source({ collections, simplify }), of, repeats };
}
