import type { Refusal } from './refusal';

/*
 * Two documents describe the service: the contract and the reference. The dialect `contract` follows the contract, and
 * the reference where the contract says nothing. The dialect `reference` follows the reference wherever the two differ.
 * This file contains the differences that concern every operation; endpoints/ contains those of single operations.
 */

export const DIALECTS = ['contract', 'reference'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The parts of an operation that a refusal depends on. */
export interface Operation {
	path: string;
	/** The content of `Help.ExpectedBody`. */
	expectedBody: Record<string, string>;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: object;
}

/** A 503 from the gateway in front of the service. The call may have been processed. */
export const GATEWAY_UNAVAILABLE: Answer = { status: 503, body: { message: 'Service Unavailable' } };

/** The operations whose successful replies contain a Message as well as Data (reference). */
const WITH_MESSAGE = new Set([
	...['fetch', 'settings', 'single', 'stats'].map((name) => `/codes/${name}`),
	...['fetch', 'getFileUrl'].map((name) => `/files/${name}`),
	...['fetch', 'single'].map((name) => `/invoices/${name}`),
	...['fetch', 'single', 'report', 'responses'].map((name) => `/surveys/${name}`),
	...[
		'usage',
		'suppressions',
		'add-suppressions',
		'remove-suppression',
		'campaigns',
		'campaign',
		'campaign-report',
		'campaign-recipients',
		'pause-campaign',
		'resume-campaign',
		'cancel-campaign',
		'drips',
		'drip',
		'drip-report',
		'drip-enrollments',
		'drip-remove-contact',
		'pause-drip',
		'resume-drip',
	].map((name) => `/messaging/${name}`),
]);

/** Returns the Message of a successful reply. An operation can set another Message. */
export function toMessage({ path }: Operation): { Message?: string } {
	return WITH_MESSAGE.has(path) ? { Message: 'The request was processed.' } : {};
}

/** The rules of a dialect that concern every operation. */
export interface Conventions {
	/** Whether every successful reply has Telemetry, or only the replies of operations that belong to a module. */
	telemetryEverywhere: boolean;
	/** Returns the queue of a path. Each queue processes one call at a time. */
	queueOf(path: string): string;
	/** The reply while the queue is busy. */
	busy: Answer;
	/** Returns the body of a refusal. The endpoint is undefined if the path is unknown. */
	failure(refusal: Refusal, endpoint: Operation | undefined): object;
}

export const CONVENTIONS: Record<Dialect, Conventions> = {
	contract: {
		telemetryEverywhere: false,
		queueOf: () => 'all',
		busy: {
			status: 503,
			body: { Response: false, Message: 'The backend is processing another request.', Code: 503 },
		},
		failure: (
			{ status, message, details: { help, data, hint, candidates, existingFileToken } },
			endpoint,
		) => ({
			Response: false,
			Message: message,
			Code: status,
			...(status === 400 && endpoint && { Help: { ExpectedBody: endpoint.expectedBody, ...help } }),
			...(data && { Data: data }),
			...(candidates && { Candidates: candidates }),
			...(hint && { Hint: hint }),
			...(existingFileToken && { ExistingFileToken: existingFileToken }),
		}),
	},
	reference: {
		telemetryEverywhere: true,
		queueOf: (path) => path,
		busy: GATEWAY_UNAVAILABLE,
		failure({ status, message, details }, endpoint) {
			const { help, data, hint, candidates, telemetry, existingFileToken } = details;
			const hasCode = ![400, 409].includes(status) || !isUnder(WITHOUT_CODE, endpoint);
			const expected = status === 400 &&
				isUnder(WITH_EXPECTED_BODY, endpoint) && { ExpectedBody: endpoint?.expectedBody };
			return {
				Response: false,
				Message: message,
				...(hasCode && { Code: status }),
				...((help ?? expected) && { Help: { ...expected, ...help } }),
				...(data && { Data: data }),
				...(candidates && { Candidates: candidates }),
				...(hint && { Hint: hint }),
				...(existingFileToken && { ExistingFileToken: existingFileToken }),
				...(telemetry && { Telemetry: telemetry }),
			};
		},
	},
};

/** The paths whose replies with 400 and 409 have no Code (reference). */
const WITHOUT_CODE = ['/files/', '/groups/', '/participants/updateBonusEntries'];

/** The paths whose replies with 400 have `Help.ExpectedBody` (reference). */
const WITH_EXPECTED_BODY = [
	'/billing/',
	'/calendar/',
	'/codes/',
	'/entrypage/',
	'/invoices/',
	'/messaging/',
	'/notes/',
	'/rules/',
	'/surveys/',
	'/tickets/',
	'/tools/',
	'/wallet/',
	'/files/',
	'/participants/updateBonusEntries',
];

function isUnder(paths: readonly string[], endpoint: Operation | undefined): boolean {
	return paths.some((path) => endpoint?.path.startsWith(path));
}
