import { isAbsent, isObject } from '../../nodes/shared/json';
import { pluralize } from '../../nodes/shared/pluralize';
import { Anatomy, type Trait } from './compare';
import { inWords } from './formats';
import { removeDuplicates, firstOfEach, type Finding } from './finding';
import { listFindings, readMoment, pageFindings } from './lists';
import { isSuccess, type Attempt } from './recorder';
import { recordFindings, relationFindings } from './relations';
import { FAILURE, SUCCESSES } from './shapes';
import { toTimes, type Times } from './times';

/** A summary of the replies to one call, without values. */
export interface CallReport {
	call: string;
	/** How often each status occurred. The status 0 means that there was no reply. */
	statuses: Record<string, number>;
	/** The document that the replies follow. It is undefined if no call succeeded. */
	reads?: 'both' | 'contract' | 'reference' | 'mixed';
	/** The findings, each of which differs from both documents. */
	findings: Finding[];
	/** Keys that neither document names. */
	unknownKeys: string[];
	/** Statistics of each key, by path. */
	keys: Record<string, Trait>;
	/** The names of well-known headers, and how many other headers there were. */
	headers: string[];
	times: Times;
}

/** Describes all replies, in the order of the first calls. */
export function describeReplies(attempts: readonly Attempt[]): CallReport[] {
	const calls = [...new Set(attempts.map(({ call }) => call))];
	const ofRecords = recordFindings(attempts);
	const works = new Set(attempts.filter(isSuccess).map(({ call }) => toPath(call)));
	return calls.map((call) => {
		const own = attempts.filter((attempt) => attempt.call === call);
		const report = describeCall(
			call,
			own,
			ofRecords.filter((one) => one.call === call),
		);
		// The two documents give different methods for some calls. If the service refuses one method, the nodes use the
		// other.
		const isOtherMethod = works.has(toPath(call)) && own.every(isMethodRefused);
		return isOtherMethod ? { ...report, findings: [] } : report;
	});
}

const toPath = (call: string): string => call.slice(call.indexOf(' '));

const isMethodRefused = ({ status }: Attempt): boolean => [403, 404, 405].includes(status);

function describeCall(call: string, attempts: readonly Attempt[], ofRecords: readonly Finding[]): CallReport {
	const successes = new Anatomy();
	const failures = new Anatomy();
	const shape = SUCCESSES.get(call);
	const final = attempts.filter(isFinal);
	const taken = final.filter(isSuccess);
	for (const { body } of taken) if (body) successes.add(body, shape ?? new Map());
	for (const { status, body } of final) if (body && status >= 400) failures.add(body, FAILURE);
	const findings = [
		...firstOfEach(final.flatMap(envelopeFindings)),
		...successes.findings(),
		...failures.findings().map((one) => ({ ...one, about: `${one.about} of a refusal`, means: OF_REFUSALS })),
		...firstOfEach(taken.flatMap(listFindings)),
		...firstOfEach(taken.flatMap(relationFindings)),
		...firstOfEach(pageFindings(taken)),
		...interruptions(attempts),
		...ofRecords.map(({ about, expected, came, means }) => ({ about, expected, came, means })),
	];
	return {
		call,
		statuses: countEach(attempts.map(({ status }) => String(status))),
		reads: successes.traits.size > 0 ? readsAs(successes) : undefined,
		findings: removeDuplicates(findings),
		unknownKeys: [...successes.unknownKeys, ...failures.unknownKeys],
		keys: Object.fromEntries([...successes.traits, ...addPrefix('(refusal) ', failures.traits)]),
		headers: listHeaders(attempts),
		times: toTimes(attempts),
	};
}

const OF_REFUSALS =
	'The error message in n8n can lack the reason or the advice. The item still fails, and nothing is done twice.';

/**
 * Whether a reply is about the call itself. A refusal because of the rate limit, a busy service or a gateway is not.
 */
function isFinal({ status, body }: Attempt): boolean {
	const isOfGateway = status === 403 && body?.Response === undefined;
	return status !== 0 && status !== 429 && status < 500 && !isOfGateway;
}

function readsAs({ marks }: Anatomy): CallReport['reads'] {
	if (marks.size === 2) return 'mixed';
	return [...marks][0] ?? 'both';
}

/** Finds attempts without a reply from the service, even if a later attempt got a reply. */
function interruptions(attempts: readonly Attempt[]): Finding[] {
	const broken = attempts.filter((attempt) => !isFinal(attempt) && !isRefusedForNow(attempt));
	const statuses = [...new Set(broken.map(({ status }) => status))];
	return statuses.map((status) => {
		const count = broken.filter((one) => one.status === status).length;
		const share = `${pluralize(count, 'time')} out of ${attempts.length}`;
		return {
			about: ON_THE_WAY,
			expected: 'an answer from the service each time',
			came: status === 0 ? `no answer, ${share}` : `an error on the way (status ${status}), ${share}`,
			means:
				status === 403
					? 'These items fail in a workflow, and the others go on. Ask who runs the network in between.'
					: 'Workflows wait and try again. What must not happen twice is looked up first. If that fails, the item stops and says what to check.',
		};
	});
}

const ON_THE_WAY = 'The connection';
const NO_JSON = 'The answer';

/**
 * Whether a finding is about the connection to the service. Such a finding only repeats the failure of a step that
 * failed for the same reason.
 */
export const isOfTheWay = ({ about }: Finding): boolean => about === ON_THE_WAY || about === NO_JSON;

/**
 * Whether the service refused a call only temporarily, with its documented reply for too many calls or a busy service.
 */
function isRefusedForNow({ status, body }: Attempt): boolean {
	return status === 429 || (status === 503 && body?.Response === false);
}

/** Whether a status is a documented success, which includes 201 for some calls that create records. */
function isKnownSuccess(status: number, call: string): boolean {
	return status === 200 || (status === 201 && call.endsWith('/create'));
}

/** Finds unusual statuses, headers and general keys of a reply. */
function envelopeFindings({ call, status, body, headers }: Attempt): Finding[] {
	const found: Finding[] = [];
	const isDone = isSuccess({ status });
	const add = (about: string, expected: string, came: string, means: string) =>
		found.push({ about, expected, came, means });
	if (isDone && !isKnownSuccess(status, call))
		add(
			'The status',
			call.endsWith('/create') ? '200 or 201' : '200',
			String(status),
			'The nodes count any status from 200 to 299 as done. If this one means something else, such as “accepted, will be done later”, the next step can come too early.',
		);
	if (status >= 300 && status < 400)
		add(
			'The status',
			'an answer',
			`a redirect (${status})`,
			'The nodes follow no redirect, so that your token goes nowhere else. Correct the Base URL.',
		);
	if (!body) {
		add(
			NO_JSON,
			'JSON',
			`something else with status ${status}, such as a web page`,
			'These items fail in a workflow with an error. Check the Base URL, or ask who runs the network in between.',
		);
		return found;
	}
	if (body.Response !== isDone)
		add(
			'Response',
			`${isDone} with status ${status}`,
			body.Response === undefined ? 'no such field' : inWordsOrBoolean(body.Response),
			'The nodes cannot tell a success from a failure by this answer, so they may ask you to check before anything is sent again.',
		);
	if (status >= 400 && !isAbsent(body.Code) && Number(body.Code) !== status)
		add(
			'Code',
			`the status, ${status}`,
			'another number',
			'The error in n8n shows the status. An If step on the number in the message can take the wrong path.',
		);
	const name = isObject(body.Data) ? body.Data.Code : undefined;
	if (status >= 400 && typeof name === 'string' && !ERROR_NAMES.has(name))
		add(
			'The name of the error (Data.Code)',
			'one of the documented names',
			`another name (${name.length} characters)`,
			'The nodes show the service’s own message, without advice of theirs.',
		);
	if (!/\bjson\b/i.test(headers['content-type'] ?? ''))
		add(
			'The header Content-Type',
			'JSON',
			headers['content-type'] ? 'another type' : 'no such header',
			'The nodes read the answer anyway. n8n’s HTTP Request node would return it as text.',
		);
	if (readMoment(headers.date) === undefined)
		add(
			'The header Date',
			'the time of the service',
			headers.date ? 'something that is no date' : 'no such header',
			'If an answer is lost, the nodes cannot compare clocks, and ask you to check more often.',
		);
	return found;
}

function inWordsOrBoolean(value: unknown): string {
	return typeof value === 'boolean' ? String(value) : inWords(value);
}

/** The error names in both documents. */
const ERROR_NAMES = new Set(
	(
		'InsufficientSpace DailyLimit AccountDailyLimit SweepstakesLimit CodeInUse DuplicateCode CodeNotAvailable ParticipantHasCode ' +
		'AlreadyRedeemed CodeVoided DirectMessageNotEnabled NotAssigned NotCurrentCode NoRegisteredSmsSender ProhibitedContent'
	).split(' '),
);

/** Headers that reveal nothing about an account, and headers about the rate limit. */
const KNOWN_HEADERS =
	/^(cache-control|connection|content-(encoding|length|type|security-policy)|date|etag|keep-alive|retry-after|server|strict-transport-security|transfer-encoding|vary|via|x-(ratelimit|rate-limit)-(limit|remaining|reset)|ratelimit(-(limit|remaining|reset|policy))?|x-powered-by|access-control-allow-(origin|methods|headers))$/;

function listHeaders(attempts: readonly Attempt[]): string[] {
	const names = [...new Set(attempts.flatMap(({ headers }) => Object.keys(headers)))].sort();
	const known = names.filter((name) => KNOWN_HEADERS.test(name));
	const others = names.length - known.length;
	return others > 0 ? [...known, `(${others} others)`] : known;
}

function countEach(values: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

function addPrefix(prefix: string, traits: ReadonlyMap<string, Trait>): Array<[string, Trait]> {
	return [...traits].map(([path, trait]) => [prefix + path, trait]);
}
