import { fetchSurvey, responses } from '../SweepstakesSurvey/api/surveys';
import { toResponseItem } from '../SweepstakesSurvey/items';
import { asRecords, asText, type Json } from '../shared/json';
import { watchNewMembers } from './new-members';
import type { WatchTarget } from './poll-source';

/**
 * Watches for completed responses. The service sorts responses by the time when people began them, so a response that
 * was completed late may be listed below known ones. If one response is deleted and another is completed between two
 * polls, their number stays the same, and the new response is returned together with the next one.
 */
export const newSurveyResponse = watchNewMembers({
	name: 'responses',
	pages: ({ client, token: SurveyToken }, first) =>
		responses.pages(client, { SurveyToken, Completed: true }, Infinity, first),
	shows: 'who has answered the survey',
	keyOf: ({ ResponseToken }) => asText(ResponseToken),
	dateOf: ({ CreationDate }) => CreationDate,
});

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
