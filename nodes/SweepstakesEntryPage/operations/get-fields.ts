import { getEntryPageFields } from '../api/fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getFields = defineOperation({
	name: 'Get Fields',
	value: 'getFields',
	action: 'Get the entry form fields of a sweepstakes',
	description:
		'Return the entry form fields of a sweepstakes: the name and type of each, and whether it is required',
	fields: [sweepstakes],
	endpoint: getEntryPageFields,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply: { Data } }) => {
		const { FormFields, KeyEmail: _, KeyPhoneNumber: _phone, ...page } = Data;
		return FormFields.map((field) => ({ ...field, ...page }));
	},
});
