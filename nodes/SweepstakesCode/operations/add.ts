import { addToSweepstakes, CODES_PER_ADDITION, codeToAdd } from '../api/batches';
import { REHEARSED_ID } from '../../shared/client/dry-run';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { description, expirationDate, expirationTime, externalUrl, value } from '../fields';

/** The outcome for each code in a rehearsal. */
const REHEARSED = { result: 'added', CouponToken: REHEARSED_ID } as const;

export const add = defineOperation({
	name: 'Add',
	value: 'add',
	action: 'Add a code',
	description:
		'Add codes that you already have, one per item. Items that differ only in their codes are sent together, up to 100 per call. In the output, “result” is “added”, “duplicate” or “invalid”, and “existed” tells whether the sweepstakes already had the code. If a call is repeated after a broken connection, the codes that it added the first time also count as “duplicate”. The output also has the IDs of codes that already existed. If the sweepstakes has very many codes, only 20 of these IDs are looked up per call.',
	fields: [
		sweepstakes,
		{
			displayName: 'Code',
			name: 'Code',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. SUMMER-1A2B3C4D',
			description:
				'1 to 20 letters, digits, hyphens and underscores. Spaces are removed. Codes are case-sensitive.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [description, expirationDate, expirationTime, externalUrl, value],
		},
	],
	batch: { field: 'Code', max: CODES_PER_ADDITION },
	request: codeToAdd,
	toRequest: ({ sweepstakes: SweepstakesToken, Code, options }) => ({ SweepstakesToken, Code, ...options }),
	async runBatch(client, requests) {
		const [{ Code: _, ...shared }] = requests;
		const codes = requests.map(({ Code }) => Code);
		const addition = { ...shared, Codes: [...new Set(codes)] };
		const additionOf = client.isRehearsal ? () => REHEARSED : await addToSweepstakes(client, addition);
		return codes.map((CouponCode, index) => {
			const { result, CouponToken } = additionOf(CouponCode);
			const isRepeated = codes.indexOf(CouponCode) < index;
			const outcome = isRepeated && result === 'added' ? 'duplicate' : result;
			if (outcome === 'duplicate') client.hints.skip('already in the sweepstakes');
			if (outcome === 'invalid') client.hints.skip('not accepted by the service');
			return {
				CouponCode,
				result: outcome,
				existed: outcome && outcome === 'duplicate',
				CouponToken,
				SweepstakesToken: shared.SweepstakesToken,
			};
		});
	},
});
