import { cut, isObject, messageIn, type Json } from './json';
import { limitInMessage } from './plan';
import type { Fault } from './transport';

/** Why a call has no result, in words for the person who runs the workflow. */
export interface Problem {
	/** One sentence that stands alone: n8n's error branch carries nothing else. */
	message: string;
	/** What to do about it. */
	description?: string;
	/** The HTTP-like status, where the service answered. */
	status?: number;
	/** The next item would fail alike, so nothing more is sent in this run. */
	endsRun?: boolean;
	/** The call may have been processed although no answer says so. */
	maybeProcessed?: boolean;
	/** The calls in a minute that the plan allows, where the service names them. */
	planLimit?: number;
	/** n8n ≥ 2.37 shows and alerts by it; older versions ignore it. */
	failure?: { cause: string; retryAfterMs?: number };
}

/** A call that failed for good. */
export class ServiceError extends Error {
	constructor(readonly problem: Problem) {
		super(problem.message);
	}
}

const CHECK_TOKEN =
	'Open the credential, paste the API token of your account again, and save. n8n then tests it.';
const CHECK_ADDRESS =
	'Check “Base URL” in the credential: it must be the address of the Sweepstakes API itself.';

export function tokenRefused(body: Json | undefined): Problem {
	return {
		message: `The service does not accept the API token${quoted(body)}`,
		description: CHECK_TOKEN,
		status: 401,
		endsRun: true,
		failure: { cause: 'credential-invalid' },
	};
}

/** 403 is always the account's: token unknown, disabled, domain, module, quota or plan cap (specification, Errors). */
export function accessRefused(body: Json | undefined): Problem {
	return {
		message: `The service does not allow this for your account${quoted(body)}`,
		description:
			'This is about the whole account, not one item. Check whether the API token is correct, the account is active, its API domains and modules allow this, and no limit of the plan is reached.',
		status: 403,
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	};
}

export function refused(status: number, body: Json | undefined): Problem {
	return {
		message: `The service refused this${quoted(body)}`,
		description: expectedBody(body),
		status,
	};
}

export function rateLimited(body: Json | undefined, retryAfterMs: number | undefined): Problem {
	return {
		message: `The service accepts no more calls at the moment${quoted(body)}`,
		description:
			'Another program uses the same account, or the plan allows fewer calls than “Calls per Minute” in the credential. Nothing was processed. Run this again later.',
		status: 429,
		planLimit: limitInMessage(body),
		failure: { cause: 'rate-limited', retryAfterMs },
	};
}

export function busy(body: Json | undefined): Problem {
	return {
		message: `The service is busy with another call${quoted(body)}`,
		description:
			'It processes one call at a time for each account. Nothing was processed. Run this again later.',
		status: 503,
		failure: { cause: 'temporarily-unavailable' },
	};
}

export function outOfReach(fault: Fault): Problem {
	return {
		message: `The service cannot be reached (${fault.code})`,
		description: `Nothing was sent. ${CHECK_ADDRESS} If it is correct, the service or the network is not working at the moment. Run this again later.`,
		failure: { cause: 'temporarily-unavailable' },
	};
}

export function blocked(fault: Fault): Problem {
	return {
		message: `This n8n does not allow calls to the address of the service (${fault.message})`,
		description: 'Nothing was sent. Ask the administrator of this n8n to allow the address in “Base URL”.',
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	};
}

export function untrusted(fault: Fault): Problem {
	return {
		message: `The secure connection to the service failed (${fault.code})`,
		description: `Nothing was sent. ${CHECK_ADDRESS}`,
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	};
}

export function undecided(what: string, body?: Json, status?: number): Problem {
	return {
		message: `The service did not confirm this: ${what}${quoted(body)}`,
		description: 'The service or the connection to it has a problem. Run this again later.',
		status,
		failure: { cause: 'temporarily-unavailable' },
	};
}

export function misdirected(status: number, location: string | undefined): Problem {
	return {
		message: `The address in “Base URL” redirects to another one (status ${status}${location ? `, ${cut(location)}` : ''}), and the API token is not sent there`,
		description: CHECK_ADDRESS,
		status,
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	};
}

export function notTheService(status: number): Problem {
	return {
		message: `The address answered with status ${status}, but not as the Sweepstakes API does`,
		description: CHECK_ADDRESS,
		status,
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	};
}

/** Says of a call that must not be sent twice that its fate is unknown. */
export function maybeProcessed(problem: Problem, whatToCheck: string): Problem {
	return {
		...problem,
		message: `${problem.message}. It may have been processed, so it was not sent again`,
		description: whatToCheck,
		maybeProcessed: true,
	};
}

/** Says how often a call was sent in vain. */
export function gaveUp(problem: Problem, tries: number, waitedMs: number): Problem {
	return { ...problem, message: `${problem.message}. Tried ${tries} times in ${seconds(waitedMs)}` };
}

/** The service asked for a longer wait than is left. */
export function asksForTooLong(problem: Problem, waitMs: number): Problem {
	return { ...problem, message: `${problem.message}. The service asks to wait ${seconds(waitMs)}` };
}

/** A time in ms as whole seconds, rounded up: "3 s". */
export function seconds(ms: number): string {
	return `${Math.ceil(ms / 1_000)} s`;
}

function quoted(body: Json | undefined): string {
	const message = messageIn(body);
	return message && `: ${message.replace(/(?<![.\s])[.\s]+$/, '')}`;
}

/** `Help.ExpectedBody` of a 400 as a sentence: it maps parameter names to their rules (specification, Errors). */
function expectedBody(body: Json | undefined): string | undefined {
	const expected = isObject(body?.Help) ? body.Help.ExpectedBody : undefined;
	if (!isObject(expected)) return undefined;
	const rules = Object.entries(expected).map(([name, rule]) => `${name}${ruleText(rule)}`);
	return rules.length > 0 ? cut(`The service expects: ${rules.join('; ')}.`) : undefined;
}

/** A rule is documented as text; of the members of one that is not, only the names are of use. */
function ruleText(rule: unknown): string {
	if (isObject(rule)) return ` (${Object.keys(rule).join(', ')})`;
	return typeof rule === 'string' || typeof rule === 'number' ? ` (${rule})` : '';
}
