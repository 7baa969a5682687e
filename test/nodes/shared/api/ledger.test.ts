import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/added';
import { createEvent } from '../../../../nodes/SweepstakesEvent/api';
import { generateCodes } from '../../../../nodes/SweepstakesCode/api/generated';
import { createGroup } from '../../../../nodes/SweepstakesGroup/api';
import { createInvoice } from '../../../../nodes/SweepstakesInvoice/api/created';
import { Ledger } from '../../../../nodes/shared/api/ledger';
import { createNote } from '../../../../nodes/SweepstakesNote/api';
import { createRules } from '../../../../nodes/SweepstakesRule/api';
import { scheduleDrawing } from '../../../../nodes/SweepstakesWinner/api/schedule';
import { createSurvey } from '../../../../nodes/SweepstakesSurvey/api/surveys';
import { createTicket } from '../../../../nodes/SweepstakesTicket/api';
import { createTodo } from '../../../../nodes/SweepstakesToDo/api';
import { drawWinners } from '../../../../nodes/SweepstakesWinner/api/draw';
import { Account } from '../../../../nodes/shared/client/account';
import type { Endpoint } from '../../../../nodes/shared/client/endpoint';
import { ServiceError } from '../../../../nodes/shared/client/failures';
import type { Transport } from '../../../../nodes/shared/client/transport';
import type { Json } from '../../../../nodes/shared/json';
import { DIALECTS } from '../../../../sandbox';
import type { Store } from '../../../../sandbox/store';
import { UTC_ID } from '../../../../sandbox/timezones';
import { createSweepstakes } from '../../../../tools/sandbox';
import { startSandboxWithRecords, type SandboxWithRecords } from '../../../support/records';
import { shortenWaits } from '../../../support/waits';
import { overHttp, serviceAt } from '../client/support';

/** How the first attempt of a call goes wrong: lost before or after processing, or processed late. */
type Loss = 'before' | 'after' | 'late' | 'none';

interface Kind {
	endpoint: Endpoint;
	/** The text becomes the record's name, if it has one. */
	request(sweepstakes: string, text: string): object;
	stored(store: Store): number;
	/** The IDs in a reply. For some kinds, the contract's replies have none. */
	ids(reply: Json): unknown[];
}

const size = (records: Iterable<unknown>) => [...records].length;
const data = (reply: Json) => (reply.Data ?? {}) as Json;

const order = (sweepstakesToken: string, endDate = '2090-03-31') => ({
	...{ sweepstakesToken, endDate, endTime: '12:00', timezone: UTC_ID, group: 'allgroups' },
	...{ selectedAction: 1, scheduleMode: 'schedule', howManyWinnersToPick: 1 },
});

/** Kinds whose records have no name. */
const UNNAMED: Record<string, Kind> = {
	entry: {
		endpoint: addParticipant,
		request: (sweepstakesToken) => ({
			...{ lang: 'en', source: 'test', sweepstakesToken },
			entryPageFields: { KeyEmail: 'jane@example.com', KeyPhoneNumber: '2025550123', Fields: {} },
		}),
		stored: ({ entries }) => size(entries.all()) - PARTICIPANTS,
		ids: (reply) => [data(reply).ParticipantToken].filter(Boolean),
	},
	code: {
		endpoint: generateCodes,
		request: (SweepstakesToken) => ({ SweepstakesToken, Quantity: 1, Length: 8 }),
		stored: ({ codes }) => size(codes.all()),
		ids: (reply) => (data(reply).Codes as Json[]).map(({ CouponToken }) => CouponToken),
	},
	draw: {
		endpoint: drawWinners,
		request: (sweepstakesToken) => ({ sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' }),
		stored: ({ winners }) => size(winners.all()),
		ids: ({ Winners }) => (Winners as Json[]).map(({ ParticipantToken }) => ParticipantToken),
	},
	drawing: {
		endpoint: scheduleDrawing,
		request: (sweepstakesToken) => order(sweepstakesToken),
		stored: ({ scheduled }) => size(scheduled.all()),
		ids: () => [],
	},
};

const NAMED: Record<string, Kind> = {
	invoice: {
		endpoint: createInvoice,
		request: (_, Title) => ({
			Title,
			BillTo: { Name: 'Jane', Email: 'jane@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 10 }],
		}),
		stored: ({ invoices }) => size(invoices.all()),
		ids: (reply) => [data(reply).InvoiceNumber],
	},
	event: {
		endpoint: createEvent,
		request: (_, EventTitle) => ({
			EventTitle,
			...{ EventStartDate: '2090-06-01', EventStartTime: '09:30' },
			...{ EventEndDate: '2090-06-02', EventEndTime: '10:30' },
		}),
		stored: ({ events }) => size(events.all()),
		ids: (reply) => [data(reply).EventToken],
	},
	ticket: {
		endpoint: createTicket,
		request: (_, Title) => ({ Title, Description: 'No message.', Priority: 3 }),
		stored: ({ tickets }) => size(tickets.all()),
		ids: (reply) => [data(reply).CaseNumber],
	},
	rules: {
		endpoint: createRules,
		request: (SweepstakesToken, Title) => ({ SweepstakesToken, Title, DocumentContent: '<p>Play</p>' }),
		stored: ({ rules }) => size(rules.all()),
		ids: (reply) => [data(reply).RulesToken],
	},
	survey: {
		endpoint: createSurvey,
		request: (SweepstakesToken, SurveyName) => ({
			...{ SweepstakesToken, SurveyName, Status: true, Settings: {} },
			Questions: [{ QuestionText: 'How was it?', FieldType: 'rating' }],
		}),
		stored: ({ surveys }) => size(surveys.all()),
		ids: (reply) => [data(reply).SurveyToken],
	},
	todo: {
		endpoint: createTodo,
		request: (_, Title) => ({ Title, Priority: 2 }),
		stored: ({ todos }) => size(todos.all()),
		ids: (reply) => [data(reply).TodoToken],
	},
};

/** Kinds with unique names, so that two alike cannot be created. */
const UNIQUE: Record<string, Kind> = {
	note: {
		endpoint: createNote,
		request: (_, Title) => ({ Title, Note: 'Text', Pinned: false }),
		stored: ({ notes }) => size(notes.all()),
		ids: (reply) => [data(reply).NoteToken],
	},
	group: {
		endpoint: createGroup,
		request: (sweepstakesToken, groupName) => ({ sweepstakesToken, groupName }),
		stored: ({ groups }) => size(groups.all()),
		ids: (reply) => [data(reply).GroupToken],
	},
};

const PARTICIPANTS = 20;

let service: SandboxWithRecords;
let account: Account;
let sweepstakes: string;

async function open(dialect: (typeof DIALECTS)[number]): Promise<void> {
	shortenWaits();
	const plan = { MaxApiCallsPerMinute: 1_000_000 };
	service = await startSandboxWithRecords({
		dialect,
		accounts: [{ plan, administrator: true, entries: { strictForm: false, duplicates: 'accept' } }],
		sample: false,
	});
	account = new Account();
	sweepstakes = await createSweepstakes(service.sandbox, { Handler: 'SPRING' });
	service.sandbox.fill(sweepstakes, PARTICIPANTS);
}
afterEach(async () => {
	jest.restoreAllMocks();
	await service.records();
});

function losing(path: string, loss: Loss): Transport {
	const send = overHttp(service.sandbox.token);
	let left = loss;
	return async (request) => {
		const now = request.url.endsWith(path) ? left : 'none';
		if (now === 'none') return await send(request);
		left = 'none';
		if (now === 'late') {
			service.sandbox.faults([{ path, delayMs: 20 }]);
			void send(request);
			return { reply: { status: 504, headers: {}, text: '' } };
		}
		await (now === 'after' ? send(request) : new Promise(setImmediate));
		return { fault: { code: 'ECONNRESET', message: 'socket hang up' } };
	};
}

type Result = Json | 'in doubt';

/** Makes one call in its own execution, which ends in doubt or succeeds. */
async function create({ endpoint }: Kind, request: object, transport: Transport): Promise<Result> {
	const calling = serviceAt(service.sandbox, { account, transport }).call(endpoint, request);
	return await (calling as Promise<Json>).catch((error: unknown) => {
		expect(error).toMatchObject({ failure: { ambiguous: expect.any(Object) } });
		expect(error).toBeInstanceOf(ServiceError);
		return 'in doubt' as const;
	});
}

/** One execution for each request, all at once. */
async function createAtOnce(kind: Kind, requests: object[], losses: Loss[]): Promise<Result[]> {
	const path = kind.endpoint.call.split(' ')[1]!;
	return await Promise.all(
		losses.map(async (loss, index) => await create(kind, requests[index]!, losing(path, loss))),
	);
}

const LOSSES: Loss[][] = [
	['before', 'none'],
	['after', 'none'],
	['late', 'none'],
	['after', 'after'],
	['before', 'after'],
	['late', 'late'],
	['before', 'none', 'after'],
	['late', 'none', 'before'],
];

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	beforeEach(async () => await open(dialect));

	describe.each(Object.entries({ ...UNNAMED, ...NAMED }))(
		'%s: concurrent executions with the same content',
		(_name, kind) => {
			test.each(LOSSES.map((losses) => [losses.join(', '), losses] as const))(
				'%s: each is created once or stays in doubt, and no record is claimed twice',
				async (_losses, losses) => {
					const requests = losses.map(() => kind.request(sweepstakes, 'Same'));
					const results = await createAtOnce(kind, requests, losses);
					const done = results.filter((result) => result !== 'in doubt') as Json[];
					const ids = done.flatMap(kind.ids);
					expect(new Set(ids).size).toBe(ids.length);
					const stored = kind.stored(service.stored());
					expect(stored).toBeGreaterThanOrEqual(done.length);
					expect(stored).toBeLessThanOrEqual(losses.length);
				},
			);
		},
	);

	test('a drawing for January does not confirm one for March', async () => {
		const requests = [order(sweepstakes, '2090-03-31'), order(sweepstakes, '2090-01-31')];
		const results = await createAtOnce(UNNAMED.drawing!, requests, ['before', 'none']);
		const days = [...service.stored().scheduled.all()].map(({ order: { endDate } }) => endDate).sort();
		expect(days).toEqual(results[0] === 'in doubt' ? ['2090-01-31'] : ['2090-01-31', '2090-03-31']);
	});

	test('a winner of another group does not confirm a draw', async () => {
		const groups: string[] = [];
		const entries = [...service.stored().entries.all()];
		for (const [index, groupName] of ['Silver', 'Gold'].entries()) {
			const body = { sweepstakesToken: sweepstakes, groupName };
			const { Data } = await service.sandbox.api<{ Data: Json }>('/groups/create', body);
			const GroupToken = Data.GroupToken as string;
			const { ParticipantToken } = entries[index]!;
			service.sandbox.placeParticipant({ SweepstakesToken: sweepstakes, ParticipantToken, GroupToken });
			groups.push(GroupToken);
		}
		const requests = groups.map((group) => ({
			sweepstakesToken: sweepstakes,
			howManyWinnersToPick: 1,
			group,
		}));
		const [silver, gold] = await createAtOnce(UNNAMED.draw!, requests, ['before', 'none']);
		expect(UNNAMED.draw!.ids(gold as Json)).toEqual([entries[1]!.ParticipantToken]);
		expect(UNNAMED.draw!.ids(silver as Json)).toEqual([entries[0]!.ParticipantToken]);
	});

	describe.each(Object.entries({ ...NAMED, ...UNIQUE }))('%s', (_name, kind) => {
		const TITLE = ' <b>Tom</b> &  Cafe\u0301 ';
		const FORMS: Array<[string, (text: string) => string]> = [
			['trimmed', (text) => text.trim()],
			['with single spaces', (text) => text.replace(/ +/g, ' ')],
			['with entities', (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')],
			['in another normal form', (text) => text.normalize('NFC')],
			['without HTML', (text) => text.replace(/<[^>]*>/g, '')],
		];
		const request = () => kind.request(sweepstakes, TITLE);

		test.each(FORMS)('stored %s is never created twice', async (form, change) => {
			const before = kind.stored(service.stored());
			const lose = losing(kind.endpoint.call.split(' ')[1]!, 'after');
			const result = await create(kind, request(), async ({ body, ...sent }) =>
				lose({ ...sent, body: body?.replace(JSON.stringify(TITLE), JSON.stringify(change(TITLE))) }),
			);
			expect(kind.stored(service.stored()) - before).toBe(1);
			expect(result === 'in doubt').toBe(form === 'without HTML');
		});
	});
});

describe('the ledger', () => {
	const HOUR_MS = 3_600_000;
	beforeEach(async () => {
		await open('contract');
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'hrtime'] });
	});
	afterEach(() => jest.useRealTimers());

	test('keeps claims for more than a day and forgets them after some days', () => {
		const ledger = new Ledger();
		ledger.claim(['first']);
		const known = [1, 2, 3].map((day) => {
			const isKnown = ledger.isClaimed('FIRST');
			jest.advanceTimersByTime(26 * HOUR_MS + 1);
			ledger.claim([`after day ${day}`]);
			return isKnown;
		});
		expect(known).toEqual([true, true, false]);
	});

	test('keeps a call in doubt for minutes and a processed one for an hour', () => {
		const ledger = new Ledger();
		const callOf = (more: object = {}) => ({ keys: ['a'], scope: 'a', amount: 1, sentAt: 0, ...more });
		const calls = [callOf(), callOf({ processedAt: Date.now() })];
		for (const call of calls) ledger.note(call);
		const known = [0, HOUR_MS / 4, HOUR_MS].map((ms) => {
			jest.advanceTimersByTime(ms);
			ledger.note(callOf({ scope: 'b' }));
			ledger.note(callOf({ scope: 'b', processedAt: Date.now() }));
			return [ledger.othersInDoubt(callOf()).length, ledger.processedAfter(callOf()).length];
		});
		expect(known).toEqual([
			[1, 1],
			[0, 1],
			[0, 0],
		]);
	});
});
