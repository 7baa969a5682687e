import { isObject } from '../../nodes/shared/json';
import { Anatomy, type Trait } from './compare';
import { listDifferences } from './lists';
import type { Attempt } from './recorder';
import { FAILURE, SUCCESSES } from './shapes';

/** A summary of the replies to one call, without values. */
export interface CallReport {
	call: string;
	/** The count of each status; 0 means no reply. */
	statuses: Record<string, number>;
	/** The text that the replies follow; undefined without a success. */
	reads?: 'both' | 'contract' | 'reference' | 'mixed';
	/** Differences from both texts, as sentences. */
	differences: string[];
	/** Keys that neither text names. */
	unknownKeys: string[];
	/** Statistics of each key, by path. */
	keys: Record<string, Trait>;
	/** Names of well-known headers, and the number of others. */
	headers: string[];
}

/** Describes all replies, in the order of the first calls. */
export function describeReplies(attempts: readonly Attempt[]): CallReport[] {
	const calls = [...new Set(attempts.map(({ call }) => call))];
	return calls.map((call) =>
		describeCall(
			call,
			attempts.filter((attempt) => attempt.call === call),
		),
	);
}

function describeCall(call: string, attempts: readonly Attempt[]): CallReport {
	const successes = new Anatomy();
	const failures = new Anatomy();
	const differences = new Set<string>();
	for (const attempt of attempts.filter(isFinal)) {
		const { status, body } = attempt;
		for (const difference of envelopeDifferences(attempt)) differences.add(difference);
		if (body && status < 300) successes.add(body, SUCCESSES.get(call) ?? new Map());
		if (body && status >= 400) failures.add(body, FAILURE);
		if (status < 300) for (const difference of listDifferences(attempt)) differences.add(difference);
	}
	for (const anatomy of [successes, failures]) {
		anatomy.conclude();
		for (const difference of anatomy.differences) differences.add(difference);
	}
	return {
		call,
		statuses: countsOf(attempts.map(({ status }) => String(status))),
		reads: successes.traits.size > 0 ? readsAs(successes) : undefined,
		differences: [...differences],
		unknownKeys: [...successes.unknownKeys, ...failures.unknownKeys],
		keys: Object.fromEntries([...successes.traits, ...prefixed('(refusal) ', failures.traits)]),
		headers: headersOf(attempts),
	};
}

/** Rate-limit, busy and gateway refusals say nothing about the call itself. */
function isFinal({ status, body }: Attempt): boolean {
	const isOfGateway = status === 403 && body?.Response === undefined;
	return status !== 0 && status !== 429 && status < 500 && !isOfGateway;
}

function readsAs({ marks }: Anatomy): CallReport['reads'] {
	if (marks.size === 2) return 'mixed';
	return [...marks][0] ?? 'both';
}

/** Returns unusual envelopes, statuses and headers, as sentences. */
function envelopeDifferences({ status, body, headers }: Attempt): string[] {
	if (!body) return [`The reply with status ${status} is no JSON object`];
	const found: string[] = [];
	const expected = status < 300;
	if (body.Response !== expected) found.push(`Response should be ${expected} with status ${status}`);
	if (status >= 300 && status < 400) found.push(`A redirect (${status}) is not expected`);
	if (status >= 400 && body.Code !== undefined && Number(body.Code) !== status)
		found.push(`Code should be the status, ${status}`);
	if (isObject(body.Data) && typeof body.Data.Code === 'string' && !ERROR_NAMES.has(body.Data.Code))
		if (status >= 400) found.push(`The name of the error is not known (${body.Data.Code.length} characters)`);
	if (!/\bjson\b/i.test(headers['content-type'] ?? '')) found.push('Content-Type should be JSON');
	if (Number.isNaN(Date.parse(headers.date ?? '')))
		found.push('The header Date is missing or cannot be read');
	return found;
}

/** The error names of both texts. */
const ERROR_NAMES = new Set(
	(
		'InsufficientSpace DailyLimit AccountDailyLimit SweepstakesLimit CodeInUse DuplicateCode CodeNotAvailable ParticipantHasCode ' +
		'AlreadyRedeemed CodeVoided DirectMessageNotEnabled NotAssigned NotCurrentCode NoRegisteredSmsSender ProhibitedContent'
	).split(' '),
);

/** Headers that reveal nothing about an account, and rate-limit headers. */
const KNOWN_HEADERS =
	/^(cache-control|connection|content-(encoding|length|type|security-policy)|date|etag|keep-alive|retry-after|server|strict-transport-security|transfer-encoding|vary|via|x-(ratelimit|rate-limit)-(limit|remaining|reset)|ratelimit(-(limit|remaining|reset|policy))?|x-powered-by|access-control-allow-(origin|methods|headers))$/;

function headersOf(attempts: readonly Attempt[]): string[] {
	const names = [...new Set(attempts.flatMap(({ headers }) => Object.keys(headers)))].sort();
	const known = names.filter((name) => KNOWN_HEADERS.test(name));
	const others = names.length - known.length;
	return others > 0 ? [...known, `(${others} others)`] : known;
}

function countsOf(values: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

function prefixed(prefix: string, traits: ReadonlyMap<string, Trait>): Array<[string, Trait]> {
	return [...traits].map(([path, trait]) => [prefix + path, trait]);
}
