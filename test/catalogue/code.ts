import type { IDataObject } from 'n8n-workflow';

import { countOf, type Row } from './row';
import { byId } from './world';

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
		stored: ({ codes }, { n }) => countOf(codes.all(), ({ attributes }) => attributes.Description === `Codes ${n}`) / 3,
	},
];
