import type { INodeParameters } from 'n8n-workflow';

import { CATALOGUE, openWorld, type Entry, type World } from '../catalogue';
import { byId, jsonOf, Stage } from './stage';

/* The rules for outputs (docs/maintaining.md, Outputs), for every operation. */

const isToken = (key: string) => /(Tokens?|token|ID|Id|Hash)$/.test(key);
const isDate = (key: string) => /(Date|Time)$/.test(key);
const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** Returns the answer of the service as it is. */
const isRaw = ({ node }: Entry) => node.description.name === 'sweepstakesApiCall';

const hasSimplify = ({ node, operation }: Entry) =>
	node.description.properties.some(
		({ name, displayOptions }) => name === 'simplify' && displayOptions?.show?.operation?.includes(operation),
	);

/** Whoever asks for settings wants all of them. */
const isSettings = ({ operation }: Entry) => /Settings$/.test(operation);

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	let stage: Stage;
	let world: World;
	let n = 0;

	beforeAll(async () => {
		stage = await Stage.open({}, undefined, dialect);
		world = await openWorld(stage.api, stage.sandbox, dialect);
		const { quiet: sweepstakesToken, api } = world;
		await api('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' });
		const scheduled = CATALOGUE.find(({ operation }) => operation === 'schedule')!;
		const parameters = await scheduled.parameters(world, { n: 0, email: '' });
		await stage.run(scheduled.node, 'schedule', { ...parameters, sweepstakes: byId(sweepstakesToken) });
	});
	afterAll(async () => await stage.close());

	const run = async (row: Entry, more: INodeParameters = {}) => {
		const parameters = await row.parameters(world, { n: ++n, email: `person${n}@example.com` });
		const items = [{ Row: 7, Email: 'row@example.com' }];
		const result = await stage.run(row.node, row.operation, { ...parameters, ...more }, { items });
		expect(result.error).toBeUndefined();
		expect(result.items.length).toBeGreaterThan(0);
		return result;
	};

	const rows = CATALOGUE.filter((row) => dialect === 'contract' || !row.refusedByReference);

	describe.each(rows.map((row) => [row.title, row] as const))('%s', (_title, row) => {
		test('the output begins with what a person reads, and ends with tokens', async () => {
			for (const item of jsonOf(await run(row))) {
				const keys = Object.keys(item);
				const others = keys.filter((key) => !isToken(key));
				expect(keys).toEqual([...others, ...keys.filter(isToken)]);
				// After the name or number of what was deleted.
				expect(keys.indexOf('deleted')).toBeLessThanOrEqual(1);
				const isFact = (key: string) => !isDate(key) && !isNested(item[key]);
				if (others.some(isFact)) expect(isFact(keys[0]!)).toBe(true);
			}
		});

		test('the output has no envelope, is flat, and is short unless it can be simplified', async () => {
			if (isRaw(row)) return;
			for (const item of jsonOf(await run(row))) {
				expect(Object.keys(item)).not.toEqual(
					expect.arrayContaining([expect.stringMatching(/^(Response|Data|Telemetry)$/)]),
				);
				const records = Object.entries(item).filter(([, value]) => isNested(value) && !Array.isArray(value));
				expect(records).toEqual([]);
				if (!hasSimplify(row) && !isSettings(row)) expect(Object.keys(item).length).toBeLessThanOrEqual(12);
			}
		});

		// Some replies of the reference are as short as a simplified record.
		if (hasSimplify(row) && dialect === 'contract') {
			test('without Simplify, the record has other fields', async () => {
				const keysOf = async (simplify: boolean) => Object.keys(jsonOf(await run(row, { simplify }))[0]!);
				expect(await keysOf(false)).not.toEqual(await keysOf(true));
			});
		}

		test('the row that came in is kept on request, and the result stays', async () => {
			const { items } = await run(row, { includeInputFields: true });
			for (const { json, pairedItem } of items) {
				expect(json.Row).toBe(7);
				expect(pairedItem).toEqual({ item: 0 });
				expect(Object.keys(json).length).toBeGreaterThan(2);
			}
		});
	});
});
