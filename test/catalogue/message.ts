import type { Store } from '../../sandbox/store';
import { addPerson, newPerson } from './people';
import { count, item, row, type Row, type UniqueValues } from './row';
import { by, byId, type World } from './world';

const toAddress = ({ n }: UniqueValues) => `address${n}@example.com`;

const suppress = async ({ api }: World, unique: UniqueValues) =>
	await api('/messaging/add-suppressions', { Channel: 'email', Addresses: [toAddress(unique)] });

const countSuppressed = ({ suppressions }: Store, unique: UniqueValues) =>
	count(suppressions.all(), ({ Address }) => Address === toAddress(unique));

const sending = (how: string, channels: string[], parameters: Row['parameters']): Row => {
	const toStatusItems = (Status: string, Duplicate: boolean) =>
		channels.flatMap((Channel) => item({ Channel, Status, skipped: Duplicate, Duplicate }));
	return row(`send, ${how}`, 'POST /messaging/send', {
		parameters,
		output: () => toStatusItems('queued', false),
		outputAfterLostReply: () => toStatusItems('delivered', true),
		stored: ({ messages }, { n }) =>
			count(messages.all(), ({ Message }) => Message === `You have won ${n}!`) / channels.length,
	});
};

const unsuppressing = (
	how: string,
	fields: (unique: UniqueValues) => object,
	suppression: (world: World, unique: UniqueValues) => Promise<ReturnType<typeof by>>,
): Row =>
	row(`removeFromDoNotContactList, ${how}`, 'POST /messaging/remove-suppression', {
		parameters: async (world, unique) => {
			await suppress(world, unique);
			return { Channel: 'email', suppression: await suppression(world, unique) };
		},
		output: (unique) => item({ doNotContact: false, ...fields(unique) }),
		stored: (store, unique) => 1 - countSuppressed(store, unique),
	});

export const message: Row[] = [
	sending('by ID', ['email', 'sms'], async (world, unique) => ({
		sweepstakes: byId(world.main),
		participant: byId(await addPerson(world, unique)),
		Channel: 'both',
		Subject: 'Congratulations',
		Message: `You have won ${unique.n}!`,
		options: { IdempotencyKey: `message-${unique.n}` },
	})),
	sending('by email, without a key', ['email'], async (world, unique) => {
		return { ...(await newPerson(world, unique)), Message: `You have won ${unique.n}!` };
	}),
	row('getUsage', 'POST /messaging/usage', {
		parameters: () => ({}),
		output: () =>
			['email', 'sms'].flatMap((Channel) =>
				item({ Channel, Used: expect.any(Number), Month: expect.any(String) }),
			),
	}),
	row('getDoNotContactList', 'POST /messaging/suppressions', {
		parameters: async (world, unique) => {
			await suppress(world, unique);
			return { filters: { Channel: 'email', Search: toAddress(unique) } };
		},
		output: (unique) =>
			item({ Address: toAddress(unique), Channel: 'email', Reason: 'manual', Removable: true }),
	}),
	row('addToDoNotContactList', 'POST /messaging/add-suppressions', {
		parameters: (_, unique) => ({ Channel: 'email', Address: toAddress(unique) }),
		output: (unique) => item({ Address: toAddress(unique), Channel: 'email', doNotContact: true }),
		stored: countSuppressed,
	}),
	unsuppressing(
		'by address',
		(unique) => ({ Address: toAddress(unique) }),
		async (_, unique) => byId(toAddress(unique)),
	),
	unsuppressing(
		'from the list',
		() => ({ Channel: 'email' }),
		async ({ api }, unique) => {
			const body = { Search: toAddress(unique) };
			type SuppressionReply = { Data: { Suppressions: [{ AddressHash: string }] } };
			const { Data } = await api<SuppressionReply>('/messaging/suppressions', body);
			return by('list', Data.Suppressions[0].AddressHash);
		},
	),
];
