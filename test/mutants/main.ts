/**
 * `npm run mutants -- --count 60 --seed 1` plants random faults in the package's code, and reports the faults that `npm
 * test` does not catch. `--json FILE` also writes the report as data.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { plant, ROOT, runTests, type PlantedMutant } from './jest';
import { listMutants, pickMutants, type Mutant } from './mutants';

/** A mutant with its result. */
interface HuntedMutant extends PlantedMutant {
	/** The test files that use the mutant. Those that are most likely to catch it come first. */
	tests: string[];
	/** The test file that caught the mutant, and the first failure in it. */
	caughtBy?: { test: string; why: string };
}

/** The time limit for testing one mutant alone, in seconds. */
const ALONE_SECONDS = 30;

/** The duration of each test file in seconds. */
const secondsByTest = new Map<string, number>();

const sum = (tests: readonly string[]) => tests.reduce((all, test) => all + secondsByTest.get(test)!, 0);

const toLimit = (tests: readonly string[]) =>
	Math.round(60 + 5 * Math.max(...tests.map((test) => secondsByTest.get(test)!)));

const alive = (mutants: readonly HuntedMutant[]) => mutants.filter(({ caughtBy }) => !caughtBy);

/**
 * Runs all tests while every mutant is inactive, to measure the durations of the test files and to learn which mutants
 * they use. Test files that already fail are ignored.
 */
async function learn(mutants: readonly PlantedMutant[]): Promise<HuntedMutant[]> {
	const entries = await runTests({});
	for (const { test, seconds, why } of entries) {
		if (why) print(`${test} fails without mutants:\n${why}`);
		else if (seconds !== undefined) secondsByTest.set(test, seconds);
	}
	return mutants.map((mutant) => {
		const met = entries.filter((entry) => entry.met === mutant.number && secondsByTest.has(entry.test));
		const tests = met.map(({ test }) => test);
		return { ...mutant, tests: inOrder(mutant, tests) };
	});
}

/** Sorts test files: first the files named like the mutant's file, and then the fast ones. */
function inOrder({ file }: Mutant, tests: string[]): string[] {
	const words = new Set(listWords(file));
	const alike = (test: string) => listWords(test).filter((word) => words.has(word)).length;
	return tests.sort((one, other) => alike(other) - alike(one) || sum([one]) - sum([other]));
}

/** Returns the words of a path that distinguish one part of the package from another. */
const listWords = (path: string) =>
	(path.match(/[A-Z]?[a-z]{3,}/g) ?? [])
		.map((word) => word.toLowerCase().replace(/s$/, ''))
		.filter((word) => !['test', 'node', 'shared', 'sweepstake'].includes(word));

/** Tests each mutant alone, with as many of its test files as the time limit allows. */
async function tryAlone(mutants: readonly HuntedMutant[]): Promise<void> {
	await inPairs(mutants, async (mutant) => {
		const few = mutant.tests.filter((_, index) => sum(mutant.tests.slice(0, index)) < ALONE_SECONDS);
		await isCaught([mutant], few);
	});
}

/**
 * Tests all mutants together. A test file that fails runs again with fewer and fewer mutants, until it is known which
 * of them it catches.
 */
async function tryTogether(mutants: readonly HuntedMutant[], tests: readonly string[]): Promise<void> {
	if (tests.length === 0) return;
	const entries = await runTests({ tests, on: mutants, limit: toLimit(tests) });
	const passed = new Set(entries.filter(({ why }) => why === undefined).map(({ test }) => test));
	const failed = tests.filter((test) => !passed.has(test));
	await inPairs(failed, async (test) => await findCulprits(mutants, test));
	// A caught mutant can mask another one, so the remaining mutants run again.
	const left = alive(mutants);
	if (left.length < mutants.length) await tryTogether(left, failed);
}

/** Finds the mutants that make a test file fail. */
async function findCulprits(mutants: readonly HuntedMutant[], test: string): Promise<void> {
	const suspects = alive(mutants).filter(({ tests }) => tests.includes(test));
	if (!(await isCaught(suspects, [test])) || suspects.length === 1) return;
	const middle = suspects.length >> 1;
	await findCulprits(suspects.slice(0, middle), test);
	await findCulprits(suspects.slice(middle), test);
}

/**
 * Whether one of the tests fails with these mutants. If there is only one mutant, that test counts as the one that
 * caught it.
 */
async function isCaught(mutants: readonly HuntedMutant[], tests: readonly string[]): Promise<boolean> {
	if (mutants.length === 0 || tests.length === 0) return false;
	const limit = toLimit(tests);
	const entries = await runTests({ tests, on: mutants, untilFailure: true, limit });
	const failed = entries.find(({ why }) => why !== undefined)?.test ?? tests[entries.length];
	if (failed === undefined) return false;
	const [mutant] = mutants;
	if (mutants.length === 1) {
		mutant!.caughtBy = { test: failed, why: entries.at(-1)?.why ?? `It did not end, or ended jest.` };
		print(`${describePlace(mutant!)}\n    caught by ${failed}`);
	}
	return true;
}

/** Works on two elements at a time. */
async function inPairs<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
	const rest = list.values();
	const worker = async () => {
		for (const one of rest) await work(one);
	};
	await Promise.all([worker(), worker()]);
}

const describePlace = ({ file, at, original, replacement }: Mutant) =>
	`${file}:${at}  ${shorten(original)}  →  ${shorten(replacement)}`;

const shorten = (text: string) => text.replace(/\s+/g, ' ').replace(/^(.{60}).{2,}$/, '$1…');

const print = (line: string) => void process.stdout.write(`${line}\n`);

const allMutants = () =>
	['credentials', 'nodes']
		.flatMap((folder) =>
			readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
				.map((file) => `${folder}/${file}`)
				.sort(),
		)
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => listMutants(file, readFileSync(join(ROOT, file), 'utf8')))
		.map((mutant, number) => ({ ...mutant, number }));

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			count: { type: 'string', default: '60' },
			seed: { type: 'string', default: '1' },
			json: { type: 'string' },
		},
	});
	const picked = pickMutants(allMutants(), Number(values.count), Number(values.seed));
	plant(picked);
	const start = performance.now();
	const mutants = await learn(picked);
	const learnt = performance.now();
	await tryAlone(mutants);
	const tried = performance.now();
	const left = alive(mutants);
	await tryTogether(left, [...new Set(left.flatMap(({ tests }) => tests))]);
	const [all, alone, together] = [learnt - start, tried - learnt, performance.now() - tried].map((ms) =>
		Math.round(ms / 1_000),
	);
	print('\nNot caught:');
	for (const mutant of alive(mutants))
		print(`${describePlace(mutant)}\n    met by ${mutant.tests.length} test files`);
	print(`\n${mutants.length - alive(mutants).length} of ${mutants.length} caught`);
	print(`All tests took ${all} s, each mutant alone ${alone} s, the rest together ${together} s.`);
	if (values.json) writeFileSync(values.json, JSON.stringify(mutants, null, '\t'));
}

void main();
