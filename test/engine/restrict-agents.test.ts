import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CATALOGUE, rowsIn, type Entry } from '../catalogue';
import { byId } from '../catalogue/world';
import { listRecords } from '../support/records';
import { findOperation } from '../support/engine/nodes';
import { USUAL_DIALECTS } from '../support/services';
import { askTool } from '../support/engine/tool';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/*
 * Every operation of the catalogue runs as a tool with Restrict Agents. The sandbox's records show what a call has
 * changed, so the test also covers future operations.
 */

const FROM_MODEL = "={{ $fromAI('sweepstakes', 'The sweepstakes', 'string') }}";

type Choice = (token: string) => INodeParameters[string] | undefined;

const byModel: Choice = () => byId(FROM_MODEL);

/**
 * The ways in which the owner of a tool can leave the choice of the sweepstakes to the model, or not choose one at all.
 */
const NOT_CHOSEN: Choice[] = [
	byModel,
	() => undefined,
	() => ({ __rl: true, mode: 'list', value: '' }),
	() => byId(' '),
	() => byId('={{ "" }}'),
	() => byId(`=${FROM_MODEL.slice(1)}`),
	(token) => ({ __rl: true, mode: "={{ 'id' }}", value: token }),
	(token) => `={{ ${JSON.stringify(byId(token))} }}`,
];

const fieldOf = (row: Entry) => findOperation(row).fields.find(({ name }) => name === 'sweepstakes');

/** For each declared field, the first row that has it and writes. Other rows use the same code to read the field. */
const FIRST_OF_FIELD = new Set(
	new Map(
		CATALOGUE.filter(({ stored }) => stored)
			.toReversed()
			.map((row) => [fieldOf(row), row]),
	).values(),
);

/** Returns what a call without a chosen sweepstakes leads to, and what the refusal says if the operation writes. */
function outcomeOf(row: Entry): [outcome: string, refusal: RegExp | undefined] {
	if (!row.stored) return ['changes nothing', undefined];
	if (fieldOf(row))
		return ['is refused if the author has not chosen a sweepstakes', /Restrict Agents|“Sweepstakes”/];
	return [
		'is refused, because it has no field for a sweepstakes',
		/must be an operation that only reads, because “Restrict Agents” is on/,
	];
}

/** The tables of records that users cannot see: a download creates a link. */
const UNSEEN = ['fileLinks'];

// The nodes refuse an agent before the first call.
describe.each(USUAL_DIALECTS)('with “Restrict Agents”, in the dialect %s', (dialect) => {
	const rows = rowsIn(dialect);
	shareWorld({ dialect });

	/** Returns the service's records except those of one sweepstakes. */
	const recordsBeside = (sweepstakes?: string, ignored: readonly string[] = []) =>
		listRecords(stage.sandbox.store, { beside: sweepstakes, ignored });

	/** @returns what the model reads, including an error */
	async function ask(row: Entry, parameters: INodeParameters, input: IDataObject = {}): Promise<string> {
		stage.sandbox.clearCalls();
		const { baseUrl, token } = stage.sandbox;
		const account = { baseUrl, token, restrictAgents: true };
		const asked = { node: row.node, account, parameters: { operation: row.operation, ...parameters } };
		return (await askTool(asked, input)).answer;
	}

	const choicesOf = (row: Entry) => (FIRST_OF_FIELD.has(row) ? NOT_CHOSEN : [byModel]);

	test.each(rows.map((row) => [row.title, ...outcomeOf(row), row] as const))(
		'“%s” %s',
		async (_title, _outcome, refusal, row) => {
			const ignored = row.operation === 'download' ? UNSEEN : [];
			const { sweepstakes, ...others } = await row.parameters(world, uniqueOne());
			const before = recordsBeside(undefined, ignored);
			const { value = '' } = (sweepstakes ?? {}) as { value?: string };
			for (const choose of sweepstakes === undefined ? [() => undefined] : choicesOf(row)) {
				const chosen = choose(value);
				const parameters = { ...others, ...(chosen !== undefined && { sweepstakes: chosen }) };
				const said = await ask(row, parameters, { sweepstakes: value });
				if (!refusal) continue;
				expect(said).toMatch(refusal);
				expect(stage.paths()).toEqual([]);
			}
			expect(recordsBeside(undefined, ignored)).toEqual(before);
		},
	);

	const writing = rows.filter((row) => row.stored && fieldOf(row)).map((row) => [row.title, row] as const);

	test.each(writing)('“%s” changes only the sweepstakes that the author has chosen', async (_title, row) => {
		const unique = uniqueOne();
		const parameters = await row.parameters(world, unique);
		const other = await stage.createSweepstakes(`OTHER${unique.n}`, 'Other Giveaway');
		stage.sandbox.fill(other, 3);
		const before = recordsBeside(other);
		await ask(row, { ...parameters, sweepstakes: byId(other) });
		expect(recordsBeside(other)).toEqual(before);
	});

	test.each(writing)('“%s” writes if the author has chosen its sweepstakes', async (_title, row) => {
		const unique = uniqueOne();
		const parameters = await row.parameters(world, unique);
		const count = () => row.stored!(stage.sandbox.store, unique, world);
		const before = count();
		const said = await ask(row, parameters);
		expect([said, count()]).toEqual([said, before + 1]);
	});

	test('a tool cannot create a public link to a file', async () => {
		const row = CATALOGUE.find(({ operation }) => operation === 'getLink')!;
		const said = await ask(row, await row.parameters(world, uniqueOne()));
		expect(said).toContain('must be an operation that only reads');
	});

	test('a tool can read every sweepstakes', async () => {
		const row = CATALOGUE.find((one) => one.operation === 'getMany' && one.path === '/groups/fetch')!;
		const sweepstakes = byId(FROM_MODEL);
		expect(JSON.parse(await ask(row, { sweepstakes }, { sweepstakes: 'QUIET' }))).toEqual(expect.any(Array));
	});
});
