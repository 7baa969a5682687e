import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesCode();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const parametersOf = (parameters: INodeParameters) => ({
	sweepstakes: stage.picked,
	Length: 8,
	...parameters,
});
const generate = async (parameters: INodeParameters, options = {}) =>
	await stage.run(node, 'generate', parametersOf(parameters), options);
const quantities = () => stage.sandbox.calls().map(({ body }) => (body as { Quantity: number }).Quantity);

test('returns one item for each code', async () => {
	const codes = jsonOf(await generate({ Quantity: 3, options: { Prefix: 'A - ', Suffix: '_z' } }));
	expect(stage.lastBody()).toMatchObject({ Prefix: 'A-', Suffix: '_z' });
	expect(codes).toHaveLength(3);
	for (const code of codes) {
		expect(code).toEqual({
			SweepstakesToken: stage.sweepstakesToken,
			CouponToken: expect.any(String),
			CouponCode: expect.stringMatching(/^A-[0-9A-Z]{8}_z$/),
		});
	}
});

test('returns an item for each call without Simplify', async () => {
	const [answer] = jsonOf(await generate({ Quantity: 3, simplify: false }));
	expect(answer).toMatchObject({
		Generated: 3,
		Codes: Array.from({ length: 3 }, () => expect.any(Object)),
		Telemetry: expect.any(Object),
	});
});

test('makes more than 5,000 codes in calls of 5,000, each code once', async () => {
	const { items, error } = await generate({ Quantity: 12_001 });
	expect(error).toBeUndefined();
	expect(quantities()).toEqual([5_000, 5_000, 2_001]);
	expect(new Set(items.map(({ json }) => json.CouponCode)).size).toBe(12_001);
});

test.each([5_000, 5_001])('asks for %i codes with no extra call', async (Quantity) => {
	expect((await generate({ Quantity })).items).toHaveLength(Quantity);
	expect(quantities()).toEqual(Quantity === 5_000 ? [5_000] : [5_000, 1]);
});

test('keeps the codes of the first call in the output if the second one fails', async () => {
	await generate({ Quantity: 45_000 });
	const result = await generate({ Quantity: 10_000 }, { onError: 'continueErrorOutput' });
	expect(quantities()).toEqual([5_000, 5_000]);
	expect(result.items).toHaveLength(5_000);
	expect(result.errorItems.map(({ json }) => json.error)).toEqual([
		expect.stringMatching(/^The service refused this: /),
	]);
});

test('carries the codes of the first call in the error if the node fails with the second', async () => {
	await generate({ Quantity: 45_000 });
	const { error, items } = await generate({ Quantity: 10_000 });
	expect(items).toEqual([]);
	expect(error?.description).toBe(
		'50000 were added in the last 24 hours. Waiting a minute does not help. Run this again tomorrow. This item already had 5000 results. The results are below under “Error details › From Sweepstakes … › Error data”. Run the workflow again only for what is missing.',
	);
	const { done } = (error as unknown as { context: { data: { done: object[] } } }).context.data;
	expect(done).toHaveLength(5_000);
});

test.each<[string, INodeParameters, string]>([
	['no code', { Quantity: 0 }, '“Quantity” must be at least 1, but is 0'],
	['half a code', { Quantity: 1.5 }, '“Quantity” must be a whole number, but is 1.5'],
	['more than a day allows', { Quantity: 50_001 }, '“Quantity” must be at most 50000, but is 50001'],
	['three characters', { Length: 3 }, '“Length” must be at least 4, but is 3'],
	['21 characters', { Length: 21 }, '“Length” must be at most 20, but is 21'],
	[
		'more than 20 characters with prefix and suffix',
		{ Length: 10, options: { Prefix: 'SUMMER', Suffix: '12345' } },
		'“Length” must leave room for “Prefix” and “Suffix” (at most 20 characters together), but is 10',
	],
	[
		'a prefix with a dot',
		{ options: { Prefix: 'A.' } },
		'“Options › Prefix” must consist of letters, digits, hyphens and underscores, but is “A.”',
	],
	[
		'a suffix with an umlaut',
		{ options: { Suffix: 'Ä' } },
		'“Options › Suffix” must consist of letters, digits, hyphens and underscores, but is “Ä”',
	],
	[
		'more codes than half of all possible ones',
		{ Quantity: 5_001, Length: 4, options: { Type: 'numeric' } },
		'“Length” must be higher for this quantity (at most half of all possible codes may be in use), but is 4',
	],
	[
		'a description of 5001 characters',
		{ options: { Description: 'x'.repeat(5_001) } },
		'“Options › Description” must have at most 5000 characters, but has 5001',
	],
	[
		'a value of 11 characters',
		{ options: { Value: '12345678901' } },
		'“Options › Value” must have at most 10 characters, but has 11',
	],
	[
		'a link over http',
		{ options: { ExternalURL: 'http://example.com' } },
		'“Options › External URL” must be a link that begins with https://, but is “http://example.com”',
	],
	[
		'a link of 501 characters',
		{ options: { ExternalURL: `https://e.co/${'x'.repeat(488)}` } },
		'“Options › External URL” must have at most 500 characters, but has 501',
	],
	[
		'an invalid date',
		{ options: { ExpirationDate: 'never' } },
		'“Options › Expiration Date” must be a date such as 2027-01-31, but is “never”',
	],
	[
		'an end that is past everywhere',
		{ options: { ExpirationDate: '2020-01-31' } },
		'“Options › Expiration Date” must be today or later, but is “2020-01-31”',
	],
	[
		'an invalid time',
		{ options: { ExpirationTime: '25:00' } },
		'“Options › Expiration Time” must be a time of day from 00:00 to 24:00, such as 09:30, but is “25:00”',
	],
	[
		'a type that does not exist',
		{ options: { Type: '={{ "hex" }}' } },
		'“Options › Type” must be one of Alphanumeric, Numeric, but is “hex”',
	],
	[
		'a case that does not exist',
		{ options: { Case: '={{ "title" }}' } },
		'“Options › Case” must be one of Lower, Mixed, Upper, but is “title”',
	],
	[
		'a sweepstakes that is not an ID',
		{ sweepstakes: byId('x') },
		'“Sweepstakes” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “x”',
	],
])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
	expect(await stage.refusal(node, 'generate', parametersOf(wrong))).toBe(`Item 1: ${sentence}`);
});

test('accepts a number as the value', async () => {
	await generate({ Quantity: 1, options: { Value: '={{ 25 }}' } });
	expect(stage.lastBody()).toMatchObject({ Value: '25' });
});
