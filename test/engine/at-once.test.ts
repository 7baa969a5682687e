import type { INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { UniqueValues, World } from '../catalogue';
import { byExpression } from '../catalogue/people';
import { RETURNING_ROWS } from '../catalogue/returning';
import { SERVICES, USUAL_DIALECTS } from '../support/services';
import { runNode, type RunOptions } from '../support/engine/engine';
import { byId, listJson, type Stage, type StageOptions } from '../support/engine/stage';
import { openWorldStage } from '../support/engine/world';

/*
 * These operations must not create a second record. They run in concurrent executions that do the same work, and the
 * sandbox's store shows the result.
 */

const participants = new SweepstakesParticipant();
const codes = new SweepstakesCode();
const invoices = new SweepstakesInvoice();

const EXECUTIONS = 3;
const LAG_MS = 60_000;

let stage: Stage;
let world: World;

/** Opens a world for each test of a group. */
function openWorlds(options: StageOptions): void {
	beforeEach(async () => {
		// The service accepts duplicates here, so only the nodes can prevent them.
		const entries = { strictForm: false, duplicates: 'accept' as const };
		({ stage, world } = await openWorldStage({ ...options, entries }));
	});
	afterEach(async () => await stage.close());
}

const run = async (
	node: INodeType,
	operation: string,
	parameters: INodeParameters,
	options: Partial<RunOptions> = {},
) => {
	const result = await runNode({
		node,
		account: stage.sandbox,
		...options,
		parameters: { operation, sweepstakes: stage.picked, ...parameters },
	});
	expect(result.error).toBeUndefined();
	return listJson(result);
};
const emailOf = (n: number) => `person${n}@example.com`;
const phoneOf = (n: number) => String(2_025_550_000 + n);
const atOnce = async <T>(work: (n: number) => Promise<T>) =>
	await Promise.all(Array.from({ length: EXECUTIONS }, (_, n) => work(n)));

describe.each(SERVICES)('in the dialect $dialect, with $dates dates', (service) => {
	openWorlds(service);

	test.each(RETURNING_ROWS.map((row) => [row.title, row] as const))(
		'%s: three concurrent executions, or two items of a run to which the service sends outdated lists, create one record',
		async (_title, row) => {
			const { node, operation } = row;
			const parametersOf = async (unique: UniqueValues) => byExpression(await row.parameters(world, unique));
			const [one, other] = [1, 2].map((n): UniqueValues => ({ n, email: `jane${n}@example.com` })) as [
				UniqueValues,
				UniqueValues,
			];
			const parameters = await parametersOf(one);
			stage.sandbox.clearCalls();
			const outputs = await atOnce(async () => await run(node, operation, parameters));
			expect(row.stored!(stage.sandbox.store, one, world)).toBe(1);
			const firsts = outputs.filter((items) => items.some(({ existed }) => existed === false));
			expect(firsts).toHaveLength(1);
			expect(firsts[0]).toEqual(row.output(one, world));
			const found = outputs.filter((items) => items.every(({ existed }) => existed === true));
			expect(found).toHaveLength(EXECUTIONS - 1);

			const again = await parametersOf(other);
			stage.sandbox.advance(2 * LAG_MS);
			const lists = new Set(stage.paths().filter((path) => path !== row.path));
			stage.sandbox.faults([...lists].map((path) => ({ path, times: 9, lag: { ms: LAG_MS } })));
			const items = await run(node, operation, again, { items: [{}, {}] });
			expect(row.stored!(stage.sandbox.store, other, world)).toBe(1);
			const isNew = ({ existed }: { existed?: unknown }) => existed === false;
			expect(items.filter(isNew)).toHaveLength(firsts[0]!.filter(isNew).length);
		},
	);
});

describe.each(USUAL_DIALECTS)('in the dialect %s', (dialect) => {
	openWorlds({ dialect });

	test('three concurrent executions assign three different codes', async () => {
		await run(codes, 'generate', { Quantity: 5, Length: 8 });
		const people: string[] = [];
		for (let n = 0; n < EXECUTIONS; n++)
			people.push(await stage.addParticipant(emailOf(n), { KeyPhoneNumber: phoneOf(n) }));
		stage.sandbox.clearCalls();
		const assigned = await atOnce(async (n) => await run(codes, 'assign', { participant: byId(people[n]!) }));
		expect(new Set(assigned.flat().map(({ CouponToken }) => CouponToken)).size).toBe(EXECUTIONS);
		expect(stage.callsTo('/codes/assign')).toBe(EXECUTIONS);
	});

	test('if three concurrent executions find the same person by email, ID and phone number, all bonus entries are added', async () => {
		const token = await stage.addParticipant(emailOf(0), { KeyPhoneNumber: '2025550177' });
		const picked = [
			{ __rl: true, mode: 'id', value: emailOf(0) },
			byId(token),
			{ __rl: true, mode: 'id', value: '+1 202 555 0177' },
		];
		await atOnce(async (n) => {
			await run(participants, 'addBonusEntries', { participant: picked[n]!, entriesToAdd: 10 });
		});
		const entries = [...stage.sandbox.store.entries.all()];
		const referrer = entries.find(({ KeyEmail }) => KeyEmail === emailOf(0))!;
		expect(referrer.BonusEntries).toBe(10 * EXECUTIONS);
	});

	/** Runs `other` as soon as the first call to a path has been made. */
	const afterFirstCall = async (path: string, other: () => Promise<unknown>) => {
		while (stage.callsTo(path) === 0) await new Promise((resolve) => setTimeout(resolve, 0));
		await other();
	};

	test('an import with “Skip” does not add a person whom a form submission without “Skip” has meanwhile added', async () => {
		const add = async (numbers: number[], whenAlreadyEntered: string) =>
			await run(
				participants,
				'add',
				{ KeyEmail: '={{ $json.email }}', KeyPhoneNumber: '={{ $json.phone }}', whenAlreadyEntered },
				{ items: numbers.map((n) => ({ email: emailOf(n), phone: phoneOf(n) })) },
			);
		stage.sandbox.clearCalls();
		const everybody = Array.from({ length: 8 }, (_, n) => n);
		const importing = add(everybody, 'skip');
		await afterFirstCall('/participants/add', async () => await add([7], 'add'));
		expect((await importing).at(-1)).toMatchObject({ existed: true });
		expect(
			[...stage.sandbox.store.entries.all()].filter(({ KeyEmail }) => KeyEmail === emailOf(7)),
		).toHaveLength(1);
	});

	test('“Return Existing” returns an invoice that another execution has meanwhile created with “Create Another”', async () => {
		const create = async (numbers: number[], parameters: INodeParameters) =>
			await run(
				invoices,
				'create',
				{
					Name: 'Jane',
					Email: '={{ $json.email }}',
					items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 50 }] },
					...parameters,
				},
				{ items: numbers.map((n) => ({ email: emailOf(n) })) },
			);
		stage.sandbox.clearCalls();
		const everybody = Array.from({ length: 8 }, (_, n) => n);
		const invoicing = create(everybody, { whenAlreadyInvoiced: 'return', titleToFind: 'Prize' });
		const another = { whenAlreadyInvoiced: 'create', Title: 'Prize' };
		await afterFirstCall('/invoices/create', async () => await create([7], another));
		expect((await invoicing).at(-1)).toMatchObject({ existed: true });
		expect(stage.callsTo('/invoices/create')).toBe(8);
	});

	test('two overlapping imports and a form submission add each person only once', async () => {
		const addAll = async (numbers: number[]) =>
			await run(
				participants,
				'add',
				{ KeyEmail: '={{ $json.email }}', KeyPhoneNumber: '={{ $json.phone }}', whenAlreadyEntered: 'skip' },
				{ items: numbers.map((n) => ({ email: emailOf(n), phone: phoneOf(n) })) },
			);
		const everybody = Array.from({ length: 20 }, (_, n) => n);
		// The first run reads the list of participants before the other runs have added anyone.
		await Promise.all([addAll(everybody), addAll(everybody.toReversed()), addAll([19])]);
		const entries = [...stage.sandbox.store.entries.all()];
		expect(entries.filter(({ KeyEmail }) => KeyEmail.startsWith('person'))).toHaveLength(20);
	});
});
