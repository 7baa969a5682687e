import { HOUR_MS, MINUTE_MS, SECOND_MS } from './units';

/** A time of day on a 24-hour clock. */
export interface TimeOfDay {
	/** `HH:MM`, or `HH:MM:SS` with any fraction if the seconds are not 0. 24:00 means the end of the day. */
	text: string;
	/** The time since midnight, in ms. */
	ms: number;
	/** The precision, in ms: the length of a minute, a second or, if the text has a fraction of a second, 1. */
	lengthMs: number;
}

const MAX_LENGTH = 32;

const FORM = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?([ap])\.?m\.?)?$/i;

/**
 * Reads "09:30", "9:30", "09:30:00", "24:00", "6 pm" and "6:30 p.m.". The service also adds "pm" to an hour on a
 * 24-hour clock, such as "15:04 pm" (reference, "Code record").
 *
 * @returns undefined for anything else, such as "6", "25:00" and "15:04 am"
 */
export function parseTimeOfDay(value: unknown): TimeOfDay | undefined {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? value.trim() : '';
	const [, hour, minutes, seconds = '00', fraction = '', half] = FORM.exec(text) ?? [];
	if (!hour || (!minutes && !half)) return undefined;
	const hours = half ? toHourOf24(Number(hour), half.toLowerCase()) : Number(hour);
	const isEndOfDay = hours === 24 && Number(`${minutes}${seconds}${fraction}`) === 0;
	if (hours === undefined || (hours > 23 && !isEndOfDay)) return undefined;
	const minute = Number(minutes ?? 0);
	if (minute > 59 || Number(seconds) > 59) return undefined;
	const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
	const start = `${String(hours).padStart(2, '0')}:${minutes ?? '00'}`;
	const rest = Number(`${seconds}${fraction}`) === 0 ? '' : `:${seconds}${fraction && `.${fraction}`}`;
	return {
		text: `${start}${rest}`,
		ms: hours * HOUR_MS + minute * MINUTE_MS + Number(seconds) * SECOND_MS + milliseconds,
		lengthMs: fraction ? 1 : text.split(':').length === 3 ? SECOND_MS : MINUTE_MS,
	};
}

function toHourOf24(hour: number, half: string): number | undefined {
	const isAfternoon = half === 'p';
	if (hour >= 1 && hour <= 12) return (hour % 12) + (isAfternoon ? 12 : 0);
	return (hour === 0 && !isAfternoon) || (hour < 24 && isAfternoon && hour > 0) ? hour : undefined;
}
