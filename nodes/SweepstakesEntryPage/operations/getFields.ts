import { getEntryPageFields } from '../../shared/api/entryPage';
import { defineOperation } from '../../shared/n8n/operation';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const getFields = defineOperation({
	name: 'Get Fields',
	value: 'getFields',
	action: 'Get the entry form fields of a sweepstakes',
	description:
		'Return the fields of the entry form of a sweepstakes, with name, type and whether each is required',
	fields: [sweepstakes],
	endpoint: getEntryPageFields,
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	toItems: ({ reply: { Data } }) => {
		const { FormFields, KeyEmail: _, KeyPhoneNumber: _phone, ...page } = Data;
		return FormFields.map((field) => ({ ...field, ...page }));
	},
});
