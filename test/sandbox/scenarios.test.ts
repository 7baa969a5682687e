import { DIALECTS, type AccountOptions, type Dialect } from '../../sandbox';
import { openBench, type Bench, type Json } from '../support/sandbox';
import { ID, UNLIMITED } from '../support/constants';
import { operationsIn } from './operations';
import { pascalCase, usualValues } from './requests';
import { codes } from './scenarios/codes';
import { controls } from './scenarios/controls';
import { invoices } from './scenarios/invoices';
import { messages } from './scenarios/messages';
import { participants } from './scenarios/participants';
import { records } from './scenarios/records';
import {
	NamedValue,
	ok,
	playAll,
	ValueOtherThan,
	wait,
	type Scenarios,
	type Step,
} from './scenarios/scenario';
import { surveys } from './scenarios/surveys';
import { sweepstakes } from './scenarios/sweepstakes';
import { winners } from './scenarios/winners';

const FILES: Record<string, Scenarios> = {
	codes,
	controls,
	invoices,
	messages,
	participants,
	records,
	surveys,
	sweepstakes,
	winners,
};

const CREATION = /(create|createTodo|generate|upload|clone|campaigns|drips|survey-responses)$/;

/** Keys that requests and replies spell differently. */
const SAME: Record<string, string> = { CaseId: 'CaseNumber', ScheduledToken: 'ScheduleToken' };

describe.each(Object.entries(FILES))('%s', (_, scenarios) => {
	const inDialects = Object.entries(scenarios).flatMap(([title, scenario]) => {
		const { dialect = 'contract', ...others } = Array.isArray(scenario) ? { steps: scenario } : scenario;
		const dialects: readonly Dialect[] = dialect === 'both' ? DIALECTS : [dialect];
		return dialects.map((one) => ({ title, dialect: one, ...others }));
	});

	test.each(inDialects)('$title ($dialect)', async ({ dialect, dates, account = {}, steps }) => {
		const { plan, ...others } = account;
		const own: AccountOptions = { administrator: true, plan: { ...UNLIMITED, ...plan }, ...others };
		const bench = await openBench({ dialect, dates, accounts: [own, { plan: UNLIMITED, token: 'other' }] });
		await playAll(steps, playerOn(bench, await bench.sweepstakes()));
		await bench.close();
	});
});

test('a failure says in which step of its scenario it happened', async () => {
	const steps = [ok('/groups/create'), wait(5), ok('/winners/draw', { group: 'allgroups' })];
	const failAt = async (failing: Step) =>
		await playAll(steps, async (step) => {
			if (step === failing) await Promise.reject(new Error('No.'));
		});
	await expect(failAt(steps[1]!)).rejects.toThrow('Step 2 of 3, wait 5 ms: No.');
	await expect(failAt(steps[2]!)).rejects.toThrow(
		'Step 3 of 3, call /winners/draw {"group":"allgroups"}: No.',
	);
});

/** @returns a function that carries out a step */
function playerOn({ sandbox, call, participant }: Bench, SweepstakesToken: string) {
	const operations = operationsIn(sandbox.dialect);
	const names: Json = { SweepstakesToken, first: SweepstakesToken, nobody: ID };

	return async (step: Step): Promise<void> => {
		if ('wait' in step) return sandbox.advance(step.wait);
		for (let time = 0; time < (step.times ?? 1); time++) {
			const body =
				'entry' in step ? await addEntry(withNames(step.entry, nameKept) as Json) : await answerTo(step);
			if (step.reply) expectReply(step.reply, body);
		}
	};

	async function addEntry({ Collections, Spam, GroupToken, ...fields }: Json): Promise<Json> {
		const SweepstakesToken = names.SweepstakesToken as string;
		const ParticipantToken = await participant(SweepstakesToken, fields);
		const placement = { Collections, Spam, GroupToken } as object;
		sandbox.placeParticipant({ SweepstakesToken, ParticipantToken, ...placement });
		names.ParticipantToken = ParticipantToken;
		return { ParticipantToken };
	}

	async function answerTo(step: Extract<Step, { call: string }>): Promise<Json> {
		const body = withNames(step.send, nameKept) as Json;
		const { method = 'POST', fields = [] } = operations.get(step.call) ?? {};
		const usual = { ...usualValues(), ...names };
		for (const { name, isRequired, sample } of fields) {
			const key = pascalCase(name);
			if (!isRequired || name.includes('.') || name in body || key in body) continue;
			body[name] = sample ?? usual[SAME[key] ?? key];
		}
		const answer = await call(step.call, body, { method, token: step.token });
		const expected = step.status ?? (answer.status < 300 ? answer.status : 'a success');
		expect([answer.status, answer.body]).toEqual([expected, answer.body]);
		if (answer.status < 300 && CREATION.test(step.call)) {
			JSON.stringify(answer.body, (key, value: unknown) => {
				if (/(Token|CaseNumber)$/.test(key)) names[key] = value;
				return value;
			});
		}
		return answer.body;
	}

	function expectReply(reply: Json | Json[], body: Json) {
		const Data = body.Data as Json | undefined;
		const all = { ...body, ...Data };
		const valueAt = (at: string) => at.split('.').reduce<Json | undefined>((value, key) => value?.[key], all);
		const found = Array.isArray(reply)
			? Data
			: Object.fromEntries(Object.keys(reply).map((at) => [at, valueAt(at)]));
		expect([found]).toMatchObject([withNames(reply, matcherOf)]);
		keepNames(reply, found);
	}

	/** Replaces objects that stand for a value (`named`, `otherThan`) at any depth. */
	function withNames(value: unknown, replace: (value: object) => unknown): unknown {
		if (Array.isArray(value)) return value.map((one) => withNames(one, replace));
		if (typeof value !== 'object' || value === null) return value;
		if (Object.getPrototypeOf(value) !== Object.prototype) return replace(value);
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one, replace)]));
	}

	function nameKept(value: object): unknown {
		if (!(value instanceof NamedValue && value.name in names))
			throw new Error(`Nothing has the name of ${JSON.stringify(value)}.`);
		return names[value.name];
	}

	function matcherOf(value: object): unknown {
		if (value instanceof NamedValue) return names[value.name] ?? expect.anything();
		if (value instanceof ValueOtherThan) return expect.not.stringMatching(names[value.name] as string);
		return expect.stringMatching(value as RegExp);
	}

	function keepNames(expected: unknown, found: unknown): void {
		if (expected instanceof NamedValue) {
			names[expected.name] = found;
			return;
		}
		if (typeof expected !== 'object' || expected === null) return;
		for (const [key, one] of Object.entries(expected)) keepNames(one, (found as Json)[key]);
	}
}
