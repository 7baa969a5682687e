import { getEntryPageFields } from '../api/fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

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
