import type { Caller } from '../../shared/client/endpoint';
import { ServiceError } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, noRequest, listReply, safe } from '../../shared/api/endpoint';
import { memoize } from '../../shared/api/memoize';
import { findRecordLists } from '../../shared/api/recordLists';

/** All of this file is from the reference, section Tools. */

/** A time zone. */
export interface Timezone {
	/** A whole number, but it may come as text. The numbers are not fixed, so none is written down. */
	TimezoneId: string;
	/** IANA name, or an empty string. */
	Timezone: string;
	/** Other IANA names with the same time. */
	others: string[];
	/** The name for people, or an empty string. */
	Text: string;
	Abbreviation: string;
}

/** The time zones in a reply, under any key. */
export const fetchTimezones = endpoint({
	call: 'POST /tools/timezones',
	request: noRequest,
	reply: z.record(z.unknown()).transform(readTimezones),
	tells: 'which time zones there are',
	retry: safe,
});

/** @throws {ServiceError} also for a reply in which no time zones can be found. */
export async function timezones(service: Caller): Promise<Timezone[]> {
	const found = await service.call(fetchTimezones, undefined);
	if (found.length === 0)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'which time zones there are' });
	return found.map((one) => ({
		TimezoneId: String(one.TimezoneId),
		Timezone: asText(one.Timezone),
		others: Array.isArray(one.Utc) ? one.Utc.map(asText) : [],
		Text: asText(one.Text),
		Abbreviation: asText(one.Abbreviation),
	}));
}

/** The records of the time zones in a reply, under any key. Empty if there are none. */
function readTimezones(reply: Json): Json[] {
	const lists = findRecordLists(reply).map(({ records }) => records.filter(hasTimezoneId));
	return lists.find(({ length }) => length > 0) ?? [];
}

function hasTimezoneId({ TimezoneId }: Json): boolean {
	return /^-?\d+$/.test(String(TimezoneId));
}

const search = z.string();

/** At most 10 countries. */
export const fetchCountries = endpoint({
	call: 'POST /tools/countries',
	request: z.object({ search: search.optional() }),
	reply: listReply('Countries'),
	tells: 'which countries there are',
	retry: safe,
});

/** States, the District of Columbia, Puerto Rico and territories. */
const fetchStates = endpoint({
	call: 'POST /tools/states',
	request: noRequest,
	reply: listReply('States', 'Name', 'Abbreviation'),
	tells: 'which states there are',
	retry: safe,
});

/** A state or territory of the US. */
export type State = Json & { Name: string; Abbreviation: string };

const createStateCache = () => new Map<string, Promise<State[]>>();

/** One call for all items of an execution. @throws {ServiceError} if the service cannot be asked. */
export async function states(service: Caller): Promise<State[]> {
	const ask = async () => (await service.call(fetchStates, undefined)).Data.States;
	return await memoize(service.state.get(createStateCache), 'all', ask);
}

/** At most 10 zip codes. */
export const fetchZipCodes = endpoint({
	call: 'POST /tools/zipcodes',
	request: z.object({ search }),
	reply: listReply('ZipCodes'),
	tells: 'which zip codes there are',
	retry: safe,
});

/** At most 10 area codes. */
export const fetchAreaCodes = endpoint({
	call: 'POST /tools/areacodes',
	request: z.object({ search: search.optional() }),
	reply: listReply('AreaCodes'),
	tells: 'which area codes there are',
	retry: safe,
});
