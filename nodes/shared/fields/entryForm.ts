import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { readAnswer } from '../lookups/answer';
import { z } from '../zod';
import { askForEditor } from './editor';
import { pickedSweepstakes } from './sweepstakes';

const entryPage = z.object({
	Data: z.object({
		KeyEmail: z.string().catch(''),
		KeyPhoneNumber: z.string().catch(''),
		FormFields: z.array(
			z.object({
				FieldName: z.string(),
				FieldType: z.string().catch('text'),
				FieldRequired: z.boolean().catch(false),
			}),
		),
	}),
});

type FormField = z.infer<typeof entryPage>['Data']['FormFields'][number];

/** `resourceMapper` method: the columns of the chosen sweepstakes' entry form (specification, /entrypage/fields). */
export async function getEntryFormFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await askForEditor(this, async (service) => {
		const answer = await service.call({
			endpoint: 'POST /entrypage/fields',
			body: { SweepstakesToken: await pickedSweepstakes(this, service) },
			repeatable: true,
		});
		const { KeyEmail, KeyPhoneNumber, FormFields } = readAnswer(
			entryPage,
			answer,
			'which fields the entry form has',
		).Data;
		// The node has fields of its own for the two keys by which the service knows a person.
		const others = FormFields.filter(
			({ FieldName }) => FieldName !== KeyEmail && FieldName !== KeyPhoneNumber,
		);
		return { fields: others.map(columnOf) };
	});
}

function columnOf({ FieldName, FieldType, FieldRequired }: FormField): ResourceMapperField {
	return {
		id: FieldName.trim().replace(/\s/g, '_'),
		displayName: FieldName,
		required: FieldRequired,
		defaultMatch: false,
		display: true,
		type: typeOf(FieldType),
	};
}

function typeOf(fieldType: string): FieldType {
	if (/number|integer/i.test(fieldType)) return 'number';
	if (/date/i.test(fieldType)) return 'dateTime';
	return 'string';
}
