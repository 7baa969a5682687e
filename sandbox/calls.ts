import { parseJson } from './json';

/** A call that the sandbox received. */
export interface RecordedCall {
	method: string;
	/** The path without the query. */
	path: string;
	/**
	 * The status of the reply, even if the connection broke before the reply was sent. It is 0 if the connection broke
	 * before the call was processed.
	 */
	status: number;
	/** When the call arrived, in ms since 1970 by the sandbox's clock. */
	at: number;
	/** The JSON body, or the query of a GET. It is text if it is not JSON, and null if there is none. */
	body: unknown;
}

/** When the log exceeds this number of calls, its oldest tenth is dropped. */
const MAX_CALLS = 250_000;
/** When the bodies in the log exceed this number of characters, the oldest tenth of the log is dropped. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** A logged call, with its body as text. The status is set when the reply is sent. */
export type OpenCall = Omit<RecordedCall, 'body'> & { sent: string };

export class CallLog {
	private calls: OpenCall[] = [];
	private characters = 0;

	open(call: Omit<OpenCall, 'status'>): OpenCall {
		const opened = { ...call, status: 0 };
		this.calls.push(opened);
		this.characters += call.sent.length;
		if (this.calls.length > MAX_CALLS || this.characters > MAX_CHARACTERS) this.dropOldest();
		return opened;
	}

	/** @param last how many of the latest calls to return; all by default */
	list(last = Infinity): RecordedCall[] {
		return this.calls.slice(-last).map(({ sent, ...call }) => ({ ...call, body: readBody(sent) }));
	}

	clear(): void {
		this.calls = [];
		this.characters = 0;
	}

	private dropOldest(): void {
		const dropped = this.calls.splice(0, Math.ceil(this.calls.length / 10));
		for (const { sent } of dropped) this.characters -= sent.length;
	}
}

function readBody(sent: string): unknown {
	return sent === '' ? null : (parseJson(sent) ?? sent);
}
