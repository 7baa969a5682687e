import { deleteSurvey as endpoint, fetchSurvey } from '../api/surveys';
import { deletion } from '../../shared/n8n/output/deleted-item';
import { toSurveyItem } from '../items';
import { asObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';

const parts = deletion(
	endpoint,
	'survey',
	async (client, { SurveyToken }) => {
		const { Survey } = (await client.call(fetchSurvey, { SurveyToken })).Data;
		return toSurveyItem(Survey, { simplify: true });
	},
	({ SurveyToken }) => ({ SurveyToken }),
);

export const deleteSurvey = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a survey',
	description:
		'Permanently delete a survey with its questions, statistics and files, by its ID. Participants are kept.',
	fields: [
		{
			displayName:
				'This cannot be undone. To close a survey and keep its responses, archive it with the operation Update instead.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		survey,
		{
			displayName: 'Delete Responses',
			name: 'Confirm',
			type: 'boolean',
			default: false,
			description: 'Whether to delete the responses, too. If off, a survey with responses is not deleted.',
		},
	],
	...parts,
	toRequest: ({ survey: SurveyToken, Confirm }) => ({ SurveyToken, Confirm }),
	toItems(deleted: Parameters<typeof parts.toItems>[0]) {
		const { Deleted, ...item } = parts.toItems(deleted);
		return { ...item, ...renameCounts(asObject(Deleted)) };
	},
});

/** Prefixes the keys of counts: { Questions: 3 } becomes { DeletedQuestions: 3 }. */
function renameCounts(deleted: object): object {
	const counts = Object.entries(deleted);
	return Object.fromEntries(counts.map(([key, count]) => [`Deleted${key}`, count]));
}
