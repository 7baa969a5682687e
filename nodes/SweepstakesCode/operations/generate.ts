import { sweepstakes } from '../../shared/fields/sweepstakes';
import { date, time, uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

/** The most codes of one call, and of one sweepstakes in 24 hours (specification, Limits). */
const CODES_PER_CALL = 5_000;
const CODES_PER_DAY = 50_000;

/** Different characters by type and case (specification, POST /codes/generate, rule 3). */
const CHARACTERS = { upper: 36, lower: 36, mixed: 62 };

const affix = z
	.string()
	.transform((text) => text.replace(/\s/g, ''))
	.pipe(
		z.string().regex(/^[A-Za-z0-9_-]*$/, {
			message: 'must consist of letters, digits, hyphens and underscores',
		}),
	);

const generated = z.object({
	Data: z.object({
		SweepstakesToken: z.string().optional(),
		Codes: z.array(z.object({}).passthrough()),
	}),
});

export const generate = defineOperation({
	name: 'Generate',
	value: 'generate',
	action: 'Generate codes',
	description: 'Generate unique random codes (coupons) for a sweepstakes, up to 50,000 in 24 hours',
	fields: [
		sweepstakes,
		{
			displayName: 'Quantity',
			name: 'Quantity',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: CODES_PER_DAY, numberPrecision: 0 },
			default: 100,
			required: true,
			description:
				'How many codes to generate. A sweepstakes can get up to 50,000 in 24 hours. More than 5,000 need several calls. If one of them fails, the codes of the calls before it exist.',
		},
		{
			displayName: 'Length',
			name: 'Length',
			type: 'number',
			typeOptions: { minValue: 4, maxValue: 20, numberPrecision: 0 },
			default: 8,
			required: true,
			description:
				'How many random characters each code has, from 4 to 20. With prefix and suffix, a code has at most 20 characters. At most half of all possible codes may be in use.',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item for each code instead of one item for each call, with all its codes',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Called From CLI',
					name: 'CalledFromCLI',
					type: 'boolean',
					default: false,
					description:
						'Whether to mark the call as made from a command line (CLI). The service ignores this.',
				},
				{
					displayName: 'Called From MCP',
					name: 'CalledFromMCP',
					type: 'boolean',
					default: false,
					description: 'Whether to mark the call as made by an AI client (MCP). The service ignores this.',
				},
				{
					displayName: 'Case',
					name: 'Case',
					type: 'options',
					options: [
						{ name: 'Lower', value: 'lower' },
						{ name: 'Mixed', value: 'mixed' },
						{ name: 'Upper', value: 'upper' },
					],
					default: 'upper',
					description:
						'The letters in the codes: capitals (Upper), small letters (Lower) or both (Mixed). Numeric codes have no letters.',
				},
				{
					displayName: 'Description',
					name: 'Description',
					type: 'string',
					default: '',
					description: 'A text kept with every code, up to 5000 characters',
				},
				{
					displayName: 'Expiration Date',
					name: 'ExpirationDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The last day on which the codes are valid, today or later',
				},
				{
					displayName: 'Expiration Time',
					name: 'ExpirationTime',
					type: 'string',
					default: '',
					placeholder: 'e.g. 23:59',
					description: 'The time until which the codes are valid on that day, from 00:00 to 23:59',
				},
				{
					displayName: 'External URL',
					name: 'ExternalURL',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/redeem',
					description: 'A link kept with every code. It begins with https:// and has up to 500 characters.',
				},
				{
					displayName: 'Prefix',
					name: 'Prefix',
					type: 'string',
					default: '',
					placeholder: 'e.g. SUMMER-',
					description:
						'Added before the random characters: letters, digits, hyphens and underscores. Spaces are removed.',
				},
				{
					displayName: 'Suffix',
					name: 'Suffix',
					type: 'string',
					default: '',
					placeholder: 'e.g. -2027',
					description:
						'Added after the random characters: letters, digits, hyphens and underscores. Spaces are removed.',
				},
				{
					displayName: 'Type',
					name: 'Type',
					type: 'options',
					options: [
						{ name: 'Alphanumeric', value: 'alphanumeric' },
						{ name: 'Numeric', value: 'numeric' },
					],
					default: 'alphanumeric',
					description: 'The random characters: letters and digits (Alphanumeric) or only digits (Numeric)',
				},
				{
					displayName: 'Value',
					name: 'Value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 25',
					description: 'What a code is worth, up to 10 characters. It is kept with every code.',
				},
			],
		},
	],
	request: z
		.object({
			SweepstakesToken: uuid,
			Quantity: z.number().int().min(1).max(CODES_PER_DAY),
			Length: z.number().int().min(4).max(20),
			Type: z.enum(['alphanumeric', 'numeric']).optional(),
			Case: z.enum(['upper', 'lower', 'mixed']).optional(),
			Prefix: affix.optional(),
			Suffix: affix.optional(),
			Description: z.string().max(5_000).optional(),
			Value: z.string().max(10).optional(),
			ExternalURL: z
				.string()
				.max(500)
				.regex(/^https:\/\/\S+$/, { message: 'must be a link that begins with https://' })
				.optional(),
			ExpirationDate: date.optional(),
			ExpirationTime: time.optional(),
			CalledFromMCP: z.boolean().optional(),
			CalledFromCLI: z.boolean().optional(),
		})
		.refine(({ Prefix = '', Length, Suffix = '' }) => Prefix.length + Length + Suffix.length <= 20, {
			path: ['Length'],
			message: 'must leave room for “Prefix” and “Suffix” (at most 20 characters together)',
		})
		.refine(
			({ Quantity, Length, Type, Case = 'upper' }) =>
				Quantity <= (Type === 'numeric' ? 10 : CHARACTERS[Case]) ** Length / 2,
			{
				path: ['Length'],
				message: 'must be higher for this quantity (at most half of all possible codes may be in use)',
			},
		),
	toRequest: ({ sweepstakes: SweepstakesToken, Quantity, Length, options }) => ({
		SweepstakesToken,
		Quantity,
		Length,
		...options,
	}),
	async *run(service, { Quantity: wanted, ...each }, { simplify }) {
		for (let made = 0; made < wanted; made += CODES_PER_CALL) {
			const answer = await service.call({
				endpoint: 'POST /codes/generate',
				body: { ...each, Quantity: Math.min(CODES_PER_CALL, wanted - made) },
				// Sent twice, there are twice as many codes, and the day's allowance shrinks twice.
				repeatable: {
					no: `Before you generate more codes, check in your account which codes were generated last. The API documentation shows no way to list them. Codes that came out before this call are not affected.`,
				},
			});
			const reply = generated.safeParse(answer);
			if (!simplify || !reply.success) {
				yield answer;
				continue;
			}
			const { SweepstakesToken, Codes } = reply.data.Data;
			for (const code of Codes) yield { SweepstakesToken, ...code };
		}
	},
});
