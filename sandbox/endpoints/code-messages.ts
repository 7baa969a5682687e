import { z } from 'zod';
import { endpoint } from '../endpoint';
import { uuid } from '../fields';
import { conflict, Refusal } from '../refusal';
import { newToken } from '../token';
import { requireOwnCode, WRITE, writeLog } from './codes';
import {
	channels,
	channelsIn,
	listCodeDeliveries,
	idempotencyKey,
	refuseAboveDailyLimit,
	refuseUnlessEnabled,
	findLimitReason,
	findUnusableReason,
} from './deliveries';
import { findEntries } from './participants';

const send = endpoint({
	...WRITE,
	path: '/codes/send',
	request: z.object({ CouponToken: uuid, Channel: channels, IdempotencyKey: idempotencyKey }),
	carryOut({ CouponToken, Channel, IdempotencyKey }, call) {
		const { ParticipantToken, SweepstakesToken } = requireOwnCode(call, { CouponToken });
		if (ParticipantToken === null) throw conflict('The code is not assigned.', { Code: 'NotAssigned' });
		refuseUnlessEnabled(call);
		const [holder] = findEntries(call, SweepstakesToken, ParticipantToken);
		const wanted = channelsIn(Channel);
		const earlier = call.store.codeMessages
			.of(SweepstakesToken)
			.filter(
				(message) =>
					message.CouponToken === CouponToken &&
					message.ParticipantToken === ParticipantToken &&
					message.IdempotencyKey === IdempotencyKey &&
					IdempotencyKey !== undefined &&
					wanted.includes(message.Channel),
			);
		if (earlier.length > 0) {
			const Channels = earlier.map((one) => ({
				Channel: one.Channel,
				Status: 'delivered',
				MessageToken: one.MessageToken,
			}));
			return { Data: { CouponToken, Duplicate: true, Channels }, Message: 'Already sent with this key.' };
		}
		const sent = listCodeDeliveries(call);
		refuseAboveDailyLimit(call, sent);
		const Channels = wanted.map((channel) => {
			const Address = (channel === 'email' ? holder?.KeyEmail : holder?.KeyPhoneNumber) ?? '';
			const Reason =
				findUnusableReason(call, channel, Address) ?? findLimitReason(call, channel, Address, sent);
			if (Reason) return { Channel: channel, Status: 'skipped', Reason, Message: `Not sent: ${Reason}.` };
			const { MessageToken } = call.store.codeMessages.insert({
				MessageToken: newToken(),
				UserToken: call.account.UserToken,
				SweepstakesToken,
				CouponToken,
				ParticipantToken,
				Channel: channel,
				Address,
				IdempotencyKey,
				sentAt: call.now,
			});
			return { Channel: channel, Status: 'queued', MessageToken };
		});
		if (Channels.every(({ Status }) => Status === 'skipped'))
			throw new Refusal(422, 'The code was sent on no channel.', { data: { Channels } });
		writeLog(call, `Code ${CouponToken} sent`);
		return { Data: { CouponToken, ParticipantToken, Duplicate: false, Channels }, Message: 'Code queued.' };
	},
});

export const codeMessageEndpoints = [send];
