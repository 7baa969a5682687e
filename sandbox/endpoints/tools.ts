import { z } from 'zod';
import { endpoint } from '../endpoint';
import { filledText, text } from '../fields';
import { AREA_CODES, COUNTRIES, STATES, ZIP_CODES } from '../places';
import { timezonesAt } from '../time/timezones';

const MAX_RESULTS = 10;

const optionalSearch = z.object({ search: text.default('') });

const timezones = endpoint({
	method: 'POST',
	path: '/tools/timezones',
	carryOut(_, { now }) {
		const Timezones = timezonesAt(now);
		return { Data: { TotalTimezones: Timezones.length, Timezones } };
	},
});

const countries = endpoint({
	method: 'POST',
	path: '/tools/countries',
	request: optionalSearch,
	carryOut: ({ search }) => searchPlaces(COUNTRIES, search),
	answer: (Countries) => ({ Data: { TotalResults: Countries.length, Countries } }),
});

const states = endpoint({
	method: 'POST',
	path: '/tools/states',
	carryOut: () => ({ Data: { TotalStates: STATES.length, States: STATES } }),
});

const zipCodes = endpoint({
	method: 'POST',
	path: '/tools/zipcodes',
	request: z.object({ search: filledText }),
	carryOut: ({ search }) => searchPlaces(ZIP_CODES, search),
	answer: (ZipCodes) => ({ Data: { TotalResults: ZipCodes.length, ZipCodes } }),
});

const areaCodes = endpoint({
	method: 'POST',
	path: '/tools/areacodes',
	request: optionalSearch,
	carryOut: ({ search }) => searchPlaces(AREA_CODES, search),
	answer: (AreaCodes) => ({ Data: { TotalResults: AreaCodes.length, AreaCodes } }),
});

export const toolEndpoints = [timezones, countries, states, zipCodes, areaCodes];

function searchPlaces<Place extends object>(places: Place[], search: string): Place[] {
	const wanted = search.toLowerCase();
	return places
		.filter((place) => Object.values(place).some((value) => String(value).toLowerCase().includes(wanted)))
		.slice(0, MAX_RESULTS);
}
