import type { Client } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/failures';
import { asText, type Json, toText } from '../../shared/json';
import { readNumeral } from '../../shared/numeral';
import { z } from '../../shared/zod';
import { endpoint, noRequest, reads } from '../../shared/api/endpoint';
import { anyReply, findRecordLists, listReply } from '../../shared/api/replies';

export interface Timezone {
	/** A whole number as text. The service may change these IDs, so they must not be hard-coded. */
	TimezoneId: string;
	/** The IANA name, or an empty string. */
	Timezone: string;
	/** The IANA names of other zones that have the same time. */
	others: string[];
	/** The display name, or an empty string. */
	Text: string;
	Abbreviation: string;
}

export const fetchTimezones = endpoint({
	call: 'POST /tools/timezones',
	request: noRequest,
	reply: anyReply.transform(readTimezones),
	retry: reads('which time zones there are'),
});

/** @throws {ServiceError} if the call fails, or if the reply has no time zones */
export async function listTimezones(client: Client): Promise<Timezone[]> {
	const found = await client.call(fetchTimezones, undefined);
	if (found.length === 0)
		throw new ServiceError({ code: 'unexpectedReply', missing: 'which time zones there are' });
	return found.map((one) => ({
		TimezoneId: toText(one.TimezoneId),
		Timezone: asText(one.Timezone),
		others: Array.isArray(one.Utc) ? one.Utc.map(asText) : [],
		Text: asText(one.Text),
		Abbreviation: asText(one.Abbreviation),
	}));
}

/** Finds the list of time zones in a reply, which may be under any key. */
function readTimezones(reply: Json): Json[] {
	const lists = findRecordLists(reply).map(({ records }) => records.filter(hasTimezoneId));
	return lists.find(({ length }) => length > 0) ?? [];
}

function hasTimezoneId({ TimezoneId }: Json): boolean {
	return Number.isInteger(readNumeral(TimezoneId));
}

const search = z.string();

/** Returns up to 10 countries. */
export const fetchCountries = endpoint({
	call: 'POST /tools/countries',
	request: z.object({ search: search.optional() }),
	reply: listReply('Countries'),
	retry: reads('which countries there are'),
});

/** Fetches the US states, the District of Columbia, Puerto Rico and the other US territories. */
const fetchStates = endpoint({
	call: 'POST /tools/states',
	request: noRequest,
	reply: listReply('States', 'Name', 'Abbreviation'),
	retry: reads('which states there are'),
});

export type State = Json & { Name: string; Abbreviation: string };

/** Returns the US states, which an execution requests only once. */
export async function readStates(client: Client): Promise<State[]> {
	return await client.memory.getOrCreate(
		'states',
		async () => (await client.call(fetchStates, undefined)).Data.States,
	);
}

/** Returns up to 10 zip codes. */
export const fetchZipCodes = endpoint({
	call: 'POST /tools/zipcodes',
	request: z.object({ search }),
	reply: listReply('ZipCodes'),
	retry: reads('which zip codes there are'),
});

/** Returns up to 10 area codes. */
export const fetchAreaCodes = endpoint({
	call: 'POST /tools/areacodes',
	request: z.object({ search: search.optional() }),
	reply: listReply('AreaCodes'),
	retry: reads('which area codes there are'),
});
