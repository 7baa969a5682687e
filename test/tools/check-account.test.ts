import type { Sandbox } from '../../sandbox';
import { READING_GUESSES } from '../../tools/check-account/guesses';
import { PLAN } from '../../tools/check-account/plan';
import { reportOf, type Report } from '../../tools/check-account/report';
import { reportInWords } from '../../tools/check-account/table';
import { tryWriting, WRITING_GUESSES } from '../../tools/check-account/write';
import { startFullAccount } from './fullAccount';
import { runOn, type Passing } from './support';

const sandboxes = { contract: undefined as never as Sandbox, reference: undefined as never as Sandbox };
const DIALECTS = ['contract', 'reference'] as const;

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
const inReply = (path: string, change: (body: Body) => void) => (reply: Passing) => {
	if (reply.call.endsWith(` ${path}`) && reply.status < 300) change(reply.body);
};
const inRefusal = (status: number, change: (reply: Passing) => void) => (reply: Passing) => {
	if (reply.status === status) change(reply);
};

/** By path: changes to a reply, and the report's expected words. */
const DEVIATIONS: Record<string, Array<[(body: Body) => void, RegExp]>> = {
	'/groups/fetch': [
		[({ Data }) => (Data[0].GroupToken = 7), /Groups: Data\[\]\.GroupToken should be a UUID, and is: number/],
	],
	'/codes/fetch': [
		[
			({ Data }) => Data.Codes.forEach((code: Body) => (code.CouponToken = 'C-1')),
			/Codes: Data\.Codes\[\]\.CouponToken should be a UUID/,
		],
		[({ Data }) => (Data.Codes = Data.Codes.slice(0, 1)), /Data\.Codes should have 45 entries on a page/],
	],
	'/sweepstakes/fetch': [
		[
			({ Data }) => Data.forEach((one: Body) => delete one.Handler),
			/Sweepstakes: Data\[\]\.Handler is missing/,
		],
		[({ Data }) => (Data[0].Archived = 'no'), /Archived should be true or false/],
		[(body) => (body.Count = 99), /Sweepstakes: Count should be the number/],
		[({ Data }) => (Data[0].Settings = []), /Settings should be an object, and is: list/],
		[
			({ Data }) =>
				Data.forEach(({ Settings }: Body) => {
					delete Settings.EndDate;
					delete Settings.ExpirationDate;
				}),
			/Guess: The end of a sweepstakes/,
		],
	],
	'/participants/fetch': [
		[
			(body) => {
				body.People = body.Participants;
				delete body.Participants;
			},
			/Participants: (The nodes cannot read|Participants is missing)/,
		],
		[
			(body) => (body.Participants = body.Participants.slice(0, 10)),
			/Participants should have 20 entries on a page/,
		],
		[(body) => body.Participants.reverse(), /Participants should have the newest first/],
		[({ Pagination }) => (Pagination.TotalPages = 50), /TotalPages should be Total divided/],
		[
			({ Pagination }) => delete Pagination.Total,
			/Participants: .*Pagination\.Total is missing|Participants: The nodes cannot read/,
		],
		[
			({ Participants }) => Participants.forEach((one: Body) => (one.CreationDate = '31/12/2026 10:00')),
			/CreationDate should be a date and time/,
		],
		[
			({ Participants }) => Participants.forEach((one: Body) => (one.KeyPhoneNumber = '202-555-0100')),
			/Guess: Phone numbers/,
		],
		[
			({ Participants }) => Participants.forEach((one: Body) => (one.BonusEntries = 'two')),
			/BonusEntries should be a number, and is: text/,
		],
	],
	'/participants/count': [
		[({ Data }) => delete Data.Counts.OptOuts, /Numbers of participants: Data\.Counts\.OptOuts is missing/],
	],
	'/participants/single': [
		[({ Data }) => delete Data.Entries, /One participant: The nodes cannot read/],
		[
			({ Data }) =>
				Data.Entries.forEach((one: Body) => {
					delete one.FirstName;
					delete one.EntryPagesFields;
				}),
			/Guess: The name of a participant/,
		],
	],
	'/entrypage/fields': [
		[
			({ Data }) =>
				(Data.FormFields = Data.FormFields.map(({ FieldID, Id }: Body) => ({ Key: FieldID ?? Id }))),
			/Guess: Fields of the entry form/,
		],
		[({ Data }) => (Data.FormFields = Data.FormFields.slice(3)), /Guess: Email and phone are columns/],
	],
	'/winners/fetch': [
		[
			({ Winners }) => Winners.forEach((one: Body) => delete one.DrawDateTime),
			/Winners: Winners\[\]\.DrawDateTime is missing/,
		],
		[(body) => delete body.TotalWinners, /Winners: The nodes cannot read/],
	],
	'/winners/fetchscheduled': [
		[
			({ Drawings }) =>
				Drawings.forEach((one: Body) => {
					one.DrawToken = one.ScheduleToken;
					delete one.ScheduleToken;
				}),
			/Guess: The token of a scheduled drawing/,
		],
		[({ Drawings }) => delete Drawings[0].HowManyWinnersToPick, /HowManyWinnersToPick is missing/],
	],
	'/rules/fetch': [
		[({ Data }) => (Data.PrimaryRule = 'Rules'), /Official rules: Data\.PrimaryRule should be an object/],
	],
	'/invoices/fetch': [
		[
			({ Data }) => Data.Invoices.forEach((one: Body) => (one.Total = '$100.00')),
			/Invoices: Data\.Invoices\[\]\.Total should be a number/,
		],
	],
	'/invoices/single': [[(body) => (body.Data = body.Data.Invoice), /One invoice: The nodes cannot read/]],
	'/calendar/fetch': [
		[({ Data }) => Data.Events.reverse(), /Data\.Events should have the oldest first/],
		[
			({ Data }) => Data.Events.forEach((one: Body) => (one.EventStartTime = 36_000)),
			/EventStartTime should be a time/,
		],
	],
	'/notes/fetch': [
		[
			({ Data }) => Data.Notes.forEach((one: Body) => delete one.Note),
			/Notes: Data\.Notes\[\]\.Note is missing/,
		],
	],
	'/tickets/fetchOpenTickets': [
		[
			({ Data }) => Data.Tickets.forEach((one: Body) => (one.CaseNumber = 12)),
			/Open tickets: The nodes cannot read/,
		],
	],
	'/account/plan': [
		[
			(body) => {
				delete body.Data.Settings.MaxApiCallsPerMinute;
				delete body.Usage;
			},
			/Guess: The plan has its calls per minute/,
		],
		[({ Data }) => (Data.MaxTotalInvoices = 1), /New: POST \/account\/plan Data\.MaxTotalInvoices/],
	],
	'/tools/timezones': [
		[
			({ Data }) => Data.Timezones.forEach((one: Body) => delete one.TimezoneId),
			/Time zones: The nodes cannot read/,
		],
	],
	'/billing/consumptions': [[(body) => delete body.Response, /Consumptions: .*Response/]],
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
	[
		/Sweepstakes: The nodes cannot read/,
		inReply('/sweepstakes/fetch', ({ Data }) => Data.forEach((one: Body) => delete one.SweepstakesToken)),
	],
	[
		/A sweepstakes that does not exist: The call should be refused with 404/,
		(reply) => {
			if (reply.status === 404) {
				reply.status = 200;
				reply.body = { Response: true, Data: [] };
			}
		},
	],
	[
		/A note that does not exist: The call failed: refused \(410\)/,
		inRefusal(404, (reply) => (reply.status = 410)),
	],
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
		const run = runOn(sandboxes.contract, (reply) => {
			reply.status = status;
			reply.body = { Response: false, Message: 'No.', Code: status };
		});
		await run.read(PLAN);
		expect(reportOf(run.seen)).toMatchObject({ ended: 'refused', calls: 1 });
	});
});
