import type { Json } from '../json';
import type { Instant } from './instant';
import { parseDayAndTime, parseInstant } from './parse';
import { parseTimeOfDay } from './time-of-day';

/**
 * When a code was redeemed. Its date may be the exact moment, or only the day, with the time in UTC beside
 * it, such as `15:04 pm` (reference, "Code record").
 *
 * @returns undefined if it has no date of redemption that can be read
 */
export function redeemedAt({ RedemptionDate, RedemptionTime }: Json): Instant | undefined {
	const date = parseInstant(RedemptionDate);
	if (!date?.isMidnight) return date;
	const zone = parseTimeOfDay(RedemptionTime) && 'UTC';
	return parseDayAndTime(date, RedemptionTime, zone);
}
