import type { FailureCode } from '../../nodes/shared/client/failures';
import type { Finding } from './finding';
import { isSuccess } from './recorder';

export interface StepFailure {
	code: FailureCode;
	/** The status of the reply, or undefined if there was no reply. */
	status?: number;
}

type Words = Pick<Finding, 'came' | 'means'>;

const TRY_LATER =
	'Workflows wait and try again. A call that must not happen twice is looked up first. If that fails, the item stops and says what to check.';
const CHECK_ADDRESS =
	'Workflows fail with an error that names the Base URL. Check the address, or ask who runs the network in between.';
const CANNOT_READ =
	'The operations that read this fail with an error. They never return part of the answer as if it were all.';

/** How a failed call is described, and what it means for workflows. */
const IN_WORDS: Partial<Record<FailureCode, Words>> = {
	unexpectedReply: { came: 'an answer that the nodes cannot read', means: CANNOT_READ },
	notAcknowledged: { came: 'an answer that is neither a success nor a refusal', means: CANNOT_READ },
	unreadableReply: { came: 'something that is not JSON', means: CANNOT_READ },
	endlessList: { came: 'a list that never ends', means: CANNOT_READ },
	notTheService: { came: 'a web page or an answer of another program', means: CHECK_ADDRESS },
	refusedOnTheWay: {
		came: 'a refusal by something between you and the service, such as a firewall',
		means: 'This item fails in a workflow, and the others go on. Ask who runs the network in between.',
	},
	redirected: { came: 'a redirect to another address', means: CHECK_ADDRESS },
	untrusted: { came: 'a connection that is not secure', means: CHECK_ADDRESS },
	egressBlocked: {
		came: 'no connection, because this computer does not allow the address',
		means: CHECK_ADDRESS,
	},
	unreachable: { came: 'no connection', means: CHECK_ADDRESS },
	noReply: { came: 'no complete answer', means: TRY_LATER },
	serverError: { came: 'an error of the service', means: TRY_LATER },
	busy: { came: '“busy” each time', means: TRY_LATER },
	rateLimited: {
		came: '“too many calls” each time',
		means: 'Workflows wait for the rate limit, and then stop. Nothing is lost: run them again later.',
	},
	tokenRefused: {
		came: 'a refusal of the API token',
		means: 'No workflow works with this token. Paste it again, or make a new one in your provider’s web app.',
	},
	accessRefused: {
		came: 'a refusal for the whole account',
		means:
			'Operations like this one fail for your account. The token, a module, or a limit of your plan may be the reason.',
	},
	notFound: {
		came: 'a refusal: there is no such record',
		means: 'Steps that use the ID of a record from a list fail for this record.',
	},
	refused: {
		came: 'a refusal',
		means: 'The items that need this call fail, with the service’s own words. Nothing is done twice.',
	},
};

const UNKNOWN: Words = { came: 'a failure', means: 'The operations that need this call fail with an error.' };

/** Words for a web page that arrived with a success status, which is not a refusal. */
const PAGE: Words = {
	came: 'something other than an answer, such as a login page',
	means: 'These items fail in a workflow, and the others go on. Ask who runs the network in between.',
};

/** Whether the plan or the user's role may explain a refusal. */
export const isOfPlan = ({ code, status }: StepFailure): boolean =>
	code === 'accessRefused' && status === 403;

/** Describes the refusal that a step provokes. */
export const toRefusal = (statuses: readonly number[]): string =>
	`a refusal with status ${statuses.join(' or ')}`;

/** The finding for a step that should have been refused with one of these statuses. */
export function notRefusedFinding(statuses: readonly number[]): Finding {
	return {
		about: 'The call',
		expected: toRefusal(statuses),
		came: 'a success',
		means: 'A wrong ID in a workflow gives an empty result instead of an error.',
	};
}

/** The finding for a step that failed. */
export function failureFinding(
	{ code, status = 0 }: StepFailure,
	expected = 'an answer that the nodes can read',
): Finding {
	const isPage = code === 'refusedOnTheWay' && isSuccess({ status });
	const { came, means } = isPage ? PAGE : (IN_WORDS[code] ?? UNKNOWN);
	return { about: 'The call', expected, came: status ? `${came} (status ${status})` : came, means };
}
