import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { ServiceError } from '../../../../nodes/shared/client/failures';
import { InputError, toNodeError } from '../../../../nodes/shared/n8n/nodeErrors';

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
		const failure = { code: 'refused', status: 404, serviceMessage: 'Sweepstakes not found.' } as const;
		expect(shown(new ServiceError(failure))).toBeInstanceOf(NodeApiError);
		expect(shown(new ServiceError(failure))).toMatchObject({ httpCode: '404' });
		expect(shown(new InputError('Email', 'is required'))).toBeInstanceOf(NodeOperationError);
	});

	test.each([new Error('it broke'), 'it broke'])('says what was thrown, whatever it was: %p', (thrown) => {
		expect(shown(thrown).message).toBe('it broke');
	});

	test('never holds the token, not in its message and not in its description', () => {
		const failure = {
			code: 'refused',
			serviceMessage: 'Token top-secret is wrong',
			expectedBody: { token: 'not top-secret' },
		} as const;
		expect(shown(new ServiceError(failure))).toMatchObject({
			message: 'The service refused this: Token *** is wrong',
			description: 'The service expects: token (not ***).',
		});
	});

	test('says of a record without a date that nobody can know whether it is new', () => {
		const { message } = shown(new ServiceError({ code: 'undatedEntry' }));
		expect(message).toMatch(/cannot know who is new$/);
	});

	test('is whole while no token is known yet', () => {
		expect(shown(new Error('it broke'), 1, '').message).toBe('it broke');
	});

	test('keeps our words where n8n would put its own in their place', () => {
		const failure = { code: 'unreachable', fault: { code: 'ENOTFOUND', message: '' } } as const;
		expect(shown(new ServiceError(failure)).message).toBe('The service cannot be reached (ENOTFOUND)');
	});
});
