import { createHash } from 'node:crypto';
import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint } from '../endpoint';
import { text } from '../fields';
import type { Suppression } from '../records';
import { conflict, invalid, notFound, Refusal } from '../refusal';
import { suppressionKey, type Store } from '../store';
import { newToken } from '../token';
import { channel, normalize, type Channel } from './deliveries';
import { READ, WRITE } from './messages';
import { clampedPage, MAX_PAGE_SIZE, pageKeys } from './paging';

/* This file contains the operations on the do-not-contact list. */

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_PER_CALL = 500;
const MAX_PER_DAY = 20_000;
const MAX_ANSWER_LIST = 100;

const fetch = endpoint({
	...READ,
	path: '/messaging/suppressions',
	request: z.object({
		Channel: channel.optional(),
		Search: text.max(254).describe('one exact address').optional(),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ Channel, Search, ...asked }, { store, account }) {
		const wanted = Channel ?? (Search === undefined ? undefined : Search.includes('@') ? 'email' : 'sms');
		const address = wanted && Search !== undefined ? (normalize(wanted, Search) ?? Search) : undefined;
		const found = store.suppressions
			.of(account.UserToken)
			.filter((one) => wanted === undefined || one.Channel === wanted)
			.filter((one) => address === undefined || one.Address === address)
			.toReversed();
		const { rows, counts } = clampedPage(found, asked);
		const Suppressions = rows.map(({ UserToken: _, ...one }) => ({
			...one,
			Removable: one.Reason === 'manual',
		}));
		return { Data: { Suppressions, ...counts } };
	},
});

const add = endpoint({
	...WRITE,
	path: '/messaging/add-suppressions',
	request: z.object({ Channel: channel, Addresses: z.array(text).min(1).max(MAX_PER_CALL) }),
	carryOut({ Channel, Addresses }, call) {
		const { store, account, now } = call;
		const valid = new Set(Addresses.flatMap((address) => normalize(Channel, address) ?? []));
		const Invalid = [...new Set(Addresses)].filter((address) => normalize(Channel, address) === undefined);
		const AddedToday = store.suppressionCalls
			.of(account.UserToken)
			.filter(({ at }) => at > now - DAY_MS)
			.reduce((sum, { count }) => sum + count, 0);
		if (AddedToday + valid.size > MAX_PER_DAY)
			throw new Refusal(429, `At most ${MAX_PER_DAY} addresses in 24 hours.`, {
				data: { Code: 'DailyLimit', Limit: MAX_PER_DAY, AddedToday },
			});
		const { UserToken } = account;
		store.suppressionCalls.insert({ token: newToken(), UserToken, count: valid.size, at: now });
		const added = [...valid].filter((Address) =>
			suppress(store, UserToken, { Channel, Address, Reason: 'manual' }, now),
		);
		return {
			Data: {
				Channel,
				Received: Addresses.length,
				Added: added.length,
				AlreadySuppressed: valid.size - added.length,
				Invalid: Invalid.slice(0, MAX_ANSWER_LIST),
				InvalidCount: Invalid.length,
			},
		};
	},
});

const remove = endpoint({
	...WRITE,
	path: '/messaging/remove-suppression',
	request: z
		.object({
			Channel: channel,
			Address: text.describe('unless AddressHash').optional(),
			AddressHash: text.regex(/^[0-9a-f]{64}$/).optional(),
		})
		.refine(({ Address, AddressHash }) => Address ?? AddressHash, {
			path: ['Address'],
			message: 'Address or AddressHash must be given',
		}),
	carryOut({ Channel, Address = '', AddressHash }, { store, account }) {
		const address = normalize(Channel, Address);
		if (AddressHash === undefined && address === undefined) throw invalid('Address: cannot be read.');
		const hash = AddressHash ?? toHash(address!);
		const found = store.suppressions.get(
			suppressionKey({ UserToken: account.UserToken, Channel, AddressHash: hash }),
		);
		if (!found) throw notFound('Address');
		const { Reason } = found;
		if (Reason !== 'manual')
			throw conflict('Only addresses that were added by hand can be removed.', { Reason });
		store.suppressions.remove(found);
		return { Data: { Channel, Address: found.Address, Reason } };
	},
});

export const suppressionEndpoints = [fetch, add, remove];

/**
 * Adds an address to the list. An address that is already listed keeps its reason.
 *
 * @param one the entry with the normalized address
 * @returns whether the address was added
 */
export function suppress(
	store: Store,
	UserToken: string,
	one: { Channel: Channel; Address: string; Reason: Suppression['Reason'] },
	now: number,
): boolean {
	const AddressHash = toHash(one.Address);
	if (store.suppressions.get(suppressionKey({ UserToken, Channel: one.Channel, AddressHash }))) return false;
	store.suppressions.insert({ UserToken, ...one, AddressHash, CreationDate: dateTime(now) });
	return true;
}

const toHash = (address: string) => createHash('sha256').update(address).digest('hex');
