import { jsonObject } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';
import { itemsAt } from '../itemsAt';
import { path } from '../path';

export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any operation of the API',
	description:
		'Send a request of your own, for operations of the API that no other Sweepstakes node has, such as notes, calendar or tickets',
	fields: [
		{
			displayName: 'Method',
			name: 'method',
			type: 'options',
			options: [
				{ name: 'DELETE', value: 'DELETE' },
				{ name: 'GET', value: 'GET' },
				{ name: 'PATCH', value: 'PATCH' },
				{ name: 'POST', value: 'POST' },
				{ name: 'PUT', value: 'PUT' },
			],
			default: 'POST',
			description: 'Almost every operation of the API is a POST, even those that read',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. /notes/create',
			description: 'The path of the operation behind the Base URL of the credential',
		},
		{
			displayName: 'Query Parameters',
			name: 'query',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
			placeholder: 'Add Parameter',
			default: {},
			description: 'What goes behind the path as ?name=value',
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							required: true,
							placeholder: 'e.g. sweepstakesToken',
							description: 'The name of the parameter',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							description: 'The value of the parameter',
						},
					],
				},
			],
		},
		{
			displayName: 'JSON Body',
			name: 'body',
			type: 'json',
			default: '{}',
			description: 'The body of the request, an object. A GET has none.',
			displayOptions: { hide: { method: ['GET'] } },
		},
		{
			displayName: 'Split Into Items',
			name: 'splitInto',
			type: 'string',
			default: '',
			placeholder: 'e.g. Data',
			description:
				'The property of the answer with a list of which each entry is to become an item; dots lead inside, as in Data.Codes. If it is empty, or the answer has no list there, the answer comes out as one item.',
		},
		{
			displayName: 'Safe to Repeat',
			name: 'safeToRepeat',
			type: 'boolean',
			default: false,
			description:
				'Whether it does no harm if the service processes this twice, as with reading. Then a call that broke off is sent again; otherwise only one that surely was not processed.',
		},
	],
	request: z.object({
		method: z.enum(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
		path,
		query: z.record(z.string()).optional(),
		body: jsonObject.optional(),
	}),
	toRequest: ({ method, path: given, query: { parameter = [] }, body }) => ({
		method,
		path: given,
		query:
			parameter.length > 0
				? Object.fromEntries(parameter.map(({ name, value }) => [name, value ?? '']))
				: undefined,
		body: method === 'GET' ? undefined : body,
	}),
	async *run(service, { method, path: checked, query, body }, { splitInto, safeToRepeat }) {
		const answer = await service.call({
			endpoint: `${method} ${checked}`,
			query,
			body,
			// What an operation that we do not know does a second time, only the person can say.
			repeatable: safeToRepeat || { no: 'Look in your account whether it was done before you call again.' },
		});
		yield* itemsAt(answer, splitInto);
	},
});
