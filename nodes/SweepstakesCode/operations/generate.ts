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
	description: 'Make unique random codes (coupons) in a sweepstakes, any number up to 50,000 a day',
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
				'How many codes, from 1 to 50,000, which is what a sweepstakes may get in 24 hours. More than 5,000 are made in several calls: if one fails, the codes of those before exist.',
		},
		{
			displayName: 'Length',
			name: 'Length',
			type: 'number',
			typeOptions: { minValue: 4, maxValue: 20, numberPrecision: 0 },
			default: 8,
			required: true,
			description:
				'Random characters per code, from 4 to 20. Prefix, random characters and suffix have at most 20 together. At most half of the possible codes may be in use.',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item for each code instead of the answer of each call with all its codes',
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
					description: 'Whether to mark the call as made from a command line; the service ignores it',
				},
				{
					displayName: 'Called From MCP',
					name: 'CalledFromMCP',
					type: 'boolean',
					default: false,
					description: 'Whether to mark the call as made by an MCP client; the service ignores it',
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
					description: 'Of the letters, by default upper; no effect on numeric codes',
				},
				{
					displayName: 'Description',
					name: 'Description',
					type: 'string',
					default: '',
					description: 'Kept with every code, up to 5000 characters',
				},
				{
					displayName: 'Expiration Date',
					name: 'ExpirationDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description: 'The last day on which the codes are good, not in the past',
				},
				{
					displayName: 'Expiration Time',
					name: 'ExpirationTime',
					type: 'string',
					default: '',
					placeholder: 'e.g. 23:59',
					description: 'Until when they are good on that day, in 24 hours',
				},
				{
					displayName: 'External URL',
					name: 'ExternalURL',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/redeem',
					description: 'A link kept with every code; begins with https://, up to 500 characters',
				},
				{
					displayName: 'Prefix',
					name: 'Prefix',
					type: 'string',
					default: '',
					placeholder: 'e.g. SUMMER-',
					description:
						'Put before the random characters: letters, digits, hyphens and underscores; spaces are removed',
				},
				{
					displayName: 'Suffix',
					name: 'Suffix',
					type: 'string',
					default: '',
					placeholder: 'e.g. -2027',
					description:
						'Put behind the random characters: letters, digits, hyphens and underscores; spaces are removed',
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
					description: 'What the random characters are, by default alphanumeric',
				},
				{
					displayName: 'Value',
					name: 'Value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 25',
					description: 'What a code is worth, kept with every code; up to 10 characters',
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
			message: 'must leave “Prefix” and “Suffix” room: the three have at most 20 characters together',
		})
		.refine(
			({ Quantity, Length, Type, Case = 'upper' }) =>
				Quantity <= (Type === 'numeric' ? 10 : CHARACTERS[Case]) ** Length / 2,
			{
				path: ['Length'],
				message: 'must be longer for so many codes: at most half of the possible codes may be in use',
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
					no: `Look in your account which codes were generated last before you generate more: the API has no way to list them. Codes that came out before this call are not affected.`,
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
