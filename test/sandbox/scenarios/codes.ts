import { MINUTE_MS } from '../../support/constants';
import { entry, fill, named, numbered, ok, place, refused, wait, type Scenarios } from './scenario';

export const codes: Scenarios = {
	'New codes have the requested prefix, suffix and length': [
		refused(400, '/codes/generate', { Prefix: 'WIN-1', Suffix: '-END' }),
		ok('/codes/generate', { Prefix: 'WIN-', Suffix: '-END' }),
		ok('/codes/generate', { Prefix: ' W I N - ', Suffix: '-END' }),
		ok('/codes/generate', { Prefix: ' W\ti ', Suffix: ' _x', Quantity: 1 }).shows({
			Codes: [{ CouponCode: /^Wi[0-9A-Z]{12}_x$/ }],
		}),
	],
	'Codes can expire today at the earliest': [
		refused(400, '/codes/generate', { ExpirationDate: '2030-01-14' }),
		ok('/codes/generate', { ExpirationDate: '2030-01-15', Quantity: 1 }),
		refused(400, '/codes/create', { ExpirationDate: '2030-01-14' }),
		refused(400, '/codes/update', { CouponToken: named('CouponToken'), ExpirationDate: '2030-01-14' }),
	],
	'The reply to /codes/create lists up to 100 codes of each kind': [
		ok('/codes/create', { Codes: numbered('OLD#', 150) }),
		ok('/codes/create', {
			Codes: [...numbered('OLD#', 150), ...numbered('NEW#', 150), ...numbered('no.#', 150)],
		}).shows({
			Created: 150,
			'Codes.length': 100,
			'Duplicates.length': 100,
			DuplicateCount: 150,
			'Invalid.length': 100,
			InvalidCount: 150,
		}),
	],
	'Page numbers and page sizes of codes are clamped, and pages neither repeat nor skip a code': [
		ok('/codes/create', { Codes: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }),
		ok('/codes/fetch', { Page: 0, ItemsPerPage: 3, SortBy: 'CouponCode' }).shows({
			Page: 1,
			Codes: [{ CouponCode: 'A' }, {}, { CouponCode: 'C' }],
		}),
		ok('/codes/fetch', { Page: 2, ItemsPerPage: 3, SortBy: 'CouponCode' }).shows({
			Page: 2,
			Codes: [{ CouponCode: 'D' }, {}, { CouponCode: 'F' }],
		}),
		ok('/codes/fetch', { Page: 9, ItemsPerPage: 3, SortBy: 'CouponCode' }).shows({
			Page: 3,
			Codes: [{ CouponCode: 'G' }],
		}),
		ok('/codes/fetch', { ItemsPerPage: 501 }).shows({ ItemsPerPage: 500 }),
		ok('/codes/fetch', { ItemsPerPage: 0 }).shows({ ItemsPerPage: 1, TotalPages: 7 }),
	],
	'Codes are sorted by a key, and codes with equal keys stay newest first': [
		ok('/codes/create', { Codes: ['B'], ExpirationDate: '2031-01-01' }),
		ok('/codes/create', { Codes: ['A'], ExpirationDate: '2031-01-02' }),
		ok('/codes/fetch', { SortBy: 'CouponCode' }).shows({ 'Codes.0.CouponCode': 'A' }),
		ok('/codes/fetch', { SortBy: 'CouponCode', SortDesc: true }).shows({ 'Codes.0.CouponCode': 'B' }),
		ok('/codes/fetch', { SortBy: 'ExpirationDate' }).shows({ 'Codes.0.CouponCode': 'B' }),
		ok('/codes/fetch', { SortBy: 'ExpirationDate', SortDesc: true }).shows({ 'Codes.0.CouponCode': 'A' }),
		ok('/codes/fetch', { SortBy: 'Status', SortDesc: true }).shows({ 'Codes.0.CouponCode': 'A' }),
	],
	'Codes are filtered and counted by state, and can be found by their participant': [
		ok('/codes/generate', { Quantity: 5 }).shows({
			Codes: [
				{ CouponToken: named('held') },
				{ CouponToken: named('used') },
				{ CouponToken: named('both') },
				{ CouponToken: named('gone') },
				{},
			],
		}),
		entry({ KeyEmail: 'ada@example.com', KeyPhoneNumber: '+1 (202) 555-0111' }),
		ok('/codes/assign', { CouponToken: named('held') }),
		entry({ KeyEmail: 'bob@example.com', KeyPhoneNumber: '+12025550112' }),
		ok('/codes/assign', { CouponToken: named('both') }),
		ok('/codes/redeem', { CouponToken: named('both') }),
		wait(MINUTE_MS),
		ok('/codes/redeem', { CouponToken: named('used') }),
		ok('/_sandbox/codes', { CouponToken: named('gone'), Status: 'voided' }),
		ok('/codes/fetch', { Filter: 'all' }).shows({ TotalResults: 5 }),
		ok('/codes/fetch', { Filter: 'assigned' }).shows({ TotalResults: 2 }),
		ok('/codes/fetch', { Filter: 'unassigned' }).shows({ TotalResults: 3 }),
		ok('/codes/fetch', { Filter: 'redeemed', SortBy: 'RedemptionDate', SortDesc: true }).shows({
			Codes: [{ CouponToken: named('used') }, { CouponToken: named('both') }],
		}),
		ok('/codes/fetch', { Filter: 'not-redeemed' }).shows({ TotalResults: 2 }),
		ok('/codes/fetch', { Filter: 'voided' }).shows({ TotalResults: 1 }),
		ok('/codes/fetch', { Filter: 'available' }).shows({ TotalResults: 1 }),
		ok('/codes/fetch', { Search: 'ADA@' }).shows({
			Codes: [{ CouponToken: named('held'), AssignedTo: 'ada@example.com' }],
		}),
		ok('/codes/fetch', { Search: '2025550112' }).shows({ Codes: [{ CouponToken: named('both') }] }),
		ok('/codes/fetch', { Search: '555-0111' }).shows({ Codes: [{ CouponToken: named('held') }] }),
		ok('/codes/stats').shows({ Total: 5, Assigned: 2, Unassigned: 3, Redeemed: 2, Voided: 1, Available: 1 }),
	],
	'A search for codes ignores case, and covers all codes and up to 2,000 participants': [
		ok('/codes/create', { Codes: ['SUN-1', 'SUN-2', 'RAIN-1'] }),
		ok('/codes/fetch', { Search: 'sun-' }).shows({ TotalResults: 2, SearchTruncated: false }),
		ok('/codes/fetch', { Search: 'S.N' }).shows({ TotalResults: 0, TotalPages: 0 }),
		fill(2_001),
		ok('/codes/fetch', { Search: 'example.com' }).shows({ SearchTruncated: true }),
		ok('/codes/fetch').shows({ SearchTruncated: false }),
	],
	'A code is found by its exact text, ignoring white space': [
		ok('/codes/create', { Codes: ['Abc1'] }).shows({ Codes: [{ CouponToken: named('code') }] }),
		ok('/codes/single', { SweepstakesToken: named('SweepstakesToken'), CouponCode: ' Ab c1 ' }).shows({
			'Code.CouponToken': named('code'),
		}),
		refused(404, '/codes/single', { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'abc1' }),
		refused(404, '/codes/single', { SweepstakesToken: named('nobody'), CouponCode: 'Abc1' }),
		refused(404, '/codes/single', { CouponToken: named('nobody') }),
		refused(400, '/codes/single', { CouponCode: 'Abc1' }),
		refused(400, '/codes/single'),
		ok('/codes/single', {
			CouponToken: named('code'),
			CouponCode: 'wrong',
			SweepstakesToken: named('SweepstakesToken'),
		}),
	],
	'Until it is redeemed, a code can be renamed to a name that no other code has': [
		ok('/codes/create', { Codes: ['TAKEN', 'NAMED'] }).shows({ 'Codes.1.CouponToken': named('code') }),
		ok('/codes/update', { CouponToken: named('code'), CouponCode: 'RENAMED' }),
		ok('/codes/single', { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'RENAMED' }),
		refused(404, '/codes/single', { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'NAMED' }),
		refused(409, '/codes/update', { CouponToken: named('code'), CouponCode: 'TAKEN' }).shows({
			Code: 'DuplicateCode',
		}),
		ok('/codes/redeem', { CouponToken: named('code') }),
		refused(409, '/codes/update', { CouponToken: named('code'), CouponCode: 'AGAIN' }).shows({
			Code: 'CodeInUse',
		}),
		ok('/codes/update', { CouponToken: named('code'), CouponCode: 'RENAMED' }),
	],
	'An available code can be assigned to an entry without a code': [
		ok('/codes/generate', { Quantity: 2 }).shows({
			Codes: [{ CouponToken: named('held') }, { CouponToken: named('free') }],
		}),
		entry({ KeyEmail: 'held@example.com' }).shows({ ParticipantToken: named('holder') }),
		ok('/codes/assign', { CouponToken: named('held') }),
		ok('/codes/single', { CouponToken: named('held') }).shows({
			Code: { ParticipantToken: named('holder'), AssignedTo: 'held@example.com' },
		}),
		refused(409, '/codes/assign', { CouponToken: named('free') }).shows({
			Code: 'ParticipantHasCode',
			CouponToken: named('held'),
		}),
		entry().shows({ ParticipantToken: named('optOut') }),
		refused(409, '/codes/assign', { CouponToken: named('held') }).shows({
			Code: 'CodeNotAvailable',
			Status: 'not-redeemed',
			Assigned: true,
		}),
		place({ Collections: ['OptOuts'] }),
		refused(404, '/codes/assign', { CouponToken: named('free') }),
		place({ Collections: ['ParticipantsAmoe'] }),
		ok('/codes/assign', { CouponToken: named('free') }),
	],
	'Unassigning a code also undoes its redemption, and is refused if the code is voided': [
		ok('/codes/generate', { Quantity: 1 }),
		entry(),
		ok('/codes/assign'),
		ok('/codes/redeem', { CouponToken: named('CouponToken') }),
		ok('/codes/unassign').shows({ PreviousParticipantToken: named('ParticipantToken') }),
		ok('/codes/single', { CouponToken: named('CouponToken') }).shows({
			Code: { Status: 'not-redeemed', RedemptionDate: null, AssignedTo: null },
		}),
		refused(409, '/codes/unassign').shows({ Status: 'not-redeemed' }),
		ok('/codes/assign'),
		ok('/_sandbox/codes', { CouponToken: named('CouponToken'), Status: 'voided' }),
		refused(409, '/codes/unassign').shows({ Status: 'voided' }),
	],
	'A code can be redeemed once, by its token or its text, and then unredeemed': [
		ok('/codes/create', { Codes: ['MUG'] }),
		wait(184 * MINUTE_MS),
		ok('/codes/redeem', { SweepstakesToken: named('SweepstakesToken'), CouponCode: 'MUG' }).shows({
			Code: { Status: 'redeemed', RedemptionDate: '2030-01-15T15:04:00.000Z', RedemptionTime: '15:04 pm' },
		}),
		refused(409, '/codes/redeem', { CouponToken: named('CouponToken') }).shows({
			Code: 'AlreadyRedeemed',
			RedemptionDate: '2030-01-15T15:04:00.000Z',
			RedemptionTime: '15:04 pm',
		}),
		ok('/codes/unredeem'),
		refused(409, '/codes/unredeem').shows({ Status: 'not-redeemed' }),
		wait(1_195 * MINUTE_MS),
		ok('/codes/redeem', { CouponToken: named('CouponToken') }).shows({
			Code: { RedemptionTime: '10:59 am' },
		}),
		ok('/_sandbox/codes', { CouponToken: named('CouponToken'), Status: 'voided' }),
		refused(409, '/codes/redeem', { CouponToken: named('CouponToken') }).shows({ Code: 'CodeVoided' }),
	],
	'Code settings have defaults until they are saved, and are stored as numbers and plain text': [
		ok('/codes/settings').shows({ Configured: false }),
		refused(400, '/codes/update-settings'),
		ok('/codes/update-settings', { CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' }).shows({
			Updated: ['CouponCodeLength', 'CouponRequestFieldLabel'],
			Settings: { CouponCodeLength: 10, CouponRequestFieldLabel: 'Your bcode' },
		}),
		ok('/codes/update-settings', { CouponCodeLength: '10', CouponRequestFieldLabel: 'Your <b>code' }).shows({
			Updated: [],
		}),
		ok('/codes/settings').shows({ Configured: true, Settings: { CouponCodeType: 1, CouponCodeLength: 10 } }),
	],
	'A code is sent through each channel for which the participant has an address': [
		ok('/codes/generate', { Quantity: 2 }).shows({
			Codes: [{ CouponToken: named('mail') }, { CouponToken: named('abroad') }],
		}),
		entry({ KeyEmail: 'ada@example.com' }),
		ok('/codes/assign', { CouponToken: named('mail') }),
		ok('/codes/send', { CouponToken: named('mail'), Channel: 'both' }).shows({
			Channels: [
				{ Channel: 'email', Status: 'queued' },
				{ Channel: 'sms', Status: 'skipped', Reason: 'NoAddress' },
			],
		}),
		refused(409, '/codes/send', { CouponToken: named('abroad') }).shows({ Code: 'NotAssigned' }),
		entry({ KeyPhoneNumber: '+442079460000' }),
		ok('/codes/assign', { CouponToken: named('abroad') }),
		refused(422, '/codes/send', { CouponToken: named('abroad'), Channel: 'sms' }).shows({
			Channels: [{ Status: 'skipped', Reason: 'UnsupportedCountry' }],
		}),
	],
};
