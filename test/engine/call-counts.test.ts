import { DIALECTS, type Dialect } from '../../sandbox';
import { rowsIn, type Entry } from '../catalogue';
import { getCallCounts, COUNTED_TITLES, toCountedTitle } from '../catalogue/call-counts';
import { combineItems } from '../support/engine/expressions';
import { findOperation } from '../support/engine/nodes';
import { openWorldStage, uniqueOne } from '../support/engine/world';
import { IS_RELEASE } from '../support/runs';
import { USUAL_DIALECTS } from '../support/services';

/*
 * How many calls each writing operation makes for 1 item, and for 20 items of one run in one sweepstakes (before a
 * release; otherwise 3, from which 20 follows if each item costs the same).
 */

/** One more than `FEW_LOOKUPS` in `paged-list.ts`, so that a run reads a list instead of looking each record up. */
const SEVERAL = 3;

/** Expects the number of calls that a row makes for a number of items. */
async function expectCalls(row: Entry, dialect: Dialect, count: number, calls: number): Promise<void> {
	const { stage, world } = await openWorldStage({ dialect });
	const all = [];
	for (let item = 0; item < count; item++) all.push(await row.parameters(world, uniqueOne()));
	const { parameters, items } = combineItems(all, row);
	const { error } = await stage.run(row.node, row.operation, parameters, { items });
	const actual = { title: row.title, count, calls: stage.paths().length, error: error?.message };
	await stage.close();
	expect(actual).toEqual({ title: row.title, count, calls });
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	const isUsual = USUAL_DIALECTS.includes(dialect);
	/** Whether a row's numbers of calls are others than in the dialect `contract`. Few are. */
	const differs = ({ title }: Entry) => `${getCallCounts(title, dialect)}` !== `${getCallCounts(title)}`;
	const writing = rowsIn(dialect).filter((row) => !findOperation(row).reads && (isUsual || differs(row)));
	test.each(writing.map((row) => [row.title, row] as const))(
		'“%s” makes as many calls as the catalogue says',
		async (_title, row) => {
			const [one, twenty] = getCallCounts(row.title, dialect);
			await expectCalls(row, dialect, 1, one);
			const each = (twenty - one) / 19;
			if (Number.isInteger(each) && !IS_RELEASE)
				await expectCalls(row, dialect, SEVERAL, one + each * (SEVERAL - 1));
			else await expectCalls(row, dialect, 20, twenty);
		},
	);
});

test('every number of calls belongs to a writing row of the catalogue', () => {
	const writing = rowsIn('contract').filter((row) => !findOperation(row).reads);
	expect(writing.map(({ title }) => toCountedTitle(title))).toEqual(expect.arrayContaining(COUNTED_TITLES));
});
