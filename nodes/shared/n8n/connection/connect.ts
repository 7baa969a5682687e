import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { getAccount } from '../../client/account';
import { throwIfCancelled } from '../../client/cancellation';
import { Client, type ClientOptions } from '../../client/client';
import { toComparableBaseUrl } from './base-url';
import { findCredentialProblem, readCredential, type SweepstakesCredential } from './credential';
import { CredentialError } from '../errors/node-errors';
import { createRedactor, type Redact } from '../errors/redactor';
import { createN8nTransport, type RequestContext } from './n8n-transport';

/**
 * Creates the client of an execution. `redact` removes the API token from a text. `restrictsAgents` is whether an AI
 * agent's tool may write only in the sweepstakes selected in the tool.
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
	const { baseUrl, token, callsPerMinute, restrictsAgents } = readCredential(stored);
	const accountKey = createHash('sha256')
		.update(`${toComparableBaseUrl(baseUrl)}\n${token}`)
		.digest('hex');
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const transport = createN8nTransport(context, { ...stored } as ICredentialDataDecryptedObject);
	const options = { baseUrl, transport, account: getAccount(accountKey), callsPerMinute, signal, ...more };
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
	let connected: Awaited<ReturnType<typeof connect>> | undefined;
	try {
		connected = await connect(context, options);
		await refuseSeveralAccounts(context);
		return connected;
	} catch (error) {
		return { ...connected, client: error as Error };
	}
}

/**
 * Compares the credential's values for all items, because a run uses only one account, but the credential may have
 * expressions whose values depend on the item.
 *
 * @throws {CredentialError} if the values differ between items
 */
async function refuseSeveralAccounts(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getExecutionCancelSignal' | 'getInputData'>,
): Promise<void> {
	let first: string | undefined;
	const { length } = context.getInputData();
	for (let itemIndex = 0; itemIndex < length && length > 1; itemIndex++) {
		throwIfCancelled(context.getExecutionCancelSignal());
		const values = JSON.stringify(await context.getCredentials('sweepstakesApi', itemIndex));
		first ??= values;
		if (values !== first)
			throw new CredentialError(
				`its expressions give different values for item 1 and item ${itemIndex + 1}. Run the items one by one, for example with “Loop Over Items”`,
			);
	}
}
