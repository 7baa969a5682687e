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

/** Everything that a report says is not as expected, a line each. */
function complaints({ steps, guesses, replies }: Report): string[] {
	return [
		...steps.flatMap(({ name, differences }) => differences.map((one) => `${name}: ${one}`)),
		...guesses.filter(({ verdict }) => verdict === 'refuted').map(({ question }) => `Guess: ${question}`),
		...replies.flatMap(({ call, unknownKeys }) => unknownKeys.map((key) => `New: ${call} ${key}`)),
	];
}

/** The reference does not name the key of the platform fee. */
const NEW_KEYS = { contract: [], reference: ['New: POST /invoices/create Data.PlatformFeeAmount'] };

/** What cannot be seen in a sandbox that is never too busy, and only read. */
const UNSEEN = READING_GUESSES.map(({ question }) => question).filter((text) => /429|503/.test(text));

describe.each(DIALECTS)('as the %s says', (dialect) => {
	it('finds everything as expected', async () => {
		const report = await read(sandboxes[dialect]);
		expect(complaints(report)).toEqual([]);
		expect(report.steps.filter(({ result }) => result !== 'read')).toEqual([]);
		const unseen = report.guesses.filter(({ verdict }) => verdict === 'not seen');
		expect(unseen.map(({ question }) => question)).toEqual(UNSEEN);
	});

	it('removes what it adds', async () => {
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

	it('removes nobody else, whomever a lookup finds', async () => {
		const sandbox = sandboxes[dialect];
		const { participants } = sandbox.accounts()[0]!;
		const run = runOn(sandbox, ({ call, status, body }) => {
			if (call !== 'POST /participants/single' || status >= 300) return;
			for (const entry of body.Data.Entries) entry.KeyEmail = 'somebody.else@example.com';
		});
		expect(await tryWriting(run, 'MAIN')).toContainEqual(expect.stringMatching(/^the participant check-/));
		expect(sandbox.accounts()[0]!.participants).toBeGreaterThan(participants);
	});

	it('removes what it has added when it is stopped', async () => {
		const run = runOn(sandboxes[dialect]);
		let asked = 0;
		expect(await tryWriting(run, 'MAIN', () => ++asked > 1)).toEqual([]);
		const calls = run.seen.attempts.map(({ call }) => call);
		expect(calls).toContain('POST /groups/delete');
		expect(calls).not.toContain('POST /notes/create');
	});

	it('names what it could not remove', async () => {
		const run = runOn(sandboxes[dialect], (reply) => {
			if (reply.call === 'POST /notes/delete') reply.status = 409;
		});
		expect(await tryWriting(run, 'MAIN')).toEqual([expect.stringMatching(/^the note “Account check \w+”$/)]);
	});
});

/** Changes the success of a call. */
const inReply = (path: string, change: (body: Passing['body']) => void) => (reply: Passing) => {
	if (reply.call.endsWith(` ${path}`) && reply.status < 300) change(reply.body);
};
/** Changes every record of a list in `Data`. */
const inRecords = (path: string, key: string, change: (record: Passing['body']) => void) =>
	inReply(path, ({ Data }) => Data[key].forEach(change));
const inRefusal = (status: number, change: (reply: Passing) => void) => (reply: Passing) => {
	if (reply.status === status) change(reply);
};
const localDate = '31/12/2026 10:00';

const DEVIATIONS: ReadonlyArray<[string, (reply: Passing) => void, RegExp]> = [
	[
		'no token of a sweepstakes',
		inReply('/sweepstakes/fetch', ({ Data }) =>
			Data.forEach((one: Passing['body']) => delete one.SweepstakesToken),
		),
		/Sweepstakes: The nodes cannot read/,
	],
	[
		'a number as a token',
		inReply('/groups/fetch', ({ Data }) => (Data[0].GroupToken = 7)),
		/Groups: Data\[\]\.GroupToken should be a UUID, and is: number/,
	],
	[
		'a token that is no UUID',
		inRecords('/codes/fetch', 'Codes', (code) => (code.CouponToken = 'C-1')),
		/Codes: Data\.Codes\[\]\.CouponToken should be a UUID/,
	],
	[
		'no handler',
		inReply('/sweepstakes/fetch', ({ Data }) => Data.forEach((one: Passing['body']) => delete one.Handler)),
		/Sweepstakes: Data\[\]\.Handler is missing/,
	],
	[
		'a word for Archived',
		inReply('/sweepstakes/fetch', ({ Data }) => (Data[0].Archived = 'no')),
		/Archived should be true or false/,
	],
	[
		'a count of sweepstakes that is wrong',
		inReply('/sweepstakes/fetch', (body) => (body.Count = 99)),
		/Sweepstakes: Count should be the number/,
	],
	[
		'settings as a list',
		inReply('/sweepstakes/fetch', ({ Data }) => (Data[0].Settings = [])),
		/Settings should be an object, and is: list/,
	],
	[
		'no end of a sweepstakes',
		inReply('/sweepstakes/fetch', ({ Data }) =>
			Data.forEach(({ Settings }: Passing['body']) => {
				delete Settings.EndDate;
				delete Settings.ExpirationDate;
			}),
		),
		/Guess: The end of a sweepstakes/,
	],
	[
		'participants under another key',
		inReply('/participants/fetch', (body) => {
			body.People = body.Participants;
			delete body.Participants;
		}),
		/Participants: (The nodes cannot read|Participants is missing)/,
	],
	[
		'smaller pages of participants',
		inReply('/participants/fetch', (body) => (body.Participants = body.Participants.slice(0, 10))),
		/Participants should have 20 entries on a page/,
	],
	[
		'oldest participants first',
		inReply('/participants/fetch', (body) => body.Participants.reverse()),
		/Participants should have the newest first/,
	],
	[
		'a wrong number of pages',
		inReply('/participants/fetch', ({ Pagination }) => (Pagination.TotalPages = 50)),
		/TotalPages should be Total divided/,
	],
	[
		'no total of participants',
		inReply('/participants/fetch', ({ Pagination }) => delete Pagination.Total),
		/Participants: .*Pagination\.Total is missing|Participants: The nodes cannot read/,
	],
	[
		'local dates of participants',
		inReply('/participants/fetch', ({ Participants }) =>
			Participants.forEach((one: Passing['body']) => (one.CreationDate = localDate)),
		),
		/CreationDate should be a date and time/,
	],
	[
		'a phone number with dashes',
		inReply('/participants/fetch', ({ Participants }) =>
			Participants.forEach((one: Passing['body']) => (one.KeyPhoneNumber = '202-555-0100')),
		),
		/Guess: Phone numbers/,
	],
	[
		'bonus entries as words',
		inReply('/participants/fetch', ({ Participants }) =>
			Participants.forEach((one: Passing['body']) => (one.BonusEntries = 'two')),
		),
		/BonusEntries should be a number, and is: text/,
	],
	[
		'counts that are missing',
		inReply('/participants/count', ({ Data }) => delete Data.Counts.OptOuts),
		/Numbers of participants: Data\.Counts\.OptOuts is missing/,
	],
	[
		'one participant without entries',
		inReply('/participants/single', ({ Data }) => delete Data.Entries),
		/One participant: The nodes cannot read/,
	],
	[
		'names elsewhere',
		inReply('/participants/single', ({ Data }) =>
			Data.Entries.forEach((one: Passing['body']) => {
				delete one.FirstName;
				delete one.EntryPagesFields;
			}),
		),
		/Guess: The name of a participant/,
	],
	[
		'a third spelling of the form',
		inReply(
			'/entrypage/fields',
			({ Data }) =>
				(Data.FormFields = Data.FormFields.map(({ FieldID, Id }: Passing['body']) => ({
					Key: FieldID ?? Id,
				}))),
		),
		/Guess: Fields of the entry form/,
	],
	[
		'a form without its email column',
		inReply('/entrypage/fields', ({ Data }) => (Data.FormFields = Data.FormFields.slice(3))),
		/Guess: Email and phone are columns/,
	],
	[
		'winners without a date',
		inReply('/winners/fetch', ({ Winners }) =>
			Winners.forEach((one: Passing['body']) => delete one.DrawDateTime),
		),
		/Winners: Winners\[\]\.DrawDateTime is missing/,
	],
	[
		'no total of winners',
		inReply('/winners/fetch', (body) => delete body.TotalWinners),
		/Winners: The nodes cannot read/,
	],
	[
		'drawings with a third token',
		inReply('/winners/fetchscheduled', ({ Drawings }) =>
			Drawings.forEach((one: Passing['body']) => {
				one.DrawToken = one.ScheduleToken;
				delete one.ScheduleToken;
			}),
		),
		/Guess: The token of a scheduled drawing/,
	],
	[
		'a drawing without a number of winners',
		inReply('/winners/fetchscheduled', ({ Drawings }) => delete Drawings[0].HowManyWinnersToPick),
		/HowManyWinnersToPick is missing/,
	],
	[
		'rules as a text',
		inReply('/rules/fetch', ({ Data }) => (Data.PrimaryRule = 'Rules')),
		/Official rules: Data\.PrimaryRule should be an object/,
	],
	[
		'codes in smaller pages',
		inReply('/codes/fetch', ({ Data }) => (Data.Codes = Data.Codes.slice(0, 1))),
		/Data\.Codes should have 45 entries on a page/,
	],
	[
		'an amount with a currency',
		inRecords('/invoices/fetch', 'Invoices', (one) => (one.Total = '$100.00')),
		/Invoices: Data\.Invoices\[\]\.Total should be a number/,
	],
	[
		'an invoice beside its key',
		inReply('/invoices/single', (body) => (body.Data = body.Data.Invoice)),
		/One invoice: The nodes cannot read/,
	],
	[
		'events by their end',
		inReply('/calendar/fetch', ({ Data }) => Data.Events.reverse()),
		/Data\.Events should have the oldest first/,
	],
	[
		'a time with seconds of a day',
		inRecords('/calendar/fetch', 'Events', (one) => (one.EventStartTime = 36_000)),
		/EventStartTime should be a time/,
	],
	[
		'a note without its text',
		inRecords('/notes/fetch', 'Notes', (one) => delete one.Note),
		/Notes: Data\.Notes\[\]\.Note is missing/,
	],
	[
		'tickets by number',
		inRecords('/tickets/fetchOpenTickets', 'Tickets', (one) => (one.CaseNumber = 12)),
		/Open tickets: The nodes cannot read/,
	],
	[
		'a limit that is nowhere',
		inReply('/account/plan', (body) => {
			delete body.Data.Settings.MaxApiCallsPerMinute;
			delete body.Usage;
		}),
		/Guess: The plan has its calls per minute/,
	],
	[
		'a new key',
		inReply('/account/plan', ({ Data }) => (Data.MaxTotalInvoices = 1)),
		/New: POST \/account\/plan Data\.MaxTotalInvoices/,
	],
	[
		'time zones without IDs',
		inRecords('/tools/timezones', 'Timezones', (one) => delete one.TimezoneId),
		/Time zones: The nodes cannot read/,
	],
	[
		'200 for what does not exist',
		(reply) => {
			if (reply.status === 404) {
				reply.status = 200;
				reply.body = { Response: true, Data: [] };
			}
		},
		/A sweepstakes that does not exist: The call should be refused with 404/,
	],
	[
		'another status for what does not exist',
		inRefusal(404, (reply) => (reply.status = 410)),
		/A note that does not exist: The call failed: refused \(410\)/,
	],
	[
		'a page of a gateway',
		inRefusal(400, (reply) => (reply.body = '<html>')),
		/The reply with status 400 is no JSON object/,
	],
	['another Code', inRefusal(404, ({ body }) => (body.Code = 1404)), /Guess: A refusal repeats its status/],
	[
		'an error with another name',
		inRefusal(404, ({ body }) => (body.Data = { Code: 'NoSuchThing' })),
		/name of the error is not known/,
	],
	['no clock', ({ headers }) => delete headers.date, /The header Date is missing/],
	[
		'no type of the content',
		({ headers }) => (headers['content-type'] = 'text/plain'),
		/Content-Type should be JSON/,
	],
	[
		'a success without its mark',
		inReply('/billing/consumptions', (body) => delete body.Response),
		/Consumptions: .*Response/,
	],
];

it('tries enough deviations', () => expect(DEVIATIONS.length).toBeGreaterThanOrEqual(40));

it.each(DEVIATIONS)('names %s', async (_, change, expected) => {
	const found = complaints(await read(sandboxes.contract, change));
	expect(found.filter((line) => expected.test(line))).not.toEqual([]);
});

describe('a report', () => {
	it('says what was seen when the check is stopped', async () => {
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
