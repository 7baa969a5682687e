import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { undefinedIfNotFound } from '../shared/client/failures';
import { simplify } from '../shared/n8n/common-fields';
import { arranging } from '../shared/n8n/output/arrange';
import { connect } from '../shared/n8n/connection/connect';
import type { Field, Located } from '../shared/n8n/operation/field';
import { InputError, toNodeError } from '../shared/n8n/errors/node-errors';
import type { Redact } from '../shared/n8n/errors/redactor';
import { readOutsideItems, readPicked } from '../shared/n8n/input/parameters';
import { findId } from '../shared/n8n/input/picked-ids';
import { READ_FIRST as CODE_FIRST } from '../SweepstakesCode/items';
import { READ_FIRST as INVOICE_FIRST } from '../SweepstakesInvoice/items';
import { survey } from '../SweepstakesSurvey/picker';
import { READ_FIRST as WINNER_FIRST } from '../SweepstakesWinner/items';
import { sweepstakes } from '../Sweepstakes/picker';
import { codeRedeemed } from './code-redeemed';
import { invoiceOverdue, invoicePaid } from './invoice-events';
import { handOver, mayBeLost, type Batch } from './last-batch';
import { NEW_ENTRIES, newParticipant, type ParticipantSettings } from './new-participant';
import { newSurveyResponse } from './new-survey-response';
import { newWinner } from './new-winner';
import { options } from './options';
import { optedOut } from './opted-out';
import type { Poll, PollSource } from './poll-source';

/** The data that n8n stores for the node between polls. The keys must never be renamed. */
interface Memory {
	/** The last handler with the ID that belongs to it, which saves a lookup in each poll. */
	found?: { handler: string; sweepstakesToken: string };
	/**
	 * The cursor for one event of one sweepstakes or survey, or of the account (''). If the user chooses another event,
	 * sweepstakes or survey, polling starts over.
	 */
	watch?: { event: string; sweepstakesToken: string; cursor: object; last?: Batch };
}

const running = new WeakSet<Memory>();

/**
 * Returns the items since the last poll or, in a manual run, a sample. Returns null if there are none.
 *
 * @throws {NodeApiError | NodeOperationError} without the API token
 */
export async function pollEvent(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	let redact: Redact | undefined;
	try {
		const connection = await connect(context);
		({ redact } = connection);
		const read = context.getMode() === 'manual' ? readSample : readNewItems;
		const records = await read(context, connection.client);
		const items = records.map(arranging(selectedSource(context).readFirst)) as IDataObject[];
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, redact });
	}
}

async function readSample(context: IPollFunctions, client: Client): Promise<object[]> {
	const { source, of } = selectedSource(context);
	const sweepstakesToken = of ? await findId(client, of, readPickedIn(context, of)) : '';
	return await source.sample(client, sweepstakesToken);
}

/**
 * Reads the new items, unless another poll is still running. If a poll takes longer than the interval, n8n starts the
 * next one, which would find the same items.
 */
async function readNewItems(context: IPollFunctions, client: Client): Promise<object[]> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	if (running.has(memory)) return [];
	running.add(memory);
	try {
		return await pollPicked(memory, context, client);
	} finally {
		running.delete(memory);
	}
}

async function pollPicked(memory: Memory, context: IPollFunctions, client: Client): Promise<object[]> {
	const selected = selectedSource(context);
	const poll = async (sweepstakesToken: string) =>
		await pollSweepstakes(memory, context, client, selected, sweepstakesToken);

	if (!selected.of) return await poll('');
	const picked = readPickedIn(context, selected.of);
	if (picked.mode !== 'handler') return await poll(picked.value);
	const remembered = memory.found?.handler === picked.value ? memory.found.sweepstakesToken : undefined;
	// The sweepstakes may have been deleted since, and another sweepstakes may have got its handler.
	const items = remembered && (await undefinedIfNotFound(poll(remembered)));
	if (items) return items;
	const sweepstakesToken = await findId(client, selected.of, picked);
	const polled = await poll(sweepstakesToken);
	// The ID is remembered only after the poll, because the poll proves that it is an ID and not text of any length.
	memory.found = { handler: picked.value, sweepstakesToken };
	return polled;
}

/**
 * Polls a sweepstakes. The stored data changes last, so that a failed poll loses nothing. A batch that may be lost is
 * read again from the cursor before it, and its items come before the new ones.
 */
async function pollSweepstakes(
	memory: Memory,
	context: IPollFunctions,
	client: Client,
	{ event, source, repeats }: SelectedSource,
	sweepstakesToken: string,
): Promise<object[]> {
	const { watch } = memory;
	const isSame = watch?.event === event && watch.sweepstakesToken === sweepstakesToken;
	const { cursor, last } = isSame ? watch : {};
	const lost = repeats && last && mayBeLost(context, last) ? last : undefined;
	const again = lost && (await source.poll(client, sweepstakesToken, lost.cursor));
	const poll = await source.poll(client, sweepstakesToken, cursor);
	if (!poll || (lost && !again)) return [];
	const items = [...repeatedItems(again, poll), ...poll.newItems.map(({ item }) => item)];
	const handed = repeats && cursor && items.length > 0 ? { last: handOver(context, cursor, lost) } : {};
	memory.watch = { event, sweepstakesToken, cursor: poll.cursor, ...handed };
	return items;
}

/** Returns the items of the lost batch that are not new, marked as `repeated`. */
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
	/** The picker for the event's sweepstakes or survey. It is undefined for events of the account. */
	of: Field | undefined;
	/** The columns that come first in an item, as in the operation that lists the same records. */
	readFirst: readonly string[];
	/** Whether the trigger returns a batch again that may be lost. */
	repeats: boolean;
}

interface Event extends Pick<SelectedSource, 'readFirst'> {
	source(settings: ParticipantSettings): PollSource;
	/** The picker. An event without one belongs to the account. */
	of?: Field;
}

const EVENTS: Record<string, Event> = {
	newParticipant: { source: newParticipant, of: sweepstakes, readFirst: WINNER_FIRST },
	newSurveyResponse: { source: newSurveyResponse, of: survey, readFirst: [] },
	newWinner: { source: () => newWinner, of: sweepstakes, readFirst: WINNER_FIRST },
	optedOut: { source: optedOut, of: sweepstakes, readFirst: WINNER_FIRST },
	codeRedeemed: { source: codeRedeemed, of: sweepstakes, readFirst: CODE_FIRST },
	invoicePaid: { source: invoicePaid, readFirst: INVOICE_FIRST },
	invoiceOverdue: { source: invoiceOverdue, readFirst: INVOICE_FIRST },
};

function selectedSource(context: IPollFunctions): SelectedSource {
	const event = context.getNodeParameter('event') as string;
	const known = EVENTS[event];
	if (!known) throw new InputError('Event', `must be an event from the list, but is “${event}”`);
	const { source, of, readFirst } = known;
	const isSimple = readOutsideItems([simplify], context).simplify;
	const { collections = NEW_ENTRIES, afterCrash = 'repeat' } = readOutsideItems([options], context).options;
	const repeats = afterCrash === 'repeat';
	return { event, source: source({ collections, simplify: isSimple }), of, readFirst, repeats };
}
