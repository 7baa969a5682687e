import { request } from 'undici';
import { NOBODY, openBench, type Bench } from './harness';

describe('Pages', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench();
	});

	const page = async (url: string) => {
		const { statusCode, headers, body } = await request(url);
		return { status: statusCode, type: headers['content-type'], text: await body.text() };
	};

	describe('/', () => {
		it('shows the base URL and the token', async () => {
			const { status, type, text } = await page(bench.sandbox.url('/'));
			expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
			expect(text).toContain(bench.sandbox.baseUrl);
			expect(text).toContain(bench.sandbox.token);
		});

		it('shows the last calls without a script, newest first', async () => {
			await bench.call('/groups/fetch', { sweepstakesToken: NOBODY });
			await bench.call('/account/profile');
			const { text } = await page(bench.sandbox.url('/'));
			const [calls] = /<main>[^]*<\/main>/.exec(text) as unknown as [string];
			expect(calls).toContain(NOBODY);
			expect(calls.indexOf('/account/profile')).toBeLessThan(calls.indexOf('/groups/fetch'));
			expect(calls).toContain('404');
		});

		it('shows the usage of the accounts', async () => {
			expect((await page(bench.sandbox.url('/'))).text).toMatch(/\d+ of 1,000,000</);
		});

		describe('the rate window', () => {
			const TEN_A_MINUTE = [{ plan: { MaxApiCallsPerMinute: 10 } }];
			let now: number;
			/** The words of the window, and how many bars of each kind there are. */
			const shown = async ({ sandbox }: Bench) => {
				const { text } = await page(sandbox.url('/'));
				const [window] = /<div class="window">[^]*?<\/svg>/.exec(text) as unknown as [string];
				const bars = (kind: string) => window.split(`class="${kind}"`).length - 1;
				const words = /<p>([^]*?)<\/p>/.exec(window)![1]!.replace(/<[^>]*>/g, '');
				return { words: words.replace(/\s+/g, ' ').trim(), calls: bars('calls'), refused: bars('refused') };
			};
			beforeEach(() => (now = Date.UTC(2030, 0, 15)));

			it('shows how full it is and when the oldest call leaves', async () => {
				const limited = await openBench({ accounts: TEN_A_MINUTE, now: () => now });
				await limited.call('/account/plan');
				now += 20_000;
				await limited.call('/account/plan');
				expect(await shown(limited)).toEqual({
					words: expect.stringMatching(/ 2 of 10 calls in the last 60 s\. The oldest leaves in 40 s\.$/),
					calls: 2,
					refused: 0,
				});
			});

			it('shows which calls were refused, and forgets them with the others', async () => {
				const limited = await openBench({ accounts: TEN_A_MINUTE, now: () => now });
				for (let call = 0; call < 12; call++) await limited.call('/account/plan');
				expect(await shown(limited)).toEqual({
					words: expect.stringMatching(
						/ 10 of 10 calls in the last 60 s, the next is refused\. The oldest leaves in 60 s\. 2 refused\.$/,
					),
					calls: 1,
					refused: 1,
				});
				now += 60_000;
				expect(await shown(limited)).toEqual({
					words: expect.stringMatching(/ 0 of 10 calls in the last 60 s\.$/),
					calls: 0,
					refused: 0,
				});
			});

			it('has one for each account, and the bar of one that allows no call is full', async () => {
				const two = await openBench({ accounts: [{}, { plan: { MaxApiCallsPerMinute: 0 } }] });
				const { text } = await page(two.sandbox.url('/'));
				expect(text.match(/style="width: [\d.]+%"/g)).toEqual(['style="width: 0%"', 'style="width: 100%"']);
			});
		});

		it('shows the beginning of a long body, and which calls got no answer', async () => {
			bench.sandbox.faults([{ path: '/notes/create', drop: 'before' }]);
			const Title = 'a long story '.repeat(50);
			await expect(bench.call('/notes/create', { Title })).rejects.toThrow();
			const { text } = await page(bench.sandbox.url('/'));
			expect(text).toMatch(/no answer<\/td>\s*<td class="body"><code>[^<]{160,400}…</);
			expect(text).not.toContain(Title);
		});

		it('shows which account is not active', async () => {
			const closed = await openBench({ accounts: [{ status: 'disabled' }] });
			const { text } = await page(closed.sandbox.url('/'));
			expect(text).toContain('<td class="bad">disabled</td>');
		});

		it('escapes what callers sent', async () => {
			await bench.call('/notes/create', { Title: '<script>alert("1")</script>' });
			await bench.call('/<img src=x>');
			const { text } = await page(bench.sandbox.url('/'));
			expect(text).not.toContain('<script>alert');
			expect(text).not.toContain('<img src');
		});
	});

	describe('/invoice', () => {
		it('is the page of PublicLink and shows items and total', async () => {
			const { Data } = await bench.ok('/invoices/create', {
				BillTo: { Name: 'Ada <Lovelace>', Email: 'ada@example.com' },
				Items: [{ Description: 'Grand prize', Quantity: 2, Rate: 1000 }],
				PaymentMethod: 'check',
				PaymentInstructions: 'To the office',
			});
			const { status, text } = await page(Data.PublicLink);
			expect(status).toBe(200);
			for (const shown of [
				Data.InvoiceNumber,
				'Ada &#60;Lovelace&#62;',
				'Grand prize',
				'$2,000.00',
				'office',
			]) {
				expect(text).toContain(shown);
			}
		});

		it('shows the fees of a card payment', async () => {
			const { Data } = await bench.ok('/invoices/create', {
				BillTo: { Name: 'Ada', Email: 'ada@example.com' },
				Items: [{ Description: 'Grand prize', Quantity: 1, Rate: 1000 }],
				PaymentMethod: 'card',
			});
			const { text } = await page(Data.PublicLink);
			expect(text).toMatch(/<td>Fees<\/td>/);
			expect(text).toContain('To Ada (ada@example.com)');
		});

		it.each(['', `?t=${NOBODY}`, '?t=a&t=b'])('answers 404 to %p', async (query) => {
			expect(await page(bench.sandbox.url(`/invoice${query}`))).toMatchObject({
				status: 404,
				type: 'application/json; charset=utf-8',
			});
		});
	});
});
