import { createHash } from 'crypto';

import { getAccount } from '../../client/account';
import type { ExecutionState } from '../../client/executionState';
import { Service } from '../../client/service';
import { baseUrlProblem, trimmedBaseUrl } from './baseUrl';
import { CredentialError } from '../errors/nodeErrors';
import { tokenProblem, trimmedToken } from './token';
import { keptAlive, throughN8n, type RequestContext } from './transports';

/** The credential's fields, see credentials/SweepstakesApi.credentials.ts. */
export interface SweepstakesCredential {
	baseUrl: string;
	apiToken: string;
	callsPerMinute: number;
	connection?: 'n8n' | 'keepAlive';
	allowInsecure?: boolean;
	restrictAgents?: boolean;
}

interface Connected {
	service: Service;
	/** Identifies the account without revealing its token. */
	account: string;
	/** Must not appear in any text. */
	secret: string;
	/** Whether a tool may write only in a sweepstakes that its owner has chosen. */
	restrictsAgents: boolean;
}

/**
 * The service of the node's credential, through the gate of its account.
 *
 * @param patienceMs see `Connection`.
 * @throws {CredentialError} if the credential cannot be used as it is.
 */
export async function connect(
	context: RequestContext,
	state: ExecutionState,
	patienceMs?: number,
): Promise<Connected> {
	const credential = await context.getCredentials<SweepstakesCredential>('sweepstakesApi');
	const { connection } = credential;
	const baseUrl = checkedBaseUrl(credential);
	const token = checkedToken(credential);
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const account = accountId(baseUrl, token);
	const transport = connection === 'keepAlive' ? keptAlive(context, token, signal) : throughN8n(context);
	const callsPerMinute = checkedCallsPerMinute(credential);
	const service = new Service(
		{ baseUrl, transport, account: getAccount(account), callsPerMinute, patienceMs, signal },
		state,
	);
	return { service, account, secret: token, restrictsAgents: credential.restrictAgents === true };
}

function accountId(baseUrl: string, token: string): string {
	return createHash('sha256').update(`${baseUrl}\n${token}`).digest('hex');
}

function checkedBaseUrl(credential: SweepstakesCredential): string {
	const problem = baseUrlProblem(credential);
	if (problem) throw new CredentialError(problem);
	return trimmedBaseUrl(credential.baseUrl);
}

function checkedToken({ apiToken }: SweepstakesCredential): string {
	const problem = tokenProblem(apiToken);
	if (problem) throw new CredentialError(problem);
	return trimmedToken(apiToken);
}

function checkedCallsPerMinute({ callsPerMinute }: SweepstakesCredential): number {
	const calls = Number(callsPerMinute);
	if (Number.isInteger(calls) && calls >= 0) return calls;
	throw new CredentialError('“Calls per Minute” must be a whole number, 0 or more');
}
