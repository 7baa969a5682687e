import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameterResourceLocator } from 'n8n-workflow';

import { filledIn, nodeNamed } from '../../../examples/demo/fillIn';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import type { N8n } from '../../../tools/n8n/n8n';
import {
	AS_BROWSER,
	itemsOf,
	outputOf,
	type Execution,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../../../tools/n8n/rest';
import { until } from '../../../tools/n8n/wait';
import { createSweepstakes, firstSweepstakes, type Picked } from '../../../tools/sandbox';
import { sharedN8n } from '../shared';
import { DIALECT, enter } from './people';

const EXAMPLES = resolve(__dirname, '../../../examples');
const ENTRANTS = join(EXAMPLES, 'entrants.csv');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let n8n: N8n;
let sandbox: Sandbox;
let sweepstakes: Picked;

beforeAll(async () => {
	n8n = await sharedN8n();
});

/** Starts a sandbox with its sample sweepstakes and five participants. */
async function open(options: SandboxOptions = {}): Promise<void> {
	await sandbox?.close();
	sandbox = await startSandbox({ dialect: DIALECT, ...options });
	sweepstakes = await firstSweepstakes(sandbox);
	sandbox.clearCalls();
}
beforeEach(async () => await open());
afterAll(async () => await sandbox?.close());

const addPerson = async (name: string, sweepstakesToken = sweepstakes.token) =>
	await enter(sandbox, sweepstakesToken, { first: name });

/** The email addresses of all participants, sorted. */
async function entered(): Promise<string[]> {
	const { Participants } = await sandbox.api('/participants/fetch', { sweepstakesToken: sweepstakes.token });
	return (Participants as IDataObject[]).map(({ KeyEmail }) => String(KeyEmail)).sort();
}

const answered = (path: string) => sandbox.calls().filter((one) => one.path === path && one.status < 300);

/** In the reference, everybody has an email address and a phone number. */
const onlyInContract = DIALECT === 'contract' ? it : it.skip;

/** An example with the account and the sweepstakes chosen. */
async function chosen(file: string): Promise<WorkflowDefinition> {
	const credential = await n8n.createAccountCredential(sandbox);
	return filledIn(file, { credential, sweepstakes });
}

/** A workflow whose executions are all kept, so that tests can read them. */
function allKept(workflow: WorkflowDefinition): WorkflowDefinition {
	const kept = { saveDataSuccessExecution: 'all', saveManualExecutions: true } as const;
	return { ...workflow, settings: { ...workflow.settings, ...kept } };
}

const imported = async (file: string) => await n8n.createWorkflow(allKept(await chosen(file)));

const urlOf = (workflow: StoredWorkflow, form: string) =>
	`${n8n.baseUrl}/form/${nodeNamed(workflow, form).webhookId}`;

/** Submits an activated form as a browser does. */
async function submit(
	workflow: StoredWorkflow,
	form: string,
	fields: Array<string | File>,
	headers: Record<string, string> = {},
): Promise<Response> {
	const body = new FormData();
	for (const [index, value] of fields.entries()) body.set(`field-${index}`, value);
	return await fetch(urlOf(workflow, form), {
		method: 'POST',
		body,
		headers: { ...AS_BROWSER, ...headers },
	});
}

/** The page that a browser shows after a form, once the workflow has reached it. */
async function endingOf(submitted: Response): Promise<string> {
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl: string };
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	await until(async () => (await (await fetch(status)).text()) === 'form-waiting');
	const page = await (await fetch(formWaitingUrl)).text();
	// The page sends this once it is shown; then the execution ends.
	await fetch(formWaitingUrl, { method: 'POST' });
	return page;
}

/** Waits until a workflow has had `count` executions. @returns the latest, once it has ended */
async function latest({ id }: StoredWorkflow, count: number): Promise<Execution> {
	await until(async () => (await n8n.executions(id)).length >= count);
	const [newest] = await n8n.executions(id);
	return await n8n.waitForExecution(newest!.id);
}

const hasRun = ({ data }: Execution, node: string) => data.resultData.runData[node] !== undefined;

/** The name and the rows of the CSV file that a node has output. */
async function csv(execution: Execution, node: string) {
	const [item] = itemsOf(execution, node);
	const file = item!.binary!['data']!;
	const table = parse(await n8n.fileText(file), { columns: true, bom: true }) as Array<
		Record<string, string>
	>;
	return { name: file.fileName, table };
}

describe('every example', () => {
	const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));

	it.each(files)('%s contains no account and no sweepstakes', async (file) => {
		const { nodes } = JSON.parse(await readFile(join(EXAMPLES, file), 'utf8')) as WorkflowDefinition;
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		for (const { parameters } of nodes) {
			const picker = parameters['sweepstakes'] as INodeParameterResourceLocator | undefined;
			expect(String(picker?.value ?? '')).toMatch(/^(=.*)?$/);
		}
	});
});

describe('an example that handles people', () => {
	const SETTINGS = [
		['form-to-participant.json', false],
		['spreadsheet-to-participants.json', false],
		['new-participant-to-group.json', false],
		['unpaid-invoices.json', false],
		['referral-to-bonus-entries.json', false],
		['redeem-at-counter.json', false],
		['code-for-new-participant.json', false],
		['survey-answers-to-spreadsheet.json', false],
		['official-rules-to-team.json', false],
		['google-sheet-to-participants.json', false],
		['typeform-to-participant.json', false],
		['shop-order-to-bonus-entries.json', false],
		['winners-to-invoice-sheet-slack.json', false],
		['opt-outs-both-ways.json', false],
		['chat-to-participant.json', false],
		// Whoever draws or invoices by hand wants to look it up afterwards; the notes say so.
		['draw-email-invoice.json', undefined],
		['tell-winners.json', undefined],
		['draw-record.json', undefined],
		['import-draw-invoice.json', undefined],
	] as const;

	it.each(SETTINGS)('%s lets n8n keep no successful execution', async (file, saveManualExecutions) => {
		const { settings } = JSON.parse(await readFile(join(EXAMPLES, file), 'utf8')) as WorkflowDefinition;
		expect(settings).toEqual({
			executionOrder: 'v1',
			saveDataSuccessExecution: 'none',
			...(saveManualExecutions !== undefined && { saveManualExecutions }),
		});
	});
});

describe('form-to-participant', () => {
	const AGREED = '["I have read the official rules and agree to them"]';
	const IDA = ['Ida', 'Rhodes', 'ida@example.com', '+12025550150'];
	let workflow: StoredWorkflow;
	const enter = async (...answers: string[]) => await endingOf(await submit(workflow, 'Entry Form', answers));

	beforeEach(async () => {
		workflow = await imported('form-to-participant.json');
		await n8n.activate(workflow.id);
	});
	afterEach(async () => await n8n.deactivate(workflow.id));

	it('adds a person with the fields of the entry form, and says so', async () => {
		expect(await enter(...IDA, AGREED)).toContain('Thank you!');

		expect(answered('/participants/add').map(({ body }) => body)).toEqual([
			{
				lang: 'en',
				source: 'form',
				sweepstakesToken: sweepstakes.token,
				entryPageFields: expect.objectContaining({
					KeyEmail: 'ida@example.com',
					KeyPhoneNumber: '+12025550150',
					Fields: {
						...{ First_Name: 'Ida', Last_Name: 'Rhodes' },
						...{ Email: 'ida@example.com', Mobile_Number: '+12025550150' },
					},
				}),
			},
		]);
		expect(await entered()).toContain('ida@example.com');
		expect((await latest(workflow, 1)).status).toBe('success');
	});

	it('adds nobody twice, and shows the same page to people who already entered', async () => {
		/** The page contains its own address. */
		const plain = (page: string) => page.replaceAll(/form-waiting\/[^"'<\s]+/g, '');
		const first = await enter(...IDA, AGREED);
		const second = await enter(...IDA, AGREED);
		expect(plain(second)).toBe(plain(first));
		expect(answered('/participants/add')).toHaveLength(1);
	});

	it('ignores bots', async () => {
		const answer = await submit(workflow, 'Entry Form', [...IDA, AGREED], { 'user-agent': 'Googlebot/2.1' });
		expect([401, 403]).toContain(answer.status);
		expect(sandbox.calls()).toHaveLength(0);
		expect(await n8n.executions(workflow.id)).toEqual([]);
	});

	it('adds nobody who has not agreed, even if the browser’s check is bypassed', async () => {
		expect(await enter(...IDA, '[]')).toContain('Please agree to the rules');
		expect(sandbox.calls()).toHaveLength(0);
	});

	it('says so if the service refuses the entry', async () => {
		await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
		expect(await enter(...IDA, AGREED)).toContain('We could not accept your entry');
		expect(answered('/participants/add')).toHaveLength(0);
	});

	describe('as it is', () => {
		beforeEach(async () => {
			await n8n.deactivate(workflow.id);
			workflow = await n8n.createWorkflow(await chosen('form-to-participant.json'));
		});

		it('keeps nothing of an entry that was accepted', async () => {
			await n8n.activate(workflow.id);
			const submitted = await submit(workflow, 'Entry Form', [...IDA, AGREED]);
			expect(await n8n.executions(workflow.id)).toHaveLength(1);
			await endingOf(submitted);
			await until(async () => (await n8n.executions(workflow.id)).length === 0);
			expect(await entered()).toContain('ida@example.com');
		});

		it('keeps an entry that was refused, with the reason', async () => {
			await n8n.activate(workflow.id);
			await sandbox.api('/sweepstakes/pause', { SweepstakesToken: sweepstakes.token });
			await enter(...IDA, AGREED);
			const execution = await latest(workflow, 1);
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toMatch(/^The service did not accept an entry/);
			expect(outputOf(execution, 'Add Participant', 1)).toEqual([
				expect.objectContaining({ Email: 'ida@example.com', error: expect.stringMatching(/paused/) }),
			]);
		});

		it('keeps nothing of a visitor who left before the ending, once its wait is over', async () => {
			const endings = workflow.nodes.filter(({ name }) => name.startsWith('Ending: '));
			expect(endings).toHaveLength(3);
			for (const { parameters } of endings) {
				expect(parameters).toMatchObject({ limitWaitTime: true, resumeAmount: 15, resumeUnit: 'minutes' });
			}
			const shortly = await chosen('form-to-participant.json');
			for (const { parameters } of shortly.nodes) {
				if (parameters['limitWaitTime']) parameters['resumeAmount'] = 0.05;
			}
			workflow = await n8n.createWorkflow(shortly);
			await n8n.activate(workflow.id);
			await submit(workflow, 'Entry Form', [...IDA, AGREED]);
			expect(await n8n.executions(workflow.id)).toHaveLength(1);
			// n8n looks once a minute whose wait is over.
			await until(async () => (await n8n.executions(workflow.id)).length === 0, 3 * MINUTE_MS);
			expect(await entered()).toContain('ida@example.com');
		});
	});
});

describe('spreadsheet-to-participants', () => {
	const USER = { user: 'team', password: 'of the team' };
	const SIGNED_IN = { authorization: `Basic ${btoa(`${USER.user}:${USER.password}`)}` };
	let workflow: StoredWorkflow;

	async function begin(prepared = allKept): Promise<void> {
		const example = await chosen('spreadsheet-to-participants.json');
		const credential = { name: 'Upload', type: 'httpBasicAuth', data: USER };
		const httpBasicAuth = await n8n.createCredential(credential);
		nodeNamed(example, 'Upload Form').credentials = { httpBasicAuth };
		workflow = await n8n.createWorkflow(prepared(example));
		await n8n.activate(workflow.id);
	}
	afterEach(async () => await n8n.deactivate(workflow.id));

	let imports = 0;
	beforeEach(() => (imports = 0));
	const send = async (text: string, headers: Record<string, string> = SIGNED_IN) =>
		await submit(workflow, 'Upload Form', [new File([text], 'entrants.csv', { type: 'text/csv' })], headers);
	const upload = async (text: string) => {
		await send(text);
		return await latest(workflow, ++imports);
	};

	it('refuses uploads without the user and password of the credential', async () => {
		await begin();
		const wrong = { authorization: `Basic ${btoa('team:guess')}` };
		for (const headers of [{}, wrong]) {
			const page = await fetch(urlOf(workflow, 'Upload Form'), {
				headers: { ...AS_BROWSER, ...headers },
			});
			expect([401, 403]).toContain(page.status);
			expect([401, 403]).toContain((await send('email\nann@example.com\n', headers)).status);
		}
		expect(await n8n.executions(workflow.id)).toEqual([]);
		expect((await send('email\nann@example.com\n')).status).toBe(200);
		await latest(workflow, 1);
	});

	it('does not open until a credential is chosen', async () => {
		workflow = await imported('spreadsheet-to-participants.json');
		await n8n.activate(workflow.id).catch(() => {});
		expect((await send('email\nann@example.com\n')).ok).toBe(false);
		expect(sandbox.calls()).toEqual([]);
	});

	it('keeps only runs that have rows to correct, with the settings of the example', async () => {
		await begin((example) => example);
		await send('first_name,last_name,email,phone\nAnn,One,ann@example.com,+12025550151\n');
		await until(() => answered('/participants/add').length === 1);
		await until(async () => (await n8n.executions(workflow.id)).length === 0);

		const execution = await upload('email\nbob@\n');
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/^Some rows could not be added/);
		expect((await csv(execution, 'Rows to Correct')).table).toHaveLength(1);
	});

	it('outputs no cell that a spreadsheet program treats as a formula, and accepts its own apostrophes', async () => {
		await begin();
		const signs = ['=', '+', '-', '@', '\t', '\r'];
		const names = signs.map((sign) => `${sign}1+1`);
		const file = names.map((name) => `"${name}",Plain,bad@,"=cmd"`);
		const first = await upload(['first_name,last_name,email,=header', ...file].join('\n'));
		const { table } = await csv(first, 'Rows to Correct');

		expect(table.map(({ first_name }) => first_name)).toEqual(names.map((name) => `'${name}`));
		expect(table.map((row) => [row['last_name'], row["'=header"]])).toEqual(
			signs.map(() => ['Plain', "'=cmd"]),
		);

		const lines = table.map(
			({ first_name }, index) => `"${first_name}",Plain,mended${index}@example.com,202555016${index}`,
		);
		await upload(['first_name,last_name,email,phone', ...lines].join('\n'));
		const added = answered('/participants/add').map(({ body }) => body as IDataObject);
		expect(added.map((body) => (body['entryPageFields'] as IDataObject)['Fields'])).toEqual(
			names.map((name) => expect.objectContaining({ First_Name: name.trim() })),
		);
	});

	it('adds every row once, even if the file is uploaded again', async () => {
		await begin();
		const file = await readFile(ENTRANTS, 'utf8');
		const first = await upload(file);
		const second = await upload(file);

		expect(outputOf(first, 'Count Results')).toEqual([{ Result: 'Added', count_Result: 12 }]);
		expect(outputOf(second, 'Count Results')).toEqual([
			{ Result: 'Skipped, already entered', count_Result: 12 },
		]);
		expect(answered('/participants/add')).toHaveLength(12);
		expect(hasRun(second, 'Rows to Correct')).toBe(false);
	});

	it('continues after it was stopped', async () => {
		await open({ latencyMs: 100 });
		await begin();
		const file = await readFile(ENTRANTS, 'utf8');
		await send(file);
		await until(() => answered('/participants/add').length >= 4);
		const [running] = await n8n.executions(workflow.id);
		expect((await n8n.stopExecution(running!.id)).status).toBe('canceled');
		imports++;
		const done = await upload(file);

		const added = answered('/participants/add').map(({ body }) => JSON.stringify(body));
		expect(added).toHaveLength(12);
		expect(new Set(added).size).toBe(12);
		expect(outputOf(done, 'Count Results').map(({ Result }) => Result)).toEqual(
			expect.arrayContaining(['Added', 'Skipped, already entered']),
		);
	});

	it('outputs a file of the rows to correct, which can be uploaded after correction', async () => {
		await begin();
		const first = await upload(
			'first_name,last_name,email,phone\nAnn,One,ann@example.com,+12025550151\nBob,Two,bob@,+12025550152\nCid,Three,,\n',
		);
		const { name, table } = await csv(first, 'Rows to Correct');

		expect(name).toMatch(/^rows-to-correct-\d{4}-\d\d-\d\d\.csv$/);
		expect(table).toEqual([
			expect.objectContaining({
				first_name: 'Bob',
				email: 'bob@',
				error: expect.stringMatching(/^Item 2: /),
			}),
			expect.objectContaining({ first_name: 'Cid', email: '', error: expect.stringMatching(/^Item 3: /) }),
		]);
		const header = Object.keys(table[0]!).join(',');
		const mended = table.map((row, index) => ({
			...row,
			email: `mended${index}@example.com`,
			phone: `202555016${index}`,
			error: '',
		}));
		await upload([header, ...mended.map((row) => Object.values(row).join(','))].join('\n'));

		expect(await entered()).toEqual(
			expect.arrayContaining(['ann@example.com', 'mended0@example.com', 'mended1@example.com']),
		);
		expect(answered('/participants/add')).toHaveLength(3);
	});
});

describe('draw-email-invoice', () => {
	/** The output of a node in a loop. */
	const looped = (execution: Execution, node: string) =>
		(execution.data.resultData.runData[node] ?? []).flatMap((_, run) =>
			itemsOf(execution, node, run).map(({ json }) => json),
		);
	const emailed = (execution: Execution) => looped(execution, 'Write Email').map(({ To }) => To);
	const statuses = async () => {
		const { Data } = await sandbox.api<{ Data: { Invoices: IDataObject[] } }>('/invoices/fetch');
		return Data.Invoices.map(({ Status }) => Status).sort();
	};

	it('draws, invoices each winner and writes each an email; a second run repeats none of it', async () => {
		const { id } = await imported('draw-email-invoice.json');
		const first = await n8n.runWorkflow(id, 'By Hand');
		const second = await n8n.runWorkflow(id, 'On the Day of the Draw');

		const winners = outputOf(first, 'Draw Winners');
		expect(winners).toHaveLength(3);
		expect(emailed(first)).toEqual(winners.map(({ Email }) => Email));
		for (const [index, { Subject, Text }] of looped(first, 'Write Email').entries()) {
			expect(Subject).toBe(`You have won, ${String(winners[index]!.FirstName)}!`);
			expect(Text).toContain(outputOf(first, 'Create Invoice')[index]!.PublicLink);
		}
		expect(answered('/invoices/create').map(({ body }) => body)).toEqual(
			winners.map(({ Email }) =>
				expect.objectContaining({
					Title: `Your prize in ${sweepstakes.name}`,
					BillTo: expect.objectContaining({ Email }),
				}),
			),
		);

		expect([first.status, second.status]).toEqual(['success', 'success']);
		expect(outputOf(second, 'Create Invoice').map(({ existed }) => existed)).toEqual([true, true, true]);
		expect(hasRun(second, 'Write Email')).toBe(false);
		expect(answered('/winners/draw')).toHaveLength(1);
		expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
	});

	it('creates the missing invoices of a run that stopped after the draw', async () => {
		const { id } = await imported('draw-email-invoice.json');
		sandbox.faults([{ path: '/invoices/create' }, { path: '/invoices/create', status: 400, times: 2 }]);
		const first = await n8n.runWorkflow(id, 'By Hand');
		const second = await n8n.runWorkflow(id, 'By Hand');

		const winners = outputOf(first, 'Draw Winners').map(({ Email }) => Email);
		expect([first.status, second.status]).toEqual(['error', 'success']);
		expect([...emailed(first), ...emailed(second)].sort()).toEqual(winners.sort());
		expect(answered('/winners/draw')).toHaveLength(1);
		expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
	});

	it('goes on with the emails where a run stopped', async () => {
		const { id } = await imported('draw-email-invoice.json');
		sandbox.faults([{ path: '/invoices/update' }, { path: '/invoices/update', status: 400 }]);
		const first = await n8n.runWorkflow(id, 'By Hand');
		const second = await n8n.runWorkflow(id, 'By Hand');

		const winners = outputOf(first, 'Draw Winners').map(({ Email }) => Email);
		// Whether the second email was sent is not known, so it is written again.
		expect(emailed(first)).toEqual(winners.slice(0, 2));
		expect(emailed(second).sort()).toEqual(winners.slice(1).sort());
		expect(sandbox.accounts()[0]!.invoices).toBe(3);
		expect(await statuses()).toEqual(['pending', 'pending', 'pending']);
	});

	onlyInContract(
		'fails if winners cannot be invoiced, outputs them with the reason, and writes no email',
		async () => {
			sweepstakes = { token: await createSweepstakes(sandbox, { Handler: 'PHONE' }), name: 'By Phone' };
			for (const [index, First_Name] of ['Pia', 'Quinn', 'Rosa'].entries())
				await sandbox.api('/participants/add', {
					lang: 'en',
					source: 'test',
					sweepstakesToken: sweepstakes.token,
					entryPageFields: {
						KeyPhoneNumber: `+1202555015${index}`,
						Fields: { First_Name, Last_Name: 'Phone' },
					},
				});
			const { id } = await imported('draw-email-invoice.json');
			const execution = await n8n.runWorkflow(id, 'By Hand');

			const byHand = outputOf(execution, 'Invoice by Hand');
			expect(byHand.map(({ FirstName }) => FirstName).sort()).toEqual(['Pia', 'Quinn', 'Rosa']);
			for (const { error } of byHand) expect(error).toMatch(/Recipient Email/);
			expect(hasRun(execution, 'Write Email')).toBe(false);
			expect(execution.status).toBe('error');
			expect(execution.data.resultData.error?.message).toMatch(/^Some winners could not be invoiced/);
		},
	);
});

describe('draw-record', () => {
	const ODD_NAME = '<b>Bob</b> $& {{ $json.rows }}';

	/** The last two pages in n8n's folder, the older one first. */
	async function pages(): Promise<string[]> {
		const names = (await readdir(n8n.filesFolder))
			.filter((name) => name.startsWith('draw-'))
			.sort()
			.slice(-2);
		return await Promise.all(names.map((name) => readFile(join(n8n.filesFolder, name), 'utf8')));
	}

	/** The cells of each row of a page, as a person reads them. */
	const tableOf = (page: string) =>
		[...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
			[...row!.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
				cell!.replace(/&#(\d+);/g, (_entity, code) => String.fromCharCode(Number(code))),
			),
		);

	it('keeps a page that says how the draw was made and who won, whatever people typed in', async () => {
		const token = await createSweepstakes(sandbox, { Handler: 'AUDIT', SweepstakesName: 'Fish & Chips' });
		sweepstakes = { token, name: 'Fish & Chips' };
		for (const name of ['Ann', 'Cid', 'Out']) await addPerson(name, token);
		sandbox.placeParticipant({
			SweepstakesToken: token,
			KeyEmail: 'out@example.com',
			Collections: ['OptOuts'],
		});
		await enter(sandbox, token, { first: ODD_NAME, email: 'bob@example.com' });
		const workflow = await chosen('draw-record.json');
		const fileName = `=${n8n.filesFolder}/{{ $binary.data.fileName }}`;
		Object.assign(nodeNamed(workflow, 'Keep Page').parameters, { fileName });
		const { id } = await n8n.createWorkflow(workflow);
		const first = await n8n.runWorkflow(id, 'By Hand');
		expect(first.status).toBe('success');
		// The second page has a name of its own, which consists of the second.
		await sleep(1_000);
		expect((await n8n.runWorkflow(id, 'By Hand')).status).toBe('success');

		const [page, later] = (await pages()) as [string, string];
		expect(page).not.toContain('<b>');
		const table = tableOf(page);
		const { drawRecord } = outputOf(first, 'Draw Winners')[0] as { drawRecord: Record<string, string> };
		expect(Object.fromEntries(table)).toMatchObject({
			Sweepstakes: 'Fish & Chips',
			Handler: 'AUDIT',
			'Winners drawn': '3',
			'Asked for (UTC)': drawRecord.requestedAt,
			'Answered (UTC)': drawRecord.answeredAt,
			'Drawn from': 'all groups',
			'Without spam': 'yes',
			Participants: '3',
			'Opt-outs': '1',
			'Had won before': '0',
			Request: `POST /winners/draw ${JSON.stringify(answered('/winners/draw')[0]!.body)}`,
			'This page': expect.stringContaining(`execution ${first.id}`),
		});
		const winners = table.slice(table.findIndex(([cell]) => cell === 'First name') + 1);
		expect(winners.map(([name, , email]) => [name, email]).sort()).toEqual(
			[
				[ODD_NAME, 'bob@example.com'],
				['Ann', 'ann@example.com'],
				['Cid', 'cid@example.com'],
			].sort(),
		);

		expect(answered('/winners/draw')).toHaveLength(1);
		expect(Object.fromEntries(tableOf(later))).toMatchObject({
			'Winners drawn': '3',
			'Drawn (according to the service)': expect.stringMatching(/^\d{4}-/),
			Note: expect.stringMatching(/^An earlier run drew these winners/),
		});
	});
});

describe('codes-to-csv', () => {
	it('outputs a file with a row for each code', async () => {
		const { id } = await imported('codes-to-csv.json');
		const execution = await n8n.runWorkflow(id, 'Make Codes');
		const { name, table } = await csv(execution, 'CSV File');
		const goodUntil = new Date(Date.now() + 90 * DAY_MS).toISOString().slice(0, 10);

		expect(name).toMatch(/^codes-\d{4}-\d\d-\d\d\.csv$/);
		expect(table).toHaveLength(500);
		expect(new Set(table.map(({ Code }) => Code)).size).toBe(500);
		for (const row of table) {
			expect(row).toEqual({
				Code: expect.stringMatching(/^SUMMER-[0-9A-Z]{8}$/),
				Value: '10',
				'Valid Until': goodUntil,
			});
		}
		expect(answered('/codes/generate').map(({ body }) => body)).toEqual([
			expect.objectContaining({ Quantity: 500, Prefix: 'SUMMER-', Value: '10', ExpirationDate: goodUntil }),
		]);
	});
});

describe('new-participant-to-group', () => {
	const groupNames = async () =>
		((await sandbox.api('/groups/fetch', { sweepstakesToken: sweepstakes.token })).Data as IDataObject[]).map(
			({ GroupName }) => String(GroupName),
		);
	/** Activating polls at once. */
	async function poll(id: string): Promise<void> {
		await n8n.deactivate(id);
		await n8n.activate(id);
	}

	it('reports new people once, and creates the group of the week once', async () => {
		const workflow = await imported('new-participant-to-group.json');
		await n8n.activate(workflow.id);
		await until(async () => (await n8n.workflow(workflow.id)).staticData !== null);
		const before = await groupNames();

		await addPerson('Una');
		await addPerson('Duo');
		await poll(workflow.id);
		const [first] = outputOf(await latest(workflow, 1), 'Notification');
		await addPerson('Tria');
		await poll(workflow.id);
		const second = await latest(workflow, 2);
		await n8n.deactivate(workflow.id);

		const [group] = (await groupNames()).filter((name) => !before.includes(name));
		expect(group).toMatch(/^Week \d{4}-\d\d$/);
		expect(first).toEqual({
			Subject: '2 new in our sweepstakes',
			Text: [
				'New in our sweepstakes:',
				'Una Test (una@example.com)',
				'Duo Test (duo@example.com)',
				'',
				`Please put them into the group ${group}.`,
			].join('\n'),
		});
		expect(outputOf(second, 'Notification')).toEqual([
			{ Subject: '1 new in our sweepstakes', Text: expect.stringContaining(`Tria Test (tria@example.com)`) },
		]);
		expect(answered('/groups/create')).toHaveLength(1);
		expect(await n8n.executions(workflow.id)).toHaveLength(2);
	});

	it('shows a sample when run manually', async () => {
		const { id } = await imported('new-participant-to-group.json');
		const execution = await n8n.runWorkflow(id, 'New Participant');

		expect(outputOf(execution, 'Notification')).toEqual([
			expect.objectContaining({ Subject: '3 new in our sweepstakes' }),
		]);
	});
});

describe('redeem-at-counter', () => {
	const STAFF = { user: 'counter', password: 'of the counter' };
	const SIGNED_IN = { authorization: `Basic ${btoa(`${STAFF.user}:${STAFF.password}`)}` };
	let workflow: StoredWorkflow;

	async function begin(): Promise<void> {
		const example = await chosen('redeem-at-counter.json');
		const credential = { name: 'Counter', type: 'httpBasicAuth', data: STAFF };
		nodeNamed(example, 'Counter Form').credentials = {
			httpBasicAuth: await n8n.createCredential(credential),
		};
		workflow = await n8n.createWorkflow(allKept(example));
		await n8n.activate(workflow.id);
		await sandbox.api('/codes/create', {
			SweepstakesToken: sweepstakes.token,
			Codes: ['SUN-1', 'SUN-2'],
			Description: 'A mug',
			Value: '10',
			ExpirationDate: new Date(sandbox.now()).toISOString().slice(0, 10),
		});
		sandbox.clearCalls();
	}
	afterEach(async () => await n8n.deactivate(workflow.id));

	const redeem = async (code: string) =>
		await endingOf(await submit(workflow, 'Counter Form', [code], SIGNED_IN));

	it('redeems a code once, and says when that was the second time', async () => {
		await begin();
		const page = await redeem(' SUN-1 ');
		expect(page).toContain('Redeemed: SUN-1');
		expect(page).toContain('A mug · Value: 10');
		const again = await redeem('SUN-1');
		expect(again).toContain('Not redeemed: hand nothing over');
		expect(again).toMatch(/already redeemed \(\d{4}-\d\d-\d\d, \d\d:\d\d UTC\)/);
		expect(answered('/codes/redeem')).toHaveLength(1);
	});

	it.each(['UNKNOWN', 'sun-1', 'no code'])('says that nothing is redeemed for “%s”', async (code) => {
		await begin();
		expect(await redeem(code)).toContain('Not redeemed: hand nothing over');
		expect(answered('/codes/redeem')).toEqual([]);
	});

	it('redeems no code whose last day is over', async () => {
		await open({ now: () => Date.now() - 3 * DAY_MS });
		await begin();
		const page = await redeem('SUN-1');
		expect(page).toContain('Not redeemed: the code has expired');
		expect(page).toContain(new Date(sandbox.now()).toISOString().slice(0, 10));
		expect(answered('/codes/redeem')).toEqual([]);
	});

	it('knows its own redemption after a lost answer, or says that it is in doubt', async () => {
		await begin();
		sandbox.faults([{ path: '/codes/redeem', drop: 'after' }]);
		expect(await redeem('SUN-2')).toMatch(/Redeemed: SUN-2|It may have been processed/);
	});

	it('opens for nobody without the user and password of the credential', async () => {
		await begin();
		expect([401, 403]).toContain((await submit(workflow, 'Counter Form', ['SUN-1'])).status);
		expect(sandbox.calls()).toEqual([]);
	});
});

describe('code-for-new-participant', () => {
	const holders = async () => {
		const { Data } = await sandbox.api<{ Data: { Codes: IDataObject[] } }>('/codes/fetch', {
			SweepstakesToken: sweepstakes.token,
			Filter: 'assigned',
		});
		return Data.Codes.map(({ AssignedTo }) => String(AssignedTo)).sort();
	};
	/** Activating polls at once. */
	async function poll(id: string): Promise<void> {
		await n8n.deactivate(id);
		await n8n.activate(id);
	}

	it('sends each new participant one code, once', async () => {
		const workflow = await imported('code-for-new-participant.json');
		await n8n.activate(workflow.id);
		await until(async () => (await n8n.workflow(workflow.id)).staticData !== null);

		await addPerson('Una');
		await addPerson('Duo');
		await poll(workflow.id);
		expect((await latest(workflow, 1)).status).toBe('success');
		await addPerson('Tria');
		await poll(workflow.id);
		const second = await latest(workflow, 2);
		await n8n.deactivate(workflow.id);

		expect(await holders()).toEqual(['duo@example.com', 'tria@example.com', 'una@example.com']);
		expect(outputOf(second, 'Send Code')).toEqual([
			expect.objectContaining({ Channel: 'email', Status: 'queued' }),
		]);
		expect(answered('/codes/send')).toHaveLength(3);
		expect(await n8n.executions(workflow.id)).toHaveLength(2);
	});

	it('fails on purpose if somebody gets no code, and the others get theirs', async () => {
		const workflow = await imported('code-for-new-participant.json');
		await n8n.activate(workflow.id);
		await until(async () => (await n8n.workflow(workflow.id)).staticData !== null);

		await addPerson('Una');
		await addPerson('Duo');
		sandbox.faults([{ path: '/codes/assign', status: 409 }]);
		await poll(workflow.id);
		const execution = await latest(workflow, 1);
		await n8n.deactivate(workflow.id);

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/^Some participants got no code/);
		expect(outputOf(execution, 'Assign Code', 1)).toHaveLength(1);
		expect(await holders()).toHaveLength(1);
		expect(answered('/codes/send')).toHaveLength(1);
	});
});

describe('survey-answers-to-spreadsheet', () => {
	const HOW = '=1+1, how was it?';

	/** @returns the workflow with the survey chosen, and a node that reads the spreadsheet again */
	async function begin(SurveyToken: string): Promise<StoredWorkflow> {
		const example = allKept(await chosen('survey-answers-to-spreadsheet.json'));
		nodeNamed(example, 'Survey Responses').parameters['survey'] = {
			__rl: true,
			mode: 'id',
			value: SurveyToken,
		};
		const reader = {
			id: 'reader',
			name: 'Read',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			position: [768, 0] as [number, number],
			parameters: { operation: 'xlsx', options: {} },
		};
		const connections = { Spreadsheet: { main: [[{ node: 'Read', type: 'main' as const, index: 0 }]] } };
		return await n8n.createWorkflow({
			...example,
			nodes: [...example.nodes, reader],
			connections: { ...example.connections, ...connections },
		});
	}

	it('outputs a spreadsheet with a row for each response and a column for each question, without formulas', async () => {
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

		const { id } = await begin(SurveyToken);
		const execution = await n8n.runWorkflow(id, 'Every Monday');
		const [file] = itemsOf(execution, 'Spreadsheet');
		expect(file!.binary!['data']!.fileName).toMatch(/^survey-\d{4}-\d\d-\d\d\.xlsx$/);
		const rows = outputOf(execution, 'Read');
		expect(rows.map((row) => [row[`'${HOW}`], row['What did you try?']])).toEqual([
			["'=2+2", undefined],
			[undefined, 'Tea, Cake'],
		]);
	});
});

describe('official-rules-to-team', () => {
	const SIGNED_IN = { authorization: `Basic ${btoa('legal:of legal')}` };
	let workflow: StoredWorkflow;
	beforeEach(async () => {
		const example = await chosen('official-rules-to-team.json');
		const data = { user: 'legal', password: 'of legal' };
		const httpBasicAuth = await n8n.createCredential({ name: 'Legal', type: 'httpBasicAuth', data });
		nodeNamed(example, 'Rules Form').credentials = { httpBasicAuth };
		workflow = await n8n.createWorkflow(allKept(example));
		await n8n.activate(workflow.id);
	});
	afterEach(async () => await n8n.deactivate(workflow.id));

	const pdf = Buffer.from('%PDF-1.4 the rules');
	const send = async (addresses: string, headers = SIGNED_IN as Record<string, string>) =>
		await submit(
			workflow,
			'Rules Form',
			[new File([pdf], 'rules.pdf', { type: 'application/pdf' }), addresses],
			headers,
		);

	it('stores the file once, byte for byte, and emails it once to each address', async () => {
		await send('ada@example.com\ngrace@example.com, ada@example.com');
		expect((await latest(workflow, 1)).status).toBe('success');
		const [upload, ...others] = answered('/files/upload').map(({ body }) => body as IDataObject);
		expect(others).toEqual([]);
		expect(upload).toMatchObject({
			Filename: expect.stringMatching(/^official-rules-\d{4}-\d\d-\d\d-\d{6}\.pdf$/),
			MimeType: 'application/pdf',
			FileData: pdf.toString('base64'),
		});
		const recipients = answered('/files/send').map(({ body }) => (body as IDataObject)['RecipientEmail']);
		expect(recipients).toEqual(['ada@example.com', 'grace@example.com']);
	});

	it('sends nothing if one of the addresses is not valid, and says which', async () => {
		await send('ada@example.com\ngrace');
		const execution = await latest(workflow, 1);
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toContain(
			'Item 2: “Recipient Email” must be an email address',
		);
		expect(answered('/files/send')).toEqual([]);
	});

	it('takes no file from somebody who has not signed in', async () => {
		expect([401, 403]).toContain((await send('ada@example.com', {})).status);
		expect(sandbox.calls()).toEqual([]);
	});
});

describe('month-end-report', () => {
	it('outputs no cell that a spreadsheet program treats as a formula', async () => {
		await createSweepstakes(sandbox, { Handler: 'FORMULA', SweepstakesName: '=1+1' });
		const { id } = await imported('month-end-report.json');
		const { table } = await csv(await n8n.runWorkflow(id, 'By Hand'), 'CSV File');
		expect(table.map(({ Sweepstakes }) => Sweepstakes)).toContain("'=1+1");
	});

	/** Noon on the 15th of the previous month. */
	function lastMonth(): Date {
		const now = new Date();
		return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
	}

	it('outputs a row for each sweepstakes: the entries of the previous month, and all winners', async () => {
		const then = lastMonth();
		let clock = () => then.getTime();
		await open({ now: () => clock() });
		clock = () => Date.now();
		await addPerson('Now');
		await createSweepstakes(sandbox, { Handler: 'AUTUMN', SweepstakesName: 'Autumn Giveaway' });
		const { id } = await imported('month-end-report.json');
		const withoutWinners = await csv(await n8n.runWorkflow(id, 'By Hand'), 'CSV File');
		await sandbox.api('/winners/draw', {
			sweepstakesToken: sweepstakes.token,
			howManyWinnersToPick: 2,
			group: 'allgroups',
		});
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
		const autumn = {
			...summer,
			Sweepstakes: 'Autumn Giveaway',
			Handler: 'AUTUMN',
			Participants: '0',
			'Entries in Total': '0',
		};
		expect(name).toBe(`sweepstakes-${month}.csv`);
		expect(table).toEqual([
			{ ...summer, 'Winners So Far': '2' },
			{ ...autumn, 'Winners So Far': '0' },
		]);
		expect(withoutWinners.table.map((row) => row['Winners So Far'])).toEqual(['0', '0']);
	});
});

/** @returns the token of a new invoice, which is published and paid by check */
async function invoice(Name: string, more: object = {}): Promise<string> {
	const { Data } = await sandbox.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
		BillTo: { Name, Email: `${Name.toLowerCase()}@example.com` },
		Items: [{ Description: 'Prize handling', Quantity: 1, Rate: 25 }],
		Status: 'pending',
		PaymentMethod: 'check',
		...more,
	});
	return Data.InvoiceToken;
}

describe('unpaid-invoices', () => {
	it('writes a reminder with the link for each invoice that is overdue, and for no other', async () => {
		await invoice('Ada', { DueDate: '2000-01-01' });
		await invoice('Grace', { DueDate: '2099-01-01' });
		await invoice('Draft', { DueDate: '2000-01-01', Status: 'draft' });
		sandbox.payInvoice(await invoice('Paid', { DueDate: '2000-01-01' }));
		const { id } = await imported('unpaid-invoices.json');
		const reminders = outputOf(await n8n.runWorkflow(id, 'Every Monday'), 'Reminder');

		expect(reminders).toEqual([
			{
				To: 'ada@example.com',
				Subject: expect.stringMatching(/^Reminder: invoice INV-\d{4}-00001 is \d+ days overdue$/),
				Text: expect.stringMatching(
					/^Dear Ada,\n\ninvoice INV-\S+ of 25\.00 USD was due on 2000-01-01\. .*\nhttp:\S+\/invoice\?t=\S+\n/,
				),
			},
		]);
	});

	it('tells the team once who has paid', async () => {
		const token = await invoice('Ada');
		const workflow = await imported('unpaid-invoices.json');
		await n8n.activate(workflow.id);
		await until(async () => (await n8n.workflow(workflow.id)).staticData !== null);
		sandbox.payInvoice(token);
		await n8n.deactivate(workflow.id);
		await n8n.activate(workflow.id);
		const execution = await latest(workflow, 1);
		await n8n.deactivate(workflow.id);
		await n8n.activate(workflow.id);
		await n8n.deactivate(workflow.id);

		expect(outputOf(execution, 'Message to the Team')).toEqual([
			{ Text: expect.stringMatching(/^Ada has paid invoice INV-\d{4}-00001: 25\.00 USD\.$/) },
		]);
		expect(await n8n.executions(workflow.id)).toHaveLength(1);
	});
});

describe('referral-to-bonus-entries', () => {
	const AGREED = '["My friend has read the official rules and wants to enter"]';
	let workflow: StoredWorkflow;
	beforeEach(async () => {
		workflow = await imported('referral-to-bonus-entries.json');
		await n8n.activate(workflow.id);
	});
	afterEach(async () => await n8n.deactivate(workflow.id));

	const refer = async (referrer: string, friend: string, count: number, consent = AGREED) => {
		const answers = [referrer, 'Ida', 'Rhodes', friend, '+12025550150', consent];
		expect((await submit(workflow, 'Referral Form', answers)).ok).toBe(true);
		return await latest(workflow, count);
	};
	const bonusOf = async (KeyEmail: string) => {
		const { Data } = await sandbox.api<{ Data: { Entries: Array<{ BonusEntries: number }> } }>(
			'/participants/single',
			{ SweepstakesToken: sweepstakes.token, KeyEmail },
		);
		return Data.Entries.map(({ BonusEntries }) => BonusEntries);
	};

	it('enters a friend and gives the referrer one bonus entry, once for each friend', async () => {
		const [before] = await bonusOf('grace@example.com');
		const first = await refer('Grace@example.com', 'ida@example.com', 1);
		expect(first.status).toBe('success');
		expect(await bonusOf('grace@example.com')).toEqual([before! + 1]);
		expect(await entered()).toContain('ida@example.com');

		const again = await refer('grace@example.com', 'ida@example.com', 2);
		expect(hasRun(again, 'Reward Referrer')).toBe(false);
		expect(await bonusOf('grace@example.com')).toEqual([before! + 1]);
	});

	it('rewards nobody who names themselves', async () => {
		const execution = await refer('grace@example.com', 'GRACE@example.com ', 1);
		expect(hasRun(execution, 'Enter Friend')).toBe(false);
	});

	it('fails where nobody has the address of the referrer, so that n8n keeps the execution', async () => {
		const execution = await refer('nobody@example.com', 'ida@example.com', 1);
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.lastNodeExecuted).toBe('Reward Referrer');
		expect(await entered()).toContain('ida@example.com');
	});
});

describe('books-of-the-month', () => {
	it('lists what was paid, charged and moved in the month before, and nothing else', async () => {
		const now = new Date();
		const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));
		let clock = () => then.getTime();
		await open({ now: () => clock() });
		sandbox.payInvoice(
			await invoice('=cmd', { BillTo: { Name: '=cmd', Email: 'a@example.com' }, Title: 'Fee' }),
		);
		await invoice('Unpaid');
		clock = () => Date.now();
		sandbox.payInvoice(await invoice('Later'));
		clock = () => then.getTime();
		const { id } = await imported('books-of-the-month.json');
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

	it('writes the file also if nothing was paid', async () => {
		const { id } = await imported('books-of-the-month.json');
		const { table } = await csv(await n8n.runWorkflow(id, 'By Hand'), 'CSV File');
		expect(table.map(({ Kind }) => Kind)).toEqual(['Charge']);
	});
});
