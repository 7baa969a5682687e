import type { IDataObject, INodeCredentialsDetails, INodeParameters } from 'n8n-workflow';

import { DIALECTS } from '../../../sandbox';
import type { Store } from '../../../sandbox/store';
import { UTC_ID } from '../../../sandbox/timezones';
import type { N8n } from '../../../tools/n8n/n8n';
import { ROWS_START, rowsWorkflow } from '../../../tools/n8n/rows';
import { completeEntry, createSweepstakes } from '../../../tools/sandbox';
import { startSandboxWithRecords, type SandboxWithRecords } from '../../support/records';
import { sharedN8n } from '../shared';

/* Executions that do the same at the same time, judged by what the sandbox has stored. */

/** Longer than n8n takes to start the executions, ms. */
const FIRST_LOOKUP_MS = 300;
const REFERRER = 'referrer@example.com';
const IMPORTED = 60;

interface Case {
	/** Of the node, without our prefix. */
	type: string;
	parameters: INodeParameters;
	/** The path of its first call. */
	lookup: string;
	/** What is counted in a sweepstakes. */
	count(store: Store, sweepstakesToken: string): number;
	expected(executions: number): number;
}

const CASES: Record<string, Case> = {
	'one entry': {
		type: 'sweepstakesParticipant',
		parameters: {
			operation: 'add',
			KeyEmail: 'jane@example.com',
			KeyPhoneNumber: '2025550199',
			whenAlreadyEntered: 'skip',
		},
		lookup: '/participants/single',
		count: ({ entries }, token) =>
			entries.of(token).filter(({ KeyEmail }) => KeyEmail === 'jane@example.com').length,
		expected: () => 1,
	},
	'one draw of two': {
		type: 'sweepstakesWinner',
		parameters: { operation: 'draw', howManyWinnersToPick: 2, onlyIfNoneDrawn: true },
		lookup: '/winners/fetch',
		count: ({ winners }, token) => winners.of(token).length,
		expected: () => 2,
	},
	'one scheduled drawing': {
		type: 'sweepstakesWinner',
		parameters: {
			operation: 'schedule',
			howManyWinnersToPick: 2,
			scheduleMode: 'schedule',
			endDate: '2090-06-01',
			endTime: '09:30',
			timezone: { __rl: true, mode: 'id', value: String(UTC_ID) },
			whenAlreadyScheduled: 'return',
		},
		lookup: '/winners/fetchscheduled',
		count: ({ scheduled }, token) => scheduled.of(token).length,
		expected: () => 1,
	},
	'one invoice': {
		type: 'sweepstakesInvoice',
		parameters: {
			operation: 'create',
			titleToFind: '={{ $json.sweepstakesToken }}',
			Name: 'Ada Lovelace',
			Email: 'ada@example.com',
			items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 25 }] },
			whenAlreadyInvoiced: 'return',
		},
		lookup: '/invoices/fetch',
		count: ({ invoices }, token) => [...invoices.all()].filter(({ Title }) => Title === token).length,
		expected: () => 1,
	},
	'five codes': {
		type: 'sweepstakesCode',
		parameters: { operation: 'generate', Quantity: 5, Length: 8, onlyUpTo: true },
		lookup: '/codes/fetch',
		count: ({ codes }, token) => codes.of(token).length,
		expected: () => 5,
	},
	'10 bonus entries each': {
		type: 'sweepstakesParticipant',
		parameters: {
			operation: 'addBonusEntries',
			participant: { __rl: true, mode: 'KeyEmail', value: REFERRER },
			entriesToAdd: 10,
		},
		lookup: '/participants/single',
		count: ({ entries }, token) =>
			entries.of(token).find(({ KeyEmail }) => KeyEmail === REFERRER)!.BonusEntries,
		expected: (executions) => 10 * executions,
	},
};

let n8n: N8n;

beforeAll(async () => {
	n8n = await sharedN8n();
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	let service: SandboxWithRecords;
	let sweepstakesApi: INodeCredentialsDetails;
	let sweepstakesToken: string;
	let opened = 0;

	beforeAll(async () => {
		const plan = { MaxApiCallsPerMinute: 1_000_000 };
		// The service takes everything twice, so that nothing but the nodes prevents it.
		const entries = { strictForm: false, duplicates: 'accept' as const };
		service = await startSandboxWithRecords({ accounts: [{ plan, entries }], sample: false, dialect });
		sweepstakesApi = await n8n.createAccountCredential(service.sandbox, { callsPerMinute: 0 });
	});
	beforeEach(async () => {
		sweepstakesToken = await createSweepstakes(service.sandbox, { Handler: `HANDLER${++opened}` });
	});
	afterAll(async () => void (await service.records()));

	/** Creates a workflow that passes the rows to one node. @returns its id */
	async function create(type: string, parameters: INodeParameters, rows: IDataObject[]): Promise<string> {
		const node = {
			type: `n8n-nodes-sweepstakes.${type}`,
			typeVersion: 1,
			parameters: { sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken }, ...parameters },
			credentials: { sweepstakesApi },
		};
		return (await n8n.createWorkflow(rowsWorkflow(rows, node))).id;
	}

	/** Runs these workflows at the same time, each to its end. */
	async function runAtOnce(ids: string[]): Promise<void> {
		const started = await Promise.all(ids.map(async (id) => await n8n.startWorkflow(id, ROWS_START)));
		for (const execution of started) {
			const { status, data } = await n8n.waitForExecution(execution);
			expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		}
	}

	describe.each([2, 8])('%i executions at once', (executions) => {
		it.each(Object.entries(CASES))(
			'make %s',
			async (_what, { type, parameters, lookup, count, expected }) => {
				const { sandbox } = service;
				sandbox.fill(sweepstakesToken, 20);
				await sandbox.api('/participants/add', {
					lang: 'en',
					source: 'test',
					sweepstakesToken,
					entryPageFields: completeEntry({ KeyEmail: REFERRER }),
				});
				const id = await create(type, parameters, [{ sweepstakesToken }]);
				sandbox.faults([{ path: lookup, delayMs: FIRST_LOOKUP_MS }]);
				await runAtOnce(Array<string>(executions).fill(id));
				expect(count(service.stored(), sweepstakesToken)).toBe(expected(executions));
			},
		);
	});

	it(`two imports of ${IMPORTED} people make ${IMPORTED} entries`, async () => {
		const rows = Array.from({ length: IMPORTED }, (_, n) => ({
			email: `person${n}@example.com`,
			phone: String(2_025_550_000 + n),
		}));
		const adding = {
			operation: 'add',
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			whenAlreadyEntered: 'skip',
		};
		const orders = [rows, [...rows].reverse()];
		const imports = orders.map(async (people) => await create('sweepstakesParticipant', adding, people));
		await runAtOnce(await Promise.all(imports));
		expect(service.stored().entries.of(sweepstakesToken)).toHaveLength(IMPORTED);
	});
});
