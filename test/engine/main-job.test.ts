import type { IDataObject } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { firstSweepstakes } from '../../tools/sandbox';
import { storedColumns } from '../catalogue/world';
import { log, runNode, type RunOptions } from './engine';

let sandbox: Sandbox;
let sweepstakesToken: string;

beforeEach(async () => {
	sandbox = await startSandbox();
	sweepstakesToken = (await firstSweepstakes(sandbox)).token;
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

/** Adds a participant for each row, like the example workflow. */
async function addRows(items: IDataObject[], options: Partial<RunOptions> = {}) {
	return await runNode({
		account: sandbox,
		node: new SweepstakesParticipant(),
		items,
		...options,
		parameters: {
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: {
				mappingMode: 'defineBelow',
				value: { First_Name: '={{ $json.first }}', Last_Name: 'Test' },
				schema: storedColumns(sweepstakesToken),
			},
			...options.parameters,
		},
	});
}

const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `person${index}@example.com`, first: `P${index}` }));
const adds = () => sandbox.calls().filter(({ path }) => path === '/participants/add');

describe('the main job', () => {
	test('each row becomes a participant, and its output is linked to the row', async () => {
		const { status, items } = await addRows(rows(3));
		expect(status).toBe('success');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(items[0]!.json).toMatchObject({ Email: 'person0@example.com', FirstName: 'P0' });
		expect(adds().map(({ body }) => body)[0]).toEqual({
			lang: 'en',
			source: 'n8n',
			sweepstakesToken,
			entryPageFields: {
				KeyEmail: 'person0@example.com',
				Fields: { First_Name: 'P0', Last_Name: 'Test', Email: 'person0@example.com' },
			},
		});
	});

	test('a sweepstakes picked by handler is looked up once for all rows', async () => {
		await addRows(rows(5), { parameters: { sweepstakes: { __rl: true, mode: 'handler', value: 'summer' } } });
		expect(sandbox.calls().map(({ path }) => path)).toEqual([
			'/sweepstakes/fetch',
			...Array.from({ length: 5 }, () => '/participants/add'),
		]);
	});

	test('503 and 429 replies are waited out, nothing is lost or duplicated, and a hint says so', async () => {
		sandbox.faults([
			{ path: '/participants/add', status: 503, times: 1 },
			{ path: '/participants/add', status: 429, retryAfter: 2, times: 1 },
		]);
		const { items, hints } = await addRows(rows(4));
		expect(items).toHaveLength(4);
		expect(adds().filter(({ status }) => status === 200)).toHaveLength(4);
		expect(hints[0]).toMatch(/^Made 6 calls, 2 of them repeated .* waited \d+ s/);
	});
});

describe('bad rows', () => {
	const mixed = [{ email: 'ann@example.com' }, { email: 'bob@' }, { email: 'cid@example.com' }];

	test('stop the run before anything is sent, and the error names row, field and expected value', async () => {
		const { status, error } = await addRows(mixed);
		expect(status).toBe('error');
		expect(error!.message).toBe(
			'Item 2: “Email” must be an email address such as jane@example.com, but is “bob@”',
		);
		expect(sandbox.calls()).toHaveLength(0);
	});

	test('with an error branch, are output there with their data, and good rows are added', async () => {
		const { status, items, errorItems } = await addRows(mixed, { onError: 'continueErrorOutput' });
		expect(status).toBe('success');
		expect(items.map(({ json }) => json.Email)).toEqual(['ann@example.com', 'cid@example.com']);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{ email: 'bob@', error: expect.stringContaining('must be an email address') },
		]);
		expect(adds()).toHaveLength(2);
	});

	test('with Continue, are output in order with their data and the error', async () => {
		const { items } = await addRows(mixed, { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.Email ?? json.email)).toEqual([
			'ann@example.com',
			'bob@',
			'cid@example.com',
		]);
		expect(items[1]!.json.error).toMatch(/^Item 2/);
	});

	test('with Retry On Fail, no good row is sent twice, even if the first row is bad', async () => {
		const first = [{ email: 'bob@' }, { email: 'ann@example.com' }, { email: 'cid@example.com' }];
		for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
			sandbox.clearCalls();
			await addRows(first, { onError, retryOnFail: true });
			expect(adds()).toHaveLength(2);
		}
	});
});

describe('failures of the whole account', () => {
	test('without a Base URL, rows do not come out as if they had been processed', async () => {
		const { items, errorItems } = await addRows(rows(2), {
			account: { baseUrl: '', token: 'secret' },
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(0);
		expect(errorItems).toHaveLength(2);
	});
});

test('the token is in no output, error or log line', async () => {
	const token = 'very-secret-token';
	sandbox.faults([
		{ path: '/participants/add', status: 400, body: { Response: false, Message: `Bad token ${token}` } },
	]);
	const failed = await addRows(rows(1), { account: { ...sandbox, token } });
	const refused = await addRows(rows(1), { account: { ...sandbox, token } });
	const away = await addRows(rows(1), {
		account: { baseUrl: 'https://127.0.0.1:1', token },
		signal: AbortSignal.timeout(300),
	});
	expect(JSON.stringify([failed.run, refused.run, away.run]) + log()).not.toContain(token);
	expect(failed.error!.message).toContain('***');
});
