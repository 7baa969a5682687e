import type { Caller } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import { textOf, type Json } from '../json';
import { z } from '../zod';
import { endpoint, noRequest, safe } from './endpoint';
import { recordListsIn } from './recordLists';

/** A time zone (reference, POST /tools/timezones). */
export interface Timezone {
	/** A whole number, but it may come as text. The numbers are not fixed, so none is written down. */
	TimezoneId: string;
	/** IANA name, or an empty string. */
	Timezone: string;
	/** The name for people, or an empty string. */
	Text: string;
	Abbreviation: string;
}

export const fetchTimezones = endpoint({
	call: 'POST /tools/timezones',
	request: noRequest,
	reply: z.record(z.unknown()),
	retry: safe,
});

/** @throws {ServiceError} also for a reply in which no time zones can be found. */
export async function timezones(service: Caller): Promise<Timezone[]> {
	const lists = recordListsIn(await service.call(fetchTimezones, undefined));
	const found = lists.map(({ records }) => records.flatMap(timezoneOf)).find(({ length }) => length > 0);
	if (!found) throw new ServiceError({ code: 'unexpectedReply', missing: 'which time zones there are' });
	return found;
}

function timezoneOf({ TimezoneId, ...names }: Json): Timezone[] {
	const id = String(TimezoneId);
	if (!/^-?\d+$/.test(id)) return [];
	const [Timezone, Text, Abbreviation] = [names.Timezone, names.Text, names.Abbreviation].map(textOf);
	return [{ TimezoneId: id, Timezone: Timezone!, Text: Text!, Abbreviation: Abbreviation! }];
}
