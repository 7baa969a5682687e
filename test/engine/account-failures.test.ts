import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type AccountOptions, type Sandbox } from '../../sandbox';
import { runNode, type RunOptions } from '../support/engine/engine';

const ROWS = 12;
const rows: IDataObject[] = Array.from({ length: ROWS }, (_, index) => ({ row: index + 1 }));

interface Job {
	node: INodeType;
	parameters: INodeParameters;
}

const SUMMER = { __rl: true, mode: 'id', value: 'SUMMER' };
const ADD: Job = {
	node: new SweepstakesParticipant(),
	parameters: {
		operation: 'add',
		sweepstakes: SUMMER,
		KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
	},
};
const INVOICE: Job = {
	node: new SweepstakesInvoice(),
	parameters: {
		operation: 'create',
		whenAlreadyInvoiced: 'create',
		Name: 'Ada',
		Email: '={{ "ada@example.com" }}',
		items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
	},
};

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

async function run({ node, parameters }: Job, account: AccountOptions, options: Partial<RunOptions> = {}) {
	const plan = { MaxApiCallsPerMinute: 1_000_000, ...account.plan };
	sandbox = await startSandbox({ accounts: [{ ...account, plan }], sample: true });
	return await runNode({ node, parameters, account: sandbox, items: rows, ...options });
}

/**
 * Each row has the account's state, the job, the account's settings, the error message, the number of rows completed
 * before the error, and the number of calls (adding also takes two calls to look up the handler and read the form).
 */
const FAILURES: Array<[string, Job, AccountOptions, RegExp, number, number]> = [
	['is disabled', INVOICE, { status: 'disabled' }, /The account is disabled$/, 0, 1],
	['has used up its monthly calls', INVOICE, { plan: { MaxApiCallsAllowed: 7 } }, /quota of 7 calls/, 7, 8],
	['is limited to 10 participants', ADD, { plan: { MaxParticipantsAllowed: 10 } }, /allows 10 part/, 5, 8],
];

describe.each(FAILURES)('if the account %s', (_what, job, account, words, done, calls) => {
	test('the run ends at once with one error, which contains the completed items', async () => {
		const { error, status } = await run(job, account);
		expect(status).toBe('error');
		expect(error!.message).toMatch(/^The service does not allow this for your account: /);
		expect(error!.message).toMatch(words);
		const kept = `${done} of ${ROWS} items w.+ done before this one\\. .+ only from item ${done + 1} on: n8n’s Retry would repeat all items\\.$`;
		if (done > 0) expect(error!.description).toMatch(new RegExp(kept));
		expect((error!.context.data as { done: object[] } | undefined)?.done ?? []).toHaveLength(done);
		expect(sandbox.calls()).toHaveLength(calls);
	});

	test('the error of a retry says that the completed items may have been done twice', async () => {
		const { error } = await run(job, account, { mode: 'retry' });
		const sentence =
			'This is a retry: it may have done a second time what the first execution had already done.';
		expect(error!.description!.endsWith(sentence)).toBe(done > 0);
	});

	test('a node with an error branch outputs every row once, and makes no more calls', async () => {
		const { items, errorItems } = await run(job, account, { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(done);
		expect(errorItems.map(({ json }) => json.row)).toEqual(rows.slice(done).map(({ row }) => row));
		expect(errorItems[0]!.json.error).toMatch(words);
		expect(errorItems.at(-1)!.json.error).toMatch(/^Not sent, because an earlier item failed: /);
		expect(sandbox.calls()).toHaveLength(calls);
	});
});

test('if a failure of the account ends the run, an item with a bad value still has its own error', async () => {
	sandbox = await startSandbox();
	sandbox.faults([{ path: '/invoices/create', status: 401 }]);
	const parameters = { ...INVOICE.parameters, Email: '={{ $json.email }}' };
	const items = ['ada@example.com', 'bad', 'bob@example.com'].map((email) => ({ email }));
	const options = { account: sandbox, items, onError: 'continueErrorOutput' as const };
	const { errorItems } = await runNode({ ...INVOICE, parameters, ...options });
	expect(errorItems.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^The service does not accept the API token/),
		expect.stringMatching(/“Recipient Email” must be an email address .*, but is “bad”$/),
		expect.stringMatching(/^Not sent, because an earlier item failed: /),
	]);
});

const DAILY_LIMIT = { Response: false, Message: 'Enough', Data: { Code: 'DailyLimit' } };
const ONE_ITEM: object[] = [
	...[400, 404, 409, 422].map((status) => ({ status })),
	{ status: 429, body: DAILY_LIMIT },
];

test('failures that concern only one item don’t end the run of a node with an error branch', async () => {
	sandbox = await startSandbox({ accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], sample: true });
	const path = '/participants/add';
	sandbox.faults(ONE_ITEM.flatMap((fault) => [{ path, ...fault }, { path }]));
	const options = { items: rows.slice(0, 2 * ONE_ITEM.length), onError: 'continueErrorOutput' as const };
	const { items, errorItems } = await runNode({ ...ADD, account: sandbox, ...options });
	expect(items).toHaveLength(ONE_ITEM.length);
	expect(errorItems.map(({ json }) => json.row)).toEqual([1, 3, 5, 7, 9]);
});
