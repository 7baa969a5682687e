import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { findBaseUrlProblem, trimBaseUrl } from '../../nodes/shared/n8n/connection/base-url';
import { findTokenProblem, trimToken } from '../../nodes/shared/n8n/connection/credential';
import { ask, type Terminal } from './ask';
import { readClaims } from './claim';
import { createFetchTransport } from './fetch-transport';
import { PLAN } from './plan';
import { toReport, toText } from './report';
import { Run } from './run';
import { deleteMadeUp, describeWrites, makeUp, planWrites } from './write';

const TERMINAL: Terminal = { input: process.stdin, output: process.stdout };

/** Runs `npm run check:account`, which docs/check-your-account.md explains. */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const callsPerMinute = Number(options['calls-per-minute']);
	if (!/^[1-9]\d{0,5}$/.test(options['calls-per-minute']))
		throw new Error('--calls-per-minute takes a whole number from 1 on.');
	const baseUrl = await readBaseUrl(options['base-url']);
	const token = await readToken();
	const madeUp = makeUp();
	const plan = options.write ? [...PLAN, ...planWrites(madeUp)] : PLAN;
	if (options.write) {
		console.log(`${describeWrites(madeUp)}\n`);
		if ((await ask(TERMINAL, 'Type write to go on: ')) !== 'write') throw new Error('Nothing was sent.');
	}

	const claims = await readClaims(async (run) => await run.take(plan));
	const run = new Run({
		baseUrl,
		transport: createFetchTransport(token),
		callsPerMinute,
		onWait: (ms) => ms >= 10_000 && console.log(`  … waiting ${Math.ceil(ms / 1_000)} s for the rate limit`),
	});
	const left = `The sweepstakes “${madeUp.SweepstakesName}” may still be in your account. Look for it, and delete it.`;
	listenForStops(run, options.write ? left : '');
	let isClean = true;
	try {
		await run.take(plan, ({ step, result }) =>
			console.log(`  ${result === 'read' ? '✓' : '–'} ${step.name}`),
		);
	} finally {
		if (options.write) isClean = await deleteMadeUp(run, madeUp);
	}
	const report = toReport(run, claims);
	const file = `account-check-${report.day}.json`;
	writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
	console.log(`\n${toText(report)}`);
	if (!isClean) console.log(`\n${left}`);
	console.log(
		`\nThe report is in ${file}. It holds nothing that is in your account, only its form, so you can attach it to an issue.`,
	);
	if (!isClean || run.ended === 'failed') process.exitCode = 1;
}

/**
 * Reads the arguments. There is none for the token, because other users of this machine can see command lines.
 *
 * @throws Error that does not repeat the arguments, because one of them may be the token
 */
function readOptions(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				'base-url': { type: 'string' },
				'calls-per-minute': { type: 'string', default: '60' },
				write: { type: 'boolean', default: false },
			},
		}).values;
	} catch {
		throw new Error(
			'The command cannot read an argument. Its options are --write, --base-url <address> and --calls-per-minute <number>.',
		);
	}
}

async function readBaseUrl(given: string | undefined): Promise<string> {
	const baseUrl = given ?? (await ask(TERMINAL, 'Base URL: '));
	throwIf(findBaseUrlProblem({ baseUrl }));
	return trimBaseUrl(baseUrl);
}

async function readToken(): Promise<string> {
	const token = process.env.SWEEPSTAKES_API_TOKEN ?? (await ask(TERMINAL, 'API token (not shown): ', true));
	throwIf(findTokenProblem(token));
	return trimToken(token);
}

function throwIf(problem: string | undefined): void {
	if (problem) throw new Error(`${problem}.`);
}

/** A signal within this time, in ms, is the one that npm passes on, not a second Ctrl+C. */
const SAME_KEY_MS = 1_000;

/**
 * Stops the check at Ctrl+C or when the terminal is closed, so that it cleans up and reports. A second Ctrl+C ends it at
 * once.
 */
function listenForStops(run: Run, left: string): void {
	let stoppedAt: number | undefined;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => {
			if (signal === 'SIGINT' && stoppedAt !== undefined && Date.now() - stoppedAt > SAME_KEY_MS) {
				console.log(left);
				process.exit(130);
			}
			stoppedAt ??= Date.now();
			run.end();
		});
	// A closed terminal must not end the program before it has cleaned up.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => run.end());
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
