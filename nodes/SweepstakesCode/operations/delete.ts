import { CODES_PER_DELETION, deleteCodesByToken, type Deletion } from '../api/batches';
import { codeKey, findCodesByKey, findCouponToken, isAssigned, type Code } from '../api/codes';
import { toCodeItem } from '../items';
import { toIdKey } from '../../shared/json';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { deletableCoupon, toCodeKey } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

const OUTCOMES: Record<Deletion, { deleted: boolean | null; reason?: string }> = {
	deleted: { deleted: true },
	skipped: {
		deleted: false,
		reason: 'The code is assigned, redeemed or voided, or the account does not have it.',
	},
	unknown: { deleted: null, reason: 'The service did not say whether it deleted the code.' },
};

export const deleteCode = defineOperation({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a code',
	description:
		'Delete codes that are neither assigned nor redeemed, by text or ID, one per item. The codes are sent together, up to 1,000 per call. If a code cannot be deleted, “deleted” is false and “reason” explains why.',
	fields: [
		{
			displayName: 'This cannot be undone. Assigned, redeemed and voided codes are kept.',
			name: 'deleteNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		deletableCoupon,
	],
	batch: { field: 'coupon', max: CODES_PER_DELETION },
	request: codeKey,
	toRequest: toCodeKey,
	async runBatch(client, requests) {
		const [{ SweepstakesToken }] = requests;
		for (const request of requests)
			if (request.CouponToken !== undefined) await findCouponToken(client, request);
		const texts = requests.flatMap(({ CouponCode }) => CouponCode ?? []);
		const byText = await findCodesByKey(client, SweepstakesToken, 'CouponCode', texts);
		const tokens = requests.map(
			({ CouponToken, CouponCode = '' }) => CouponToken ?? byText.get(CouponCode)?.CouponToken,
		);
		const known = [...new Set(tokens.filter((token) => token !== undefined))];
		const listed = client.isDry
			? await findCodesByKey(client, SweepstakesToken, 'CouponToken', known)
			: new Map<string, Code>();
		const deletionOf = client.isDry
			? (token: string) => predictDeletion(listed.get(toIdKey(token)))
			: known.length > 0
				? await deleteCodesByToken(client, known)
				: undefined;
		return requests.map(({ CouponCode }, index) => {
			const CouponToken = tokens[index];
			if (CouponToken === undefined || !deletionOf)
				return new InputError(
					deletableCoupon.displayName,
					`must be a code of the sweepstakes, but is “${CouponCode}”`,
				);
			const deletion = deletionOf(CouponToken);
			if (deletion === 'skipped') client.hints.skip('the column “reason” says why');
			const { deleted, ...why } = OUTCOMES[deletion];
			const code = listed.get(toIdKey(CouponToken));
			return {
				deleted: client.isDry ? false : deleted,
				...(CouponCode && { CouponCode }),
				CouponToken,
				...(code && toCodeItem(code, { simplify: true })),
				reason: null,
				...why,
			};
		});
	},
});

/** Predicts whether the service would delete a code. */
function predictDeletion(code: Code | undefined): Deletion {
	return code?.Status === 'not-redeemed' && !isAssigned(code) ? 'deleted' : 'skipped';
}
