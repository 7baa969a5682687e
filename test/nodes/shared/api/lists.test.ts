import { participants } from '../../../../nodes/SweepstakesParticipant/api/participants';
import { readPages } from '../../../../nodes/shared/api/pages';
import { placedWinners } from '../../../../nodes/SweepstakesWinner/api/winners';
import type { ServiceError } from '../../../../nodes/shared/client/failures';
import type { Client } from '../../../../nodes/shared/client/client';
import { describeFailure } from '../../../../nodes/shared/n8n/errors/failure-texts';
import type { Transport } from '../../../../nodes/shared/client/transport';
import { openSandbox, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { withoutHttp, rejection, clientAt } from '../../../support/client';
import { shortenWaits } from '../../../support/waits';

let sandbox: Sandbox;
let sweepstakesToken: string;

const FETCH = '/participants/fetch';

beforeEach(async () => {
	sandbox = openSandbox({ accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], sample: false });
	sweepstakesToken = await createSweepstakes(sandbox, { Handler: 'PAGES' });
	sandbox.clearCalls();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

interface Page {
	Participants: Array<{ ParticipantToken: string; KeyEmail: string }>;
}

async function enter(name: string): Promise<void> {
	const person = { KeyEmail: `${name}@example.com`, Fields: { First_Name: name, Last_Name: 'Test' } };
	const entry = { lang: 'en', source: 'test', sweepstakesToken, entryPageFields: person };
	await sandbox.api('/participants/add', entry);
}

/** Creates a client of a service on which something happens between the pages of a list. */
function whileReading(between: (page: number) => Promise<void>): Client {
	const send = withoutHttp(sandbox);
	let page = 0;
	const transport: Transport = async (request) => {
		if (page++ > 0) await between(page);
		return await send(request);
	};
	return clientAt(sandbox, { transport });
}

async function listOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const entry of entries) list.push(entry);
	return list;
}

const allParticipants = (client: Client, limit = Infinity) =>
	participants.each(client, { sweepstakesToken }, { limit });

async function* allWinners(client: Client, limit = Infinity) {
	for await (const found of placedWinners.read(client, { sweepstakesToken }, limit)) yield* found;
}

const winnersOf = async (client = clientAt(sandbox), limit = Infinity): Promise<object[]> =>
	await listOf(allWinners(client, limit));

const emails = async (client = clientAt(sandbox)): Promise<string[]> =>
	(await listOf(allParticipants(client))).map(({ KeyEmail }) => String(KeyEmail));

/** Returns the error message about a list that cannot be read. */
const failing = async (reading: Promise<unknown>) => wordsOf(await rejection(reading)).message;

const wordsOf = (error: unknown) => describeFailure((error as ServiceError).failure);

const pagesAsked = () => sandbox.calls().filter(({ path }) => path === FETCH).length;

describe('a list of participants, with 20 on a page and the newest first (contract, POST /participants/fetch)', () => {
	test.each([
		['takes one call if it is empty', 0, Infinity, 0, 1],
		['is read to its last page', 100, Infinity, 100, 5],
		['is read only to the end of the page that reaches the limit', 100, 40, 40, 2],
	])('%s', async (_what, stored, limit, read, pages) => {
		sandbox.fill(sweepstakesToken, stored);
		const found = new Set<unknown>();
		for await (const { KeyEmail } of allParticipants(clientAt(sandbox)))
			if (found.add(KeyEmail).size === limit) break;
		expect(found.size).toBe(read);
		expect(pagesAsked()).toBe(pages);
	});

	test('contains each person only once even if additions move people to the next page while it is read', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const found = await emails(whileReading(async (page) => await enter(`new${page}`)));
		expect(found).toHaveLength(new Set(found).size);
		expect(found.length).toBeGreaterThanOrEqual(100);
	});

	test('is an error if deletions move people to the previous page while it is read, because somebody may be missed', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const read = () =>
			whileReading(async (page) => {
				if (page !== 3) return;
				const { Participants } = await sandbox.api<Page>(FETCH, { sweepstakesToken, page: 1 });
				const [{ ParticipantToken }] = Participants as [Page['Participants'][number]];
				const body = { SweepstakesToken: sweepstakesToken, ParticipantToken };
				await sandbox.api('/participants/delete', body, 'DELETE');
			});
		expect(await failing(emails(read()))).toBe(
			'The list of participants changed while it was read, so this node cannot tell which participants there are',
		);
		const client = read();
		const listed = await listOf(participants.all.read(client, { sweepstakesToken }, Infinity));
		expect(listed.flat()).toHaveLength(98);
		expect(client.hints.sentences).toEqual(
			new Set([
				'The list of participants changed while it was read, and may be incomplete: 98 of 99 were returned. Run this again to be sure.',
			]),
		);
	});

	test('does not end when a page is refused for the moment; that page is requested again', async () => {
		shortenWaits();
		sandbox.fill(sweepstakesToken, 100);
		sandbox.faults([{ path: FETCH, status: 429, retryAfter: 0, times: 2 }]);
		expect(await emails()).toHaveLength(100);
	});

	test.each([
		[FETCH, { Participants: [] }, emails],
		['/winners/fetch', { Winners: [] }, winnersOf],
	])('is an error, not a shorter list, if a page lacks the total (%s)', async (path, page, read) => {
		sandbox.faults([{ path, body: { Response: true, ...page } }]);
		expect(await failing(read())).toContain('cannot tell whether the list is complete');
	});

	/** Creates a fault that lets the service return this page next. */
	const page = (Participants: unknown, Total: unknown, TotalPages: unknown = 1) => ({
		path: FETCH,
		body: { Response: true, Participants, Pagination: { Total, TotalPages } },
	});

	test.each([null, {}, undefined])(
		'counts as empty if the reply has %j in place of the list and a total of 0, but not if the total is higher',
		async (none) => {
			sandbox.faults([page(none, '0'), page(none, 3)]);
			expect(await emails()).toEqual([]);
			expect(await failing(emails())).toBe(
				'The service’s response does not show which participants there are',
			);
		},
	);

	test('counts as empty if the service sends a 404 for its first page although the sweepstakes exists', async () => {
		const missing = { path: FETCH, status: 404 };
		sandbox.faults([missing]);
		expect(await emails()).toEqual([]);
		sandbox.faults([missing, { path: '/sweepstakes/fetch', body: { Response: true, Data: [] } }]);
		expect(await failing(emails())).toEqual(expect.any(String));
		sandbox.fill(sweepstakesToken, 45);
		sandbox.faults([{ path: FETCH }, missing]);
		expect(await failing(emails())).toEqual(expect.any(String));
	});

	const [ONE, OTHER] = ['one@example.com', 'other@example.com'].map((KeyEmail) => ({ KeyEmail }));

	test('is complete without those who entered while it was read', async () => {
		sandbox.faults([page([ONE], 1, 2), page([OTHER], 3, 2)]);
		const client = clientAt(sandbox);
		expect(await emails(client)).toHaveLength(2);
		expect(client.hints.sentences).toEqual(new Set());
	});

	test('omits one of two equal records without IDs unless both are on the same page', async () => {
		sandbox.faults([page([ONE, OTHER, ONE], 3, 2), page([OTHER], 3, 2)]);
		expect(await emails()).toEqual(['one@example.com', 'other@example.com', 'one@example.com']);
	});

	test('contains a person twice if the person is in two collections', async () => {
		await enter('both');
		sandbox.placeParticipant({
			SweepstakesToken: sweepstakesToken,
			KeyEmail: 'both@example.com',
			Collections: ['Participants', 'ParticipantsAmoe'],
		});
		expect(await emails()).toHaveLength(2);
	});
});

describe('a list of winners, with itemsPerPage (contract, POST /winners/fetch)', () => {
	const draw = async (howManyWinnersToPick: number) =>
		await sandbox.api('/winners/draw', { sweepstakesToken, howManyWinnersToPick, group: 'allgroups' });

	beforeEach(async () => {
		sandbox.fill(sweepstakesToken, 300);
		await draw(250);
		sandbox.clearCalls();
	});

	test('is read in pages of the documented size, or in one small page if the limit is small', async () => {
		expect(await winnersOf()).toHaveLength(250);
		expect(sandbox.calls()).toHaveLength(25);
		sandbox.clearCalls();
		expect(await winnersOf(clientAt(sandbox), 7)).toHaveLength(7);
		expect(sandbox.calls().map(({ body }) => body)).toEqual([{ sweepstakesToken, page: 1, itemsPerPage: 7 }]);
	});

	test('has all earlier winners even if a draw takes place while it is read', async () => {
		let drawn = false;
		const client = whileReading(async () => {
			if (!drawn) await draw(10);
			drawn = true;
		});
		expect(await winnersOf(client)).toHaveLength(250);
	});
});

describe('a list that contradicts its own count', () => {
	interface PageRequest {
		page: number;
		search?: string;
	}
	const SHORT = 'The service’s response does not show which participants there are: it counts 3, but lists 2';

	/** Creates a client of a service whose reply to a page depends on the request. */
	function answering(
		answer: (asked: PageRequest) => [people: string[], Total: number, TotalPages?: number],
	): ReturnType<typeof clientAt> {
		const transport: Transport = async ({ body }) => {
			const [people, Total, TotalPages = 1] = answer(JSON.parse(body!) as PageRequest);
			const Participants = people.map((ParticipantToken) => ({ ParticipantToken }));
			const text = JSON.stringify({ Response: true, Participants, Pagination: { Total, TotalPages } });
			return { reply: { status: 200, headers: {}, text } };
		};
		return clientAt(sandbox, { transport });
	}
	const filter = { sweepstakesToken: '00000000-0000-4000-8000-000000000000' };
	const searching = { ...filter, search: 'a' };

	test.each<[string, typeof filter, Parameters<typeof answering>[0], string | undefined]>([
		['an unfiltered list is an error', filter, () => [['a', 'b'], 3], SHORT],
		[
			'a list that repeats a page is an error',
			filter,
			() => [['a', 'b'], 4, 2],
			'The service’s response does not show which participants there are: it counts 4, but lists 2',
		],
		['a filtered list is an error, too', searching, () => [['a', 'b'], 3], SHORT],
		[
			'a list that grew while it was read is accepted',
			filter,
			({ page }) => [page > 1 ? ['c'] : ['a', 'b'], 2 + page, 2],
			undefined,
		],
	])('if the caller needs the whole list, %s', async (_what, wanted, answer, sentence) => {
		const error = await rejection(listOf(participants.each(answering(answer), wanted)));
		expect(error && wordsOf(error).message).toBe(sentence);
	});

	test.each([filter, searching])('is returned by “Get Many” with a hint (%j)', async (wanted) => {
		const client = answering(() => [['a', 'b'], 3]);
		expect((await listOf(participants.all.read(client, wanted, Infinity))).flat()).toHaveLength(2);
		expect([...client.hints.sentences]).toEqual(['The service counts 3 participants, but listed only 2.']);
	});
});

describe('very long and endless lists', () => {
	/** Creates a client of a service whose reply to a page depends on the number of earlier requests. */
	function answering(answer: (asked: number) => object): { client: Client; calls: () => number } {
		let asked = 0;
		const transport: Transport = async () => ({
			reply: { status: 200, headers: {}, text: JSON.stringify({ Response: true, ...answer(++asked) }) },
		});
		return { client: clientAt(sandbox, { transport }), calls: () => asked };
	}
	const person = (asked: number) => ({
		ParticipantToken: `token ${asked}`,
		KeyEmail: `${asked}@example.com`,
	});
	const page = (Participants: object[], Total: number, TotalPages: number) => ({
		Participants,
		Pagination: { Total, TotalPages },
	});
	/** Reads a list. Returns how many records it gave before it failed, and the error message. */
	async function read(entries: AsyncIterable<unknown>) {
		let count = 0;
		const counting = async () => {
			for await (const _ of entries) count++;
		};
		const error = await rejection(counting());
		return { count, message: error ? wordsOf(error).message : undefined };
	}

	test.each<[string, (asked: number) => object, number]>([
		['every page is empty', (asked) => page(asked === 1 ? [person(1)] : [], 60, 50), 50],
		['the totals go up and down', (asked) => page([person(asked)], asked % 2 ? 1_000 : 100, 50), 50],
	])('reading a list of participants ends if %s', async (_what, answer, calls) => {
		const endless = answering(answer);
		const { message } = await read(allParticipants(endless.client));
		expect(message).toBeDefined();
		expect(endless.calls()).toBe(calls);
	});

	test('reading a list of participants stops if it grows with each page', async () => {
		const { client } = answering((asked) => page([person(asked)], asked * 20, asked + 1));
		const { count, message } = await read(allParticipants(client));
		expect([count, message]).toEqual([
			104,
			'Stopped reading the list of participants, because it did not end (104 pages were read)',
		]);
	});

	test('reading any list stops after 100,000 pages', async () => {
		const pages = readPages('rows', async () => ({ records: [], total: 1e9, totalPages: 1e9 }));
		expect((await read(pages)).message).toBe(
			'Stopped reading the list of rows, because it did not end (100000 pages were read)',
		);
	});

	test('a page with 150,000 records is read', async () => {
		const Winners = Array.from({ length: 150_000 }, () => ({}));
		const { client } = answering(() => ({ TotalWinners: Winners.length, Winners }));
		expect(await read(allWinners(client))).toEqual({ count: Winners.length, message: undefined });
	});

	test('a long list is read to its end even if it grows and shrinks meanwhile', async () => {
		const { client } = answering((asked) =>
			page([person(asked)], 2_000 + asked * 20 - (asked % 7), 100 + asked / 2),
		);
		const pages = await listOf(participants.pages(client, { sweepstakesToken }));
		expect(pages.length).toBeGreaterThan(150);
	});
});

describe('a list in place of lookups', () => {
	/** Reads a list of 50 entries, which has 3 pages, in place of lookups. Returns the outcome and the number of calls. */
	async function readInsteadOf(lookups: number, enough = Infinity) {
		sandbox.fill(sweepstakesToken, 50);
		sandbox.clearCalls();
		let read = 0;
		const use = (records: readonly object[]) => (read += records.length) >= enough;
		const isWhole = await participants.readInsteadOf(clientAt(sandbox), lookups, { sweepstakesToken }, use);
		return { isWhole, read, calls: sandbox.calls().length };
	}

	test('is read to its end if it has no more pages than there would be lookups', async () => {
		expect(await readInsteadOf(3)).toEqual({ isWhole: true, read: 50, calls: 3 });
	});

	test('is read only as far as it is needed', async () => {
		expect(await readInsteadOf(3, 21)).toEqual({ isWhole: true, read: 40, calls: 2 });
	});

	test('is not read for two lookups', async () => {
		expect(await readInsteadOf(2)).toEqual({ isWhole: false, read: 0, calls: 0 });
	});

	test('is not read further than its first page if it has more pages', async () => {
		sandbox.fill(sweepstakesToken, 11);
		expect(await readInsteadOf(3)).toEqual({ isWhole: false, read: 20, calls: 1 });
	});

	test('is not whole if the service counts more records than it lists', async () => {
		sandbox.faults([
			{ path: FETCH, status: 200, body: { Response: true, Total: 2, TotalPages: 1, Participants: [] } },
		]);
		expect(await readInsteadOf(3)).toEqual({ isWhole: false, read: 0, calls: 1 });
	});
});
