import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { findBaseUrlProblem, trimBaseUrl } from '../../nodes/shared/n8n/connection/base-url';
import { findTokenProblem, trimToken } from '../../nodes/shared/n8n/connection/credential';
import { askQuestions, type Terminal } from './ask';
import { readClaims } from './claim';
import { createFetchTransport } from './fetch-transport';
import { PLAN } from './plan';
import { toReport } from './report';
import { Run } from './run';
import { deleteMadeUp, describeWrites, makeUp, planWrites } from './write';

/**
 * Runs `npm run check:account`, which docs/check-your-account.md explains.
 *
 * @returns whether the check came to its end, and nothing is left of what it made up
 * @throws Error that does not contain the token, if the check cannot begin
 */
export async function checkAccount(args: string[], terminal: Terminal): Promise<boolean> {
	const { write, 'calls-per-minute': callsPerMinute } = readOptions(args);
	const madeUp = makeUp();
	const { baseUrl, token } = await askQuestions(terminal, async (ask) => {
		const given = await ask('Base URL: ');
		throwIf(findBaseUrlProblem({ baseUrl: given }));
		const secret = await ask('API token (not shown): ', true);
		throwIf(findTokenProblem(secret));
		if (write) {
			terminal.output.write(`${describeWrites(madeUp)}\n`);
			if ((await ask('Type write to go on: ')) !== 'write') throw new Error('Nothing was sent.');
		}
		return { baseUrl: trimBaseUrl(given), token: trimToken(secret) };
	});

	const plan = write ? [...PLAN, ...planWrites(madeUp)] : PLAN;
	const claims = await readClaims(plan);
	const print = (text: string) => terminal.output.write(`${text}\n`);
	const run = new Run({
		baseUrl,
		transport: createFetchTransport(token),
		callsPerMinute: Number(callsPerMinute),
		onWait: (ms) => ms >= 10_000 && print(`  … waiting ${Math.ceil(ms / 1_000)} s for the rate limit`),
	});
	stopAtSignals(run, terminal);
	let isClean = true;
	try {
		await run.take(plan, ({ name }) => print(`  ${name}`));
	} finally {
		if (write) isClean = await deleteMadeUp(run, madeUp);
	}
	const report = toReport(run, claims);
	const file = `account-check-${new Date().toISOString().slice(0, 10)}.txt`;
	writeFileSync(file, `${report}\n`);
	print(`\n${report}\n`);
	if (!isClean)
		print(
			`The sweepstakes “${madeUp.SweepstakesName}” may still be in your account. Look for it, and delete it.`,
		);
	print(
		`The report is in ${file}. It contains no values from your account, so you can attach it to an issue.`,
	);
	return isClean && !run.ended;
}

/**
 * Reads the arguments. There is none for the token, because other users of this machine can see command lines.
 *
 * @throws Error that does not repeat the arguments, because one of them may be the token
 */
function readOptions(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				write: { type: 'boolean', default: false },
				'calls-per-minute': { type: 'string', default: '60' },
			},
		});
		if (/^[1-9]\d{0,5}$/.test(values['calls-per-minute'])) return values;
	} catch {
		// The same message as for a number that is not whole.
	}
	throw new Error(
		'The command cannot read an argument. Its options are --write and --calls-per-minute <whole number>.',
	);
}

function throwIf(problem: string | undefined): void {
	if (problem) throw new Error(`${problem}.`);
}

/** Ends the check at Ctrl+C or when the terminal is closed, so that it cleans up and reports. */
function stopAtSignals(run: Run, { output }: Terminal): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.end());
	// A closed terminal must not end the program before it has cleaned up.
	for (const stream of [output, process.stderr]) stream.on('error', () => run.end());
}
