import { createRules, firstRulesCreated, rulesTitled } from '../api';
import { undefinedIfEmpty } from '../../Sweepstakes/api';
import { leading, only } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';

/** What the service says of a new document. */
const KEYS = ['Title', 'Primary', 'CreationDate', 'RulesToken', 'SweepstakesToken'];

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an official rules document',
	description: 'Create an official rules document for a sweepstakes. The first one becomes the primary one.',
	fields: [
		sweepstakes,
		{
			displayName: 'Title',
			name: 'Title',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. Official Rules',
			description: 'The title of the document, up to 100 characters',
		},
		{
			displayName: 'When Title Exists',
			name: 'whenTitleExists',
			type: 'options',
			options: [
				{ name: 'Create Another', value: 'create', description: 'Several documents may have the same title' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'The document that has the title comes out. No other document is created.',
				},
			],
			default: 'create',
			description:
				'What to do if the sweepstakes already has a document with this title, whatever its text. Return Existing checks this first, with one more call, and sets alreadyExisted to true or false.',
		},
		{
			displayName: 'Document',
			name: 'DocumentContent',
			type: 'string',
			typeOptions: { rows: 8 },
			default: '',
			required: true,
			placeholder: 'e.g. <h1>Official Rules</h1><p>No purchase necessary.</p>',
			description: 'The text of the document as HTML, up to 1,000,000 characters',
		},
		{
			displayName: 'Additional Fields (JSON)',
			name: 'additionalFields',
			type: 'json',
			default: '{}',
			description:
				'More fields to send, as a JSON object. They do not replace the fields above. The API documentation does not show them all.',
		},
	],
	request: createRules.request,
	toRequest: ({ sweepstakes: SweepstakesToken, whenTitleExists: _, ...document }) => ({
		SweepstakesToken,
		...document,
	}),
	async *run({ service, request, parameters, run }) {
		const looksFirst = parameters.whenTitleExists === 'return';
		const titled = looksFirst
			? await undefinedIfEmpty(service, request.SweepstakesToken, rulesTitled(service, request))
			: undefined;
		const existing = titled?.[0];
		if (existing) {
			run.skip('already created');
			yield { ...only(existing, KEYS), alreadyExisted: true };
			return;
		}
		const created = await service.callForItems(
			createRules,
			request,
			({ Data }) => leading(Data, KEYS),
			looksFirst ? firstRulesCreated : undefined,
		);
		for (const document of created) yield { ...document, ...(looksFirst && { alreadyExisted: false }) };
	},
});
