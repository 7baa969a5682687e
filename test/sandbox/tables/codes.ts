import {
	affix,
	clearable,
	code,
	codeValue,
	day,
	digits,
	flag,
	key,
	link,
	oneOf,
	plain,
	text,
	texts,
	time,
	uuid,
	whole,
} from '../kinds';
import { nullable, required, withDefault, type Table } from './table';

const ATTRIBUTES = {
	Description: text({ max: 5_000 }),
	Value: codeValue,
	ExternalURL: link,
	ExpirationDate: day,
	ExpirationTime: time,
};

const CODE = {
	CouponToken: 'UUID',
	SweepstakesToken: 'UUID',
	CouponCode: 'CODE',
	Description: null,
	Value: null,
	ExternalURL: null,
	ExpirationTime: null,
	ExpirationDate: null,
	Status: 'not-redeemed',
	ParticipantToken: null,
	AssignedTo: null,
	RedemptionDate: null,
	RedemptionTime: null,
	CreationDate: '2030-01-15T12:00:00.000Z',
};

export const codes = {
	'/codes/generate': {
		isInContract: true,
		module: 'codes',
		request: {
			SweepstakesToken: required(uuid),
			Quantity: required(whole({ min: 1, max: 5_000 }), 3),
			Length: required(whole({ min: 4, max: 20 }), 12),
			Type: withDefault('alphanumeric', oneOf('alphanumeric', 'numeric')),
			Case: withDefault('upper', oneOf('upper', 'lower', 'mixed')),
			Prefix: affix,
			Suffix: affix,
			...ATTRIBUTES,
			CalledFromMCP: flag,
			CalledFromCLI: flag,
		},
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				Generated: 3,
				Codes: [
					{ CouponToken: 'UUID', CouponCode: 'CODE' },
					{ CouponToken: 'UUID', CouponCode: 'CODE' },
					{ CouponToken: 'UUID', CouponCode: 'CODE' },
				],
			},
			Message: '…',
		},
	},
	'/codes/create': {
		module: 'codes',
		request: {
			SweepstakesToken: required(uuid),
			Codes: required(texts({ min: 1, max: 1_000 }), ['A1', 'no.', 'A1']),
			...ATTRIBUTES,
		},
		reply: {
			Data: {
				SweepstakesToken: 'UUID',
				Received: 3,
				Created: 1,
				Codes: [{ CouponToken: 'UUID', CouponCode: 'A1' }],
				Duplicates: ['A1'],
				DuplicateCount: 1,
				Invalid: ['no.'],
				InvalidCount: 1,
			},
			Message: '…',
		},
	},
	'/codes/stats': {
		module: 'codes',
		worksWithoutModule: true,
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				SweepstakesToken: 'UUID',
				Total: 0,
				Assigned: 0,
				Unassigned: 0,
				Redeemed: 0,
				Voided: 0,
				Available: 0,
			},
		},
	},
	'/codes/settings': {
		module: 'codes',
		worksWithoutModule: true,
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Message: '…',
			Data: {
				SweepstakesToken: 'UUID',
				Configured: false,
				Settings: {
					CouponEntryPageRegistration: 0,
					CouponAmoePageRegistration: 0,
					WhatToDoWhenNoCouponCodeIsAvailable: 0,
					CouponCodeType: 1,
					CouponCodeLength: 20,
					DisplayCouponCodeOnConfirmationPage: false,
					SendCouponCodeToParticipantByEmail: false,
					SendCouponCodeToParticipantBySMS: false,
					RejectInvalidCouponCode: false,
					CouponCodeCaseSensitive: false,
					InvalidCouponCodeErrorMessage: '',
					CouponRequestFieldLabel: '',
					CouponThankYouPageMessage: '',
				},
			},
		},
	},
	'/codes/fetch': {
		module: 'codes',
		worksWithoutModule: true,
		request: {
			SweepstakesToken: required(uuid),
			Filter: withDefault(
				'all',
				oneOf('all', 'assigned', 'unassigned', 'redeemed', 'not-redeemed', 'voided', 'available'),
			),
			Search: text({ max: 100 }),
			SortBy: oneOf('CouponCode', 'ExpirationDate', 'Status', 'CreationDate', 'RedemptionDate'),
			SortDesc: withDefault(false, flag),
			Page: withDefault(1, whole()),
			ItemsPerPage: withDefault(25, whole()),
		},
		reply: {
			Message: '…',
			Data: {
				Codes: [CODE],
				TotalResults: 1,
				Page: 1,
				ItemsPerPage: 25,
				TotalPages: 1,
				SearchTruncated: false,
			},
		},
	},
	'/codes/single': {
		module: 'codes',
		worksWithoutModule: true,
		request: { CouponToken: uuid, SweepstakesToken: uuid, CouponCode: code },
		reply: { Message: '…', Data: { Code: CODE } },
	},
	'/codes/update': {
		module: 'codes',
		request: {
			CouponToken: required(uuid),
			CouponCode: code,
			Description: nullable(clearable({ max: 5_000 })),
			Value: nullable(codeValue),
			ExternalURL: nullable(link),
			ExpirationDate: nullable(day),
			ExpirationTime: nullable(time),
		},
		reply: { Data: { Code: { ...CODE, Description: 'For a friend' } }, Message: '…' },
	},
	'/codes/delete': {
		module: 'codes',
		request: { CouponTokens: required(texts({ min: 1, max: 1_000 })) },
		reply: { Data: { Requested: 1, Deleted: 1, Skipped: [], SkippedCount: 0 }, Message: '…' },
	},
	'/codes/assign': {
		module: 'codes',
		request: { CouponToken: required(uuid), ParticipantToken: required(uuid) },
		reply: { Data: { Code: { ...CODE, ParticipantToken: 'UUID' } }, Message: '…' },
	},
	'/codes/unassign': {
		module: 'codes',
		request: { CouponToken: required(uuid) },
		reply: {
			Data: {
				CouponToken: 'UUID',
				CouponCode: 'CODE',
				PreviousParticipantToken: 'UUID',
				Status: 'not-redeemed',
			},
			Message: '…',
		},
	},
	'/codes/unredeem': {
		module: 'codes',
		request: { CouponToken: required(uuid) },
		reply: { Data: { Code: CODE }, Message: '…' },
	},
	'/codes/redeem': {
		module: 'codes',
		request: { CouponToken: uuid, SweepstakesToken: uuid, CouponCode: code },
		reply: {
			Data: {
				Code: {
					...CODE,
					Status: 'redeemed',
					RedemptionDate: '2030-01-15T12:00:00.000Z',
					RedemptionTime: '12:00 pm',
				},
			},
			Message: '…',
		},
	},
	'/codes/send': {
		module: 'codes',
		request: {
			CouponToken: required(uuid),
			Channel: required(oneOf('email', 'sms', 'both'), 'email'),
			IdempotencyKey: key,
		},
		reply: {
			Data: {
				CouponToken: 'UUID',
				ParticipantToken: 'UUID',
				Duplicate: false,
				Channels: [{ Channel: 'email', Status: 'queued', MessageToken: 'UUID' }],
			},
			Message: '…',
		},
	},
	'/codes/update-settings': {
		module: 'codes',
		request: {
			SweepstakesToken: required(uuid),
			CouponEntryPageRegistration: digits({ min: 0, max: 3 }),
			CouponAmoePageRegistration: digits({ min: 0, max: 3 }),
			WhatToDoWhenNoCouponCodeIsAvailable: digits({ min: 0, max: 1 }),
			CouponCodeType: digits({ min: 1, max: 2 }),
			CouponCodeLength: digits({ min: 4, max: 20 }),
			DisplayCouponCodeOnConfirmationPage: flag,
			SendCouponCodeToParticipantByEmail: flag,
			SendCouponCodeToParticipantBySMS: flag,
			RejectInvalidCouponCode: flag,
			CouponCodeCaseSensitive: flag,
			InvalidCouponCodeErrorMessage: nullable(plain({ max: 500 })),
			CouponRequestFieldLabel: nullable(plain({ max: 200 })),
			CouponThankYouPageMessage: nullable(plain({ max: 1_000 })),
		},
		reply: {
			Data: { SweepstakesToken: 'UUID', Updated: ['CouponCodeLength'], Settings: { CouponCodeLength: 10 } },
			Message: '…',
		},
	},
} satisfies Table;
