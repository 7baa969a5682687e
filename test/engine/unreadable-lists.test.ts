import { RETURNING_ROWS } from '../catalogue/returning';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';
import { USUAL_DIALECTS } from '../support/services';

/*
 * Operations that return an existing record instead of creating a second one. If they cannot read the list of existing
 * records, they must not create one.
 */

/** The lists and lookups in which the operations find existing records. */
const LOOKUPS = [
	'/codes/fetch',
	'/files/fetch',
	'/groups/fetch',
	'/invoices/fetch',
	'/participants/single',
	'/rules/fetch',
	'/surveys/fetch',
	'/tickets/fetchOpenTickets',
	'/tickets/fetchTodos',
	'/winners/fetch',
	'/winners/fetchscheduled',
];

/** The rows that find existing records first. In the other rows, the service itself refuses a second record. */
const FINDING = RETURNING_ROWS.filter(({ path }) => !/^.(codes.create|files.upload)$/.test(path));

describe.each(USUAL_DIALECTS)('with a list that cannot be read, in the dialect %s', (dialect) => {
	shareWorld({ dialect });

	test.each(FINDING.map((row) => [row.title, row] as const))(
		'%s: nothing is written',
		async (_title, row) => {
			const unique = uniqueOne();
			const parameters = await row.parameters(world, unique);
			for (const fault of [{ status: 400 }, { body: { Response: true, Data: { Something: 'else' } } }]) {
				const paths = LOOKUPS.map((path) => ({ path, ...fault, times: 2 }));
				stage.sandbox.faults(paths);
				const { error } = await stage.run(row.node, row.operation, parameters);
				expect(error?.message).toMatch(/^The service(?: rejected this: |’s response does not show )/);
				expect(row.stored!(stage.sandbox.store, unique, world)).toBe(0);
				stage.sandbox.clearFaults();
			}
		},
	);
});
