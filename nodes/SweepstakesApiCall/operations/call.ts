import { anyReply, endpoint, safe, unsafe } from '../../shared/api/endpoint';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation';
import { z } from '../../shared/zod';
import { otherAnswer } from '../answer';
import { itemsAt } from '../itemsAt';
import { path } from '../path';

/** A JSON value that is sent as the body. */
const jsonBody = z.unknown().refine((value) => isObject(value) || Array.isArray(value), {
	message: 'must be an object in braces { } or a list in brackets [ ]',
});

export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any operation of the API',
	description:
		'Call an operation of the API that no other Sweepstakes node has, such as notes, calendar or tickets',
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
			description: 'Almost every operation of the API uses POST, even those that only read',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. /notes/create',
			description: 'The path of the operation, added after the Base URL of the credential',
		},
		{
			displayName: 'Query Parameters',
			name: 'query',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
			placeholder: 'Add Parameter',
			default: {},
			description: 'Parameters added after the path as ?name=value. A name may be given several times.',
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
			description: 'The data to send, as a JSON object or list',
			displayOptions: { hide: { method: ['GET'] } },
		},
		{
			displayName: 'Split Into Items',
			name: 'splitInto',
			type: 'string',
			default: '',
			placeholder: 'e.g. Data',
			description:
				'The name of a list in the answer, such as Data, or Data.Codes for a list inside Data. Each record of the list comes out as one item. Without such a list, the whole answer comes out as one item. An answer that is itself a list comes out as its records.',
		},
		{
			displayName: 'Safe to Repeat',
			name: 'safeToRepeat',
			type: 'boolean',
			default: false,
			description:
				'Whether the service may process this call twice without harm, for example because it only reads. When on, a call without an answer is sent again. When off, a call is sent again only if it was certainly not processed.',
		},
	],
	request: z.object({
		method: z.enum(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
		path,
		query: z.array(z.tuple([z.string(), z.string()])),
		body: jsonBody.optional(),
	}),
	toRequest: ({ method, path: given, query: { parameter = [] }, body }) => ({
		method,
		path: given,
		query: parameter.map(({ name, value = '' }): [string, string] => [name, value]),
		body: method === 'GET' ? undefined : body,
	}),
	async *run({ service, request: { method, path: checked, query, body }, parameters }) {
		const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
		const anyEndpoint = endpoint({
			call: `${method} ${checked}${search}`,
			request: jsonBody.optional(),
			reply: anyReply,
			otherAnswer,
			// Only the person knows what a second call would do.
			retry: parameters.safeToRepeat
				? safe
				: unsafe({ check: 'Before you call again, check in your account whether it was done.' }),
		});
		yield* itemsAt(await service.call(anyEndpoint, body), parameters.splitInto);
	},
});
