import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDisplayOptions,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { resolveUnderBaseUrl } from '../nodes/shared/n8n/connection/base-url';
import { findCredentialProblem, readCredential } from '../nodes/shared/n8n/connection/credential';
import type { OwnRequest } from '../nodes/shared/n8n/connection/n8n-transport';

const startingWith = (...starts: string[]) => starts.map((startsWith) => ({ _cnd: { startsWith } }));

/**
 * Shows a field for an http:// address that is not on this machine. The conditions are plain comparisons: n8n evaluates
 * them before each call. It stops a regular expression after 250 ms, and on a busy machine, even a simple one can take
 * that long.
 */
const HTTP_ELSEWHERE: IDisplayOptions = {
	show: { baseUrl: startingWith('http:', 'HTTP:', ' ') },
	hide: {
		baseUrl: [
			'http://localhost',
			...startingWith('http://localhost:', 'http://localhost/', 'http://127.', 'http://[::1]'),
		],
	},
};

const NOT_THE_API =
	'This address is not the Sweepstakes API. Check “Base URL”: it must not end with the path of an operation, such as /winners/draw.';
const REDIRECTS =
	'This address redirects to a different one, so it is not the Sweepstakes API. Check “Base URL”.';
const DOWN = 'The service has a problem. Test again later.';

const STATUSES: ReadonlyArray<readonly [statuses: readonly number[], message: string]> = [
	[[301, 302, 303, 307, 308], REDIRECTS],
	[[400, 404, 405], NOT_THE_API],
	[[401], 'The service does not accept this API token. Copy it again from your account.'],
	[
		[403],
		'No account has this API token, or the account is disabled or restricted, or has no calls left this month.',
	],
	[[429], 'The account has no calls left this minute. Test again in a minute.'],
	[[500, 502, 503, 504], DOWN],
];

const RESPONSES = [
	[undefined, 'This address does not respond like the Sweepstakes API. Check “Base URL”.'],
	[false, 'The service works, but does not accept this API token.'],
] as const;

/**
 * The messages that n8n shows when the test of the credential fails, depending on the status or the body of the reply.
 * If there is no reply, n8n shows only an error code, such as ECONNREFUSED, and no rule can change that.
 */
const TEST_RULES = [
	...STATUSES.flatMap(([statuses, message]) =>
		statuses.map((value) => ({ type: 'responseCode', properties: { value, message } })),
	),
	...RESPONSES.map(([value, message]) => ({
		type: 'responseSuccessBody',
		properties: { key: 'Response', value, message },
	})),
];

/**
 * The API token of an account and the address of its service. The token is sent as a Bearer token (contract,
 * Authentication).
 */
export class SweepstakesApi implements ICredentialType {
	name = 'sweepstakesApi';

	displayName = 'Sweepstakes API';

	icon: Icon = { light: 'file:../icons/sweepstakes.svg', dark: 'file:../icons/sweepstakes.dark.svg' };

	// With this setting, n8n 2.41 offers the credential only to the nodes of this package. n8n 1.123 ignores it, so
	// there, only `authenticate` protects the token.
	restrictToSupportedNodes = true as const;

	// n8n's domain restriction fields are hidden, because they only restrict the HTTP Request node. n8n 2 does not offer
	// this credential to that node, and in n8n 1, `authenticate` restricts it.
	hideDomainRestrictionFields = true;

	documentationUrl = 'https://github.com/n8n-nodes-sweepstakes/n8n-nodes-sweepstakes#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com/v3',
			description:
				'The address of the Sweepstakes API, without the path of an operation such as /winners/draw. If the test shows a code such as ECONNREFUSED, ENOTFOUND or EPROTO, check the address for typos, including http and https. If it is right, the service may be down.',
			hint: 'Your provider’s API documentation has the address.',
		},
		{
			displayName: 'Allow HTTP',
			name: 'allowInsecure',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow a Base URL on another machine that begins with http://. Others on the network can then read the API token.',
			displayOptions: HTTP_ELSEWHERE,
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API token of your account',
			hint: 'Copy it from your account in your provider’s web app.',
		},
		{
			displayName: 'Calls per Minute',
			name: 'callsPerMinute',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 150,
			description:
				'How many calls your plan allows in any 60 seconds, or 0 for no limit. One n8n process stays within this number. If several workers together exceed it, the service rejects some calls, which are sent again later.',
			hint: 'Account › Get Plan shows your plan’s number as MaxApiCallsPerMinute.',
		},
		{
			displayName: 'Rehearse',
			name: 'rehearse',
			type: 'boolean',
			default: false,
			description:
				'Whether all nodes with this credential only rehearse: nothing is sent or changed, wherever they run. They return what a real run would, with “dryRun”: true. Nodes that only read, and triggers, work as usual.',
			hint: 'For real runs, keep a second credential with this option off. Nodes that use the second credential refuse rows from a rehearsal. Nodes of other services, such as Gmail, are not rehearsed: they really send.',
		},
		{
			displayName: 'Restrict Agents',
			name: 'restrictAgents',
			type: 'boolean',
			default: false,
			description:
				'Whether to let an AI agent make changes only in the sweepstakes selected in the node that it uses as a tool. Nodes that do not belong to a sweepstakes (files, notes, invoices …) become read-only for agents.',
		},
	];

	/**
	 * Adds the token to a request from a node, from the credential's test or, in n8n 1, from the HTTP Request node. The
	 * request goes only to an address under the credential's Base URL, and does not follow redirects.
	 *
	 * @throws an Error with a message for the user if a field cannot be used, or if the address must not get the token.
	 *   Nothing has been sent then.
	 */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const problem = findCredentialProblem(credential);
		if (problem) throw new Error(problem);
		const { baseUrl, token } = readCredential(credential);
		const address = resolveUnderBaseUrl(baseUrl, request);
		const { ownSignal, ...options }: OwnRequest = request;
		return {
			...options,
			...('uri' in request && { uri: address }),
			url: address,
			baseURL: undefined,
			// n8n 1 reads `disableFollowRedirect` for nodes and `maxRedirects` for the HTTP Request node.
			disableFollowRedirect: true,
			maxRedirects: 0,
			// A request of this package's nodes brings its own signal, which also aborts when the execution is stopped.
			...(ownSignal && { abortSignal: ownSignal }),
			headers: { ...request.headers, Authorization: `Bearer ${token}` },
		};
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{$credentials.baseUrl.replace(/^[\\s\\p{Cf}]+|(?<![\\s\\p{Cf}])[\\s\\p{Cf}]+$/gu, "").replace(/(?<!\\/)\\/+$/, "")}}',
			url: '/account/health-check',
			method: 'POST',
			disableFollowRedirect: true,
		},
		rules: TEST_RULES as ICredentialTestRequest['rules'],
	};
}
