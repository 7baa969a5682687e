import { fetchSurvey, responses as surveyResponses } from '../SweepstakesSurvey/api/surveys';
import { toResponseItem } from '../SweepstakesSurvey/items';
import { asRecords, asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { findUnknown, toFingerprint, type PollSource, type WatchTarget } from './poll-source';

/** The fingerprints of all responses that were completed before the last poll, at 11 bytes each. */
const responseCursor = z.object({ known: z.array(z.string()) });

/**
 * Watches for completed responses. The service sorts responses by the time when people began them, so a response that
 * was completed late may be listed below known ones. A poll reads pages until the number of new responses equals the
 * growth of the list. If a response was deleted in the meantime, a new response that was completed late may be returned
 * one poll later.
 */
export const newSurveyResponse: PollSource = {
	async poll(watched, cursor) {
		const before = responseCursor.safeParse(cursor).data;
		const known = new Set(before?.known);
		const { found, isWhole } = await readNew(watched, known);
		const all = isWhole ? [] : known;
		return {
			found: before ? findUnknown(found, known).reverse() : [],
			cursor: { known: [...new Set([...all, ...found.keys()])] },
		};
	},

	async *list(watched, limit) {
		for await (const { records } of listCompletedResponses(watched, limit)) yield* records;
	},
};

/** Returns the item for a response. A poll reads the survey's questions only once. */
export async function toSurveyResponseItem(
	response: Json,
	{ client, token, simplify }: WatchTarget,
): Promise<object> {
	if (!simplify) return response;
	const ask = async () => await client.call(fetchSurvey, { SurveyToken: token });
	const { Questions } = (await client.memory.getOrCreate('survey', ask)).Data;
	return toResponseItem(response, asRecords(Questions), { simplify });
}

const listCompletedResponses = ({ client, token: SurveyToken }: WatchTarget, limit?: number) =>
	surveyResponses.pages(client, { SurveyToken, Completed: true }, limit);

/**
 * Reads pages until the number of new responses equals the growth of the list. Reads all pages if the list has become
 * shorter, or if fewer new responses are found than the list has grown by.
 */
async function readNew(watched: WatchTarget, known: ReadonlySet<string>) {
	const found = new Map<string, Json>();
	let all = 0;
	for await (const { records, total } of listCompletedResponses(watched)) {
		all = total;
		for (const record of records) found.set(toFingerprint(asText(record.ResponseToken)), record);
		const added = [...found.keys()].filter((print) => !known.has(print)).length;
		if (total >= known.size && added >= total - known.size) return { found, isWhole: found.size >= total };
	}
	return { found, isWhole: found.size >= all };
}
