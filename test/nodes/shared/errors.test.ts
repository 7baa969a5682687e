import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { refused, ServiceError } from '../../../nodes/shared/client/errors';
import { InputError, toNodeError } from '../../../nodes/shared/errors';

const node: INode = {
	id: '1',
	name: 'Sweepstakes',
	type: 'n8n-nodes-sweepstakes.sweepstakes',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const shown = (error: unknown, itemCount = 1, secret = 'top-secret') =>
	toNodeError(node, error, { itemIndex: 1, itemCount, secret });

describe('the error that n8n shows', () => {
	test('names the item where there are several', () => {
		expect(shown(new InputError('Email', 'is required'), 3).message).toBe('Item 2: “Email” is required');
		expect(shown(new InputError('Email', 'is required'), 1).message).toBe('“Email” is required');
	});

	test('is an API error with the status where the service answered, else one of the operation', () => {
		const problem = refused(404, { Message: 'Sweepstakes not found.' });
		expect(shown(new ServiceError(problem))).toBeInstanceOf(NodeApiError);
		expect(shown(new ServiceError(problem))).toMatchObject({ httpCode: '404' });
		expect(shown(new InputError('Email', 'is required'))).toBeInstanceOf(NodeOperationError);
	});

	test.each([new Error('it broke'), 'it broke'])('says what was thrown, whatever it was: %p', (thrown) => {
		expect(shown(thrown).message).toBe('it broke');
	});

	test('never holds the token, not in its message and not in its description', () => {
		const problem = { message: 'Token top-secret is wrong', description: 'Replace top-secret' };
		expect(shown(new ServiceError(problem))).toMatchObject({
			message: 'Token *** is wrong',
			description: 'Replace ***',
		});
	});

	test('is whole while no token is known yet', () => {
		expect(shown(new Error('it broke'), 1, '').message).toBe('it broke');
	});

	test('keeps our words where n8n would put its own in their place', () => {
		const problem = { message: 'The service cannot be reached (ENOTFOUND)' };
		expect(shown(new ServiceError(problem)).message).toBe(problem.message);
	});
});
