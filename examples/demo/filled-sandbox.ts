import { readFile } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';

import { toDay } from '../../nodes/shared/time/instant';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { WorkflowDefinition } from '../../tools/n8n/rest';
import { completeEntry, firstSweepstakes } from '../../tools/sandbox';
import { ENTRANTS } from './options';

const DAY_MS = 24 * 60 * 60_000;
/** How many people enter on each of the last seven days, in addition to the sample's five on the first of them. */
const ENTRIES_BY_DAY = [1, 2, 0, 3, 1, 4, 1];
const WON_DAYS_AGO = 2;
/** The sample sweepstakes lasts 30 days, so it has ended ten days ago if it began at this time. */
const LONG_AGO_DAYS = 40;
/** The rules are older than the entry period. */
const RULES_BEFORE_DAYS = 4;

/**
 * Starts a sandbox with records of the last seven days for an example to work with: entries, rules, codes, invoices, a
 * drawing and a survey. If the example draws, nobody has won yet. If it draws only after the end of the entry period,
 * the sweepstakes has ended.
 */
export async function startFilledSandbox(
	{ nodes }: WorkflowDefinition,
	options: SandboxOptions = {},
): Promise<Sandbox> {
	const draws = nodes.filter(({ parameters }) => parameters['operation'] === 'draw');
	const isOver = draws.some(({ parameters }) => 'entryPeriodMustHaveEnded' in Object(parameters['options']));
	let daysAgo = isOver ? LONG_AGO_DAYS : ENTRIES_BY_DAY.length;
	const { now = Date.now } = options;
	const sandbox = await startSandbox({ ...options, sample: true, now: () => now() - daysAgo * DAY_MS });
	try {
		const { token } = await firstSweepstakes(sandbox);
		daysAgo += RULES_BEFORE_DAYS;
		await addRules(sandbox, token);
		daysAgo -= RULES_BEFORE_DAYS;
		const people = parse(await readFile(ENTRANTS), { columns: true }) as Array<Record<string, string>>;
		for (const count of ENTRIES_BY_DAY) {
			for (const person of people.splice(0, count)) await add(sandbox, token, person);
			daysAgo--;
			if (daysAgo === WON_DAYS_AGO && draws.length === 0) await draw(sandbox, token);
		}
		daysAgo = 0;
		await addRecords(sandbox, token);
	} catch (error) {
		await sandbox.close();
		throw error;
	}
	sandbox.clearCalls();
	return sandbox;
}

async function addRules({ api }: Sandbox, SweepstakesToken: string): Promise<void> {
	await api('/rules/create', {
		SweepstakesToken,
		Title: 'Official Rules of the Summer Giveaway',
		DocumentContent: '<h1>Official Rules</h1><p>No purchase necessary.</p>',
	});
}

async function add(
	{ api }: Sandbox,
	sweepstakesToken: string,
	{ first_name, last_name, email, phone }: Record<string, string>,
): Promise<void> {
	const Fields = { First_Name: first_name, Last_Name: last_name };
	const entryPageFields = completeEntry({ KeyEmail: email, KeyPhoneNumber: phone, Fields });
	await api('/participants/add', { lang: 'en', source: 'sample', sweepstakesToken, entryPageFields });
}

async function draw({ api }: Sandbox, sweepstakesToken: string): Promise<void> {
	await api('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 2, group: 'allgroups' });
}

/** Adds the records that do not depend on when they are added. */
async function addRecords(sandbox: Sandbox, SweepstakesToken: string): Promise<void> {
	const { api } = sandbox;
	const toDate = (days: number) => toDay(sandbox.now() + days * DAY_MS);
	await api('/codes/generate', { SweepstakesToken, Quantity: 50, Length: 8 });
	for (const [Name, DueDate] of [
		['Margaret Hamilton', toDate(-3)],
		['Dorothy Vaughan', toDate(11)],
	])
		await api('/invoices/create', {
			BillTo: { Name, Email: `${Name!.split(' ')[0]!.toLowerCase()}@example.com` },
			Title: 'Your ticket: Summer Giveaway',
			Items: [{ Description: 'Concert ticket', Quantity: 1, Rate: 25 }],
			Status: 'pending',
			PaymentMethod: 'check',
			DueDate,
		});
	await api('/winners/schedule', {
		sweepstakesToken: SweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 3,
		endDate: toDate(4),
		endTime: '18:00',
		timezone: 1,
	});
	const { Data } = await api<{ Data: { SurveyToken: string } }>('/surveys/create', {
		SweepstakesToken,
		SurveyName: 'After the draw',
		Questions: [{ QuestionText: 'Did you like it?', FieldType: 'yesno' }],
	});
	sandbox.answerSurvey({ SurveyToken: Data.SurveyToken, Answers: { 'Did you like it?': 'yes' } });
}
