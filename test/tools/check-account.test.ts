import { DIALECTS, type Sandbox } from '../../sandbox';
import { READING_GUESSES } from '../../tools/check-account/guesses';
import { PLAN } from '../../tools/check-account/plan';
import { reportOf, type Report } from '../../tools/check-account/report';
import { reportInWords } from '../../tools/check-account/table';
import { tryWriting, WRITING_GUESSES } from '../../tools/check-account/write';
import { startFullAccount } from './fullAccount';
import { runOn, type Passing } from './support';

const sandboxes = { contract: undefined as never as Sandbox, reference: undefined as never as Sandbox };

beforeAll(async () => {
	for (const dialect of DIALECTS) sandboxes[dialect] = await startFullAccount(dialect);
});
afterAll(async () => {
	for (const sandbox of Object.values(sandboxes)) await sandbox.close();
});

async function read(sandbox: Sandbox, change?: (reply: Passing) => void): Promise<Report> {
	const run = runOn(sandbox, change);
	await run.read(PLAN);
	return reportOf(run.seen);
}

/** A report's deviations from the expected, one per line. */
function complaints({ steps, guesses, replies }: Report): string[] {
	return [
		...steps.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`)),
		...guesses.filter(({ verdict }) => verdict === 'refuted').map(({ question }) => `Guess: ${question}`),
		...replies.flatMap(({ call, unknownKeys }) => unknownKeys.map((key) => `New: ${call} ${key}`)),
	];
}

/** The reference does not name the key of the platform fee. */
const NEW_KEYS = { contract: [], reference: ['New: POST /invoices/create Data.PlatformFeeAmount'] };

/** Guesses that stay open in a sandbox that is never busy, when it is only read. */
const UNSEEN = READING_GUESSES.map(({ question }) => question).filter((text) => /429|503/.test(text));

describe.each(DIALECTS)('as the %s says', (dialect) => {
	it('finds everything as expected', async () => {
		const report = await read(sandboxes[dialect]);
		expect(complaints(report)).toEqual([]);
		expect(report.steps.filter(({ result }) => result !== 'read')).toEqual([]);
		const unseen = report.guesses.filter(({ verdict }) => verdict === 'not seen');
		expect(unseen.map(({ question }) => question)).toEqual(UNSEEN);
	});

	it('removes the records it adds', async () => {
		const sandbox = sandboxes[dialect];
		const counts = () => sandbox.accounts().map(({ participants, invoices }) => ({ participants, invoices }));
		const before = counts();
		sandbox.clearCalls();
		const run = runOn(sandbox);
		expect(await tryWriting(run, 'MAIN')).toEqual([]);
		expect(counts()).toEqual(before);
		expect(complaints(reportOf(run.seen, WRITING_GUESSES))).toEqual(NEW_KEYS[dialect]);
		const paths = sandbox.calls().map(({ path }) => path);
		expect(paths.filter((path) => /winners|send|update|schedule|pause|clone/.test(path))).toEqual([]);
		expect(paths.filter((path) => path === '/participants/add')).toHaveLength(4);
	});

	it('never removes anyone else, even if a lookup finds them', async () => {
		const sandbox = sandboxes[dialect];
		const { participants } = sandbox.accounts()[0]!;
		const run = runOn(sandbox, ({ call, status, body }) => {
			if (call !== 'POST /participants/single' || status >= 300) return;
			for (const entry of body.Data.Entries) entry.KeyEmail = 'somebody.else@example.com';
		});
		expect(await tryWriting(run, 'MAIN')).toContainEqual(expect.stringMatching(/^the participant check-/));
		expect(sandbox.accounts()[0]!.participants).toBeGreaterThan(participants);
	});

	it('removes the added records when it is stopped', async () => {
		const run = runOn(sandboxes[dialect]);
		let asked = 0;
		expect(await tryWriting(run, 'MAIN', () => ++asked > 1)).toEqual([]);
		const calls = run.seen.attempts.map(({ call }) => call);
		expect(calls).toContain('POST /groups/delete');
		expect(calls).not.toContain('POST /notes/create');
	});

	it('names records that it could not remove', async () => {
		const run = runOn(sandboxes[dialect], (reply) => {
			if (reply.call === 'POST /notes/delete') reply.status = 409;
		});
		expect(await tryWriting(run, 'MAIN')).toEqual([expect.stringMatching(/^the note “Account check \w+”$/)]);
	});
});

type Body = Passing['body'];

/** Changes the success of a call. */
const inReply = (path: string, changes: Changes) => (reply: Passing) => {
	if (reply.call.endsWith(` ${path}`) && reply.status < 300) apply(changes, reply.body);
};
const inRefusal = (status: number, change: (reply: Passing) => void) => (reply: Passing) => {
	if (reply.status === status) change(reply);
};

/** Keys in a reply such as `Data.Codes[].Value` (of each) or `Data[0]`, and their new values: GONE, or a function of the old value. */
type Changes = Record<string, unknown>;
const GONE = undefined;
type List = Body[];

function apply(changes: Changes, body: Body): void {
	for (const [path, value] of Object.entries(changes)) {
		const keys = path.replaceAll('[', '.[').split('.').filter(Boolean);
		const last = keys.pop()!;
		const step = (holders: Body[], key: string) =>
			key === '[]' ? holders.flat() : holders.map((one) => one[key.replace(/[[\]]/g, '')] as Body);
		for (const holder of keys.reduce(step, [body]))
			if (value === GONE) delete holder[last];
			else holder[last] = typeof value === 'function' ? (value(holder[last], holder) as unknown) : value;
	}
}

/** By path: changes to a reply, and the report's expected words. */
const DEVIATIONS: Record<string, Array<[Changes, RegExp]>> = {
	'/groups/fetch': [[{ 'Data[0].GroupToken': 7 }, /GroupToken should be a UUID, and is: number/]],
	'/codes/fetch': [
		[{ 'Data.Codes[].CouponToken': 'C-1' }, /Codes: Data\.Codes\[\]\.CouponToken should be a UUID/],
		[{ 'Data.Codes': (all: List) => all.slice(0, 1) }, /Data\.Codes should have 45 entries on a page/],
	],
	'/sweepstakes/fetch': [
		[{ 'Data[].Handler': GONE }, /Sweepstakes: Data\[\]\.Handler is missing/],
		[{ 'Data[0].Archived': 'no' }, /Archived should be true or false/],
		[{ Count: 99 }, /Sweepstakes: Count should be the number/],
		[{ 'Data[0].Settings': [] }, /Settings should be an object, and is: list/],
		[
			{ 'Data[].Settings.EndDate': GONE, 'Data[].Settings.ExpirationDate': GONE },
			/Guess: The end of a sweepstakes/,
		],
	],
	'/participants/fetch': [
		[
			{ People: (_: unknown, { Participants }: Body) => Participants as List, Participants: GONE },
			/Participants: (The nodes cannot read|Participants is missing)/,
		],
		[{ Participants: (all: List) => all.slice(0, 10) }, /Participants should have 20 entries on a page/],
		[{ Participants: (all: List) => all.reverse() }, /Participants should have the newest first/],
		[{ 'Pagination.TotalPages': 50 }, /TotalPages should be Total divided/],
		[{ 'Pagination.Total': GONE }, /Participants: (.*Pagination\.Total is missing|The nodes cannot read)/],
		[{ 'Participants[].CreationDate': '31/12/2026 10:00' }, /CreationDate should be a date and time/],
		[{ 'Participants[].KeyPhoneNumber': '202-555-0100' }, /Guess: Phone numbers/],
		[{ 'Participants[].BonusEntries': 'two' }, /BonusEntries should be a number, and is: text/],
	],
	'/participants/count': [[{ 'Data.Counts.OptOuts': GONE }, /Numbers of participants: .*OptOuts is missing/]],
	'/participants/single': [
		[{ 'Data.Entries': GONE }, /One participant: The nodes cannot read/],
		[
			{ 'Data.Entries[].FirstName': GONE, 'Data.Entries[].EntryPagesFields': GONE },
			/Guess: The name of a participant/,
		],
	],
	'/entrypage/fields': [
		[{ 'Data.FormFields': (all: List) => all.map(() => ({ Key: 1 })) }, /Guess: Fields of the entry form/],
		[{ 'Data.FormFields': (all: List) => all.slice(3) }, /Guess: Email and phone are columns/],
	],
	'/winners/fetch': [
		[{ 'Winners[].DrawDateTime': GONE }, /Winners: Winners\[\]\.DrawDateTime is missing/],
		[{ TotalWinners: GONE }, /Winners: The nodes cannot read/],
	],
	'/winners/fetchscheduled': [
		[
			{
				'Drawings[].DrawToken': (_: unknown, { ScheduleToken }: Body) => ScheduleToken as string,
				'Drawings[].ScheduleToken': GONE,
			},
			/Guess: The token of a scheduled drawing/,
		],
		[{ 'Drawings[0].HowManyWinnersToPick': GONE }, /HowManyWinnersToPick is missing/],
	],
	'/rules/fetch': [[{ 'Data.PrimaryRule': 'Rules' }, /Official rules: .*PrimaryRule should be an object/]],
	'/invoices/fetch': [[{ 'Data.Invoices[].Total': '$100.00' }, /Invoices: .*\.Total should be a number/]],
	'/invoices/single': [
		[{ Data: ({ Invoice }: Body) => Invoice as Body }, /One invoice: The nodes cannot read/],
	],
	'/calendar/fetch': [
		[{ 'Data.Events': (all: List) => all.reverse() }, /Data\.Events should have the oldest first/],
		[{ 'Data.Events[].EventStartTime': 36_000 }, /EventStartTime should be a time/],
	],
	'/notes/fetch': [[{ 'Data.Notes[].Note': GONE }, /Notes: Data\.Notes\[\]\.Note is missing/]],
	'/tickets/fetchOpenTickets': [[{ 'Data.Tickets[].CaseNumber': 12 }, /Open tickets: The nodes cannot read/]],
	'/account/plan': [
		[{ 'Data.Settings.MaxApiCallsPerMinute': GONE, Usage: GONE }, /Guess: The plan has its calls per minute/],
		[{ 'Data.MaxTotalInvoices': 1 }, /New: POST \/account\/plan Data\.MaxTotalInvoices/],
	],
	'/tools/timezones': [[{ 'Data.Timezones[].TimezoneId': GONE }, /Time zones: The nodes cannot read/]],
	'/billing/consumptions': [[{ Response: GONE }, /Consumptions: .*Response/]],
};

const MOST = Math.max(...Object.values(DEVIATIONS).map(({ length }) => length));

it.each(Array.from({ length: MOST }, (_, index) => index))(
	'names deviations in many replies (%i)',
	async (index) => {
		const tried = Object.entries(DEVIATIONS).flatMap(([path, all]) =>
			all[index] ? [{ change: inReply(path, all[index][0]), expected: all[index][1] }] : [],
		);
		const report = await read(sandboxes.contract, (reply) => tried.forEach(({ change }) => change(reply)));
		const found = complaints(report);
		const unnamed = tried.filter(({ expected }) => !found.some((line) => expected.test(line)));
		expect(unnamed.map(({ expected }) => expected)).toEqual([]);
	},
);

/** Changes that hide other deviations. */
const ALONE: Array<[RegExp, (reply: Passing) => void]> = [
	[/Sweepstakes: The nodes cannot read/, inReply('/sweepstakes/fetch', { 'Data[].SweepstakesToken': GONE })],
	[
		/A sweepstakes that does not exist: The call should be refused with 404/,
		inRefusal(404, (reply) => Object.assign(reply, { status: 200, body: { Response: true, Data: [] } })),
	],
	[/A note that does not exist: .* refused \(410\)/, inRefusal(404, (reply) => (reply.status = 410))],
	[/The reply with status 400 is no JSON object/, inRefusal(400, (reply) => (reply.body = '<html>'))],
	[/Guess: A refusal repeats its status/, inRefusal(404, ({ body }) => (body.Code = 1404))],
	[/name of the error is not known/, inRefusal(404, ({ body }) => (body.Data = { Code: 'NoSuchThing' }))],
	[/The header Date is missing/, ({ headers }) => delete headers.date],
	[/Content-Type should be JSON/, ({ headers }) => (headers['content-type'] = 'text/plain')],
];

it.each(ALONE)('names by itself: %s', async (expected, change) => {
	expect(complaints(await read(sandboxes.contract, change))).toContainEqual(expect.stringMatching(expected));
});

describe('a report', () => {
	it('reports the results so far when the check is stopped', async () => {
		const run = runOn(sandboxes.contract);
		await run.read(PLAN, ({ step }) => step.name === 'Plan' && run.end());
		const report = reportOf(run.seen);
		expect(report).toMatchObject({ ended: 'stopped', calls: 2 });
		expect(report.steps.filter(({ result }) => result === 'notReached')).toHaveLength(PLAN.length - 2);
		expect(reportInWords(report)).toContain('stopped before its end');
	});

	it('stays within its calls', async () => {
		sandboxes.contract.clearCalls();
		const run = runOn(sandboxes.contract, undefined, 10);
		await run.read(PLAN);
		expect(sandboxes.contract.calls()).toHaveLength(10);
		expect(reportOf(run.seen).ended).toBe('budget');
	});

	it.each([401, 403])('ends at once if the token is refused (%d)', async (status) => {
		const body = { Response: false, Message: 'No.', Code: status };
		const run = runOn(sandboxes.contract, (reply) => Object.assign(reply, { status, body }));
		await run.read(PLAN);
		expect(reportOf(run.seen)).toMatchObject({ ended: 'refused', calls: 1 });
	});
});
