import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { CallLog } from '../../sandbox/calls';
import { readColor } from '../../sandbox/color';
import { pickWeighted } from '../../sandbox/draw';
import type { Call } from '../../sandbox/endpoint';
import { endpointsIn } from '../../sandbox/endpoints';
import { Journal } from '../../sandbox/journal';
import { tenDigits, withKeptTexts } from '../../sandbox/kept';
import { computeAmounts, type Charges } from '../../sandbox/money';
import { drawingTime, firstOccurrence } from '../../sandbox/time/series';
import { RollingWindow } from '../../sandbox/window';
import { runs } from '../support/runs';
import { NOON, type Json } from '../support/sandbox';
import { ID } from '../support/constants';

/* These tests cover single modules in cases that calls cannot reach. */

describe('A draw', () => {
	it.each([
		// The last element of each case has the probability that each item is picked. In the last case, for example, the
		// first item is picked with the probability 1/4 + 1/4 · 1/3 + 1/2 · 1/2 = 7/12.
		[[1, 3, 6], 1, [0.1, 0.3, 0.6]],
		[[1, 1, 1, 1], 1, [0.25, 0.25, 0.25, 0.25]],
		[[1, 1, 2], 2, [7 / 12, 7 / 12, 5 / 6]],
	])('picks items with the weights %j in the expected proportions', (weights, picks, expected) => {
		const rounds = 5_000;
		const wins = weights.map(() => 0);
		for (let round = 0; round < rounds; round++) {
			for (const index of pickWeighted([...weights.keys()], picks, (item) => weights[item]!)) wins[index]!++;
		}
		// The standard deviation is up to 0.0071, so 0.04 is more than five standard deviations.
		for (const [index, count] of wins.entries())
			expect(Math.abs(count / rounds - expected[index]!)).toBeLessThan(0.04);
	});
});

describe('A scheduled drawing', () => {
	it.each<[string, Json]>([
		['hourly', { frequency: 1 }],
		['daily', { frequency: 2 }],
		['weekly', { frequency: 3, dayOfTheWeek: 6 }],
		['monthly on a date', { frequency: 4 }],
		['monthly on a weekday', { frequency: 4, dayOfTheWeek: 1, weekOfTheMonth: 4 }],
	])('that is %s begins at the first time that is not in the past', (_name, changes) => {
		const times = { date: '2020-01-31', time: '08:30', zone: 'Europe/Berlin', frequency: 0, ...changes };
		const first = firstOccurrence(times, NOON);
		expect(drawingTime(times, first)).toBeGreaterThanOrEqual(NOON);
		expect(drawingTime(times, first - 1)).toBeLessThan(NOON);
	});

	const secondTuesday = { frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 2 };

	it.each<[string, Json, number, string]>([
		['the given day and time', {}, 0, '2030-01-15T12'],
		['noon in New York', { zone: 'America/New_York' }, 0, '2030-01-15T17'],
		['noon in Helsinki', { zone: 'Europe/Helsinki' }, 0, '2030-01-15T10'],
		[
			'noon in New York even after daylight saving time has begun',
			{ zone: 'America/New_York', frequency: 3 },
			10,
			'2030-03-26T16',
		],
		['the next hour if it is hourly', { frequency: 1 }, 1, '2030-01-15T13'],
		['the next day if it is daily', { frequency: 2 }, 1, '2030-01-16T12'],
		['the same weekday if it is weekly', { frequency: 3 }, 1, '2030-01-22T12'],
		['the first Sunday if it is weekly on Sundays', { frequency: 3, dayOfTheWeek: 1 }, 0, '2030-01-20T12'],
		[
			'the given day if it is weekly on the weekday of that day',
			{ frequency: 3, dayOfTheWeek: 3 },
			0,
			'2030-01-15T12',
		],
		[
			'the first Saturday if it is weekly on Saturdays',
			{ frequency: 3, dayOfTheWeek: 7 },
			0,
			'2030-01-19T12',
		],
		['the same day of the month if it is monthly', { frequency: 4 }, 1, '2030-02-15T12'],
		['the last day of a short month', { frequency: 4, date: '2030-01-31' }, 1, '2030-02-28T12'],
		[
			'the 31st again in the month after a short month',
			{ frequency: 4, date: '2030-01-31' },
			2,
			'2030-03-31T12',
		],
		['the third Tuesday', { frequency: 4, dayOfTheWeek: 3, weekOfTheMonth: 3 }, 0, '2030-01-15T12'],
		['the second Tuesday of the next month', secondTuesday, 0, '2030-02-12T12'],
		['the second Tuesday of the month after that', secondTuesday, 1, '2030-03-12T12'],
	])('falls on %s', (_what, changes, n, hour) => {
		const times = { date: '2030-01-15', time: '12:00', zone: 'UTC', frequency: 0, ...changes };
		expect(new Date(drawingTime(times, n)).toISOString()).toBe(`${hour}:00:00.000Z`);
	});
});

describe('The amounts of an invoice', () => {
	const money = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((inCents) => inCents / 100);
	const item = fc.record({ Quantity: money(100), Rate: money(1_000_000) });
	const charges: fc.Arbitrary<Charges> = fc.record({
		items: fc.array(item, { minLength: 1, maxLength: 60 }),
		discount: money(2_000_000),
		taxEnabled: fc.boolean(),
		taxRate: money(100),
		cardTotal: fc.constant('feesAdded'),
		paymentMethod: fc.constantFrom('card', 'check', 'transfer', 'recipient'),
		processingFee: money(20),
		merchantFee: money(20),
	});
	const inCents = (amount: number) => Math.round(amount * 100);
	/**
	 * Computes a percentage, rounded half up with integers: `rate` has two decimals, so the product is in units of
	 * 1/10,000 cent.
	 */
	const percentOf = (amount: number, rate: number) =>
		Number((BigInt(amount) * BigInt(inCents(rate)) + 5_000n) / 10_000n);

	it('are exact to the cent, as if computed with whole numbers', () => {
		fc.assert(
			fc.property(charges, (given) => {
				const { itemAmounts: _, FeesChargedToRecipient, ...computed } = computeAmounts(given);
				const exact = given.items.reduce(
					(sum, { Quantity, Rate }) => sum + BigInt(inCents(Quantity)) * BigInt(inCents(Rate)),
					0n,
				);
				const Subtotal = Number((exact + 50n) / 100n);
				const DiscountAmount = Math.min(inCents(given.discount), Subtotal);
				const TaxAmount = given.taxEnabled ? percentOf(Subtotal - DiscountAmount, given.taxRate) : 0;
				const AmountBeforeFees = Subtotal - DiscountAmount + TaxAmount;
				const hasFees = given.paymentMethod === 'card' || given.paymentMethod === 'recipient';
				const ServiceFeeAmount = hasFees ? percentOf(AmountBeforeFees, given.processingFee) : 0;
				const MerchantFeeAmount = hasFees ? percentOf(AmountBeforeFees, given.merchantFee) : 0;
				const FeeAmount = ServiceFeeAmount + MerchantFeeAmount;
				const Total = AmountBeforeFees + (given.paymentMethod === 'card' ? FeeAmount : 0);
				expect(FeesChargedToRecipient).toBe(hasFees);
				expect(
					Object.fromEntries(Object.entries(computed).map(([name, value]) => [name, inCents(value)])),
				).toEqual({
					Subtotal,
					DiscountAmount,
					TaxAmount,
					AmountBeforeFees,
					ServiceFeeAmount,
					MerchantFeeAmount,
					FeeAmount,
					Total,
				});
			}),
			{ numRuns: runs(100) },
		);
	});

	it('match the example in the reference if the fees are grossed up', () => {
		const sample = { items: [{ Quantity: 1, Rate: 5045.25 }], discount: 0, taxEnabled: false, taxRate: 0 };
		const fees = { processingFee: 3, merchantFee: 3, paymentMethod: 'card', cardTotal: 'grossedUp' } as const;
		const amounts = { ServiceFeeAmount: 161.02, Total: 5367.29 };
		expect(computeAmounts({ ...sample, ...fees })).toMatchObject(amounts);
	});
});

test('a sweepstakes can have up to 1,000,000 codes', () => {
	const row = { SweepstakesToken: ID, UserToken: 'me' };
	const store = { sweepstakes: { get: () => row }, codes: { of: () => ({ length: 1_000_000 }) } };
	const call = { store, account: { UserToken: 'me' }, kept: {}, now: NOON } as unknown as Call;
	const sent = { SweepstakesToken: ID, Quantity: 1, Length: 12 };
	const data = { Code: 'SweepstakesLimit', Existing: 1_000_000 };
	expect(() => endpointsIn('contract').get('/codes/generate')!.carryOut(sent, call)).toThrow(
		expect.objectContaining({ status: 422, details: { data } }),
	);
});

it.each<[string, unknown, string, number[], number[]]>([
	['hex digits without #', '804020', '#804020FF', [20, 0.6, 0.314], [0.75, 0.502]],
	['hex digits with alpha', { hexa: '#00000080' }, '#00000080', [0, 0, 0], [0, 0]],
	['an object with hex', { hex: '#3F0A7F' }, '#3F0A7FFF', [267.179, 0.854, 0.269], [0.921, 0.498]],
	['an object with color channels', { rgba: { r: 255, g: 0, b: 0 } }, '#FF0000FF', [0, 1, 0.5], [1, 1]],
	['the hex digits of white', '#FFFFFF', '#FFFFFFFF', [0, 0, 1], [0, 1]],
])('the color of an entry page is converted from %s into every notation', (_what, sent, hexa, hsl, sv) => {
	const [h, s, l] = hsl.map((number) => expect.closeTo(number) as number);
	const [s2, v] = sv.map((number) => expect.closeTo(number) as number);
	const a = expect.closeTo(Number.parseInt(hexa.slice(7), 16) / 255) as number;
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hexa.slice(at, at + 2), 16));
	expect(readColor(sent)).toEqual({
		alpha: a,
		hex: hexa.slice(0, 7),
		hexa,
		hue: h,
		hsla: { h, s, l, a },
		hsva: { h, s: s2, v, a },
		rgba: { r, g, b, a },
	});
});

describe('Strings in the store', () => {
	const TITLE = ' <b>Tom</b> &  Cafe\u0301 ';

	it.each([
		['trimmed', '<b>Tom</b> &  Cafe\u0301'],
		['collapsed', ' <b>Tom</b> & Cafe\u0301 '],
		['withoutTags', ' Tom &  Cafe\u0301 '],
		['escaped', ' <b>Tom</b> &amp;  Cafe\u0301 '],
		['NFC', ' <b>Tom</b> &  Caf\u00e9 '],
		['NFD', TITLE],
	] as const)(
		'are kept in the form “%s” if they are titles, at any depth, and unchanged otherwise',
		(form, kept) => {
			const sent = (Title: string) => ({ Title, Note: TITLE, Quantity: 1, Items: [{ Title, Value: null }] });
			expect(withKeptTexts(sent(TITLE), [form])).toEqual(sent(kept));
			expect(withKeptTexts({ Title: TITLE })).toEqual({ Title: TITLE });
		},
	);

	it.each([
		['+1 (202) 555-0123', '2025550123'],
		['1 202 555 0111', '2025550111'],
		['202-555-0111', '2025550111'],
		['+44 20 7946 0123', '+442079460123'],
		['call me', 'call me'],
	])('contain the phone number “%s” as “%s” if the account keeps ten digits', (phone, kept) => {
		expect(tenDigits(phone)).toBe(kept);
	});
});

describe('The journal behind a data file', () => {
	let folder: string;
	let file: string;
	beforeEach(() => (file = join((folder = mkdtempSync(join(tmpdir(), 'sandbox-'))), 'data')));
	afterEach(() => rmSync(folder, { recursive: true }));
	const linesOf = () => {
		const lines: string[] = [];
		Journal.open(file, (line) => lines.push(line)).close();
		return lines;
	};

	it('contains the lines of the last rewrite and those appended later, and only its owner can read it', () => {
		const umask = process.umask(0);
		const journal = Journal.open(file, () => {});
		const modes = [statSync(file).mode & 0o777];
		journal.append('old');
		journal.rewrite(['one', 'two']);
		modes.push(statSync(file).mode & 0o777);
		process.umask(umask);
		journal.append('three — ✓');
		journal.close();
		expect([modes, linesOf()]).toEqual([
			[0o600, 0o600],
			['one', 'two', 'three — ✓'],
		]);
	});

	it('is unchanged if a rewrite fails halfway', () => {
		const journal = Journal.open(file, () => {});
		journal.append('kept');
		const failing = (function* () {
			yield 'half';
			throw new Error('power cut');
		})();
		expect(() => journal.rewrite(failing)).toThrow('power cut');
		journal.append('and on');
		journal.close();
		expect(linesOf()).toEqual(['kept', 'and on']);
	});
});

describe('In memory', () => {
	it.each([
		[250_001, '', 25_001, 225_000],
		[6, 'x'.repeat(2 ** 26), 2, 4],
	])(
		'the oldest of %d logged calls are dropped if there are too many or their bodies are too large',
		(calls, sent, oldest, kept) => {
			const log = new CallLog();
			for (let at = 0; at < calls; at++) log.open({ method: 'POST', path: '/account/profile', at, sent });
			const recorded = log.list();
			expect([recorded.length, recorded[0]!.at, recorded.at(-1)!.at]).toEqual([kept, oldest, calls - 1]);
		},
	);

	it('the rate limit counts exactly the calls that are not older than its window', () => {
		const step = fc.record({ wait: fc.nat(2_000), calls: fc.nat(3_000) });
		fc.assert(
			fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
				const window = new RollingWindow(1_000);
				const arrivals: number[] = [];
				let now = 0;
				for (const { wait, calls } of steps) {
					now += wait;
					for (let n = 0; n < calls; n++) window.add(now);
					arrivals.push(...Array<number>(calls).fill(now));
					expect(window.countAt(now)).toBe(arrivals.filter((at) => at > now - 1_000).length);
				}
			}),
			{ numRuns: 20 },
		);
	});
});
