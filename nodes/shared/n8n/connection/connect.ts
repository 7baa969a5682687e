import { createHash } from 'crypto';

import { getAccount } from '../../client/account';
import { Service } from '../../client/service';
import type { Connection } from '../../client/session';
import { baseUrlProblem, comparableBaseUrl, trimmedBaseUrl } from './baseUrl';
import { CredentialError } from '../errors/nodeErrors';
import { tokenProblem, trimmedToken } from './token';
import { keptAlive, throughN8n, type RequestContext } from './transports';

/** The fields of credentials/SweepstakesApi.credentials.ts. */
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
	/** Whether an agent's tool may write only in a sweepstakes that its owner has chosen. */
	restrictsAgents: boolean;
}

/** @throws {CredentialError} if the credential cannot be used. */
export async function connect(
	context: RequestContext,
	waits: Pick<Connection, 'patienceMs' | 'onWait'> = {},
): Promise<Connected> {
	const credential = await context.getCredentials<SweepstakesCredential>('sweepstakesApi');
	const callsPerMinute = Number(credential.callsPerMinute);
	const problem = baseUrlProblem(credential) ?? tokenProblem(credential.apiToken);
	if (problem) throw new CredentialError(problem);
	if (!Number.isInteger(callsPerMinute) || callsPerMinute < 0)
		throw new CredentialError('“Calls per Minute” must be a whole number, 0 or more');
	const baseUrl = trimmedBaseUrl(credential.baseUrl);
	const token = trimmedToken(credential.apiToken);
	const account = createHash('sha256')
		.update(`${comparableBaseUrl(baseUrl)}\n${token}`)
		.digest('hex');
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const viaN8n = throughN8n(context, { ...credential });
	const transport = credential.connection === 'keepAlive' ? keptAlive(context, token, viaN8n) : viaN8n;
	const connection = { baseUrl, transport, account: getAccount(account), callsPerMinute, signal };
	return {
		service: new Service({ ...connection, ...waits }),
		account,
		secret: token,
		restrictsAgents: credential.restrictAgents === true,
	};
}
