import { DIALECTS, type Dialect } from '../../sandbox';
import { rowsIn, type Entry } from '../catalogue';
import { getCallCounts, COUNTED_TITLES, toCountedTitle } from '../catalogue/call-counts';
import { combineItems } from '../support/engine/expressions';
import { findOperation } from '../support/engine/nodes';
import { openWorldStage, uniqueOne } from '../support/engine/world';
import { IS_RELEASE } from '../support/runs';

/* How many calls each writing operation makes for 1 item, and for 20 items of one run in one sweepstakes. */

/** From this number of items on, a run reads a list once, instead of looking each record up. */
const SEVERAL = 3;

async function countCalls(row: Entry, dialect: Dialect, count: number): Promise<number> {
	const { stage, world } = await openWorldStage({ dialect });
	const all = [];
	for (let item = 0; item < count; item++) all.push(await row.parameters(world, uniqueOne()));
	const { parameters, items } = combineItems(all, row);
	const { error } = await stage.run(row.node, row.operation, parameters, { items });
	const calls = stage.paths().length;
	await stage.close();
	expect(error).toBeUndefined();
	return calls;
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	// Few counts depend on the dialect, so the others are checked again only before a release.
	const isCounted = ({ title }: Entry) =>
		IS_RELEASE || dialect === 'contract' || `${getCallCounts(title, dialect)}` !== `${getCallCounts(title)}`;
	const writing = rowsIn(dialect).filter((row) => !findOperation(row).reads && isCounted(row));
	test.each(writing.map((row) => [row.title, row] as const))(
		'“%s” makes as many calls as the catalogue says',
		async (_title, row) => {
			const [one, twenty] = getCallCounts(row.title, dialect);
			expect(await countCalls(row, dialect, 1)).toBe(one);
			const each = (twenty - one) / 19;
			// If each item takes as many calls as the one before, several items show it.
			if (Number.isInteger(each) && !IS_RELEASE)
				expect(await countCalls(row, dialect, SEVERAL)).toBe(one + each * (SEVERAL - 1));
			else expect(await countCalls(row, dialect, 20)).toBe(twenty);
		},
	);
});

test('every number of calls belongs to a writing row of the catalogue', () => {
	const writing = rowsIn('contract').filter((row) => !findOperation(row).reads);
	expect(writing.map(({ title }) => toCountedTitle(title))).toEqual(expect.arrayContaining(COUNTED_TITLES));
});
