import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';

import { findNode } from '../../../examples/demo/fill-in';
import {
	getItems,
	getOutput,
	type Execution,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../../../tools/n8n/rest';
import { placeNode } from '../../../tools/n8n/rows';
import { until } from '../../../tools/n8n/wait';
import { createSweepstakes } from '../../../tools/sandbox';
import { beforeRelease } from '../../support/n8n/release';
import {
	activate,
	addPerson,
	listSuccessful,
	findBonus,
	chooseExample,
	draw,
	readEnding,
	findEntries,
	hasRun,
	importKept,
	importExample,
	inBoth,
	waitForLatest,
	lockedForm,
	n8n,
	open,
	poll,
	recordsAt,
	sandbox,
	submit,
	sweepstakes,
	startWatching,
} from '../../support/n8n/workflows';

/*
 * Each example is tested once for what its page promises: its main job before each change lands, and the rest before a
 * release. test/package/examples.test.ts tests hostile input.
 */

const ENTRANTS = resolve(__dirname, '../../../examples/entrants.csv');
const DAY_MS = 24 * 60 * 60_000;

/** Returns the name and rows of a node's CSV file. */
async function csv(execution: Execution, node: string) {
	const file = getItems(execution, node)[0]!.binary!['data']!;
	const text = await n8n.fileText(file);
	const table = parse(text, { columns: true, bom: true }) as Array<Record<string, string>>;
	return { name: file.fileName, table };
}

describe('form-to-participant', () => {
	const AGREED = '["I have read the official rules and agree to them"]';
	const IDA = ['Ida', 'Rhodes', 'ida@example.com', '+12025550150'] as const;
	const [First_Name, Last_Name, Email, Mobile_Number] = IDA;
	const FORM = 'Entry Form';
	const begin = async () =>
		await activate(await n8n.createWorkflow(await chooseExample('form-to-participant')));

	inBoth(
		'adds a person once even if the form is submitted twice, shows the same page both times, and saves no execution',
		async () => {
			const workflow = await begin();
			const pages = [];
			for (let time = 0; time < 2; time++)
				pages.push(await readEnding(await submit(workflow, FORM, [...IDA, AGREED])));

			/** Removes the page's own address, which differs between visitors. */
			const [first, second] = pages.map((page) => page.replaceAll(/form-waiting\/[^"'<\s]+/g, ''));
			expect(first).toContain('Thank you!');
			expect(second).toBe(first);
			expect(listSuccessful('/participants/add').map(({ body }) => body)).toEqual([
				{
					lang: 'en',
					source: 'form',
					sweepstakesToken: sweepstakes.token,
					entryPageFields: expect.objectContaining({
						KeyEmail: Email,
						KeyPhoneNumber: Mobile_Number,
						Fields: { First_Name, Last_Name, Email, Mobile_Number },
					}),
				},
			]);
			expect(await findEntries('ida@example.com')).toHaveLength(1);
			await until(async () => (await n8n.executions(workflow.id)).length === 0);
		},
	);

	beforeRelease(
		'ignores bots, and people who do not consent, even if they bypass the browser’s check',
		async () => {
			const workflow = await begin();
			const bot = await submit(workflow, FORM, [...IDA, AGREED], { 'user-agent': 'Googlebot/2.1' });
			expect([401, 403]).toContain(bot.status);
			expect(await n8n.executions(workflow.id)).toEqual([]);
			const page = await readEnding(await submit(workflow, FORM, [...IDA, '[]']));
			expect(page).toContain('Please agree to the rules');
			expect(sandbox.calls()).toEqual([]);
		},
	);

	beforeRelease(
		'tells the visitor that the service refused the entry, and saves the execution with the reason',
		async () => {
			const workflow = await begin();
			await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
			const page = await readEnding(await submit(workflow, FORM, [...IDA, AGREED]));
			expect(page).toContain('We could not accept your entry');
			const execution = await waitForLatest(workflow, 1);
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toMatch(/^The service did not accept an entry/);
			expect(getOutput(execution, 'Add Participant', 1)).toEqual([
				expect.objectContaining({ Email: 'ida@example.com', error: expect.stringMatching(/paused/) }),
			]);
		},
	);
});

describe('spreadsheet-to-participants', () => {
	const FORM = 'Upload Form';
	const file = (text: string) => [new File([text], 'entrants.csv', { type: 'text/csv' })];
	const begin = async () => await lockedForm('spreadsheet-to-participants', FORM);

	inBoth('adds every good row once, and outputs a file with the bad rows to correct and upload', async () => {
		const workflow = await begin();
		const pages: string[] = [];
		const upload = async (text: string) => {
			pages.push(await readEnding(await submit(workflow, FORM, file(text))));
			return await waitForLatest(workflow, pages.length);
		};
		const entrants = await readFile(ENTRANTS, 'utf8');
		const added = { Result: 'Added', count_Result: 12 };
		expect(getOutput(await upload(entrants), 'Count Results')).toEqual([added]);
		const again = await upload(entrants);
		expect(getOutput(again, 'Count Results')).toEqual([{ ...added, Result: 'Skipped, already entered' }]);
		expect(hasRun(again, 'Rows to Correct')).toBe(false);

		const header = 'first_name,last_name,email,phone';
		const failed = await upload(`${header}\n+Bob,Two,bob@,+12025550152\nCid,Three,,\n,,,\n`);
		const counted = ['Added: 12.', 'Skipped, already entered: 12.', 'To correct: 2. Skipped, blank row: 1.'];
		for (const [index, text] of counted.entries()) expect(pages[index]).toContain(text);
		expect(failed.data.resultData.error?.message).toMatch(/^Some rows could not be added/);
		const { name, table } = await csv(failed, 'Rows to Correct');
		expect(name).toMatch(/^rows-to-correct-\d{4}-\d\d-\d\d\.csv$/);
		expect(table).toEqual([
			...[["'+Bob", 'bob@'] as const, ['Cid', ''] as const].map(([first_name, email], index) =>
				expect.objectContaining({ first_name, email, error: expect.stringMatching(`^Item ${index + 1}: `) }),
			),
		]);
		const corrected = table.map(({ first_name, last_name }, index) =>
			[first_name, last_name, `mended${index}@example.com`, `202555016${index}`].join(','),
		);
		await upload([header, ...corrected].join('\n'));
		expect(await findEntries('mended0@example.com')).toMatchObject([{ FirstName: '+Bob' }]);
		expect(listSuccessful('/participants/add')).toHaveLength(14);
	});

	beforeRelease(
		'adds nobody from a file without rows or with a missing column, and a short row needs correction',
		async () => {
			const workflow = await begin();
			const header = 'first_name,last_name,email,phone';
			for (const [index, [text, message]] of [
				[`${header}\n`, 'The file has no rows'],
				['first_name,last_name,Email,phone\nAnn,One,ann@example.com,2025550151\n', 'no column “email”'],
			].entries()) {
				await submit(workflow, FORM, file(text!));
				const { data } = await waitForLatest(workflow, index + 1);
				expect(data.resultData.error?.message).toContain(message);
			}
			expect(sandbox.calls()).toEqual([]);

			const rows = `${header}\nAnn,One,ann@example.com,2025550151\nBob,Two,bob@example.com\n`;
			await readEnding(await submit(workflow, FORM, file(rows)));
			const { table } = await csv(await waitForLatest(workflow, 3), 'Rows to Correct');
			expect(table).toEqual([
				expect.objectContaining({ email: 'bob@example.com', error: expect.stringContaining('3 cells') }),
			]);
			expect(listSuccessful('/participants/add')).toHaveLength(1);
		},
	);

	beforeRelease(
		'has a form that cannot be opened without the password, or before a credential is selected',
		async () => {
			const text = file('email\nann@example.com\n');
			const workflow = await begin();
			for (const authorization of ['', `Basic ${btoa('team:guess')}`])
				expect([401, 403]).toContain((await submit(workflow, FORM, text, { authorization })).status);
			expect(await n8n.executions(workflow.id)).toEqual([]);

			const unlocked = await importExample('spreadsheet-to-participants');
			await n8n.activate(unlocked.id).catch(() => {});
			expect((await submit(unlocked, FORM, text)).ok).toBe(false);
			expect(sandbox.calls()).toEqual([]);
		},
	);
});

describe('draw-invoice-email', () => {
	/** Returns the items that a node in a loop has returned in all of its runs. */
	const looped = (execution: Execution, node: string) =>
		(execution.data.resultData.runData[node] ?? []).flatMap((_, run) =>
			getItems(execution, node, run).map(({ json }) => json),
		);
	const emailed = (execution: Execution) => looped(execution, 'Write Email').map(({ To }) => To);
	const statuses = async () => (await recordsAt('/invoices/fetch', 'Invoices')).map(({ Status }) => Status);

	inBoth('draws, invoices and emails each winner, and a second run does not repeat any of it', async () => {
		const { id } = await importExample('draw-invoice-email');
		const first = await n8n.runWorkflow(id, 'By Hand');
		const second = await n8n.runWorkflow(id, 'On the Day of the Draw');

		const winners = getOutput(first, 'Draw Winners');
		expect(winners).toHaveLength(3);
		expect(emailed(first)).toEqual(winners.map(({ Email }) => Email));
		for (const [index, { Subject, Text }] of looped(first, 'Write Email').entries()) {
			expect(Subject).toBe(`Your ticket is reserved, ${String(winners[index]!.FirstName)}`);
			expect(Text).toContain(getOutput(first, 'Create Invoice')[index]!.PublicLink);
		}
		expect(listSuccessful('/invoices/create').map(({ body }) => body)).toEqual(
			winners.map(({ Email }) =>
				expect.objectContaining({
					Title: `Your ticket: ${sweepstakes.name}`,
					BillTo: expect.objectContaining({ Email }),
				}),
			),
		);
		expect([first.status, second.status]).toEqual(['success', 'success']);
		expect(hasRun(second, 'Write Email')).toBe(false);
		expect(listSuccessful('/winners/draw')).toHaveLength(1);
		expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
	});

	beforeRelease(
		'continues where an earlier run stopped, whether that was at an invoice or at an email',
		async () => {
			const { id } = await importExample('draw-invoice-email');
			sandbox.faults([
				{ path: '/invoices/create' },
				{ path: '/invoices/create', status: 400, times: 2 },
				{ path: '/invoices/update' },
				{ path: '/invoices/update', status: 400 },
			]);
			const runs = [];
			for (let run = 0; run < 3; run++) runs.push(await n8n.runWorkflow(id, 'By Hand'));

			expect(runs.map(({ status }) => status)).toEqual(['error', 'error', 'success']);
			// Nobody knows whether the second email was sent, so the node writes it again.
			expect(runs.map((run) => emailed(run).length)).toEqual([1, 1, 2]);
			const winners = getOutput(runs[0]!, 'Draw Winners').map(({ Email }) => Email);
			expect([...new Set(runs.flatMap(emailed))].sort()).toEqual(winners.sort());
			expect(listSuccessful('/winners/draw')).toHaveLength(1);
			expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
		},
	);

	beforeRelease(
		'fails if winners cannot be invoiced, and outputs them with the reason instead of emailing them',
		async () => {
			const token = await createSweepstakes(sandbox, { Handler: 'PHONE' });
			for (const [index, First_Name] of ['Pia', 'Quinn', 'Rosa'].entries())
				await sandbox.api('/participants/add', {
					lang: 'en',
					source: 'test',
					sweepstakesToken: token,
					entryPageFields: {
						KeyPhoneNumber: `+1202555015${index}`,
						Fields: { First_Name, Last_Name: 'Phone' },
					},
				});
			const { id } = await importExample('draw-invoice-email', { token, name: 'By Phone' });
			const execution = await n8n.runWorkflow(id, 'By Hand');

			const byHand = getOutput(execution, 'Invoice by Hand');
			expect(byHand.map(({ FirstName }) => FirstName).sort()).toEqual(['Pia', 'Quinn', 'Rosa']);
			for (const { error } of byHand) expect(error).toMatch(/Recipient Email/);
			expect(hasRun(execution, 'Write Email')).toBe(false);
			expect(execution.data.resultData.error?.message).toMatch(/^Some winners could not be invoiced/);
		},
	);
});

describe('codes-to-csv', () => {
	inBoth('outputs a file with a row for each code', async () => {
		const { id } = await importExample('codes-to-csv');
		const { name, table } = await csv(await n8n.runWorkflow(id, 'Make Codes'), 'CSV File');
		const goodUntil = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);

		expect(name).toMatch(/^codes-\d{4}-\d\d-\d\d\.csv$/);
		expect(new Set(table.map(({ Code }) => Code)).size).toBe(500);
		expect(table).toEqual(
			table.map(() => ({
				Code: expect.stringMatching(/^SUMMER-[0-9A-Z]{8}$/),
				Value: '10',
				'Valid Until': goodUntil,
			})),
		);
	});
});

describe('new-participants-to-the-team', () => {
	const groupNames = async () => {
		const { Data } = await sandbox.api('/groups/fetch', { sweepstakesToken: sweepstakes.token });
		return (Data as IDataObject[]).map(({ GroupName }) => String(GroupName));
	};

	inBoth('reports each new person only once, and creates the week’s group only once', async () => {
		const workflow = await startWatching('new-participants-to-the-team');
		const before = await groupNames();
		await addPerson('Una');
		await addPerson('Duo');
		await poll(workflow);
		const first = await waitForLatest(workflow, 1);
		await addPerson('Tria');
		await poll(workflow);
		const second = await waitForLatest(workflow, 2);

		const [group] = (await groupNames()).filter((name) => !before.includes(name));
		expect(group).toMatch(/^Week \d{4}-\d\d$/);
		expect(getOutput(first, 'Notification')).toEqual([
			{
				Subject: '2 new in our sweepstakes',
				Text: [
					'New in our sweepstakes:',
					'Una Test (una@example.com)',
					'Duo Test (duo@example.com)',
					'',
					`Please put them into the group ${group}.`,
				].join('\n'),
			},
		]);
		expect(getOutput(second, 'Notification')).toEqual([
			{ Subject: '1 new in our sweepstakes', Text: expect.stringContaining(`Tria Test (tria@example.com)`) },
		]);
		expect(listSuccessful('/groups/create')).toHaveLength(1);
	});
});

describe('redeem-at-a-counter', () => {
	const FORM = 'Counter Form';

	async function begin(): Promise<StoredWorkflow> {
		const ExpirationDate = new Date(sandbox.now()).toISOString().slice(0, 10);
		const code = { Codes: ['SUN-1'], Description: 'A mug', Value: '10', ExpirationDate };
		await sandbox.api('/codes/create', { SweepstakesToken: sweepstakes.token, ...code });
		return await lockedForm('redeem-at-a-counter', FORM);
	}

	const redeem = async (workflow: StoredWorkflow, code: string) =>
		await readEnding(await submit(workflow, FORM, [code]));

	inBoth(
		'redeems a code only once, shows when a code was already redeemed, and rejects an unknown code',
		async () => {
			const workflow = await begin();
			const page = await redeem(workflow, ' SUN-1 ');
			expect(page).toContain('Redeemed: SUN-1');
			expect(page).toContain('A mug · Value: 10');
			const again = await redeem(workflow, 'SUN-1');
			expect(again).toContain('Not redeemed: hand nothing over');
			expect(again).toMatch(/already redeemed \(\d{4}-\d\d-\d\d, \d\d:\d\d UTC\)/);
			expect(await redeem(workflow, 'UNKNOWN')).toContain('Not redeemed: hand nothing over');
			expect(listSuccessful('/codes/redeem')).toHaveLength(1);
		},
	);

	beforeRelease(
		'does not redeem an expired code, and has a form that cannot be opened without the password',
		async () => {
			await open({ now: () => Date.now() - 3 * DAY_MS });
			const workflow = await begin();
			const page = await redeem(workflow, 'SUN-1');
			expect(page).toContain('Not redeemed: the code has expired');
			expect(page).toContain(new Date(sandbox.now()).toISOString().slice(0, 10));
			expect([401, 403]).toContain((await submit(workflow, FORM, ['SUN-1'], {})).status);
			expect(listSuccessful('/codes/redeem')).toEqual([]);
		},
	);
});

describe('a-code-for-each-new-participant', () => {
	const holders = async () => {
		const assigned = { SweepstakesToken: sweepstakes.token, Filter: 'assigned' };
		return (await recordsAt('/codes/fetch', 'Codes', assigned))
			.map(({ AssignedTo }) => String(AssignedTo))
			.sort();
	};

	inBoth('sends each new participant one code, and fails if somebody does not get a code', async () => {
		const workflow = await startWatching('a-code-for-each-new-participant');
		await addPerson('Una');
		await addPerson('Duo');
		await poll(workflow);
		expect((await waitForLatest(workflow, 1)).status).toBe('success');
		await addPerson('Tria');
		await addPerson('Quad');
		sandbox.faults([{ path: '/codes/assign', status: 409 }]);
		await poll(workflow);
		const second = await waitForLatest(workflow, 2);

		expect(second.status).toBe('error');
		expect(second.data.resultData.error?.message).toMatch(/^Some participants got no code/);
		expect(getOutput(second, 'Assign Code', 1)).toHaveLength(1);
		expect(getOutput(second, 'Send Code')).toMatchObject([{ Channel: 'email', Status: 'queued' }]);
		const all = await holders();
		expect(all).toHaveLength(3);
		expect(all).toEqual(expect.arrayContaining(['duo@example.com', 'una@example.com']));
		expect(listSuccessful('/codes/send')).toHaveLength(3);
	});
});

describe('survey-answers-to-spreadsheet', () => {
	const HOW = '=1+1, how was it?';

	inBoth(
		'outputs a row for each response and a column for each question, and turns formulas into text',
		async () => {
			const { Data } = await sandbox.api<{ Data: { SurveyToken: string } }>('/surveys/create', {
				SweepstakesToken: sweepstakes.token,
				SurveyName: 'Feedback',
				Questions: [
					{ QuestionText: HOW, FieldType: 'text' },
					{ QuestionText: 'What did you try?', FieldType: 'checkbox', Options: ['Tea', 'Cake'] },
				],
			});
			const { SurveyToken } = Data;
			sandbox.answerSurvey({ SurveyToken, Answers: { 'What did you try?': ['Tea', 'Cake'] } });
			sandbox.answerSurvey({ SurveyToken, Answers: { [HOW]: '=2+2' } });
			sandbox.answerSurvey({ SurveyToken, Answers: { [HOW]: 'Not finished' }, Completed: false });

			const example = await chooseExample('survey-answers-to-spreadsheet');
			const survey = { __rl: true, mode: 'id', value: SurveyToken };
			Object.assign(findNode(example, 'Survey Responses').parameters, { survey });
			const parameters = { operation: 'xlsx', options: {} };
			const reader = { type: 'n8n-nodes-base.extractFromFile', typeVersion: 1, parameters };
			example.nodes.push(placeNode('Read', reader, 4));
			example.connections['Spreadsheet'] = { main: [[{ node: 'Read', type: 'main', index: 0 }]] };
			const { id } = await importKept(example);
			const execution = await n8n.runWorkflow(id, 'Every Monday');
			const [file] = getItems(execution, 'Spreadsheet');
			expect(file!.binary!['data']!.fileName).toMatch(/^survey-\d{4}-\d\d-\d\d\.xlsx$/);
			expect(getOutput(execution, 'Read').map((row) => [row[`'${HOW}`], row['What did you try?']])).toEqual([
				["'=2+2", undefined],
				[undefined, 'Tea, Cake'],
			]);
		},
	);
});

describe('official-rules-to-the-team', () => {
	const FORM = 'Rules Form';
	const pdf = Buffer.from('%PDF-1.4 the rules');
	const send = async (workflow: StoredWorkflow, addresses: string, headers?: Record<string, string>) => {
		const file = new File([pdf], 'rules.pdf', { type: 'application/pdf' });
		return await submit(workflow, FORM, [file, addresses], headers);
	};
	const begin = async () => await lockedForm('official-rules-to-the-team', FORM);

	inBoth(
		'stores the uploaded file only once, byte for byte, and emails it only once to each address',
		async () => {
			const workflow = await begin();
			await send(workflow, 'ada@example.com\ngrace@example.com, ada@example.com');
			expect((await waitForLatest(workflow, 1)).status).toBe('success');
			expect(listSuccessful('/files/upload').map(({ body }) => body)).toEqual([
				expect.objectContaining({
					Filename: expect.stringMatching(/^official-rules-\d{4}-\d\d-\d\d-\d{6}\.pdf$/),
					MimeType: 'application/pdf',
					FileData: pdf.toString('base64'),
				}),
			]);
			const recipients = listSuccessful('/files/send').map(
				({ body }) => (body as IDataObject)['RecipientEmail'],
			);
			expect(recipients).toEqual(['ada@example.com', 'grace@example.com']);
		},
	);

	beforeRelease('accepts no file without the password, and sends none if an address is invalid', async () => {
		const workflow = await begin();
		expect([401, 403]).toContain((await send(workflow, 'ada@example.com', {})).status);
		await send(workflow, 'ada@example.com\ngrace');
		expect((await waitForLatest(workflow, 1)).data.resultData.error?.message).toContain(
			'Item 2: “Recipient Email” must be an email address',
		);
		expect(listSuccessful('/files/send')).toEqual([]);
	});
});

/** Returns noon on the 15th of the previous month. */
function lastMonth(): Date {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
}

/** @returns the token of a new invoice, published and paid by check */
async function invoice(Name: string, more: object = {}): Promise<string> {
	const { Data } = await sandbox.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
		BillTo: { Name, Email: `${Name.toLowerCase()}@example.com` },
		Items: [{ Description: 'Concert ticket', Quantity: 1, Rate: 25 }],
		Status: 'pending',
		PaymentMethod: 'check',
		...more,
	});
	return Data.InvoiceToken;
}

describe('month-end-report', () => {
	inBoth('counts, for each sweepstakes, the entries of the previous month and all winners', async () => {
		const then = lastMonth();
		let clock = () => then.getTime();
		await open({ now: () => clock(), dialect: sandbox.dialect });
		clock = () => Date.now();
		await addPerson('Now');
		await createSweepstakes(sandbox, { Handler: 'AUTUMN', SweepstakesName: '=1+1' });
		const { id } = await importExample('month-end-report');
		const withoutWinners = await csv(await n8n.runWorkflow(id, 'By Hand'), 'CSV File');
		await draw(2);
		const { name, table } = await csv(await n8n.runWorkflow(id, 'First of the Month'), 'CSV File');

		const month = then.toISOString().slice(0, 7);
		const summer = {
			Month: month,
			Sweepstakes: 'Summer Giveaway',
			Handler: 'SUMMER',
			Participants: '5',
			'AMOE Entries': '0',
			'Opt-Outs': '0',
			'Entries in Total': '5',
		};
		const nobody = { Participants: '0', 'Entries in Total': '0' };
		const autumn = { ...summer, Sweepstakes: "'=1+1", Handler: 'AUTUMN', ...nobody };
		expect(name).toBe(`sweepstakes-${month}.csv`);
		expect(table).toEqual([
			{ ...summer, 'Winners So Far': '2' },
			{ ...autumn, 'Winners So Far': '0' },
		]);
		expect(withoutWinners.table.map((row) => row['Winners So Far'])).toEqual(['0', '0']);
	});
});

/** Imports an example and returns a function that runs it by hand. */
async function runner(name: string, edit: (example: WorkflowDefinition) => void = () => {}) {
	const example = await chooseExample(name);
	edit(example);
	const { id } = await importKept(example);
	return async () => await n8n.runWorkflow(id, 'By Hand');
}

const htmlOf = (execution: Execution) => String(getOutput(execution, 'Page')[0]?.['html']);

describe('draw-certificate', () => {
	const addRules = async (SweepstakesToken = sweepstakes.token) => {
		const rules = { Title: 'Official <Rules>', DocumentContent: '<p>No purchase necessary.</p>' };
		await sandbox.api('/rules/create', { SweepstakesToken, ...rules });
	};
	const endEntryPeriod = () => sandbox.advance(31 * DAY_MS);
	const begin = async (edit?: (example: WorkflowDefinition) => void) => {
		await addRules();
		endEntryPeriod();
		return await runner('draw-certificate', edit);
	};
	/** Sets how many people the example draws. */
	const choose = (example: WorkflowDefinition, ...numbers: [winners: number, backups: number]) => {
		const { assignments } = findNode(example, 'Settings').parameters as {
			assignments: { assignments: IDataObject[] };
		};
		for (const [index, value] of numbers.entries()) assignments.assignments[index]!['value'] = value;
	};
	const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
	const rowsOf = (page: string) =>
		[...page.matchAll(/<tr>((?:<td>[^<]*<\/td>){5})<\/tr>/g)].map(([, row]) =>
			[...row!.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell!),
		);
	const errorOf = ({ data }: Execution) => data.resultData.error?.message;

	inBoth('keeps a list that anybody can check, draws once, and makes the same page again', async () => {
		await addPerson("<b>$' {{ $json.SHA256 }}", { KeyEmail: 'una@example.com' });
		const run = await begin((example) => choose(example, 4, 2));
		const [first, second] = [await run(), await run()];
		expect([first.status, second.status]).toEqual(['success', 'success']);
		const page = htmlOf(first);
		expect(htmlOf(second)).toBe(page);
		expect(listSuccessful('/winners/draw')).toHaveLength(3);
		const paths = sandbox.calls().map(({ path }) => path);
		expect(paths.indexOf('/files/upload')).toBeLessThan(paths.indexOf('/winners/draw'));

		const [kept, ...others] = listSuccessful('/files/upload').map(({ body }) => body as IDataObject);
		expect([kept!['Filename'], others]).toEqual(['participants-SUMMER.txt', []]);
		const text = Buffer.from(String(kept!['FileData']), 'base64').toString();
		const lines = text.split('\n').slice(0, -1);
		const { Participants } = await sandbox.api<{ Participants: IDataObject[] }>('/participants/fetch', {
			sweepstakesToken: sweepstakes.token,
		});
		expect(lines).toEqual(
			Participants.map((one) =>
				['ParticipantToken', 'KeyEmail', 'KeyPhoneNumber', 'BonusEntries', 'Collection']
					.map((key) => String(one[key] ?? ''))
					.join('\t'),
			).sort(),
		);
		expect(page).toContain(`<code>${sha256(text)}</code>`);
		expect(page).toContain('6 participants, plus 10 bonus entries');
		expect(page).toContain('time zone: Etc/UTC');
		expect(page).toContain('Winners: 4, backups: 2');
		expect(page).toContain('If two people received this digest before the draw');
		expect(page).toContain('Official &#60;Rules&#62;');
		expect(page).toContain('<td>&#60;b&#62;&#36;&#39; &#123;&#123; &#36;json.SHA256 &#125;&#125; Test</td>');
		expect(page).not.toMatch(/\{\{|class="warning"/);
		const [message] = getOutput(first, 'Digest Message');
		expect(message!['Subject']).toBe('Before the draw: Summer Giveaway');
		expect(message!['Text']).toMatch(/^Before the draw in Summer Giveaway/);
		expect(message!['Text']).toContain(`\n${sha256(text)}\n`);
		expect(hasRun(second, 'Digest Message')).toBe(false);

		const drawn = getOutput(first, 'Drawn');
		const rows = rowsOf(page);
		expect(rows.map(([place, , email]) => [place, email])).toEqual(
			['1', '2', '3', '4', '1', '2'].map((place, index) => [place, drawn[index]!['Email']]),
		);
		expect(rows.map(([, , , , line]) => lines[Number(line) - 1]!.split('\t')[0])).toEqual(
			drawn.map(({ ParticipantToken }) => ParticipantToken),
		);
		const file = getItems(second, 'Certificate File')[0]!.binary!['data']!;
		expect([file.fileName, file.mimeType]).toEqual(['draw-certificate-SUMMER.html', 'text/html']);
		expect(await n8n.fileText(file)).toBe(page);
	});

	beforeRelease(
		'keeps no list before the entry period has ended, without rules, or if too few have entered',
		async () => {
			const run = await runner('draw-certificate');
			expect(errorOf(await run())).toContain('“Options › Entry Period Must Have Ended” is on, but');
			endEntryPeriod();
			expect(errorOf(await run())).toContain('“Options › Official Rules Must Exist” is on, but');
			await addRules();
			const many = await runner('draw-certificate', (example) => choose(example, 4, 2));
			expect(errorOf(await many())).toContain('is 6, but only 5 entered');
			expect(listSuccessful('/files/upload')).toEqual([]);
			expect(listSuccessful('/winners/draw')).toEqual([]);
		},
	);

	beforeRelease('fails if somebody had won before a list was kept', async () => {
		await draw(1);
		const run = await begin();
		expect(errorOf(await run())).toMatch(
			/^Somebody has won, but no list of the participants was kept before/,
		);
		expect(listSuccessful('/files/upload')).toEqual([]);
	});

	beforeRelease(
		'draws from the kept list if an earlier run failed to draw, and says who is not on it',
		async () => {
			const run = await begin((example) => choose(example, 5, 0));
			sandbox.faults([{ path: '/winners/draw', status: 400 }]);
			const failed = await run();
			expect(failed.status).toBe('error');
			const [ada] = await findEntries('ada@example.com');
			const gone = { SweepstakesToken: sweepstakes.token, ParticipantToken: ada!['ParticipantToken'] };
			await sandbox.api('/participants/delete', gone, 'DELETE');
			await addPerson('Una');
			const page = htmlOf(await run());
			expect(page).toContain(String(getOutput(failed, 'Digest')[0]!['SHA256']));
			expect(page).toContain('Somebody who was drawn is not on the list');
			expect(rowsOf(page).filter(([, , , , line]) => line === 'not listed')).toEqual([
				expect.arrayContaining(['una@example.com']),
			]);
			expect(page).toContain('None were drawn.');
		},
	);

	beforeRelease('in a rehearsal, changes nothing and makes a page that says so', async () => {
		const rehearsal = await n8n.createAccountCredential(sandbox, { rehearse: true });
		const run = await begin(({ nodes }) => {
			for (const { credentials } of nodes) if (credentials) credentials['sweepstakesApi'] = rehearsal;
		});
		sandbox.clearCalls();
		const rehearsed = await run();
		const page = htmlOf(rehearsed);
		expect(page).toContain('<h1>Rehearsal: not a certificate</h1>');
		expect(page).toContain('This is a rehearsal');
		expect(page).not.toMatch(/draw certificate|If two people received/i);
		expect(rowsOf(page)).toHaveLength(5);
		const [message] = getOutput(rehearsed, 'Digest Message');
		expect([message!['Subject'], message!['Text']]).toEqual(
			Array(2).fill(expect.stringMatching(/^REHEARSAL/)),
		);
		const file = getItems(rehearsed, 'Certificate File')[0]!.binary!['data']!;
		expect(file.fileName).toBe('rehearsal-SUMMER.html');
		expect([...listSuccessful('/files/upload'), ...listSuccessful('/winners/draw')]).toEqual([]);
	});
});

describe('monday-report', () => {
	const textOf = (execution: Execution) =>
		String(getOutput(execution, 'Chat Message')[0]!['Text']).split('\n');

	inBoth('reports the week as an email with a bar for each day, and as a chat message', async () => {
		const now = Date.now();
		let daysAgo = 3;
		await open({ now: () => now - daysAgo * DAY_MS, dialect: sandbox.dialect });
		daysAgo = 1;
		await addPerson('<b>Una', { KeyEmail: 'una@example.com' });
		await addPerson('Duo');
		await draw(1);
		await sandbox.api('/codes/create', { SweepstakesToken: sweepstakes.token, Codes: ['SUN-1', 'SUN-2'] });
		daysAgo = 0;
		await invoice('<i>Ada', {
			BillTo: { Name: '<i>Ada', Email: 'ada@example.com' },
			DueDate: '2000-01-01',
		});
		await invoice('Grace', { DueDate: '2099-01-01' });
		await sandbox.api('/winners/schedule', {
			sweepstakesToken: sweepstakes.token,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			howManyWinnersToPick: 2,
			endDate: '2090-06-01',
			endTime: '18:00',
			timezone: 1,
		});
		const execution = await (await runner('monday-report'))();
		expect(execution.status).toBe('success');

		const calls =
			sandbox.dialect === 'reference' ? expect.stringMatching(/: [\d,]+ of [\d,]+$/) : expect.any(String);
		expect(textOf(execution)).toEqual([
			expect.stringMatching(/^Weekly report: Summer Giveaway, \w{3} \d+ to \w{3} \d+, \d{4}$/),
			'• New entries: 7',
			'• Entries in total: 7',
			expect.stringMatching(/^• Entry deadline: \w{3} \d+, \d{4} \d\d:\d\d$/),
			'• People drawn, including backups: 1',
			'• Codes left: 2 of 2',
			'• Unpaid invoices: 2 (50.00 USD), 1 overdue',
			'• Next drawing: Jun 1, 2090 at 18:00 Hawaii, winners to draw: 2',
			calls,
		]);
		const [{ Subject, Html }] = getOutput(execution, 'Email') as [IDataObject];
		expect(Subject).toBe('Weekly report: Summer Giveaway, new entries: 7');
		const html = String(Html);
		const bars = [
			...html.matchAll(/(?:width="(\d+)%"[^>]*><tr><td bgcolor="#3b6fd4".*?)?<td width="60"[^>]*>(\d+)/g),
		];
		expect(bars.map(([, width, total]) => [width, total])).toEqual([
			...Array(4).fill([undefined, '0']),
			['100', '5'],
			[undefined, '0'],
			['40', '2'],
		]);
		expect(html).toContain('&#60;i&#62;Ada');
		expect(html).not.toMatch(/<i>|<b>|\{\{|<img|<style/);
	});

	beforeRelease('says what is not there, and what could not be read', async () => {
		sandbox.faults([
			{ path: '/codes/stats', status: 400 },
			{ path: '/participants/count', status: 400 },
		]);
		const execution = await (await runner('monday-report'))();
		expect(textOf(execution).slice(1)).toEqual([
			expect.stringMatching(/^• New entries: could not be read: ./),
			'• Entries in total: 5',
			expect.stringMatching(/^• Entry deadline: ./),
			'• People drawn, including backups: none yet',
			expect.stringMatching(/^• Codes left: could not be read: ./),
			'• Unpaid invoices: none',
			'• Next drawing: none is scheduled',
			'• API calls left: the service does not report it',
		]);
		expect(htmlOf(execution)).toContain('Nobody has been drawn yet.');
		expect(htmlOf(execution)).toContain('No invoice is unpaid.');
	});
});

describe('unpaid-invoices', () => {
	inBoth('writes a reminder for each overdue invoice, and tells the team once who has paid', async () => {
		await invoice('Ada', { DueDate: '2000-01-01' });
		await invoice('Draft', { DueDate: '2000-01-01', Status: 'draft' });
		sandbox.payInvoice(await invoice('Paid', { DueDate: '2000-01-01' }));
		const grace = await invoice('Grace', { DueDate: '2099-01-01' });
		const workflow = await startWatching('unpaid-invoices');
		const reminders = getOutput(await n8n.runWorkflow(workflow.id, 'Every Monday'), 'Reminder');
		expect(reminders).toEqual([
			{
				To: 'ada@example.com',
				Subject: expect.stringMatching(/^Reminder: invoice INV-\d{4}-00001 is \d+ days overdue$/),
				Text: expect.stringMatching(
					/^Dear Ada,\n\ninvoice INV-\S+ of 25\.00 USD was due on 2000-01-01\. .*\nhttp:\S+\/invoice\?t=\S+\n/,
				),
			},
		]);

		sandbox.payInvoice(grace);
		await poll(workflow);
		expect(getOutput(await waitForLatest(workflow, 2), 'Message to the Team')).toEqual([
			{ Text: expect.stringMatching(/^Grace has paid invoice INV-\d{4}-00004: 25\.00 USD\.$/) },
		]);
		await poll(workflow);
		expect(await n8n.executions(workflow.id)).toHaveLength(2);
	});
});

describe('referral-to-bonus-entries', () => {
	const AGREED = '["My friend has read the official rules and wants to enter"]';

	/** @returns a function that submits the form and waits for the end of the execution */
	async function begin() {
		const workflow = await activate(await importExample('referral-to-bonus-entries'));
		let count = 0;
		return async (referrer: string, friend: string) => {
			const answers = [referrer, 'Ida', 'Rhodes', friend, '+12025550150', AGREED];
			expect((await submit(workflow, 'Referral Form', answers)).ok).toBe(true);
			return await waitForLatest(workflow, ++count);
		};
	}

	inBoth('enters a friend only once, and gives the referrer only one bonus entry per friend', async () => {
		const refer = await begin();
		const [before] = (await findBonus('grace@example.com')) as [number];
		expect((await refer('Grace@example.com', 'ida@example.com')).status).toBe('success');
		expect(await findBonus('grace@example.com')).toEqual([before + 1]);
		expect(await findEntries('ida@example.com')).toHaveLength(1);

		const again = await refer('grace@example.com', 'ida@example.com');
		expect(hasRun(again, 'Reward Referrer')).toBe(false);
	});

	beforeRelease(
		'does not reward people who refer themselves, and fails if the referrer is unknown',
		async () => {
			const refer = await begin();
			expect(hasRun(await refer('grace@example.com', 'GRACE@example.com '), 'Enter Friend')).toBe(false);
			const execution = await refer('nobody@example.com', 'ida@example.com');
			expect(execution.data.resultData.lastNodeExecuted).toBe('Reward Referrer');
			expect(await findEntries('ida@example.com')).toHaveLength(1);
		},
	);
});

describe('monthly-bookkeeping', () => {
	inBoth('lists only payments, charges and transfers of the previous month', async () => {
		const then = lastMonth();
		let clock = () => then.getTime();
		await open({ now: () => clock(), dialect: sandbox.dialect });
		sandbox.payInvoice(
			await invoice('=cmd', { BillTo: { Name: '=cmd', Email: 'a@example.com' }, Title: 'Fee' }),
		);
		await invoice('Unpaid');
		clock = () => Date.now();
		sandbox.payInvoice(await invoice('Later'));
		clock = () => then.getTime();
		const { id } = await importExample('monthly-bookkeeping');
		const { name, table } = await csv(await n8n.runWorkflow(id, 'First of the Month'), 'CSV File');

		const month = then.toISOString().slice(0, 7);
		const charge = { Date: `${month}-01`, Kind: 'Charge', Name: '', Description: 'Subscription' };
		expect(name).toBe(`books-${month}.csv`);
		expect(table).toEqual([
			expect.objectContaining({ ...charge, Amount: '-99', Currency: '' }),
			expect.objectContaining({ Date: `${month}-01`, Kind: 'Wallet debit', Amount: '-5' }),
			expect.objectContaining({ Date: `${month}-01`, Kind: 'Wallet credit', Amount: '5' }),
			{
				Date: `${month}-15`,
				Kind: 'Invoice paid',
				Number: expect.stringMatching(/^INV-/),
				Name: "'=cmd",
				Description: 'Fee',
				Amount: '25',
				Currency: 'USD',
			},
		]);
	});
});

describe('privacy-request', () => {
	const FORM = 'Privacy Request';
	const EMAIL = 'ann@example.com';

	inBoth('reports a person’s records, and deletes the entries only if the user chooses to', async () => {
		await addPerson('Ann');
		await addPerson('Bob');
		await draw(7);
		await sandbox.api('/messaging/add-suppressions', { Channel: 'email', Addresses: [EMAIL] });
		const workflow = await lockedForm('privacy-request', FORM);

		await submit(workflow, FORM, [EMAIL.toUpperCase(), 'Find']);
		const found = await waitForLatest(workflow, 1);
		const { name, table } = await csv(found, 'Report');
		expect(name).toMatch(/^privacy-request-\d{4}-\d\d-\d\d\.csv$/);
		expect(table.map(({ Record, Email }) => [Record, Email!.toLowerCase()])).toEqual([
			['Entry', EMAIL],
			['Winner', EMAIL],
			['On the do-not-contact list', EMAIL],
		]);
		expect(table.map((row) => row['Can It Be Deleted?']!.split(/\W/)[0])).toEqual(['Yes', 'No', 'No']);
		expect(hasRun(found, 'Delete Entries')).toBe(false);
		expect(listSuccessful('/participants/delete')).toEqual([]);

		await submit(workflow, FORM, [EMAIL, 'Find, then delete the entries']);
		const deleted = getOutput(await waitForLatest(workflow, 2), 'Delete Entries');
		expect(deleted).toMatchObject([{ deleted: true, SweepstakesToken: sweepstakes.token }]);
		expect(await findEntries('bob@example.com')).toHaveLength(1);
		await expect(findEntries(EMAIL)).rejects.toThrow();
	});
});
