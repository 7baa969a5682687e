import { createHash } from 'crypto';

import { baseUrlProblem, trimmedBaseUrl } from './baseUrl';
import { ServiceError } from './client/errors';
import { gateOf } from './client/gate';
import { Service } from './client/send';
import { keptAlive, throughN8n, type RequestContext } from './client/transport';
import { tokenProblem, trimmedToken } from './token';

/** The credential's fields, see credentials/SweepstakesApi.credentials.ts. */
export interface SweepstakesCredential {
	baseUrl: string;
	apiToken: string;
	callsPerMinute: number;
	connection?: 'n8n' | 'keepAlive';
	allowInsecure?: boolean;
}

export interface Connected {
	service: Service;
	/** Tells accounts apart without telling their token. */
	account: string;
	/** Must not be in any text. */
	secret: string;
}

/**
 * The service behind the node's credential, through the gate of its account.
 *
 * @throws {ServiceError} if the credential cannot be used as it stands; it ends the run.
 */
export async function connect(context: RequestContext): Promise<Connected> {
	const credential = await context.getCredentials<SweepstakesCredential>('sweepstakesApi');
	const { connection } = credential;
	const baseUrl = checkedBaseUrl(credential);
	const token = checkedToken(credential);
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const account = accountOf(baseUrl, token);
	const service = new Service({
		baseUrl,
		transport: connection === 'keepAlive' ? keptAlive(context, token, signal) : throughN8n(context),
		gate: gateOf(account),
		callsPerMinute: checkedCallsPerMinute(credential),
		signal,
	});
	return { service, account, secret: token };
}

function accountOf(baseUrl: string, token: string): string {
	return createHash('sha256').update(`${baseUrl}\n${token}`).digest('hex');
}

function checkedBaseUrl(credential: SweepstakesCredential): string {
	const problem = baseUrlProblem(credential);
	if (problem) throw unusable(problem);
	return trimmedBaseUrl(credential.baseUrl);
}

function checkedToken({ apiToken }: SweepstakesCredential): string {
	const problem = tokenProblem(apiToken);
	if (problem) throw unusable(problem);
	return trimmedToken(apiToken);
}

function checkedCallsPerMinute({ callsPerMinute }: SweepstakesCredential): number {
	const calls = Number(callsPerMinute);
	if (Number.isInteger(calls) && calls >= 0) return calls;
	throw unusable('“Calls per Minute” must be a whole number, 0 or more');
}

function unusable(reason: string): ServiceError {
	return new ServiceError({
		message: `The credential cannot be used: ${reason}`,
		description: 'Open the credential, correct this and save.',
		endsRun: true,
		failure: { cause: 'configuration-invalid' },
	});
}
