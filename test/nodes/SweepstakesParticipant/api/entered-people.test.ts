import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/add';
import {
	getEnteredPeople,
	type EnteredPeople,
} from '../../../../nodes/SweepstakesParticipant/api/entered-people';
import { toEntryKeys } from '../../../../nodes/SweepstakesParticipant/api/person';
import type { Client } from '../../../../nodes/shared/client/client';
import { openSandbox, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { clientAt, withoutHttp } from '../../../support/client';

/** After it has added this many people, the node reads the newest entries again. */
const ADDITIONS = 150;

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

async function addMany(first: number, count: number): Promise<void> {
	for (let n = first; n < first + count; n++) {
		await client.call(addParticipant, entryOf(emailOf(n)));
		people.add(emailOf(n), {});
	}
}

const enterElsewhere = async () => await sandbox.api('/participants/add', entryOf(JANE));

test('a run finds a person whom it has added, even if the service does not list that person yet', async () => {
	const one = await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 1);
	one.add(JANE, { ParticipantToken: 'jane' });
	expect(await one.find(emailOf('JANE'))).toEqual({ ParticipantToken: 'jane' });
});

async function deleteOldest(): Promise<void> {
	type Page = { Participants: Array<{ ParticipantToken: string }> };
	const { Participants } = await sandbox.api<Page>('/participants/fetch', { sweepstakesToken, page: 3 });
	const { ParticipantToken } = Participants.at(-1)!;
	const body = { SweepstakesToken: sweepstakesToken, ParticipantToken };
	await sandbox.api('/participants/delete', body, 'DELETE');
}

const lookups = () => sandbox.calls().filter(({ path }) => path === '/participants/single').length;

const pagesRead = () => sandbox.calls().filter(({ path }) => path === '/participants/fetch').length;

test.each([
	[60, 3],
	[61, 1],
])('if three people are looked for, a list of %i entries is read in %i calls', async (entries, pages) => {
	sandbox.fill(sweepstakesToken, entries - 50);
	await getEnteredPeople(clientAt(sandbox), sweepstakesToken, 3);
	expect(pagesRead()).toBe(pages);
});

describe('a long import', () => {
	test('finds a person whom another execution added, even if some other entry was deleted', async () => {
		await deleteOldest();
		await enterElsewhere();
		client.account.history.noteWrite(toEntryKeys(sweepstakesToken, JANE));
		await addMany(0, ADDITIONS);
		expect(await people.find(JANE)).toBeDefined();
	});

	test('reads one page for every 150 additions if nobody else enters', async () => {
		await addMany(0, ADDITIONS);
		expect(await people.find(JANE)).toBeUndefined();
		expect(pagesRead()).toBe(1);
		await addMany(ADDITIONS, ADDITIONS - 1);
		await people.find(JANE);
		expect(pagesRead()).toBe(1);
	});

	test('does not count people as added if the service refuses them because they have already entered', async () => {
		people.noteEntered(JANE, {});
		await enterElsewhere();
		await addMany(0, ADDITIONS);
		expect(await people.find(emailOf('john'))).toBeUndefined();
		expect(pagesRead()).toBe(8);
		await addMany(ADDITIONS, ADDITIONS);
		await people.find(emailOf('john'));
		expect(pagesRead()).toBe(9);
	});

	test('finds a person who entered through another process, and reads back only to the newest known entry', async () => {
		await enterElsewhere();
		await addMany(0, ADDITIONS);
		expect(await people.find(JANE)).toBeDefined();
		// The 151 new entries are on 8 pages of 20.
		expect(pagesRead()).toBe(8);
	});

	test('finds a person who entered through another process between two readings of the newest entries', async () => {
		await addMany(0, ADDITIONS);
		await people.find(JANE);
		await enterElsewhere();
		await addMany(ADDITIONS, ADDITIONS);
		expect(await people.find(JANE)).toBeDefined();
	});
});

describe('while another process adds people', () => {
	test('looking for a person takes one call, which reads the newest entries', async () => {
		client.account.queue.others.meet();
		for (const name of ['john', 'joe'])
			expect(await people.find({ ...emailOf(name), KeyPhoneNumber: '+12025550177' })).toBeUndefined();
		expect(pagesRead()).toBe(2);
		expect(lookups()).toBe(0);
	});

	test('a person added by the other process is found as soon as the run has noticed that process', async () => {
		await enterElsewhere();
		expect(await people.find(JANE)).toBeUndefined();
		expect(sandbox.calls().filter(({ path }) => path !== '/participants/add')).toEqual([]);
		client.account.queue.others.meet();
		expect(await people.find(JANE)).toBeDefined();
		expect(pagesRead()).toBe(1);
	});

	describe.each([
		['the whole list', 1_000],
		['single lookups', 1],
	])('if it adds the same people just before a run that uses %s', (_where, keys) => {
		const JOHN = emailOf('john');
		/** The expected waits, as multiples of the average duration of a call. */
		let waits: number[];
		beforeEach(async () => {
			people = await getEnteredPeople(client, sweepstakesToken, keys);
			client.account.queue.others.meet();
			waits = [];
			jest.spyOn(client, 'wait').mockImplementation(async (ms) => {
				waits.push(ms / client.account.queue.others.callMs);
				await sandbox.api('/participants/add', entryOf(JOHN));
			});
		});
		afterEach(() => jest.restoreAllMocks());

		test('the run waits as long as 10 to 40 calls take, and then looks for the next person again', async () => {
			await enterElsewhere();
			expect(await people.find(JANE)).toBeDefined();
			expect(await people.find(JOHN)).toBeDefined();
			expect(await people.find(emailOf('joe'))).toBeUndefined();
			expect(waits).toHaveLength(2);
			for (const calls of waits) {
				expect(calls).toBeGreaterThanOrEqual(10);
				expect(calls).toBeLessThanOrEqual(40);
			}
		});

		test('the run waits only after the other process has added one of these people', async () => {
			expect(await people.find(JANE)).toBeUndefined();
			people.add(JANE, {});
			expect(await people.find(JOHN)).toBeUndefined();
			expect(waits).toEqual([]);
		});

		test('people who entered before the run began do not make it wait', async () => {
			await enterElsewhere();
			sandbox.advance(120_000);
			const later = clientAt(sandbox);
			jest.spyOn(later, 'wait').mockImplementation(async (ms) => void waits.push(ms));
			later.account.queue.others.meet();
			const known = await getEnteredPeople(later, sweepstakesToken, keys);
			expect(await known.find(JANE)).toBeDefined();
			expect(await known.find(JOHN)).toBeUndefined();
			expect(waits).toEqual([]);
		});
	});

	test('everybody is found, even if whole pages of people enter while the newest entries are read', async () => {
		const duringCall = new Map<number, number>();
		let entered = 100;
		const enterMore = async (count: number) => {
			for (const last = entered + count; entered < last; entered++)
				await sandbox.api('/participants/add', entryOf(emailOf(entered)));
		};
		const transport = withoutHttp(sandbox);
		const other = clientAt(sandbox, {
			transport: async (request) => {
				const page = Number(/"page":(\d+)/.exec(request.body ?? '')?.[1]);
				await enterMore(duringCall.get(page) ?? 0);
				duringCall.delete(page);
				return await transport(request);
			},
		});
		const newcomers = await getEnteredPeople(other, sweepstakesToken, 1_000);
		await enterMore(30);
		// 20 people, a whole page, enter just before page 2 is read, so page 2 repeats page 1. Before page 3, 5 more
		// enter.
		duringCall.set(2, 20).set(3, 5);
		other.account.queue.others.meet();
		for (let n = 100; n < entered; n++) expect(await newcomers.find(emailOf(n))).toBeDefined();
		expect(await newcomers.find(JANE)).toBeUndefined();
	});

	test('a person added by the other process is found even if an older entry was deleted', async () => {
		await enterElsewhere();
		await addMany(0, 30);
		await deleteOldest();
		client.account.queue.others.meet();
		expect(await people.find(JANE)).toBeDefined();
		expect(pagesRead()).toBe(1 + 2);
	});

	const report = async () => {
		for (const look of client.runHistory.atEnd) await look();
		return [...client.hints.sentences];
	};

	async function addTwice(...names: string[]): Promise<void> {
		for (const name of names) {
			for (let entries = 0; entries < 2; entries++)
				await sandbox.api('/participants/add', entryOf(emailOf(name)));
			people.add(emailOf(name), {});
		}
	}

	test('a notice at the end of the run names people whom both processes added', async () => {
		client.account.queue.others.meet();
		await addMany(0, 30);
		await addTwice('jane', 'john');
		const [notice] = await report();
		expect(notice).toMatch(
			/^2 people were added twice, because another process added them at the same moment\. Delete one participant of each pair: \S{36} and \S{36}; \S{36} and \S{36}\.$/,
		);
		// The 34 new entries are on 2 pages of 20, and one more page is read.
		expect(pagesRead()).toBe(3);
	});

	test('the notice at the end of the run names at most ten of the people added twice', async () => {
		client.account.queue.others.meet();
		await addTwice(...Array.from({ length: 12 }, (_, n) => `twice${n}`));
		const [notice] = await report();
		expect(notice).toMatch(/^12 people were .*; and 2 more\.$/);
		expect(notice!.split(' and ')).toHaveLength(1 + 10 + 1);
	});

	test('the notice at the end of the run is in the singular if it names only one person', async () => {
		client.account.queue.others.meet();
		await addTwice('jane');
		expect((await report())[0]).toMatch(/^1 person was added twice, because another process added them/);
	});

	test.each<[string, () => Promise<void>]>([
		['saw no sign of another process', async () => await addTwice('jane')],
		['added nobody', async () => client.account.queue.others.meet()],
	])('a run that %s does not end with a search for people added twice', async (_what, work) => {
		await work();
		sandbox.clearCalls();
		expect(await report()).toEqual([]);
		expect(sandbox.calls()).toEqual([]);
	});

	test('the final search for people added twice ends even if the list lacks somebody whom the run added', async () => {
		client.account.queue.others.meet();
		people.add(JANE, {});
		expect(await report()).toEqual([]);
		expect(pagesRead()).toBe(2);
	});
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
		['has the same entry twice', [entry, entry], 3],
		['does not show email addresses', [{ ParticipantToken: 'one', KeyPhoneNumber: '2025550100' }], 1],
		['has an empty email address for everyone', [{ KeyEmail: null, KeyPhoneNumber: '2025550100' }], 1],
		['has an entry without an email address or phone number', [entry, { ParticipantToken: 'two' }], 2],
		[
			'has an entry with an empty email address and phone number',
			[entry, { KeyEmail: null, KeyPhoneNumber: '' }],
			2,
		],
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

	test('is needed if the list is incomplete when it is read again', async () => {
		await enterElsewhere();
		client.account.queue.others.meet();
		answer([], 51);
		expect(await people.find(JANE)).toBeDefined();
		await people.find(emailOf('john'));
		expect(pagesRead()).toBe(1);
	});
});
