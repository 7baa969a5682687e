import {
	concernsAccount,
	type Ending,
	type Failure,
	type FailureCode,
	type FailureOf,
} from '../../client/failures';
import {
	ATTEMPT_TIMEOUT_MS,
	DEADLINE_PASSED,
	MAX_REPLY_KEYS,
	MAX_REPLY_LEVELS,
	MAX_REPLY_MB,
	MAX_REPLY_VALUES,
	REPLY_TOO_LONG,
	type Fault,
} from '../../client/transport';
import { isTlsCode } from '../../client/verdict';
import { cut, asText } from '../../json';
import { pluralize } from '../../pluralize';
import { nameFields } from './labels';
import { describeMissing, type FailureContext } from './missing-record';
import {
	adviseOnRefusal,
	CHECK_ACCOUNT,
	findKnownRefusal,
	LOOK_IT_UP,
	readRedemption,
	toDetails,
	type ErrorDetails,
} from './refusal-texts';

export interface Words {
	/** One sentence that must be clear without any context, because n8n's error output contains nothing else. */
	message: string;
	description?: string;
	/** The details that are shown in the place that `IN_ERROR_DETAILS` names. */
	details?: ErrorDetails;
	status?: number;
	/** The cause in n8n's terms. n8n shows it since version 2.37, and can send alerts about it. */
	failure?: { cause: string; retryAfterMs?: number };
	/** How the call ended, for workflows that decide by it. */
	ending?: Pick<Ending, 'reason' | 'tries' | 'lookups'>;
}

export function describeFailure(
	failure: Failure,
	context: FailureContext = { fields: [], valueOf: () => undefined },
): Words {
	const { status, ending, done, serviceMessage } = failure;
	const named = {
		...failure,
		serviceMessage: serviceMessage && nameFields(serviceMessage, context.fields),
	};
	const words = DESCRIBE[failure.code](named as never, context);
	// A refused token or account must be corrected, even if the call may have been processed.
	const isOfAccount = ending?.check !== undefined && concernsAccount(failure);
	const advice = [isOfAccount || !ending?.check ? words.description : undefined, ending?.check];
	return {
		status,
		...words,
		message: `${words.message}${describeOutcome(failure)}`,
		ending: ending && { reason: ending.reason, tries: ending.tries, lookups: ending.lookups },
		description: [done, ...advice].filter(Boolean).join(' ') || undefined,
	};
}

function describeOutcome({ ending, requestedWaitMs }: Failure): string {
	if (ending) return `. ${describeEnding(ending)}`;
	return requestedWaitMs === undefined
		? ''
		: `. The service asks you to wait ${formatSeconds(requestedWaitMs)}`;
}

/** Describes how a call ended that was sent several times, or whose reply was lost. */
function describeEnding({ reason, tries, lookups, waitedMs = 0, found, lookUpFailure }: Ending): string {
	const sent = `It was sent ${tries === 1 ? 'once' : pluralize(tries, 'time')}`;
	const lookupCount = pluralize(lookups, 'lookup');
	const failed = lookUpFailure ? ` (${describeFailure(lookUpFailure).message})` : '';
	const endings: Record<Ending['reason'], string> = {
		gaveUp: `This node tried ${pluralize(tries, 'time')} in ${formatSeconds(waitedMs)}`,
		unconfirmed: `${MAY_BE_PROCESSED}. ${sent} in ${formatSeconds(waitedMs)}`,
		nothingFound: `${MAY_BE_PROCESSED}. ${sent}, and ${lookupCount} found nothing`,
		somethingElse: `${MAY_BE_PROCESSED}. ${sent}, and a lookup found ${found}`,
		notReadable: `${MAY_BE_PROCESSED}. ${sent}, and could not be looked up${failed}`,
		accountRefused: `${MAY_BE_PROCESSED} before that. ${sent}, and could not be looked up afterward`,
		notLookedUp: `${MAY_BE_PROCESSED}. ${sent}, and not again, because it cannot be looked up`,
	};
	return endings[reason];
}

const MAY_BE_PROCESSED = 'The call may have been processed';

export const CONFIGURATION_INVALID = { cause: 'configuration-invalid' };
const TEMPORARILY_UNAVAILABLE = { cause: 'temporarily-unavailable' };

const CHECK_ADDRESS =
	'Check “Base URL” in the credential: it must be the address of the Sweepstakes API itself.';
const RUN_LATER = 'The service or the connection to it has a problem. Run this again later.';
const CONTACT_SUPPORT = 'Contact your provider’s support team.';

const READ_LESS = 'Read less at a time: turn off “Return All”, add a filter, or run this for fewer items.';

const DESCRIBE: { [Code in FailureCode]: (failure: FailureOf<Code>, context: FailureContext) => Words } = {
	tokenRefused: (failure) => ({
		message: `The service does not accept the API token${quoteServiceMessage(failure)}`,
		description:
			'Open the credential, paste your account’s API token again, and save. n8n then tests it. If the token is right, check “Base URL”.',
		failure: { cause: 'credential-invalid' },
	}),
	accessRefused: (failure) => {
		const [message, advice] = findKnownRefusal(failure) ?? [
			`The service does not allow this for your account${quoteServiceMessage(failure)}`,
			CHECK_ACCOUNT,
		];
		return { message, description: advice, details: toDetails(failure), failure: CONFIGURATION_INVALID };
	},
	refused: (failure, context) => {
		const known = findKnownRefusal(failure);
		const missing = known ? undefined : describeMissing(failure, context);
		if (missing) {
			const description = [missing.description, failure.expects].filter(Boolean).join(' ');
			return { message: missing.message, description, details: toDetails(failure) };
		}
		const redeemed = readRedemption(failure);
		const message = known?.[0] ?? `The service rejected this${quoteServiceMessage(failure)}`;
		return {
			message: `${message}${redeemed ? ` (${redeemed})` : ''}`,
			description: adviseOnRefusal(failure, context.fields),
			details: toDetails(failure),
		};
	},
	rateLimited: (failure) => ({
		message: `The service does not accept more calls right now${quoteServiceMessage(failure)}`,
		description:
			'Another program uses the same account, or the plan allows fewer calls than “Calls per Minute” in the credential. Nothing was processed. Run this again later.',
		failure: { cause: 'rate-limited', retryAfterMs: failure.retryAfterMs },
	}),
	busy: (failure) => ({
		message: `The service is busy with another call${quoteServiceMessage(failure)}`,
		description: 'The service processes one call at a time. Nothing was processed. Run this again later.',
		failure: TEMPORARILY_UNAVAILABLE,
	}),
	queueTooLong: ({ queueMs }) => ({
		message: queueMs
			? `The rate limit has been reached. Try again in ${formatSeconds(queueMs)}`
			: 'Other calls of this account are waiting ahead of this one. Try again in a few seconds',
		description: 'Other running workflows are using up the account’s rate limit.',
		failure: { cause: 'rate-limited', retryAfterMs: queueMs },
	}),
	unreachable: ({ fault }) => ({
		message: `Cannot reach the address in “Base URL” (${asText(fault.code)})`,
		description: `Nothing was sent. ${CHECK_ADDRESS} If it is correct, the service or the network is down. Run this again later.`,
		failure: TEMPORARILY_UNAVAILABLE,
	}),
	egressBlocked: ({ fault }) => ({
		message: `This n8n instance blocks calls to the address in “Base URL” (${fault.message})`,
		description: 'Nothing was sent. Ask the administrator of your n8n instance to allow it.',
		failure: CONFIGURATION_INVALID,
	}),
	untrusted: ({ fault }) => ({
		message: `The secure connection to the address in “Base URL” failed (${asText(fault.code)})${isTlsCode(fault.code) ? ', so the address may not support https' : ''}`,
		description: isTlsCode(fault.code) ? CHECK_ADDRESS : `Nothing was sent. ${CHECK_ADDRESS}`,
		failure: CONFIGURATION_INVALID,
	}),
	redirected: ({ status, location }) => ({
		message: `The address in “Base URL” redirects to a different address (status ${status}${location ? `, ${cut(location)}` : ''}), and the API token is not sent there`,
		description: CHECK_ADDRESS,
		failure: CONFIGURATION_INVALID,
	}),
	notTheService: ({ status }) => ({
		...describeForeignReply(`status ${status}`),
		failure: CONFIGURATION_INVALID,
	}),
	refusedOnTheWay: ({ status }) => ({
		message: `A firewall or proxy blocked this call (status ${status})`,
		description:
			'Other calls got through, so a firewall or gateway probably objects to something in this item, to its size, or to the number of calls.',
	}),
	notAcknowledged: () => describeForeignReply('“Response: true” is missing'),
	noReply: ({ fault }) => ({
		...describeUnconfirmed(describeNoReply(fault)),
		...(fault.code === REPLY_TOO_LONG && { description: READ_LESS, failure: undefined }),
	}),
	serverError: (failure) =>
		describeUnconfirmed(`the service responded with status ${failure.status}${quoteServiceMessage(failure)}`),
	unreadableReply: () => describeForeignReply('its response is not JSON'),
	unexpectedReply: ({ missing = 'what was requested' }) => ({
		message: `The service’s response does not show ${missing}`,
		description: CONTACT_SUPPORT,
	}),
	endlessList: ({ list, reason }) => ({
		message: `Stopped reading the list of ${list}, because it did not end (${reason})`,
		description: `Nothing was changed. ${CONTACT_SUPPORT}`,
	}),
	tooMuchData: ({ megabytes }) => ({
		message: `More than ${megabytes} MB would have to be held in memory, which is too much for n8n`,
		description: READ_LESS,
	}),
	notDownloaded: ({ reason }) => ({
		message: `The file could not be downloaded${reason ? `, because ${reason}` : ''}`,
		description: `${reason ? 'Running this again does not help.' : RUN_LATER} The file itself is still in the account.`,
		failure: reason ? undefined : TEMPORARILY_UNAVAILABLE,
	}),
	notFound: (failure, context) =>
		describeMissing(failure, context) ?? {
			message: `The service did not find this ${failure.record}`,
			description: LOOK_IT_UP,
		},
	rehearsed: () => ({
		message: 'An earlier node only rehearsed creating this, so there is nothing to read',
		description: 'Nothing was sent. Try this step in a real run, or with a record that exists.',
	}),
	inOwnWords: ({ message, description }) => ({ message, description }),
};

function describeNoReply({ code }: Fault): string {
	if (code === DEADLINE_PASSED) return `it did not respond within ${formatSeconds(ATTEMPT_TIMEOUT_MS)}`;
	if (code === REPLY_TOO_LONG)
		return `its response is larger than ${MAX_REPLY_MB} MB, or has more than ${MAX_REPLY_VALUES.toLocaleString('en-US')} values, ${MAX_REPLY_KEYS.toLocaleString('en-US')} keys in one object, or ${MAX_REPLY_LEVELS} levels`;
	if (isTlsCode(code))
		return `the secure connection failed (${code}), so the address in “Base URL” may not support https`;
	return `it did not respond${code ? ` (${code})` : ''}`;
}

function describeUnconfirmed(reason: string): Words {
	return {
		message: `The service did not confirm this: ${reason}`,
		description: RUN_LATER,
		failure: TEMPORARILY_UNAVAILABLE,
	};
}

function describeForeignReply(reason: string): Words {
	return {
		message: `The address in “Base URL” does not respond like the Sweepstakes API (${reason})`,
		description: `${CHECK_ADDRESS} If other calls work, run this again later.`,
		failure: TEMPORARILY_UNAVAILABLE,
	};
}

/** Formats a time in ms as whole seconds, rounded up: "3 s". */
export function formatSeconds(ms: number): string {
	return `${Math.ceil(ms / 1_000)} s`;
}

function quoteServiceMessage({ serviceMessage }: Failure): string {
	return serviceMessage ? `: ${serviceMessage.replace(/(?<![.\s])[.\s]+$/, '')}` : '';
}
