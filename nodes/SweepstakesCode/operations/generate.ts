import { codeLength } from '../api/codes';
import {
	findAvailableCodes,
	codeQuantity,
	CODES_PER_CALL,
	codesOfOneDay,
	generateCodes,
} from '../api/generated';
import type { Client } from '../../shared/client/client';
import { REHEARSED_ID } from '../../shared/client/dry-run';
import { throwWith } from '../../shared/client/failures';
import { type Json, toText } from '../../shared/json';
import { toLimits } from '../../shared/n8n/common-fields';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import type { ExistenceCheck } from '../../shared/n8n/operation/find-or-create';
import { sweepstakes } from '../../Sweepstakes/picker';
import { z } from '../../shared/zod';
import { description, expirationDate, expirationTime, externalUrl, value } from '../fields';

const severalItems = {
	displayName: 'When Several Items Come In',
	name: 'severalItems',
	type: 'options',
	options: [
		{
			name: 'Generate Once',
			value: 'once',
			description:
				'If several items have the same settings, generates codes only once for them. “Include Input Fields” then has no effect.',
		},
		{
			name: 'Generate for Each Item',
			value: 'each',
			description: 'Generates once per item. “Top Up to Quantity” must be off.',
		},
	],
	default: 'once',
	description: 'If several items come in: whether to generate once for all or for each item',
} as const satisfies Field;

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
				'How many available codes the sweepstakes should have or, if “Top Up to Quantity” is off, how many to add. A sweepstakes can get up to 50,000 codes in 24 hours. The node makes one call per 5,000 codes. If a call fails, the codes of earlier calls are kept.',
		},
		{
			displayName: 'Top Up to Quantity',
			name: 'topUp',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the codes that are still available and generate only as many as are missing. A code is available if it is not assigned, redeemed or expired, and has the same prefix, length, characters, suffix, value, external URL and expiration. The output column “existed” tells which codes were already there.',
		},
		{
			displayName: 'Length',
			name: 'Length',
			type: 'number',
			typeOptions: toLimits(codeLength),
			default: 8,
			required: true,
			description:
				'How many random characters each code has, from 4 to 20. Including prefix and suffix, a code can have up to 20 characters. If the length is too short for the quantity, the item fails: at most half of all possible codes can exist.',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description:
				'Whether to return one item per code. If off, each call returns one item with all its codes.',
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
						'Whether to mark this call as made by a command-line tool. The service ignores the mark.',
				},
				{
					displayName: 'Called From MCP',
					name: 'CalledFromMCP',
					type: 'boolean',
					default: false,
					description:
						'Whether to mark this call as made by an AI client through MCP. The service ignores the mark.',
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
						'The letters in alphanumeric codes: uppercase (Upper), lowercase (Lower) or both (Mixed)',
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
						'Text before the random characters: letters, digits, hyphens and underscores. Spaces are removed.',
				},
				{
					displayName: 'Suffix',
					name: 'Suffix',
					type: 'string',
					default: '',
					placeholder: 'e.g. -2027',
					description:
						'Text after the random characters: letters, digits, hyphens and underscores. Spaces are removed.',
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
					description: 'The random characters: letters and digits (Alphanumeric), or digits only (Numeric)',
				},
				value,
				severalItems,
			],
		},
	],
	request: z.object({ topUp: z.boolean(), codes: codesOfOneDay }),
	toRequest: ({
		sweepstakes: SweepstakesToken,
		Quantity,
		topUp,
		Length,
		options: { severalItems: _, ...options },
	}) => ({
		topUp,
		codes: { SweepstakesToken, Quantity, Length, ...options },
	}),
	onceFor: 'codes',
	existing: ({
		client,
		request: { topUp, codes },
		parameters: { simplify },
	}): ExistenceCheck<readonly Json[]> => {
		const keys = [`codes ${codes.SweepstakesToken}`];
		if (!topUp) return { keys };
		return {
			keys,
			recordKey: JSON.stringify(codes),
			reason: 'enough codes are available. To generate more, turn off “Top Up to Quantity”',
			find: async () => await findAvailableCodes(client, codes).catch(throwWith(NOTHING_DONE)),
			toItems(Codes) {
				hintIfReturnedAgain(client, codes.SweepstakesToken, Codes);
				const found = { SweepstakesToken: codes.SweepstakesToken, Codes };
				return simplify ? toItems(found) : [found];
			},
			isEnough: (existing) => existing.length === codes.Quantity,
		};
	},
	async *run({ client, request: { codes, topUp }, parameters: { simplify }, existing = [], earlier }) {
		const { Quantity, ...kind } = codes;
		const returned = getReturned(client, codes.SweepstakesToken);
		if (client.isRehearsal) {
			const Codes = inventCodes(codes, Quantity - existing.length);
			if (topUp) hintIfReturnedAgain(client, codes.SweepstakesToken, Codes);
			return yield toItems({ ...kind, Codes });
		}
		let before = earlier?.before;
		for (let made = existing.length; made < Quantity; made += CODES_PER_CALL) {
			const request = { ...kind, Quantity: Math.min(CODES_PER_CALL, Quantity - made) };
			const toGenerated = ({ Data, Telemetry }: z.output<typeof generateCodes.reply>) => {
				before = before && [...before, ...Data.Codes];
				for (const { CouponCode } of Data.Codes) returned.add(CouponCode);
				return simplify ? toItems(Data) : { ...Data, Telemetry };
			};
			yield client.callForItems(generateCodes, request, toGenerated, {
				before,
				hasTwin: earlier?.hasTwin || made > existing.length,
			});
		}
	},
});

/** Returns the codes of a sweepstakes that items of this run have got. */
function getReturned({ memory }: Client, sweepstakesToken: string): Set<unknown> {
	return memory.getOrCreate(`codes of ${sweepstakesToken}`, () => new Set<unknown>());
}

/** Adds a hint if an earlier item of this run has got one of these codes, too, so that two people could get it. */
function hintIfReturnedAgain(client: Client, sweepstakesToken: string, codes: readonly Json[]): void {
	const returned = getReturned(client, sweepstakesToken);
	if (codes.some(({ CouponCode }) => returned.has(CouponCode))) client.hints.add(RETURNED_AGAIN);
	for (const { CouponCode } of codes) returned.add(CouponCode);
}

const RETURNED_AGAIN =
	'Several items got the same codes, because “Top Up to Quantity” returns the available codes to each of them. To get other codes for each item, turn it off, and set “Options › When Several Items Come In” to “Generate for Each Item”.';

/** Returns codes such as SUMMER-00000001 for a rehearsal, so that the next nodes can be tried. */
function inventCodes(
	{ Length, Prefix = '', Suffix = '' }: z.output<typeof codesOfOneDay>,
	count: number,
): Json[] {
	return Array.from({ length: count }, (_, index) => {
		const number = toText(index + 1).padStart(Length, '0');
		return { CouponCode: `${Prefix}${number}${Suffix}`, CouponToken: REHEARSED_ID };
	});
}

const NOTHING_DONE = 'No codes were generated for this item, because the existing codes could not be read.';

function toItems({
	SweepstakesToken,
	Codes,
}: {
	SweepstakesToken?: string;
	Codes: readonly object[];
}): object[] {
	return Codes.map((code) => ({ ...code, SweepstakesToken }));
}
