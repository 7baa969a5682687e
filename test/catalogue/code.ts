import type { IDataObject } from 'n8n-workflow';

import { countOf, item, type Row } from './row';
import { byId, type World } from './world';

interface Code {
	CouponToken: string;
	CouponCode: string;
}

/** @returns new codes of the sweepstakes that rows change */
async function generate({ api, main }: World, Quantity = 1, Prefix = ''): Promise<Code[]> {
	const request = { SweepstakesToken: main, Quantity, Length: 10, Prefix };
	return (await api<{ Data: { Codes: Code[] } }>('/codes/generate', request)).Data.Codes;
}

export const code: Row[] = [
	{
		operation: 'generate',
		endpoint: 'POST /codes/generate',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
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
		withoutReply: 'stops',
		stored: ({ codes }, { n }) =>
			countOf(codes.all(), ({ attributes }) => attributes.Description === `Codes ${n}`) / 3,
	},
	{
		operation: 'getStats',
		endpoint: 'POST /codes/stats',
		parameters: ({ main }) => ({ sweepstakes: byId(main) }),
		output: () => item({ Total: expect.any(Number), Available: expect.any(Number) }),
		withoutReply: 'repeats',
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
		withoutReply: 'repeats',
	},
	{
		operation: 'get',
		variant: 'by ID',
		endpoint: 'POST /codes/single',
		parameters: async (world) => ({
			sweepstakes: byId(world.main),
			coupon: byId((await generate(world))[0]!.CouponToken),
		}),
		output: () => item({ CouponCode: expect.any(String), Status: 'not-redeemed', AssignedTo: null }),
		withoutReply: 'repeats',
	},
	{
		operation: 'get',
		variant: 'by code',
		endpoint: 'POST /codes/single',
		parameters: async (world) => ({
			sweepstakes: byId(world.main),
			coupon: { __rl: true, mode: 'CouponCode', value: (await generate(world))[0]!.CouponCode },
		}),
		output: () => item({ CouponCode: expect.any(String), Status: 'not-redeemed', AssignedTo: null }),
		withoutReply: 'repeats',
	},
];
