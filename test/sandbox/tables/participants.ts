import { day, email, emailOf100, moment, object, oneOf, phone, tenDigits, text, uuid, whole } from '../kinds';
import { required, withDefault, type Changes, type Table } from './table';

const ENTRY = {
	ParticipantToken: 'UUID',
	UserToken: 'UUID',
	SweepstakesToken: 'UUID',
	KeyEmail: 'ada@example.com',
	KeyPhoneNumber: '2025550111',
	BonusEntries: 0,
	Status: true,
	Collection: 'Participants',
	CreationDate: '2030-01-15T12:00:00.000Z',
};

export const participants = {
	'/participants/add': {
		isInContract: true,
		request: {
			lang: required(text({ min: 1 }), 'en'),
			source: required(text({ min: 1 }), 'test'),
			sweepstakesToken: required(uuid),
			entryPageFields: required(object),
			'entryPageFields.Fields': object,
			'entryPageFields.KeyPhoneNumber': phone,
			'entryPageFields.KeyEmail': email,
			'entryPageFields.BonusEntries': withDefault(0, whole({ min: 0 })),
		},
		reply: { Message: '…' },
	},
	'/participants/fetch': {
		isInContract: true,
		request: {
			sweepstakesToken: required(uuid),
			page: withDefault(1, whole({ min: 1 })),
			search: text(),
			optInDate: day,
			startDate: day,
			endDate: day,
		},
		reply: {
			Participants: [{ ...ENTRY, FirstName: '', LastName: '' }],
			Pagination: { Page: 1, Limit: 20, Total: 1, TotalPages: 1 },
		},
	},
	'/participants/count': {
		isInContract: true,
		request: {
			SweepstakesToken: required(uuid),
			FilterType: withDefault('all', oneOf('all', 'participants', 'amoe', 'optouts')),
			StartDate: moment,
			EndDate: moment,
		},
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				FilterType: 'all',
				DateRange: { StartDate: null, EndDate: null },
				Counts: { Participants: 1, AmoeParticipants: 0, OptOuts: 0, Total: 1 },
			},
		},
	},
	'/participants/single': {
		isInContract: true,
		request: {
			SweepstakesToken: required(uuid),
			ParticipantToken: uuid,
			KeyEmail: email,
			KeyPhoneNumber: text({ min: 1 }),
		},
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				SweepstakesName: 'Winter Giveaway',
				TotalEntries: 1,
				Collections: ['Participants'],
				Entries: [{ ...ENTRY, FirstName: '', LastName: '' }],
			},
		},
	},
	'/participants/delete': {
		isInContract: true,
		method: 'DELETE',
		request: { SweepstakesToken: required(uuid), ParticipantToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				ParticipantToken: 'UUID',
				SweepstakesToken: 'UUID',
				DeletedFrom: ['Participants'],
				DeletedCount: 1,
			},
		},
	},
	'/participants/updateBonusEntries': {
		request: {
			SweepstakesToken: required(uuid),
			ParticipantToken: required(uuid),
			BonusEntries: required(whole({ min: 0, max: 1_000_000 }), 5),
		},
		reply: { Data: { ParticipantToken: 'UUID', SweepstakesToken: 'UUID', BonusEntries: 5 }, Message: '…' },
	},
} satisfies Table;

export const participantsInReference = {
	'/participants/add': {
		request: {
			lang: required(text({ min: 1, max: 2 }), 'en'),
			source: required(text({ min: 1, max: 100 }), 'test'),
			sweepstakesToken: required(uuid),
			entryPageFields: required(object),
			'entryPageFields.Fields': required(object),
			'entryPageFields.KeyPhoneNumber': tenDigits,
			'entryPageFields.KeyEmail': emailOf100,
			'entryPageFields.BonusEntries': withDefault(0, whole({ min: 0 })),
		},
		reply: { Message: '…', Data: { ParticipantToken: 'UUID' } },
	},
	'/participants/fetch': {
		reply: {
			Participants: [{ ...ENTRY, FirstName: 'Sam', LastName: 'Sample' }],
			Pagination: { Page: 1, Limit: 20, Total: 1, TotalPages: 1 },
		},
	},
	'/participants/single': {
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				SweepstakesName: 'Winter Giveaway',
				TotalEntries: 1,
				Collections: ['Participants'],
				SearchCriteria: { ParticipantToken: 'UUID' },
				Entries: [
					{
						...ENTRY,
						EntryPagesFields: {
							FirstName: 'Sam',
							LastName: 'Sample',
							Email: 'ada@example.com',
							Mobile_Number: '2025550111',
						},
					},
				],
			},
		},
	},
} satisfies Changes;
