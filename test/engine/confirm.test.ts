import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DIALECTS, type Dialect } from '../../sandbox';
import { CATALOGUE, openWorld, type Unique, type World } from '../catalogue';
import { startSandboxWithRecords, type SandboxWithRecords } from '../support/records';
import { shortenWaits } from '../support/waits';
import { jsonOf, Stage, UNLIMITED } from './stage';

/** The operations that write, by how they deal with a lost reply. */
const writing = (dialect: Dialect, ...withoutReply: string[]) =>
	CATALOGUE.filter((row) => row.stored && withoutReply.includes(row.withoutReply))
		.filter((row) => dialect === 'contract' || !row.refusedByReference)
		.map((row) => [row.title, row] as const);

/** In all of these cases the client cannot know whether the call was processed. */
const LOST_AFTER = [
	{ drop: 'after' as const },
	{ status: 500, processed: true },
	{ body: '{"Response":', processed: true },
	{ body: '<html></html>', contentType: 'text/html', processed: true },
	{ body: '', processed: true },
];
const LOST_BEFORE = [{ drop: 'before' as const }, { status: 502 }, { body: '' }];

/** A fault looks the same in both dialects, so one of each kind is enough for the second. */
const triedIn = <Fault>(dialect: Dialect, faults: Fault[]) =>
	dialect === 'contract' ? faults : faults.slice(0, 1);

/** Parameters with an expression wherever those of the items differ. */
function fromItems(values: unknown[], path = '$json'): unknown {
	const [first] = values;
	if (values.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first;
	if (typeof first !== 'object') return `={{ ${path} }}`;
	const at = (key: string) =>
		fromItems(
			values.map((value) => (value as IDataObject)[key]),
			`${path}[${JSON.stringify(key)}]`,
		);
	return Object.fromEntries(Object.keys(first!).map((key) => [key, at(key)]));
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let stage: Stage;
	let service: SandboxWithRecords;
	let here: World;
	/** The tests of a row share a sandbox, so each one names what it creates differently. */
	let unique: Unique = { n: 0, email: '' };

	const shareSandbox = () => {
		beforeAll(async () => {
			service = await startSandboxWithRecords({
				accounts: [{ plan: UNLIMITED, administrator: true }],
				sample: false,
				dialect,
			});
			stage = await Stage.on(service.sandbox);
			here = await openWorld(stage.api, stage.sandbox, dialect);
		});
		afterAll(async () => void (await service.records()));
	};
	beforeEach(() => {
		const n = unique.n + 10;
		unique = { n, email: `jane${n}@example.com` };
		// No call crosses a minute: the reference writes some times without seconds.
		stage.sandbox.advance(70_000 - (stage.sandbox.now() % 60_000));
		shortenWaits();
	});
	afterEach(() => jest.restoreAllMocks());

	describe.each(writing(dialect, 'repeats', 'confirms'))('%s', (_title, row) => {
		shareSandbox();
		const stored = () => row.stored!(service.stored(), unique, here);

		test.each(triedIn(dialect, LOST_AFTER))(
			'processed, then %j: the output says what is known',
			async (fault) => {
				const parameters = await row.parameters(here, unique);
				const before = stored();
				stage.sandbox.faults([{ path: row.path, ...fault }]);
				const result = await stage.run(row.node, row.operation, parameters);
				if (row.undecidable || (dialect === 'reference' && row.undatableInReference)) {
					expect(result.error!.message).toMatch(/It may have been processed, so it was not sent again$/);
				} else {
					expect(result.error).toBeUndefined();
					expect(jsonOf(result)).toEqual((row.outputAfterLostReply ?? row.output)(unique, here));
				}
				expect(stored() - before).toBe(1);
			},
		);

		test.each(triedIn(dialect, LOST_BEFORE))(
			'not processed, because of %j: it is sent again',
			async (fault) => {
				const parameters = await row.parameters(here, unique);
				const before = stored();
				stage.sandbox.faults([{ path: row.path, ...fault }]);
				const result = await stage.run(row.node, row.operation, parameters);
				expect(result.error).toBeUndefined();
				expect(jsonOf(result)).toEqual(row.output(unique, here));
				expect(stage.paths().filter((called) => called === row.path)).toHaveLength(2);
				expect(stored() - before).toBe(1);
			},
		);
	});

	describe.each(writing(dialect, 'stops'))('%s cannot be confirmed after a lost reply', (_title, row) => {
		shareSandbox();

		/** Three items with parameters of their own; the reply to the second is lost. */
		const run = async (onError?: 'continueErrorOutput') => {
			const uniques = [1, 2, 3].map((more) => ({ ...unique, n: unique.n + more }));
			const items: IDataObject[] = [];
			for (const one of uniques) items.push((await row.parameters(here, one)) as IDataObject);
			const parameters = fromItems(items) as INodeParameters;
			stage.sandbox.faults([
				{ path: row.path, times: 1 },
				{ path: row.path, drop: 'after' },
			]);
			const result = await stage.run(row.node, row.operation, parameters, { items, onError });
			return { ...result, rows: items, uniques, outputCount: row.output(unique, here).length };
		};

		test('the run stops, says what to check, and keeps the completed items', async () => {
			const { error, outputCount } = await run();
			expect(error!.message).toMatch(/^Item 2: .* It may have been processed, so it was not sent again$/);
			expect(error!.description).toMatch(
				/^Before you .* check (in your account|with) .* 1 of 3 items was done before/,
			);
			expect((error!.context.data as { done: object[] }).done).toHaveLength(outputCount);
			expect(stage.paths()).toEqual([row.path, row.path]);
		});

		test('with Continue On Fail the row comes out with the error, and each is sent once', async () => {
			const { items, errorItems, rows, uniques, outputCount } = await run('continueErrorOutput');
			const outputOf = (itemIndex: number) =>
				items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === itemIndex);
			expect([0, 1, 2].map((itemIndex) => outputOf(itemIndex).length)).toEqual([outputCount, 0, outputCount]);
			expect(errorItems.map(({ json }) => json)).toEqual([
				{
					...rows[1],
					error: expect.stringMatching(/It may have been processed, so it was not sent again$/),
				},
			]);
			expect(stage.paths()).toEqual([row.path, row.path, row.path]);
			const store = service.stored();
			expect(uniques.map((one) => row.stored!(store, one, here))).toEqual([1, 1, 1]);
		});
	});
});
