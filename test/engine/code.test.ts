import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import type { RunOptions, RunResult } from '../support/engine/engine';
import {
	MAY_BE_PROCESSED,
	inDialects,
	openStages,
	search,
	stage,
	testRefusals,
} from '../support/engine/resource';
import { DAY_MS, ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

/* These tests read, assign, redeem, change and send single codes. */

const node = new SweepstakesCode();
const REDEEM = '/codes/redeem';
const SINGLE = '/codes/single';

openStages();

interface Code extends IDataObject {
	CouponToken: string;
	CouponCode: string;
}

async function generate(Quantity: number, more: object = {}): Promise<Code[]> {
	const order = { SweepstakesToken: stage.sweepstakesToken, Quantity, Length: 10, ...more };
	return (await stage.api<{ Data: { Codes: Code[] } }>('/codes/generate', order)).Data.Codes;
}
const create = async () => (await generate(1))[0]!;

/** @returns a code held by a new participant */
async function assigned(KeyEmail = 'ada@example.com', more: object = {}): Promise<Code> {
	const code = await create();
	const ParticipantToken = await stage.addParticipant(KeyEmail, more);
	await stage.api('/codes/assign', { CouponToken: code.CouponToken, ParticipantToken });
	return code;
}

async function redeemed(): Promise<Code> {
	const code = await create();
	await stage.api(REDEEM, { CouponToken: code.CouponToken });
	return code;
}

const byCode = ({ CouponCode }: { CouponCode: string }) => byId(CouponCode);
const byEmail = (value: string) => byId(value);
const run = async (operation: string, parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters }, options);
const items = async (operation: string, parameters: INodeParameters = {}) =>
	listJson(await run(operation, parameters));

describe('“Get Many”', () => {
	test('requests only as many codes as “Limit” allows and, with “Return All”, reads pages of 500 codes', async () => {
		await generate(501);
		expect(await items('getMany')).toHaveLength(50);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: stage.sweepstakesToken, Page: 1, ItemsPerPage: 50 });
		const found = await items('getMany', { returnAll: true });
		expect(new Set(found.map(({ CouponCode }) => CouponCode)).size).toBe(501);
		expect(stage.paths()).toHaveLength(2);
	});

	test('sorts by creation date if the user chooses only the direction', async () => {
		const first = await generate(1);
		stage.sandbox.advance(1_000);
		const second = await generate(1);
		const sorted = async (sort: INodeParameters) =>
			(await items('getMany', { sort })).map(({ CouponCode }) => CouponCode);
		const oldestFirst = [...first, ...second].map(({ CouponCode }) => CouponCode);
		expect(await sorted({ SortDesc: false })).toEqual(oldestFirst);
		expect(await sorted({ SortDesc: true })).toEqual(oldestFirst.toReversed());
	});

	test('gives a hint if so many participants match the search that the service used only some of them', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 2_001);
		const { hints } = await run('getMany', { filters: { Search: 'example.com' } });
		expect(hints).toEqual([expect.stringMatching(/^More than 2,000 participants match the search/)]);
	});
});

test('“Get” can return nothing for an unknown code, but fails for an unknown sweepstakes', async () => {
	const unknown = { coupon: byId('UNKNOWN'), whenNotFound: 'nothing' };
	expect(await run('get', unknown)).toMatchObject({ items: [], status: 'success' });
	const { error } = await run('get', { ...unknown, sweepstakes: byId(ID) });
	expect(error?.message).toMatch(/ was not found in this account$/);
});

describe('“Assign”', () => {
	test('looks up the participant and the code before assigning the code', async () => {
		const code = await create();
		const ParticipantToken = await stage.addParticipant('ada@example.com');
		const [item] = await items('assign', { coupon: byCode(code), participant: byEmail('ada@example.com') });
		expect(item).toMatchObject({ ...code, ParticipantToken });
		expect(item).not.toHaveProperty('AssignedTo');
		expect(stage.paths()).toEqual(['/participants/single', SINGLE, '/codes/assign']);
	});

	test('outputs who got the code: as looked up, or as in the input item', async () => {
		const names = { First_Name: 'Ada', Last_Name: 'Lovelace' };
		const ParticipantToken = await stage.addParticipant('ada@example.com', {}, names);
		const ada = { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.com', ParticipantToken };
		const parameters = { coupon: byCode(await create()), participant: byEmail('ada@example.com') };
		const [found] = await items('assign', parameters);
		expect(found).toMatchObject(ada);
		expect(Object.keys(found!).slice(0, 4)).toEqual(['CouponCode', 'FirstName', 'LastName', 'Email']);
		const byToken = { ...parameters, participant: byId(ParticipantToken) };
		const input = { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@example.com', ParticipantToken };
		expect(listJson(await run('assign', byToken, { items: [input] }))).toMatchObject([
			{ ...ada, existed: true },
		]);
		const [unknown] = listJson(await run('assign', byToken, { items: [{ FirstName: 'Bob' }] }));
		expect(unknown).toMatchObject({ ParticipantToken });
		expect(unknown).not.toHaveProperty('FirstName');
	});

	test('explains what to do if the participant already has a code, or if the code belongs to somebody else', async () => {
		const held = await assigned('ada@example.com');
		const ada = byEmail('ada@example.com');
		const again = { coupon: byCode(await create()), participant: ada };
		const first = await run('assign', again);
		expect(listJson(first)).toMatchObject([{ ...held, existed: true }]);
		expect(first.hints).toEqual(['Skipped 1 item: the participant already has a code.']);
		const second = await run('assign', { ...again, whenParticipantHasCode: 'error' });
		expect(second.error?.description).toMatch(/Code › Get Many.*Code › Unassign\.$/);
		await stage.addParticipant('bob@example.com');
		const taken = await run('assign', { coupon: byCode(held), participant: byEmail('bob@example.com') });
		expect(taken.error?.description).toBe('Choose a code that is neither assigned nor redeemed.');
	});

	describe('“Next Available”', () => {
		const [BOB, EVE] = ['bob@example.com', 'eve@example.com'];
		let [bob, eve] = ['', ''];
		beforeEach(async () => {
			bob = await stage.addParticipant(BOB);
			eve = await stage.addParticipant(EVE);
		});
		const next = async (emails: string[], Prefix = '', onError?: 'continueErrorOutput') =>
			await run(
				'assign',
				{ participant: byEmail('={{ $json.email }}'), options: { Prefix } },
				{ items: emails.map((email) => ({ email })), onError },
			);
		const codesIn = (result: RunResult) => listJson(result).map(({ CouponCode }) => CouponCode);

		test('gives each item the oldest available code, and reads the list of codes only once', async () => {
			const old = await create();
			stage.sandbox.advance(60_000);
			await assigned('ada@example.com');
			await redeemed();
			const young = await create();
			const found = await next([BOB, EVE]);
			expect(codesIn(found)).toEqual([old.CouponCode, young.CouponCode]);
			expect(stage.callsTo('/codes/fetch')).toBe(1);
		});

		test('reads past expired codes, 500 at a time, and does not read them again after no code was left', async () => {
			stage.sandbox.advance(-3 * DAY_MS);
			const ExpirationDate = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10);
			await generate(1_200, { ExpirationDate });
			stage.sandbox.advance(3 * DAY_MS);
			const code = await create();
			const found = await next([BOB, EVE, EVE], '', 'continueErrorOutput');
			expect(codesIn(found)).toEqual([code.CouponCode]);
			expect(found.errorItems).toHaveLength(2);
			const pages = stage.bodies('/codes/fetch').map(({ Filter, ItemsPerPage }) => [Filter, ItemsPerPage]);
			// After the first page of expired codes, the list is read twice: for the first item and for the second.
			const large = Array.from({ length: 6 }, () => ['available', 500]);
			expect(pages.filter(([Filter]) => Filter)).toEqual([['available', 25], ...large]);
		});

		test('takes only codes that start with the prefix', async () => {
			await generate(1, { Prefix: 'sun-' });
			const [wanted] = await generate(1, { Prefix: 'SUN-' });
			expect(codesIn(await next([BOB], 'SUN-'))).toEqual([wanted!.CouponCode]);
		});

		test('if the list of codes is incomplete, assigns the codes in it, but does not claim afterward that no code is left', async () => {
			const [code] = await generate(1);
			const Codes = [{ ...code, Status: undefined }];
			stage.answer('/codes/fetch', { Data: { Codes, TotalResults: 2, TotalPages: 1 } }, { times: 9 });
			const found = await next([BOB, EVE], '', 'continueErrorOutput');
			expect(codesIn(found)).toEqual([code!.CouponCode]);
			expect(found.errorItems.map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/which codes there are: it counts 2, but lists 1$/),
			]);
		});

		test('if a participant already has a code, gives the available code to the next participant', async () => {
			const code = await create();
			const held = await assigned('ada@example.com');
			const found = await next(['ada@example.com', BOB], '', 'continueErrorOutput');
			expect(codesIn(found)).toEqual([held.CouponCode, code.CouponCode]);
		});

		test('hints that the code of a participant who already has one has another prefix', async () => {
			const held = await assigned('ada@example.com');
			const found = await next(['ada@example.com', 'ada@example.com'], 'NEW-');
			expect(codesIn(found)).toEqual([held.CouponCode, held.CouponCode]);
			expect(found.hints).toEqual([
				`Skipped 2 items: the participant already has a code, which does not start with “NEW-”, such as “${String(held.CouponCode)}”.`,
			]);
			const same = await next(['ada@example.com'], String(held.CouponCode).slice(0, 2));
			expect(same.hints).toEqual(['Skipped 1 item: the participant already has a code.']);
		});

		test('hints that the code of a participant who already has one was redeemed', async () => {
			const { CouponCode, CouponToken } = await assigned('ada@example.com');
			await stage.api(REDEEM, { CouponToken });
			const found = await next(['ada@example.com']);
			expect(codesIn(found)).toEqual([CouponCode]);
			expect(found.hints).toEqual([
				`Skipped 1 item: the participant already has a code, which was redeemed, such as “${String(CouponCode)}”.`,
			]);
		});

		test('returns the code of a participant who already has one, even if no code is available', async () => {
			const held = await assigned('ada@example.com');
			const found = await next(['ada@example.com', 'ada@example.com', BOB], '', 'continueErrorOutput');
			expect(listJson(found)).toMatchObject([held, held].map((code) => ({ ...code, existed: true })));
			expect(found.errorItems.map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/did not find an available code/),
			]);
			expect(stage.callsTo('/codes/assign')).toBe(0);
		});

		test('skips a code that somebody else was given first, and assigns the next available one', async () => {
			const codes = await generate(2);
			const refused = { Response: false, Message: 'Taken.', Code: 409, Data: { Code: 'CodeNotAvailable' } };
			stage.answer('/codes/assign', refused, { status: 409 });
			const [assigned] = codesIn(await next([BOB]));
			const tried = stage.bodies('/codes/assign').map(({ CouponToken }) => CouponToken);
			expect(tried.toSorted()).toEqual(codes.map(({ CouponToken }) => CouponToken).sort());
			expect(codes.find(({ CouponToken }) => CouponToken === tried[1])!.CouponCode).toBe(assigned);
		});

		test('skips a code that has been deleted, and does not use up a code for an unknown participant', async () => {
			const codes = await generate(2);
			const Codes = [{ ...codes[0], CouponToken: ID }, ...codes].map((code) => ({
				...code,
				Status: 'not-redeemed',
			}));
			stage.answer('/codes/fetch', { Data: { Codes, TotalResults: 3, TotalPages: 1 } });
			const items = [ID, bob, eve].map((participant) => ({ participant }));
			const found = await run(
				'assign',
				{ participant: byId('={{ $json.participant }}') },
				{ items, onError: 'continueErrorOutput' },
			);
			expect(codesIn(found).sort()).toEqual(codes.map(({ CouponCode }) => CouponCode).sort());
			expect(found.errorItems).toHaveLength(1);
			expect(stage.callsTo('/codes/fetch')).toBe(1);
		});

		test.each([
			['', '“Code › Next Available” did not find an available code: generate more with Code › Generate'],
			[
				'A-',
				'“Code › Next Available” did not find an available code that starts with “A-”: generate more with',
			],
		])('fails if no code with the prefix “%s” is left', async (Prefix, message) => {
			const expired = { ...(await create()), Status: 'not-redeemed', ExpirationDate: '2020-01-31' };
			stage.answer('/codes/fetch', { Data: { Codes: [expired], TotalResults: 1, TotalPages: 1 } });
			expect((await next([BOB], Prefix)).error?.message).toContain(message);
			expect(stage.callsTo('/codes/assign')).toBe(0);
		});
	});
});

describe('“Redeem”', () => {
	const redeem = async (code: Code) => await run('redeem', { coupon: byCode(code) });

	test('redeems a code only once: a second attempt fails, and its error says when the code was redeemed', async () => {
		const code = await create();
		const done = { ...code, Status: 'redeemed', RedemptionDate: expect.any(String) };
		expect(listJson(await redeem(code))).toMatchObject([done]);
		expect(stage.paths()).toEqual([REDEEM]);
		const { error } = await redeem(code);
		expect(error?.message).toMatch(/^The code is already redeemed \(\d{4}-\d\d-\d\d, \d\d:\d\d UTC\)$/);
		expect(error?.description).toBe('A code can be redeemed only once.');
	});

	test.each([
		['this counter', 'after'],
		['another counter', 'before'],
	] as const)(
		'after a lost reply, the call stays ambiguous if the code was redeemed at %s',
		async (_which, drop) => {
			const code = drop === 'after' ? await create() : await redeemed();
			stage.lose(REDEEM, drop);
			expect((await redeem(code)).error?.message).toMatch(MAY_BE_PROCESSED);
			expect(stage.paths()).toEqual([REDEEM, SINGLE]);
		},
	);

	test('after a lost reply, the call stays ambiguous if the service says that the code is redeemed, but returns only a day', async () => {
		const RedemptionDate = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
		const redemption = { RedemptionDate, RedemptionTime: null };
		const code = await create();
		stage.lose(REDEEM, 'after');
		stage.answer(SINGLE, { Data: { Code: { ...code, Status: 'redeemed', ...redemption } } });
		const { error } = await redeem(code);
		expect(error?.message).toMatch(MAY_BE_PROCESSED);
		expect(error?.description).toBe(
			'Before you redeem it again or hand anything out, use Code › Get to check whether and when it was redeemed. The service does not record where it was redeemed.',
		);
		expect(stage.paths()).toEqual([REDEEM, SINGLE]);
	});

	test('after a lost reply, recognizes an earlier redemption even if its date and time are in two fields', async () => {
		const { CouponToken } = await redeemed();
		const { Data } = await stage.api<{ Data: { Code: Code } }>(SINGLE, { CouponToken });
		const RedemptionDate = `${String(Data.Code.RedemptionDate).slice(0, 10)}T00:00:00.000Z`;
		stage.sandbox.advance(180_000);
		stage.lose(REDEEM, 'before');
		stage.answer(SINGLE, { Data: { Code: { ...Data.Code, RedemptionDate } } });
		expect((await redeem(Data.Code)).error?.message).toMatch(/^The code is already redeemed/);
	});
});

describe('many codes that are picked by their text', () => {
	const prepare = {
		assign: create,
		unassign: async (n: number) => await assigned(`holder${n}@example.com`),
		unredeem: redeemed,
	};
	const runAll = async (operation: keyof typeof prepare) => {
		const items: IDataObject[] = [];
		for (let n = 0; n < 4; n++) {
			const { CouponCode } = await prepare[operation](n);
			items.push({ CouponCode, person: await stage.addParticipant(`person${n}@example.com`) });
		}
		stage.sandbox.clearCalls();
		const picked = {
			coupon: byId('={{ $json.CouponCode }}'),
			...(operation === 'assign' && { participant: byId('={{ $json.person }}') }),
		};
		const codes = listJson(await run(operation, picked, { items })).map(({ CouponCode }) => CouponCode);
		expect(codes).toEqual(items.map(({ CouponCode }) => CouponCode));
	};

	test.each(['assign', 'unassign', 'unredeem'] as const)(
		'are found with one read of the list (%s)',
		async (operation) => {
			await runAll(operation);
			expect(stage.paths()).toEqual(['/codes/fetch', ...Array<string>(4).fill(`/codes/${operation}`)]);
		},
	);

	test.each<[string, object]>([
		['is refused', { status: 403 }],
		['lacks the codes', { body: { Response: true, Data: { Codes: [], TotalResults: 0, TotalPages: 0 } } }],
	])('are looked up one by one if the list %s', async (_what, fault) => {
		stage.sandbox.faults([{ path: '/codes/fetch', ...fault }]);
		await runAll('unassign');
		expect(stage.callsTo(SINGLE)).toBe(4);
	});
});

test('“Update” looks up the code first, and can clear a single field', async () => {
	const code = await create();
	await run('update', { coupon: byCode(code), updateFields: { clear: '={{ "Value" }}' } });
	expect(stage.paths()).toEqual([SINGLE, '/codes/update']);
	expect(stage.lastBody()).toEqual({ CouponToken: code.CouponToken, Value: null });
});

describe('“Send”', () => {
	const send = async (code: Code, parameters: INodeParameters = {}) =>
		await run('send', { coupon: byCode(code), ...parameters });

	test('uses the same idempotency key if the code’s ID is in upper case, and sends a code again if the user sets another key', async () => {
		const code = await assigned();
		await send(code, { coupon: byId(code.CouponToken.toUpperCase()) });
		expect(stage.lastBody().IdempotencyKey).toBe(`n8n-${code.CouponToken}`);
		await send(code);
		const again = listJson(await send(code, { options: { IdempotencyKey: 'reminder-2027-01-31' } }));
		expect(again).toMatchObject([{ Status: 'queued', Duplicate: false }]);
	});

	test('outputs a skipped channel with the reason, and does not fail the item', async () => {
		const result = await send(await assigned(), { Channel: 'both' });
		const [email, sms] = listJson(result);
		expect(email).toMatchObject({ skipped: false, Reason: null });
		expect(sms).toMatchObject({ skipped: true, Reason: 'NoAddress' });
		expect(Object.keys(sms!)).toEqual(Object.keys(email!));
		expect(result.hints).toContain(
			'Skipped 1 item: the participant has no email address or phone number for this channel.',
		);
	});

	test('outputs the participant even for a repeated message, unless the code cannot be looked up', async () => {
		const code = await assigned();
		const [first] = listJson(await send(code, { coupon: byId(code.CouponToken) }));
		const again = async () => listJson(await send(code, { coupon: byId(code.CouponToken) }));
		const { ParticipantToken } = first!;
		expect(await again()).toMatchObject([{ Duplicate: true, ParticipantToken }]);
		stage.answer(SINGLE, { Response: false }, { status: 404 });
		expect(await again()).toMatchObject([{ Duplicate: true, ParticipantToken: null }]);
	});

	/** Puts a participant into both lists. */
	const optOut = (KeyEmail: string) => stage.place({ KeyEmail, Collections: ['Participants', 'OptOuts'] });
	const sendAll = async (coupons: string[], parameters: INodeParameters = {}) =>
		await run(
			'send',
			{ coupon: byId('={{ $json.coupon }}'), ...parameters },
			{ items: coupons.map((coupon) => ({ coupon })) },
		);

	test.each([
		['by ID, if nobody has opted out', 'CouponToken', 0, 2],
		['by text, if nobody has opted out', 'CouponCode', 0, 3],
		['by ID', 'CouponToken', 1, 4],
		['by text', 'CouponCode', 1, 4],
	] as const)('sends a single code in few calls (%s)', async (_how, key, optOuts, calls) => {
		const code = await assigned();
		await assigned('joe@example.com');
		if (optOuts > 0) optOut('joe@example.com');
		stage.sandbox.clearCalls();
		await sendAll([code[key]]);
		expect(stage.paths()).toHaveLength(calls);
	});

	test.each(['CouponToken', 'CouponCode'] as const)(
		'reads who has opted out only once for many codes (by %s)',
		async (key) => {
			const held: Code[] = [];
			for (let n = 0; n < 20; n++) held.push(await assigned(`holder${n}@example.com`));
			optOut('holder7@example.com');
			stage.sandbox.fill(stage.sweepstakesToken, 50);
			stage.sandbox.clearCalls();
			const result = await sendAll(held.map((code) => code[key]));
			expect(listJson(result).map(({ skipped }) => skipped)).toEqual(held.map((_, n) => n === 7));
			expect(stage.callsTo('/codes/send')).toBe(19);
			expect(stage.paths().length).toBeLessThanOrEqual(19 + 6);
		},
	);

	test.each(['CouponToken', 'CouponCode'] as const)(
		'reads who got each code only once if many codes were sent before (by %s)',
		async (key) => {
			const held: Code[] = [];
			for (let n = 0; n < 5; n++) held.push(await assigned(`holder${n}@example.com`));
			const coupons = held.map((code) => code[key]);
			const first = listJson(await sendAll(coupons));
			const again = listJson(await sendAll(coupons));
			const holders = first.map(({ ParticipantToken }) => ({ Duplicate: true, ParticipantToken }));
			expect(again).toMatchObject(holders);
			expect(stage.paths().filter((path) => path !== '/codes/send')).toEqual([
				'/participants/count',
				'/codes/fetch',
			]);
		},
	);

	test('looks up each participant if the list has an opt-out without an ID', async () => {
		const held: Code[] = [];
		for (let n = 0; n < 3; n++) held.push(await assigned(`holder${n}@example.com`));
		optOut('holder1@example.com');
		const Participants = [{ Collection: 'OptOuts', KeyEmail: 'holder1@example.com' }];
		const Pagination = { Page: 1, TotalPages: 1, Total: 1 };
		stage.answer('/participants/fetch', { Data: { Participants, Pagination } });
		const result = await sendAll(held.map(({ CouponToken }) => CouponToken));
		expect(listJson(result).map(({ skipped }) => skipped)).toEqual([false, true, false]);
	});

	inDialects(() => {
		test('skips a participant who has opted out, in a dry run, too', async () => {
			const code = await assigned();
			optOut('ada@example.com');
			for (const coupon of [code.CouponToken, code.CouponCode]) {
				const result = await sendAll([coupon]);
				expect(listJson(result)).toMatchObject([
					{ skipped: true, Reason: 'OptedOut', Channel: 'email', CouponToken: code.CouponToken },
				]);
				expect(result.hints).toEqual(['Skipped 1 item: the person has opted out.']);
			}
			expect(stage.callsTo('/codes/send')).toBe(0);
			const [dry] = listJson(await sendAll([code.CouponCode], { options: { dryRun: true } }));
			expect(dry).toMatchObject({ skipped: true, Reason: 'OptedOut', address: 'ada@example.com' });
		});

		test('does not stop the run if a message is skipped on every channel', async () => {
			const code = await assigned('ada@example.com', { KeyPhoneNumber: '+12025550111' });
			stage.sandbox.suppress({ Channel: 'email', Address: 'ada@example.com', Reason: 'unsubscribe' });
			const skipped = { Status: 'skipped', skipped: true, Reason: 'Suppressed', Duplicate: false };
			expect(listJson(await send(code))).toMatchObject([{ ...skipped, CouponToken: code.CouponToken }]);
		});
	});
});

const CHARACTERS = 'must consist of letters, digits, hyphens and underscores, but is';
const inOptions = (options: INodeParameters) => ({ options });
const inUpdate = (updateFields: INodeParameters) => ({ updateFields });
const coupon = { sweepstakes: byId(ID), coupon: byId(ID) };
testRefusals(node, 'generate', { sweepstakes: byId(ID), Length: 8 }, [
	[
		{ Length: 10, options: { Prefix: 'SUMMER', Suffix: '12345' } },
		'“Length” must be at most 9 (20 characters minus “Prefix” and “Suffix”), but is 10',
	],
	[inOptions({ Prefix: 'A.' }), `“Options › Prefix” ${CHARACTERS} “A.”`],
	[
		{ Quantity: 5_001, Length: 4, options: { Type: 'numeric' } },
		'“Length” must be at least 5 for this quantity, but is 4',
	],
	[inOptions({ ExpirationDate: '2020-01-31' }), '“Options › Expiration Date” must be today or later'],
	[inOptions({ ExternalURL: 'http://a.com' }), '“Options › External URL” must be a link that starts'],
]);
test('“Update Settings” measures texts without the characters that the service removes', async () => {
	const settings = { CouponRequestFieldLabel: `<b>${'x'.repeat(198)}</b>\n` };
	expect((await run('updateSettings', { settings })).error?.message).toMatch(
		/Field Label” must have at most 200/,
	);
	settings.CouponRequestFieldLabel = `<b>${'x'.repeat(197)}</b>\n`;
	const [updated] = await items('updateSettings', { settings });
	expect(updated!.CouponRequestFieldLabel).toBe(`b${'x'.repeat(197)}/b`);
});

testRefusals(node, 'get', coupon, [
	[
		{ coupon: byId('Ä') },
		'“Code” must be the text of a code (1 to 20 letters, digits, hyphens and underscores) or an ID, but is “Ä”',
	],
]);
testRefusals(node, 'update', coupon, [
	[inUpdate({ clear: '={{ ["Status"] }}' }), '“Update Fields › Clear” must be one of Description, Exp'],
	[inUpdate({ NewCode: 'A.B' }), '“Update Fields › New Code” must be 1 to 20 letters, digits'],
]);
testRefusals(node, 'send', coupon, [
	[
		inOptions({ IdempotencyKey: 'again' }),
		'“Options › Idempotency Key” must be 8 to 64 letters, digits, hyphens and underscores, but is “again”',
	],
]);

test.each([
	['searchCodes', []],
	['searchAvailableCodes', [{ name: 'Next Available', value: 'next' }]],
])('the picker %s shows no status for an unredeemed code', async (method, first) => {
	const { CouponCode, CouponToken } = await create();
	if (first.length > 0) await redeemed();
	const found = await search(node, method, { sweepstakes: stage.picked });
	expect(found).toEqual([...first, { name: CouponCode, value: CouponToken }]);
	expect(await search(node, method, { sweepstakes: stage.picked }, 'none')).toEqual([]);
});

describe('if a code is not found, the error', () => {
	const asked = async (operation: string, text: string) => {
		const picked = { sweepstakes: stage.picked, coupon: byId(text) };
		return (await stage.run(node, operation, picked)).error;
	};

	test.each(['get', 'redeem', 'unassign'])(
		'of “%s” suggests a code that differs only in upper and lower case',
		async (operation) => {
			const { CouponCode } = await create();
			const error = await asked(operation, CouponCode.toLowerCase());
			expect(error?.message).toBe(`“${CouponCode.toLowerCase()}” is not in Spring Giveaway (SPRING)`);
			expect(error?.description).toContain(`Codes are case-sensitive. A similar code exists: ${CouponCode}.`);
		},
	);

	test('suggests no code if no code is similar, or if the list of codes cannot be read', async () => {
		expect((await asked('redeem', 'nothing'))?.description).not.toContain('case-sensitive');
		stage.answer('/codes/fetch', { Response: false, Message: 'No' }, { status: 400 });
		expect((await asked('redeem', 'nothing'))?.message).toMatch(/is not in Spring Giveaway \(SPRING\)$/);
	});

	test('suggests no code if the service gives another reason', async () => {
		stage.answer(REDEEM, { Response: false, Message: 'No' }, { status: 409 });
		expect((await asked('redeem', 'nothing'))?.message).toMatch(/No$/);
	});
});

test('the picker of codes offers “Next Available” only on its first page', async () => {
	await generate(30);
	const method = 'searchAvailableCodes';
	const inPicker = { sweepstakes: stage.picked };
	const first = await stage.search(node, method, inPicker);
	const second = await stage.search(node, method, inPicker, '', String(first.paginationToken));
	const isNext = ({ value }: { value: unknown }) => value === 'next';
	expect(first.results.filter(isNext)).toHaveLength(1);
	expect(second.results.length).toBeGreaterThan(0);
	expect(second.results.filter(isNext)).toEqual([]);
});
