import type { Endpoint } from './endpoint';
import type { Refusal } from './refusal';

/*
 * Two texts describe the service: the contract and the reference. `contract` answers as the contract says and, where
 * the contract is silent, as the reference says; `reference` answers as the reference says wherever the two differ.
 * What differs in every operation is here; what differs in one operation is declared with it, in endpoints/.
 */

export const DIALECTS = ['contract', 'reference'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** An answer to a call. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: object;
}

/** A 503 of the gateway in front of the service: it does not tell whether the call was processed. */
export const GATEWAY_UNAVAILABLE: Answer = { status: 503, body: { message: 'Service Unavailable' } };

/** What the texts say about every operation. */
export interface Conventions {
	/** Whether every success carries Telemetry, or only those of the operations that belong to a module. */
	telemetryEverywhere: boolean;
	/** Names the queue of a path. Of each queue one call is processed at a time. */
	queueOf(path: string): string;
	/** The answer to a call whose queue is busy. */
	busy: Answer;
	/** The body of a refusal; the endpoint is undefined where the path is unknown. */
	failure(refusal: Refusal, endpoint: Endpoint | undefined): object;
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

/** The paths whose 400 and 409 carry no Code (reference, "Third reading"). */
const WITHOUT_CODE = ['/files/', '/participants/updateBonusEntries'];

/** The paths whose 400 carries `Help.ExpectedBody` (reference, "Conventions" 4; "Third reading"). */
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
	...WITHOUT_CODE,
];

function isUnder(paths: readonly string[], endpoint: Endpoint | undefined): boolean {
	return paths.some((path) => endpoint?.path.startsWith(path));
}
