import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesParticipant();
const JANE = 'jane@example.com';
const byEmail = (value: string) => ({ __rl: true, mode: 'KeyEmail', value });

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	let stage: Stage;
	let jane: string;
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect, { duplicates: 'accept' });
		jane = await add();
	});
	afterEach(async () => await stage.close());

	const add = async (BonusEntries = 2) =>
		await stage.addParticipant(
			JANE,
			{ KeyPhoneNumber: '2025550111', BonusEntries },
			{ First_Name: 'Jane', Last_Name: 'Smith' },
		);
	const run = async (operation: string, parameters: INodeParameters, items?: IDataObject[]) =>
		await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, { items });
	const bonus = async () => {
		const { Data } = await stage.api<{ Data: { Entries: Array<{ BonusEntries: number }> } }>(
			'/participants/single',
			{ SweepstakesToken: stage.sweepstakesToken, ParticipantToken: jane },
		);
		return Data.Entries.map(({ BonusEntries }) => BonusEntries);
	};

	test('Set by ID is one call', async () => {
		const result = await run('setBonusEntries', { participant: byId(jane), BonusEntries: 5 });
		expect(jsonOf(result)).toEqual([
			{ BonusEntries: 5, ParticipantToken: jane, SweepstakesToken: stage.sweepstakesToken },
		]);
		expect(stage.paths()).toEqual(['/participants/updateBonusEntries']);
		expect(await bonus()).toEqual([5]);
	});

	test.each(['setBonusEntries', 'addBonusEntries'])(
		'%s by email says who the person is',
		async (operation) => {
			const [item] = jsonOf(
				await run(operation, { participant: byEmail('JANE@example.com'), BonusEntries: 3, entriesToAdd: 1 }),
			);
			expect(item).toMatchObject({
				FirstName: 'Jane',
				LastName: 'Smith',
				KeyEmail: JANE,
				BonusEntries: 3,
				ParticipantToken: jane,
			});
		},
	);

	test('Add raises the number by so many, item after item', async () => {
		const rows = [{ bonus: 1 }, { bonus: '10' }];
		const result = await run(
			'addBonusEntries',
			{ participant: byEmail(JANE), entriesToAdd: '={{ $json.bonus }}' },
			rows,
		);
		expect(jsonOf(result)).toMatchObject([
			{ BonusEntries: 3, PreviousBonusEntries: 2 },
			{ BonusEntries: 13, PreviousBonusEntries: 3 },
		]);
		expect(await bonus()).toEqual([13]);
	});

	test('somebody in several collections keeps the most entries', async () => {
		const { sweepstakesToken: SweepstakesToken, sandbox } = stage;
		sandbox.placeParticipant({
			SweepstakesToken,
			KeyEmail: JANE,
			Collections: ['Participants', 'ParticipantsAmoe'],
		});
		const [item] = jsonOf(await run('addBonusEntries', { participant: byId(jane), entriesToAdd: 1 }));
		expect(item).toMatchObject({ BonusEntries: 3 });
		expect(await bonus()).toEqual([3, 3]);
	});

	test.each(['setBonusEntries', 'addBonusEntries'])(
		'%s is refused if several participants have the address',
		async (operation) => {
			await add(0);
			const { error } = await run(operation, { participant: byEmail(JANE), BonusEntries: 3 });
			expect(error!.message).toBe(
				'“Participant” must be chosen from the list or by ID, because 2 participants have this email or phone number',
			);
			expect(stage.paths()).toEqual(['/participants/single']);
		},
	);

	test('an answer about somebody else changes nothing', async () => {
		const Entries = [{ ParticipantToken: jane, KeyEmail: 'other@example.com', BonusEntries: 1 }];
		stage.sandbox.faults([{ path: '/participants/single', body: { Response: true, Data: { Entries } } }]);
		const { error } = await run('addBonusEntries', { participant: byEmail(JANE) });
		expect(error).toBeDefined();
		expect(stage.paths()).toEqual(['/participants/single']);
	});

	test('Add refuses more than a million in all', async () => {
		const parameters = { participant: byId(jane), entriesToAdd: 999_999 };
		expect((await run('addBonusEntries', parameters)).error!.message).toBe(
			'“Entries to Add” must leave the participant, who has 2, at most 1000000',
		);
		expect(await bonus()).toEqual([2]);
	});

	test.each([
		['nothing', undefined],
		['text', 'many'],
	])('Add stops if the service says %s in place of the number', async (_what, BonusEntries) => {
		const Entries = [{ ParticipantToken: jane, KeyEmail: JANE, BonusEntries }];
		stage.sandbox.faults([{ path: '/participants/single', body: { Response: true, Data: { Entries } } }]);
		const { error } = await run('addBonusEntries', { participant: byId(jane) });
		expect(error!.message).toContain('did not say how many bonus entries the participant has');
		expect(await bonus()).toEqual([2]);
	});

	test('with Retry On Fail, an addition that may have been processed is not made again', async () => {
		stage.sandbox.faults([
			{ path: '/participants/updateBonusEntries', drop: 'after' },
			{ path: '/participants/single', times: 1, delayMs: 0 },
			{ path: '/participants/single', status: 400 },
		]);
		const parameters = { sweepstakes: stage.picked, participant: byId(jane), entriesToAdd: 1 };
		const { error } = await stage.run(node, 'addBonusEntries', parameters, { retryOnFail: true });
		expect(error!.message).toMatch(/It may have been processed, so it was not sent again$/);
		expect(error!.description).toContain('check with Participant › Get how many bonus entries');
		expect(await bonus()).toEqual([3]);
	});

	test.each([
		['setBonusEntries', { BonusEntries: -1 }, '“Bonus Entries” must be at least 0, but is -1'],
		['setBonusEntries', { BonusEntries: 1.5 }, '“Bonus Entries” must be a whole number, but is 1.5'],
		[
			'setBonusEntries',
			{ BonusEntries: 1_000_001 },
			'“Bonus Entries” must be at most 1000000, but is 1000001',
		],
		['addBonusEntries', { entriesToAdd: 0 }, '“Entries to Add” must be at least 1, but is 0'],
	])('%s refuses %j before anything is sent', async (operation, wrong, sentence) => {
		const parameters = { sweepstakes: stage.picked, participant: byId(jane), ...wrong };
		expect(await stage.refusal(node, operation, parameters)).toBe(`Item 1: ${sentence}`);
	});
});
