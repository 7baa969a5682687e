import { join } from 'node:path';

import { DateTime } from 'luxon';

import { startFilledSandbox } from '../../examples/demo/filled-sandbox';
import { fillIn, readExample } from '../../examples/demo/fill-in';
import { openEditor } from '../n8n/browser';
import type { RunningN8n } from '../n8n/n8n';
import { getOutput, type WorkflowDefinition } from '../n8n/rest';
import { firstSweepstakes } from '../sandbox';
import { PICTURES, WINDOW } from './examples';

/** The examples that make an HTML page. */
const PAPERS = ['draw-certificate', 'monday-report'];

/** The size of the window for a page, in pixels. The picture is as high as the page. */
const PAGE = { width: 900, height: 600 };

/** How long ago it was Monday noon, in ms. It is negative on a Monday morning. */
const SINCE_MONDAY_MS = Date.now() - DateTime.utc().startOf('week').set({ hour: 12 }).toMillis();

/** Returns an example that runs as it would have run on Monday. */
const onMonday = (workflow: WorkflowDefinition) =>
	JSON.parse(
		JSON.stringify(workflow).replaceAll('$now.', `$now.minus({ milliseconds: ${SINCE_MONDAY_MS} }).`),
	) as WorkflowDefinition;

/**
 * Takes screenshots of the examples that make an HTML page: of the canvas after a run, and of the page. Each example has
 * its own account, with a week of entries, and runs on a Monday.
 *
 * @param isChosen whether to take the pictures of the example with this file name
 */
export async function picturePapers(n8n: RunningN8n, isChosen: (name: string) => boolean): Promise<void> {
	for (const name of PAPERS.filter(isChosen)) {
		// Only in this dialect does the service report how many calls are left.
		const sandbox = await startFilledSandbox(readExample(`${name}.json`), {
			dialect: 'reference',
			now: () => Date.now() - SINCE_MONDAY_MS,
		});
		const editor = await openEditor(n8n.baseUrl, WINDOW);
		try {
			const credential = await n8n.createAccountCredential(sandbox);
			const choices = { credential, sweepstakes: await firstSweepstakes(sandbox) };
			const workflow = onMonday(fillIn(`${name}.json`, choices));
			workflow.settings = { ...workflow.settings, saveManualExecutions: true };
			const { id } = await n8n.createWorkflow(workflow);
			await editor.openWorkflow(id);
			await editor.runWorkflow();
			await editor.screenshots(join(PICTURES, name));

			const [summary] = await n8n.waitForExecutions(id, 1);
			const [page] = getOutput(await n8n.waitForExecution(summary!.id), 'Page');
			await editor.page.goto('about:blank');
			await editor.page.emulateMedia({ colorScheme: 'light' });
			await editor.page.setViewportSize(PAGE);
			await editor.page.setContent(String(page!['html']));
			await editor.page.screenshot({ path: join(PICTURES, `${name}-page.png`), fullPage: true });
		} finally {
			await editor.close();
			await sandbox.close();
		}
	}
}
