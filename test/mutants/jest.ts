import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

import type { Mutant } from './mutants';

export interface PlantedMutant extends Mutant {
	/** The number that activates the mutant. */
	number: number;
}

export const ROOT = resolve(__dirname, '../..');

/**
 * A line of a run's output. It reports the end of a test file or, if no mutant is active, the first time that a test
 * file uses a mutant.
 */
interface Entry {
	/** The path of the test file, relative to the root of the repository. */
	test: string;
	seconds?: number;
	/** The first failed test and its message. */
	why?: string;
	/** The number of the mutant that the test file used for the first time. */
	met?: number;
}

interface RunOptions {
	/** The test files to run; all by default. */
	tests?: readonly string[];
	/** The mutants to activate. */
	on?: readonly PlantedMutant[];
	/** Whether to run the files in this order, one at a time, until one fails. */
	untilFailure?: boolean;
	/** After how many seconds without the end of a test file the run is stopped, because a mutant loops. */
	limit?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const planted = join(folder, 'planted.json');
let runs = 0;

/** The process groups of the runs. If a group is killed, its workers are killed too. */
const running = new Set<number>();
const end = (group: number) => process.kill(-group, 'SIGKILL');
process.on('SIGINT', () => process.exit(1));
process.on('SIGTERM', () => process.exit(1));
process.on('exit', () => {
	running.forEach(end);
	rmSync(folder, { recursive: true });
});

/** Plants these mutants in the code of all further runs, but does not activate them. */
export function plant(mutants: readonly PlantedMutant[]): void {
	writeFileSync(planted, JSON.stringify(mutants));
}

/** Runs test files. The entry of a file that did not end has no `seconds`. */
export async function runTests({ tests, on, untilFailure, limit }: RunOptions): Promise<Entry[]> {
	const log = join(folder, `${(runs += 1)}.log`);
	writeFileSync(log, '');
	const files = tests?.map((test) => join(ROOT, test));
	const jest = [
		require.resolve('jest/bin/jest'),
		'--config',
		'test/mutants/jest.config.js',
		...(untilFailure ? ['--runInBand', '--bail'] : ['--maxWorkers=2']),
		...(files ? ['--runTestsByPath', ...files] : []),
	];
	const env = {
		...process.env,
		MUTANTS_PLANTED: planted,
		MUTANTS_LOG: log,
		MUTANTS_ON: on?.map(({ number }) => number).join(),
		MUTANTS_ORDER: untilFailure ? files?.join() : undefined,
	};
	const child = spawn(process.execPath, jest, { cwd: ROOT, env, stdio: 'ignore', detached: true });
	running.add(child.pid!);
	const watch = setInterval(() => {
		if (limit && Date.now() - statSync(log).mtimeMs > limit * 1_000) end(child.pid!);
	}, 1_000);
	await once(child, 'close');
	clearInterval(watch);
	running.delete(child.pid!);
	const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
	// With a mutant, an unhandled rejection can end jest before its first report.
	if (lines.length === 0 && !on) throw new Error('jest ran no test.');
	return lines
		.map((line) => JSON.parse(line) as Entry)
		.map((entry) => ({ ...entry, test: relative(ROOT, entry.test) }));
}
