import { DIALECTS, type Dialect, type Sandbox } from '../../sandbox';
import { openFullAccount, readClaims } from '../../tools/account-check/claim';
import { compare, type Claims } from '../../tools/account-check/compare';
import { PLAN } from '../../tools/account-check/plan';
import { toReport } from '../../tools/account-check/report';
import type { Run } from '../../tools/account-check/run';
import { planWrites } from '../../tools/account-check/write';
import { openRun, type PassingReply } from '../support/account-check';
import { fakeClock, settle } from '../support/client';
import { ACTION_NODES } from '../support/engine/nodes';
import { DEVIATIONS, type Deviation } from './account-deviations';

let claims: Claims;
const sandboxes = {} as Record<Dialect, Sandbox>;

beforeAll(async () => {
	claims = await readClaims(PLAN);
	for (const dialect of DIALECTS) sandboxes[dialect] = await openFullAccount(dialect);
	fakeClock();
});
afterAll(async () => {
	jest.useRealTimers();
	for (const sandbox of Object.values(sandboxes)) await sandbox.close();
});

/**
 * Takes steps on the fake clock, so that no retry waits.
 *
 * @param steps the only steps to take; all by default
 */
async function check(sandbox: Sandbox, change?: (reply: PassingReply) => void, steps = /./): Promise<Run> {
	const run = openRun(sandbox, change);
	await settle(run.take(PLAN.filter(({ name }) => steps.test(name))));
	return run;
}

const inContract = async (change: (reply: PassingReply) => void, steps?: RegExp) =>
	await check(sandboxes.contract, change, steps);

/** Returns all differences, one per line. */
const differences = ({ readings }: Run): string[] =>
	compare(readings, claims).flatMap(({ operation, differences: own }) =>
		own.map(({ subject, expected, found }) => `${operation}: ${subject}: ${expected}; ${found}`),
	);

/** Changes each successful reply to one call. */
const of = (call: string, change: (reply: PassingReply) => void) => (reply: PassingReply) => {
	if (reply.call === call && reply.status < 300) change(reply);
};

/** The check ends if this call fails, so only some tests change its reply. */
const FIRST_CALL = 'POST /account/health-check';

/** The keys of replies that decide what the nodes do, or that have records. */
const PARTS = ['Data', 'Participants', 'Winners', 'Drawings', 'Pagination', 'Response', 'Code'];

const LOGIN_PAGE = '<!doctype html><title>Log in</title>';

describe.each(DIALECTS)('the check of an account that follows the %s', (dialect) => {
	it('finds everything as in the sandbox, answers every open question about reading, and changes nothing', async () => {
		const { sweepstakes, entries, groups, winners, codes, notes, invoices } = sandboxes[dialect].store;
		const tables = [sweepstakes, entries, groups, winners, codes, notes, invoices];
		const stored = () => JSON.stringify(tables.map((table) => [...table.all()]));
		const before = stored();
		const run = await check(sandboxes[dialect]);
		expect(stored()).toBe(before);
		expect(run.readings.filter(({ failure }) => failure)).toEqual([]);
		expect(differences(run)).toEqual([]);
		const compared = compare(run.readings, claims);
		const unseen = compared.filter(
			({ verdict }) => verdict !== 'as in the sandbox (100 % of its fields seen)',
		);
		expect(unseen).toEqual([]);
		expect(compared.flatMap(({ answers }) => answers)).toHaveLength(9);
	});
});

it.each(inRounds(DEVIATIONS).map((round, index) => [index, round] as const))(
	'the check of an account names each of many deviations (round %i)',
	async (index, round) => {
		const dialect = DIALECTS[index % 2]!;
		const run = await check(sandboxes[dialect], (reply) => round.forEach(({ change }) => change(reply)));
		const lines = differences(run);
		const unnamed = round.filter(({ named }) => !lines.some((line) => named.test(line)));
		expect(unnamed.map(({ name }) => name)).toEqual([]);
	},
);

/** Distributes deviations over rounds, so that none hides another: each of a round is about another resource. */
function inRounds(all: readonly Deviation[]): Deviation[][] {
	const rounds: Deviation[][] = [];
	for (const one of all) {
		const round = rounds.find((others) =>
			others.every(({ path }) => resourceOf(path) !== resourceOf(one.path)),
		);
		if (round) round.push(one);
		else rounds.push([one]);
	}
	return rounds;
}

function resourceOf(path: string): string | undefined {
	return path.split('/')[1];
}

describe('the check of an account', () => {
	it('names each step after an operation of the nodes', () => {
		const operations = ACTION_NODES.flatMap(({ description: { displayName, properties } }) => {
			const resource = displayName === 'Sweepstakes' ? displayName : displayName.replace('Sweepstakes ', '');
			const names = properties.find(({ name }) => name === 'operation')?.options ?? [];
			return names.map(({ name }) => `${resource} › ${name}`);
		});
		const steps = [...PLAN, ...planWrites({ SweepstakesName: '', Handler: '' })];
		const unknown = steps
			.map(({ name }) => name.replace(/ \(.*/, ''))
			.filter((one) => !operations.includes(one));
		expect(unknown).toEqual([]);
	});

	it('reports the results so far if it is stopped', async () => {
		const run = openRun(sandboxes.contract);
		await settle(run.take(PLAN, ({ name }) => name === 'Account › Get Profile' && run.end()));
		expect(run.calls).toBe(2);
		expect(differences(run)).toEqual([]);
		expect(toReport(run, claims)).toMatch(
			/Get Plan: as in[^]*Get Business: not tried[^]*stopped before its end\.$/,
		);
	});

	it.each([
		['a refusal of the token', 401, { Response: false, Message: 'No.', Code: 401 }, 1],
		['a refusal of the account', 403, { Response: false, Message: 'No.', Code: 403 }, 1],
		['a login page, also when it is sent again', 200, LOGIN_PAGE, 4],
		['a redirect', 302, '', 1],
	])('ends at once if the first call gets %s', async (_, status, body, calls) => {
		const run = await inContract((reply) => Object.assign(reply, { status, body }));
		expect(run.calls).toBe(calls);
		expect(run.ended).toContain('could not be reached or refused the token');
	});

	it('goes on if the plan lacks some modules, and does not report that as a difference', async () => {
		const body = { Response: false, Message: 'This module is not enabled.', Code: 403 };
		const run = await inContract(
			(reply) => /surveys/.test(reply.call) && Object.assign(reply, { status: 403, body }),
			/^(Account|Survey) /,
		);
		expect(run.ended).toBeUndefined();
		expect(differences(run)).toEqual([]);
		expect(toReport(run, claims)).toContain('Survey › Get Many: refused (status 403)');
	});

	it('does not report as a difference that the service was busy', async () => {
		let calls = 0;
		const body = { Response: false, Message: 'Too many calls.', Code: 429 };
		const run = await inContract(
			(reply) => ++calls === 2 && Object.assign(reply, { status: 429, body }),
			/^Account › Get/,
		);
		expect(run.calls).toBe(4);
		expect(differences(run)).toEqual([]);
	});

	it('makes no more than 300 calls', async () => {
		const run = openRun(sandboxes.contract);
		await run.take(Array.from({ length: 301 }, () => PLAN[0]!));
		expect(run.calls).toBe(300);
		expect(run.ended).toContain('the most calls');
	});

	it.each([
		['null', null],
		['a number', 7],
		['an own __proto__', JSON.parse('{"__proto__":{"x":1},"constructor":2}')],
	])('if any part of a reply is replaced by %s, reports it and does not fail', async (_, value) => {
		let next = 0;
		const run = await inContract(({ call, body }) => {
			const parts = call === 'POST /notes/fetch' ? ['Data'] : PARTS.filter((part) => body && part in body);
			if (call !== FIRST_CALL && parts.length > 0) body[parts[next++ % parts.length]!] = value;
		});
		expect(differences(run)).toContainEqual(expect.stringMatching(/^Account Note › Get Many: /));
	});

	it('reports in how many of a reply’s records a field is missing', async () => {
		const run = await inContract(
			of('POST /participants/fetch', ({ body }) => delete body.Participants[0]?.KeyEmail),
			/^(Sweepstakes|Participant) › Get Many/,
		);
		expect(differences(run)).toEqual([
			expect.stringMatching(
				/^Participant › Get Many: Participants\[\]\.KeyEmail: an email address; no such field, in \d of 4\d$/,
			),
		]);
	});

	it('says what an unexpected answer to an open question means', async () => {
		const run = await inContract(
			of('POST /sweepstakes/fetch', ({ body }) => {
				for (const one of body.Data) delete one.Settings.ExpirationDate;
				for (const one of body.Data) delete one.Settings.EndDate;
			}),
			/^Sweepstakes /,
		);
		expect(toReport(run, claims)).toMatch(
			/The end of a sweepstakes is in its settings as\)\n.*\n +found: +nowhere\n +for you: +Winner › Draw cannot tell/,
		);
	});
});

/** Secrets that consist of letters, so that they look like the service's keys. */
const NAMES = Array.from({ length: 100 }, (_, n) => `Quix${letters(n)}`);
const UUIDS = Array.from({ length: 100 }, (_, n) => `3f2b8c1e-5d4a-4b6f-9c7e-${String(n).padStart(12, 'a')}`);
const EMAILS = NAMES.map((name, n) => `${name}.${n}@secret.example`);
const PHONES = NAMES.map((_, n) => `98765${String(n).padStart(5, '0')}`);
const TEXTS = NAMES.map((name, n) => `${name}_${name}Token ${n} <b>geheim</b>`);
const SECRETS = [...NAMES, ...UUIDS, ...EMAILS, ...PHONES, ...TEXTS];

function letters(n: number): string {
	return String.fromCharCode(97 + Math.floor(n / 26)) + String.fromCharCode(97 + (n % 26)) + 'zq';
}

/** Returns a function that puts a secret into every value, header and object, except page counts. */
function hideSecrets(): (reply: PassingReply) => void {
	let next = 0;
	const secret = () => SECRETS[next++ % SECRETS.length]!;
	const spoilt = (value: unknown, key: string): unknown => {
		if (typeof value === 'string') return /^[0-9a-f]{8}-/.test(value) ? UUIDS[next++ % 100] : secret();
		if (typeof value === 'number')
			return /Page|Total|Limit|Count/.test(key) ? value : Number(PHONES[next++ % 100]);
		if (Array.isArray(value)) return value.map((one) => spoilt(one, key));
		if (typeof value !== 'object' || value === null) return value;
		const own = Object.entries(value).map(([inner, one]) => [inner, spoilt(one, inner)]);
		const more = [EMAILS, NAMES, PHONES, TEXTS, UUIDS].map((kind) => [kind[next++ % 100], secret()]);
		const list = [NAMES[next++ % 100], [{ CreationDate: secret() }, {}, {}]];
		return Object.fromEntries([...own, ...more, list]);
	};
	return (reply) => {
		reply.body = spoilt(reply.body, '');
		const name = NAMES[next++ % 100]!.toLowerCase();
		reply.headers = { ...reply.headers, [name]: secret(), date: secret(), server: secret() };
	};
}

it('if the replies contain 500 secrets, the report contains none of them', async () => {
	const { token, baseUrl } = sandboxes.contract;
	const run = await inContract(hideSecrets());
	expect(run.calls).toBeGreaterThan(50);
	expect(differences(run).length).toBeGreaterThan(100);
	const written = toReport(run, claims).toLowerCase();
	const shown = [...SECRETS, token, baseUrl].filter((one) => written.includes(one.toLowerCase()));
	expect(shown).toEqual([]);
});

it('the report of a check shows a new key only if it consists of known words', async () => {
	const keys = {
		InvoiceStatus: 'InvoiceStatus',
		created_at: 'created_at',
		JaneDoe: '(a key of 7 characters)',
		'jane@example.com': '(a key of 16 characters)',
		Phone2025550123: '(a key of 15 characters)',
		'': '(a key of 0 characters)',
		'Data.x.Jane': '(a key of 11 characters)',
	};
	const run = await inContract(
		of('POST /account/business', ({ body }) => Object.keys(keys).forEach((key) => (body[key] = 'x'))),
		/^Account › /,
	);
	const shown = Object.values(keys).map(
		(key) => `Account › Get Business: ${key}: no such field; a new field`,
	);
	expect(differences(run).sort()).toEqual(shown.sort());
});
