import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/add';
import { createEvent } from '../../../../nodes/SweepstakesCalendarEvent/api';
import { generateCodes } from '../../../../nodes/SweepstakesCode/api/generated';
import { createGroup } from '../../../../nodes/SweepstakesGroup/api';
import { createInvoice } from '../../../../nodes/SweepstakesInvoice/api/created';
import { scheduleDrawing } from '../../../../nodes/SweepstakesWinner/api/schedule';
import { createTicket } from '../../../../nodes/SweepstakesSupportTicket/api';
import { drawWinners } from '../../../../nodes/SweepstakesWinner/api/draw';
import { Account } from '../../../../nodes/shared/client/account';
import type { Endpoint } from '../../../../nodes/shared/client/client';
import { getRefusal, isAmbiguous } from '../../../../nodes/shared/client/failures';
import { findOrCreate } from '../../../../nodes/shared/n8n/operation/find-or-create';
import type { Transport } from '../../../../nodes/shared/client/transport';
import type { Json } from '../../../../nodes/shared/json';
import { DIALECTS, openSandbox, type Sandbox } from '../../../../sandbox';
import { UTC_ID } from '../../../../sandbox/time/timezones';
import { createSweepstakes } from '../../../../tools/sandbox';
import { shortenWaits } from '../../../support/waits';
import { withoutHttp, clientAt } from '../../../support/client';
import { collect } from '../../../../nodes/shared/api/pages';

/**
 * What goes wrong with the first attempt of a call: it is lost before or after it is processed, or it is processed
 * late.
 */
type Loss = 'before' | 'after' | 'late' | 'none';

interface Kind {
	endpoint: Endpoint;
	/** The sandbox's table that contains these records. */
	table: string;
	/** Creates a request for a record. The text becomes the record's name, if it has one. */
	request(sweepstakes: string, text: string): object;
	/** The key of the record's ID in a reply. */
	id: string;
}

const order = (sweepstakesToken: string, endDate = '2090-03-31') => ({
	sweepstakesToken,
	endDate,
	endTime: '12:00',
	timezone: UTC_ID,
	group: 'allgroups',
	selectedAction: 1,
	scheduleMode: 'schedule',
	howManyWinnersToPick: 1,
});

const kind = (endpoint: Endpoint, table: string, id: string, request: Kind['request']): Kind => ({
	endpoint,
	table,
	id,
	request,
});

/** The kinds of records without a name. */
const UNNAMED = {
	entry: kind(addParticipant, 'entries', 'ParticipantToken', (sweepstakesToken) => ({
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: { KeyEmail: 'jane@example.com', KeyPhoneNumber: '2025550123', Fields: {} },
	})),
	code: kind(generateCodes, 'codes', 'CouponToken', (SweepstakesToken) => ({
		SweepstakesToken,
		Quantity: 1,
		Length: 8,
	})),
	draw: kind(drawWinners, 'winners', 'ParticipantToken', (sweepstakesToken) => ({
		sweepstakesToken,
		howManyWinnersToPick: 1,
		group: 'allgroups',
	})),
	'scheduled drawing': kind(scheduleDrawing, 'scheduled', '', (sweepstakesToken) => order(sweepstakesToken)),
};

const NAMED = {
	invoice: kind(createInvoice, 'invoices', 'InvoiceNumber', (_, Title) => ({
		Title,
		BillTo: { Name: 'Jane', Email: 'jane@example.com' },
		Items: [{ Description: 'Prize', Quantity: 1, Rate: 10 }],
	})),
	event: kind(createEvent, 'events', 'EventToken', (_, EventTitle) => ({
		EventTitle,
		EventStartDate: '2090-06-01',
		EventStartTime: '09:30',
		EventEndDate: '2090-06-02',
		EventEndTime: '10:30',
	})),
	ticket: kind(createTicket, 'tickets', 'CaseNumber', (_, Title) => ({
		Title,
		Description: 'No message.',
		Priority: 3,
	})),
};

/** The kinds of records with unique names, so that the service refuses a second record with the same name. */
const UNIQUE = {
	group: kind(createGroup, 'groups', 'GroupToken', (sweepstakesToken, groupName) => ({
		sweepstakesToken,
		groupName,
	})),
};

/** Returns the IDs in a reply. For some kinds of records, the contract's replies have none. */
function idsIn(reply: Json, { id }: Kind): unknown[] {
	const { Codes, ...data } = (reply.Data ?? {}) as Json;
	const records = (reply.Winners ?? Codes ?? [data]) as Json[];
	return records.map(({ [id]: value }) => value).filter(Boolean);
}

type Tables = Record<string, { all(): Iterable<object> }>;

/** Returns how many records the test has created. */
const storedOf = ({ table }: Kind) =>
	[...(sandbox.store as unknown as Tables)[table]!.all()].length - (table === 'entries' ? PARTICIPANTS : 0);

const PARTICIPANTS = 20;

let sandbox: Sandbox;
let account: Account;
let sweepstakes: string;

async function open(dialect: (typeof DIALECTS)[number]): Promise<void> {
	shortenWaits();
	const plan = { MaxApiCallsPerMinute: 1_000_000 };
	sandbox = openSandbox({
		dialect,
		accounts: [{ plan, administrator: true, entries: { strictForm: false, duplicates: 'accept' } }],
		sample: false,
	});
	account = new Account();
	sweepstakes = await createSweepstakes(sandbox, { Handler: 'SPRING' });
	sandbox.fill(sweepstakes, PARTICIPANTS);
}
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

function losing(path: string, loss: Loss): Transport {
	const send = withoutHttp(sandbox);
	let left = loss;
	return async (request) => {
		const now = request.url.endsWith(path) ? left : 'none';
		if (now === 'none') return await send(request);
		left = 'none';
		if (now === 'late') {
			sandbox.faults([{ path, delayMs: 20 }]);
			void send(request);
			return { reply: { status: 504, headers: {}, text: '' } };
		}
		await (now === 'after' ? send(request) : new Promise(setImmediate));
		return { fault: { code: 'ECONNRESET', message: 'socket hang up' } };
	};
}

/** The reply, or how the call failed. The service refuses to create a second record with a unique name. */
type Result = Json | 'ambiguous' | 'refused';

/**
 * Makes one call in an execution of its own. Like an operation, the execution holds the lock for what it creates.
 *
 * @returns the reply, or that the call is ambiguous
 */
async function create({ endpoint }: Kind, request: object, transport: Transport): Promise<Result> {
	const client = clientAt(sandbox, { account, transport });
	const creating = findOrCreate(client, { keys: [endpoint.call] }, async function* (_existing, earlier) {
		yield await client.call(endpoint, request, earlier);
	});
	try {
		return (await collect(creating))[0] as Json;
	} catch (error) {
		if (isAmbiguous(error)) return 'ambiguous';
		expect(getRefusal(error)).toMatchObject({ code: 'refused' });
		return 'refused';
	}
}

/** Runs one execution for each request, all at the same time. */
async function createAtOnce(kind: Kind, requests: object[], losses: Loss[]): Promise<Result[]> {
	const path = kind.endpoint.call.split(' ')[1]!;
	return await Promise.all(
		losses.map(async (loss, index) => await create(kind, requests[index]!, losing(path, loss))),
	);
}

/** What happens to a call, as the titles of the tests say it. */
const FATES: Record<Loss, string> = {
	before: 'request lost',
	after: 'reply lost',
	late: 'processed late',
	none: 'not lost',
};

const LOSSES: Loss[][] = [
	['before', 'none'],
	['late', 'none'],
	['after', 'after'],
	['before', 'none', 'after'],
];

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	beforeEach(async () => await open(dialect));

	describe.each(Object.entries({ ...UNNAMED, ...NAMED }))(
		'if concurrent executions create the same %s',
		(_name, kind) => {
			test.each(LOSSES.map((losses) => [losses.map((loss) => FATES[loss]).join(', '), losses] as const))(
				'each returns a different record, or reports that its call is ambiguous (calls: %s)',
				async (_losses, losses) => {
					const requests = losses.map(() => kind.request(sweepstakes, 'Same'));
					const results = await createAtOnce(kind, requests, losses);
					const done = results.filter((result) => result !== 'ambiguous') as Json[];
					const ids = done.flatMap((reply) => idsIn(reply, kind));
					expect(new Set(ids).size).toBe(ids.length);
					const stored = storedOf(kind);
					expect(stored).toBeGreaterThanOrEqual(done.length);
					expect(stored).toBeLessThanOrEqual(losses.length);
				},
			);
		},
	);

	test('a new winner in another group does not prove that a lost draw was processed', async () => {
		const entries = [...sandbox.store.entries.all()];
		const requests: object[] = [];
		for (const [index, groupName] of ['Silver', 'Gold'].entries()) {
			const body = { sweepstakesToken: sweepstakes, groupName };
			const { Data } = await sandbox.api<{ Data: Json }>('/groups/create', body);
			const GroupToken = Data.GroupToken as string;
			const { ParticipantToken } = entries[index]!;
			sandbox.placeParticipant({ SweepstakesToken: sweepstakes, ParticipantToken, GroupToken });
			requests.push({ sweepstakesToken: sweepstakes, howManyWinnersToPick: 1, group: GroupToken });
		}
		const [silver, gold] = await createAtOnce(UNNAMED.draw, requests, ['before', 'none']);
		expect(idsIn(gold as Json, UNNAMED.draw)).toEqual([entries[1]!.ParticipantToken]);
		expect(idsIn(silver as Json, UNNAMED.draw)).toEqual([entries[0]!.ParticipantToken]);
	});

	describe.each(Object.entries({ ticket: NAMED.ticket, ...UNIQUE }))('a new record (%s)', (_name, kind) => {
		const TITLE = ' <b>Tom</b> &  Cafe\u0301 ';
		const FORMS: Array<[string, (text: string) => string]> = [
			['trimmed', (text) => text.trim()],
			['with single spaces', (text) => text.replace(/ +/g, ' ')],
			[
				'with HTML entities',
				(text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
			],
			['in another Unicode form', (text) => text.normalize('NFC')],
			['without HTML tags', (text) => text.replace(/<[^>]*>/g, '')],
		];
		const request = () => kind.request(sweepstakes, TITLE);

		test.each(FORMS)(
			'is not created twice after a lost reply, even if the service stores its name %s',
			async (form, change) => {
				const before = storedOf(kind);
				const lose = losing(kind.endpoint.call.split(' ')[1]!, 'after');
				const result = await create(kind, request(), async ({ body, ...sent }) =>
					lose({ ...sent, body: body?.replace(JSON.stringify(TITLE), JSON.stringify(change(TITLE))) }),
				);
				expect(storedOf(kind) - before).toBe(1);
				const isSameName = ['trimmed', 'in another Unicode form'].includes(form);
				expect(typeof result === 'string').toBe(!isSameName);
			},
		);
	});
});
