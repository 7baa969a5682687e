import type { IDataObject } from 'n8n-workflow';

import type { Code as CodeRecord } from '../../sandbox/records';
import type { Store } from '../../sandbox/store';
import { createSweepstakes } from '../../tools/sandbox';
import { addPerson, emailOf } from './people';
import { countOf, item, type Row, type Unique } from './row';
import { byId, type World } from './world';

interface Code {
	CouponToken: string;
	CouponCode: string;
}

async function generate({ api, main }: World, Quantity = 1, Prefix = ''): Promise<Code[]> {
	const request = { SweepstakesToken: main, Quantity, Length: 10, Prefix };
	return (await api<{ Data: { Codes: Code[] } }>('/codes/generate', request)).Data.Codes;
}

/** @returns a new code that `codesOf` recognizes */
async function named(world: World, { n }: Unique): Promise<Code> {
	const [one] = await generate(world, 1, `N${n}-`);
	return one!;
}

/** @returns the token of a code held by a new participant */
async function assigned(world: World, unique: Unique): Promise<string> {
	const { CouponToken } = await named(world, unique);
	await world.api('/codes/assign', { CouponToken, ParticipantToken: await addPerson(world, unique) });
	return CouponToken;
}

/** The number of the row's codes that meet a condition. */
const codesOf =
	(isDone: (one: CodeRecord) => boolean) =>
	({ codes }: Store, { n }: Unique) =>
		countOf(codes.all(), (one) => one.CouponCode.startsWith(`N${n}-`) && isDone(one));

const byCode = ({ CouponCode }: Code) => ({ __rl: true, mode: 'CouponCode', value: CouponCode });

/** The ways to pick a code. */
const BOTH_WAYS = [
	['by ID', ({ CouponToken }: Code) => byId(CouponToken)],
	['by code', byCode],
] as const;

export const code: Row[] = [
	{
		operation: 'generate',
		endpoint: 'POST /codes/generate',
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
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2099-01-01',
				ExpirationTime: '23:59',
				CalledFromMCP: true,
				CalledFromCLI: true,
			},
		}),
		dates: { ExpirationDate: 'date', ExpirationTime: 'time' },
		output: () =>
			Array.from(
				{ length: 3 },
				() => expect.objectContaining({ CouponCode: expect.stringMatching(/^A-.{10}-Z$/) }) as IDataObject,
			),
		withoutReply: 'confirms',
		stored: ({ codes }, { n }) =>
			countOf(codes.all(), ({ attributes }) => attributes.Description === `Codes ${n}`) / 3,
	},
	{
		operation: 'generate',
		variant: 'topped up',
		endpoint: 'POST /codes/generate',
		parameters: async (world, { n }) => {
			await generate(world, 1, `U${n}-`);
			return { sweepstakes: byId(world.main), Quantity: 3, Length: 10, options: { Prefix: `U${n}-` } };
		},
		output: () =>
			[true, false, false].flatMap((existed) => item({ CouponCode: expect.any(String), existed })),
		withoutReply: 'confirms',
		stored: ({ codes }, { n }) =>
			(countOf(codes.all(), ({ CouponCode }) => CouponCode.startsWith(`U${n}-`)) - 1) / 2,
	},
	{
		operation: 'getStats',
		endpoint: 'POST /codes/stats',
		parameters: ({ main }) => ({ sweepstakes: byId(main) }),
		output: () => item({ Total: expect.any(Number), Available: expect.any(Number) }),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /codes/fetch',
		parameters: async (world, { n }) => {
			await generate(world, 2, `M${n}-`);
			return {
				sweepstakes: byId(world.main),
				limit: 100,
				filters: { Search: `m${n}-`, Filter: 'available' },
				sort: { SortBy: 'CouponCode', SortDesc: true },
			};
		},
		output: ({ n }) =>
			Array.from({ length: 2 }, () => item({ CouponCode: expect.stringMatching(`^M${n}-`) })).flat(),
	},
	...BOTH_WAYS.map(([variant, picked]): Row => ({
		operation: 'get',
		variant,
		endpoint: 'POST /codes/single',
		parameters: async (world) => ({
			sweepstakes: byId(world.main),
			coupon: picked((await generate(world))[0]!),
		}),
		output: () => item({ CouponCode: expect.any(String), Status: 'not-redeemed', AssignedTo: null }),
	})),
	{
		operation: 'assign',
		variant: 'by ID',
		endpoint: 'POST /codes/assign',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: byId((await named(world, unique)).CouponToken),
			participant: byId(await addPerson(world, unique)),
		}),
		output: () => item({ Status: 'not-redeemed', ParticipantToken: expect.any(String) }),
		withoutReply: 'confirms',
		stored: codesOf(({ ParticipantToken }) => ParticipantToken !== null),
	},
	{
		operation: 'assign',
		variant: 'by code and email',
		endpoint: 'POST /codes/assign',
		parameters: async (world, unique) => {
			await addPerson(world, unique);
			return {
				sweepstakes: byId(world.main),
				coupon: byCode(await named(world, unique)),
				participant: { __rl: true, mode: 'KeyEmail', value: emailOf(unique) },
			};
		},
		output: () => item({ Status: 'not-redeemed', ParticipantToken: expect.any(String) }),
		withoutReply: 'confirms',
		stored: codesOf(({ ParticipantToken }) => ParticipantToken !== null),
	},
	{
		operation: 'assign',
		variant: 'next available',
		endpoint: 'POST /codes/assign',
		parameters: async (world, unique) => {
			// A later run needs one, too.
			await generate(world, 2, `N${unique.n}-`);
			return {
				sweepstakes: byId(world.main),
				participant: byId(await addPerson(world, unique)),
				options: { Prefix: `N${unique.n}-` },
			};
		},
		output: ({ n }) => item({ CouponCode: expect.stringMatching(`^N${n}-`), Status: 'not-redeemed' }),
		withoutReply: 'confirms',
		stored: codesOf(({ ParticipantToken }) => ParticipantToken !== null),
	},
	{
		operation: 'unassign',
		endpoint: 'POST /codes/unassign',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: byId(await assigned(world, unique)),
		}),
		output: () => item({ Status: 'not-redeemed', PreviousParticipantToken: expect.any(String) }),
		outputAfterLostReply: () => item({ Status: 'not-redeemed' }),
		withoutReply: 'confirms',
		stored: codesOf(({ ParticipantToken }) => ParticipantToken === null),
	},
	...BOTH_WAYS.map(([variant, picked]): Row => ({
		operation: 'redeem',
		variant,
		endpoint: 'POST /codes/redeem',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: picked(await named(world, unique)),
		}),
		output: () => item({ Status: 'redeemed', RedemptionDate: expect.any(String) }),
		withoutReply: 'confirms',
		undecidable: true,
		stored: codesOf(({ Status }) => Status === 'redeemed'),
	})),
	{
		operation: 'unredeem',
		endpoint: 'POST /codes/unredeem',
		parameters: async (world, unique) => {
			const { CouponToken } = await named(world, unique);
			await world.api('/codes/redeem', { CouponToken });
			return { sweepstakes: byId(world.main), coupon: byId(CouponToken) };
		},
		output: () => item({ Status: 'not-redeemed', RedemptionDate: null }),
		withoutReply: 'confirms',
		stored: codesOf(({ Status }) => Status === 'not-redeemed'),
	},
	{
		operation: 'send',
		endpoint: 'POST /codes/send',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: byId(await assigned(world, unique)),
			Channel: 'email',
			options: { IdempotencyKey: `message-${unique.n}` },
		}),
		output: () => item({ Channel: 'email', Status: 'queued', skipped: false, Duplicate: false }),
		outputAfterLostReply: () =>
			item({ Channel: 'email', Status: 'delivered', skipped: false, Duplicate: true }),
		stored: ({ codeMessages }, { n }) =>
			countOf(codeMessages.all(), ({ IdempotencyKey }) => IdempotencyKey === `message-${n}`),
	},
	{
		operation: 'update',
		endpoint: 'POST /codes/update',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: byId((await named(world, unique)).CouponToken),
			updateFields: {
				NewCode: `N${unique.n}-renamed`,
				clear: ['Description'],
				Value: '25',
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2099-01-01',
				ExpirationTime: '23:59',
			},
		}),
		dates: { ExpirationDate: 'date', ExpirationTime: 'time' },
		output: ({ n }) => item({ CouponCode: `N${n}-renamed`, Value: '25', Description: null }),
		stored: codesOf(({ CouponCode }) => CouponCode.endsWith('-renamed')),
	},
	{
		operation: 'getSettings',
		endpoint: 'POST /codes/settings',
		parameters: ({ main }) => ({ sweepstakes: byId(main) }),
		output: () => item({ Configured: expect.any(Boolean), CouponCodeLength: expect.any(Number) }),
	},
	{
		operation: 'updateSettings',
		endpoint: 'POST /codes/update-settings',
		parameters: async ({ api }, { n }) => ({
			sweepstakes: byId(await createSweepstakes({ api }, { Handler: `CODES${n}` })),
			settings: {
				clear: ['CouponThankYouPageMessage'],
				CouponEntryPageRegistration: 3,
				CouponAmoePageRegistration: 1,
				WhatToDoWhenNoCouponCodeIsAvailable: 1,
				CouponCodeType: 2,
				CouponCodeLength: 10,
				DisplayCouponCodeOnConfirmationPage: true,
				SendCouponCodeToParticipantByEmail: true,
				SendCouponCodeToParticipantBySMS: true,
				RejectInvalidCouponCode: true,
				CouponCodeCaseSensitive: true,
				InvalidCouponCodeErrorMessage: 'We do not know this code.',
				CouponRequestFieldLabel: `Code ${n}`,
			},
		}),
		output: ({ n }) => item({ CouponCodeLength: 10, CouponRequestFieldLabel: `Code ${n}` }),
		stored: ({ codeSettings }, { n }) =>
			countOf(codeSettings.all(), ({ settings }) => settings.CouponRequestFieldLabel === `Code ${n}`),
	},
	{
		operation: 'add',
		endpoint: 'POST /codes/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			Code: `N${n}-added`,
			options: {
				Description: 'A mug',
				Value: '10',
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2099-01-01',
				ExpirationTime: '23:59',
			},
		}),
		dates: { ExpirationDate: 'date', ExpirationTime: 'time' },
		output: ({ n }) =>
			item({ CouponCode: `N${n}-added`, result: 'added', existed: false, CouponToken: expect.any(String) }),
		// Unknown, because the list does not answer either.
		outputAfterLostReply: ({ n }) =>
			item({ CouponCode: `N${n}-added`, result: expect.stringMatching(/^(added|unknown)$/) }),
		stored: codesOf(({ CouponCode }) => CouponCode.endsWith('-added')),
	},
	...BOTH_WAYS.map(([variant, picked]): Row => ({
		operation: 'delete',
		variant,
		endpoint: 'POST /codes/delete',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			coupon: picked(await named(world, unique)),
		}),
		output: () => item({ deleted: true, CouponToken: expect.any(String) }),
		outputAfterLostReply: () => item({ deleted: null, CouponToken: expect.any(String) }),
		stored: (store, unique) => 1 - codesOf(() => true)(store, unique),
	})),
];
