import {
	getEnteredPeople,
	type EnteredPeople,
} from '../../../../nodes/SweepstakesParticipant/api/entered-people';
import { toEntryKeys } from '../../../../nodes/SweepstakesParticipant/api/person';
import type { Client } from '../../../../nodes/shared/client/client';
import { openSandbox, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { clientAt } from '../../../support/client';

let sandbox: Sandbox;
let sweepstakesToken: string;
let client: Client;
let people: EnteredPeople;

beforeEach(async () => {
	sandbox = openSandbox({ accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], sample: false });
	sweepstakesToken = await createSweepstakes(sandbox, { Handler: 'SPRING' });
	sandbox.fill(sweepstakesToken, 50);
	client = clientAt(sandbox);
	people = await getEnteredPeople(client, sweepstakesToken, 1_000);
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

const emailOf = (name: string | number) => ({ KeyEmail: `${name}@example.com` });
const JANE = emailOf('jane');

const entryOf = (person: object) => ({
	lang: 'en',
	source: 'test',
	sweepstakesToken,
	entryPageFields: { ...person, Fields: {} },
});

const enterElsewhere = async () => await sandbox.api('/participants/add', entryOf(JANE));

test('a run finds a person whom it has added, even if the service does not list that person yet', async () => {
	const one = await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 1);
	one.note(JANE, { ParticipantToken: 'jane' });
	expect(await one.find(emailOf('JANE'))).toEqual({ ParticipantToken: 'jane' });
});

const lookups = () => sandbox.calls().filter(({ path }) => path === '/participants/single').length;

const pagesRead = () => sandbox.calls().filter(({ path }) => path === '/participants/fetch').length;

test.each([
	[60, 3],
	[61, 1],
])('for three people, a list of %i entries is read up to page %i', async (entries, pages) => {
	sandbox.fill(sweepstakesToken, entries - 50);
	await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 3);
	expect(pagesRead()).toBe(pages);
});

test('a person who is not in the list is not looked up', async () => {
	expect(await people.find(JANE)).toBeUndefined();
	expect(sandbox.calls()).toEqual([]);
});

test('a person whom another execution of this process has added since the list was read is looked up', async () => {
	await enterElsewhere();
	client.account.history.noteWrite(toEntryKeys(sweepstakesToken, JANE));
	expect(await people.find(JANE)).toBeDefined();
	expect(await people.find(emailOf('john'))).toBeUndefined();
	expect(lookups()).toBe(1);
});

test('while another process uses the account, each person is looked up, and a hint says so', async () => {
	await enterElsewhere();
	client.account.queue.noteOthers();
	expect(await people.find(JANE)).toBeDefined();
	expect(await people.find(emailOf('john'))).toBeUndefined();
	people.note(emailOf('joe'), {});
	expect(await people.find(emailOf('joe'))).toBeDefined();
	expect([...client.hints.sentences]).toEqual([expect.stringMatching(/^Another process or program used/)]);
	expect(pagesRead()).toBe(0);
});

describe('looking people up one by one, in addition to reading the list,', () => {
	const entry = { ParticipantToken: 'one', KeyEmail: 'one@example.com', KeyPhoneNumber: null };
	const answer = (Participants: object[], Total: number) =>
		sandbox.faults([
			{
				path: '/participants/fetch',
				body: { Response: true, Participants, Pagination: { Total, TotalPages: 1 } },
			},
		]);

	test.each<[string, object[], number]>([
		['contains fewer people than it counts', [entry], 2],
		['does not show email addresses', [{ ParticipantToken: 'one', KeyPhoneNumber: '2025550100' }], 1],
		['has an empty email address for everyone', [{ KeyEmail: null, KeyPhoneNumber: '2025550100' }], 1],
		['has an entry without an email address or phone number', [entry, { ParticipantToken: 'two' }], 2],
	])('is needed if the list %s', async (_what, Participants, Total) => {
		await enterElsewhere();
		answer(Participants, Total);
		const unclear = await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 1_000);
		expect(await unclear.find(JANE)).toBeDefined();
		expect(lookups()).toBe(1);
	});

	test.each<[string, object[], number]>([
		['if nobody is listed', [], 0],
		['if neither the person nor any entry has a phone number', [{ KeyEmail: 'one@example.com' }], 1],
	])('is not needed %s', async (_what, Participants, Total) => {
		answer(Participants, Total);
		const clear = await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 1_000);
		expect(await clear.find(JANE)).toBeUndefined();
		expect(lookups()).toBe(0);
	});
});
