import type { INodeParameters } from 'n8n-workflow';

import { CATALOGUE } from '../catalogue';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

shareWorld();

const UPDATES = CATALOGUE.filter(({ node, operation }) =>
	node.description.properties.some(
		({ name, displayOptions }) =>
			name === 'updateFields' && displayOptions?.show?.operation?.includes(operation),
	),
);

test.each(UPDATES.map((row) => [row.title, row] as const))(
	'%s: several different changes of a picked record are refused before the first call',
	async (_title, row) => {
		const valid = await row.parameters(world, uniqueOne());
		const { properties } = row.node.description;
		const { options = [] } = properties.find(
			({ name, displayOptions }) =>
				name === 'updateFields' && displayOptions?.show?.operation?.includes(row.operation),
		)!;
		const text = options.find((one) => 'type' in one && one.type === 'string' && !one.typeOptions)!;
		const updateFields = { [text.name]: '={{ $json.value }}' };
		const run = async (rows: string[]) =>
			await stage.run(row.node, row.operation, { ...valid, updateFields } as INodeParameters, {
				items: rows.map((value) => ({ value })),
			});
		expect((await run(['A', 'B', 'C'])).error?.message).toMatch(
			/^“.+” is fixed, so 3 different changes would all be made to “.+”\. To use each item’s record, enter an expression such as \{\{ \$json\.id \}\}\. If you do mean this record, enter it as an expression, too$/,
		);
		expect(stage.paths()).toEqual([]);
		expect((await run(['A', 'A'])).error?.message ?? '').not.toContain('must be an expression');
	},
);
