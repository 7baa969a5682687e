import { asObject, asRecords, cut, isObject, type Json } from '../json';
import { readCount } from '../numeral';
import { redeemedAt } from '../time/redeemed-at';

export interface Refusal {
	serviceMessage?: string;
	/** `Help.ExpectedBody` of a 400: parameter names and their rules. */
	expectedBody?: Json;
	/** `Data.Code`, such as `DailyLimit`. */
	errorName?: string;
	addedToday?: number;
	/** `Help.EligibleParticipants`, when a draw asked for more. */
	eligibleParticipants?: number;
	/** The administrators that match an ambiguous `AssignTo` of a ticket. */
	candidates?: readonly string[];
	/** When the code was redeemed, if it cannot be redeemed again. */
	redeemed?: string;
	/** The ID of the code that the participant already has. */
	heldCode?: string;
	/** Why each channel was skipped, such as "sms: NoAddress". */
	skips?: string;
	channels?: readonly Json[];
	/** The status of the record and its reason, such as `blocked` and `HighBounceRate`. */
	recordStatus?: string;
	refusalReason?: string;
	/** Problems that the service found in a message or campaign, such as "The channel is paused (ChannelPaused)". */
	findings?: string;
	/** The codes of the findings, such as `ChannelPaused`. */
	findingCodes?: readonly string[];
	hint?: string;
	/** The responses of a survey, which prevent changing or deleting it. */
	responses?: number;
	/** `expects` of the endpoint for a 400, or its `conflict` for a 409. */
	expects?: string;
}

export function readRefusal(body: Json = {}): Refusal {
	const { ExpectedBody, EligibleParticipants } = asObject(body.Help);
	const data = asObject(body.Data);
	return {
		serviceMessage: readText(body.Message),
		expectedBody: isObject(ExpectedBody) ? ExpectedBody : undefined,
		errorName: readText(data.Code),
		responses: readCount(data.ResponsesCount),
		addedToday: readCount(data.AddedToday),
		eligibleParticipants: readCount(EligibleParticipants),
		candidates: asList(body.Candidates).flatMap(readCandidates),
		redeemed: readRedemption(data),
		heldCode: readText(data.CouponToken),
		skips: readText(asList(data.Channels).map(readSkip).filter(Boolean).join(', ')),
		channels: asRecords(data.Channels),
		recordStatus: readText(data.Status),
		refusalReason: readReason(data),
		findings: readText(
			[data.Categories, data.Findings].flatMap(asList).map(readFinding).filter(Boolean).join(', '),
		),
		findingCodes: asRecords(data.Findings).flatMap(({ Code }) => readTexts(Code)),
		hint: readText(body.Hint),
	};
}

/** Reasons for a 403 that concern one message or drip. Others may still be allowed. */
const ONE_RECORD_NAMES: ReadonlySet<string> = new Set([
	'NoRegisteredSmsSender',
	'PlanDoesNotAllowSharing',
	'ChannelNotInPlan',
	'StaffHold',
]);

/** Some endpoints also answer 403 for one record of another account (reference, "Serve both"). */
export function isAboutOneRecord({ errorName, refusalReason, serviceMessage = '' }: Refusal): boolean {
	if (ONE_RECORD_NAMES.has(errorName ?? refusalReason ?? '')) return true;
	return /\bthis (sweepstakes|ticket)\b/i.test(serviceMessage);
}

/** The shape of a candidate is not documented. */
function readCandidates(value: unknown): string[] {
	const texts = typeof value === 'string' ? [value] : Object.values(asObject(value)).flatMap(readTexts);
	return texts.length > 0 ? [texts.join(', ')] : [];
}

/** "2027-01-31, 15:04 UTC" */
function readRedemption(code: Json): string | undefined {
	const redeemed = redeemedAt(code);
	if (!redeemed) return readText(code.RedemptionDate);
	const { date, time } = redeemed.clockIn('UTC');
	return [date, redeemed.time && (redeemed.hasZone ? `${time} UTC` : time)].filter(Boolean).join(', ');
}

function readSkip(channel: unknown): string {
	const { Channel, Reason } = asObject(channel);
	return [Channel, Reason].flatMap(readTexts).join(': ');
}

function readReason({ Reason, BlockedReason, ExitReason, Findings }: Json): string | undefined {
	const [first] = asList(Findings);
	return [Reason, BlockedReason, ExitReason, asObject(first).Code].flatMap(readTexts).at(0);
}

/** "The channel is paused (ChannelPaused)", one of both, or a category of prohibited content. */
function readFinding(finding: unknown): string {
	const { Code, Message } = asObject(finding);
	const [text, code] = [finding, Message, Code].flatMap(readTexts).map((one) => one.replace(/\.$/, ''));
	return [text, code && `(${code})`].filter(Boolean).join(' ');
}

/** More than any refusal lists. */
const MOST_LISTED = 100;

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value.slice(0, MOST_LISTED) : [];
}

function readText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? cut(value) : undefined;
}

function readTexts(value: unknown): string[] {
	const text = readText(value);
	return text === undefined ? [] : [text];
}
