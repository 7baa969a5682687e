import type { Client } from '../shared/client/client';
import { ServiceError, undefinedIfServiceFails } from '../shared/client/failures';
import { asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, keyed, noRequest, reads, safe, safeDelete } from '../shared/api/endpoint';
import { acknowledgement, certainRecords, dataReply, part, texts } from '../shared/api/replies';
import { channels, email, idempotencyKey, optionalCount, uuid } from '../shared/api/formats';
import { MESSAGING_PAGES, pagedList } from '../shared/api/paged-list';

export const messageUsage = endpoint({
	call: 'POST /messaging/usage',
	request: noRequest,
	reply: dataReply,
	retry: reads('how many messages the account may send'),
});

/** The parts of a message other than its recipient. */
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

export const sendMessage = endpoint({
	call: 'POST /messaging/send',
	request: messageText.extend({ ParticipantToken: uuid, IdempotencyKey: idempotencyKey }),
	reply: z.object({ Data: z.object({ Channels: certainRecords() }).passthrough() }),
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
	shows: 'which addresses are on the do-not-contact list',
	id: ({ Channel, AddressHash, Address }) => JSON.stringify([Channel, asText(AddressHash) || Address]),
});

/** The addresses of a person. An address is '' if the person has none, and undefined if it is unknown. */
interface Addresses {
	Email: unknown;
	PhoneNumber: unknown;
}

/**
 * Predicts the service's answer for each channel of a message, as far as lookups can tell.
 *
 * @throws {ServiceError} the same refusal as from the service if it would skip every channel
 */
export async function previewChannels(
	client: Client,
	wanted: z.output<typeof channels>,
	addresses: Addresses | undefined,
): Promise<Json[]> {
	const found: Json[] = [];
	for (const Channel of channel.options.filter((one) => wanted === one || wanted === 'both')) {
		const address = addresses && asText(Channel === 'email' ? addresses.Email : addresses.PhoneNumber);
		const Reason = address === undefined ? null : await findObstacle(client, Channel, address);
		found.push({ Channel, Status: Reason === null ? null : 'skipped', address: address ?? null, Reason });
	}
	if (found.every(({ Status }) => Status === 'skipped'))
		throw new ServiceError({ code: 'refused', status: 422, body: { Data: { Channels: found } } });
	return found;
}

/** Returns the service's `Reason` for not sending to an address, or null if there is none. */
async function findObstacle(
	client: Client,
	Channel: z.output<typeof channel>,
	address: string,
): Promise<string | null> {
	if (address === '') return 'NoAddress';
	if (Channel === 'sms' && !northAmericanNumber.safeParse(address).success) return 'UnsupportedCountry';
	const Search = toSentAddress(Channel, address).toLowerCase();
	const listed = await suppressions.readPage(client, { Channel, Search }, 1).catch(undefinedIfServiceFails);
	return listed?.records.some(({ Address }) => Address === Search) ? 'Suppressed' : null;
}

export const SUPPRESSIONS_PER_CALL = 500;

/** A US or Canadian number: 10 digits, or 11 with the country code 1. */
const northAmericanNumber = z.string().refine((text) => /^1?\d{10}$/.test(text.replace(/\D/g, '')), {
	message: 'must be a US or Canadian phone number such as +12025550123',
});

/**
 * Returns the address in the service's format. A phone number is converted to E.164, regardless of how it was typed.
 */
export function toSentAddress(Channel: z.output<typeof channel>, address: string): string {
	const isNumber = Channel === 'sms' && northAmericanNumber.safeParse(address).success;
	return isNumber ? `+1${address.replace(/\D/g, '').slice(-10)}` : address;
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
	// The call can be repeated, because adding an address that is already on the list has no effect.
	retry: safe,
});

/**
 * Adds addresses to the do-not-contact list. If the service names only some of the addresses that it refused, the
 * remaining addresses are sent again until it has named all.
 *
 * @returns one outcome per address, in the same order; `unknown` if the service refused some without ever naming them
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

export const removeSuppression = endpoint({
	call: 'POST /messaging/remove-suppression',
	/** The service needs the address or its hash. */
	request: z.object({
		Channel: channel,
		Address: z.string().optional(),
		AddressHash: z
			.string()
			.regex(/^[0-9a-f]{64}$/i, {
				message:
					'must be the ID (AddressHash) of an address on the do-not-contact list: 64 hexadecimal digits',
			})
			.optional(),
	}),
	reply: acknowledgement,
	conflict: 'You can remove only addresses that were added by hand or with Add to Do-Not-Contact List.',
	retry: safeDelete,
});
