import { readErrorName, type FailureOf } from '../../client/failures';
import type { Refusal } from '../../client/refusal';
import { cut, isObject } from '../../json';
import { plural } from '../../plural';

export const LOOK_IT_UP =
	'Check the email address, phone number, code or ID by which it is looked up, and the sweepstakes. “Get Many” lists what there is.';

const NOT_TODAY = 'Waiting a minute does not help. Run this again tomorrow.';
const STOPPED = 'The service stopped it to protect delivery. Contact the support of the service.';
const STAYS_SUPPRESSED =
	'Only addresses that were put on the list by hand or by Suppress can be taken off it.';

/** Advice by the name of the error (contract, Errors; reference, "Codes" and "Additions and corrections"). */
const ADVICE = new Map(
	Object.entries({
		InsufficientSpace: 'Increase “Length”, so that there are more possible codes.',
		DailyLimit: NOT_TODAY,
		AccountDailyLimit: NOT_TODAY,
		AlreadyEntered:
			'This sweepstakes takes one entry from each person. To leave out people who entered before, set “When Already Entered” to “Skip”.',
		AlreadyRedeemed: 'A code can be redeemed once.',
		CodeVoided: 'The code can no longer be used.',
		CodeNotAvailable: 'Only a code that is neither assigned nor redeemed can be assigned.',
		ParticipantHasCode: 'A participant can hold one code. Take it back first, with Code › Unassign.',
		CodeInUse: 'Only a code that is neither assigned nor redeemed can be renamed.',
		DuplicateCode: 'Choose a name that no other code of the sweepstakes has.',
		NotAssigned: 'Assign the code to a participant first, with Code › Assign.',
		NotCurrentCode: 'The participant holds another code now. Send that one.',
		DirectMessageNotEnabled:
			'Your account may not send messages to single participants. Ask the support of the service to allow it. Nothing was sent.',
		NoRegisteredSmsSender:
			'Register a number for text messages in the application, or use email. Nothing was sent.',
		ProhibitedContent: 'Change the text: the service does not send it. Nothing was sent.',
		ChannelPaused: 'Email or text messages are paused. Resume them in the application. Nothing was sent.',
		HighBounceRate: STOPPED,
		HighComplaintRate: STOPPED,
		AccountSuspended: STOPPED,
		Blocked: 'The service stopped the drip. Look in the application for the reason.',
		EditedSincePause: 'The drip was edited while it was paused. Start it again in the application.',
		StepsNotActivated: 'Not all steps of the drip are ready. Start it again in the application.',
		StaffHold: 'The service stopped the drip. Contact the support of the service.',
		unsubscribe: STAYS_SUPPRESSED,
		stop: STAYS_SUPPRESSED,
		complaint: STAYS_SUPPRESSED,
		bounce: STAYS_SUPPRESSED,
		import: STAYS_SUPPRESSED,
	}),
);

export function findAdvice(name: string | undefined): string | undefined {
	return ADVICE.get(name ?? '');
}

/** The name of a refusal, for its message: n8n's error output has no other field to branch on. */
export function bracketName(refusal: Refusal): string {
	const name = readErrorName(refusal);
	return name ? ` [${name}]` : '';
}

export function adviseOnRefusal(refusal: FailureOf<'refused'>): string | undefined {
	const { addedToday, responses, eligibleParticipants, candidates = [], recordStatus } = refusal;
	const name = readErrorName(refusal);
	const advice = findAdvice(name);
	const sentences = [
		eligibleParticipants !== undefined &&
			`${plural(eligibleParticipants, 'participant')} can be drawn. Nobody was drawn.`,
		addedToday !== undefined && `${addedToday} were added in the last 24 hours.`,
		responses !== undefined && `The survey has ${plural(responses, 'response')}.`,
		refusal.skips && `Skipped: ${refusal.skips}.`,
		refusal.findings && `The service found: ${refusal.findings}.`,
		recordStatus && !advice && `The status is “${recordStatus}”.`,
		advice ?? (name && `The service gives the reason “${name}”.`),
		candidates.length > 0 && cut(`Possible: ${candidates.join('; ')}.`),
		refusal.hint,
		refusal.expects,
		describeExpected(refusal),
	];
	return sentences.filter(Boolean).join(' ') || (refusal.status === 404 ? LOOK_IT_UP : undefined);
}

/** The rules of all fields would bury a message of the service, so they are then only in the error's data. */
function describeExpected({ expectedBody = {}, serviceMessage }: Refusal): string | undefined {
	const rules = Object.entries(readRules(expectedBody)).map(([name, rule]) =>
		rule ? `${name} (${rule})` : name,
	);
	if (rules.length === 0) return undefined;
	return serviceMessage
		? 'What the service expects is in the error details below.'
		: cut(`The service expects: ${rules.join('; ')}.`);
}

/** More than any request of the service has. */
const MOST_RULES = 300;

export function readRules(expected: Readonly<Record<string, unknown>>): Record<string, string> {
	const rules = Object.entries(expected).slice(0, MOST_RULES);
	return Object.fromEntries(rules.map(([name, rule]) => [cut(name), cut(ruleText(rule))]));
}

/** Rules are documented as texts. For an object, only its keys are useful. */
function ruleText(rule: unknown): string {
	if (isObject(rule)) return Object.keys(rule).join(', ');
	return typeof rule === 'string' || typeof rule === 'number' ? String(rule) : '';
}
