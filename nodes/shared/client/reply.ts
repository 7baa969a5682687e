import { asObject, asRecords, asText, cut, isObject, type Json } from '../json';
import { readCount } from '../numeral';
import { parseInstant } from '../time/parse';
import { redeemedAt } from '../time/redeemed-at';
import { SECOND_MS } from '../time/units';

/**
 * The most values in a refusal: many times those of the longest documented one, and few enough to be read
 * without a pause.
 */
const MOST_VALUES_OF_REFUSAL = 10_000;

const BEGINS_AS_REFUSAL = /^\s{0,9}\{\s{0,9}"Response"\s{0,9}:\s{0,9}false/;

/**
 * Whether a refusal has so many values that reading it would block other workflows. The service itself sends
 * no such refusal.
 */
export function isEndlessRefusal(httpStatus: number, text: string): boolean {
	if (httpStatus < 400 && !BEGINS_AS_REFUSAL.test(text)) return false;
	let values = 0;
	// Every JSON value but the first follows one of these.
	for (const mark of [',', '[', '{'])
		for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
			if (++values > MOST_VALUES_OF_REFUSAL) return true;
	return false;
}

export function parseBody(text: string): Json | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** `Response: false` is a failure even with HTTP 200; its `Code` is then the status. */
export function readStatus(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

/** The wait that a `Retry-After` header asks for, in ms; undefined if it is missing or unreadable. */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	// HTTP clients join repeated headers: "60, 60".
	if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * SECOND_MS;
	const date = parseInstant(value);
	return date?.hasZone ? Math.max(0, date.from - Date.now()) : undefined;
}

/** The plan's calls per minute, if the reply is about the plan. */
export function limitInPlan({ Data }: Json): number | undefined {
	const plan = asObject(Data);
	const limit = plan.MaxApiCallsPerMinute ?? asObject(plan.Settings).MaxApiCallsPerMinute;
	return typeof limit === 'number' && limit > 0 ? limit : undefined;
}

/** A number, at most two words, and "per minute": "10,500 API calls per minute". */
const PER_MINUTE = /(?<!\d,?)(\d+(?:,\d+)*)(?: \w+){0,2} per minute/i;

/** The plan's calls per minute in the message of a 429. The contract does not document its wording. */
export function limitInMessage({ Message }: Json = {}): number | undefined {
	const [, digits] = PER_MINUTE.exec(cut(asText(Message))) ?? [];
	return Number(digits?.replaceAll(',', '')) || undefined;
}

/** What the service says about a call that it refuses. */
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

/**
 * Some endpoints also answer 403 for one record of another account (reference, winners/draw and
 * tickets/update).
 */
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

/**
 * "The channel is paused (ChannelPaused)". A finding may have only one of the two parts, or be the name of a
 * category of prohibited content.
 */
function readFinding(finding: unknown): string {
	const { Code, Message } = asObject(finding);
	const [text, code] = [finding, Message, Code].flatMap(readTexts).map((one) => one.replace(/\.$/, ''));
	return [text, code && `(${code})`].filter(Boolean).join(' ');
}

/** The most entries of a list that are read: more than any refusal has. */
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
