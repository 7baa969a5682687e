import { DIALECTS, openSandbox, type Dialect, type Fault } from '../../sandbox';
import type { Transport } from '../../nodes/shared/client/transport';
import { AddedRecords, type AddedRecord } from '../../tools/check-account/added';
import { toReport } from '../../tools/check-account/report';
import { reportInWords } from '../../tools/check-account/table';
import { takeBack, tryWriting } from '../../tools/check-account/write';
import { createSweepstakes } from '../../tools/sandbox';
import { runs } from '../support/runs';
import { shortenWaits } from '../support/waits';
import { runOn, runThrough } from '../support/check-account';
import { withoutHttp } from '../support/client';

beforeAll(shortenWaits);

/** Creates an account with a sweepstakes whose handler is MAIN. */
async function openAccount(dialect: Dialect) {
	const accounts = [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }];
	const sandbox = openSandbox({ accounts, sample: false, dialect });
	return { sandbox, main: await createSweepstakes(sandbox, { Handler: 'MAIN' }) };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

/** Describes each record in the account, after every late call has been processed. */
async function recordsIn({ sandbox, main }: Account, laterCalls = 0): Promise<string[]> {
	sandbox.clearFaults();
	const { api } = sandbox;
	for (let n = 0; n < laterCalls; n++) await api('/account/health-check');
	type Data<Key extends string, Field extends string> = { Data: Record<Key, Array<Record<Field, string>>> };
	const groups = await api<{ Data: Array<{ GroupName: string; Primary: boolean }> }>('/groups/fetch', {
		sweepstakesToken: main,
	});
	const notes = await api<Data<'Notes', 'Title'>>('/notes/fetch');
	const codes = await api<Data<'Codes', 'CouponCode'>>('/codes/fetch', { SweepstakesToken: main });
	const invoices = await api<Data<'Invoices', 'Title'>>('/invoices/fetch');
	const people = await api<{ Participants: Array<{ KeyEmail: string }> }>('/participants/fetch', {
		sweepstakesToken: main,
	});
	return [
		...groups.Data.filter(({ Primary }) => !Primary).map(({ GroupName }) => `the group “${GroupName}”`),
		...notes.Data.Notes.map(({ Title }) => `the note “${Title}”`),
		...codes.Data.Codes.map(({ CouponCode }) => `the code ${CouponCode}`),
		...invoices.Data.Invoices.map(({ Title }) => `the draft invoice “${Title}”`),
		...people.Participants.map(({ KeyEmail }) => `the participant ${KeyEmail}`),
	];
}

/** A late call is processed after no more than this many calls. */
const MAX_LATE = 50;

const CREATIONS = [
	'/groups/create',
	'/notes/create',
	'/codes/create',
	'/invoices/create',
	'/participants/add',
];
const REMOVALS = [
	'/groups/delete',
	'/notes/delete',
	'/codes/delete',
	'/invoices/delete',
	'/participants/delete',
];
const LOOKUPS = ['/groups/fetch', '/notes/fetch', '/codes/single', '/invoices/fetch', '/participants/single'];

type Ending = [name: string, fault: Omit<Fault, 'path'>];

const LOGIN_PAGE = { status: 200, body: '<!doctype html><title>Log in</title>', contentType: 'text/html' };
const DONE = { status: 200, body: { Response: true, Message: 'Done.' } };

/** What can go wrong with a call. */
const ENDINGS: Ending[] = [
	['lost on the way', { drop: 'before' }],
	['cut off after processing', { drop: 'after' }],
	['abandoned by a gateway before processing', { gateway: 'before' }],
	['abandoned by a gateway after processing', { gateway: 'after' }],
	[
		'processed, but gets an error',
		{ status: 500, body: { Response: false, Message: 'Oops.' }, processed: true },
	],
	['late', { drop: 'after', late: { calls: 2 } }],
	['very late', { gateway: 'after', late: { calls: MAX_LATE } }],
	['processed, but gets a login page', { ...LOGIN_PAGE, processed: true }],
	['not processed, and gets a login page', LOGIN_PAGE],
	['processed, but gets a success without Data', { ...DONE, processed: true }],
	['not processed, but gets a success without Data', DONE],
	['refused', { status: 403, body: { Response: false, Message: 'No.', Code: 403 } }],
	['locked', { status: 409, body: { Response: false, Message: 'Locked.', Code: 409 } }],
	['busy', { status: 503, body: { Response: false, Message: 'Busy.', Code: 503 } }],
];

const NOTHING_THERE: Ending[] = [
	['answered with an empty list', { status: 200, body: { Response: true, Data: {}, Count: 0 } }],
	['not found', { status: 404, body: { Response: false, Message: 'Not found.', Code: 404 } }],
];

const CALLS: Array<[path: string, endings: Ending[]]> = [
	...[...CREATIONS, ...REMOVALS].map((path): [string, Ending[]] => [path, ENDINGS]),
	...LOOKUPS.map((path): [string, Ending[]] => [path, [...ENDINGS, ...NOTHING_THERE]]),
];

/** Each failure of each call: at the first attempt only, and at every attempt. */
const CASES = CALLS.flatMap(([path, endings]) =>
	endings.flatMap(([name, fault]) => [1, 9].map((times) => ({ path, name, times, fault }))),
);

/**
 * The cases to try. `.ci/run` tries all of them, and `npm test` tries every eleventh case in each dialect. Eleven is a
 * prime number, so every call and every failure is tried.
 */
const tried = (dialect: Dialect) =>
	CASES.filter((_, index) => (index + DIALECTS.indexOf(dialect)) % 11 === 0 || runs(1) > 1);

describe.each(DIALECTS)('a check with --write (dialect: %s)', (dialect) => {
	it('removes everything that it added, and nothing else', async () => {
		const account = await openAccount(dialect);
		const { api } = account.sandbox;
		await api('/notes/create', { Title: 'Account check of mine', Note: 'Text' });
		await api('/groups/create', { sweepstakesToken: account.main, groupName: 'Account check' });
		const before = await recordsIn(account);
		expect(await tryWriting(runOn(account.sandbox), 'MAIN')).toEqual([]);
		expect(await recordsIn(account)).toEqual(before);
		const paths = account.sandbox.calls().map(({ path }) => path);
		expect(paths.filter((path) => path === '/participants/add')).toHaveLength(4);
		expect(paths.filter((path) => /winners|send|update|schedule|pause|clone/.test(path))).toEqual([]);
		await account.sandbox.close();
	});

	describe('if a call goes wrong', () => {
		// The tests share one account, because creating an account takes longer than a test.
		let account: Account;
		const named = new Set<string>();
		beforeAll(async () => (account = await openAccount(dialect)));
		afterAll(async () => await account.sandbox.close());

		it.each(tried(dialect))(
			'removes everything that it added, or names what is left: $path is $name (attempts: $times)',
			async ({ path, times, fault }) => {
				account.sandbox.faults([{ ...fault, path, times }]);
				const left = await tryWriting(runOn(account.sandbox, undefined, 200), 'MAIN');
				for (const one of left) named.add(one);
				const found = await recordsIn(account, fault.late ? MAX_LATE : 0);
				expect(found.filter((one) => !named.has(one))).toEqual([]);
			},
		);
	});

	it('does not name records that it has certainly removed', async () => {
		const account = await openAccount(dialect);
		for (const path of CREATIONS) account.sandbox.faults([{ path, drop: 'after' }]);
		expect(await tryWriting(runOn(account.sandbox), 'MAIN')).toEqual([]);
		expect(await recordsIn(account)).toEqual([]);
		await account.sandbox.close();
	});

	it('names a record that it cannot remove, and never takes a code away from its participant', async () => {
		const account = await openAccount(dialect);
		const { api } = account.sandbox;
		account.sandbox.fill(account.main, 1);
		type People = { Participants: Array<{ ParticipantToken: string }> };
		const found = await api<People>('/participants/fetch', { sweepstakesToken: account.main });
		const { ParticipantToken } = found.Participants[0]!;
		const transport = withoutHttp(account.sandbox);
		let isAssigned = false;
		const run = runThrough(account.sandbox, async (request) => {
			const outcome = await transport(request);
			if (!request.url.endsWith('/codes/create') || isAssigned || !('reply' in outcome)) return outcome;
			isAssigned = true;
			const { Data } = JSON.parse(outcome.reply.text) as { Data: { Codes: Array<{ CouponToken: string }> } };
			await api('/codes/assign', { CouponToken: Data.Codes[0]!.CouponToken, ParticipantToken });
			return outcome;
		});
		const added = new AddedRecords();
		const left = await tryWriting(run, 'MAIN', added);
		expect(left).toEqual([expect.stringMatching(/^the code CHECK-/)]);
		expect(await recordsIn(account)).toEqual(expect.arrayContaining(left));
		// The owner of the account sees the name. The report that is sent to us does not contain it.
		const report = toReport(run.seen, [], added.list);
		expect(reportInWords(report, left)).toContain(
			`delete those that you find. The next check looks again.\n  ${left[0]}`,
		);
		expect(report.left).toEqual(['code']);
		expect(JSON.stringify(report)).not.toContain(added.list[0]!.mark);
		await account.sandbox.close();
	});

	it('takes its own code away from a participant whom it added', async () => {
		const account = await openAccount(dialect);
		const { api } = account.sandbox;
		const transport = withoutHttp(account.sandbox);
		let isAssigned = false;
		const run = runThrough(account.sandbox, async (request) => {
			const outcome = await transport(request);
			if (!request.url.endsWith('/participants/add') || isAssigned) return outcome;
			isAssigned = true;
			type Codes = { Data: { Codes: Array<{ CouponToken: string }> } };
			type People = { Participants: Array<{ ParticipantToken: string }> };
			const codes = await api<Codes>('/codes/fetch', { SweepstakesToken: account.main });
			const people = await api<People>('/participants/fetch', { sweepstakesToken: account.main });
			const { CouponToken } = codes.Data.Codes[0]!;
			await api('/codes/assign', { CouponToken, ParticipantToken: people.Participants[0]!.ParticipantToken });
			return outcome;
		});
		expect(await tryWriting(run, 'MAIN')).toEqual([]);
		expect(await recordsIn(account)).toEqual([]);
		await account.sandbox.close();
	});

	it('removes only people whom it added, even if a lookup finds others', async () => {
		const account = await openAccount(dialect);
		account.sandbox.fill(account.main, 2);
		const others = await recordsIn(account);
		const run = runOn(account.sandbox, ({ call, status, body }) => {
			if (call !== 'POST /participants/single' || status >= 300) return;
			const somebodyElse = { KeyEmail: 'somebody.else@example.com', EntryPagesFields: {} };
			for (const entry of body.Data.Entries) Object.assign(entry, somebodyElse);
		});
		const left = await tryWriting(run, 'MAIN');
		expect(left).toContainEqual(expect.stringMatching(/^the participant check-/));
		expect(await recordsIn(account)).toEqual(expect.arrayContaining(others));
		await account.sandbox.close();
	});

	it('removes both of two records if the service should have refused the second but stored it', async () => {
		const account = await openAccount(dialect);
		const transport = withoutHttp(account.sandbox);
		// This service stores a second group and a second note under the same name.
		const run = runThrough(account.sandbox, async (request) => await transport(withOtherCase(request)));
		expect(await tryWriting(run, 'MAIN')).toEqual([]);
		expect(await recordsIn(account)).toEqual([]);
		await account.sandbox.close();
	});
});

/**
 * The requests so far that create a group or a note. If one of them is repeated, `withOtherCase` writes its title in
 * another case, so that the sandbox accepts it.
 */
const titles = new Set<string>();
function withOtherCase(request: Parameters<Transport>[0]): typeof request {
	if (!/\/(groups|notes)\/create$/.test(request.url)) return request;
	const key = `${request.url} ${request.body}`;
	if (!titles.has(key)) {
		titles.add(key);
		return request;
	}
	return { ...request, body: request.body!.replace('Account check', 'ACCOUNT CHECK') };
}

describe('a check with --write that ends early', () => {
	it('removes everything that it added, and names nothing that it did not send, if its calls are used up', async () => {
		const account = await openAccount('contract');
		for (let calls = 1; calls <= 30; calls++) {
			const run = runOn(account.sandbox, undefined, calls);
			const left = await tryWriting(run, 'MAIN');
			expect([calls, left, await recordsIn(account), run.seen.ended]).toEqual([calls, [], [], 'budget']);
		}
		await account.sandbox.close();
	});

	it('removes everything that it added, whenever it is stopped', async () => {
		const account = await openAccount('contract');
		const whole = runOn(account.sandbox);
		await tryWriting(whole, 'MAIN');
		const moments = whole.seen.attempts.length;
		expect(moments).toBeGreaterThan(30);
		for (let moment = 1; moment <= moments; moment++) {
			let sent = 0;
			const onSent = () => {
				if (++sent === moment) run.end();
			};
			const run = runOn(account.sandbox, undefined, 500, { onSent });
			const left = await tryWriting(run, 'MAIN').catch(() => []);
			expect([moment, left, await recordsIn(account)]).toEqual([moment, [], []]);
		}
		await account.sandbox.close();
	});

	it.each(['before', 'after'])(
		'if it is killed %s a call is processed, its records are removed or named by the next check',
		async (when) => {
			const account = await openAccount('reference');
			const whole = runOn(account.sandbox);
			await tryWriting(whole, 'MAIN');
			for (let moment = 1; moment <= whole.seen.attempts.length; moment++) {
				let stored = '[]';
				await writeUntilKilled(account, moment, when === 'after', (list) => (stored = JSON.stringify(list)));
				const left = await takeBack(
					runOn(account.sandbox),
					new AddedRecords(JSON.parse(stored) as AddedRecord[], (list) => (stored = JSON.stringify(list))),
				);
				expect((await recordsIn(account)).filter((one) => !left.includes(one))).toEqual([]);
				// A later run looks again for records whose calls may still be processed.
				expect((JSON.parse(stored) as AddedRecord[]).length).toBe(left.length);
			}
			await account.sandbox.close();
		},
	);
});

/** Runs a check that ends when this attempt is sent. The reply never arrives, and nothing else happens. */
async function writeUntilKilled(
	{ sandbox }: Account,
	moment: number,
	isProcessed: boolean,
	keep: (list: readonly AddedRecord[]) => void,
): Promise<void> {
	const transport = withoutHttp(sandbox);
	let isKilled = false;
	let sent = 0;
	await new Promise<void>((resolve) => {
		const run = runThrough(sandbox, async (request) => {
			if (++sent < moment) return await transport(request);
			if (isProcessed) await transport(request);
			isKilled = true;
			run.end();
			resolve();
			return await new Promise(() => {});
		});
		const added = new AddedRecords([], (list) => {
			if (!isKilled) keep(list);
		});
		void tryWriting(run, 'MAIN', added).then(() => resolve(), resolve);
	});
}

it('a check does not look for a record of an earlier check if the call for it can no longer be processed', async () => {
	const account = await openAccount('contract');
	const lost: AddedRecord = {
		kind: 'note',
		mark: 'Account check of long ago',
		sweepstakesToken: account.main,
		sentAt: Date.now() - 3_600_000,
		unanswered: 1,
		confirmed: 0,
		found: [],
	};
	expect(await takeBack(runOn(account.sandbox), new AddedRecords([lost]))).toEqual([]);
	await account.sandbox.close();
});

it.each([
	['the list of sweepstakes cannot be read', { status: 500 }, 'The list of sweepstakes could not be read.'],
	['the sweepstakes is not there', {}, 'There is no sweepstakes with the handler OTHER.'],
])('a check with --write says that nothing was written if %s', async (_, fault, message) => {
	const account = await openAccount('contract');
	account.sandbox.faults([{ path: '/sweepstakes/fetch', times: 9, ...fault }]);
	await expect(tryWriting(runOn(account.sandbox), 'OTHER')).rejects.toThrow(
		`${message} Nothing was written.`,
	);
	expect(await recordsIn(account)).toEqual([]);
	await account.sandbox.close();
});

it('a check with --write says that nothing was written if the check had already ended', async () => {
	const account = await openAccount('contract');
	const run = runOn(account.sandbox);
	run.end('budget');
	account.sandbox.clearCalls();
	await expect(tryWriting(run, 'MAIN')).rejects.toThrow(
		'Nothing was written, because the check had already ended.',
	);
	expect(account.sandbox.calls()).toEqual([]);
	await account.sandbox.close();
});
