import { codeKey, findCouponToken } from '../api/codes';
import { unassignCode } from '../api/changes';
import { pickKeys } from '../../shared/n8n/output/keys';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { assignedCoupon, toCodeKey } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const unassign = defineOperation({
	name: 'Unassign',
	value: 'unassign',
	action: 'Take back a code from its participant',
	description:
		'Take a code (found by its text or ID) back from the participant who holds it, so that it can be assigned again',
	fields: [
		{
			displayName:
				'If the code was redeemed, this undoes the redemption: its date and time are lost, and the code can be redeemed again.',
			name: 'unassignNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		assignedCoupon,
	],
	request: codeKey,
	toRequest: toCodeKey,
	async *run({ client, request, itemCount }) {
		const CouponToken = await findCouponToken(client, request, itemCount);
		yield* await client.callForItems(unassignCode, { CouponToken }, ({ Data }) =>
			// `Data.Code` exists only if the reply was lost and the code was looked up. That record no longer shows who held
			// the code, so the item has fewer keys.
			isObject(Data.Code)
				? { ...pickKeys(Data.Code, ['CouponCode', 'Status']), CouponToken }
				: { CouponToken, ...Data },
		);
	},
});
