import { fetchSurvey, responses as surveyResponses } from '../SweepstakesSurvey/api/surveys';
import type { Client } from '../shared/client/client';
import { responseItem } from '../SweepstakesSurvey/items';
import { asRecords, asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint } from './fingerprint';
import { SAMPLE_SIZE, type PollSource } from './poll-source';

/** The fingerprints of the responses that were completed at the last poll, at 11 bytes each. */
const responseCursor = z.object({ known: z.array(z.string()) });

/**
 * Watches for completed responses. The service sorts responses by the time when people began them, so a response that
 * was completed late may be listed below known ones. A poll reads pages until it has found as many new responses as the
 * list has grown by. If a response was deleted in the meantime, another one that was completed late may be returned a
 * poll later.
 */
export function newSurveyResponse(settings: { simplify: boolean }): PollSource {
	const toItems = async (client: Client, SurveyToken: string, responses: readonly Json[]) => {
		if (responses.length === 0 || !settings.simplify) return [...responses];
		const { Questions } = (await client.call(fetchSurvey, { SurveyToken })).Data;
		return responses.map((response) => responseItem(response, asRecords(Questions), settings));
	};
	const foundItems = async (client: Client, SurveyToken: string, added: ReadonlyMap<string, Json>) => {
		const items = await toItems(client, SurveyToken, [...added.values()]);
		return [...added.keys()].map((key, index) => ({ key, item: items[index]! }));
	};
	return {
		async poll(client, surveyToken, cursor) {
			const before = responseCursor.safeParse(cursor).data;
			const known = new Set(before?.known);
			const { found, isWhole } = await readNew(client, surveyToken, known);
			const all = isWhole ? [] : [...known];
			return {
				newItems: before ? await foundItems(client, surveyToken, oldestFirst(found, known)) : [],
				cursor: { known: [...new Set([...all, ...found.keys()])] },
			};
		},

		async sample(client, surveyToken) {
			for await (const { records } of completed(client, surveyToken, SAMPLE_SIZE))
				return await toItems(client, surveyToken, records);
			return [];
		},
	};
}

const completed = (client: Client, SurveyToken: string, limit?: number) =>
	surveyResponses.pages(client, { SurveyToken, Completed: true }, limit);

/**
 * Reads pages until it has found all new responses. Reads all pages if responses were deleted, or if it finds fewer new
 * responses than expected.
 */
async function readNew(client: Client, surveyToken: string, known: ReadonlySet<string>) {
	const found = new Map<string, Json>();
	let all = 0;
	for await (const { records, total } of completed(client, surveyToken)) {
		all = total;
		for (const record of records) found.set(toFingerprint(asText(record.ResponseToken)), record);
		const added = [...found.keys()].filter((print) => !known.has(print)).length;
		if (total >= known.size && added >= total - known.size) return { found, isWhole: found.size >= total };
	}
	return { found, isWhole: found.size >= all };
}

function oldestFirst(found: ReadonlyMap<string, Json>, known: ReadonlySet<string>): Map<string, Json> {
	return new Map([...found].filter(([print]) => !known.has(print)).reverse());
}
