import { parseBody } from '../../nodes/shared/client/verdict';
import type { HttpRequest, CallOutcome, Transport } from '../../nodes/shared/client/transport';
import { isSameId, asObject, asText, type Json } from '../../nodes/shared/json';
import { listParts } from './relations';
import { KIND_OF, type Kind } from './kinds';

/**
 * A record that the check may have added, in a form that can be stored as JSON. The record's name, address or text
 * contains its mark: a word that no other record contains.
 */
export interface AddedRecord {
	kind: Kind;
	mark: string;
	sweepstakesToken: string;
	/** When the latest request to create the record was sent, in ms since 1970. */
	sentAt: number;
	/** How many creation requests got no reply. The service may still process them. */
	unanswered: number;
	/** How many creation requests the service confirmed. */
	confirmed: number;
	/** The IDs of the records that were found with the mark. */
	found: string[];
	/** The ID in the reply to the first request. It may be wrong. */
	id?: string;
}

export const toName = ({ kind, mark }: AddedRecord): string => KIND_OF[kind].nameOf(mark);

/** Returns what the record must contain after this request, with the record's own keys. */
export const toStored = ({ kind }: AddedRecord, sent: Json): Json => KIND_OF[kind].stored(sent);

/** Returns the call that creates a record of this kind, such as POST /groups/create. */
export const getCreation = ({ kind }: AddedRecord): string => KIND_OF[kind].creation;

/** Returns the part of a reply that describes the new record. */
export function recordIn({ kind }: AddedRecord, answer: Json): Json | undefined {
	const { id } = KIND_OF[kind];
	return listParts(answer).find((part) => typeof part[id] === 'string');
}

export class AddedRecords {
	/** @param keep stores the list outside of this process, synchronously */
	constructor(
		readonly list: AddedRecord[] = [],
		private readonly keep: (list: readonly AddedRecord[]) => void = () => {},
	) {}

	/**
	 * Adds a record to the list before its creation is requested.
	 *
	 * @throws Error if the list cannot be stored
	 */
	expect(kind: Kind, mark: string, sweepstakesToken: string): AddedRecord {
		const one = { kind, mark, sweepstakesToken, sentAt: 0, unanswered: 0, confirmed: 0, found: [] };
		this.list.push(one);
		this.keep(this.list);
		return one;
	}

	/** Returns the names of the records in the list. */
	names(): string[] {
		return this.list.map(toName);
	}

	/** Returns a transport that also keeps track of the requests that create records. */
	watchTransport(transport: Transport): Transport {
		return async (request) => {
			const own = this.list.find((one) => isCreation(request, one));
			if (!own) return await transport(request);
			own.unanswered++;
			own.sentAt = Date.now();
			this.keep(this.list);
			const outcome = await transport(request);
			const result = judge(outcome);
			if (result !== 'unanswered') own.unanswered--;
			if (result === 'confirmed') own.confirmed++;
			own.id ??= readId(own, outcome);
			this.keep(this.list);
			return outcome;
		};
	}

	/**
	 * Stores the ID of a record that was found and may be removed next. If the check is killed, the list shows which
	 * records may be gone.
	 */
	noteFound(one: AddedRecord, id: string): void {
		if (id === '' || one.found.some((other) => isSameId(other, id))) return;
		one.found.push(id);
		this.keep(this.list);
	}

	drop(one: AddedRecord): void {
		this.list.splice(this.list.indexOf(one), 1);
		this.keep(this.list);
	}
}

/** Whether a request creates the record. The mark is a plain word, so JSON does not change it. */
function isCreation({ method, url, body }: HttpRequest, { kind, mark }: AddedRecord): boolean {
	const [, path = ''] = KIND_OF[kind].creation.split(' ');
	return KIND_OF[kind].creation.startsWith(method) && url.endsWith(path) && (body ?? '').includes(mark);
}

function readId(one: AddedRecord, outcome: CallOutcome): string | undefined {
	const body = 'reply' in outcome ? parseBody(outcome.reply.text) : undefined;
	const record = body && recordIn(one, body);
	return record && asText(record[KIND_OF[one.kind].id]);
}

function judge(outcome: CallOutcome): 'confirmed' | 'refused' | 'unanswered' {
	if ('fault' in outcome) return outcome.fault.whileConnecting ? 'refused' : 'unanswered';
	const { status, text } = outcome.reply;
	const body = parseBody(text);
	// The service replies with success for a code that already exists, although it creates nothing.
	if (body?.Response === true && status < 300)
		return asObject(body.Data).Created === 0 ? 'refused' : 'confirmed';
	// Only a refusal by the service itself proves that nothing was done.
	const isRefusal = body?.Response === false && (status < 500 || status === 503);
	return isRefusal ? 'refused' : 'unanswered';
}
