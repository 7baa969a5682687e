import type { IDataObject, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
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

const byId = () => ({ __rl: true, mode: 'id', value: sweepstakesToken });

/** Adds a participant for each row, as the example workflow does. */
async function addRows(rows: IDataObject[], options: Partial<RunOptions> = {}) {
	return await run(
		new SweepstakesParticipant(),
		'add',
		rows,
		{
			sweepstakes: byId(),
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: {
				mappingMode: 'defineBelow',
				value: { First_Name: '={{ $json.first }}', Last_Name: 'Test' },
				schema: storedColumns(sweepstakesToken),
			},
			...options.parameters,
		},
		options,
	);
}

async function run(
	node: INodeType,
	operation: string,
	items: IDataObject[],
	parameters: RunOptions['parameters'] = {},
	options: Partial<RunOptions> = {},
) {
	return await runNode({
		account: sandbox,
		node,
		items,
		...options,
		parameters: { operation, ...parameters },
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
		expect(items[0]!.json).toMatchObject({ KeyEmail: 'person0@example.com', FirstName: 'P0' });
		expect(adds().map(({ body }) => body)[0]).toEqual({
			lang: 'en',
			source: 'n8n',
			sweepstakesToken,
			entryPageFields: {
				KeyEmail: 'person0@example.com',
				BonusEntries: 0,
				Fields: { First_Name: 'P0', Last_Name: 'Test', Email: 'person0@example.com' },
			},
		});
	});

	test('winners are drawn and come out one by one', async () => {
		const { items } = await run(new SweepstakesWinner(), 'draw', [{}], {
			sweepstakes: byId(),
			howManyWinnersToPick: 2,
		});
		expect(items).toHaveLength(2);
		expect(Object.keys(items[0]!.json).sort()).toEqual([
			'Email',
			'FirstName',
			'LastName',
			'ParticipantToken',
			'PhoneNumber',
		]);
		const listed = await run(new SweepstakesWinner(), 'getMany', [{}], {
			sweepstakes: byId(),
			returnAll: true,
		});
		expect(listed.items).toHaveLength(2);
	});

	test('a winner is invoiced', async () => {
		const { items } = await run(new SweepstakesInvoice(), 'create', [{ Email: 'ada@example.com' }], {
			Name: 'Ada Lovelace',
			Email: '={{ $json.Email }}',
			items: { item: [{ Description: 'Prize handling', Quantity: 2, Rate: 12.5 }] },
			Status: 'pending',
		});
		expect(items[0]!.json).toMatchObject({ Status: 'pending', Subtotal: 25 });
		expect(items[0]!.json.PublicLink).toMatch(/\/invoice\?t=/);
	});

	test('a sweepstakes is created from date picker values and a lower-case handler', async () => {
		const { items, error } = await run(new Sweepstakes(), 'create', [{}], {
			SweepstakesName: 'Winter',
			SweepstakesType: 2,
			Handler: 'winter',
			StartDate: '2030-12-01T00:00:00',
			StartTime: '9:00',
			EndDate: '={{ DateTime.fromISO("2030-12-24T10:00:00Z") }}',
			EndTime: '18:30',
		});
		expect(error).toBeUndefined();
		expect(items[0]!.json).toMatchObject({ SweepstakesName: 'Winter', Handler: 'WINTER' });
		expect(sandbox.calls().at(-1)!.body).toMatchObject({
			StartDate: '2030-12-01',
			StartTime: '09:00',
			EndDate: '2030-12-24',
			EndTime: '18:30',
		});
	});

	test('the health of the account is checked', async () => {
		const { items } = await run(new SweepstakesAccount(), 'checkHealth', [{}]);
		expect(items[0]!.json).toEqual({ healthy: true });
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
	}, 20_000);
});

describe('bad rows', () => {
	const mixed = [{ email: 'ann@example.com' }, { email: 'bob@' }, { email: 'cid@example.com' }];

	test('stop the run before anything is sent, and the error names the row, the field and what is expected', async () => {
		const { status, error } = await addRows(mixed);
		expect(status).toBe('error');
		expect(error!.message).toBe(
			'Item 2: “Email” must be an email address such as jane@example.com, but is “bob@”',
		);
		expect(sandbox.calls()).toHaveLength(0);
	});

	test('with an error branch, come out there with their data, and the good ones are added', async () => {
		const { status, items, errorItems } = await addRows(mixed, { onError: 'continueErrorOutput' });
		expect(status).toBe('success');
		expect(items.map(({ json }) => json.KeyEmail)).toEqual(['ann@example.com', 'cid@example.com']);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{ email: 'bob@', error: expect.stringContaining('must be an email address') },
		]);
		expect(adds()).toHaveLength(2);
	});

	test('with Continue, come out in order with their data and the error', async () => {
		const { items } = await addRows(mixed, { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.KeyEmail ?? json.email)).toEqual([
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

	test('a paused sweepstakes: each row gets the service’s own message', async () => {
		await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakesToken });
		const { items, errorItems } = await addRows(rows(2), { onError: 'continueErrorOutput' });
		expect(items).toHaveLength(0);
		expect(errorItems).toHaveLength(2);
		expect(errorItems[0]!.json.error).toMatch(/^Item 1: The service refused this: .*paused/i);
	});
});

describe('failures of the whole account', () => {
	test('a wrong token ends the run at the first row with a readable error', async () => {
		const { error } = await addRows(rows(50), { account: { ...sandbox, token: 'wrong' } });
		expect(error!.message).toMatch(/^The service (does not accept the API token|does not allow this)/);
		expect(sandbox.calls()).toHaveLength(1);
	});

	test('with an error branch, every row comes out there after one call', async () => {
		const { items, errorItems } = await addRows(rows(50), {
			account: { ...sandbox, token: 'wrong' },
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(0);
		expect(errorItems).toHaveLength(50);
		expect(errorItems[49]!.json).toMatchObject({ email: 'person49@example.com' });
		expect(errorItems[49]!.json.error).toMatch(/^Not sent, because an earlier item failed/);
		expect(sandbox.calls()).toHaveLength(1);
	});

	test('an http address of another machine is refused before the token is sent', async () => {
		const { error } = await addRows(rows(1), {
			account: { baseUrl: 'http://sweepstakes.example', token: 'secret' },
		});
		expect(error!.message).toMatch(/must begin with https/);
	});

	test('without a Base URL, rows do not come out as if they had been processed', async () => {
		const { items, errorItems } = await addRows(rows(2), {
			account: { baseUrl: '', token: 'secret' },
			onError: 'continueErrorOutput',
		});
		expect(items).toHaveLength(0);
		expect(errorItems).toHaveLength(2);
	});

	test('the error after a failure keeps the completed items', async () => {
		sandbox.faults([
			{ path: '/participants/add', times: 2, delayMs: 1 },
			{
				path: '/participants/add',
				status: 403,
				body: { Response: false, Code: 403, Message: 'Monthly quota exhausted' },
			},
		]);
		const { error } = await addRows(rows(5));
		expect(error!.message).toBe('The service does not allow this for your account: Monthly quota exhausted');
		expect(error!.description).toContain('2 of 5 items were done before this one');
		expect(error!.context.data).toMatchObject({
			done: [{ KeyEmail: 'person0@example.com' }, { KeyEmail: 'person1@example.com' }],
		});
	});

	test('after a connection reset nothing is sent again, and the error says what to check', async () => {
		sandbox.faults([
			{ path: '/invoices/create', drop: 'after' },
			{ path: '/invoices/fetch', status: 403 },
		]);
		const { error } = await run(new SweepstakesInvoice(), 'create', [{}], {
			Name: 'Ada Lovelace',
			Email: 'ada@example.com',
			items: { item: [{ Description: 'Prize handling', Quantity: 2, Rate: 12.5 }] },
		});
		expect(error!.message).toMatch(/may have been processed, so it was not sent again$/);
		expect(error!.description).toContain('check with Invoice › Get Many');
		expect(sandbox.calls().filter(({ path }) => path === '/invoices/create')).toHaveLength(1);
	});
});

describe('Stop', () => {
	test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'ends the run within a second and no further call reaches the service (%s)',
		async (onError) => {
			const controller = new AbortController();
			const account = { ...sandbox, callsPerMinute: 5 };
			const running = addRows(rows(20), { account, onError, signal: controller.signal });
			while (adds().length < 5) await new Promise((resolve) => setTimeout(resolve, 5));
			const stopped = Date.now();
			controller.abort();
			const { status } = await running;
			expect(status).toBe('canceled');
			expect(Date.now() - stopped).toBeLessThan(1_000);
			await new Promise((resolve) => setTimeout(resolve, 200));
			expect(adds()).toHaveLength(5);
		},
	);
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
