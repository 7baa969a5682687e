import { codeKey, couponTokenOf, unassignCode } from '../../shared/api/codes';
import { only } from '../../shared/items/keys';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation';
import { codeKeyOf, coupon } from '../../shared/pickers/code';
import { sweepstakes } from '../../shared/pickers/sweepstakes';

export const unassign = defineOperation({
	name: 'Unassign',
	value: 'unassign',
	action: 'Take back a code from its participant',
	description:
		'Take a code back, by its text or ID, from the participant who holds it. If it was redeemed, that is undone, and the date of the redemption is lost.',
	fields: [sweepstakes, coupon],
	request: codeKey,
	toRequest: ({ sweepstakes: SweepstakesToken, coupon: picked }) => codeKeyOf(SweepstakesToken, picked),
	async *run({ service, request }) {
		const CouponToken = await couponTokenOf(service, request);
		yield* await service.callForItems(unassignCode, { CouponToken }, ({ Data }) =>
			// Without a reply to the call, the code itself was looked up: nobody knows who held it.
			isObject(Data.Code)
				? { ...only(Data.Code, ['CouponCode', 'Status']), CouponToken }
				: { CouponToken, ...Data },
		);
	},
});
