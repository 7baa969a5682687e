import { asObject, asRecords, asText, cut, isObject, type Json } from '../../json';
import { readCount } from '../../numeral';
import { readRedeemedAt } from '../../time/redeemed-at';

/** What a refusal says in addition to its message and its name. */
export type RefusalFacts = ReturnType<typeof readRefusalFacts>;

export function readRefusalFacts(body: Json = {}) {
	const { ExpectedBody, EligibleParticipants } = asObject(body.Help);
	const data = asObject(body.Data);
	return {
		/** Parameter names and their rules, in the reply with 400. */
		expectedBody: isObject(ExpectedBody) ? ExpectedBody : undefined,
		/** The number of responses to a survey, which prevent changing or deleting it. */
		responses: readCount(data.ResponsesCount),
		addedToday: readCount(data.AddedToday),
		/** The number of people who can be drawn, if a draw asked for more. */
		eligibleParticipants: readCount(EligibleParticipants),
		/** The administrators who match an ambiguous `AssignTo` of a ticket. */
		candidates: asList(body.Candidates).flatMap(readCandidates),
		/** When the code was redeemed, if that is why it cannot be redeemed. */
		redeemed: readRedemption(data),
		/** Why each channel was skipped, such as "sms: NoAddress". */
		skips: join(asList(data.Channels).map(readSkip)),
		/** The status of the record, such as `blocked`. */
		recordStatus: readText(data.Status),
		/** Problems with a message or campaign, such as "The channel is paused (ChannelPaused)". */
		findings: join([data.Categories, data.Findings].flatMap(asList).map(readFinding)),
		/** The codes of the findings, such as `ChannelPaused`. */
		findingCodes: asRecords(data.Findings).flatMap(({ Code }) => readTexts(Code)),
		hint: readText(body.Hint),
	};
}

/** Reads the candidates for an ambiguous name. Their format is not documented. */
function readCandidates(value: unknown): string[] {
	const texts = typeof value === 'string' ? [value] : Object.values(asObject(value)).flatMap(readTexts);
	return texts.length > 0 ? [texts.join(', ')] : [];
}

/** Returns a time such as "2027-01-31, 15:04 UTC". */
function readRedemption(code: Json): string | undefined {
	const redeemed = readRedeemedAt(code);
	if (!redeemed) return readText(code.RedemptionDate);
	const { date, time } = redeemed.toClockIn('UTC');
	return join([date, redeemed.time && (redeemed.hasZone ? `${time} UTC` : time)]);
}

function readSkip(channel: unknown): string {
	const { Channel, Reason } = asObject(channel);
	return [Channel, Reason].flatMap(readTexts).join(': ');
}

/**
 * Returns a finding such as "The channel is paused (ChannelPaused)". It may have only one of the two parts, or be the
 * name of a category of prohibited content.
 */
function readFinding(finding: unknown): string {
	const { Code, Message } = asObject(finding);
	const [text, code] = [finding, Message, Code].flatMap(readTexts).map((one) => one.replace(/\.$/, ''));
	return [text, code && `(${code})`].filter(Boolean).join(' ');
}

/** The maximum number of entries to read from a list in a refusal. No refusal has more. */
const MAX_LISTED = 100;

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value.slice(0, MAX_LISTED) : [];
}

function join(parts: ReadonlyArray<string | undefined>): string | undefined {
	return readText(parts.filter(Boolean).join(', '));
}

function readText(value: unknown): string | undefined {
	return cut(asText(value)) || undefined;
}

function readTexts(value: unknown): string[] {
	const text = readText(value);
	return text === undefined ? [] : [text];
}
