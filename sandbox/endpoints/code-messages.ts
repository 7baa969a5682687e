import { z } from 'zod';
import { endpoint, type Call } from '../endpoint';
import { text, uuid } from '../fields';
import type { CodeMessage } from '../records';
import { conflict, Refusal } from '../refusal';
import { newToken } from '../token';
import { ownCode, WRITE, writeLog } from './codes';
import { entriesOf } from './participants';

/* Reference, POST /codes/send. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_PER_DAY = 200;
const MOST_PER_ADDRESS_PER_DAY = 3;

type Channel = CodeMessage['Channel'];

const send = endpoint({
	...WRITE,
	path: '/codes/send',
	request: z.object({
		CouponToken: uuid,
		Channel: z.enum(['email', 'sms', 'both']),
		IdempotencyKey: text
			.regex(/^[A-Za-z0-9_-]{8,64}$/)
			.describe('8 to 64 letters, digits, - and _')
			.optional(),
	}),
	carryOut({ CouponToken, Channel, IdempotencyKey }, call) {
		const { ParticipantToken, SweepstakesToken } = ownCode(call, { CouponToken });
		if (ParticipantToken === null) throw conflict('The code is not assigned.', { Code: 'NotAssigned' });
		const [holder] = entriesOf(call, SweepstakesToken, ParticipantToken);
		const wanted: Channel[] = Channel === 'both' ? ['email', 'sms'] : [Channel];
		const sent = call.store.codeMessages.of(SweepstakesToken);
		const earlier = sent.filter(
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
		refuseAboveDailyLimit(call);
		const Channels = wanted.map((channel) => {
			const Address = (channel === 'email' ? holder?.KeyEmail : holder?.KeyPhoneNumber) ?? '';
			const Reason = whyNot(channel, Address, call, sent);
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

function refuseAboveDailyLimit({ store, account, now }: Call): void {
	const today = [...store.codeMessages.all()].filter(
		({ UserToken, sentAt }) => UserToken === account.UserToken && sentAt > now - DAY_MS,
	);
	if (today.length < MOST_PER_DAY) return;
	throw new Refusal(429, `At most ${MOST_PER_DAY} messages in 24 hours.`, {
		data: { Code: 'AccountDailyLimit', Limit: MOST_PER_DAY },
	});
}

/** @returns the reason of a skip */
function whyNot(channel: Channel, address: string, { now }: Call, sent: readonly CodeMessage[]) {
	if (address === '') return 'NoAddress';
	const isNorthAmerican = /^\+?1?\d{10}$/.test(address.replace(/[ ().-]/g, ''));
	if (channel === 'sms' && !isNorthAmerican) return 'UnsupportedCountry';
	const today = sent.filter(({ Address, sentAt }) => Address === address && sentAt > now - DAY_MS);
	return today.length >= MOST_PER_ADDRESS_PER_DAY ? 'RecipientDailyLimit' : undefined;
}
