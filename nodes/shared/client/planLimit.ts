import { isObject, type Json } from '../json';
import { readWords } from './envelope';

/** The plan's calls per minute and the credential's, where they differ. */
export interface LimitMismatch {
	plan: number;
	/** 0 does not pace. */
	credential: number;
}

/** The plan's limit in a reply, if the reply is a plan (contract, Plan). */
export function limitInPlan({ Data }: Json): number | undefined {
	if (!isObject(Data)) return undefined;
	const limit = Data.MaxApiCallsPerMinute ?? (isObject(Data.Settings) && Data.Settings.MaxApiCallsPerMinute);
	return typeof limit === 'number' && limit > 0 ? limit : undefined;
}

/** A number with not more than two words between it and "per minute": "10,500 API calls per minute". */
const PER_MINUTE = /(?<!\d,?)(\d+(?:,\d+)*)(?: \w+){0,2} per minute/i;

/** The limit in the message of a 429, which names the plan's limit in words that the contract does not show. */
export function limitInMessage(body: Json | undefined): number | undefined {
	const [, digits] = PER_MINUTE.exec(readWords(body).serviceMessage ?? '') ?? [];
	return Number(digits?.replaceAll(',', '')) || undefined;
}
