import { endpoint, safe, unsafe } from '../../shared/api/endpoint';
import { anyReply } from '../../shared/api/replies';
import { DryRunEnd } from '../../shared/client/dry-run';
import { isObject, toText } from '../../shared/json';
import { withToolDefault } from '../../shared/n8n/as-tool';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';
import { parseOtherReply } from '../other-reply';
import { explainMissing, findItems } from '../items-at';
import { readRecordsOfPages } from '../pages';
import { path } from '../path';

/** The default maximum size of all responses together, in MB. */
const DEFAULT_MOST_DATA = 50;

const jsonBody = z.unknown().refine((value) => isObject(value) || Array.isArray(value), {
	message: 'must be an object in braces { } or a list in brackets [ ]',
});

export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call any operation of the API',
	description:
		'Call an API operation that no other Sweepstakes node has, by its method and path. Some operations delete or send something, which cannot be undone.',
	fields: [
		...withToolDefault(
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
				description:
					'The method in the API documentation. Almost every operation uses POST, even those that only read.',
			},
			'GET',
		),
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
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add parameter' },
			placeholder: 'Add parameter',
			default: {},
			description: 'Parameters to add after the path as ?name=value. You can use a name several times.',
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
							placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
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
				'The path to the list in the response, such as Data or Data.Codes. Each record becomes an item. Leave empty to return the whole response: as one item or, if the response is a list, as one item per record.',
		},
		{
			displayName: 'Read All Pages',
			name: 'allPages',
			type: 'boolean',
			default: false,
			description:
				'Whether to read all pages of the list given in “Split Into Items”, with one call per page',
		},
		{
			displayName: 'Page Number Field',
			name: 'pageKey',
			type: 'string',
			default: 'page',
			required: true,
			placeholder: 'e.g. page',
			description:
				'The field that holds the page number, in the body or, for a GET call, the query. The first page is 1.',
			displayOptions: { show: { allPages: [true] } },
		},
		{
			displayName: 'Total Pages Path',
			name: 'totalPagesAt',
			type: 'string',
			default: 'Pagination.TotalPages',
			required: true,
			placeholder: 'e.g. Data.TotalPages',
			description: 'The path to the number of pages in the response, such as Pagination.TotalPages',
			displayOptions: { show: { allPages: [true] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Max Data (MB)',
					name: 'mostData',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 1_000, numberPrecision: 0 },
					default: DEFAULT_MOST_DATA,
					description:
						'How much data “Read All Pages” may read. n8n holds all of it in memory. If there is more, the run stops with an error that includes what was read.',
				},
				{
					displayName: 'Safe to Repeat',
					name: 'safeToRepeat',
					type: 'boolean',
					default: true,
					description:
						'Whether the service can process this call twice without harm, for example because it only reads. If on, the call is sent again whenever it gets no response. If off, it is sent again only if it was certainly not processed.',
				},
			],
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
	async *run({ client, request, parameters }) {
		// Only the user knows whether making the call twice does harm.
		const { mostData = DEFAULT_MOST_DATA, safeToRepeat = false } = parameters.options;
		const retry = safeToRepeat
			? safe
			: unsafe('Before you make this call again, check in your account whether it was processed.');
		const send = async ({ method, path: checked, query, body }: CustomCall) => {
			const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
			const call = `${method} ${checked}${search}` as const;
			const request = z.unknown();
			return await client.call(
				endpoint({ call, request, reply: anyReply, otherReply: parseOtherReply, retry }),
				body,
			);
		};
		// Only the user knows whether a call merely reads, so a dry run sends nothing.
		if (client.isDry) throw new DryRunEnd(request);
		const { allPages, splitInto, pageKey = '', totalPagesAt = '' } = parameters;
		if (allPages)
			yield* readRecordsOfPages(client, async (page) => await send(withPage(request, pageKey, page)), {
				splitInto,
				totalPagesAt,
				megabytes: mostData,
			});
		else {
			const answer = await send(request);
			const missing = explainMissing(answer, splitInto);
			if (missing) client.hints.add(missing);
			yield* findItems(answer, splitInto);
		}
	},
});

interface CustomCall {
	method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
	path: `/${string}`;
	query: Array<[string, string]>;
	body?: z.output<typeof jsonBody>;
}

function withPage(call: CustomCall, key: string, page: number): CustomCall {
	if (call.method === 'GET') {
		const others = call.query.filter(([name]) => name !== key);
		return { ...call, query: [...others, [key, toText(page)]] };
	}
	if (!isObject(call.body))
		throw new InputError('JSON Body', 'must be a JSON object { }, so that the page number can be added');
	return { ...call, body: { ...call.body, [key]: page } };
}
