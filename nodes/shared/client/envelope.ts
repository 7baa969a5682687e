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
export function readStatus(httpStatus: number, body: Json | undefined): number {
	if (body?.Response !== false || httpStatus >= 400) return httpStatus;
	return typeof body.Code === 'number' && body.Code >= 400 ? body.Code : 400;
}

/** The name of an error, such as `DailyLimit` (contract, Errors: `Data.Code`). */
export function findErrorName(body: Json | undefined): string | undefined {
	return readText(readMembers(body?.Data).Code);
}

/** What the service says about a failure, as far as it is shown. */
export function readWords(body: Json | undefined) {
	const { Message, Help, Data, Hint, Candidates } = body ?? {};
	const { ExpectedBody, EligibleParticipants } = readMembers(Help);
	return {
		serviceMessage: readText(Message),
		expectedBody: isObject(ExpectedBody) ? ExpectedBody : undefined,
		errorName: findErrorName(body),
		responses: readNumber(readMembers(Data).ResponsesCount),
		addedToday: readNumber(readMembers(Data).AddedToday),
		eligibleParticipants: readNumber(EligibleParticipants),
		candidates: Array.isArray(Candidates) ? Candidates.flatMap(readCandidates) : undefined,
		redeemed: readRedemption(readMembers(Data)),
		skips: readSkips(readMembers(Data).Channels),
		channels: readChannels(readMembers(Data).Channels),
		recordStatus: readText(readMembers(Data).Status),
		refusalReason: readReason(readMembers(Data)),
		findings: readText(readFindings(readMembers(Data)).join(', ')),
		hint: readText(Hint),
	};
}

/** The reference does not show what a candidate consists of. */
function readCandidates(value: unknown): string[] {
	const texts = typeof value === 'string' ? [value] : Object.values(readMembers(value)).flatMap(readTexts);
	return texts.length > 0 ? [texts.join(', ')] : [];
}

/** "2027-01-31, 15:04 UTC" (reference, "Code record": RedemptionDate, RedemptionTime) */
function readRedemption({ RedemptionDate, RedemptionTime }: Json): string | undefined {
	const day = readText(RedemptionDate)?.slice(0, 'YYYY-MM-DD'.length);
	const [time] = /^\d{1,2}:\d{2}/.exec(readText(RedemptionTime) ?? '') ?? [];
	return day && time ? `${day}, ${time} UTC` : day;
}

function readSkips(channels: unknown): string | undefined {
	if (!Array.isArray(channels)) return undefined;
	const skips = channels
		.map(readMembers)
		.map(({ Channel, Reason }) => [readText(Channel), readText(Reason)].filter(Boolean).join(': '));
	return readText(skips.filter(Boolean).join(', '));
}

function readChannels(channels: unknown): Json[] | undefined {
	return Array.isArray(channels) ? channels.filter(isObject) : undefined;
}

/** Why a record is in a state that does not allow the call (reference, "Messaging": `Reason`, `BlockedReason`, `ExitReason`). */
function readReason({ Reason, BlockedReason, ExitReason, Findings }: Json): string | undefined {
	const [first] = Array.isArray(Findings) ? Findings.map(readMembers) : [];
	return readText(Reason) ?? readText(BlockedReason) ?? readText(ExitReason) ?? readText(first?.Code);
}

/** "ChannelPaused (The channel is paused)", or a category of prohibited content. */
function readFindings({ Categories, Findings }: Json): string[] {
	const found = [Categories, Findings].flatMap((list) => (Array.isArray(list) ? list : []) as unknown[]);
	return found.flatMap((one) => {
		const { Code, Message } = readMembers(one);
		const message = readTexts(Message).map((text) => `(${text.replace(/\.$/, '')})`);
		return readTexts([...readTexts(one), ...readTexts(Code), ...message].join(' '));
	});
}

function readMembers(value: unknown): Json {
	return isObject(value) ? value : {};
}

function readText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? cut(value) : undefined;
}

function readTexts(value: unknown): string[] {
	const text = readText(value);
	return text === undefined ? [] : [text];
}

function readNumber(value: unknown): number | undefined {
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
	// HTTP clients join a header that came twice: "60, 60".
	if (/^\d+(?:\s*,\s*\d+)*$/.test(value)) return Math.max(...value.split(',').map(Number)) * 1_000;
	// Date.parse would read "1.5" and "-1" as dates.
	const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
