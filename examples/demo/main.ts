import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { startN8nWithPackage, type RunningN8n } from '../../tools/n8n/n8n';
import { OWNER, type Execution } from '../../tools/n8n/rest';
import { createSweepstakes } from '../../tools/sandbox';
import { mapColumns } from './columns';
import { Display } from './display';
import { importExample } from './example';
import { findNode, readExample } from './fill-in';
import { startFilledSandbox } from './filled-sandbox';
import { readOptions, USAGE, type DemoOptions } from './options';
import { progressLine, resultLine } from './progress-line';
import { importDrawInvoice, NODES } from './workflow';

const MINUTE_MS = 60_000;
const PROGRESS_MS = 500;

/**
 * Runs the demo. The returned promise settles after n8n has stopped and every folder has been removed.
 *
 * @param ending aborts on Ctrl+C
 */
async function main(ending: AbortSignal): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const { example, dialect } = options;
	const rows = await readRows(options.entrants);
	// The long entry form has the zip code, which is a column of the sample file.
	const accounts = [{ longForm: true, plan: { MaxApiCallsPerMinute: options.callsPerMinute } }];
	const sandbox =
		example === undefined
			? await startSandbox({ accounts, dialect, sample: false })
			: await startFilledSandbox(readExample(`${example}.json`), { accounts, dialect });
	say(`The sandbox listens at ${sandbox.baseUrl}.`);
	let n8n: RunningN8n | undefined;
	try {
		n8n = await startN8nWithPackage({ log: say, signal: ending });
		const working =
			example === undefined
				? importAndDraw(n8n, sandbox, options, rows)
				: importExample(n8n, sandbox, example, say);
		const workflowId = await Promise.race([working, throwOnAbort(ending)]);
		if (options.keep || example !== undefined) await keepOpen(n8n, workflowId, ending);
	} finally {
		await n8n?.stop();
		await sandbox.close();
	}
}

/**
 * Returns a signal that aborts on Ctrl+C, with the name of the process signal as its reason. A second Ctrl+C has no
 * effect, because it must not interrupt the cleanup, which takes some seconds.
 */
function untilInterrupted(): AbortSignal {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => {
			if (controller.signal.aborted) return;
			say('Ending the demo and removing what it made …');
			controller.abort(name);
		});
	}
	return controller.signal;
}

async function throwOnAbort(signal: AbortSignal): Promise<never> {
	if (!signal.aborted) await once(signal, 'abort');
	throw new Error('The demo was interrupted');
}

/** @returns the id of the workflow */
async function importAndDraw(
	n8n: RunningN8n,
	sandbox: Sandbox,
	options: DemoOptions,
	rows: Array<Record<string, string>>,
): Promise<string> {
	const workflowId = await prepare(n8n, sandbox, options, Object.keys(rows[0] ?? {}));
	say(`Adding ${rows.length} entrants, at most ${options.callsPerMinute} calls a minute …`);
	const executionId = await n8n.startWorkflow(workflowId, NODES.start);
	const execution = await watch(n8n, executionId, sandbox, options, rows.length);
	report(execution, sandbox, rows.length);
	return workflowId;
}

async function readRows(file: string): Promise<Array<Record<string, string>>> {
	return parse(await readFile(file), { columns: true, bom: true, skip_empty_lines: true });
}

/**
 * Does what a user does in the editor: creates the credential, imports the workflow, and selects the file, the columns
 * and the sweepstakes.
 */
async function prepare(
	n8n: RunningN8n,
	sandbox: Sandbox,
	options: DemoOptions,
	header: string[],
): Promise<string> {
	const { callsPerMinute } = options;
	const credential = await n8n.createAccountCredential(sandbox, { callsPerMinute });
	const { message } = await n8n.testCredential(credential.id!);
	say(`Credential test: ${message}`);

	const file = join(n8n.filesFolder, 'entrants.csv');
	await copyFile(options.entrants, file);
	const columns = mapColumns(header);
	say(
		`Columns: ${Object.entries(columns)
			.map(([target, column]) => `${column} → ${target.replace('_', ' ')}`)
			.join(', ')}.`,
	);
	const name = 'Demo Giveaway';
	const sweepstakes = {
		token: await createSweepstakes(sandbox, { Handler: 'DEMO', SweepstakesName: name }),
		name,
	};
	const workflow = importDrawInvoice({ file, columns, sweepstakes, winners: options.winners, credential });
	const adding = findNode(workflow, NODES.add);
	// Like the editor, this stores every field of the form. Otherwise, the editor would report that the node is outdated.
	const form = await n8n.resourceMapperFields(adding, 'getEntryFormFields', 'parameters.Fields');
	Object.assign(adding.parameters['Fields'] as INodeParameters, { schema: form.fields });
	// The calls above count toward the service's rate limit, but the node does not know about them. The sandbox's clock
	// therefore skips a minute.
	sandbox.advance(MINUTE_MS);
	sandbox.clearCalls();
	return (await n8n.createWorkflow(workflow)).id;
}

/** Shows the progress of the import until the execution ends. Then shows how long the import took. */
async function watch(
	n8n: RunningN8n,
	executionId: string,
	sandbox: Sandbox,
	{ callsPerMinute }: DemoOptions,
	total: number,
): Promise<Execution> {
	const patienceMs = 10 * MINUTE_MS + total * 1_000;
	let ended = false;
	const ending = n8n.waitForExecution(executionId, patienceMs).finally(() => (ended = true));
	const state = () => ({
		added: countReplies(sandbox, '/participants/add', 200),
		total,
		callsAt: sandbox.calls().map(({ at }) => at),
	});
	while (!ended) {
		display.progress(`  ${progressLine({ ...state(), callsPerMinute, now: sandbox.now() })}`);
		await Promise.race([ending.catch(() => {}), sleep(PROGRESS_MS)]);
	}
	say(`  ${resultLine(state())}`);
	return await ending;
}

function countReplies(sandbox: Sandbox, path: string, status: number): number {
	return sandbox.calls().filter((call) => call.path === path && call.status === status).length;
}

/** Prints the result, and sets exit code 1 if it differs from the service's records. */
function report(execution: Execution, sandbox: Sandbox, total: number): void {
	const { runData, error } = execution.data.resultData;
	const output = (node: string, branch = 0): IDataObject[] =>
		(runData[node]?.[0]?.data?.main?.[branch] ?? []).map(({ json }) => json);
	const invoices = output(NODES.invoice);
	const calls = sandbox.calls();
	const added = countReplies(sandbox, '/participants/add', 200);
	const alreadyIn = output(NODES.add).filter(({ existed }) => existed).length;
	const refused = calls.filter(({ status }) => status === 429 || status === 503).length;

	console.table({
		'entrants in the file': total,
		'entrants added': added,
		'entrants already in': alreadyIn,
		'rows to correct': output(NODES.add, 1).length,
		winners: output(NODES.draw).length,
		invoices: invoices.length,
		'calls made': calls.length,
		'calls refused': refused,
	});
	console.table(
		output(NODES.draw).map(({ FirstName, LastName, Email }, index) => ({
			winner: `${String(FirstName)} ${String(LastName)}`,
			email: Email,
			invoice: invoices[index]?.InvoiceNumber,
			total: invoices[index]?.Total,
			link: invoices[index]?.PublicLink,
		})),
	);
	for (const { error: reason } of output(NODES.add, 1)) say(`  to correct: ${String(reason)}`);
	if (error) say(`The workflow failed: ${error.message}`);
	const isWhole = added + alreadyIn + output(NODES.add, 1).length === total && refused === 0;
	if (execution.status !== 'success' || !isWhole) process.exitCode = 1;
}

async function keepOpen(n8n: RunningN8n, workflowId: string, ending: AbortSignal): Promise<void> {
	say(`The editor is open at ${n8n.baseUrl}/workflow/${workflowId}`);
	say(`  email     ${OWNER.email}`);
	say(`  password  ${OWNER.password}`);
	say('Past runs are listed under Executions. Ctrl+C ends the demo.');
	if (!ending.aborted) await once(ending, 'abort');
}

function say(line: string): void {
	display.say(line);
}

const display = new Display(process.stdout);
const ending = untilInterrupted();
main(ending).catch((error: Error) => {
	if (ending.aborted) {
		// Shells expect this code from a program that a signal has ended.
		process.exitCode = 128 + constants.signals[ending.reason as NodeJS.Signals];
	} else {
		process.stderr.write(`${error.message}\n\n${USAGE}\n`);
		process.exitCode = 1;
	}
});
