import { codeKey, explainCase, findCouponToken } from '../api/codes';
import { redeemCode } from '../api/changes';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { redeemableCoupon, toCodeKey } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toChangedCodeItem } from '../items';

export const redeem = defineOperation({
	name: 'Redeem',
	value: 'redeem',
	action: 'Redeem a code',
	description:
		'Redeem a code, by its text or ID. If it was redeemed before, the item fails, and the error says when. The API documentation does not say whether expired codes are rejected.',
	fields: [sweepstakes, redeemableCoupon, simplify],
	request: codeKey,
	toRequest: toCodeKey,
	async *run({ client, request, parameters }) {
		// Checks that an ID chosen by an AI model belongs to the sweepstakes. A code's text needs no check, because the
		// service searches only this sweepstakes for it.
		if (request.CouponToken !== undefined) await findCouponToken(client, request);
		const redeeming = client.callForItems(redeemCode, request, ({ Data }) =>
			toChangedCodeItem(Data, parameters),
		);
		yield* await explainCase(client, request, redeeming);
	},
});
