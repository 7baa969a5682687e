import { codeLength } from '../api/codes';
import { availableCodes, codeQuantity, CODES_PER_CALL, codesOfOneDay, generateCodes } from '../api/generated';
import { idKey } from '../../shared/api/ids';
import { toLimits } from '../../shared/fields/limitsOf';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { z } from '../../shared/zod';
import { description, expirationDate, expirationTime, externalUrl, value } from '../fields';

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
			typeOptions: toLimits(codeQuantity),
			default: 100,
			required: true,
			description:
				'How many codes to generate, or to have with “Only Up To This Quantity”. A sweepstakes can get up to 50,000 in 24 hours. More than 5,000 need several calls. If one of them fails, the codes of the calls before it exist.',
		},
		{
			displayName: 'Only Up To This Quantity',
			name: 'onlyUpTo',
			type: 'boolean',
			default: false,
			description:
				'Whether to generate only the codes that are missing. Codes that can still be handed out count if they have the same prefix, length, characters, suffix and value. They come out, too. Sets existed to true or false.',
		},
		{
			displayName: 'Length',
			name: 'Length',
			type: 'number',
			typeOptions: toLimits(codeLength),
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
						'The letters in the codes: uppercase (Upper), lowercase (Lower) or both (Mixed). Numeric codes have no letters.',
				},
				description,
				expirationDate,
				expirationTime,
				externalUrl,
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
				value,
			],
		},
	],
	request: z.object({ onlyUpTo: z.boolean(), codes: codesOfOneDay }),
	toRequest: ({ sweepstakes: SweepstakesToken, Quantity, onlyUpTo, Length, options }) => ({
		onlyUpTo,
		codes: { SweepstakesToken, Quantity, Length, ...options },
	}),
	async *run({ service, request: { onlyUpTo, codes }, parameters, run }) {
		const { Quantity: wanted, ...each } = codes;
		const generateMissing = async function* (existing: readonly object[] = []) {
			for (let made = existing.length; made < wanted; made += CODES_PER_CALL) {
				const request = { ...each, Quantity: Math.min(CODES_PER_CALL, wanted - made) };
				yield* await service.callForItems(generateCodes, request, ({ Data, Telemetry }) =>
					parameters.simplify ? toItems(Data) : { ...Data, Telemetry },
				);
			}
		};
		if (!onlyUpTo) {
			yield* generateMissing();
			return;
		}
		const { SweepstakesToken } = each;
		yield* lookFirst(service, run, {
			keys: [`codes ${idKey(SweepstakesToken)}`],
			like: JSON.stringify(codes),
			reason: 'enough codes can be handed out',
			find: async () => await availableCodes(service, each, wanted),
			toItems: (Codes) =>
				parameters.simplify ? toItems({ SweepstakesToken, Codes }) : [{ SweepstakesToken, Codes }],
			isEnough: (existing) => existing.length === wanted,
			write: generateMissing,
		});
	},
});

function toItems({
	SweepstakesToken,
	Codes,
}: {
	SweepstakesToken?: string;
	Codes: readonly object[];
}): object[] {
	return Codes.map((code) => ({ ...code, SweepstakesToken }));
}
