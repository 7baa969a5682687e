import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/add';
import {
	findParticipant,
	FOUND_OTHERS,
	getParticipant,
} from '../../../../nodes/SweepstakesParticipant/api/participants';
import type { PersonKeys } from '../../../../nodes/SweepstakesParticipant/api/person';
import { openSandbox, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { rejection, clientAt } from '../../../support/client';

let sandbox: Sandbox;
let sweepstakesToken: string;
beforeAll(async () => {
	sandbox = openSandbox({ accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], sample: false });
});
afterAll(async () => await sandbox.close());

let n = 0;
beforeEach(async () => {
	sweepstakesToken = await createSweepstakes(sandbox, { Handler: `SPRING${++n}` });
	sandbox.clearCalls();
});

const find = async (wanted: PersonKeys) =>
	await findParticipant(clientAt(sandbox), { SweepstakesToken: sweepstakesToken, ...wanted });

const asked = () =>
	sandbox.calls().map(({ body }) => {
		const { KeyEmail, KeyPhoneNumber, search } = body as PersonKeys & { search?: string };
		return KeyEmail ?? KeyPhoneNumber ?? search;
	});

const answer = (...entries: object[]) => {
	const Entries = entries.map((entry, index) => ({ ParticipantToken: String(index), ...entry }));
	sandbox.faults([{ path: '/participants/single', body: { Response: true, Data: { Entries } } }]);
};

test.each([
	['+1 (202) 555-0123', '+1 (202) 555-0123', 2],
	['2025550123', '+1 (202) 555-0123', 1],
	['2025550123', '12025550123', 1],
	['+12025550123', '(202) 555-0123', 2],
	['(202) 555-0123', '+12025550123', 2],
	['+442025550123', '+44 2025 550 123', 2],
	['+442025550123', '442025550123', 2],
	['+44 2025 550 123', '+44 2025 550 123', 1],
])(
	'a person whose phone number is stored as %s is found by the number %s (calls: %i)',
	async (stored, typed, calls) => {
		const entryPageFields = { KeyPhoneNumber: stored, Fields: {} };
		const entry = { lang: 'en', source: 'test', sweepstakesToken, entryPageFields };
		await clientAt(sandbox).call(addParticipant, entry);
		sandbox.clearCalls();
		expect(await find({ KeyPhoneNumber: typed })).toMatchObject({ TotalEntries: 1 });
		expect(asked()).toHaveLength(calls);
	},
);

test.each<[PersonKeys, string[]]>([
	[{ KeyEmail: 'jane@example.com' }, ['jane@example.com']],
	[{ KeyEmail: 'Jane@Example.com' }, ['Jane@Example.com', 'jane@example.com']],
	[{ KeyPhoneNumber: '2025550123' }, ['2025550123', '0123']],
	[{ KeyPhoneNumber: '+1 202-555-0123' }, ['2025550123', '0123']],
	[{ KeyPhoneNumber: '+45 12 34 56 78' }, ['+45 12 34 56 78', '5678']],
	[{ KeyPhoneNumber: '030 123456' }, ['030 123456', '3456']],
	[{ KeyEmail: 'Jane@example.com', KeyPhoneNumber: '+12025550123' }, ['Jane@example.com', '0123']],
])('a search for %j that finds nobody tries %j', async (wanted, spellings) => {
	expect(await find(wanted)).toBeUndefined();
	expect(asked()).toEqual(spellings);
});

test('a reply without entries means that nobody was found', async () => {
	answer();
	expect(await find({ KeyEmail: 'jane@example.com' })).toBeUndefined();
});

describe('everyone whom the service finds is compared with the requested person', () => {
	test.each<[string, PersonKeys, object]>([
		[
			'a US number in place of a UK number',
			{ KeyPhoneNumber: '+442025550123' },
			{ KeyPhoneNumber: '2025550123' },
		],
		[
			'the same digits without the plus sign',
			{ KeyPhoneNumber: '+4512345678' },
			{ KeyPhoneNumber: '4512345678' },
		],
		[
			'a UK number in place of a US number',
			{ KeyPhoneNumber: '2025550123' },
			{ KeyPhoneNumber: '+442025550123' },
		],
		['another address', { KeyEmail: 'jane@example.com' }, { KeyEmail: 'mary-jane@example.com' }],
	])('a person whose email or phone number differs is not returned: %s', async (_what, wanted, found) => {
		answer(found);
		expect(await find(wanted)).toBeUndefined();
		answer(found);
		const query = { SweepstakesToken: sweepstakesToken, ...wanted };
		expect(await rejection(getParticipant(clientAt(sandbox), query))).toMatchObject({
			failure: FOUND_OTHERS,
		});
	});

	test.each<[string, PersonKeys, object]>([
		['the same address', { KeyEmail: 'Jane@example.com' }, { KeyEmail: 'jane@EXAMPLE.com' }],
		['a number stored as a number', { KeyPhoneNumber: '2025550123' }, { KeyPhoneNumber: 12025550123 }],
		[
			'an entry that has only a phone number',
			{ KeyEmail: 'jane@example.com' },
			{ KeyPhoneNumber: '2025550123' },
		],
	])('a person whose email or phone number matches is returned: %s', async (_what, wanted, found) => {
		answer(found);
		expect(await find(wanted)).toBeDefined();
	});

	test('if the service finds several people, only the requested one is returned', async () => {
		const jane = { ParticipantToken: 'x', KeyEmail: 'jane@example.com', Collection: 'Participants' };
		answer(jane, { KeyEmail: 'john@example.com', Collection: 'OptOuts' });
		expect(await find({ KeyEmail: 'jane@example.com' })).toEqual({
			Entries: [jane],
			TotalEntries: 1,
			Collections: ['Participants'],
		});
	});
});
