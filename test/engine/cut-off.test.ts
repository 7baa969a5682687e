import type { INodeParameters } from 'n8n-workflow';

import { CATALOGUE } from '../catalogue';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

shareWorld();

/** The lists of which the world has only one record, so that they cannot be cut off. */
const SHORT = [
	'Sweepstakes Winner › getMany',
	'Sweepstakes Account Billing › getDataTransfer',
	'Sweepstakes Campaign › getMany',
	'Sweepstakes Campaign › getManyDrips',
	'Sweepstakes Campaign › getDripContacts',
	'Sweepstakes Group › getMany',
	'Sweepstakes Survey › getResponses',
];

const LISTS = CATALOGUE.filter(({ node, operation }) =>
	node.description.properties.some(
		({ name, displayOptions }) => name === 'limit' && displayOptions?.show?.operation?.includes(operation),
	),
);

test.each(LISTS.filter(({ title }) => !SHORT.includes(title)).map((row) => [row.title, row] as const))(
	'%s: a hint says that “Limit” cuts off the list',
	async (_title, row) => {
		await row.parameters(world, uniqueOne());
		const valid = await row.parameters(world, uniqueOne());
		const run = async (more: INodeParameters) =>
			await stage.run(row.node, row.operation, { ...valid, filters: {}, ...more });
		const cut = (hints: string[]) => hints.filter((hint) => hint.includes('To get all of them'));
		const whole = await run({ returnAll: true });
		const count = whole.items.length;
		expect(count).toBeGreaterThan(1);
		for (const max of [1, count - 1]) {
			const { items, hints } = await run({ returnAll: false, limit: max });
			expect(items).toHaveLength(max);
			expect(cut(hints)).toEqual([
				`${max} of ${count} records were returned. To get all of them, turn on “Return All”.`,
			]);
		}
		expect(cut((await run({ returnAll: false, limit: count })).hints)).toEqual([]);
		expect(cut(whole.hints)).toEqual([]);
	},
);
