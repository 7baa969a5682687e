import { asObject, asRecords, isObject, readServiceText, type Json } from '../../json';
import { readCount } from '../../numeral';
import { readRedeemedAt } from '../../time/redeemed-at';

/** The details in the body of a refusal, in addition to its message and error name. */
export type RefusalFacts = ReturnType<typeof readRefusalFacts>;

export function readRefusalFacts(body: Json = {}) {
	const { ExpectedBody, EligibleParticipants } = asObject(body.Help);
	const data = asObject(body.Data);
	return {
		/** Maps parameter names to their rules. Only a 400 has them. */
		expectedBody: isObject(ExpectedBody) ? ExpectedBody : undefined,
		/** The number of responses to a survey. A survey with responses cannot be changed or deleted. */
		responses: readCount(data.ResponsesCount),
		addedToday: readCount(data.AddedToday),
		/** The number of people who can be drawn, if a draw requested more people. */
		eligibleParticipants: readCount(EligibleParticipants),
		/** The administrators who match the `AssignTo` of a ticket, if several match. */
		candidates: asList(body.Candidates).flatMap(readCandidates),
		/** When a code was redeemed, if it cannot be redeemed for this reason. */
		redeemed: readRedemption(data),
		/** Why each channel was skipped, such as "sms: NoAddress". */
		skips: join(asList(data.Channels).map(readSkip)),
		/** The status of the record that the call was about, such as `blocked`. */
		recordStatus: readServiceText(data.Status),
		/** Problems with a message or campaign, such as "The channel is paused (ChannelPaused)". */
		findings: join([data.Categories, data.Findings].flatMap(asList).map(readFinding)),
		/** The codes of the findings, such as `ChannelPaused`. */
		findingCodes: asRecords(data.Findings).flatMap(({ Code }) => readTexts(Code)),
		hint: readServiceText(body.Hint),
	};
}

/** Reads a candidate for an ambiguous name as text. The format of a candidate is not documented. */
function readCandidates(value: unknown): string[] {
	const texts = typeof value === 'string' ? [value] : Object.values(asObject(value)).flatMap(readTexts);
	return texts.length > 0 ? [texts.join(', ')] : [];
}

/** Returns a time such as "2027-01-31, 15:04 UTC". */
function readRedemption(code: Json): string | undefined {
	const redeemed = readRedeemedAt(code);
	if (!redeemed) return readServiceText(code.RedemptionDate);
	const { date, time } = redeemed.toClockIn('UTC');
	return join([date, redeemed.time && (redeemed.hasZone ? `${time} UTC` : time)]);
}

function readSkip(channel: unknown): string {
	const { Channel, Reason } = asObject(channel);
	return [Channel, Reason].flatMap(readTexts).join(': ');
}

/**
 * Returns a finding as text, such as "The channel is paused (ChannelPaused)". A finding may have only one of these two
 * parts, or be just the name of a category of prohibited content.
 */
function readFinding(finding: unknown): string {
	const { Code, Message } = asObject(finding);
	const [text, code] = [finding, Message, Code].flatMap(readTexts).map((one) => one.replace(/\.$/, ''));
	return [text, code && `(${code})`].filter(Boolean).join(' ');
}

/** The maximum number of entries to read from a list in a refusal. No documented refusal has as many. */
const MAX_LISTED = 100;

function asList(value: unknown): unknown[] {
	return Array.isArray(value) ? value.slice(0, MAX_LISTED) : [];
}

function join(parts: ReadonlyArray<string | undefined>): string | undefined {
	return readServiceText(parts.filter(Boolean).join(', '));
}

function readTexts(value: unknown): string[] {
	const text = readServiceText(value);
	return text === undefined ? [] : [text];
}
