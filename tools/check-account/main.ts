import { readFileSync, writeFileSync } from 'node:fs';

import { findBaseUrlProblem, trimBaseUrl } from '../../nodes/shared/n8n/connection/base-url';
import { findTokenProblem, trimToken } from '../../nodes/shared/n8n/connection/credential';
import { AddedRecords, toName, type AddedRecord } from './added';
import { ask, askSecretly, type Terminal } from './ask';
import { createFetchTransport } from './fetch-transport';
import { READING_GUESSES } from './guesses';
import { readOptions, USAGE, type Options } from './options';
import { PLAN } from './plan';
import { Progress } from './progress';
import { toReport } from './report';
import { Run } from './run';
import { listenForStops } from './stop';
import { describeLeft, mostCalls, describePlan, reportInWords } from './table';
import { accountKey, keepUnfinished, readUnfinished, UNFINISHED_FILE } from './unfinished';
import { takeBack, tryWriting, WRITES_IN_WORDS, WRITING_CALLS } from './write';
import { WRITING_GUESSES } from './writing-guesses';

const TERMINAL: Terminal = { input: process.stdin, output: process.stdout };

/** Runs `npm run check:account`, which docs/check-your-account.md explains. */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2), mostCalls(PLAN) + WRITING_CALLS);
	if (options.help) return console.log(USAGE);
	const baseUrl = await baseUrlFor(options);
	const token = await tokenFor(options);
	const account = accountKey(baseUrl, token);
	const unfinished = listUnfinished(account);
	console.log(`What is read\n${describePlan(PLAN, options.calls)}`);
	if (options.write !== undefined) await confirmWriting(options.write);

	const progress = new Progress((line) => console.log(line));
	const run = new Run(
		{ baseUrl, transport: createFetchTransport(token), callsPerMinute: options.callsPerMinute },
		options.calls,
		{
			onSent: (call) => progress.onSent(call),
			onAnswered: () => progress.onAnswered(),
			onWait: (ms) => progress.onWait(ms),
		},
	);
	const added = new AddedRecords(unfinished, (list) => keepUnfinished({ account, added: [...list] }));
	listenForStops(
		process,
		() => {
			console.log('Stopping. First, everything that was added is removed.');
			run.end();
		},
		() => endAtOnce(added),
	);
	if (unfinished.length > 0) {
		console.log(
			`An earlier check may have left these, and they are removed now: ${added.names().join(', ')}`,
		);
		await takeBack(run, added);
	}
	await run.read(PLAN, ({ step, result }) => console.log(`  ${result === 'read' ? '✓' : '–'} ${step.name}`));
	const guesses = options.write === undefined ? READING_GUESSES : [...READING_GUESSES, ...WRITING_GUESSES];
	let problem = '';
	if (options.write !== undefined) {
		console.log('  … adding records, and removing them again');
		await tryWriting(run, options.write, added).catch((error: Error) => (problem = error.message));
	}
	const report = toReport(run.seen, guesses, added.list);
	const file = `account-check-${report.day}.json`;
	writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
	console.log(`\n${reportInWords(report, added.names())}`);
	if (problem) console.log(`\n${problem}`);
	console.log(
		`\nThe report is in ${file}. It holds nothing that is in your account, only its form, so you can attach it to an issue.`,
	);
	if (problem || added.list.length > 0) process.exitCode = 1;
}

/** Ends the program at once after a second Ctrl+C. The file with unfinished work is kept for the next run. */
function endAtOnce(added: AddedRecords): never {
	if (added.list.length > 0) console.log(describeLeft(added.names()));
	process.exit(130);
}

/** Returns the records that an earlier check of this account may have left behind. */
function listUnfinished(account: string): AddedRecord[] {
	const unfinished = readUnfinished();
	if (!unfinished) return [];
	if (unfinished.account === account) return unfinished.added;
	throw new Error(
		`An earlier check of another account may have left there: ${unfinished.added.map(toName).join(', ')}. Run the check with that Base URL and token to remove them, or delete ${UNFINISHED_FILE}.`,
	);
}

async function baseUrlFor({ baseUrl }: Options): Promise<string> {
	const given = baseUrl ?? (await ask(TERMINAL, 'Base URL: '));
	const problem = findBaseUrlProblem({ baseUrl: given });
	if (problem) throw new Error(`${problem}.`);
	return trimBaseUrl(given);
}

async function tokenFor({ tokenFile }: Options): Promise<string> {
	const token =
		(tokenFile === undefined ? process.env.SWEEPSTAKES_API_TOKEN : readTokenFile(tokenFile)) ??
		(await askSecretly(TERMINAL, 'API token (not shown): '));
	const problem = findTokenProblem(token);
	if (problem) throw new Error(`${problem}.`);
	return trimToken(token);
}

/** @throws Error without the name of the file, because somebody may have entered the token in its place */
function readTokenFile(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		throw new Error('The file of --token-file cannot be read. It must contain only the API token.');
	}
}

async function confirmWriting(handler: string): Promise<void> {
	console.log(`What is written in the sweepstakes ${handler}\n${WRITES_IN_WORDS}\n`);
	const typed = await ask(TERMINAL, 'Type the handler of this sweepstakes to go on: ');
	if (typed !== handler) throw new Error('That is not the handler. Nothing was sent.');
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
