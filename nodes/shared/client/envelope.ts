import { cut, isObject, type Json } from '../json';

/** The body of a reply, if it is a JSON object. */
export function parseBody(text: string): Json | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** `Response: false` is a failure whatever the HTTP status says; its `Code` is then the status (contract, Errors). */
export function statusOf(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

/** The name of an error, such as `DailyLimit` (contract, Errors: `Data.Code`). */
export function errorNameOf(body: Json | undefined): string | undefined {
	return textIn(membersOf(body?.Data).Code);
}

/** What the service says about a failure, as far as it is shown. */
export function wordsOf(body: Json | undefined) {
	const { Message, Help, Data, Hint, Candidates } = body ?? {};
	const { ExpectedBody, EligibleParticipants } = membersOf(Help);
	return {
		serviceMessage: textIn(Message),
		expectedBody: isObject(ExpectedBody) ? ExpectedBody : undefined,
		errorName: errorNameOf(body),
		responses: numberIn(membersOf(Data).ResponsesCount),
		addedToday: numberIn(membersOf(Data).AddedToday),
		eligibleParticipants: numberIn(EligibleParticipants),
		candidates: Array.isArray(Candidates) ? Candidates.flatMap(candidateIn) : undefined,
		redeemed: redemptionIn(membersOf(Data)),
		skips: skipsIn(membersOf(Data).Channels),
		channels: channelsIn(membersOf(Data).Channels),
		recordStatus: textIn(membersOf(Data).Status),
		refusalReason: reasonIn(membersOf(Data)),
		findings: textIn(findingsIn(membersOf(Data)).join(', ')),
		hint: textIn(Hint),
	};
}

/** The reference does not show what a candidate consists of. */
function candidateIn(value: unknown): string[] {
	const texts = typeof value === 'string' ? [value] : Object.values(membersOf(value)).flatMap(textsIn);
	return texts.length > 0 ? [texts.join(', ')] : [];
}

/** "2027-01-31, 15:04 UTC" (reference, "Code record": RedemptionDate, RedemptionTime) */
function redemptionIn({ RedemptionDate, RedemptionTime }: Json): string | undefined {
	const day = textIn(RedemptionDate)?.slice(0, 'YYYY-MM-DD'.length);
	const [time] = /^\d{1,2}:\d{2}/.exec(textIn(RedemptionTime) ?? '') ?? [];
	return day && time ? `${day}, ${time} UTC` : day;
}

function skipsIn(channels: unknown): string | undefined {
	if (!Array.isArray(channels)) return undefined;
	const skips = channels
		.map(membersOf)
		.map(({ Channel, Reason }) => [textIn(Channel), textIn(Reason)].filter(Boolean).join(': '));
	return textIn(skips.filter(Boolean).join(', '));
}

function channelsIn(channels: unknown): Json[] | undefined {
	return Array.isArray(channels) ? channels.filter(isObject) : undefined;
}

/** Why a record is in a state that does not allow the call (reference, "Messaging": `Reason`, `BlockedReason`, `ExitReason`). */
function reasonIn({ Reason, BlockedReason, ExitReason, Findings }: Json): string | undefined {
	const [first] = Array.isArray(Findings) ? Findings.map(membersOf) : [];
	return textIn(Reason) ?? textIn(BlockedReason) ?? textIn(ExitReason) ?? textIn(first?.Code);
}

/** "ChannelPaused (The channel is paused)", or a category of prohibited content. */
function findingsIn({ Categories, Findings }: Json): string[] {
	const found = [Categories, Findings].flatMap((list) => (Array.isArray(list) ? list : []) as unknown[]);
	return found.flatMap((one) => {
		const { Code, Message } = membersOf(one);
		const message = textsIn(Message).map((text) => `(${text.replace(/\.$/, '')})`);
		return textsIn([...textsIn(one), ...textsIn(Code), ...message].join(' '));
	});
}

function membersOf(value: unknown): Json {
	return isObject(value) ? value : {};
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? cut(value) : undefined;
}

function textsIn(value: unknown): string[] {
	const text = textIn(value);
	return text === undefined ? [] : [text];
}

function numberIn(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

/**
 * What a `Retry-After` header asks for, in ms from now. Both forms of HTTP are read: seconds and a date.
 *
 * @returns undefined if there is no header or it cannot be read.
 */
export function retryAfterMs(header: string | undefined): number | undefined {
	const value = header?.trim();
	if (!value) return undefined;
	if (/^\d+$/.test(value)) return Number(value) * 1_000;
	// Date.parse would read "1.5" and "-1" as dates.
	const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
