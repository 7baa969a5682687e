import { DIALECTS } from '../../sandbox';
import { READING_GUESSES } from '../../tools/check-account/guesses';
import { keyInReport } from '../../tools/check-account/keys';
import { PLAN } from '../../tools/check-account/plan';
import { toReport } from '../../tools/check-account/report';
import { reportInWords } from '../../tools/check-account/table';
import { tryWriting } from '../../tools/check-account/write';
import { WRITING_GUESSES } from '../../tools/check-account/writing-guesses';
import { openFullAccount } from '../support/full-account';
import { runOn, type PassingReply } from '../support/check-account';

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
function hostile(): (reply: PassingReply) => void {
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
		return Object.fromEntries([...own, ...more]);
	};
	return (reply) => {
		reply.body = spoilt(reply.body, '');
		reply.headers = {
			...reply.headers,
			[NAMES[next++ % 100]!.toLowerCase()]: secret(),
			date: secret(),
			server: secret(),
		};
	};
}

it('the hostile service of these tests hides 500 secrets in its replies', () =>
	expect(new Set(SECRETS).size).toBe(500));

it.each(DIALECTS)(
	'the report of a check does not contain secrets that a hostile service hides in its replies (%s)',
	async (dialect) => {
		const sandbox = await openFullAccount(dialect);
		const change = hostile();
		const run = runOn(sandbox, (reply) => {
			// The handlers of sweepstakes stay unchanged, so that the check finds the sweepstakes in which it tries to write.
			const handlers =
				reply.call === 'POST /sweepstakes/fetch' &&
				reply.body.Data.map((one: PassingReply['body']) => one.Handler);
			change(reply);
			if (handlers)
				reply.body.Data.forEach((one: PassingReply['body'], n: number) => (one.Handler = handlers[n]));
		});
		await run.read(PLAN);
		await tryWriting(run, 'MAIN');
		expect(run.seen.attempts.length).toBeGreaterThan(60);
		const report = toReport(run.seen, [...READING_GUESSES, ...WRITING_GUESSES]);
		const written = (JSON.stringify(report) + reportInWords(report)).toLowerCase();
		expect(
			[...SECRETS, sandbox.token, sandbox.baseUrl].filter((one) => written.includes(one.toLowerCase())),
		).toEqual([]);
		await sandbox.close();
	},
);

it.each([
	['InvoiceStatus', 'InvoiceStatus'],
	['created_at', 'created_at'],
	['JaneDoe', '(a key of 7 characters)'],
	['jane@example.com', '(a key of 16 characters)'],
	['Phone2025550123', '(a key of 15 characters)'],
	['', '(a key of 0 characters)'],
	['__proto__', '(a key of 9 characters)'],
])('the report of a check shows the key “%s” as “%s”', (key, expected) =>
	expect(keyInReport(key)).toBe(expected),
);
