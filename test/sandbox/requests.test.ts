import { request } from 'undici';

import { DIALECTS, startSandbox, type Sandbox } from '../../sandbox';

/** Requests as other clients than ours may send them, and the sandbox's own way to call itself. */
describe('Requests', () => {
	let sandbox: Sandbox;
	beforeEach(
		async () => (sandbox = await startSandbox({ accounts: [{ apiDomains: ['shop.example.com'] }] })),
	);
	afterEach(async () => await sandbox.close());

	const post = async (path: string, headers: Record<string, string> = {}, body?: string) =>
		(await request(sandbox.url(path), { method: 'POST', headers, body })).statusCode;
	const bearer = () => ({ authorization: `Bearer ${sandbox.token}` });

	it('answers 401 without an Authorization header', async () => {
		expect(await post('/account/health-check')).toBe(401);
	});

	it('answers 415 to a body without a content type', async () => {
		expect(await post('/account/health-check', bearer(), '{}')).toBe(415);
	});

	it('answers 403 to a page of another domain', async () => {
		const headers = { ...bearer(), origin: 'https://elsewhere.example.com' };
		expect(await post('/account/health-check', headers)).toBe(403);
	});

	it('answers 400 to a control without a body', async () => {
		expect(await post('/_sandbox/clock')).toBe(400);
	});

	it.each(DIALECTS)('answers in the dialect that it was started with: %s', async (dialect) => {
		const other = await startSandbox({ dialect });
		expect(await other.api('/_sandbox/dialect', undefined, 'GET')).toEqual({ dialect });
		await other.close();
	});

	it('gives its caller the reply, or the words of a refusal', async () => {
		expect(await sandbox.api('/account/health-check')).toMatchObject({ Response: true });
		await expect(sandbox.api('/winners/fetchscheduled', undefined, 'GET')).rejects.toThrow(
			/^\/winners\/fetchscheduled was refused: \{"Response":false/,
		);
	});
});
