import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesFile } from '../../nodes/SweepstakesFile/SweepstakesFile.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { DIALECTS } from '../../sandbox';
import type { Store } from '../../sandbox/store';
import { UTC_ID } from '../../sandbox/timezones';
import { startSandboxWithRecords, type SandboxWithRecords } from '../support/records';
import { runNode, type RunOptions } from './engine';
import { byId, jsonOf, Stage, UNLIMITED } from './stage';

/* Concurrent executions of one n8n with the same work, checked in the sandbox's store. */

const participants = new SweepstakesParticipant();
const winners = new SweepstakesWinner();
const codes = new SweepstakesCode();

/** The participants who are drawn or get bonus entries. */
const PEOPLE = 20;
const REFERRER = 'referrer@example.com';

interface Case {
	node: INodeType;
	operation: string;
	parameters: INodeParameters;
	options?: Partial<RunOptions>;
	/** Counts records in the store. The number must not depend on the number of executions. */
	count(store: Store): number;
	expected: number;
	/** The previous state of the list, as a service with lagging lists returns it. */
	stale: { path: string; body: object };
}

const NO_PAGES = { Pagination: { TotalInvoices: 0, TotalFiles: 0, TotalPages: 0 } };

const CASES: Record<string, Case> = {
	'one entry by email and phone': {
		node: participants,
		operation: 'add',
		parameters: { KeyEmail: 'jane@example.com', KeyPhoneNumber: '2025550199', whenAlreadyEntered: 'skip' },
		count: ({ entries }) => entriesOf(entries.all(), 'jane@example.com').length,
		expected: 1,
		stale: { path: '/participants/single', body: { Response: true, Data: { Entries: [] } } },
	},
	'one draw of two': {
		node: winners,
		operation: 'draw',
		parameters: { howManyWinnersToPick: 2, onlyIfNoneDrawn: true, options: { severalItems: 'each' } },
		count: ({ winners: drawn }) => [...drawn.all()].length,
		expected: 2,
		stale: { path: '/winners/fetch', body: { Response: true, TotalWinners: 0, Winners: [] } },
	},
	'one scheduled drawing': {
		node: winners,
		operation: 'schedule',
		parameters: {
			howManyWinnersToPick: 2,
			scheduleMode: 'schedule',
			endDate: '2090-06-01',
			endTime: '09:30',
			timezone: byId(String(UTC_ID)),
			whenAlreadyScheduled: 'return',
		},
		count: ({ scheduled }) => [...scheduled.all()].length,
		expected: 1,
		stale: { path: '/winners/fetchscheduled', body: { Response: true, Drawings: [] } },
	},
	'one invoice': {
		node: new SweepstakesInvoice(),
		operation: 'create',
		parameters: {
			titleToFind: 'Ticket',
			Name: 'Ada Lovelace',
			Email: 'ada@example.com',
			items: { item: [{ Description: 'Ticket', Quantity: 1, Rate: 25 }] },
		},
		count: ({ invoices }) => [...invoices.all()].length,
		expected: 1,
		stale: { path: '/invoices/fetch', body: { Response: true, Data: { Invoices: [], ...NO_PAGES } } },
	},
	'five codes': {
		node: codes,
		operation: 'generate',
		parameters: { Quantity: 5, Length: 8 },
		count: (store) => [...store.codes.all()].length,
		expected: 5,
		stale: {
			path: '/codes/fetch',
			body: { Response: true, Data: { Codes: [], TotalResults: 0, TotalPages: 0 } },
		},
	},
	'one group beside the primary one': {
		node: new SweepstakesGroup(),
		operation: 'create',
		parameters: { groupName: 'VIP', whenNameExists: 'return' },
		count: ({ groups }) => [...groups.all()].length,
		expected: 2,
		stale: { path: '/groups/fetch', body: { Response: true, Data: [] } },
	},
	'one rules document': {
		node: new SweepstakesRule(),
		operation: 'create',
		parameters: { Title: 'Rules', DocumentContent: '<p>Rules</p>' },
		count: ({ rules }) => [...rules.all()].length,
		expected: 1,
		stale: {
			path: '/rules/fetch',
			body: { Response: true, Data: { PrimaryRule: null, SecondaryRules: [] } },
		},
	},
	'one file': {
		node: new SweepstakesFile(),
		operation: 'upload',
		parameters: { Filename: 'rules.txt' },
		options: { binary: { data: { data: Buffer.from('rules').toString('base64'), mimeType: 'text/plain' } } },
		count: ({ files }) => [...files.all()].length,
		expected: 1,
		stale: { path: '/files/fetch', body: { Response: true, Data: { Files: [], ...NO_PAGES } } },
	},
};

const entriesOf = (entries: Iterable<{ KeyEmail: string; BonusEntries: number }>, email: string) =>
	[...entries].filter(({ KeyEmail }) => KeyEmail === email);

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: SandboxWithRecords;
	let stage: Stage;
	beforeEach(async () => {
		// The service accepts duplicates, so only the nodes can prevent them.
		const entries = { strictForm: false, duplicates: 'accept' as const };
		const accounts = [{ plan: UNLIMITED, administrator: true, entries }];
		service = await startSandboxWithRecords({ accounts, sample: false, dialect });
		stage = await Stage.on(service.sandbox);
		stage.sandbox.fill(stage.sweepstakesToken, PEOPLE);
	});
	afterEach(async () => void (await service.records()));

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
		return jsonOf(result);
	};
	const emailOf = (n: number) => `person${n}@example.com`;
	const phoneOf = (n: number) => String(2_025_550_000 + n);
	const atOnce = async <T>(executions: number, work: (n: number) => Promise<T>) =>
		await Promise.all(Array.from({ length: executions }, (_, n) => work(n)));

	describe('three executions at once', () => {
		const executions = 3;

		test.each(Object.entries(CASES))('produce %s', async (_what, one) => {
			const { node, operation, parameters, options, count, expected } = one;
			const outputs = await atOnce(executions, async () => await run(node, operation, parameters, options));
			expect(count(service.stored())).toBe(expected);
			const isFirst = (items: IDataObject[]) => items.every(({ existed }) => existed === false);
			const found = outputs.filter((items) => items.every(({ existed }) => existed === true));
			expect(outputs.filter(isFirst)).toHaveLength(1);
			expect(found).toHaveLength(executions - 1);
		});

		test('each assign another code', async () => {
			await run(codes, 'generate', { Quantity: 5, Length: 8 });
			const people: string[] = [];
			for (let n = 0; n < executions; n++)
				people.push(await stage.addParticipant(emailOf(n), { KeyPhoneNumber: phoneOf(n) }));
			stage.sandbox.clearCalls();
			const assigned = await atOnce(
				executions,
				async (n) => await run(codes, 'assign', { participant: byId(people[n]!) }),
			);
			expect(new Set(assigned.flat().map(({ CouponToken }) => CouponToken)).size).toBe(executions);
			expect(stage.paths().filter((path) => path === '/codes/assign')).toHaveLength(executions);
		});

		test('each add their bonus entries, by email, ID or phone number', async () => {
			const token = await stage.addParticipant(REFERRER, { KeyPhoneNumber: '2025550177' });
			const picked = [
				{ __rl: true, mode: 'KeyEmail', value: REFERRER },
				byId(token),
				{ __rl: true, mode: 'KeyPhoneNumber', value: '+1 202 555 0177' },
			];
			await atOnce(executions, async (n) => {
				const participant = picked[n % picked.length]!;
				await run(participants, 'addBonusEntries', { participant, entriesToAdd: 10 });
			});
			const [referrer] = entriesOf(service.stored().entries.all(), REFERRER);
			expect(referrer!.BonusEntries).toBe(10 * executions);
		});
	});

	test.each(Object.entries(CASES))(
		'two items of a run produce %s, even if the list lags',
		async (_what, one) => {
			const { node, operation, parameters, options, count, expected, stale } = one;
			stage.sandbox.faults([{ ...stale, times: 10 }]);
			const items = await run(node, operation, parameters, { ...options, items: [{}, {}] });
			expect(count(service.stored())).toBe(expected);
			expect(items.map(({ existed }) => existed)).toEqual(
				[false, true].flatMap((existed) => Array(items.length / 2).fill(existed)),
			);
		},
	);

	const addAll = async (numbers: number[]) =>
		await run(
			participants,
			'add',
			{ KeyEmail: '={{ $json.email }}', KeyPhoneNumber: '={{ $json.phone }}', whenAlreadyEntered: 'skip' },
			{ items: numbers.map((n) => ({ email: emailOf(n), phone: phoneOf(n) })) },
		);

	test('two overlapping imports and a form add each person once', async () => {
		const everybody = Array.from({ length: 60 }, (_, n) => n);
		// The first run reads the list before the others have added anyone.
		await Promise.all([addAll(everybody), addAll(everybody.toReversed()), addAll([59])]);
		expect([...service.stored().entries.all()]).toHaveLength(PEOPLE + 60);
	});
});
