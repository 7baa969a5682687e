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
	test('uses the account that the first item selects for all items', async () => {
		const items = [{ token: stage.sandbox.token }, { token: 'other' }, {}];
		expect((await run(operation, items)).error).toBeUndefined();
		expect(stage.paths()).not.toEqual([]);
	});

	test('sends nothing if the first item selects no account', async () => {
		const { error } = await run(operation, [{}, { token: stage.sandbox.token }]);
		expect(error?.message).toMatch(/“API Token” is empty/);
		expect(stage.paths()).toEqual([]);
	});
});
