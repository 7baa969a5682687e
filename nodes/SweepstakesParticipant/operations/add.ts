import { sweepstakes } from '../../shared/fields/sweepstakes';
import { email, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const add = defineOperation({
	name: 'Add',
	value: 'add',
	action: 'Add a participant',
	description: 'Enter a person into a sweepstakes',
	fields: [
		sweepstakes,
		{
			displayName: 'Email',
			name: 'KeyEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. jane@example.com',
			description: 'The e-mail address of the participant',
		},
		{
			displayName: 'Phone Number',
			name: 'KeyPhoneNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +12025550123',
			description: 'The phone number of the participant, in international (E.164) or local format',
		},
		{
			displayName: 'Entry Form Fields',
			name: 'Fields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			description: 'The other fields of the entry form, such as the name; a field left empty is not sent',
			typeOptions: {
				loadOptionsDependsOn: ['sweepstakes.value'],
				resourceMapper: {
					resourceMapperMethod: 'getEntryFormFields',
					mode: 'add',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: true,
					supportAutoMap: true,
				},
			},
		},
		{
			displayName: 'Bonus Entries',
			name: 'BonusEntries',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description: 'Extra entries that raise the chance to be drawn',
		},
		{
			displayName: 'Language',
			name: 'lang',
			type: 'string',
			default: 'en',
			required: true,
			placeholder: 'e.g. en',
			description: 'Code of the language the person entered in',
		},
		{
			displayName: 'Source',
			name: 'source',
			type: 'string',
			default: 'n8n',
			required: true,
			placeholder: 'e.g. website',
			description: 'Where the entry comes from; shown with the participant',
		},
	],
	endpoint: 'POST /participants/add',
	// A second entry of the same person would raise their chance.
	repeatable: {
		no: 'Look with Participant › Get Many whether this person is entered before you add them again.',
	},
	request: z.object({
		lang: z.string(),
		source: z.string(),
		sweepstakesToken: uuid,
		entryPageFields: z.object({
			KeyEmail: email.optional(),
			KeyPhoneNumber: z.string().optional(),
			BonusEntries: z.number().int().min(0).optional(),
			Fields: z.record(z.unknown()).optional(),
		}),
	}),
	toRequest: ({ sweepstakes: sweepstakesToken, lang, source, ...entryPageFields }) => ({
		lang,
		source,
		sweepstakesToken,
		entryPageFields,
	}),
	reply: z.object({ Message: z.string() }).passthrough(),
	toItems: (reply, { entryPageFields }) => ({ ...reply, ...entryPageFields }),
});
