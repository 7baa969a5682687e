import { readErrorName, type Failure, type FailureCode } from '../../client/failures';
import { ATTEMPT_TIMEOUT_MS, MAX_REPLY_MB, MAX_REPLY_VALUES } from '../../client/transport';
import { cut, isObject, asText } from '../../json';
import { plural } from '../../plural';

/** A failure in words for the person who runs the workflow. */
export interface Words {
	/** One sentence that can stand alone: n8n's error branch has nothing else. */
	message: string;
	/** What to do about it. */
	description?: string;
	/** The service's rules for each field, which the editor shows where `BELOW` says. */
	expected?: Readonly<Record<string, string>>;
	status?: number;
	/** n8n 2.37 and later show it and can send alerts; older versions ignore it. */
	failure?: { cause: string; retryAfterMs?: number };
}

/** Describes a failure of the client in words. */
export function describeFailure(failure: Failure): Words {
	const { status, ambiguous, done } = failure;
	const words = DESCRIBE[failure.code](failure);
	const advice = ambiguous?.check ?? words.description;
	return {
		status,
		...words,
		message: `${words.message}${describeOutcome(failure)}`,
		description: [done, advice].filter(Boolean).join(' ') || undefined,
	};
}

function describeOutcome({ ambiguous, gaveUp, requestedWaitMs }: Failure): string {
	if (ambiguous) return '. It may have been processed, so it was not sent again';
	if (gaveUp) return `. Tried ${plural(gaveUp.tries, 'time')} in ${seconds(gaveUp.waitedMs)}`;
	return requestedWaitMs === undefined ? '' : `. The service asks to wait ${seconds(requestedWaitMs)}`;
}

/** Where the editor shows the data of an error. */
export const BELOW = 'below under “Error details › From Sweepstakes … › Error data”';

export const CONFIGURATION_INVALID = { cause: 'configuration-invalid' };
const TEMPORARILY_UNAVAILABLE = { cause: 'temporarily-unavailable' };

const CHECK_ADDRESS =
	'Check “Base URL” in the credential: it must be the address of the Sweepstakes API itself.';
const RUN_LATER = 'The service or the connection to it has a problem. Run this again later.';
const CONTACT_SUPPORT =
	'Its answer is not as the API documentation says. Contact the support of the service.';

const LOOK_IT_UP =
	'Check the email address, phone number, code or ID by which it is looked up, and the sweepstakes. “Get Many” lists what there is.';

const DESCRIBE: Record<FailureCode, (failure: Failure) => Words> = {
	tokenRefused: (failure) => ({
		message: `The service does not accept the API token${quoted(failure)}`,
		description:
			'Open the credential, paste the API token of your account again, and save. n8n then tests it.',
		failure: { cause: 'credential-invalid' },
	}),
	accessRefused: (failure) => ({
		message: `The service does not allow this for your account${quoted(failure)}${bracketed(failure)}`,
		description:
			(failure.errorName && ADVICE.get(failure.errorName)) ??
			'This is about the whole account, not one item. Check whether the API token is correct, the account is active, its API domains and modules allow this, and no limit of the plan is reached.',
		failure: CONFIGURATION_INVALID,
	}),
	refused: (failure) => ({
		message: `The service refused this${quoted(failure)}${describeRedemption(failure)}${bracketed(failure)}`,
		description: findAdvice(failure),
		expected: failure.expectedBody && readRules(failure.expectedBody),
	}),
	rateLimited: (failure) => ({
		message: `The service accepts no more calls at the moment${quoted(failure)}`,
		description:
			'Another program uses the same account, or the plan allows fewer calls than “Calls per Minute” in the credential. Nothing was processed. Run this again later.',
		failure: { cause: 'rate-limited', retryAfterMs: failure.retryAfterMs },
	}),
	busy: (failure) => ({
		message: `The service is busy with another call${quoted(failure)}`,
		description:
			'It processes one call at a time for each account. Nothing was processed. Run this again later.',
		failure: TEMPORARILY_UNAVAILABLE,
	}),
	queueTooLong: ({ queueMs }) => ({
		message: queueMs
			? `The rate limit is reached. Try again in ${seconds(queueMs)}`
			: 'Other calls of the same account come first. Try again in a few seconds',
		description: 'Workflows that run at the moment use the limit of the account.',
		failure: { cause: 'rate-limited', retryAfterMs: queueMs },
	}),
	unreachable: ({ fault }) => ({
		message: `The service cannot be reached (${asText(fault?.code)})`,
		description: `Nothing was sent. ${CHECK_ADDRESS} If it is correct, the service or the network is not working at the moment. Run this again later.`,
		failure: TEMPORARILY_UNAVAILABLE,
	}),
	egressBlocked: ({ fault }) => ({
		message: `This n8n does not allow calls to the address of the service (${asText(fault?.message)})`,
		description: 'Nothing was sent. Ask the administrator of this n8n to allow the address in “Base URL”.',
		failure: CONFIGURATION_INVALID,
	}),
	untrusted: ({ fault }) => ({
		message: `The secure connection to the service failed (${asText(fault?.code)})`,
		description: `Nothing was sent. ${CHECK_ADDRESS}`,
		failure: CONFIGURATION_INVALID,
	}),
	redirected: ({ status, location }) => ({
		message: `The address in “Base URL” redirects to another one (status ${status}${location ? `, ${cut(location)}` : ''}), and the API token is not sent there`,
		description: CHECK_ADDRESS,
		failure: CONFIGURATION_INVALID,
	}),
	notTheService: ({ status }) => ({
		message: `The address answered with status ${status}, but not as the Sweepstakes API does`,
		description: CHECK_ADDRESS,
		failure: CONFIGURATION_INVALID,
	}),
	refusedOnTheWay: ({ status }) => ({
		message: `Something between this n8n and the service refused this call with status ${status}`,
		description:
			'Other calls came through, so a firewall or gateway probably objects to something in this item, to its size, or to the number of calls.',
	}),
	notConfirmed: () => unconfirmed('its answer does not say “Response: true”'),
	replyTooLong: () =>
		unconfirmed(
			`its answer has more than ${MAX_REPLY_MB} MB, or more than ${MAX_REPLY_VALUES.toLocaleString('en-US')} values`,
		),
	deadlinePassed: () => unconfirmed(`no answer in ${seconds(ATTEMPT_TIMEOUT_MS)}`),
	noReply: ({ fault }) => unconfirmed(`no answer came${fault?.code ? ` (${fault.code})` : ''}`),
	serverError: (failure) =>
		unconfirmed(`the service answered with status ${failure.status}${quoted(failure)}`),
	unreadableReply: () => unconfirmed('its answer could not be read'),
	unexpectedReply: ({ missing = 'what was asked' }) => ({
		message: `The service did not say ${missing}`,
		description: CONTACT_SUPPORT,
	}),
	endlessList: ({ list, reason }) => ({
		message: `The list of ${list} does not end: ${reason}, and the service says that there are more`,
		description: 'Nothing was changed. Contact the support of the service.',
	}),
	changingList: ({ list }) => ({
		message: `The list of ${list} is not complete, because it changed each time it was read`,
		description: `Nothing was changed by this node. Run this again when no more ${list} are drawn.`,
	}),
	notDownloaded: ({ reason }) => ({
		message: `The file could not be downloaded from its temporary address${reason ? ` (${reason})` : ''}`,
		description: `${RUN_LATER} The file itself is still in the account.`,
		failure: TEMPORARILY_UNAVAILABLE,
	}),
	notFound: () => ({ message: 'The service found no such participant', description: LOOK_IT_UP }),
	foundOthers: () => ({
		message:
			'The service found only entries without the email or phone number that was asked for, so nothing was done',
		description: 'Choose the participant from the list or by ID.',
	}),
	otherSweepstakes: () => ({
		message: 'This ID does not belong to the sweepstakes that is chosen, so nothing was done',
		description: 'An agent may write only in the sweepstakes of its tool.',
	}),
	undatedEntry: () => ({
		message:
			'The service sent a participant without a ParticipantToken or a CreationDate, so this node cannot know who is new',
		description: 'Contact the support of the service.',
	}),
	inconclusive: () => unconfirmed('its answer could be about another call'),
};

function unconfirmed(what: string): Words {
	return {
		message: `The service did not confirm this: ${what}`,
		description: RUN_LATER,
		failure: TEMPORARILY_UNAVAILABLE,
	};
}

/** A time in ms as whole seconds, rounded up: "3 s". */
export function seconds(ms: number): string {
	return `${Math.ceil(ms / 1_000)} s`;
}

function quoted({ serviceMessage }: Failure): string {
	return serviceMessage ? `: ${serviceMessage.replace(/(?<![.\s])[.\s]+$/, '')}` : '';
}

function describeRedemption({ redeemed }: Failure): string {
	return redeemed ? ` (${redeemed})` : '';
}

/** The name of a refusal. It is in the message, because the error output of n8n has no other field to branch on. */
function bracketed(failure: Failure): string {
	const name = readErrorName(failure);
	return name ? ` [${name}]` : '';
}

/** What to do about an error, by its name (contract, Errors; reference, "Codes" and "Additions and corrections"). */
const ADVICE = new Map([
	['InsufficientSpace', 'Increase “Length”, so that there are more possible codes.'],
	['DailyLimit', 'Waiting a minute does not help. Run this again tomorrow.'],
	['AccountDailyLimit', 'Waiting a minute does not help. Run this again tomorrow.'],
	[
		'AlreadyEntered',
		'This sweepstakes takes one entry from each person. To leave out people who entered before, set “When Already Entered” to “Skip”.',
	],
	['AlreadyRedeemed', 'A code can be redeemed once.'],
	['CodeVoided', 'The code can no longer be used.'],
	['CodeNotAvailable', 'Only a code that is neither assigned nor redeemed can be assigned.'],
	['ParticipantHasCode', 'A participant can hold one code. Take it back first, with Code › Unassign.'],
	['CodeInUse', 'Only a code that is neither assigned nor redeemed can be renamed.'],
	['DuplicateCode', 'Choose a name that no other code of the sweepstakes has.'],
	['NotAssigned', 'Assign the code to a participant first, with Code › Assign.'],
	['NotCurrentCode', 'The participant holds another code now. Send that one.'],
	[
		'DirectMessageNotEnabled',
		'Your account may not send messages to single participants. Ask the support of the service to allow it. Nothing was sent.',
	],
	[
		'NoRegisteredSmsSender',
		'Register a number for text messages in the application, or use email. Nothing was sent.',
	],
	['ProhibitedContent', 'Change the text: the service does not send it. Nothing was sent.'],
	['ChannelPaused', 'Email or text messages are paused. Resume them in the application. Nothing was sent.'],
	...['HighBounceRate', 'HighComplaintRate', 'AccountSuspended'].map(
		(reason) =>
			[reason, 'The service stopped it to protect delivery. Contact the support of the service.'] as const,
	),
	['Blocked', 'The service stopped the drip. Look in the application for the reason.'],
	['EditedSincePause', 'The drip was edited while it was paused. Start it again in the application.'],
	['StepsNotActivated', 'Not all steps of the drip are ready. Start it again in the application.'],
	['StaffHold', 'The service stopped the drip. Contact the support of the service.'],
	...['unsubscribe', 'stop', 'complaint', 'bounce', 'import'].map(
		(reason) =>
			[
				reason,
				'Only addresses that were put on the list by hand or by Suppress can be taken off it.',
			] as const,
	),
]);

function findAdvice(failure: Failure): string | undefined {
	const {
		addedToday,
		responses,
		eligibleParticipants,
		candidates = [],
		hint,
		findings,
		recordStatus,
	} = failure;
	const name = readErrorName(failure);
	const advice = name && ADVICE.get(name);
	const sentences = [
		eligibleParticipants !== undefined &&
			`${plural(eligibleParticipants, 'participant')} can be drawn. Nobody was drawn.`,
		addedToday !== undefined && `${addedToday} were added in the last 24 hours.`,
		responses !== undefined && `The survey has ${plural(responses, 'response')}.`,
		failure.skips && `Skipped: ${failure.skips}.`,
		findings && `The service found: ${findings}.`,
		recordStatus && !advice && `The status is “${recordStatus}”.`,
		advice ?? (name && `The service gives the reason “${name}”.`),
		candidates.length > 0 && cut(`Possible: ${candidates.join('; ')}.`),
		hint,
		failure.expects,
		expectedBody(failure),
	];
	return sentences.filter(Boolean).join(' ') || (failure.status === 404 ? LOOK_IT_UP : undefined);
}

/** With a message of the service, the rules of all fields would hide it, so they are only in the data of the error. */
function expectedBody({ expectedBody: expected = {}, serviceMessage }: Failure): string | undefined {
	const rules = Object.entries(readRules(expected)).map(([name, rule]) =>
		rule ? `${name} (${rule})` : name,
	);
	if (rules.length === 0) return undefined;
	return serviceMessage
		? 'What the service expects is in the error details below.'
		: cut(`The service expects: ${rules.join('; ')}.`);
}

/** More than any request of the service has. */
const MOST_RULES = 300;

function readRules(expected: Readonly<Record<string, unknown>>): Record<string, string> {
	const rules = Object.entries(expected).slice(0, MOST_RULES);
	return Object.fromEntries(rules.map(([name, rule]) => [cut(name), cut(ruleText(rule))]));
}

/** A rule is documented as text. Of an object, only the names of its members are of use. */
function ruleText(rule: unknown): string {
	if (isObject(rule)) return Object.keys(rule).join(', ');
	return typeof rule === 'string' || typeof rule === 'number' ? String(rule) : '';
}
