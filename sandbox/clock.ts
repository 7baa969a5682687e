import { DateTime } from 'luxon';

/** The sandbox's time: the given clock plus what `POST /_sandbox/clock` has added. All in ms since 1970. */
export class Clock {
	/** @param offset how far it is ahead of `source` from the start, in ms */
	constructor(
		private readonly source: () => number,
		private offset = 0,
	) {}

	now(): number {
		return this.source() + this.offset;
	}

	/** How far the sandbox is ahead of the given clock, in ms. */
	get ahead(): number {
		return this.offset;
	}

	advance(ms: number): void {
		this.offset += ms;
	}
}

/** An instant as the service writes it: ISO 8601 in UTC. */
export function dateTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** A date-time without its zone, as the reference writes some. */
export function withoutZone(iso: string): string {
	return iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/** A date-time without seconds and zone, as the reference writes some. */
export function withoutSeconds(iso: string): string {
	return iso.slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The day of an instant in UTC, `YYYY-MM-DD`. */
export function dateOf(ms: number): string {
	return dateTime(ms).slice(0, 10);
}

/** The start of a day, in UTC. */
export const midnight = (day: string) => `${day}T00:00:00.000Z`;

/** Whether the text is a day that exists, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

/** Whether the text is an ISO 8601 timestamp: a day and a time of day, with or without an offset. */
export function isDateTime(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

/** The instant of an ISO 8601 day or timestamp, in ms; without an offset it is read as UTC. */
export function instantOf(iso: string): number {
	return DateTime.fromISO(iso, { zone: 'utc' }).toMillis();
}
