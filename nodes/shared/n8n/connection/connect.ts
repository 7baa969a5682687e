import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { getAccount } from '../../client/account';
import { Client, type ClientOptions } from '../../client/client';
import { toComparableBaseUrl } from './base-url';
import { findCredentialProblem, readCredential, type SweepstakesCredential } from './credential';
import { CredentialError } from '../errors/node-errors';
import { createRedactor, type Redact } from '../errors/redactor';
import { createN8nTransport, type RequestContext } from './n8n-transport';

/**
 * Creates the client of an execution. It uses the credential of the first item, as n8n's own nodes do. `redact` removes
 * the API token from a text. `restrictsAgents` is whether an AI agent's tool may write only in the sweepstakes selected
 * in the tool.
 *
 * @throws {CredentialError} if the credential cannot be used
 */
export async function connect(
	context: RequestContext,
	more: Partial<ClientOptions> = {},
): Promise<{ client: Client; redact: Redact; restrictsAgents: boolean }> {
	const stored = await context.getCredentials<SweepstakesCredential>('sweepstakesApi');
	const problem = findCredentialProblem(stored);
	if (problem) throw new CredentialError(problem);
	const { baseUrl, token, callsPerMinute, rehearses, restrictsAgents } = readCredential(stored);
	const accountKey = createHash('sha256')
		.update(`${toComparableBaseUrl(baseUrl)}\n${token}`)
		.digest('hex');
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const transport = createN8nTransport(context, { ...stored } as ICredentialDataDecryptedObject);
	const account = getAccount(accountKey);
	const options = { baseUrl, transport, account, callsPerMinute, signal, rehearses, ...more };
	return { client: new Client(options), redact: createRedactor(token), restrictsAgents };
}

/**
 * Connects a run of a node. If this fails, no item can be sent, and `client` is the error. The error is not thrown,
 * because then n8n could pass the input on as if it had been processed.
 */
export async function connectRun(
	context: IExecuteFunctions,
	options: Partial<ClientOptions>,
): Promise<{ client: Client | Error; redact?: Redact; restrictsAgents?: boolean }> {
	return await connect(context, options).catch((error: Error) => ({ client: error }));
}
