import type { Client } from '../shared/client/client';
import { asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, keyed, noRequest, reads, safe, safeDelete } from '../shared/api/endpoint';
import { acknowledgement, dataReply, part, records, texts } from '../shared/api/replies';
import { channels, email, idempotencyKey, optionalCount, uuid } from '../shared/api/formats';
import { MESSAGING_PAGES, pagedList } from '../shared/api/paged-list';
import { toTenDigits } from '../shared/api/phone-number';

export const messageUsage = endpoint({
	call: 'POST /messaging/usage',
	request: noRequest,
	reply: dataReply,
	retry: reads('how many messages the account may send'),
});

/** A message without its recipient. */
export const messageText = z.object({
	Channel: channels,
	Message: z.string().max(5_000),
	Subject: z.string().max(200).optional(),
	IdempotencyKey: idempotencyKey.optional(),
});

/** The maximum length of a message that is sent only by SMS, in characters. */
const MAX_SMS_LENGTH = 1_600;

export const fitsChannel = ({ Channel, Message }: { Channel: string; Message: string }): boolean =>
	Channel !== 'sms' || Message.length <= MAX_SMS_LENGTH;

export const TOO_LONG_FOR_SMS = {
	path: ['Message'],
	message: 'must have at most 1,600 characters for a text message',
};

/** The reply to a message that was sent to a person. */
export const sentReply = z.object({ Data: z.object({ Channels: records() }).passthrough() });

export const sendMessage = endpoint({
	call: 'POST /messaging/send',
	request: messageText.extend({ ParticipantToken: uuid, IdempotencyKey: idempotencyKey }),
	reply: sentReply,
	retry: keyed,
});

export const channel = channels.exclude(['both']);

/** The do-not-contact list, newest first. */
export const suppressions = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/suppressions',
	name: 'entries of the do-not-contact list',
	key: 'Suppressions',
	filter: z.object({ Channel: channel.optional(), Search: z.string().max(254).optional() }),
	// The service compares whole addresses, and may compare them exactly.
	toRequest: ({ Channel, Search }) => ({ Channel, Search: Search && toListedAddress(Search, Channel) }),
	shows: 'which addresses are on the do-not-contact list',
	id: ({ Channel, AddressHash, Address }) => JSON.stringify([Channel, asText(AddressHash) || Address]),
});

/** The email address and phone number of a person; '' if the person does not have one. */
interface Addresses {
	Email: unknown;
	PhoneNumber: unknown;
}

/** Returns the channels of a message: both, if the user chose both. */
export function listChannels(wanted: z.output<typeof channels>): ReadonlyArray<z.output<typeof channel>> {
	return channel.options.filter((one) => wanted === one || wanted === 'both');
}

/** Returns where a dry run would send a message: an address for each channel, or null if it is unknown. */
export function listAddresses(wanted: z.output<typeof channels>, addresses: Addresses): Json[] {
	return listChannels(wanted).map((Channel) => {
		const address = Channel === 'email' ? addresses.Email : addresses.PhoneNumber;
		return { Channel, address: asText(address) || null };
	});
}

export const SUPPRESSIONS_PER_CALL = 500;

/** A US or Canadian phone number in any notation. */
const northAmericanNumber = z.string().refine((text) => toTenDigits(text) !== undefined, {
	message: 'must be a US or Canadian phone number such as +12025550123',
});

/**
 * Returns the address in the service's format. A phone number is converted to E.164, regardless of how it was typed.
 */
export function toSentAddress(Channel: z.output<typeof channel>, address: string): string {
	const tenDigits = Channel === 'sms' ? toTenDigits(address) : undefined;
	return tenDigits === undefined ? address : `+1${tenDigits}`;
}

/**
 * Returns an address as the service's lists show it: an email address in lowercase, or a phone number in E.164.
 *
 * @param Channel the channel of the address; by default, its format decides (reference, messaging/suppressions)
 */
export function toListedAddress(
	address: string,
	Channel: z.output<typeof channel> = address.includes('@') ? 'email' : 'sms',
): string {
	return toSentAddress(Channel, address).toLowerCase();
}

/**
 * An address to add to the do-not-contact list. Only obvious mistakes are refused here, because the service validates
 * the address.
 */
export const suppression = z.discriminatedUnion('Channel', [
	z.object({ Channel: z.literal('email'), Address: email }),
	z.object({ Channel: z.literal('sms'), Address: northAmericanNumber }),
]);

const addSuppressions = endpoint({
	call: 'POST /messaging/add-suppressions',
	request: z.object({ Channel: channel, Addresses: z.array(z.string()) }),
	/** `Invalid` has up to 100 addresses, whereas `InvalidCount` counts all of them. */
	reply: z.object({ Data: part.pipe(z.object({ Invalid: texts, InvalidCount: optionalCount })) }),
	// Adding an address that is already on the list has no effect.
	retry: safe,
});

/**
 * Adds addresses to the do-not-contact list. If a reply names only some of the addresses that the service refused, all
 * others are sent again, until every refused address has been named.
 *
 * @returns one outcome per address, in the same order; `unknown` for each address that may have been refused, if the
 *   service never named the refused addresses
 * @throws {ServiceError} if a call failed for good
 */
export async function suppress(
	client: Client,
	Channel: z.output<typeof channel>,
	addresses: readonly string[],
): Promise<Array<'suppressed' | 'invalid' | 'unknown'>> {
	const asSent = addresses.map((address) => toSentAddress(Channel, address));
	const toKey = (address: string) => address.trim().toLowerCase();
	const invalid = new Set<string>();
	for (;;) {
		const Addresses = [...new Set(asSent)].filter((address) => !invalid.has(toKey(address)));
		if (Addresses.length === 0) return asSent.map(() => 'invalid');
		const { Data } = await client.call(addSuppressions, { Channel, Addresses });
		const { Invalid, InvalidCount = Invalid.length } = Data;
		const sent = new Set(Addresses.map(toKey));
		const named = Invalid.map((address) => toKey(toSentAddress(Channel, address))).filter((key) =>
			sent.has(key),
		);
		for (const key of named) invalid.add(key);
		const isKnown = InvalidCount <= Invalid.length && named.length === Invalid.length;
		const otherwise = isKnown ? 'suppressed' : 'unknown';
		if (isKnown || named.length === 0)
			return asSent.map((address) => (invalid.has(toKey(address)) ? 'invalid' : otherwise));
	}
}

/** The service's ID of an address on the do-not-contact list. */
export const addressHash = z.string().regex(/^[0-9a-f]{64}$/i, {
	message: 'must be the ID (AddressHash) of an address on the do-not-contact list: 64 hexadecimal digits',
});

export const removeSuppression = endpoint({
	call: 'POST /messaging/remove-suppression',
	/** The service needs either the address or its hash. */
	request: z.object({
		Channel: channel,
		Address: z.string().optional(),
		AddressHash: addressHash.optional(),
	}),
	reply: acknowledgement,
	conflict:
		'You can remove only addresses that were added by hand or with Message › Add to Do-Not-Contact List.',
	retry: safeDelete,
});
