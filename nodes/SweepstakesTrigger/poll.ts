import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { InputError, toNodeError } from '../shared/errors';
import type { Service } from '../shared/client/send';
import { connect } from '../shared/connect';
import type { Located } from '../shared/field';
import { sweepstakes } from '../shared/fields/sweepstakes';
import { orNothing } from '../shared/lookups/participants';
import { tokenOfHandler } from '../shared/lookups/sweepstakes';
import { readPicked } from '../shared/parameters';
import type { Event } from './event';
import { newParticipant } from './newParticipant';
import { newWinner } from './newWinner';

/** What n8n keeps for the node from poll to poll. */
interface Memory {
	/** The sweepstakes that a handler was found to stand for, so that a quiet poll need not ask. */
	found?: { handler: string; sweepstakesToken: string };
	/** Where the watch stands. It belongs to one event of one sweepstakes; for another, it starts anew. */
	watch?: { event: string; sweepstakesToken: string; cursor: object };
}

/** Polls that have not come to their end. */
const underWay = new WeakSet<Memory>();

/**
 * Runs one poll of the trigger: what is new since the last one, or, by hand, the latest few as a sample.
 *
 * @returns null if there is nothing.
 * @throws {NodeApiError | NodeOperationError} with a sentence and without the token.
 */
export async function pollEvent(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	let secret = '';
	try {
		const connection = await connect(context);
		secret = connection.secret;
		const records = await (context.getMode() === 'manual' ? sample : news)(context, connection.service);
		return records.length > 0 ? [context.helpers.returnJsonArray(records as IDataObject[])] : null;
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret });
	}
}

async function sample(context: IPollFunctions, service: Service): Promise<object[]> {
	const sweepstakesToken = await tokenOf(service, pickedIn(context));
	return await eventIn(context).event.sample(service, sweepstakesToken);
}

/** A poll can last longer than the time to the next; n8n then starts that one, too, which would find the same news. */
async function news(context: IPollFunctions, service: Service): Promise<object[]> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	if (underWay.has(memory)) return [];
	underWay.add(memory);
	try {
		return await newsSince(memory, context, service);
	} finally {
		underWay.delete(memory);
	}
}

async function newsSince(memory: Memory, context: IPollFunctions, service: Service): Promise<object[]> {
	const picked = pickedIn(context);
	const watch = async (sweepstakesToken: string) =>
		await watchFor(memory, eventIn(context), service, sweepstakesToken);

	if (picked.mode !== 'handler') return await watch(picked.value);
	const remembered = memory.found?.handler === picked.value ? memory.found.sweepstakesToken : undefined;
	// The sweepstakes may be gone, and its handler another's.
	const records = remembered && (await orNothing(watch(remembered)));
	if (records) return records;
	const sweepstakesToken = await tokenOf(service, picked);
	memory.found = { handler: picked.value, sweepstakesToken };
	return await watch(sweepstakesToken);
}

/** The memory changes last, and only if all went well: what a failed poll has missed is new to the next one. */
async function watchFor(
	memory: Memory,
	{ name, event }: NamedEvent,
	service: Service,
	sweepstakesToken: string,
): Promise<object[]> {
	const { watch } = memory;
	const isSame = watch?.event === name && watch.sweepstakesToken === sweepstakesToken;
	const found = await event.poll(service, sweepstakesToken, isSame ? watch.cursor : undefined);
	if (!found) return [];
	memory.watch = { event: name, sweepstakesToken, cursor: found.cursor };
	return found.news;
}

async function tokenOf(service: Service, { mode, value }: Located): Promise<string> {
	return mode === 'handler' ? await tokenOfHandler(service, value, 'Sweepstakes') : value;
}

function pickedIn(context: IPollFunctions): Located {
	const picked = readPicked(sweepstakes, context.getNodeParameter('sweepstakes'));
	if (!picked) throw new InputError('Sweepstakes', 'is required');
	return picked;
}

interface NamedEvent {
	name: string;
	event: Event;
}

function eventIn(context: IPollFunctions): NamedEvent {
	const name = context.getNodeParameter('event') as string;
	if (name === 'newWinner') return { name, event: newWinner };
	const collections = context.getNodeParameter('collections') as string[];
	const simplify = context.getNodeParameter('simplify') as boolean;
	return { name, event: newParticipant({ collections, simplify }) };
}
