import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toNodeError } from '../errors';
import type { Caller } from '../client/send';
import { connect } from '../connect';
import { recent } from './recent';

/**
 * Asks the service for something that the editor shows; failures become sentences in the picker. The editor asks again
 * for every letter that is typed in a search, so the same call is not sent again for some seconds.
 *
 * @throws {NodeApiError | NodeOperationError} with a sentence and without the token.
 */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	question: (service: Caller) => Promise<T>,
): Promise<T> {
	let secret = '';
	try {
		const { service, account, ...connection } = await connect(context);
		secret = connection.secret;
		return await question({
			call: async (call) => await recent(`${account} ${JSON.stringify(call)}`, () => service.call(call)),
		});
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret });
	}
}
