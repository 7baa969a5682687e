import type { Store } from '../../sandbox/store';
import { addPerson, emailOf } from './people';
import { countOf, item, type Row, type Unique } from './row';
import { byId, type World } from './world';

const addressOf = ({ n }: Unique) => `address${n}@example.com`;

const suppress = async ({ api }: World, unique: Unique) =>
	await api('/messaging/add-suppressions', { Channel: 'email', Addresses: [addressOf(unique)] });

const suppressed = ({ suppressions }: Store, unique: Unique) =>
	countOf(suppressions.all(), ({ Address }) => Address === addressOf(unique));

const sentBy =
	(perMessage: number) =>
	({ messages }: Store, { n }: Unique) =>
		countOf(messages.all(), ({ Message }) => Message === `You have won ${n}!`) / perMessage;

export const message: Row[] = [
	{
		operation: 'send',
		variant: 'by ID',
		endpoint: 'POST /messaging/send',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			participant: byId(await addPerson(world, unique)),
			Channel: 'both',
			Subject: 'Congratulations',
			Message: `You have won ${unique.n}!`,
			options: { IdempotencyKey: `message-${unique.n}` },
		}),
		output: () =>
			['email', 'sms'].flatMap((Channel) =>
				item({ Channel, Status: 'queued', skipped: false, Duplicate: false }),
			),
		outputAfterLostReply: () =>
			['email', 'sms'].flatMap((Channel) =>
				item({ Channel, Status: 'delivered', skipped: false, Duplicate: true }),
			),
		stored: sentBy(2),
	},
	{
		operation: 'send',
		variant: 'by email, without a key',
		endpoint: 'POST /messaging/send',
		parameters: async (world, unique) => {
			await addPerson(world, unique);
			return {
				sweepstakes: byId(world.main),
				participant: { __rl: true, mode: 'KeyEmail', value: emailOf(unique) },
				Message: `You have won ${unique.n}!`,
			};
		},
		output: () => item({ Channel: 'email', Status: 'queued', skipped: false, Duplicate: false }),
		outputAfterLostReply: () =>
			item({ Channel: 'email', Status: 'delivered', skipped: false, Duplicate: true }),
		stored: sentBy(1),
	},
	{
		operation: 'getUsage',
		endpoint: 'POST /messaging/usage',
		parameters: () => ({}),
		output: () =>
			['email', 'sms'].flatMap((Channel) =>
				item({ Channel, Used: expect.any(Number), Month: expect.any(String) }),
			),
	},
	{
		operation: 'getSuppressions',
		endpoint: 'POST /messaging/suppressions',
		parameters: async (world, unique) => {
			await suppress(world, unique);
			return { filters: { Channel: 'email', Search: addressOf(unique) } };
		},
		output: (unique) =>
			item({ Address: addressOf(unique), Channel: 'email', Reason: 'manual', Removable: true }),
	},
	{
		operation: 'suppress',
		endpoint: 'POST /messaging/add-suppressions',
		parameters: (_, unique) => ({ Channel: 'email', Address: addressOf(unique) }),
		output: (unique) => item({ Address: addressOf(unique), Channel: 'email', suppressed: true }),
		stored: suppressed,
	},
	{
		operation: 'unsuppress',
		variant: 'by address',
		endpoint: 'POST /messaging/remove-suppression',
		parameters: async (world, unique) => {
			await suppress(world, unique);
			return { Channel: 'email', suppression: { __rl: true, mode: 'Address', value: addressOf(unique) } };
		},
		output: (unique) => item({ Address: addressOf(unique), suppressed: false }),
		stored: (store, unique) => 1 - suppressed(store, unique),
	},
	{
		operation: 'unsuppress',
		variant: 'from the list',
		endpoint: 'POST /messaging/remove-suppression',
		parameters: async (world, unique) => {
			await suppress(world, unique);
			const { Data } = await world.api<{ Data: { Suppressions: [{ AddressHash: string }] } }>(
				'/messaging/suppressions',
				{ Search: addressOf(unique) },
			);
			const value = Data.Suppressions[0].AddressHash;
			return { Channel: 'email', suppression: { __rl: true, mode: 'list', value } };
		},
		output: () => item({ Channel: 'email', suppressed: false }),
		stored: (store, unique) => 1 - suppressed(store, unique),
	},
];
