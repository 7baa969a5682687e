import type { Json } from './transport';

/** The calls that the plan allows in a minute and those that the credential says, where they differ. */
export interface OtherLimit {
	plan: number;
	/** 0 does not pace. */
	credential: number;
}

/** What an answer says of the plan's limit: POST /account/plan does (specification, Plan), any other has none. */
export function limitInPlan({ Data }: Json): number | undefined {
	if (!isObject(Data)) return undefined;
	const limit = Data.MaxApiCallsPerMinute ?? (isObject(Data.Settings) && Data.Settings.MaxApiCallsPerMinute);
	return typeof limit === 'number' && limit > 0 ? limit : undefined;
}

const CALLS_PER_MINUTE = /(\d+)(?: \w+)? (?:calls|requests|per minute)/i;

/** The limit in the "message naming the plan limit" of a 429; the specification does not show its words. */
export function limitInMessage(body: Json | undefined): number | undefined {
	const [, digits] = CALLS_PER_MINUTE.exec(String(body?.Message ?? '')) ?? [];
	return Number(digits) || undefined;
}

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null;
}
