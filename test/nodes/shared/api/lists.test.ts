import { request } from 'undici';

import { participants } from '../../../../nodes/SweepstakesParticipant/api/participants';
import { winners } from '../../../../nodes/SweepstakesWinner/api/winners';
import type { ServiceError } from '../../../../nodes/shared/client/failures';
import type { Service } from '../../../../nodes/shared/client/service';
import { describeFailure } from '../../../../nodes/shared/n8n/errors/failureTexts';
import type { Transport } from '../../../../nodes/shared/client/transport';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { overHttp, rejection, serviceAt } from '../client/support';

/** Lists of 100,000 pages take some seconds. */

let sandbox: Sandbox;
let sweepstakesToken: string;

beforeEach(async () => {
	sandbox = await startSandbox({
		accounts: [{ token: 'secret', plan: { MaxApiCallsPerMinute: 1_000_000 } }],
	});
	const { Data } = await call('/sweepstakes/create', {
		SweepstakesName: 'Pages',
		SweepstakesType: 2,
		Handler: 'PAGES',
		StartDate: '2030-01-01',
		EndDate: '2030-01-31',
		StartTime: '00:00',
		EndTime: '23:59',
	});
	sweepstakesToken = Data.SweepstakesToken;
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

interface Answer {
	Data: { SweepstakesToken: string };
	Participants: Array<{ ParticipantToken: string; KeyEmail: string }>;
}

async function call(path: string, body: object, method: 'POST' | 'DELETE' = 'POST'): Promise<Answer> {
	const answer = await request(sandbox.url(path), {
		method,
		headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await answer.body.json()) as Answer;
}

async function enter(name: string): Promise<void> {
	const entryPageFields = {
		KeyEmail: `${name}@example.com`,
		Fields: { First_Name: name, Last_Name: 'Test' },
	};
	await call('/participants/add', { lang: 'en', source: 'test', sweepstakesToken, entryPageFields });
}

/** A service on which something happens between pages. */
function whileReading(between: (page: number) => Promise<void>): Service {
	const send = overHttp(sandbox.token);
	let page = 0;
	const transport: Transport = async (request) => {
		if (page++ > 0) await between(page);
		return await send(request);
	};
	return serviceAt(sandbox, { transport });
}

async function listOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
	const list: T[] = [];
	for await (const entry of entries) list.push(entry);
	return list;
}

const allParticipants = (service: Service) => participants.each(service, { sweepstakesToken });

async function* allWinners(service: Service, limit = Infinity) {
	for await (const found of winners.read(service, { sweepstakesToken }, limit)) yield* found;
}

async function winnersOf(service: Service, limit = Infinity): Promise<object[]> {
	return await listOf(allWinners(service, limit));
}

async function emails(service: Service): Promise<string[]> {
	const found: string[] = [];
	for await (const { KeyEmail } of allParticipants(service)) found.push(String(KeyEmail));
	return found;
}

const wordsOf = (error: unknown) => describeFailure((error as ServiceError).failure);

const pagesAsked = () => sandbox.calls().filter(({ path }) => path === '/participants/fetch').length;

describe('participants (contract, POST /participants/fetch: 20 a page, newest first)', () => {
	test('reads all pages and stops at the last', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const found = await emails(serviceAt(sandbox));
		expect(new Set(found).size).toBe(100);
		expect(pagesAsked()).toBe(5);
	});

	test('a limit on a page boundary reads no further page', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const found: unknown[] = [];
		for await (const one of allParticipants(serviceAt(sandbox))) {
			found.push(one);
			if (found.length === 40) break;
		}
		expect(found).toHaveLength(40);
		expect(pagesAsked()).toBe(2);
	});

	test('without entries: one call, no participants', async () => {
		expect(await emails(serviceAt(sandbox))).toEqual([]);
		expect(pagesAsked()).toBe(1);
	});

	test('entries added while reading move others to the next page, and no person is returned twice', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const found = await emails(whileReading(async (page) => await enter(`new${page}`)));
		expect(found).toHaveLength(new Set(found).size);
		expect(found.length).toBeGreaterThanOrEqual(100);
	});

	test('entries deleted while reading move others to the previous page, and no person is missed', async () => {
		sandbox.fill(sweepstakesToken, 100);
		const before = await emails(serviceAt(sandbox));
		const gone: string[] = [];
		const service = whileReading(async (page) => {
			if (page !== 3) return;
			const { Participants } = await call('/participants/fetch', { sweepstakesToken, page: 1 });
			for (const { ParticipantToken, KeyEmail } of Participants.slice(0, 3)) {
				gone.push(KeyEmail);
				await call(
					'/participants/delete',
					{ SweepstakesToken: sweepstakesToken, ParticipantToken },
					'DELETE',
				);
			}
		});
		const found = await emails(service);
		expect(found).toHaveLength(new Set(found).size);
		expect(new Set([...found, ...gone])).toEqual(new Set(before));
	});

	test('a refused page is requested again, not taken for the last one', async () => {
		sandbox.fill(sweepstakesToken, 100);
		sandbox.faults([{ path: '/participants/fetch', status: 429, retryAfter: 0, times: 2 }]);
		expect(await emails(serviceAt(sandbox))).toHaveLength(100);
	});

	test('a page without a total is an error, not the end', async () => {
		sandbox.faults([{ path: '/participants/fetch', body: { Response: true, Participants: [] } }]);
		expect(wordsOf(await rejection(emails(serviceAt(sandbox))))).toMatchObject({
			message: expect.stringContaining('cannot know whether the list is complete'),
		});
	});

	test.each([null, {}, undefined])(
		'%j instead of the list means an empty one only if the count is 0',
		async (none) => {
			const page = (Total: unknown) => ({
				path: '/participants/fetch',
				body: { Response: true, Participants: none, Pagination: { Total, TotalPages: 1 } },
			});
			sandbox.faults([page('0'), page(3)]);
			expect(await emails(serviceAt(sandbox))).toEqual([]);
			expect(wordsOf(await rejection(emails(serviceAt(sandbox))))).toMatchObject({
				message: 'The service did not say which participants there are',
			});
		},
	);

	test('the number of pages may be text', async () => {
		sandbox.fill(sweepstakesToken, 25);
		const { Participants } = await call('/participants/fetch', { sweepstakesToken, page: 1 });
		sandbox.clearCalls();
		const Pagination = { Total: '25', TotalPages: '2' };
		sandbox.faults([{ path: '/participants/fetch', body: { Response: true, Participants, Pagination } }]);
		expect(await emails(serviceAt(sandbox))).toHaveLength(25);
	});

	test('a 404 for an existing sweepstakes means that there are no entries', async () => {
		sandbox.faults([{ path: '/participants/fetch', status: 404 }]);
		expect(await emails(serviceAt(sandbox))).toEqual([]);
		sandbox.faults([
			{ path: '/participants/fetch', status: 404 },
			{ path: '/sweepstakes/fetch', body: { Response: true, Data: [] } },
		]);
		expect(wordsOf(await rejection(emails(serviceAt(sandbox))))).toMatchObject({
			message: expect.any(String),
		});
	});

	test('a 404 in the middle of a list is an error', async () => {
		sandbox.fill(sweepstakesToken, 45);
		sandbox.faults([
			{ path: '/participants/fetch', times: 1 },
			{ path: '/participants/fetch', status: 404 },
		]);
		expect(await rejection(emails(serviceAt(sandbox)))).toBeDefined();
	});

	test.each<[string, number, Set<string>]>([
		[
			'that changed while it was read and is shorter than its total',
			3,
			new Set([
				'The list of participants changed while it was read, and may be incomplete: 2 of 3 were returned. Run this again to be sure.',
			]),
		],
		['that changed and is complete', 2, new Set()],
	])('a list %s', async (_what, Total, notices) => {
		const [one, other] = [{ KeyEmail: 'one@example.com' }, { KeyEmail: 'other@example.com' }];
		const page = (Participants: object[], Total: number) => ({
			path: '/participants/fetch',
			body: { Response: true, Participants, Pagination: { Total, TotalPages: 2 } },
		});
		sandbox.faults([page([one], 1), page([other], Total)]);
		const service = serviceAt(sandbox);
		expect(await emails(service)).toHaveLength(2);
		expect(service.memory.notices).toEqual(notices);
	});

	test('records without an ID are distinguished by their content', async () => {
		const [one, other] = [{ KeyEmail: 'one@example.com' }, { KeyEmail: 'other@example.com' }];
		const body = {
			Response: true,
			Participants: [one, other, one],
			Pagination: { Total: 3, TotalPages: 1 },
		};
		sandbox.faults([{ path: '/participants/fetch', body }]);
		expect(await emails(serviceAt(sandbox))).toEqual(['one@example.com', 'other@example.com']);
	});

	test('a person in two collections counts as two entries', async () => {
		await enter('both');
		const { Participants } = await call('/participants/fetch', { sweepstakesToken });
		sandbox.placeParticipant({
			SweepstakesToken: sweepstakesToken,
			ParticipantToken: Participants[0]!.ParticipantToken,
			Collections: ['Participants', 'ParticipantsAmoe'],
		});
		expect(await emails(serviceAt(sandbox))).toHaveLength(2);
	});
});

describe('winners (contract, POST /winners/fetch: itemsPerPage)', () => {
	beforeEach(async () => {
		sandbox.fill(sweepstakesToken, 300);
		await call('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 250, group: 'allgroups' });
		sandbox.clearCalls();
	});

	test('are read in the largest pages', async () => {
		expect(await winnersOf(serviceAt(sandbox))).toHaveLength(250);
		expect(sandbox.calls()).toHaveLength(3);
	});

	test('their count may be text', async () => {
		const body = { Response: true, TotalWinners: '1', Winners: [{ Name: 'Ada' }] };
		sandbox.faults([{ path: '/winners/fetch', body }]);
		expect(await winnersOf(serviceAt(sandbox))).toEqual([{ Name: 'Ada' }]);
	});

	test('a small limit takes one call for that many', async () => {
		expect(await winnersOf(serviceAt(sandbox), 7)).toHaveLength(7);
		expect(sandbox.calls().map(({ body }) => body)).toEqual([{ sweepstakesToken, page: 1, itemsPerPage: 7 }]);
	});

	test('a page without a total is an error, not the end', async () => {
		sandbox.faults([{ path: '/winners/fetch', body: { Response: true, Winners: [] } }]);
		expect(wordsOf(await rejection(winnersOf(serviceAt(sandbox))))).toMatchObject({
			message: expect.stringContaining('cannot know whether the list is complete'),
		});
	});

	test('a draw while reading restarts the list', async () => {
		let drawn = false;
		const service = whileReading(async () => {
			if (drawn) return;
			drawn = true;
			await call('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 10, group: 'allgroups' });
		});
		expect(await winnersOf(service)).toHaveLength(260);
	});

	test('smaller pages than requested are accepted', async () => {
		const send = overHttp(sandbox.token);
		const transport: Transport = async (asked) => {
			const body = JSON.parse(asked.body!) as { itemsPerPage: number };
			const granted = { ...body, itemsPerPage: Math.min(body.itemsPerPage, 25) };
			return await send({ ...asked, body: JSON.stringify(granted) });
		};
		const winners = await winnersOf(serviceAt(sandbox, { transport }));
		expect(winners).toHaveLength(250);
	});
});

describe('a list that does not end', () => {
	/** A service that answers each page by the number of earlier requests. */
	function answering(answer: (asked: number) => object): { service: Service; calls: () => number } {
		let asked = 0;
		const transport: Transport = async () => ({
			reply: { status: 200, headers: {}, text: JSON.stringify({ Response: true, ...answer(++asked) }) },
		});
		return { service: serviceAt(sandbox, { transport }), calls: () => asked };
	}
	const person = (asked: number) => ({
		ParticipantToken: `token ${asked}`,
		KeyEmail: `${asked}@example.com`,
	});
	const page = (Participants: object[], Total: number, TotalPages: number) => ({
		Participants,
		Pagination: { Total, TotalPages },
	});
	/** The records before the list failed, and the sentence. */
	async function read(entries: AsyncIterable<unknown>) {
		let count = 0;
		const error = await rejection(
			(async () => {
				for await (const _ of entries) count++;
			})(),
		);
		return { count, message: error ? wordsOf(error).message : undefined };
	}

	test.each<[string, (asked: number) => object, string, number]>([
		[
			'empty pages',
			(asked) => page(asked === 1 ? [person(1)] : [], 1e9, 1e9),
			'3 pages in a row were empty',
			4,
		],
		[
			'one more page each time',
			(asked) => page([person(asked)], asked * 20, asked + 1),
			'104 pages were read',
			104,
		],
		[
			'totals that go up and down',
			(asked) => page([person(asked)], asked % 2 ? 1_000 : 100, 50),
			'200 pages were read',
			200,
		],
	])('of participants: %s', async (_what, answer, reason, calls) => {
		const endless = answering(answer);
		const { count, message } = await read(allParticipants(endless.service));
		expect(message).toBe(
			`The list of participants never ends: ${reason}, and the service says there are more`,
		);
		expect(endless.calls()).toBe(calls);
		expect(count).toBeGreaterThanOrEqual(calls - 3);
	});

	test.each<[string, (asked: number) => object, RegExp, number]>([
		[
			'empty pages',
			(asked) => ({ TotalWinners: 1e9, Winners: asked === 1 ? [{ Name: 'Ada' }] : [] }),
			/^The list of winners never ends: 3 pages in a row were empty, /,
			1,
		],
		[
			'totals that change with each page',
			(asked) => ({ TotalWinners: 1_000 + asked, Winners: [{ Name: `Ada ${asked}` }] }),
			/^The list of winners is incomplete, because it changed each time it was read$/,
			2,
		],
	])('of winners: %s', async (_what, answer, sentence, kept) => {
		const endless = answering(answer);
		const { count, message } = await read(allWinners(endless.service));
		expect(message).toMatch(sentence);
		expect(count).toBe(kept);
	});

	test.each([
		['a service that sends all records on each page', 300_000, 300_000, undefined],
		['endless large pages', 700_000, 1e9, 2_100_000],
	])('%s', async (_what, each, TotalWinners, most) => {
		const Winners = Array.from({ length: each }, () => ({}));
		const { service } = answering(() => ({ TotalWinners, Winners }));
		const { count, message } = await read(allWinners(service));
		expect(count).toBe(most ?? TotalWinners);
		expect(message).toBe(
			most &&
				`The list of winners never ends: ${most} of them were read, and the service says there are more`,
		);
	});

	test('a list that grows and shrinks while it is read ends', async () => {
		const { service } = answering((asked) =>
			page([person(asked)], 2_000 + asked * 20 - (asked % 7), 100 + asked / 2),
		);
		const pages = await listOf(participants.pages(service, { sweepstakesToken }));
		expect(pages.length).toBeGreaterThan(150);
	});
});
