import type { Json } from '../json';
import { Cancelled, orOnAbort, throwIfCancelled } from './cancellation';
import type { Endpoint } from './endpoint';
import type { QueuedCall } from './pacing/gate';
import { limitInPlan, noteQuota } from './plan';
import { judgeOutcome, mayHaveCounted, verdictOnTheWay, type Verdict } from './retry-policy';
import type { Session } from './session';
import { ATTEMPT_TIMEOUT_MS, DEADLINE_PASSED, type HttpRequest, type Outcome } from './transport';

/**
 * Sends a request once. The call must hold its turn.
 *
 * @throws {Cancelled} once the execution was cancelled.
 */
export async function attempt(
	session: Session,
	endpoint: Endpoint,
	request: HttpRequest,
	turn: QueuedCall,
): Promise<Verdict> {
	const { connection, stats, clock } = session;
	const { transport, account, signal } = connection;
	const onDeadline = (resolve: (outcome: Outcome) => void, reject: (error: Error) => void) =>
		signal?.aborted ? reject(new Cancelled()) : resolve({ fault: DEADLINE_FAULT });
	throwIfCancelled(signal);
	stats.calls++;
	let judged: Verdict | undefined;
	try {
		const deadline = session.deadline();
		// Timeouts of HTTP clients measure silence: a server that sends one byte a second would never end.
		const outcome = await orOnAbort(transport({ ...request, signal: deadline }), deadline, onDeadline);
		throwIfCancelled(signal);
		clock.read(outcome);
		if ('reply' in outcome) stats.received += outcome.reply.text.length;
		judged = judgeOutcome(outcome, endpoint.otherAnswer);
	} finally {
		if (mayHaveCounted(judged)) account.gate.count(turn);
	}
	const verdict = judgeInContext(judged, session, endpoint);
	if (verdict.kind === 'done') {
		stats.succeeded++;
		noteQuota(account, verdict.body);
	}
	noteLimit(session, verdict);
	return verdict;
}

const DEADLINE_FAULT = { code: DEADLINE_PASSED, message: `no reply in ${ATTEMPT_TIMEOUT_MS} ms` };

function judgeInContext(verdict: Verdict, session: Session, endpoint: Endpoint): Verdict {
	const isForeign = verdict.kind === 'stop' && verdict.isForeign;
	session.foreignInARow = isForeign ? session.foreignInARow + 1 : 0;
	if (verdict.kind === 'done' && !isAnswer(verdict.body, endpoint))
		return { kind: 'retry', cause: 'ambiguous', failure: { code: 'notConfirmed' } };
	if (verdict.kind !== 'stop') return verdict;
	const { failure } = verdict;
	// Earlier calls succeeded, so address and account are right: something in between refused this call.
	if (isForeign && session.stats.succeeded > 0) return verdictOnTheWay(failure, session.foreignInARow);
	if (failure.code !== 'refused') return verdict;
	const { expects, conflict } = endpoint;
	const advice = failure.status === 400 ? expects : failure.status === 409 ? conflict : undefined;
	return { kind: 'stop', failure: { ...failure, expects: advice } };
}

/** A success has `Response: true` or the expected keys. A schema that accepts `{}` proves nothing. */
function isAnswer(body: Json, { reply, otherAnswer }: Endpoint): boolean {
	if (body.Response === true || otherAnswer) return true;
	return reply.safeParse(body).success && !reply.safeParse({}).success;
}

function noteLimit({ connection, stats }: Session, verdict: Verdict): void {
	const { callsPerMinute: credential } = connection;
	const plan = verdict.kind === 'done' ? limitInPlan(verdict.body) : refusedAt(verdict, credential);
	if (plan !== undefined && plan !== credential) stats.limitMismatch = { plan, credential };
}

/** A limit above the credential's does not explain a refusal: other programs may have used the rest. */
function refusedAt({ failure }: Exclude<Verdict, { kind: 'done' }>, credential: number): number | undefined {
	const plan = failure.code === 'rateLimited' ? failure.planLimit : undefined;
	return plan !== undefined && (credential === 0 || plan < credential) ? plan : undefined;
}
