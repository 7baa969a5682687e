import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { DIALECTS } from '../../sandbox';
import { shortenWaits } from '../support/waits';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesCode();
const NOW = new Date().toISOString();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
	shortenWaits();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await stage.close();
});

interface Code extends IDataObject {
	CouponToken: string;
	CouponCode: string;
}

/** @returns a new code of the sweepstakes */
async function create(): Promise<Code> {
	const order = { SweepstakesToken: stage.sweepstakesToken, Quantity: 1, Length: 10 };
	return (await stage.api<{ Data: { Codes: [Code] } }>('/codes/generate', order)).Data.Codes[0];
}

/** @returns a code that a new participant holds */
async function assigned(KeyEmail = 'ada@example.com', more: object = {}): Promise<Code> {
	const code = await create();
	const ParticipantToken = await stage.addParticipant(KeyEmail, more);
	await stage.api('/codes/assign', { CouponToken: code.CouponToken, ParticipantToken });
	return code;
}

async function read({ CouponToken }: Code): Promise<IDataObject> {
	return (await stage.api<{ Data: { Code: IDataObject } }>('/codes/single', { CouponToken })).Data.Code;
}

const byCode = ({ CouponCode }: Code) => ({ __rl: true, mode: 'CouponCode', value: CouponCode });
const run = async (operation: string, parameters: INodeParameters = {}, options = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);
const byEmail = (value: string) => ({ __rl: true, mode: 'KeyEmail', value });

describe('Assign', () => {
	test('gives a code to a participant, both picked as people know them', async () => {
		const code = await create();
		const ParticipantToken = await stage.addParticipant('ada@example.com');
		const result = await run('assign', { coupon: byCode(code), participant: byEmail('ada@example.com') });
		expect(jsonOf(result)).toEqual([expect.objectContaining({ ...code, ParticipantToken })]);
		expect(jsonOf(result)[0]).not.toHaveProperty('AssignedTo');
		expect(stage.paths()).toEqual(['/participants/single', '/codes/single', '/codes/assign']);
	});

	test('takes one call with IDs', async () => {
		const coupon = byId((await create()).CouponToken);
		await run('assign', { coupon, participant: byId(await stage.addParticipant('ada@example.com')) });
		expect(stage.paths()).toEqual(['/codes/assign']);
	});

	test('asks which of several participants with one address is meant', async () => {
		const code = await create();
		for (let n = 0; n < 2; n++) await stage.addParticipant('ada@example.com');
		const { error } = await run('assign', {
			coupon: byId(code.CouponToken),
			participant: byEmail('ada@example.com'),
		});
		expect(error?.message).toBe(
			'“Participant” must be chosen from the list or by ID, because 2 participants have this email or phone number',
		);
		expect((await read(code)).ParticipantToken).toBeNull();
	});

	test('says what to do if the participant has a code, or the code a participant', async () => {
		const held = await assigned('ada@example.com');
		const second = await run('assign', {
			coupon: byId((await create()).CouponToken),
			participant: byEmail('ada@example.com'),
		});
		expect(second.error?.description).toBe(
			'A participant can hold one code. Take it back first, with Code › Unassign.',
		);
		await stage.addParticipant('bob@example.com');
		const taken = await run('assign', { coupon: byCode(held), participant: byEmail('bob@example.com') });
		expect(taken.error?.description).toBe(
			'Only a code that is neither assigned nor redeemed can be assigned.',
		);
	});

	test('after a lost answer, does not take the code of somebody else for its own', async () => {
		const held = await assigned('ada@example.com');
		await stage.addParticipant('bob@example.com');
		stage.sandbox.faults([{ path: '/codes/assign', drop: 'before' }]);
		const { error } = await run('assign', { coupon: byCode(held), participant: byEmail('bob@example.com') });
		expect(error?.message).toMatch(/^The service refused this: The code is not available/);
	});
});

test('Unassign says who held the code', async () => {
	const code = await assigned();
	const [item] = jsonOf(await run('unassign', { coupon: byCode(code) }));
	expect(item).toEqual({
		...code,
		Status: 'not-redeemed',
		PreviousParticipantToken: expect.any(String),
	});
	expect(Object.keys(item!)[0]).toBe('CouponCode');
	expect((await read(code)).ParticipantToken).toBeNull();
});

describe('Redeem', () => {
	test('redeems a code once: the second time fails, and the error says when', async () => {
		const code = await create();
		const [item] = jsonOf(await run('redeem', { coupon: byCode(code) }));
		expect(item).toMatchObject({ ...code, Status: 'redeemed', RedemptionDate: expect.any(String) });
		expect(stage.paths()).toEqual(['/codes/redeem']);
		const { error } = await run('redeem', { coupon: byCode(code) });
		expect(error?.message).toMatch(
			/^The service refused this: The code is already redeemed \(\d{4}-\d\d-\d\d, \d\d:\d\d UTC\) \[AlreadyRedeemed\]$/,
		);
		expect(error?.description).toBe('A code can be redeemed once.');
	});

	test('one bad code does not stop the others', async () => {
		const codes = [await create(), { CouponCode: 'UNKNOWN' }, await create()];
		const { items, errorItems } = await run(
			'redeem',
			{ coupon: { __rl: true, mode: 'CouponCode', value: '={{ $json.CouponCode }}' } },
			{ items: codes, onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(2);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{ CouponCode: 'UNKNOWN', error: 'Item 2: The service refused this: Code not found' },
		]);
	});

	test.each([
		['this counter', { path: '/codes/redeem', drop: 'after' }],
		['another one', { path: '/codes/redeem', drop: 'before' }],
	] as const)(
		'after a lost answer, it does not take the redemption at %s for its own',
		async (counter, fault) => {
			const code = await create();
			if (counter === 'another one') await stage.api('/codes/redeem', { CouponToken: code.CouponToken });
			stage.sandbox.faults([fault]);
			const { error, items } = await run('redeem', { coupon: byCode(code) });
			expect(items).toEqual([]);
			expect(error?.message).toMatch(/It may have been processed, so it was not sent again$/);
			expect(stage.paths()).toEqual(['/codes/redeem', '/codes/single']);
		},
	);

	test('after a lost answer, does not take a redemption of long ago for its own', async () => {
		const code = await create();
		await stage.api('/codes/redeem', { CouponToken: code.CouponToken });
		stage.sandbox.advance(120_000);
		stage.sandbox.faults([{ path: '/codes/redeem', drop: 'before' }]);
		const { error } = await run('redeem', { coupon: byCode(code) });
		expect(error?.message).toMatch(/^The service refused this: The code is already redeemed/);
		expect(stage.paths()).toEqual(['/codes/redeem', '/codes/single', '/codes/redeem', '/codes/single']);
	});

	test.each([
		['a day alone', { RedemptionDate: `${NOW.slice(0, 10)}T00:00:00.000Z`, RedemptionTime: null }],
		['no date', { RedemptionDate: null, RedemptionTime: null }],
		['no zone', { RedemptionDate: NOW.slice(0, 19), RedemptionTime: null }],
	])('after a lost answer, stops if the service answers %s', async (_what, redemption) => {
		const code = await create();
		const Code = { ...code, Status: 'redeemed', ...redemption };
		stage.sandbox.faults([
			{ path: '/codes/redeem', drop: 'after' },
			{ path: '/codes/single', body: { Response: true, Data: { Code } } },
		]);
		const { error } = await run('redeem', { coupon: byCode(code) });
		expect(error?.message).toMatch(/It may have been processed, so it was not sent again$/);
		expect(error?.description).toBe(
			'Before you redeem it again or hand anything out, check with Code › Get whether and when it was redeemed. No record says at which counter.',
		);
		expect(stage.paths()).toEqual(['/codes/redeem', '/codes/single']);
	});

	test('after a lost answer, places a day with a time beside it', async () => {
		const code = await create();
		const redeemed = await stage.api<{ Data: { Code: { RedemptionDate: string } } }>('/codes/redeem', {
			CouponToken: code.CouponToken,
		});
		const RedemptionDate = `${redeemed.Data.Code.RedemptionDate.slice(0, 10)}T00:00:00.000Z`;
		const Code = { ...redeemed.Data.Code, RedemptionDate };
		stage.sandbox.advance(180_000);
		stage.sandbox.faults([
			{ path: '/codes/redeem', drop: 'before' },
			{ path: '/codes/single', body: { Response: true, Data: { Code } } },
		]);
		const { error } = await run('redeem', { coupon: byCode(code) });
		expect(error?.message).toMatch(/^The service refused this: The code is already redeemed/);
	});
});

test('Unredeem makes a code redeemable again', async () => {
	const code = await create();
	await stage.api('/codes/redeem', { CouponToken: code.CouponToken });
	expect(jsonOf(await run('unredeem', { coupon: byCode(code) }))).toEqual([
		expect.objectContaining({ ...code, Status: 'not-redeemed' }),
	]);
	const { error } = await run('unredeem', { coupon: byCode(code) });
	expect(error?.message).toBe('The service refused this: The code is not redeemed');
});

describe('Update', () => {
	test('renames a code and changes what is kept with it; what is not filled stays', async () => {
		const code = await create();
		const update = async (updateFields: INodeParameters) =>
			jsonOf(await run('update', { coupon: byId(code.CouponToken), updateFields }))[0];
		await update({ Value: '25', Description: 'A mug' });
		expect(await update({ NewCode: 'RENAMED', Value: '={{ "" }}', clear: ['Description'] })).toMatchObject({
			CouponCode: 'RENAMED',
			Value: '25',
			Description: null,
		});
		expect(stage.lastBody()).toEqual({
			CouponToken: code.CouponToken,
			CouponCode: 'RENAMED',
			Description: null,
		});
	});

	test('finds the code by itself first', async () => {
		const code = await create();
		await run('update', { coupon: byCode(code), updateFields: { Value: '5' } });
		expect(stage.paths()).toEqual(['/codes/single', '/codes/update']);
		expect(await read(code)).toMatchObject({ ...code, Value: '5' });
	});

	test.each<[string, INodeParameters, string]>([
		['an empty field', { Value: '' }, '“Update Fields” must have at least one field that is filled'],
		['an empty list to clear', { clear: [] }, '“Update Fields” must have at least one field that is filled'],
		[
			'an unknown field to clear',
			{ clear: '={{ ["Status"] }}' },
			'“Update Fields › Clear” must be one of Description, Expiration Date, Expiration Time, External URL, Value, but is “Status”',
		],
		[
			'a name that no code can have',
			{ NewCode: 'A.B' },
			'“Update Fields › New Code” must be 1 to 20 letters, digits, hyphens and underscores, but is “A.B”',
		],
	])('refuses %s before anything is sent', async (_what, updateFields, sentence) => {
		const parameters = {
			sweepstakes: stage.picked,
			coupon: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'),
			updateFields,
		};
		expect(await stage.refusal(node, 'update', parameters)).toBe(`Item 1: ${sentence}`);
	});

	test('accepts one field to clear as text', async () => {
		const code = await create();
		await run('update', { coupon: byId(code.CouponToken), updateFields: { clear: '={{ "Value" }}' } });
		expect(stage.lastBody()).toEqual({ CouponToken: code.CouponToken, Value: null });
	});
});

describe('Send', () => {
	test('returns an item for each channel, and sends once however often it runs', async () => {
		const code = await assigned('ada@example.com', { KeyPhoneNumber: '+12025550111' });
		const send = async () => jsonOf(await run('send', { coupon: byCode(code), Channel: 'both' }));
		const first = await send();
		expect(first).toEqual(
			['email', 'sms'].map((Channel) => ({
				Channel,
				Status: 'queued',
				skipped: false,
				Reason: null,
				Message: null,
				CouponToken: code.CouponToken,
				ParticipantToken: expect.any(String),
				Duplicate: false,
				MessageToken: expect.any(String),
			})),
		);
		expect(await send()).toEqual(
			first.map(({ Channel, MessageToken }) => ({
				Channel,
				Status: 'delivered',
				skipped: false,
				Reason: null,
				Message: null,
				CouponToken: code.CouponToken,
				Duplicate: true,
				MessageToken,
			})),
		);
	});

	test('an ID in capitals has the same key', async () => {
		const { CouponToken } = await assigned();
		await run('send', { coupon: byId(CouponToken.toUpperCase()) });
		expect(stage.lastBody().IdempotencyKey).toBe(`n8n-${CouponToken}`);
	});

	test('sends again with another key', async () => {
		const code = await assigned();
		await run('send', { coupon: byId(code.CouponToken) });
		const options = { IdempotencyKey: 'reminder-2027-01-31' };
		const [again] = jsonOf(await run('send', { coupon: byId(code.CouponToken), options }));
		expect(again).toMatchObject({ Status: 'queued', Duplicate: false });
		expect(stage.lastBody()).toMatchObject(options);
	});

	test('a channel that is skipped comes out with the reason, and is no failure', async () => {
		const code = await assigned();
		const result = await run('send', { coupon: byCode(code), Channel: 'both' });
		expect(jsonOf(result).map(({ Channel, skipped, Reason }) => [Channel, skipped, Reason])).toEqual([
			['email', false, null],
			['sms', true, 'NoAddress'],
		]);
		const [sent, skipped] = jsonOf(result);
		expect(Object.keys(skipped!)).toEqual(Object.keys(sent!));
		expect(result.hints).toContain('Skipped 1 item: the participant has no address for the channel.');
	});

	test.each(DIALECTS)('a code that is skipped on every channel stops nothing (%s)', async (dialect) => {
		await stage.close();
		stage = await Stage.open({}, undefined, dialect);
		const code = await assigned('ada@example.com', { KeyPhoneNumber: '+12025550111' });
		stage.sandbox.suppress({ Channel: 'email', Address: 'ada@example.com', Reason: 'unsubscribe' });
		const result = await run('send', { coupon: byCode(code) });
		expect(jsonOf(result)).toEqual([
			{
				Channel: 'email',
				Status: 'skipped',
				Reason: 'Suppressed',
				Message: expect.any(String),
				skipped: true,
				Duplicate: false,
				CouponToken: code.CouponToken,
				MessageToken: null,
			},
		]);
		expect(result.hints).toContain('Skipped 1 item: the address is on the do-not-contact list.');
	});

	test('a code that nobody has fails', async () => {
		const { error } = await run('send', { coupon: byCode(await create()) });
		expect(error?.message).toBe('The service refused this: The code is not assigned [NotAssigned]');
	});

	test('refuses a key that is too short before anything is sent', async () => {
		const parameters = {
			sweepstakes: stage.picked,
			coupon: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'),
			options: { IdempotencyKey: 'again' },
		};
		expect(await stage.refusal(node, 'send', parameters)).toBe(
			'Item 1: “Options › Idempotency Key” must be 8 to 64 letters, digits, hyphens and underscores, but is “again”',
		);
	});

	test('a daily limit is not waited out', async () => {
		const code = await assigned();
		const body = { Response: false, Message: 'Too many.', Data: { Code: 'AccountDailyLimit', Limit: 200 } };
		stage.sandbox.faults([{ path: '/codes/send', status: 429, body }]);
		const { error } = await run('send', { coupon: byId(code.CouponToken) });
		expect(error?.description).toBe('Waiting a minute does not help. Run this again tomorrow.');
		expect(stage.paths()).toEqual(['/codes/send']);
	});
});

describe('the settings', () => {
	test('are read flat, and changed one by one', async () => {
		const [before] = jsonOf(await run('getSettings'));
		expect(before).toMatchObject({ Configured: false, CouponCodeLength: 20 });
		expect(Object.keys(before!).at(-1)).toBe('SweepstakesToken');
		const settings = { CouponEntryPageRegistration: 3, CouponRequestFieldLabel: 'Your code' };
		expect(jsonOf(await run('updateSettings', { settings }))).toEqual([
			{ Updated: Object.keys(settings), ...settings, SweepstakesToken: stage.sweepstakesToken },
		]);
		await run('updateSettings', { settings: { clear: ['CouponRequestFieldLabel'] } });
		expect(stage.lastBody()).toEqual({
			SweepstakesToken: stage.sweepstakesToken,
			CouponRequestFieldLabel: null,
		});
		expect(jsonOf(await run('getSettings'))[0]).toMatchObject({
			Configured: true,
			CouponEntryPageRegistration: 3,
			CouponRequestFieldLabel: '',
		});
	});
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	test('a code is assigned, redeemed and taken back', async () => {
		await stage.close();
		stage = await Stage.open({}, undefined, dialect);
		const code = await create();
		await stage.addParticipant('ada@example.com', { KeyPhoneNumber: '2025550111' });
		const coupon = byCode(code);
		const assignment = await run('assign', { coupon, participant: byEmail('ada@example.com') });
		expect(assignment.error).toBeUndefined();
		expect(jsonOf(await run('redeem', { coupon }))[0]).toMatchObject({ Status: 'redeemed' });
		expect(jsonOf(await run('get', { coupon }))[0]).toMatchObject({ AssignedTo: 'ada@example.com' });
		expect(jsonOf(await run('unassign', { coupon }))[0]).toMatchObject({ Status: 'not-redeemed' });
	});
});
