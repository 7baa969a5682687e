import { readFileSync, writeFileSync } from 'node:fs';

import { baseUrlProblem, trimmedBaseUrl } from '../../nodes/shared/n8n/connection/baseUrl';
import { tokenProblem, trimmedToken } from '../../nodes/shared/n8n/connection/token';
import { throughFetch } from '../../nodes/shared/n8n/connection/transports';
import { ask, askSecretly, type Terminal } from './ask';
import { READING_GUESSES } from './guesses';
import { readOptions, USAGE, type Options } from './options';
import { PLAN } from './plan';
import { reportOf } from './report';
import { Run } from './run';
import { planInWords, reportInWords } from './table';
import { tryWriting, WRITING_GUESSES, WRITES_IN_WORDS } from './write';

const TERMINAL: Terminal = { input: process.stdin, output: process.stdout };

/** `npm run check:account`; docs/check-your-account.md explains it. */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return console.log(USAGE);
	const baseUrl = await baseUrlFor(options);
	const token = await tokenFor(options);
	console.log(`What is read\n${planInWords(PLAN, options.calls)}`);
	const mayWrite = options.write !== undefined && (await confirmsWriting(options.write));
	const run = new Run(
		{ baseUrl, transport: throughFetch(token), callsPerMinute: options.callsPerMinute },
		options.calls,
	);
	let isStopped = false;
	let isWriting = false;
	process.on('SIGINT', () => {
		// Added records are still removed. A second Ctrl-C ends the process at once.
		if (!isWriting || isStopped) run.end();
		isStopped = true;
	});
	await run.read(PLAN, ({ step, result }) => console.log(`  ${result === 'read' ? '✓' : '–'} ${step.name}`));
	isWriting = mayWrite && !isStopped;
	const left = isWriting ? await tryWriting(run, options.write!, () => isStopped).catch(nothingWritten) : [];
	const guesses = mayWrite ? [...READING_GUESSES, ...WRITING_GUESSES] : READING_GUESSES;
	const report = reportOf(run.seen, guesses);
	const file = `account-check-${report.day}.json`;
	writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
	console.log(`\n${reportInWords(report)}`);
	if (left.length > 0) console.log(`\nStill there, because it could not be removed: ${left.join(', ')}`);
	console.log(
		`\nThe report is in ${file}. It holds no value of your account, so you can attach it to an issue.`,
	);
}

/** The results of reading are reported even so. */
function nothingWritten(error: Error): string[] {
	console.log(error.message);
	return [];
}

async function baseUrlFor({ baseUrl }: Options): Promise<string> {
	const given = baseUrl ?? (await ask(TERMINAL, 'Base URL: '));
	const problem = baseUrlProblem({ baseUrl: given });
	if (problem) throw new Error(`${problem}.`);
	return trimmedBaseUrl(given);
}

async function tokenFor({ tokenFile }: Options): Promise<string> {
	const token =
		(tokenFile === undefined ? process.env.SWEEPSTAKES_API_TOKEN : readFileSync(tokenFile, 'utf8')) ??
		(await askSecretly(TERMINAL, 'API token (is not shown): '));
	const problem = tokenProblem(token);
	if (problem) throw new Error(`${problem}.`);
	return trimmedToken(token);
}

async function confirmsWriting(handler: string): Promise<boolean> {
	console.log(`What is written in the sweepstakes ${handler}\n${WRITES_IN_WORDS}\n`);
	const typed = await ask(TERMINAL, 'Type the handler of this sweepstakes to go on: ');
	if (typed === handler) return true;
	throw new Error('That is not the handler. Nothing was sent.');
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
