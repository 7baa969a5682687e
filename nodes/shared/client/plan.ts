import { isObject, messageIn, type Json } from './json';

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

/** A number with not more than two words between it and "per minute": "10,500 API calls per minute". */
const PER_MINUTE = /(?<!\d,?)(\d+(?:,\d+)*)(?: \w+){0,2} per minute/i;

/** The limit in the "message naming the plan limit" of a 429; the specification does not show its words. */
export function limitInMessage(body: Json | undefined): number | undefined {
	const [, digits] = PER_MINUTE.exec(messageIn(body)) ?? [];
	return Number(digits?.replaceAll(',', '')) || undefined;
}
