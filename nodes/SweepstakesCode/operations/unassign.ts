import { codeKey, findCouponToken } from '../api/codes';
import { unassignCode } from '../api/changes';
import { only } from '../../shared/n8n/output/keys';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toCodeKey, coupon } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const unassign = defineOperation({
	name: 'Unassign',
	value: 'unassign',
	action: 'Take back a code from its participant',
	description:
		'Take a code back, by its text or ID, from the participant who holds it. If it was redeemed, that is undone, and the date of the redemption is lost.',
	fields: [sweepstakes, coupon],
	request: codeKey,
	toRequest: ({ sweepstakes: SweepstakesToken, coupon: picked }) => toCodeKey(SweepstakesToken, picked),
	async *run({ service, request }) {
		const CouponToken = await findCouponToken(service, request);
		yield* await service.callForItems(unassignCode, { CouponToken }, ({ Data }) =>
			// After a lost reply, we looked the code up and cannot tell who held it.
			isObject(Data.Code)
				? { ...only(Data.Code, ['CouponCode', 'Status']), CouponToken }
				: { CouponToken, ...Data },
		);
	},
});
