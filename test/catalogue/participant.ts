import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import { completeEntry } from '../../tools/sandbox';
import { countOf, deletion, item, type Row, type Unique } from './row';
import { byId, READ_COUNT, storedColumns, type World } from './world';

/** Each added participant has a different number of bonus entries. */
const entered = ({ entries }: Store, { n }: Unique) =>
	countOf(entries.all(), ({ BonusEntries }) => BonusEntries === n);

const adding = (
	variant: string,
	who: (unique: Unique) => INodeParameters,
	withoutReply: Row['withoutReply'] = 'confirms',
): Row => ({
	operation: 'add',
	variant,
	endpoint: 'POST /participants/add',
	parameters: ({ main }, unique) => ({
		sweepstakes: byId(main),
		options: { BonusEntries: unique.n, lang: 'en', source: 'test' },
		Fields: {
			mappingMode: 'defineBelow',
			value: { First_Name: 'Jane', Last_Name: 'Smith' },
			schema: storedColumns(main),
		},
		...who(unique),
	}),
	output: ({ n }) => item({ FirstName: 'Jane', BonusEntries: n }),
	withoutReply,
	stored: entered,
});

/** @returns the token of participant 7 in the sandbox's fill */
async function tokenOfParticipant({ api, quiet }: World): Promise<string> {
	const { Data } = await api<{ Data: { Entries: Array<{ ParticipantToken: string }> } }>(
		'/participants/single',
		{ SweepstakesToken: quiet, KeyEmail: 'participant7@example.com' },
	);
	return Data.Entries[0]!.ParticipantToken;
}

const getting = (mode: string, value: (world: World) => string | Promise<string>): Row => ({
	operation: 'get',
	variant: `by ${mode}`,
	endpoint: 'POST /participants/single',
	parameters: async (world) => ({
		sweepstakes: byId(world.quiet),
		participant: { __rl: true, mode, value: await value(world) },
	}),
	output: () => item({ Email: 'participant7@example.com' }),
});

/** @returns the email address of a new participant */
async function addPerson({ main, api }: World, name: string, unique: Unique): Promise<string> {
	const KeyEmail = `${name}${unique.n}@example.com`;
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken: main,
		entryPageFields: completeEntry({ KeyEmail, KeyPhoneNumber: phoneOf(unique), BonusEntries: unique.n }),
	});
	return KeyEmail;
}

const withBonus =
	(name: string, BonusEntries: (unique: Unique) => number) =>
	({ entries }: Store, unique: Unique) =>
		countOf(
			entries.all(),
			(entry) =>
				entry.KeyEmail === `${name}${unique.n}@example.com` && entry.BonusEntries === BonusEntries(unique),
		);

const phoneOf = ({ n }: Unique) => `+1${String(n).padStart(10, '0')}`;

export const participant: Row[] = [
	// The reference requires an email address and a phone number.
	{ ...adding('by email', ({ email }) => ({ KeyEmail: email })), refusedByReference: true },
	{ ...adding('by phone', (unique) => ({ KeyPhoneNumber: phoneOf(unique) })), refusedByReference: true },
	{ ...adding('without email and phone', () => ({}), 'stops'), refusedByReference: true },
	{
		...adding('by email and phone', (unique) => ({
			KeyEmail: unique.email,
			KeyPhoneNumber: phoneOf(unique),
		})),
		undatableInReference: true,
	},
	adding('unless entered', (unique) => ({
		KeyEmail: `once${unique.n}@example.com`,
		KeyPhoneNumber: phoneOf(unique),
		whenAlreadyEntered: 'skip',
	})),
	{
		operation: 'getMany',
		endpoint: 'POST /participants/fetch',
		parameters: ({ quiet, today }) => ({
			sweepstakes: byId(quiet),
			limit: 100,
			filters: { search: 'participant', optInDate: today, startDate: '2000-01-01', endDate: '2099-12-31' },
		}),
		dates: { optInDate: 'date', startDate: 'date', endDate: 'date' },
		output: () =>
			Array.from(
				{ length: READ_COUNT },
				(_, index) =>
					expect.objectContaining({ Email: `participant${READ_COUNT - index}@example.com` }) as IDataObject,
			),
	},
	{
		operation: 'count',
		endpoint: 'POST /participants/count',
		parameters: ({ quiet }) => ({
			sweepstakes: byId(quiet),
			filters: {
				FilterType: 'all',
				StartDate: '2000-01-01T00:00:00.000Z',
				EndDate: '2099-01-01T00:00:00.000Z',
			},
		}),
		dates: { StartDate: 'date-time', EndDate: 'date-time' },
		output: () => item({ Total: READ_COUNT }),
	},
	getting('KeyEmail', () => 'participant7@example.com'),
	getting('KeyPhoneNumber', () => '+15550000007'),
	getting('id', tokenOfParticipant),
	{
		operation: 'setBonusEntries',
		endpoint: 'POST /participants/updateBonusEntries',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			participant: { __rl: true, mode: 'KeyEmail', value: await addPerson(world, 'set', unique) },
			BonusEntries: 500_000,
		}),
		output: ({ n }) => item({ Email: `set${n}@example.com`, BonusEntries: 500_000 }),
		withoutReply: 'confirms',
		stored: withBonus('set', () => 500_000),
	},
	{
		operation: 'addBonusEntries',
		endpoint: 'POST /participants/updateBonusEntries',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			participant: { __rl: true, mode: 'KeyEmail', value: await addPerson(world, 'referrer', unique) },
			entriesToAdd: 700_000,
		}),
		output: ({ n }) => item({ BonusEntries: 700_000 + n, PreviousBonusEntries: n }),
		withoutReply: 'confirms',
		stored: withBonus('referrer', ({ n }) => 700_000 + n),
	},
	{
		operation: 'delete',
		endpoint: 'DELETE /participants/delete',
		parameters: async (world, unique) => ({
			sweepstakes: byId(world.main),
			participant: { __rl: true, mode: 'KeyEmail', value: await addPerson(world, 'leaving', unique) },
		}),
		...deletion('ParticipantToken'),
		stored: (store, unique) => 1 - entered(store, unique),
	},
];
