import type { INodeParameters } from 'n8n-workflow';

import type { Store } from '../../sandbox/store';
import { toEmail, newPerson, findToken } from './people';
import { count, deletion, item, items, once, row, type Row, type UniqueValues } from './row';
import { byId, READ_COUNT, storedColumns, type World } from './world';

/** Counts the row's participants. Each row gives its participants a different number of bonus entries. */
const countEntered = ({ entries }: Store, { n }: UniqueValues) =>
	count(entries.all(), ({ BonusEntries }) => BonusEntries === n);

const adding = (
	how: string,
	who: (unique: UniqueValues) => INodeParameters,
	more: Partial<Row> = {},
): Row => ({
	...once(`add, ${how}`, 'POST /participants/add', {
		parameters: ({ main }, unique) => ({
			sweepstakes: byId(main),
			options: { BonusEntries: unique.n, lang: 'en', source: 'test' },
			Fields: {
				mappingMode: 'defineBelow',
				value: { First_Name: 'Jane', Last_Name: 'Smith' },
				schema: storedColumns(),
			},
			...who(unique),
		}),
		output: ({ n }) => item({ FirstName: 'Jane', BonusEntries: n }),
		stored: countEntered,
	}),
	...more,
});

/** Marks rows that lack the email address or the phone number. The reference requires both. */
const incomplete = { refusedByReference: true } as const;

const PERSON = 'participant7@example.com';

const getting = (key: string, value: (world: World) => string | Promise<string>): Row =>
	row(`get, by ${key}`, 'POST /participants/single', {
		parameters: async (w) => ({ sweepstakes: byId(w.quiet), participant: byId(await value(w)) }),
		output: () => item({ Email: PERSON }),
	});

const withBonus =
	(bonusOf: (unique: UniqueValues) => number) =>
	({ entries }: Store, unique: UniqueValues) =>
		count(
			entries.all(),
			({ KeyEmail, BonusEntries }) => KeyEmail === toEmail(unique) && BonusEntries === bonusOf(unique),
		);

const toPhone = ({ n }: UniqueValues) => `+1${String(n).padStart(10, '0')}`;

export const participant: Row[] = [
	adding('by email', ({ email }) => ({ KeyEmail: email }), incomplete),
	adding('by phone', (unique) => ({ KeyPhoneNumber: toPhone(unique) }), { ...incomplete, unprovable: true }),
	adding(
		'without email and phone',
		({ n }) => ({ whenAlreadyEntered: 'add', options: { BonusEntries: n, allowNoContact: true } }),
		{ ...incomplete, withoutReply: 'stops' },
	),
	adding('by email and phone', (unique) => ({ KeyEmail: unique.email, KeyPhoneNumber: toPhone(unique) }), {
		undatableWithoutZone: true,
	}),
	adding('with Skip', (unique) => ({
		KeyEmail: toEmail(unique),
		KeyPhoneNumber: toPhone(unique),
		whenAlreadyEntered: 'skip',
	})),
	row('getMany', 'POST /participants/fetch', {
		parameters: ({ quiet, today }) => ({
			sweepstakes: byId(quiet),
			limit: 100,
			filters: { search: 'participant', optInDate: today, startDate: '2000-01-01', endDate: '2099-12-31' },
		}),
		dates: { optInDate: 'date', startDate: 'date', endDate: 'date' },
		output: () => items(READ_COUNT, (index) => ({ Email: `participant${READ_COUNT - index}@example.com` })),
	}),
	row('count', 'POST /participants/count', {
		parameters: ({ quiet }) => {
			const dates = { StartDate: '2000-01-01T00:00:00.000Z', EndDate: '2099-01-01T00:00:00.000Z' };
			return { sweepstakes: byId(quiet), filters: { FilterType: 'all', ...dates } };
		},
		dates: { StartDate: 'date-time', EndDate: 'date-time' },
		output: () => item({ Total: READ_COUNT }),
	}),
	getting('email', () => PERSON),
	getting('phone', () => '+15552000007'),
	getting('ID', async (world) => await findToken(world, world.quiet, PERSON)),
	once('setBonusEntries', 'POST /participants/updateBonusEntries', {
		parameters: async (...row) => ({ ...(await newPerson(...row)), BonusEntries: 500_000 }),
		output: (unique) => item({ Email: toEmail(unique), BonusEntries: 500_000 }),
		stored: withBonus(() => 500_000),
	}),
	once('addBonusEntries', 'POST /participants/updateBonusEntries', {
		parameters: async (...row) => ({ ...(await newPerson(...row)), entriesToAdd: 700_000 }),
		output: ({ n }) => item({ BonusEntries: 700_000 + n, PreviousBonusEntries: n }),
		stored: withBonus(({ n }) => 700_000 + n),
	}),
	deletion('DELETE /participants/delete', 'ParticipantToken', countEntered, newPerson),
];
