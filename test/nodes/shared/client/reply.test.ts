import { readRefusal, retryAfterMs } from '../../../../nodes/shared/client/reply';
import { judgeOutcome } from '../../../../nodes/shared/client/retry-policy';
import { ANY_ENDPOINT } from '../../../support/client';

test.each([
	[
		'a day and a time',
		{ RedemptionDate: '2027-01-31T00:00:00.000Z', RedemptionTime: '15:04 pm' },
		'2027-01-31, 15:04 UTC',
	],
	['a day alone', { RedemptionDate: '2027-01-31', RedemptionTime: null }, '2027-01-31'],
	['a time that cannot be read', { RedemptionDate: '2027-01-31', RedemptionTime: 'noon' }, '2027-01-31'],
	['nothing', { RedemptionDate: null, RedemptionTime: '15:04 pm' }, undefined],
])('reads when a code was redeemed from %s', (_what, Data, expected) => {
	expect(readRefusal({ Response: false, Data }).redeemed).toBe(expected);
});

test.each([
	[
		'a reason for each channel',
		[
			{ Channel: 'email', Reason: 'NoAddress' },
			{ Channel: 'sms', Reason: 'Suppressed' },
		],
		'email: NoAddress, sms: Suppressed',
	],
	['a channel without a reason', [{ Channel: 'email' }], 'email'],
	['values that are not channels', ['email', null], undefined],
	['no list', { Channel: 'email' }, undefined],
	['an empty list', [], undefined],
])('reads why a message was skipped from %s', (_what, Channels, expected) => {
	expect(readRefusal({ Response: false, Data: { Channels } }).skips).toBe(expected);
});

test.each([
	[1, 1],
	['1', 1],
	[' 250 ', 250],
	['many', undefined],
	[null, undefined],
])('reads every number in a refusal, even as text: %j', (value, expected) => {
	const Data = { ResponsesCount: value, AddedToday: value };
	expect(readRefusal({ Response: false, Help: { EligibleParticipants: value }, Data })).toMatchObject({
		eligibleParticipants: expected,
		responses: expected,
		addedToday: expected,
	});
});

test.each([
	['60', 60_000],
	['60, 60', 60_000],
	['30,60 , 5', 60_000],
	['60,', undefined],
	['60 60', undefined],
	['soon', undefined],
	['2027-01-31', undefined],
	['1.5', undefined],
	['-1', undefined],
	['', undefined],
])('reads the Retry-After %j as %p ms', (header, ms) => {
	expect(retryAfterMs(header)).toBe(ms);
});

test('reads a Retry-After that is a date', () => {
	const ms = retryAfterMs(new Date(Date.now() + 30_000).toUTCString());
	expect(ms).toBeGreaterThan(28_000);
	expect(ms).toBeLessThanOrEqual(30_000);
});

describe('a refusal with an absurd number of values', () => {
	const judge = (status: number, values: number) => {
		const body = { Response: false, Message: 'No.', Candidates: Array(values).fill(1) };
		const parse = jest.spyOn(JSON, 'parse');
		const verdict = judgeOutcome(
			{ reply: { status, headers: {}, text: JSON.stringify(body) } },
			ANY_ENDPOINT,
		);
		const isParsed = parse.mock.calls.length > 0;
		parse.mockRestore();
		return { isParsed, verdict };
	};

	test.each([200, 400, 404, 429])('is not read, so that it does not block n8n: status %d', (status) => {
		const { isParsed, verdict } = judge(status, 20_000);
		expect(isParsed).toBe(false);
		expect(verdict.kind).not.toBe('done');
	});

	test('does not show whether the call was processed if the status is a success', () => {
		expect(judge(200, 20_000).verdict).toMatchObject({ kind: 'retry', cause: 'ambiguous' });
	});

	test('is read if it has any smaller number of values', () => {
		const { isParsed, verdict } = judge(400, 9_000);
		expect(isParsed).toBe(true);
		expect(verdict).toMatchObject({ failure: { code: 'refused', serviceMessage: 'No.' } });
	});
});

test.each([
	['in a zone', '2027-01-31T15:04:05+01:00', '2027-01-31, 14:04 UTC'],
	['in an unknown zone', '2027-01-31T15:04:05', '2027-01-31, 15:04'],
	['without a time', '2027-01-31', '2027-01-31'],
	['with a time that cannot be read', 'last Sunday', 'last Sunday'],
])(
	'a refusal gives the time when a code was redeemed, as far as it is known: %s',
	(_what, date, redeemed) => {
		expect(readRefusal({ Data: { RedemptionDate: date } })).toMatchObject({ redeemed });
	},
);
