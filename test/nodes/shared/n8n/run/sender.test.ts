import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../../../../../nodes/shared/client/failures';
import { defineOperation } from '../../../../../nodes/shared/n8n/operation/operation';
import { Sender } from '../../../../../nodes/shared/n8n/run/sender';
import { z } from '../../../../../nodes/shared/zod';
import { openClient } from '../../../../support/client';
import { fakeService } from '../../../../support/fake-service';

/** Draws for two items with the same request. Returns the results and the number of hints. */
async function drawForTwo(draw: () => AsyncGenerator<object>, options = {}) {
	const operation = defineOperation({
		name: 'Draw',
		value: 'draw',
		action: 'Draw',
		description: '',
		fields: [],
		request: z.object({}),
		toRequest: () => ({}),
		onceFor: 'draw',
		run: draw,
	});
	const items = [0, 1].map((itemIndex) => ({
		itemIndex,
		parameters: { options },
		request: {},
		isDry: false,
		unused: [],
	}));
	const toOutput = (json: object) => ({ json: json as IDataObject });
	const client = openClient({ transport: fakeService().transport });
	const results: unknown[] = [];
	const context = { getInputData: () => items.map(() => ({ json: {} })) } as unknown as IExecuteFunctions;
	const sender = await Sender.create(context, operation, items, toOutput);
	for (const item of items) {
		const { output, error } = await sender.send(client, item);
		results.push(error ?? output.map(({ json }) => json));
	}
	return { results, hints: client.hints.skipped.size };
}

test.each([
	['once', {}, [[{ drawn: true }], []], 1],
	['for each item', { severalItems: 'each' }, [[{ drawn: true }], [{ drawn: true }]], 0],
])(
	'if two items have the same request, the operation runs and returns results %s',
	async (_when, options, results, hints) => {
		const draw = async function* () {
			yield { drawn: true };
		};
		expect(await drawForTwo(draw, options)).toEqual({ results, hints });
	},
);

test('if the first of two items with the same request fails, the other one fails with the same error', async () => {
	const failure = new ServiceError({ code: 'serverError' });
	const work = jest.fn(async function* () {
		yield { drawn: true };
		throw failure;
	});
	expect((await drawForTwo(work)).results).toEqual([failure, failure]);
	expect(work).toHaveBeenCalledTimes(1);
});
