import type { INodeParameters } from 'n8n-workflow';

import type { Code as CodeRecord } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { createSweepstakes } from '../../tools/sandbox';
import { addPerson, newPerson } from './people';
import { count, item, items, once, row, type Row, type UniqueValues } from './row';
import { byId, type World } from './world';

interface Code {
	CouponToken: string;
	CouponCode: string;
}

async function generate({ api, main }: World, Quantity = 1, Prefix = ''): Promise<Code[]> {
	const request = { SweepstakesToken: main, Quantity, Length: 10, Prefix };
	return (await api<{ Data: { Codes: Code[] } }>('/codes/generate', request)).Data.Codes;
}

/** @returns a new code that `countCodes` recognizes */
async function createNamed(world: World, { n }: UniqueValues): Promise<Code> {
	const [one] = await generate(world, 1, `N${n}-`);
	return one!;
}

/** @returns a new code, assigned to a new participant */
async function createAssigned(world: World, unique: UniqueValues): Promise<Code> {
	const code = await createNamed(world, unique);
	const ParticipantToken = await addPerson(world, unique);
	await world.api('/codes/assign', { CouponToken: code.CouponToken, ParticipantToken });
	return code;
}

async function createRedeemed(world: World, unique: UniqueValues): Promise<Code> {
	const code = await createNamed(world, unique);
	await world.api('/codes/redeem', { CouponToken: code.CouponToken });
	return code;
}

/** Returns a function that counts the row's codes that match. */
const countCodes =
	(isDone: (one: CodeRecord) => boolean) =>
	({ codes }: Store, { n }: UniqueValues) =>
		count(codes.all(), (one) => one.CouponCode.startsWith(`N${n}-`) && isDone(one));

const byToken = ({ CouponToken }: Code) => byId(CouponToken);
const byCode = ({ CouponCode }: Code) => byId(CouponCode);

/** Returns a function that creates a code and returns parameters that pick it. */
const coupon =
	(
		create: typeof createNamed,
		pick = byToken,
		more: (unique: UniqueValues) => INodeParameters = () => ({}),
	) =>
	async (world: World, unique: UniqueValues) => ({
		sweepstakes: byId(world.main),
		coupon: pick(await create(world, unique)),
		...more(unique),
	});

const BOTH_WAYS = [
	['by ID', byToken],
	['by code', byCode],
] as const;

const EXPIRY = { ExpirationDate: '2099-01-01', ExpirationTime: '23:59' };
const EXPIRY_DATES = { ExpirationDate: 'date', ExpirationTime: 'time' } as const;
const ExternalURL = 'https://example.com/redeem';

const assigning = (how: string, parameters: Row['parameters']): Row =>
	once(`assign, ${how}`, 'POST /codes/assign', {
		parameters,
		output: ({ n }) =>
			item({
				CouponCode: expect.stringMatching(`^N${n}-`),
				Status: 'not-redeemed',
				ParticipantToken: expect.any(String),
			}),
		stored: countCodes(({ ParticipantToken }) => ParticipantToken !== null),
	});

export const code: Row[] = [
	once('generate', 'POST /codes/generate', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			topUp: false,
			Quantity: 3,
			Length: 10,
			options: {
				Type: 'alphanumeric',
				Case: 'mixed',
				Prefix: 'A-',
				Suffix: '-Z',
				Description: `Codes ${n}`,
				Value: '10',
				ExternalURL,
				...EXPIRY,
				CalledFromMCP: true,
				CalledFromCLI: true,
			},
		}),
		dates: EXPIRY_DATES,
		output: () => items(3, () => ({ CouponCode: expect.stringMatching(/^A-.{10}-Z$/) })),
		stored: ({ codes }, { n }) =>
			count(codes.all(), ({ attributes }) => attributes.Description === `Codes ${n}`) / 3,
	}),
	once('generate, topped up', 'POST /codes/generate', {
		parameters: async (world, { n }) => {
			await generate(world, 1, `U${n}-`);
			return { sweepstakes: byId(world.main), Quantity: 3, Length: 10, options: { Prefix: `U${n}-` } };
		},
		output: () => items(3, (index) => ({ CouponCode: expect.any(String), existed: index === 0 })),
		stored: ({ codes }, { n }) =>
			(count(codes.all(), ({ CouponCode }) => CouponCode.startsWith(`U${n}-`)) - 1) / 2,
	}),
	row('getStats', 'POST /codes/stats', {
		parameters: ({ main }) => ({ sweepstakes: byId(main) }),
		output: () => item({ Total: expect.any(Number), Available: expect.any(Number) }),
	}),
	row('getMany', 'POST /codes/fetch', {
		parameters: async (world, { n }) => {
			await generate(world, 2, `M${n}-`);
			return {
				sweepstakes: byId(world.main),
				limit: 100,
				filters: { Search: `m${n}-`, Filter: 'available' },
				sort: { SortBy: 'CouponCode', SortDesc: true },
			};
		},
		output: ({ n }) => items(2, () => ({ CouponCode: expect.stringMatching(`^M${n}-`) })),
	}),
	...BOTH_WAYS.flatMap(([way, pick]) => [
		row(`get, ${way}`, 'POST /codes/single', {
			parameters: coupon(createNamed, pick),
			output: () => item({ CouponCode: expect.any(String), Status: 'not-redeemed', AssignedTo: null }),
		}),
		once(`redeem, ${way}`, 'POST /codes/redeem', {
			parameters: coupon(createNamed, pick),
			output: () => item({ Status: 'redeemed', RedemptionDate: expect.any(String) }),
			undecidable: true,
			stored: countCodes(({ Status }) => Status === 'redeemed'),
		}),
		row(`delete, ${way}`, 'POST /codes/delete', {
			parameters: coupon(createNamed, pick),
			output: () => item({ deleted: true, CouponToken: expect.any(String) }),
			outputAfterLostReply: () => item({ deleted: false, CouponToken: expect.any(String) }),
			stored: (store, unique) => 1 - countCodes(() => true)(store, unique),
		}),
	]),
	assigning('by ID', async (world, unique) => ({
		...(await coupon(createNamed)(world, unique)),
		participant: byId(await addPerson(world, unique)),
	})),
	assigning('by code and email', async (world, unique) => {
		const participant = await newPerson(world, unique);
		return { ...(await coupon(createNamed, byCode)(world, unique)), ...participant };
	}),
	assigning('next available', async (world, unique) => {
		// Two codes are generated, because the tests may run the row twice.
		await generate(world, 2, `N${unique.n}-`);
		const participant = byId(await addPerson(world, unique));
		return { sweepstakes: byId(world.main), participant, options: { Prefix: `N${unique.n}-` } };
	}),
	once('unassign', 'POST /codes/unassign', {
		parameters: coupon(createAssigned),
		output: () => item({ Status: 'not-redeemed', PreviousParticipantToken: expect.any(String) }),
		outputAfterLostReply: () => item({ Status: 'not-redeemed' }),
		stored: countCodes(({ ParticipantToken }) => ParticipantToken === null),
	}),
	once('unredeem', 'POST /codes/unredeem', {
		parameters: coupon(createRedeemed),
		output: () => item({ Status: 'not-redeemed', RedemptionDate: null }),
		stored: countCodes(({ Status }) => Status === 'not-redeemed'),
	}),
	row('send', 'POST /codes/send', {
		parameters: coupon(createAssigned, byToken, ({ n }) => ({
			Channel: 'email',
			options: { IdempotencyKey: `message-${n}` },
		})),
		output: () => item({ Channel: 'email', Status: 'queued', skipped: false, Duplicate: false }),
		outputAfterLostReply: () =>
			item({ Channel: 'email', Status: 'delivered', skipped: true, Duplicate: true }),
		stored: ({ codeMessages }, { n }) =>
			count(codeMessages.all(), ({ IdempotencyKey }) => IdempotencyKey === `message-${n}`),
	}),
	row('update', 'POST /codes/update', {
		parameters: coupon(createNamed, byToken, ({ n }) => ({
			updateFields: { NewCode: `N${n}-renamed`, clear: ['Description'], Value: '25', ExternalURL, ...EXPIRY },
		})),
		dates: EXPIRY_DATES,
		output: ({ n }) => item({ CouponCode: `N${n}-renamed`, Value: '25', Description: null }),
		stored: countCodes(({ CouponCode }) => CouponCode.endsWith('-renamed')),
	}),
	row('getSettings', 'POST /codes/settings', {
		parameters: ({ main }) => ({ sweepstakes: byId(main) }),
		output: () => item({ Configured: expect.any(Boolean), CouponCodeLength: expect.any(Number) }),
	}),
	row('updateSettings', 'POST /codes/update-settings', {
		parameters: async ({ api }, { n }) => ({
			sweepstakes: byId(await createSweepstakes({ api }, { Handler: `CODES${n}` })),
			settings: {
				clear: ['CouponThankYouPageMessage'],
				CouponEntryPageRegistration: 3,
				CouponAmoePageRegistration: 1,
				WhatToDoWhenNoCouponCodeIsAvailable: 1,
				CouponCodeType: 2,
				CouponCodeLength: 10,
				CouponCodeCaseSensitive: true,
				DisplayCouponCodeOnConfirmationPage: true,
				SendCouponCodeToParticipantByEmail: true,
				SendCouponCodeToParticipantBySMS: true,
				RejectInvalidCouponCode: true,
				InvalidCouponCodeErrorMessage: 'We do not know this code.',
				CouponRequestFieldLabel: `Code ${n}`,
			},
		}),
		output: ({ n }) => item({ CouponCodeLength: 10, CouponRequestFieldLabel: `Code ${n}` }),
		stored: ({ codeSettings }, { n }) =>
			count(codeSettings.all(), ({ settings }) => settings.CouponRequestFieldLabel === `Code ${n}`),
	}),
	row('add', 'POST /codes/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			Code: `N${n}-added`,
			options: { Description: 'A mug', Value: '10', ExternalURL, ...EXPIRY },
		}),
		dates: EXPIRY_DATES,
		output: ({ n }) =>
			item({ CouponCode: `N${n}-added`, result: 'added', existed: false, CouponToken: expect.any(String) }),
		outputAfterLostReply: ({ n }) => item({ CouponCode: `N${n}-added`, result: 'duplicate', existed: true }),
		stored: countCodes(({ CouponCode }) => CouponCode.endsWith('-added')),
	}),
];
