import type { FailureOf, Refusal } from '../../client/failures';
import { asObject, cut, isObject, readServiceText, toText } from '../../json';
import { readCount } from '../../numeral';
import { pluralize } from '../../pluralize';
import { readRedeemedAt } from '../../time/redeemed-at';
import { nameFields, type LabeledField } from './labels';
import { IN_ERROR_DETAILS } from './sentences';

export const LOOK_IT_UP =
	'Check the ID, code, email address or phone number, and the sweepstakes. “Get Many” lists the existing records.';

export const CHECK_ACCOUNT =
	'This affects the whole account. Check in your account that the API token is correct, the account is active, the needed module and API domain are allowed, and no limit of the plan has been reached.';

const TOMORROW = 'Run this again tomorrow.';
const CONTACT = 'Contact your provider’s support team.';

/** Maps the name of an error (contract, Errors; reference, "Codes") to what happened, and what to do. */
const REFUSALS = new Map(
	Object.entries<readonly [message: string, remedy: string]>({
		InsufficientSpace: ['There are not enough unused codes of this length', 'Increase “Length”.'],
		SweepstakesLimit: [
			'The sweepstakes has reached its maximum number of codes',
			'Delete codes that are no longer needed.',
		],
		DailyLimit: ['The service’s daily limit for this operation has been reached', TOMORROW],
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
		PlanDoesNotAllowSharing: ['The plan does not allow this', 'Change the plan.'],
		ChannelNotInPlan: [
			'The plan does not include this channel',
			'Choose another channel, or change the plan.',
		],
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

export function findKnownRefusal({
	errorName = '',
}: Refusal): readonly [message: string, advice: string] | undefined {
	return REFUSALS.get(errorName);
}

export function adviseOnRefusal(
	refusal: FailureOf<'refused'>,
	fields: readonly LabeledField[],
): string | undefined {
	const { serviceMessage, errorName, body } = refusal;
	const advice = findKnownRefusal(refusal)?.[1];
	const eligible = readCount(asObject(body?.Help).EligibleParticipants);
	const rules = Object.entries(readRules(refusal));
	const sentences = [
		eligible !== undefined && !refusal.done && 'Nobody was drawn.',
		eligible !== undefined && `Only ${pluralize(eligible, 'participant')} can be drawn.`,
		advice ?? (errorName && `The service gives the reason “${errorName}”.`),
		refusal.expects,
		!serviceMessage && rules.length > 0 && describeRules(rules, fields),
	].filter(Boolean);
	if (sentences.length > 0) return sentences.join(' ');
	const namesField = serviceMessage?.includes('“') === true;
	if (!namesField && rules.length > 0) return `What the service expects is shown ${IN_ERROR_DETAILS}.`;
	return refusal.status === 404
		? `${LOOK_IT_UP} If every operation fails, check “Base URL” in the credential.`
		: undefined;
}

/** Returns when a code was redeemed, such as "2027-01-31, 15:04 UTC", if that is why it cannot be redeemed. */
export function readRedemption({ body }: Refusal): string | undefined {
	const code = asObject(body?.Data);
	const redeemed = readRedeemedAt(code);
	if (!redeemed) return readServiceText(code.RedemptionDate);
	const { date, time } = redeemed.toClockIn('UTC');
	if (!redeemed.time) return date;
	return `${date}, ${time}${redeemed.hasZone ? ' UTC' : ''}`;
}

function describeRules(
	rules: ReadonlyArray<[name: string, rule: string]>,
	fields: readonly LabeledField[],
): string {
	const described = rules.map(([name, rule]) => {
		const label = nameFields(`${name}:`, fields).slice(0, -1);
		return rule ? `${label} (${rule})` : label;
	});
	return cut(`The service expects: ${described.join('; ')}.`);
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
	const { errorName, serviceMessage } = refusal;
	const rules = readRules(refusal);
	const details: ErrorDetails = {
		...(errorName && { Code: errorName }),
		...(findKnownRefusal(refusal) && serviceMessage && { Message: serviceMessage }),
		...(Object.keys(rules).length > 0 && { ExpectedBody: rules }),
	};
	return Object.keys(details).length > 0 ? details : undefined;
}

/** Returns the rules in a refusal (contract, Errors): a text for each parameter. */
function readRules({ body }: Refusal): Record<string, string> {
	const rules = Object.entries(asObject(asObject(body?.Help).ExpectedBody));
	return Object.fromEntries(rules.map(([name, rule]) => [cut(name), cut(toRuleText(rule))]));
}

/** Returns a rule as text. Rules are documented as strings. If a rule is an object, only its keys are useful. */
function toRuleText(rule: unknown): string {
	if (isObject(rule)) return Object.keys(rule).join(', ');
	return typeof rule === 'string' || typeof rule === 'number' ? toText(rule) : '';
}
