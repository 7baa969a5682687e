import type { IExecuteFunctions } from 'n8n-workflow';

import { Client, type ClientOptions } from '../../../nodes/shared/client/client';
import { EmptyFields } from '../../../nodes/shared/n8n/input/empty-parts';
import type { Operation } from '../../../nodes/shared/n8n/operation/operation';
import { checkItems, type CheckedItem } from '../../../nodes/shared/n8n/run/checked-items';
import { toHints } from '../../../nodes/shared/n8n/run/execution-hints';
import { refuseForOnePerson } from '../../../nodes/shared/n8n/run/one-person';
import { Sender, type ItemResult } from '../../../nodes/shared/n8n/run/sender';
import { createOutputMaker } from '../../../nodes/shared/n8n/output/output-item';
import { update } from '../../../nodes/SweepstakesAccountNote/operations/update';
import { openClient } from '../../support/client';
import { limitData } from '../../support/data-budget';
import { fakeService } from '../../support/fake-service';
import { measureLongestStretch } from '../../support/longest-stretch';

/** The most time of the processor that a node may use without a pause, in ms. */
const MOST_MS = 300;

const createItems = (
	count: number,
	toParameters: (n: number) => CheckedItem['parameters'],
	toUnused: (n: number) => string[] = () => [],
): CheckedItem[] =>
	Array.from({ length: count }, (_, n) => ({
		itemIndex: n,
		parameters: toParameters(n),
		request: {},
		isDry: false,
		unused: toUnused(n),
	}));

test('the hint about columns that were not used takes no more than 0.3 s, even if each row has different ones', async () => {
	const toColumns = (n: number) => Array.from({ length: 2_000 }, (_, index) => `h${n}_${index}`);
	const items = createItems(200, () => ({}), toColumns);
	const client = new Client({} as ClientOptions);
	let hints: string[] = [];
	const ms = await measureLongestStretch(() => {
		hints = toHints(client, { reads: false }, items).map(({ message }) => message);
	});
	expect(hints).toEqual([expect.stringMatching(/these columns: h0_0, h0_1, /)]);
	expect(ms).toBeLessThan(MOST_MS);
});

const context = {
	getNode: () => ({ type: 'node', parameters: { NoteToken: 'Minutes' } }),
} as unknown as IExecuteFunctions;

test('many long changes of one record are compared with pauses', async () => {
	const items = createItems(20_000, (n) => ({ NoteToken: 'a', text: `${'x'.repeat(4_000)}${n}` }));
	let message: string | undefined;
	const ms = await measureLongestStretch(async () => {
		message = (await refuseForOnePerson(context, update as Operation, items))?.message;
	});
	expect(message).toMatch(/so 20000 different changes would all be made to “Minutes”/);
	expect(ms).toBeLessThan(MOST_MS);
});

test('many items are counted with pauses before the first one is sent', async () => {
	const items = createItems(100_000, (n) => ({ sweepstakes: `handler${n}` }));
	const operation = { fields: [], onceFor: 'draw' } as unknown as Operation;
	const ms = await measureLongestStretch(
		async () => await Sender.create(context, operation, items, () => ({ json: {} })),
	);
	expect(ms).toBeLessThan(MOST_MS);
});

const createFields = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));

test('if the results of a list include the fields of a wide item, the node pauses while it creates them, and creates only as many as n8n can hold', async () => {
	const wide = createFields(1_000);
	const operation = {
		reads: true,
		fields: [],
		async *run() {
			for (let n = 0; ; n++) yield Array.from({ length: 1_000 }, () => ({ n }));
		},
	} as unknown as Operation;
	const node = { getNode: () => ({ type: 'node' }), getInputData: () => [{ json: wide }] };
	const reading = node as unknown as IExecuteFunctions;
	const item = { ...createItems(1, () => ({}))[0]!, inputFields: wide };
	const toOutput = createOutputMaker(reading, operation, []);
	limitData(50_000_000);
	let result: ItemResult | undefined;
	const ms = await measureLongestStretch(async () => {
		const client = openClient({ transport: fakeService().transport });
		const sender = await Sender.create(reading, operation, [item], toOutput);
		result = await sender.send(client, item);
	});
	expect(result!.error).toMatchObject({ failure: { code: 'tooMuchData' } });
	expect(result!.output.length).toBeLessThan(2_000);
	jest.restoreAllMocks();
	expect(ms).toBeLessThan(MOST_MS);
});

test('an item with more than 10,000 fields is refused if its results have to include them', async () => {
	const operation = { fields: [], check: (request: unknown) => request } as unknown as Operation;
	const check = async (count: number) => {
		const reading = {
			getNode: () => ({ type: 'node', parameters: { options: {} } }),
			getTimezone: () => 'UTC',
			getInputData: () => [{ json: createFields(count) }],
			getNodeParameter: () => ({ includeInputFields: true }),
		};
		return await checkItems(reading as unknown as IExecuteFunctions, operation, {}, new EmptyFields());
	};
	expect(await check(10_000)).toMatchObject([{ inputFields: { k0: 0 } }]);
	expect(await check(10_001)).toMatchObject([
		{ message: '“Include Input Fields” must be off for an item with more than 10,000 fields' },
	]);
});
