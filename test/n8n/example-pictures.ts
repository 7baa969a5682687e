import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { filledIn, type Choices } from '../../examples/demo/fillIn';
import { openEditor, type Editor } from './browser';
import type { RunningN8n } from './n8n';
import { AS_BROWSER, type WorkflowDefinition } from './rest';

const PICTURES = resolve(__dirname, '../../docs/pictures/examples');
const ENTRANTS = resolve(__dirname, '../../examples/entrants.csv');

/** Wide enough for the longest example at a size at which its notes can be read. */
export const WINDOW = { width: 1680, height: 860 };

const FORM = 'n8n-nodes-base.formTrigger';
const UPLOADER = { user: 'team', password: 'picture' };
const POLL_MS = 100;

/** The examples by their file names, each with what is sent in where it begins with a form. */
const EXAMPLES: Record<string, (() => Promise<FormData>) | undefined> = {
	'form-to-participant': async () =>
		formOf('Ida', 'Rhodes', 'ida.rhodes@example.com', '+12025550150', '["I have read the official rules"]'),
	'spreadsheet-to-participants': async () => {
		const rows = `${await readFile(ENTRANTS, 'utf8')}Tim,Berners,tim@,,\n`;
		return formOf(new File([rows], 'entrants.csv', { type: 'text/csv' }));
	},
	'draw-email-invoice': undefined,
	'codes-to-csv': undefined,
	'new-participant-to-group': undefined,
	'month-end-report': undefined,
};

function formOf(...fields: Array<string | File>): FormData {
	const form = new FormData();
	for (const [index, value] of fields.entries()) form.set(`field-${index}`, value);
	return form;
}

/** Pictures each example on the canvas, after a run. */
export async function pictureExamples(n8n: RunningN8n, choices: Choices): Promise<void> {
	await mkdir(PICTURES, { recursive: true });
	const editor = await openEditor(n8n.baseUrl, WINDOW);
	try {
		for (const [name, form] of Object.entries(EXAMPLES)) {
			const workflow = filledIn(`${name}.json`, choices);
			await protectUpload(n8n, workflow);
			// The editor gives no notice of a failed run that is not kept.
			workflow.settings = { ...workflow.settings, saveManualExecutions: true };
			const { id } = await n8n.createWorkflow(workflow);
			await editor.openWorkflow(id);
			if (form) await runByForm(n8n, editor, workflow, await form());
			else await editor.runWorkflow();
			await editor.screenshots(join(PICTURES, name));
		}
	} finally {
		await editor.close();
	}
}

/** Chooses a credential in a form that asks for one. */
async function protectUpload(n8n: RunningN8n, { nodes }: WorkflowDefinition): Promise<void> {
	const form = nodes.find(({ parameters }) => parameters['authentication'] === 'basicAuth');
	if (!form) return;
	const credential = { name: 'Upload', type: 'httpBasicAuth', data: UPLOADER };
	form.credentials = { httpBasicAuth: await n8n.createCredential(credential) };
}

/** Does in the editor what a person does: starts the run, sends the form in, and looks at the page that follows. */
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

/** Where the workflow has an ending for the form, its run is over when the ending has been shown. */
async function seeEnding(submitted: Response): Promise<void> {
	const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl?: string };
	if (!formWaitingUrl) return;
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	while ((await (await fetch(status)).text()) !== 'form-waiting') await sleep(POLL_MS);
	await fetch(formWaitingUrl, { method: 'POST' });
}
