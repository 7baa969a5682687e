import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DIALECTS, type AccountOptions, type DateForm, type Dialect } from '../../sandbox';
import {
	DAY,
	HOUR,
	MINUTE,
	NOBODY,
	openBench,
	UNHURRIED,
	type Bench,
	type Json,
	type Reply,
} from '../support/sandbox';
import { operationsIn } from './operations';
import { pascalCase, usualValues } from './requests';

/*
 * What calls change for the calls after them. In scenarios/*.txt, each scenario has a title, and a step on each line. A
 * line that is indented further continues its step:
 *
 *     PATH {what is sent} -> STATUS {part of the reply}
 *
 * - A step without a path has the path of the step above. A step without a status must succeed.
 * - `other: PATH` is a call by another account, and `5 x PATH` are five calls.
 * - A required field that is left out gets a usual value, or the token of the record created last.
 * - A reply is matched as if the keys of its `Data` were beside `Data`. `A.0.B` is a path, `absent` means no value,
 *   `not $name` any other value, and `/…/` is a pattern. `x*50` is x 50 times, and `x#*50` are the texts x0 to x49.
 * - `$name` keeps a value of a reply, and later stands for it. Tokens of new records are kept by their keys, and
 *   `{$Key}` is short for `{Key: $Key}`. `$nobody` is a token without a record, `$first` that of the first sweepstakes.
 * - `entry {…}` adds a participant with these entryPageFields, Collections, Spam and GroupToken.
 * - `wait 2 h` moves the clock.
 * - `account {…}` has the options of the account.
 *
 * A scenario begins with a sweepstakes, at noon UTC of Tuesday, 2030-01-15. It plays in the dialect contract, unless
 * its title ends with `(reference)` or `(both)`.
 */

const UNITS: Record<string, number> = { ms: 1, min: MINUTE, h: HOUR, days: DAY };

const CREATION = /(create|createTodo|generate|upload|clone|entry|campaigns|drips|survey-responses)$/;

const STEP = /^(?:(\d+) x )?(?:(\w+): )?([\w/.-]+)? ?([{[].*?[\]}])?(?: -> (\d{3})? ?(.*))?$/;

/** Keys that requests and replies spell differently. */
const SAME: Record<string, string> = { CaseId: 'CaseNumber', ScheduledToken: 'ScheduleToken' };

describe.each(readdirSync(join(__dirname, 'scenarios')))('%s', (file) => {
	const text = readFileSync(join(__dirname, 'scenarios', file), 'utf8').replace(/\n\t\t+/g, ' ');
	const scenarios = text
		.trim()
		.split(/\n\n+/)
		.flatMap((block) => {
			const [heading, ...steps] = block.split('\n').map((line) => line.trim()) as [string, ...string[]];
			const [, title, where = 'contract', dates] = /^(.*?)(?: \((both|reference)(?:, (unzoned))?\))?$/.exec(
				heading,
			)!;
			const dialects = where === 'both' ? DIALECTS : [where as Dialect];
			return dialects.map((dialect) => ({ title, dialect, dates: dates as DateForm | undefined, steps }));
		});

	test.each(scenarios)('$title ($dialect)', async ({ dialect, dates, steps }) => {
		const [, options] = /^account (.*)/.exec(steps[0]!) ?? [];
		const { plan, ...account } = (parse(options ?? '{}') ?? {}) as AccountOptions;
		const own = { administrator: true, plan: { ...UNHURRIED.plan, ...plan }, ...account };
		const bench = await openBench({ dialect, dates, accounts: [own, { ...UNHURRIED, token: 'other' }] });
		const play = playerOn(bench, await bench.sweepstakes());
		for (const step of options ? steps.slice(1) : steps) await play(step);
		await bench.close();
	});
});

/** @returns a function that plays a step */
function playerOn({ sandbox, call, participant }: Bench, SweepstakesToken: string) {
	const operations = operationsIn(sandbox.dialect);
	const names: Json = { SweepstakesToken, first: SweepstakesToken, nobody: NOBODY };
	let path = '';

	return async (step: string): Promise<void> => {
		const [, amount, unit] = /^wait (\d+) (\w+)$/.exec(step) ?? [];
		if (unit) return sandbox.advance(Number(amount) * UNITS[unit]!);
		const parts = STEP.exec(step);
		if (!parts) throw new Error(`This is no step: ${step}`);
		const [, times, who, target, sent, status, reply] = parts;
		path = target ?? path;
		for (let time = 0; time < Number(times ?? 1); time++) {
			const answer = await answerTo(withNames(parse(sent ?? '{}'), requested) as Json, who);
			const expected = status ?? expect.stringMatching(/^2/);
			expect([step, String(answer.status), answer.body]).toEqual([step, expected, answer.body]);
			if (reply) expectReply(step, answer, parse(reply));
		}
	};

	async function answerTo(body: Json, token?: string): Promise<Pick<Reply, 'status' | 'body'>> {
		if (path === 'entry') {
			const SweepstakesToken = names.SweepstakesToken as string;
			const { Collections, Spam, GroupToken, ...fields } = body;
			const ParticipantToken = await participant(SweepstakesToken, fields);
			const placement = { Collections, Spam, GroupToken } as object;
			sandbox.placeParticipant({ SweepstakesToken, ParticipantToken, ...placement });
			names.ParticipantToken = ParticipantToken;
			return { status: 200, body: { ParticipantToken } };
		}
		const { method = 'POST', fields = [] } = operations.get(path) ?? {};
		const usual = { ...usualValues(), ...names };
		for (const { name, isRequired } of fields) {
			if (!isRequired || name.includes('.') || name in body) continue;
			const key = pascalCase(name);
			body[name] = usual[SAME[key] ?? key];
		}
		const answer = await call(path, body, { method, token });
		if (answer.status < 300 && CREATION.test(path)) {
			JSON.stringify(answer.body, (key, value: unknown) => {
				if (/(Token|CaseNumber)$/.test(key)) names[key] = value;
				return value;
			});
		}
		return answer;
	}

	function expectReply(step: string, { body }: Pick<Reply, 'body'>, expected: Json) {
		const Data = body.Data as Json | undefined;
		const all = { ...body, ...Data };
		const valueAt = (at: string) => at.split('.').reduce<Json | undefined>((value, key) => value?.[key], all);
		const found = Array.isArray(expected)
			? Data
			: Object.fromEntries(Object.keys(expected).map((at) => [at, valueAt(at)]));
		expect([step, found]).toMatchObject([step, withNames(expected, answered)]);
		keepNames(expected, found);
	}

	/** Replaces texts at any depth. */
	function withNames(value: unknown, replace: (text: string) => unknown): unknown {
		if (typeof value === 'string') {
			const [, text, times] = /^(.|.*#.*)\*(\d+)$/.exec(value) ?? [];
			if (text?.includes('#'))
				return Array.from({ length: Number(times) }, (_, n) => text.replace('#', `${n}`));
			return text ? text.repeat(Number(times)) : replace(value);
		}
		if (Array.isArray(value)) return value.flatMap((one) => withNames(one, replace));
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, one]) =>
				key.startsWith('$') ? [key.slice(1), replace(key)] : [key, withNames(one, replace)],
			),
		);
	}

	function requested(text: string): unknown {
		if (text.startsWith('$') && !(text.slice(1) in names)) throw new Error(`Nothing is named ${text}.`);
		return text.startsWith('$') ? names[text.slice(1)] : text;
	}

	function answered(text: string): unknown {
		if (text === 'absent') return undefined;
		if (text.startsWith('not $')) return expect.not.stringMatching(names[text.slice(5)] as string);
		if (text.startsWith('$')) return names[text.slice(1)] ?? expect.anything();
		const [, pattern] = /^\/(.*)\/$/.exec(text) ?? [];
		return pattern === undefined ? text : expect.stringMatching(new RegExp(pattern));
	}

	function keepNames(expected: unknown, found: unknown): void {
		if (typeof expected === 'string' && expected.startsWith('$')) names[expected.slice(1)] = found;
		if (typeof expected !== 'object' || expected === null) return;
		for (const [key, one] of Object.entries(expected)) keepNames(one, (found as Json)[key]);
	}
}
