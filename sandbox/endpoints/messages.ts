import { z } from 'zod';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { filledText, text, uuid } from '../fields';
import type { Entry } from '../records';
import { forbidden, invalid, Refusal } from '../refusal';
import { entryKey } from '../store';
import { newHexId, newToken } from '../token';
import {
	countAllowance,
	channels,
	channelsIn,
	idempotencyKey,
	refuseAboveDailyLimit,
	refuseUnlessEnabled,
	findLimitReason,
	findUnusableReason,
	type Channel,
} from './deliveries';

export const READ = { method: 'POST', module: 'messages', worksWithoutModule: true } as const;
export const WRITE = { method: 'POST', module: 'messages' } as const;

const MAX_SMS_LENGTH = 1_600;

/** A message that contains this text counts as prohibited. */
const PROHIBITED = 'prohibited content';

const usage = endpoint({
	...READ,
	path: '/messaging/usage',
	carryOut: (_, call) => ({
		Data: {
			ModuleEnabled: call.account.modules.messages,
			DirectMessageEnabled: call.account.messaging.directMessages,
			Email: countAllowance(call, 'email'),
			Sms: { ...countAllowance(call, 'sms'), SenderReady: call.account.messaging.smsSender },
		},
	}),
});

const send = endpoint({
	...WRITE,
	path: '/messaging/send',
	request: z.object({
		ParticipantToken: uuid,
		Channel: channels,
		Message: filledText.max(5_000).describe(`max ${MAX_SMS_LENGTH} by SMS`),
		Subject: text.max(200).optional(),
		IdempotencyKey: idempotencyKey,
	}),
	/** The order of the checks is part of the API (reference, messaging/send). */
	carryOut({ ParticipantToken, Channel, Message, Subject = '', IdempotencyKey }, call) {
		const { store, account, now } = call;
		const person = requireOwnEntry(call, ParticipantToken);
		const wanted = channelsIn(Channel).map((channel) => {
			const Address = channel === 'email' ? person.KeyEmail : person.KeyPhoneNumber;
			return { channel, Address, reason: findUnusableReason(call, channel, Address) };
		});
		const usable = wanted.flatMap(({ channel, reason }) => (reason ? [] : [channel]));
		if (usable.length === 0)
			throw createNoChannelRefusal(wanted.map(({ channel, reason }) => toSkipped(channel, reason!)));
		refuseUnlessReady(call, usable);
		if (usable.includes('sms') && Message.length > MAX_SMS_LENGTH)
			throw invalid(`Message: at most ${MAX_SMS_LENGTH} characters by SMS.`);
		refuseProhibited(`${Subject} ${Message}`);

		const sent = store.messages.of(account.UserToken);
		const earlier = sent.filter(
			(one) =>
				one.ParticipantToken === ParticipantToken &&
				one.IdempotencyKey === IdempotencyKey &&
				IdempotencyKey !== undefined &&
				usable.includes(one.Channel),
		);
		const [first] = earlier;
		if (first) {
			const { NotificationId } = first;
			const Channels = earlier.map(({ Channel, MessageToken }) => ({
				Channel,
				Status: 'delivered',
				MessageToken,
			}));
			return {
				Data: { ParticipantToken, NotificationId, Duplicate: true, Channels },
				Message: 'Already sent with this key.',
			};
		}
		refuseAboveDailyLimit(call, sent);
		const NotificationId = newHexId();
		const Channels = wanted.map(({ channel, Address, reason }) => {
			const Reason = reason ?? findLimitReason(call, channel, Address, sent);
			if (Reason) return toSkipped(channel, Reason);
			const { MessageToken } = store.messages.insert({
				MessageToken: newToken(),
				NotificationId,
				UserToken: account.UserToken,
				ParticipantToken,
				Channel: channel,
				Address,
				Subject,
				Message,
				Segments: channel === 'sms' ? Math.ceil(Message.length / 160) : 1,
				IdempotencyKey,
				sentAt: now,
			});
			return { Channel: channel, Status: 'queued', MessageToken };
		});
		if (Channels.every(({ Status }) => Status === 'skipped')) throw createNoChannelRefusal(Channels);
		return {
			Data: { ParticipantToken, NotificationId, Duplicate: false, Channels },
			Message: 'Message queued.',
		};
	},
});

export const messageEndpoints = [usage, send];

function requireOwnEntry(call: Call, token: string): Entry {
	const { entries } = call.store;
	const regular = entries.get(entryKey(token, 'Participants'));
	return requireOwn(call, regular ?? entries.get(entryKey(token, 'ParticipantsAmoe')), 'Participant');
}

function refuseUnlessReady(call: Call, usable: readonly Channel[]): void {
	refuseUnlessEnabled(call);
	const { smsSender, paused } = call.account.messaging;
	if (usable.includes('sms') && !smsSender)
		throw forbidden('There is no registered number to send text messages from.', {
			data: { Code: 'NoRegisteredSmsSender' },
		});
	const stopped = usable.find((one) => paused.includes(one));
	if (stopped)
		throw new Refusal(423, `The channel ${stopped} is paused.`, { data: { Code: 'ChannelPaused' } });
}

function refuseProhibited(content: string): void {
	if (!content.toLowerCase().includes(PROHIBITED)) return;
	throw new Refusal(422, 'The message has prohibited content.', {
		data: { Code: 'ProhibitedContent', Categories: ['sandbox'] },
	});
}

function toSkipped(channel: Channel, Reason: string) {
	return { Channel: channel, Status: 'skipped', Reason, Message: `Not sent: ${Reason}.` };
}

function createNoChannelRefusal(Channels: object[]): Refusal {
	return new Refusal(422, 'The message was sent on no channel.', { data: { Channels } });
}
