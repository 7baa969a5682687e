import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesReferenceData } from '../../nodes/SweepstakesReferenceData/SweepstakesReferenceData.node';
import { SweepstakesAccountNote } from '../../nodes/SweepstakesAccountNote/SweepstakesAccountNote.node';
import type { RunOptions } from '../support/engine/engine';
import { openStages, stage } from '../support/engine/resource';
import { byId } from '../support/engine/stage';

/* An expression may select the credential. n8n evaluates it only once, for a single item. */

openStages();

const TOKEN = '={{ $json.token }}';

const OPERATIONS: Array<[string, INodeType, string, () => INodeParameters]> = [
	[
		'one call per item',
		new SweepstakesAccountNote(),
		'create',
		() => ({ Title: '={{ $itemIndex }}', Note: 'B' }),
	],
	[
		'one call for all items',
		new SweepstakesCode(),
		'add',
		() => ({ sweepstakes: byId(stage.sweepstakesToken), Code: 'A' }),
	],
	['a lookup', new SweepstakesReferenceData(), 'getTimezones', () => ({})],
];

const run = async (
	[, node, operation, parameters]: (typeof OPERATIONS)[number],
	items: IDataObject[],
	options: Partial<RunOptions> = {},
) => {
	const account = { baseUrl: stage.sandbox.baseUrl, token: TOKEN };
	return await stage.run(node, operation, parameters(), { items, account, ...options });
};

describe.each(OPERATIONS)('if the credential has expressions, an operation with %s', (...operation) => {
	test('sends nothing if an item selects another account than the first item, and the error names both items', async () => {
		const items = [{ token: stage.sandbox.token }, { token: stage.sandbox.token }, { token: 'other' }];
		const { error } = await run(operation, items);
		expect(error?.message).toBe(
			'The credential cannot be used: its expressions give different values for item 1 and item 3. Run the items one by one, for example with “Loop Over Items”',
		);
		expect(stage.paths()).toEqual([]);
		const kept = await run(operation, items, { onError: 'continueRegularOutput' });
		expect(kept.items.map(({ json }) => String(json.error))).toEqual(
			items.map(() => expect.stringMatching(/its expressions give different values for item 1 and item 3/)),
		);
		expect(stage.paths()).toEqual([]);
	});

	test('uses the account that all items select', async () => {
		const items = [1, 2].map(() => ({ token: stage.sandbox.token }));
		expect((await run(operation, items)).error).toBeUndefined();
		expect(stage.paths()).not.toEqual([]);
	});

	test('sends nothing if an item selects no account', async () => {
		const { error } = await run(operation, [{ token: stage.sandbox.token }, {}]);
		expect(error?.message).toMatch(/its expressions give different values for item 1 and item 2/);
		expect((await run(operation, [{}, {}])).error?.message).toMatch(/“API Token” is empty/);
		expect(stage.paths()).toEqual([]);
	});
});
