import type { IDataObject } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { Poller } from './poller';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesParticipant();
const by = (mode: string, value: string) => ({ __rl: true, mode, value });

let stage: Stage;
afterEach(async () => await stage.close());

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	const JANE = { KeyPhoneNumber: '2025550123' };
	const enterJane = async () =>
		await stage.addParticipant('jane@example.com', JANE, { First_Name: 'Jane', Last_Name: 'Smith' });

	describe('Participant', () => {
		test.each(['+1 (202) 555-0123', '202-555-0123', '2025550123'])(
			'Get finds somebody whose phone is stored as 10 digits by %s',
			async (typed) => {
				const ParticipantToken = await enterJane();
				const result = await stage.run(node, 'get', {
					sweepstakes: stage.picked,
					participant: by('KeyPhoneNumber', typed),
				});
				expect(jsonOf(result)).toMatchObject([
					{ FirstName: 'Jane', LastName: 'Smith', ParticipantToken, TotalEntries: 1 },
				]);
			},
		);

		test('Get returns each of several people who have the same address', async () => {
			await enterJane();
			await stage.addParticipant('JANE@example.com', JANE, { First_Name: 'Janet' });
			const result = await stage.run(node, 'get', {
				sweepstakes: stage.picked,
				participant: by('KeyEmail', 'jane@example.com'),
			});
			expect(jsonOf(result)).toMatchObject([
				{ FirstName: 'Jane', TotalEntries: 1, Collections: ['Participants'] },
				{ FirstName: 'Janet', TotalEntries: 1, Collections: ['Participants'] },
			]);
		});

		test('Add skips somebody who entered with the phone number in another format', async () => {
			await enterJane();
			const result = await stage.run(node, 'add', {
				sweepstakes: stage.picked,
				KeyEmail: 'other@example.com',
				KeyPhoneNumber: '+1 202 555 0123',
				whenAlreadyEntered: 'skip',
			});
			expect(jsonOf(result)).toMatchObject([{ skipped: true }]);
			expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
		});

		test('Get Many returns one collection, up to the limit', async () => {
			const token = await enterJane();
			stage.sandbox.fill(stage.sweepstakesToken, 30);
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				ParticipantToken: token,
				Collections: ['OptOuts'],
			});
			const result = await stage.run(node, 'getMany', {
				sweepstakes: stage.picked,
				limit: 5,
				filters: { collection: 'OptOuts' },
			});
			expect(jsonOf(result)).toMatchObject([{ ParticipantToken: token, Collection: 'OptOuts' }]);
			expect(stage.lastBody()).not.toHaveProperty('collection');
		});
	});

	describe('New Participant', () => {
		const poller = (collections: string[]) =>
			new Poller({
				node: new SweepstakesTrigger(),
				account: stage.sandbox,
				parameters: { sweepstakes: stage.picked, collections },
			});
		const emails = (items: IDataObject[] | null) => (items ?? []).map(({ KeyEmail }) => KeyEmail);

		test('an opt-out does not stop the poll', async () => {
			const token = await enterJane();
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				ParticipantToken: token,
				Collections: ['OptOuts'],
			});
			const trigger = poller(['Participants']);
			await trigger.poll();
			stage.sandbox.advance(1_000);
			await stage.addParticipant('john@example.com', JANE);
			expect(emails(await trigger.poll())).toEqual(['john@example.com']);
			expect(emails(await trigger.poll())).toEqual([]);
		});
	});
});

describe('New Participant', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});
	const list = (...Participants: object[]) =>
		stage.sandbox.faults([
			{
				path: '/participants/fetch',
				body: { Response: true, Participants, Pagination: { Total: Participants.length, TotalPages: 1 } },
			},
		]);
	const record = (ParticipantToken: string, more: object) => ({
		ParticipantToken,
		Collection: 'Participants',
		...more,
	});
	const trigger = () =>
		new Poller({
			node: new SweepstakesTrigger(),
			account: stage.sandbox,
			parameters: { sweepstakes: stage.picked },
		});

	test('a record without a date does not stop the poll', async () => {
		const poller = trigger();
		const dated = record('a', { CreationDate: '2090-01-01T00:00:00Z' });
		list(dated);
		await poller.poll();
		list(record('c', { CreationDate: '2090-01-01T00:00:09Z' }), record('b', {}), dated);
		expect(await poller.poll()).toMatchObject([{ ParticipantToken: 'c' }]);
		list(record('c', { CreationDate: '2090-01-01T00:00:09Z' }), record('b', {}), dated);
		expect(await poller.poll()).toBeNull();
	});

	test('a list without any date is an error, not silence', async () => {
		list(record('a', {}));
		await expect(trigger().poll()).rejects.toThrow(/without a ParticipantToken or a CreationDate/);
	});
});
