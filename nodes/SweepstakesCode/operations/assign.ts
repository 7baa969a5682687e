import { assignCode } from '../api/changes';
import { codeKey, findCouponToken } from '../api/codes';
import { fetchParticipant } from '../../SweepstakesParticipant/api/participants';
import { simplify } from '../../shared/fields/simplify';
import { withBeside } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toCodeKey, coupon } from '../picker';
import { findPicked, toPersonKey, participant } from '../../SweepstakesParticipant/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { changedCodeItem } from '../items';

export const assign = defineOperation({
	name: 'Assign',
	value: 'assign',
	action: 'Assign a code to a participant',
	description:
		'Give an available code, by its text or ID, to a participant of the same sweepstakes, who must not hold another one. Nobody is notified: use Send for that.',
	fields: [sweepstakes, coupon, participant, simplify],
	request: codeKey.merge(fetchParticipant.request),
	toRequest: ({ sweepstakes: SweepstakesToken, coupon: code, participant: person }) => ({
		...toCodeKey(SweepstakesToken, code),
		...toPersonKey(person),
	}),
	async *run({ service, request, parameters }) {
		const { CouponToken: token, CouponCode, ...person } = request;
		const { SweepstakesToken } = person;
		const ParticipantToken = person.ParticipantToken ?? (await findPicked(service, person)).ParticipantToken;
		const CouponToken = await findCouponToken(service, { SweepstakesToken, CouponToken: token, CouponCode });
		yield* await service.callForItems(assignCode, { CouponToken, ParticipantToken }, ({ Data }) =>
			changedCodeItem(withBeside(Data, 'Code'), parameters),
		);
	},
});
