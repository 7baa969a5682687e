import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Client } from '../shared/client/client';
import { CancelledError } from '../shared/client/cancellation';
import { ServiceError, undefinedIfNotFound } from '../shared/client/failures';
import type { Json } from '../shared/json';
import { simplify } from '../shared/n8n/common-fields';
import { createArranger } from '../shared/n8n/output/arrange';
import { connect } from '../shared/n8n/connection/connect';
import type { Field } from '../shared/n8n/operation/field';
import { InputError, toNodeError } from '../shared/n8n/errors/node-errors';
import type { Redact } from '../shared/n8n/errors/redactor';
import { readOutsideItems, readPicked } from '../shared/n8n/input/parameters';
import { findId, findIdFinder } from '../shared/n8n/input/picked-ids';
import { mapWithBreaks } from '../shared/sleep';
import { MINUTE_MS, SECOND_MS } from '../shared/time/units';
import { toCodeItem, READ_FIRST as CODE_FIRST } from '../SweepstakesCode/items';
import { toInvoiceItem, READ_FIRST as INVOICE_FIRST } from '../SweepstakesInvoice/items';
import { toParticipantItem, toPersonItem } from '../SweepstakesParticipant/items';
import { survey } from '../SweepstakesSurvey/picker';
import { READ_FIRST as WINNER_FIRST } from '../SweepstakesWinner/items';
import { sweepstakes } from '../Sweepstakes/picker';
import { codeRedeemed } from './code-redeemed';
import { invoiceOverdue, invoicePaid } from './invoice-events';
import { NEW_ENTRIES, newParticipant } from './new-participant';
import { newSurveyResponse, toSurveyResponseItem } from './new-survey-response';
import { newWinner } from './new-winner';
import { options } from './options';
import { optedOut } from './opted-out';
import type { PollSource, WatchTarget } from './poll-source';

/**
 * The data that n8n stores for the node between polls. Its keys must not be renamed, because active workflows contain
 * them.
 */
interface Memory {
	/** The handler from the last poll with its SweepstakesToken, which saves a lookup in each poll. */
	found?: { handler: string; sweepstakesToken: string };
	/**
	 * The cursor for one event of one sweepstakes, survey or account. `sweepstakesToken` is the ID of the sweepstakes or
	 * survey, or '' for the account. If the user chooses another event, sweepstakes or survey, polling starts over with a
	 * new cursor.
	 */
	watch?: { event: string; sweepstakesToken: string; cursor: object };
}

/** How often a poll sends a call at most. After that, the next poll tries again. */
const MAX_TRIES = 8;

/** The time in which a poll reads lists, in ms, if n8n does not name one. */
const DEFAULT_BUDGET_MS = 5 * MINUTE_MS;

/**
 * The nodes with a running poll. The `Memory` object cannot serve as the key, because n8n may give each poll a
 * copy of it.
 */
const running = new Set<string>();

/**
 * Returns the items found since the last poll or, in a manual run, a sample. Returns null if there are no items.
 *
 * @throws {NodeApiError | NodeOperationError} without the API token in its text
 */
export async function pollEvent(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	let redact: Redact | undefined;
	try {
		const budgetMs = readBudgetMs(context);
		const timeIsUp = AbortSignal.timeout(budgetMs);
		const connection = await connect(context, { maxTries: MAX_TRIES });
		({ redact } = connection);
		const selected = { ...readSelected(context, connection.client), budgetMs, timeIsUp };
		const read = context.getMode() === 'manual' ? readSample : readNewItems;
		const found = await read(selected, context);
		const items = (await mapWithBreaks(found, createArranger(selected.readFirst))) as IDataObject[];
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error, { redact });
	}
}

/** Returns how long n8n waits for a poll, in ms. Only n8n 2.38 and later say so. */
function readBudgetMs(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

const SAMPLE_SIZE = 3;

async function readSample(selected: TimedSelection): Promise<object[]> {
	const { client, source, of, picked } = selected;
	const watch = { ...selected, token: of && picked ? await findId(client, of, picked) : '' };
	const records: Json[] = [];
	for await (const record of source.list(watch, SAMPLE_SIZE)) {
		records.push(record);
		if (records.length === SAMPLE_SIZE) break;
	}
	return await toItems(records, watch);
}

async function toItems(records: readonly Json[], watch: Watch): Promise<object[]> {
	return await mapWithBreaks(records, async (record) => await watch.toItem(record, watch));
}

/**
 * Reads the new items, unless another poll of this node is still running. If a poll takes longer than the polling
 * interval, n8n starts the next one, which would find the same items.
 */
async function readNewItems(selected: TimedSelection, context: IPollFunctions): Promise<object[]> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	// Copied nodes may share an ID. n8n keeps static data by the node's name, too.
	const key = `${context.getWorkflow().id} ${context.getNode().name}`;
	if (running.has(key)) return [];
	running.add(key);
	try {
		return await pollPicked(memory, selected);
	} finally {
		running.delete(key);
	}
}

async function pollPicked(memory: Memory, selected: TimedSelection): Promise<object[]> {
	const { client, of, picked } = selected;
	const poll = async (token: string) => await pollWatch(memory, { ...selected, token });
	if (!of || !picked || !findIdFinder(of, picked)) return await poll(picked?.value ?? '');
	const remembered = memory.found?.handler === picked.value ? memory.found.sweepstakesToken : undefined;
	// If the remembered sweepstakes no longer exists, another sweepstakes may have the handler by now.
	const items = remembered && (await poll(remembered).catch(undefinedIfNotFound));
	if (items) return items;
	const sweepstakesToken = await findId(client, of, picked);
	const polled = await poll(sweepstakesToken);
	// The ID is remembered only after the poll, because the poll proves that it is an ID and not text of any length.
	memory.found = { handler: picked.value, sweepstakesToken };
	return polled;
}

/**
 * Polls one event of one sweepstakes, survey or account. The stored data is changed last, so that a failed poll loses
 * nothing. n8n stores it when it hands over items, right before the execution begins. If a poll finds nothing, n8n keeps
 * it only in memory until the next items or until the workflow is unpublished, unless its durable cursors are on.
 */
async function pollWatch(memory: Memory, watch: Watch): Promise<object[]> {
	const { event, source, token: sweepstakesToken } = watch;
	const before = memory.watch;
	const isSame = before?.event === event && before.sweepstakesToken === sweepstakesToken;
	const poll = await pollInTime(watch, async (timed) =>
		source.poll(timed, isSame ? before.cursor : undefined),
	);
	if (!poll) return [];
	const items = await toItems(
		poll.found.map(({ record }) => record),
		watch,
	);
	memory.watch = { event, sweepstakesToken, cursor: poll.cursor };
	return items;
}

/**
 * Polls until the time of the poll is up.
 *
 * @returns undefined if there was no time for even one call, because other calls of this process were ahead in the
 * queue
 * @throws {ServiceError} if the time was up before the poll could note how far it came
 */
async function pollInTime<T>(watch: Watch, poll: (timed: Watch) => Promise<T>): Promise<T | undefined> {
	const { client, timeIsUp: signal, budgetMs } = watch;
	const { calls } = client.stats;
	const timed = client.with({ options: { ...client.options, signal } });
	return await poll({ ...watch, client: timed }).catch((error: unknown) => {
		if (!(error instanceof CancelledError)) throw error;
		if (client.stats.calls === calls) return undefined;
		throw new ServiceError({
			code: 'inOwnWords',
			message: `The check did not get far enough in the ${budgetMs / SECOND_MS} s that n8n allows for it`,
			description:
				'The next check finds the same events. If this recurs, the service is too slow or too busy.',
		});
	});
}

interface TriggerEvent {
	source: PollSource;
	/** The picker for the event's sweepstakes or survey; undefined for an event of the account. */
	of?: Field;
	/** The columns that come first in an item, as in the operation that lists the same records. */
	readFirst: readonly string[];
	toItem(record: Json, watched: WatchTarget): object | Promise<object>;
}

const PERSON = { of: sweepstakes, readFirst: WINNER_FIRST, toItem: toParticipantItem };
const INVOICE = {
	readFirst: INVOICE_FIRST,
	toItem: (invoice: Json, { simplify }: WatchTarget) => (simplify ? toInvoiceItem(invoice, {}) : invoice),
};

const EVENTS: Record<string, TriggerEvent> = {
	newParticipant: { ...PERSON, source: newParticipant },
	newSurveyResponse: { source: newSurveyResponse, of: survey, readFirst: [], toItem: toSurveyResponseItem },
	newWinner: { ...PERSON, source: newWinner, toItem: toPersonItem },
	optedOut: { ...PERSON, source: optedOut },
	codeRedeemed: { source: codeRedeemed, of: sweepstakes, readFirst: CODE_FIRST, toItem: toCodeItem },
	invoicePaid: { ...INVOICE, source: invoicePaid },
	invoiceOverdue: { ...INVOICE, source: invoiceOverdue },
};

interface TimedSelection extends ReturnType<typeof readSelected> {
	/** The time of the poll, in ms, and a signal that fires at its end. */
	budgetMs: number;
	timeIsUp: AbortSignal;
}

type Watch = TimedSelection & WatchTarget;

function readSelected(context: IPollFunctions, client: Client) {
	const event = context.getNodeParameter('event') as string;
	const known = EVENTS[event];
	if (!known) throw new InputError('Event', `must be an event from the list, but is “${event}”`);
	const { of } = known;
	const picked = of && readPicked(of, context.getNodeParameter(of.name));
	if (of && !picked) throw new InputError(of.displayName, 'is required');
	const isSimple = readOutsideItems([simplify], context).simplify;
	const { collections = NEW_ENTRIES, onlyTheFirst } = readOutsideItems([options], context).options;
	return { ...known, client, event, picked, collections, onlyTheFirst, simplify: isSimple };
}
