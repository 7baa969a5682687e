import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { fillIn, type Choices } from '../../examples/demo/fill-in';
import { withPinnedAnswers } from '../../examples/demo/pinned';
import { openEditor, type Editor } from '../n8n/browser';
import type { RunningN8n } from '../n8n/n8n';
import { AS_BROWSER, type WorkflowDefinition } from '../n8n/rest';

export const PICTURES = resolve(__dirname, '../../docs/pictures/examples');
const ENTRANTS = resolve(__dirname, '../../examples/entrants.csv');

/** The size of the window in pixels. It is wide enough for the notes of the longest example to be readable. */
export const WINDOW = { width: 1680, height: 860 };

const FORM = 'n8n-nodes-base.formTrigger';
const UPLOADER = { user: 'team', password: 'picture' };
const POLL_MS = 100;

/** The examples by file name. If a form starts the example, the function fills in the form. */
const EXAMPLES: Record<string, (() => Promise<FormData>) | undefined> = {
	// This picture is taken first, while nobody has entered since yesterday.
	'nightly-check': undefined,
	'form-to-participant': async () =>
		toForm('Ida', 'Rhodes', 'ida.rhodes@example.com', '+12025550150', '["I have read the official rules"]'),
	'spreadsheet-to-participants': async () => {
		const rows = `${await readFile(ENTRANTS, 'utf8')}Tim,Berners,tim@,,\n`;
		return toForm(new File([rows], 'entrants.csv', { type: 'text/csv' }));
	},
	'draw-invoice-email': undefined,
	'codes-to-csv': undefined,
	'new-participants-to-the-team': undefined,
	'redeem-at-a-counter': async () => toForm('UNKNOWN'),
	'a-code-for-each-new-participant': undefined,
	'month-end-report': undefined,
	'unpaid-invoices': undefined,
	'referral-to-bonus-entries': async () =>
		toForm(
			'grace@example.com',
			'Ida',
			'Rhodes',
			'ida@example.com',
			'+12025550150',
			'["My friend has read the official rules and wants to enter"]',
		),
	'monthly-bookkeeping': undefined,
	'official-rules-to-the-team': async () =>
		toForm(new File(['%PDF-1.4'], 'rules.pdf', { type: 'application/pdf' }), 'legal@example.com'),
	'google-sheet-to-participants': undefined,
	'typeform-to-participant': undefined,
	'shop-order-to-bonus-entries': undefined,
	'new-winner-invoice-google-sheet-slack': undefined,
	'tell-the-winners': undefined,
	'sync-opt-outs': undefined,
	'check-your-account': undefined,
	'privacy-request': async () => toForm('grace@example.com', 'Find'),
};

/** Examples that are shown without a run, because they begin with an agent or need a folder or survey of the user. */
const NOT_RUN = [
	'survey-answers-to-spreadsheet',
	'mcp-server',
	'ask-about-a-sweepstakes',
	'chat-to-participant',
	'approve-by-email',
];

function toForm(...fields: Array<string | File>): FormData {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
	return form;
}

/**
 * Takes a screenshot of each example on the canvas, after a run if the example can run.
 *
 * @param isChosen whether to take the picture of the example with this file name
 */
export async function pictureExamples(
	n8n: RunningN8n,
	choices: Choices,
	isChosen: (name: string) => boolean,
): Promise<void> {
	await mkdir(PICTURES, { recursive: true });
	const editor = await openEditor(n8n.baseUrl, WINDOW);
	try {
		for (const [name, form] of Object.entries(EXAMPLES).filter(([one]) => isChosen(one))) {
			const workflow = withPinnedAnswers(name, fillIn(`${name}.json`, choices));
			await protectUpload(n8n, workflow);
			// The setting is needed because the editor shows a notice of a failed run only if the execution is saved.
			workflow.settings = { ...workflow.settings, saveManualExecutions: true };
			const stored = await n8n.createWorkflow(workflow);
			await editor.openWorkflow(stored.id);
			if (form) await runByForm(n8n, editor, stored, await form());
			else await editor.runWorkflow();
			await editor.screenshots(join(PICTURES, name));
		}
		for (const name of NOT_RUN.filter(isChosen)) {
			const { id } = await n8n.createWorkflow(fillIn(`${name}.json`, choices));
			await editor.openWorkflow(id);
			await editor.screenshots(join(PICTURES, name));
		}
	} finally {
		await editor.close();
	}
}

/** Selects a credential in a form that requires one. */
async function protectUpload(n8n: RunningN8n, { nodes }: WorkflowDefinition): Promise<void> {
	const form = nodes.find(({ parameters }) => parameters['authentication'] === 'basicAuth');
	if (!form) return;
	const credential = { name: 'Upload', type: 'httpBasicAuth', data: UPLOADER };
	form.credentials = { httpBasicAuth: await n8n.createCredential(credential) };
}

/** Starts the run in the editor, submits the form, and opens the next page. */
async function runByForm(
	{ baseUrl }: RunningN8n,
	editor: Editor,
	{ nodes }: WorkflowDefinition,
	body: FormData,
): Promise<void> {
	const url = `${baseUrl}/form-test/${nodes.find(({ type }) => type === FORM)!.webhookId}`;
	const authorization = `Basic ${btoa(`${UPLOADER.user}:${UPLOADER.password}`)}`;
	const headers = { ...AS_BROWSER, authorization };
	await editor.page.getByTestId('execute-workflow-button').first().click();
	while (!(await fetch(url, { headers })).ok) await sleep(POLL_MS);
	await seeEnding(await fetch(url, { method: 'POST', body, headers }));
	await editor.noticeOfEnd();
}

/** Opens the form page at the end of a workflow, if there is one, because the run ends only when that page is shown. */
async function seeEnding(submitted: Response): Promise<void> {
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl?: string };
	if (!formWaitingUrl) return;
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	while ((await (await fetch(status)).text()) !== 'form-waiting') await sleep(POLL_MS);
	await fetch(formWaitingUrl, { method: 'POST' });
}
