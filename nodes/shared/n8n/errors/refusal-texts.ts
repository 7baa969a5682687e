import type { FailureOf, Refusal } from '../../client/failures';
import { cut, isObject } from '../../json';
import { pluralize } from '../../pluralize';
import type { Field } from '../operation/field';
import { nameFields } from './labels';
import { readRefusalFacts, type RefusalFacts } from './refusal-facts';
import { IN_ERROR_DETAILS } from './sentences';

export const LOOK_IT_UP =
	'Check the ID, code, email address or phone number, and the sweepstakes. “Get Many” lists the existing records.';

const TOMORROW = 'Run this again tomorrow.';
const CONTACT = 'Contact your provider’s support team.';

/** Maps the name of an error (contract, Errors; reference, "Codes") to what happened and what to do. */
const KNOWN_REFUSALS = new Map(
	Object.entries<readonly [message: string, remedy: string]>({
		InsufficientSpace: ['There are not enough unused codes of this length', 'Increase “Length”.'],
		SweepstakesLimit: [
			'The sweepstakes has reached its maximum number of codes',
			'Delete codes that are no longer needed.',
		],
		DailyLimit: ['The service’s daily limit for this operation is reached', TOMORROW],
		AccountDailyLimit: ['The account has reached its daily limit of messages', TOMORROW],
		AlreadyEntered: [
			'This person has already entered',
			'The sweepstakes allows one entry per person. To leave out people who have already entered, set “When Already Entered” to “Skip”.',
		],
		AlreadyRedeemed: ['The code is already redeemed', 'A code can be redeemed only once.'],
		CodeVoided: ['The code is voided', 'It can no longer be used. Choose another code.'],
		CodeNotAvailable: ['The code is not available', 'Choose a code that is neither assigned nor redeemed.'],
		ParticipantHasCode: [
			'The participant already has a code',
			'To find it, use Code › Get Many with the email or phone number as “Search”. To replace it, first take it back with Code › Unassign.',
		],
		CodeInUse: ['The code is assigned or redeemed', 'Only an available code can be renamed.'],
		DuplicateCode: ['The sweepstakes already has this code', 'Choose another code.'],
		OptedOut: ['This person has opted out', 'Nothing was sent. Message only people who have not opted out.'],
		NotAssigned: ['The code is not assigned', 'First assign it to a participant with Code › Assign.'],
		NotCurrentCode: ['The participant now has a different code', 'Send that code instead.'],
		DirectMessageNotEnabled: [
			'The account is not allowed to send messages to individual participants',
			'Nothing was sent. Ask your provider’s support team to allow it.',
		],
		NoRegisteredSmsSender: [
			'The account has no registered number for text messages',
			'Nothing was sent. Register a number in your provider’s web app, or use email.',
		],
		ProhibitedContent: [
			'The message contains content that the service does not allow',
			'Nothing was sent. Change the text.',
		],
		ChannelPaused: [
			'Email or text messages are paused',
			'Nothing was sent. Message › Get Usage shows who paused them. If it was your account, resume them in your provider’s web app. Otherwise, contact your provider’s support team.',
		],
		HighBounceRate: ['The service stopped the messages, because too many of them bounced', CONTACT],
		HighComplaintRate: ['The service stopped the messages, because too many recipients complained', CONTACT],
		AccountSuspended: ['The service no longer sends messages for this account', CONTACT],
		ModuleNotInPlan: ['The plan does not include the module for this operation', 'Change the plan.'],
		PlanDoesNotAllowSharing: ['The plan does not allow this', 'Change the plan.'],
		ChannelNotInPlan: [
			'The plan does not include this channel',
			'Choose another channel, or change the plan.',
		],
		NoSenderProfile: ['The account has no sender profile', 'Create one in your provider’s web app.'],
		NoFromName: ['The sender has no name', 'Enter one in your provider’s web app.'],
		NoPhysicalAddress: ['The account has no postal address', 'Enter one in your provider’s web app.'],
		Blocked: ['The service stopped the drip', 'Your provider’s web app shows the reason.'],
		EditedSincePause: [
			'The drip was edited while it was paused',
			'Start it again in your provider’s web app.',
		],
		StepsNotActivated: [
			'Not all steps of the drip are ready',
			'Finish them in your provider’s web app, and start the drip there.',
		],
		StaffHold: ['The service’s staff stopped the drip', CONTACT],
	}),
);

/** What to do if the service denies access, depending on words in its message. The first match counts. */
const ACCESS_REMEDIES: ReadonlyArray<readonly [words: RegExp, remedy: string]> = [
	[/\btoken\b/i, 'Open the credential, paste your account’s API token again, and save.'],
	[/\bmodule\b/i, 'Ask your provider to turn on this module for your account, or change the plan.'],
	[
		/\bdomains?\b/i,
		'Your provider’s web app lists the API domains that your account allows. Add the domain there.',
	],
	[/\b(quota|exhausted)\b/i, 'Run this again next month, or change the plan.'],
	[/\b(limit|maximum|allows)\b/i, 'Remove what you no longer need, or change the plan.'],
	[/\bhibernat/i, 'Sign in to your provider’s web app to wake the account up, and run this again.'],
	[/\b(disabled|suspended|inactive)\b/i, `This cannot be changed in n8n. ${CONTACT}`],
];

export function adviseOnAccess(serviceMessage = ''): string {
	return (
		ACCESS_REMEDIES.find(([words]) => words.test(serviceMessage))?.[1] ??
		'This affects the whole account. Check in your account that the API token is correct, the account is active, the needed module and API domain are allowed, and no limit of the plan is reached.'
	);
}

/**
 * What to do about a refusal without an error name, depending on words in the service's message. The first match
 * counts.
 */
const REFUSAL_REMEDIES: ReadonlyArray<readonly [words: RegExp, remedy: string]> = [
	[/sweepstakes\b.*\bpaused|paused sweepstakes/i, 'Resume the sweepstakes first, with Sweepstakes › Resume.'],
	[/sweepstakes\b.*\barchived|archived sweepstakes/i, 'Unarchive it in your provider’s web app first.'],
	[/\bhandler\b.*\b(taken|exists|in use)/i, 'Choose another handler.'],
	[/There is no \//, 'Check “Path”.'],
	[/\balready (a|exists|has a|taken)\b/i, 'Choose another name.'],
];

export function findKnownRefusal({
	errorName = '',
}: Refusal): readonly [message: string, remedy: string] | undefined {
	return KNOWN_REFUSALS.get(errorName);
}

export function adviseOnRefusal(refusal: FailureOf<'refused'>, fields: readonly Field[]): string | undefined {
	const { serviceMessage = '', errorName: name } = refusal;
	const facts = readRefusalFacts(refusal.body);
	const { addedToday, responses, eligibleParticipants, candidates, recordStatus } = facts;
	const remedy = listRemedies([name, ...facts.findingCodes]);
	const sentences = [
		eligibleParticipants !== undefined && !refusal.done && 'Nobody was drawn.',
		eligibleParticipants === 0 && 'Wait for entries, or choose another group.',
		eligibleParticipants !== undefined &&
			eligibleParticipants > 0 &&
			`Only ${pluralize(eligibleParticipants, 'participant')} can be drawn.`,
		addedToday !== undefined && `Added in the last 24 hours: ${addedToday.toLocaleString('en-US')}.`,
		responses !== undefined && `The survey has ${pluralize(responses, 'response')}.`,
		facts.skips && `Skipped channels: ${facts.skips}.`,
		facts.findings && `The service found: ${facts.findings}.`,
		recordStatus && !remedy && `The current status is “${recordStatus}”.`,
		remedy ?? (name && `The service gives the reason “${name}”.`),
		!name && !refusal.expects && REFUSAL_REMEDIES.find(([words]) => words.test(serviceMessage))?.[1],
		candidates.length > 0 && cut(`Did you mean: ${candidates.join('; ')}?`),
		facts.hint,
		refusal.expects,
		!serviceMessage && describeExpected(facts, fields),
	].filter(Boolean);
	if (sentences.length > 0) return sentences.join(' ');
	const namesField = serviceMessage.includes('“');
	if (!namesField && Object.values(readRules(facts)).some(Boolean))
		return `What the service expects is shown ${IN_ERROR_DETAILS}.`;
	return refusal.status === 404
		? `${LOOK_IT_UP} If every operation fails, check “Base URL” in the credential.`
		: undefined;
}

/** Returns what to do about a refusal, given the names of its error and findings. */
function listRemedies(names: ReadonlyArray<string | undefined>): string | undefined {
	const remedies = names.flatMap((name = '') => KNOWN_REFUSALS.get(name)?.[1] ?? []);
	return [...new Set(remedies)].join(' ') || undefined;
}

function describeExpected(facts: RefusalFacts, fields: readonly Field[]): string | undefined {
	const rules = Object.entries(readRules(facts)).map(([name, rule]) => {
		const label = nameFields(`${name}:`, fields).slice(0, -1);
		return rule ? `${label} (${rule})` : label;
	});
	return rules.length > 0 ? cut(`The service expects: ${rules.join('; ')}.`) : undefined;
}

/** The details of an error, which the editor shows as data. They may be nested. */
export interface ErrorDetails {
	readonly [key: string]: string | ErrorDetails;
}

/**
 * Returns what the error's message and description do not contain: the name of the error, the service's own message,
 * and the rules for all fields.
 */
export function toDetails(refusal: Refusal): ErrorDetails | undefined {
	const { errorName, body } = refusal;
	const rules = readRules(readRefusalFacts(body));
	const details: ErrorDetails = {
		...(errorName && { Code: errorName }),
		...(findKnownRefusal(refusal) && refusal.serviceMessage && { Message: refusal.serviceMessage }),
		...(Object.keys(rules).length > 0 && { ExpectedBody: rules }),
	};
	return Object.keys(details).length > 0 ? details : undefined;
}

/** The maximum number of rules to read from a refusal. No documented request has as many. */
const MAX_RULES = 300;

function readRules({ expectedBody = {} }: RefusalFacts): Record<string, string> {
	const rules = Object.entries(expectedBody).slice(0, MAX_RULES);
	return Object.fromEntries(rules.map(([name, rule]) => [cut(name), cut(toRuleText(rule))]));
}

/** Returns a rule as text. Rules are documented as strings. If a rule is an object, only its keys are useful. */
function toRuleText(rule: unknown): string {
	if (isObject(rule)) return Object.keys(rule).join(', ');
	return typeof rule === 'string' || typeof rule === 'number' ? String(rule) : '';
}
