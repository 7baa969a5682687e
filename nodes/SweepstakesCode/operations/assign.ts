import { assignCode } from '../api/changes';
import { codeKey, findCouponToken } from '../api/codes';
import { affix } from '../api/generated';
import { assignNext } from '../api/next';
import { fetchParticipant } from '../../SweepstakesParticipant/api/participants';
import { simplify } from '../../shared/fields/simplify';
import { InputError } from '../../shared/n8n/errors/nodeErrors';
import { withBeside } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';
import { availableCoupon, isNext, toCodeKey } from '../picker';
import { findPicked, toPersonKey, participant } from '../../SweepstakesParticipant/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { changedCodeItem } from '../items';

export const assign = defineOperation({
	name: 'Assign',
	value: 'assign',
	action: 'Assign a code to a participant',
	description:
		'Give a participant of a sweepstakes one of its codes: the next available one, or one by its text or ID. A participant can hold one code, so the item fails if they already have one. Nobody is notified: use Send for that.',
	fields: [
		sweepstakes,
		availableCoupon,
		participant,
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Prefix',
					name: 'Prefix',
					type: 'string',
					default: '',
					placeholder: 'e.g. SUMMER-',
					description: 'With “Next Available”, assign only codes that start with this text, such as SUMMER-',
				},
			],
		},
	],
	request: codeKey.merge(fetchParticipant.request).extend({ next: z.boolean(), Prefix: affix.optional() }),
	toRequest: ({ sweepstakes: SweepstakesToken, coupon, participant: person, options }) => ({
		...(isNext(coupon) ? { SweepstakesToken } : toCodeKey(SweepstakesToken, coupon)),
		...toPersonKey(person),
		...options,
		next: isNext(coupon),
	}),
	async *run({ service, request, parameters, run }) {
		const { CouponToken: token, CouponCode, next, Prefix = '', ...person } = request;
		const { SweepstakesToken } = person;
		const ParticipantToken = person.ParticipantToken ?? (await findPicked(service, person)).ParticipantToken;
		const assignTo = async (CouponToken: string) =>
			await service.callForItems(assignCode, { CouponToken, ParticipantToken }, ({ Data }) =>
				changedCodeItem(withBeside(Data, 'Code'), parameters),
			);
		if (!next) {
			yield* await assignTo(
				await findCouponToken(service, { SweepstakesToken, CouponToken: token, CouponCode }),
			);
			return;
		}
		const assigned = await assignNext(service, { SweepstakesToken, Prefix, count: run.itemCount }, assignTo);
		if (!assigned)
			throw new InputError(
				`${availableCoupon.displayName} › Next Available`,
				`found no available code${Prefix && ` that starts with “${Prefix}”`}: generate more with Code › Generate`,
			);
		yield* assigned;
	},
});
