import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { InputError, toNodeError } from '../client/errors';
import type { Service } from '../client/send';
import { connect } from '../connect';
import type { Located } from '../field';
import { tokenOfHandler } from '../sweepstakesList';

/** Asks the service for something that the editor shows; failures become sentences in the picker. */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	question: (service: Service) => Promise<T>,
): Promise<T> {
	let secret = '';
	try {
		const connection = await connect(context);
		secret = connection.secret;
		return await question(connection.service);
	} catch (error) {
		throw toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret });
	}
}

/**
 * The SweepstakesToken that the picker beside holds.
 *
 * @throws {InputError} if nothing is picked yet.
 */
export async function pickedSweepstakes(context: ILoadOptionsFunctions, service: Service): Promise<string> {
	const picked = context.getCurrentNodeParameter('sweepstakes') as Located | undefined;
	if (!picked?.value) throw new InputError('Sweepstakes', 'comes first: pick one above');
	return picked.mode === 'handler'
		? await tokenOfHandler(service, picked.value, 'Sweepstakes')
		: picked.value;
}
