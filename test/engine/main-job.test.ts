import type { IDataObject } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { firstSweepstakes } from '../../tools/sandbox';
import { storedColumns } from '../catalogue/world';
import { log, runNode, type RunOptions } from '../support/engine/engine';

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
				schema: storedColumns(),
			},
			...options.parameters,
		},
	});
}

const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ email: `person${index}@example.com`, first: `P${index}` }));
const adds = () => sandbox.calls().filter(({ path }) => path === '/participants/add');

describe('bad rows', () => {
	const mixed = [{ email: 'ann@example.com' }, { email: 'bob@' }, { email: 'cid@example.com' }];

	test('are returned with their data and the error, while good rows are added', async () => {
		const { status, items, errorItems } = await addRows(mixed, { onError: 'continueErrorOutput' });
		expect(status).toBe('success');
		expect(items.map(({ json }) => json.Email)).toEqual(['ann@example.com', 'cid@example.com']);
		const error =
			'Item 2: “Email” must be an email address such as jane@example.com, and nothing else, but is “bob@”';
		expect(errorItems.map(({ json }) => json)).toEqual([{ email: 'bob@', error }]);
		const all = (await addRows(mixed, { onError: 'continueRegularOutput' })).items;
		expect(all.map(({ json }) => json.Email ?? json.error)).toEqual([
			'ann@example.com',
			error,
			'cid@example.com',
		]);
		expect(adds()).toHaveLength(4);
	});

	test.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
		'with “Retry On Fail”, keep their data, and good rows are added once, even if the first row is bad (%s)',
		async (onError) => {
			const first = [mixed[1]!, mixed[0]!, mixed[2]!];
			const { items, errorItems } = await addRows(first, { onError, retryOnFail: true });
			const [bad] = onError === 'continueErrorOutput' ? errorItems : items;
			const error = expect.stringMatching(/^Item 1: “Email” must be an email address/);
			expect(bad!.json).toEqual({ email: 'bob@', error });
			expect(items.flatMap(({ json }) => json.Email ?? [])).toEqual(['ann@example.com', 'cid@example.com']);
			expect(adds()).toHaveLength(2);
		},
	);
});

test('if the credential has no Base URL, every row goes to the error branch', async () => {
	const account = { baseUrl: '', token: 'secret' };
	const { items, errorItems } = await addRows(rows(3), { account, onError: 'continueErrorOutput' });
	expect([items.length, errorItems.length]).toEqual([0, 3]);
});

test('the token never appears in an output, error or log line', async () => {
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
