import { z } from 'zod';
import { toDate } from '../time/clock';
import type { Call } from '../endpoint';
import { text } from '../fields';
import type { Delivery } from '../records';
import { forbidden, Refusal } from '../refusal';

/* Rules for messages to a single participant. /codes/send and /messaging/send share them. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_PER_DAY = 200;
const MAX_PER_ADDRESS_PER_DAY = 3;

const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

export const channel = z.enum(CHANNELS);
export const channels = z.enum([...CHANNELS, 'both']);

export const idempotencyKey = text
	.regex(/^[A-Za-z0-9_-]{8,64}$/)
	.describe('8 to 64 letters, digits, - and _')
	.optional();

export function channelsIn(wanted: z.output<typeof channels>): readonly Channel[] {
	return wanted === 'both' ? CHANNELS : [wanted];
}

/**
 * Normalizes an address: an email address to lower case, a US or Canadian phone number to E.164.
 *
 * @returns undefined if the address does not suit the channel
 */
export function normalize(channel: Channel, address: string): string | undefined {
	const trimmed = address.trim();
	if (channel === 'email')
		return z.string().email().safeParse(trimmed).success ? trimmed.toLowerCase() : undefined;
	const [, digits] = /^(?:\+?1)?(\d{10})$/.exec(trimmed.replace(/[ ().-]/g, '')) ?? [];
	return digits && `+1${digits}`;
}

function isSuppressed({ store, account }: Call, channel: Channel, address: string): boolean {
	const kept = normalize(channel, address);
	return store.suppressions
		.of(account.UserToken)
		.some((one) => one.Channel === channel && one.Address === kept);
}

/** Returns why an address can never get a message; undefined if it can. */
export function findUnusableReason(call: Call, channel: Channel, address: string): string | undefined {
	if (address === '') return 'NoAddress';
	if (channel === 'sms' && normalize('sms', address) === undefined) return 'UnsupportedCountry';
	return isSuppressed(call, channel, address) ? 'Suppressed' : undefined;
}

/**
 * Returns why an address cannot get another message at present; undefined if it can.
 *
 * @param sameKind earlier deliveries of the same kind: code messages or direct messages
 */
export function findLimitReason(
	call: Call,
	channel: Channel,
	address: string,
	sameKind: readonly Delivery[],
): string | undefined {
	const isToday = (one: Delivery) => one.Address === address && one.sentAt > call.now - DAY_MS;
	const counted = channel === 'sms' ? listDeliveries(call) : sameKind;
	if (counted.filter(isToday).length >= MAX_PER_ADDRESS_PER_DAY) return 'RecipientDailyLimit';
	const { Used, TransactionalCeiling } = countAllowance(call, channel);
	return TransactionalCeiling !== null && Used >= TransactionalCeiling ? 'AllowanceExhausted' : undefined;
}

export function refuseUnlessEnabled({ account }: Call): void {
	if (account.messaging.directMessages) return;
	throw forbidden('Direct messages are not enabled for this account.', {
		data: { Code: 'DirectMessageNotEnabled' },
	});
}

/** @param sameKind earlier deliveries of the same kind, as in `findLimitReason` */
export function refuseAboveDailyLimit({ now }: Call, sameKind: readonly Delivery[]): void {
	if (sameKind.filter(({ sentAt }) => sentAt > now - DAY_MS).length < MAX_PER_DAY) return;
	throw new Refusal(429, `At most ${MAX_PER_DAY} messages in 24 hours.`, {
		data: { Code: 'AccountDailyLimit', Limit: MAX_PER_DAY },
	});
}

export function listCodeDeliveries({ store, account }: Call): Delivery[] {
	return [...store.codeMessages.all()].filter(({ UserToken }) => UserToken === account.UserToken);
}

function listDeliveries(call: Call): Delivery[] {
	return [...listCodeDeliveries(call), ...call.store.messages.of(call.account.UserToken)];
}

/** Returns this month's allowance of a channel and how much of it is used. */
export function countAllowance(call: Call, channel: Channel) {
	const { emailsPerMonth, segmentsPerMonth, paused } = call.account.messaging;
	const Month = toDate(call.now).slice(0, 7);
	const MaxPerMonth = channel === 'email' ? emailsPerMonth : segmentsPerMonth;
	const Unlimited = MaxPerMonth === 0;
	const Used = listDeliveries(call)
		.filter((one) => one.Channel === channel && toDate(one.sentAt).startsWith(Month))
		.reduce((sum, { Segments = 1 }) => sum + Segments, 0);
	return {
		IncludedInPlan: true,
		Paused: paused.includes(channel),
		PausedBy: paused.includes(channel) ? 'account' : null,
		Month,
		MaxPerMonth,
		Unlimited,
		Used,
		Reserved: 0,
		Remaining: Unlimited ? null : Math.max(0, MaxPerMonth - Used),
		LimitReached: !Unlimited && Used >= MaxPerMonth,
		TransactionalCeiling: Unlimited ? null : Math.floor(MaxPerMonth * 1.2),
	};
}
