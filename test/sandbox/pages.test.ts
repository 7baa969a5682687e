import { request } from 'undici';
import { openBench, type Bench } from '../support/sandbox';
import { MINUTE_MS, ID } from '../support/constants';

let bench: Bench;
beforeAll(async () => (bench = await openBench()));

const page = async (url = bench.sandbox.url('/')) => {
	const { statusCode, headers, body } = await request(url);
	return { status: statusCode, headers, type: headers['content-type'], text: await body.text() };
};

it('the sandbox’s web page shows the base URL, the token, the usage and the last calls, newest first', async () => {
	await bench.call('/groups/fetch', { sweepstakesToken: ID });
	await bench.call('/account/profile');
	const { status, type, text } = await page();
	expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
	for (const shown of [bench.sandbox.baseUrl, bench.sandbox.token, ID, '404']) expect(text).toContain(shown);
	expect(text).toMatch(/\d+ of 1,000,000</);
	const [calls] = /<main>[^]*<\/main>/.exec(text) as unknown as [string];
	expect(calls.indexOf('/account/profile')).toBeLessThan(calls.indexOf('/groups/fetch'));
});

it('the sandbox’s web page shows calls without a reply, inactive accounts, and the beginning of a long body', async () => {
	bench.sandbox.faults([{ path: '/notes/create', drop: 'before' }]);
	await expect(bench.call('/notes/create', { Title: 'a long story '.repeat(50) })).rejects.toThrow();
	expect((await page()).text).toMatch(/no answer<\/td>\s*<td class="body"><code>[^<]{160,400}…</);
	const closed = await openBench({ accounts: [{ status: 'disabled' }] });
	expect((await page(closed.sandbox.url('/'))).text).toContain('<td class="bad">disabled</td>');
});

it('the sandbox’s web page escapes what callers sent', async () => {
	await bench.call('/notes/create', { Title: '<script>alert("1")</script>' });
	await bench.call('/<img src=x>');
	expect((await page()).text).not.toMatch(/<script>alert|<img src/);
});

it('the sandbox’s web page cannot be framed or embedded, and does not show the token to a page of another origin', async () => {
	const { headers } = await page();
	expect(headers).toMatchObject({
		'content-security-policy': "frame-ancestors 'none'",
		'cross-origin-resource-policy': 'same-origin',
		'x-frame-options': 'DENY',
	});
	expect(headers).not.toHaveProperty('access-control-allow-origin');
	const own = new URL(bench.sandbox.url('/')).origin;
	for (const [origin, status] of [
		[own, 200],
		['http://localhost:3000', 403],
		['null', 403],
	] as const) {
		const { statusCode, body } = await request(bench.sandbox.url('/'), { headers: { origin } });
		expect([origin, statusCode]).toEqual([origin, status]);
		expect((await body.text()).includes(bench.sandbox.token)).toBe(status === 200);
	}
});

it('a file at its temporary address cannot run scripts in a browser', async () => {
	const FileData = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
	const file = { Filename: 'a.svg', MimeType: 'image/svg+xml', FileData };
	const { Data } = await bench.sandbox.api<{ Data: { FileToken: string } }>('/files/upload', file);
	const link = await bench.sandbox.api<{ Data: { Url: string } }>('/files/getFileUrl', {
		FileToken: Data.FileToken,
	});
	const { type, headers } = await page(link.Data.Url);
	expect([type, headers['content-security-policy']]).toEqual(['image/svg+xml', 'sandbox']);
});

it('on the sandbox’s web page, an account’s rate window shows how full it is, when its oldest call expires, and which calls were refused', async () => {
	let now = Date.UTC(2030, 0, 15);
	const limited = await openBench({ accounts: [{ plan: { MaxApiCallsPerMinute: 10 } }], now: () => now });
	/** The text of the rate window, and the number of bars of each kind. */
	const shown = async () => {
		const { text } = await page(limited.sandbox.url('/'));
		const [window] = /<div class="window">[^]*?<\/svg>/.exec(text) as unknown as [string];
		const bars = (kind: string) => window.split(`class="${kind}"`).length - 1;
		const words = /<p>([^]*?)<\/p>/
			.exec(window)![1]!
			.replace(/<[^>]*>/g, '')
			.replace(/\s+/g, ' ');
		return [words.replace(/^.*?(?=\d+ of)/, '').trim(), bars('calls'), bars('refused')];
	};
	await limited.call('/account/plan');
	now += 20_000;
	await limited.call('/account/plan');
	expect(await shown()).toEqual(['2 of 10 calls in the last 60 s. The oldest leaves in 40 s.', 2, 0]);
	for (let call = 0; call < 10; call++) await limited.call('/account/plan');
	const words = '10 of 10 calls in the last 60 s, the next is refused. The oldest leaves in 40 s. 2 refused.';
	expect(await shown()).toEqual([words, 2, 1]);
	now += 60_000;
	expect(await shown()).toEqual(['0 of 10 calls in the last 60 s.', 0, 0]);
});

it('on the sandbox’s web page, each account has a rate window, which is full if the account allows no calls', async () => {
	const two = await openBench({ accounts: [{}, { plan: { MaxApiCallsPerMinute: 0 } }] });
	const { text } = await page(two.sandbox.url('/'));
	expect(text.match(/style="width: [\d.]+%"/g)).toEqual(['style="width: 0%"', 'style="width: 100%"']);
});

it('the page of an invoice shows its items, fees and total, and counts its views', async () => {
	const BillTo = { Name: 'Ada <Lovelace>', Email: 'ada@example.com' };
	const invoice = { BillTo, Items: [{ Description: 'Grand prize', Quantity: 2, Rate: 1000 }] };
	const byCheck = { ...invoice, PaymentMethod: 'check', PaymentInstructions: 'To the office' };
	const { PublicLink, InvoiceNumber, InvoiceToken } = await bench.data('/invoices/create', byCheck);
	const { status, text } = await page(PublicLink as string);
	expect(status).toBe(200);
	const name = 'Ada &#60;Lovelace&#62;';
	for (const shown of [InvoiceNumber, name, 'ada@example.com', 'Grand prize', '$2,000.00', 'office'])
		expect(text).toContain(shown);
	expect(await bench.data('/invoices/single', { InvoiceToken })).toMatchObject({
		Stats: { Views: 1, UniqueViews: 1 },
		Events: { Totals: { created: 1, viewed: 1 } },
	});
	const { PublicLink: byCard } = await bench.data('/invoices/create', invoice);
	expect((await page(byCard as string)).text).toMatch(/<td>Fees<\/td>/);
});

it.each(['', `?t=${ID}`, '?t=a&t=b'])('there is no invoice page for the query %p', async (query) => {
	const notFound = { status: 404, type: 'application/json; charset=utf-8' };
	expect(await page(bench.sandbox.url(`/invoice${query}`))).toMatchObject(notFound);
});

it('a file’s temporary address works until it expires or the file is deleted', async () => {
	const file = { Filename: 'a.txt', MimeType: 'text/csv', FileData: 'YWJj' };
	const { FileToken } = await bench.data('/files/upload', file);
	const address = async (more = {}) => await bench.data('/files/getFileUrl', { FileToken, ...more });
	const { Url, ExpiresAt } = await address({ Mode: 'download', ExpiresIn: 60 });
	expect(ExpiresAt).toBe(new Date(bench.sandbox.now() + MINUTE_MS).toISOString());
	const { type, headers, text } = await page(Url as string);
	expect([type, headers['content-disposition'], text]).toEqual([
		expect.stringMatching(/^text\/csv/),
		'attachment; filename="a.txt"',
		'abc',
	]);
	expect((await fetch(Url as string, { headers: { authorization: 'Bearer x' } })).status).toBe(400);
	bench.sandbox.advance(MINUTE_MS);
	expect((await page(Url as string)).status).toBe(403);
	const { Url: preview } = await address();
	expect((await page(preview as string)).headers['content-disposition']).toMatch(/^inline/);
	await bench.ok('/files/delete', { FileToken });
	expect((await page(preview as string)).status).toBe(404);
});
