import { deleteSurvey as endpoint } from '../api/surveys';
import { deletedItem } from '../../shared/n8n/output/deleted-item';
import { asObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { survey } from '../picker';

export const deleteSurvey = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a survey',
	description:
		'Delete a survey permanently, by its ID, with its questions, statistics and files. Participants stay.',
	fields: [
		{
			displayName:
				'This cannot be undone. To close a survey and keep its responses, archive it with Update instead.',
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
			description:
				'Whether to delete the responses, too. If this is off, a survey with responses is not deleted.',
		},
	],
	endpoint,
	toRequest: ({ survey: SurveyToken, Confirm }) => ({ SurveyToken, Confirm }),
	toItems: ({ reply: { Deleted, ...reply }, request: { SurveyToken } }) => ({
		...deletedItem(reply, { SurveyToken }),
		...deletedCounts(asObject(Deleted)),
	}),
});

/** { Questions: 3 } becomes { DeletedQuestions: 3 }. */
function deletedCounts(deleted: object): object {
	const counts = Object.entries(deleted);
	return Object.fromEntries(counts.map(([key, count]) => [`Deleted${key}`, count]));
}
