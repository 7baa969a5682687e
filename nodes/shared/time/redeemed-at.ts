import type { Json } from '../json';
import type { Instant } from './instant';
import { parseDayAndTime, parseInstant } from './parse';
import { parseTimeOfDay } from './time-of-day';

/**
 * Returns the time at which a code was redeemed. `RedemptionDate` is the exact moment or only the day. If it is the
 * day, `RedemptionTime` contains the time in UTC, such as `15:04 pm` (reference, "Code record").
 *
 * @returns undefined if the record has no readable `RedemptionDate`
 */
export function readRedeemedAt({ RedemptionDate, RedemptionTime }: Json): Instant | undefined {
	const date = parseInstant(RedemptionDate);
	if (!date?.isMidnight) return date;
	const zone = parseTimeOfDay(RedemptionTime) && 'UTC';
	return parseDayAndTime(date, RedemptionTime, zone);
}
