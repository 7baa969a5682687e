import { codeKey, findCouponToken } from '../api/codes';
import { unredeemCode } from '../api/changes';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { redeemedCoupon, toCodeKey } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toChangedCodeItem } from '../items';

export const unredeem = defineOperation({
	name: 'Unredeem',
	value: 'unredeem',
	action: 'Undo the redemption of a code',
	description:
		'Undo the redemption of a code, by its text or ID, so that it can be redeemed again. A participant who holds the code keeps it.',
	fields: [
		{
			displayName: 'The date and time of the redemption are lost.',
			name: 'unredeemNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		redeemedCoupon,
		simplify,
	],
	request: codeKey,
	toRequest: toCodeKey,
	async *run({ client, request, parameters, itemCount }) {
		const CouponToken = await findCouponToken(client, request, itemCount);
		yield* await client.callForItems(unredeemCode, { CouponToken }, ({ Data }) =>
			toChangedCodeItem(Data, parameters),
		);
	},
});
