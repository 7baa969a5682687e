import { parseJson } from './json';

/** A call the sandbox received, in the order of arrival. */
export interface RecordedCall {
	method: string;
	/** Without the query. */
	path: string;
	/** The status it was answered with, or would have been had the answer not been dropped; 0 = never processed. */
	status: number;
	/** When it arrived, ms since 1970 by the sandbox's clock. */
	at: number;
	/** The JSON body; for a GET the query; text where it is not JSON; null where there is none. */
	body: unknown;
}

/** The log forgets its oldest tenth when it holds more calls, or more characters of bodies, than this. */
const MOST_CALLS = 250_000;
const MOST_CHARACTERS = 256 * 1024 * 1024;

/** A call on its way: its status is filled in when it is known. */
export type OpenCall = Omit<RecordedCall, 'body'> & { sent: string };

export class CallLog {
	private calls: OpenCall[] = [];
	private characters = 0;

	open(call: Omit<OpenCall, 'status'>): OpenCall {
		const opened = { ...call, status: 0 };
		this.calls.push(opened);
		this.characters += call.sent.length;
		if (this.calls.length > MOST_CALLS || this.characters > MOST_CHARACTERS) this.forgetOldest();
		return opened;
	}

	/** @param last how many of the latest; all when absent */
	recorded(last = Infinity): RecordedCall[] {
		return this.calls.slice(-last).map(({ sent, ...call }) => ({ ...call, body: bodyOf(sent) }));
	}

	clear(): void {
		this.calls = [];
		this.characters = 0;
	}

	private forgetOldest(): void {
		const forgotten = this.calls.splice(0, Math.ceil(this.calls.length / 10));
		for (const { sent } of forgotten) this.characters -= sent.length;
	}
}

function bodyOf(sent: string): unknown {
	return sent === '' ? null : (parseJson(sent) ?? sent);
}
