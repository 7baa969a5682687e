import type { IDataObject, IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceError } from '../../../../../nodes/shared/client/failures';
import { defineOperation } from '../../../../../nodes/shared/n8n/operation/operation';
import { getEarlierAttempts } from '../../../../../nodes/shared/n8n/run/earlier-attempts';
import { Sender } from '../../../../../nodes/shared/n8n/run/sender';
import { z } from '../../../../../nodes/shared/zod';
import { openClient } from '../../../../support/client';
import { fakeService } from '../../../../support/fake-service';

/** Draws for two items with the same request, in each attempt of a run. Returns the results and the number of hints. */
async function drawForTwo(attempts: number, draw: () => AsyncGenerator<object>, options = {}) {
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
	const run = { node: { name: 'Draw' } } as IExecuteData;
	const context = {
		getNode: () => ({ name: 'Draw', retryOnFail: true, type: 'node' }),
		continueOnFail: () => false,
		getExecuteData: () => run,
	} as unknown as IExecuteFunctions;
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
	for (let attempt = 0; attempt < attempts; attempt++) {
		const { outcomes } = getEarlierAttempts(context);
		const sender = new Sender(context, operation, items, toOutput, outcomes);
		for (const item of items) {
			const { output, error } = outcomes.get(item.itemIndex) ?? (await sender.send(client, item));
			results.push(error ?? output.map(({ json }) => json));
		}
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
		expect(await drawForTwo(1, draw, options)).toEqual({ results, hints });
	},
);

test.each([
	['only once if that work succeeds', 1, undefined],
	[
		'only once if that work is ambiguous',
		1,
		new ServiceError({
			code: 'serverError',
			ending: { reason: 'nothingFound', tries: 1, lookups: 2, check: '' },
		}),
	],
	['once per attempt if that work fails', 2, new ServiceError({ code: 'serverError' })],
])('two attempts of a run do the work for two items with the same request %s', async (_, times, failure) => {
	const work = jest.fn(async function* () {
		yield { drawn: true };
		if (failure) throw failure;
	});
	const { results } = await drawForTwo(2, work);
	expect(work).toHaveBeenCalledTimes(times);
	const both = failure ? [failure, failure] : [[{ drawn: true }], []];
	expect(results).toEqual([...both, ...both]);
});
