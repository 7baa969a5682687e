import { AccountHistory } from '../../nodes/shared/history/account-history';
import type { DateForm, Dialect } from '../../sandbox';
import { rowsIn, type Entry, type UniqueValues } from '../catalogue';
import { LIST_AND_ONE_EACH, getCallCounts } from '../catalogue/call-counts';
import { SERVICES, USUAL_DIALECTS } from '../support/services';
import { shortenWaits } from '../support/waits';
import type { RunResult } from '../support/engine/engine';
import { combineItems } from '../support/engine/expressions';
import { MAY_BE_PROCESSED } from '../support/engine/resource';
import { listJson } from '../support/engine/stage';
import { shareWorld, stage, world } from '../support/engine/world';

/** Returns the rows that write and that react to a lost reply in one of the given ways. */
const writing = (dialect: Dialect, ...withoutReply: string[]) =>
	rowsIn(dialect)
		.filter((row) => row.stored && withoutReply.includes(row.withoutReply))
		.map((row) => [row.title, row] as const);

/**
 * Whether a row's reply has fewer keys than the list has for the same record. After a lost reply, the output comes from
 * the list, so it has more columns.
 */
const hasShortReply = (dialect: Dialect, { title }: Entry): boolean =>
	dialect === 'reference'
		? title === 'Sweepstakes › create'
		: title.startsWith('Sweepstakes Participant › add');

/** What to do if one of these tests fails for a new operation. */
const WHAT_TO_DO =
	'If the service must not process the call twice, its endpoint needs `unsafe` and a `confirm`, and its row `once`. Otherwise, they need `safe` and `row`.';

/** Expects a value, and names the row and what to do if the value is another. */
const expectOf = ({ title }: Entry, actual: unknown, expected: unknown) =>
	expect([title, actual, WHAT_TO_DO]).toEqual([title, expected, WHAT_TO_DO]);

/** The form of the service's dates in the running group of tests. */
let dates: DateForm;

/** Names must be unique per test, because all tests of a group share a sandbox. */
let unique: UniqueValues;

/** The records that must be stored exactly once when the tests of a group end. */
let written: Array<[Entry, UniqueValues]>;

/** Opens a sandbox for a group of tests. */
function openService(service: { dialect: Dialect; dates: DateForm }): void {
	shareWorld(service);
	beforeAll(() => {
		dates = service.dates;
		unique = { n: 0, email: '' };
		written = [];
	});
	beforeEach(() => {
		const n = unique.n + 10;
		unique = { n, email: `jane${n}@example.com` };
		// Some dates lack seconds, so no call may cross the boundary between two minutes.
		stage.sandbox.advance(70_000 - (stage.sandbox.now() % 60_000));
		shortenWaits();
		// Each run stands for an execution of its own, minutes after all others.
		jest.spyOn(AccountHistory.prototype, 'isWrittenSince').mockReturnValue(false);
	});
	afterEach(() => jest.restoreAllMocks());
}

/**
 * Runs a row with a fault at its own call. `nodes/shared/client/verdict.test.ts` lists the failures after which
 * a call may have been processed.
 */
const runWith = async (row: Entry, fault: object) => {
	const parameters = await row.parameters(world, unique);
	stage.sandbox.faults([{ path: row.path, ...fault }]);
	written.push([row, unique]);
	return await stage.run(row.node, row.operation, parameters);
};

/** Returns the parameters and input items for several items of a row. */
const combine = async (row: Entry, uniques: readonly UniqueValues[]) => {
	const all = [];
	for (const one of uniques) all.push(await row.parameters(world, one));
	return combineItems(all, row);
};

/** Expects the output of a call that was processed, or an error if the lists do not show whether it was. */
const expectConfirmed = (row: Entry, result: RunResult) => {
	const isUndatable = dates === 'unzoned' && row.undatableWithoutZone;
	if (row.undecidable || isUndatable) {
		expect(result.error!.message).toMatch(MAY_BE_PROCESSED);
	} else {
		expectOf(row, result.error?.message, undefined);
		expect(listJson(result)).toEqual((row.outputAfterLostReply ?? row.output)(unique, world));
	}
};

/** Expects that a row's call is sent again after a lost reply. */
const expectSentAgain = async (row: Entry) => {
	expectConfirmed(row, await runWith(row, { drop: 'after' }));
	expectOf(row, stage.callsTo(row.path), 2);
};

/** Adds the test that all calls of a group's tests were processed only once. */
function testProcessedOnce(): void {
	test('in all tests above, the service has processed each call only once', () => {
		const { store } = stage.sandbox;
		const timesOf = (row: Entry) => written.filter(([other]) => other === row).length;
		for (const [row, one] of written) {
			// Draws cannot be distinguished, so they are counted together.
			const expected = row.operation === 'draw' && !row.variant ? timesOf(row) : 1;
			expectOf(row, row.stored!(store, one, world), expected);
		}
	});
}

const RECREATING = /(Invoice|Event|Rules) › create$|Survey › create \(with|schedule \(on a date\)$/;

describe.each(SERVICES)('in the dialect $dialect, with $dates dates', (service) => {
	const { dialect } = service;
	openService(service);

	describe.each(writing(dialect, 'confirms'))('%s', (_title, row) => {
		/** The columns of the first item after only the reply was lost. */
		let columns: string[] = [];
		test('if only the reply is lost, the run finds out that the call was processed, or fails if it cannot find out', async () => {
			const result = await runWith(row, { drop: 'after' });
			expectConfirmed(row, result);
			columns = Object.keys(result.items[0]?.json ?? {});
		});

		test('if the call is lost before it is processed, it is sent again', async () => {
			const result = await runWith(row, { drop: 'before' });
			if (row.unprovable) {
				expect(result.error!.message).toMatch(MAY_BE_PROCESSED);
				written.pop();
				return;
			}
			expect(result.error).toBeUndefined();
			expect(listJson(result)).toEqual(row.output(unique, world));
			expect(stage.callsTo(row.path)).toBe(2);
			if (!hasShortReply(dialect, row))
				expect(Object.keys(result.items[0]!.json)).toEqual(expect.arrayContaining(columns));
		});
	});

	// These replies are refusals of the second attempt, such as a second deletion, and depend on the dialect.
	const repeating = writing(dialect, 'repeats').filter(([, row]) => row.outputAfterLostReply);
	test.each(repeating)('“%s” is sent again after a lost reply', async (_title, row) => {
		await expectSentAgain(row);
	});

	const recreating = writing(dialect, 'confirms').filter(([title]) => RECREATING.test(title));

	test.each(recreating)(
		'%s: a new record is not mistaken for an older one with the same content',
		async (_title, row) => {
			const parameters = await row.parameters(world, unique);
			await stage.run(row.node, row.operation, parameters);
			stage.sandbox.advance(3_600_000);
			stage.sandbox.faults([{ path: row.path, drop: 'before' }]);
			const { error } = await stage.run(row.node, row.operation, parameters);
			expect(error).toBeUndefined();
			expect(row.stored!(stage.sandbox.store, unique, world)).toBe(2);
		},
	);

	testProcessedOnce();
});

// Whether a call stops, and when it is looked up again, does not depend on dates, and hardly on the dialect.
describe.each(USUAL_DIALECTS)('in the dialect %s', (dialect) => {
	openService({ dialect, dates: 'zoned' });

	const repeating = writing(dialect, 'repeats').filter(([, row]) => !row.outputAfterLostReply);
	test.each(repeating)('“%s” is sent again after a lost reply', async (_title, row) => {
		await expectSentAgain(row);
	});

	test.each(writing(dialect, 'confirms'))(
		'%s: the run finds out that the call was processed, even if that happened only after the first lookup',
		async (_title, row) => {
			// A phone number takes two calls: a lookup and a search.
			const calls = row.unprovable ? 2 : 1;
			const result = await runWith(row, { status: 504, body: '', late: { calls } });
			// If it proves nothing that nothing is found, there is no second lookup.
			if (row.unprovable) expect(result.error!.message).toMatch(MAY_BE_PROCESSED);
			else expectConfirmed(row, result);
			expect(stage.callsTo(row.path)).toBe(1);
		},
	);

	const readingOnce = writing(dialect, 'confirms').filter(
		([title, { operation }]) => operation === 'create' && getCallCounts(title) === LIST_AND_ONE_EACH,
	);
	test.each(readingOnce)(
		'%s: after a lost reply, the records that the run has created before do not count as new',
		async (_title, row) => {
			const uniques = [1, 2, 3].map((more) => ({ ...unique, n: unique.n + more }));
			const { parameters, items } = await combine(row, uniques);
			stage.sandbox.faults([
				{ path: row.path, times: 2 },
				{ path: row.path, drop: 'after' },
			]);
			const result = await stage.run(row.node, row.operation, parameters, { items });
			expect(result.error).toBeUndefined();
			expect(result.items).toHaveLength(3);
			expect(stage.callsTo(row.path)).toBe(3);
		},
	);

	describe.each(writing(dialect, 'stops'))(
		'%s: if the reply is lost and nothing shows whether the call was processed',
		(_title, row) => {
			/** Runs three items with different parameters. The reply to the second call is lost. */
			const run = async (onError?: 'continueErrorOutput') => {
				const uniques = [1, 2, 3].map((more) => ({ ...unique, n: unique.n + more }));
				const { parameters, items } = await combine(row, uniques);
				stage.sandbox.faults([
					{ path: row.path, times: 1 },
					{ path: row.path, drop: 'after' },
				]);
				const result = await stage.run(row.node, row.operation, parameters, { items, onError });
				return { ...result, rows: items, uniques, outputCount: row.output(unique, world).length };
			};

			test('the run stops, and its error says what to check and contains the completed items', async () => {
				const { error, outputCount } = await run();
				expect(error!.message).toMatch(
					/^Item 2: .* The call may have been processed\. It was sent once, and not again, because it cannot be looked up$/,
				);
				expect(error!.description).toMatch(/^Before you .* check .* 1 of 3 items was done before/);
				expect((error!.context.data as { done: object[] }).done).toHaveLength(outputCount);
				const writes = stage.paths().filter((path) => path !== '/entrypage/fields');
				expect(writes).toEqual([row.path, row.path]);
			});

			test('a run with an error branch outputs the failed row with the error, and sends each row only once', async () => {
				const { items, errorItems, rows, uniques, outputCount } = await run('continueErrorOutput');
				const outputOf = (itemIndex: number) =>
					items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex);
				expect([0, 1, 2].map((itemIndex) => outputOf(itemIndex).length)).toEqual([
					outputCount,
					0,
					outputCount,
				]);
				expect(errorItems.map(({ json }) => json)).toEqual([
					{
						...rows[1],
						error: expect.stringMatching(MAY_BE_PROCESSED),
					},
				]);
				expect(stage.callsTo(row.path)).toBe(3);
				written.push(...uniques.map((one): [Entry, UniqueValues] => [row, one]));
			});
		},
	);

	testProcessedOnce();
});
