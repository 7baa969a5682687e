import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { runNode, type RunResult } from '../support/engine/engine';
import { listJson, Stage } from '../support/engine/stage';
import { USUAL_DIALECTS } from '../support/services';

/*
 * Two processes do the same work. The second one spells the Base URL differently, so it has its own queue and memory.
 */

const ROWS = 12;

/* Processes share no lock, so both may add the same person at the same moment. Nobody may be lost. */

const PERSON = {
	operation: 'add',
	KeyEmail: '={{ $json.email }}',
	KeyPhoneNumber: '={{ $json.phone }}',
	whenAlreadyEntered: 'skip',
};

const INVOICE = {
	operation: 'create',
	Name: 'Jane Smith',
	Email: '={{ $json.email }}',
	titleToFind: 'Prize',
	whenAlreadyInvoiced: 'return',
	items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 50 }] },
};

describe.each(USUAL_DIALECTS)('two processes, in the dialect %s', (dialect) => {
	let stage: Stage;
	beforeEach(async () => {
		// The service accepts duplicates here, so only the nodes can prevent them.
		const entries = { strictForm: false, duplicates: 'accept' as const };
		stage = await Stage.open({ dialect, entries, latencyMs: 3 });
	});
	afterEach(async () => await stage.close());

	const runInBoth = async (
		node: INodeType,
		parameters: INodeParameters,
		items: IDataObject[],
	): Promise<RunResult[]> => {
		const { sandbox } = stage;
		const there = { ...sandbox, baseUrl: sandbox.baseUrl.replace('127.0.0.1', 'localhost') };
		const runs = [sandbox, there].map(async (account) => await runNode({ node, parameters, items, account }));
		const results = await Promise.all(runs);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(results.map((result) => listJson(result).length)).toEqual([ROWS, ROWS]);
		return results;
	};

	const rows = Array.from({ length: ROWS }, (_, n) => ({
		email: `person${n}@example.com`,
		phone: String(2_025_550_000 + n),
	}));

	test('lose nobody, although both may add the same person at the same moment', async () => {
		await runInBoth(new SweepstakesParticipant(), { ...PERSON, sweepstakes: stage.picked }, rows);
		const emails = [...stage.sandbox.store.entries.all()].map(({ KeyEmail }) => KeyEmail);
		expect(new Set(emails).size).toBe(ROWS);
		expect(emails.length).toBeLessThanOrEqual(2 * ROWS);
	});

	test('invoice everybody, although both may invoice the same person at the same moment', async () => {
		await runInBoth(new SweepstakesInvoice(), INVOICE, rows);
		const recipients = [...stage.sandbox.store.invoices.all()].map(({ BillTo }) => JSON.stringify(BillTo));
		expect(new Set(recipients).size).toBe(ROWS);
		expect(recipients.length).toBeLessThanOrEqual(2 * ROWS);
	});
});
