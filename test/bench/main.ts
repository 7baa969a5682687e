/**
 * `npm run bench` measures every figure of docs/benchmarks.md in one run and writes that page. `--part D`, given once
 * or several times, selects parts. `--rehearsal` uses smaller sizes. With either flag, the page is not written.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

import { installHost, type Host } from '../../tools/n8n/install';
import { startN8nWithPackage, type RunningN8n } from '../../tools/n8n/n8n';
import { installPackage, packPackage } from '../../tools/n8n/package';
import { removeFolder, run } from '../../tools/n8n/processes';
import { bulkReport, measureBulk } from './bulk';
import { callsReport, measureCalls, measureRequests } from './calls';
import { fairnessReport, measureFairness } from './fairness';
import { measureQueue, queueReport } from './queue';
import { measureReading, readingReport } from './reading';
import { markdownTable, missedTargets, type PartReport } from './report';
import { measureWorkers, workersReport } from './workers';

const DOCS = resolve(__dirname, '../../docs');

/** The average number of busy processes on this machine in the minute before the run. */
const [LOAD] = loadavg() as [number];

/** The highest load per core at which this machine counts as idle. Building the package causes less than this. */
const IDLE_LOAD = 0.25;

/** The sizes for the documentation. */
const FULL = {
	bulk: { rows: 500, callsPerMinute: 150, latencyMs: 30 },
	fairness: { pages: 5_000, runs: 20, latencyMs: 30 },
	reading: { length: 100_000, rounds: 3 },
	workers: {
		rows: 440,
		callsPerMinute: 150,
		counts: [1, 4, 8],
		latenciesMs: [30, 200],
		rounds: 3,
		apartMs: 5_500,
	},
	queue: { rows: 440, callsPerMinute: 150, latencyMs: 30, workers: 2 },
	calls: { rows: 100 },
};

/** The sizes for a quick check of the benchmark itself. The resulting figures mean nothing. */
const REHEARSAL: typeof FULL = {
	bulk: { rows: 20, callsPerMinute: 150, latencyMs: 30 },
	fairness: { pages: 500, runs: 3, latencyMs: 30 },
	reading: { length: 5_000, rounds: 1 },
	workers: {
		rows: 16,
		callsPerMinute: 150,
		counts: [1, 4, 8],
		latenciesMs: [30, 200],
		rounds: 1,
		apartMs: 2_000,
	},
	queue: { rows: 16, callsPerMinute: 150, latencyMs: 30, workers: 2 },
	calls: { rows: 10 },
};

type Sizes = typeof FULL;

/**
 * What the parts in `BY_THEMSELVES` need: an installed n8n, and the package, packed as for publishing and installed.
 */
interface PublishedPackage {
	sizes: Sizes;
	host: Host;
	packageFolder: string;
}

/** What the parts in `IN_N8N` need. */
interface N8nTools {
	sizes: Sizes;
	n8n: RunningN8n;
}

type Parts<Tools> = Record<string, (tools: Tools) => Promise<PartReport>>;

/** The parts that do not use the shared n8n instance, in order. */
const BY_THEMSELVES: Parts<PublishedPackage> = {
	// This part comes first, so that the benchmark fails at once if Redis is missing.
	E: async ({ sizes: { queue } }) => queueReport(await measureQueue(queue), queue),
	C: async ({ host, packageFolder, sizes: { reading } }) =>
		readingReport(await measureReading(packageFolder, host.node, reading), reading),
	D: async ({ packageFolder, sizes: { workers } }) => {
		// Many processes at once would slow down one that is measured alone.
		const [alone, ...several] = workers.counts;
		const results = [
			...(await measureWorkers(packageFolder, { ...workers, counts: [alone!] })),
			...(await measureWorkers(packageFolder, { ...workers, counts: several })),
		];
		return workersReport(results, workers);
	},
};

/** The parts that share an n8n instance, in order. */
const IN_N8N: Parts<N8nTools> = {
	F: async ({ n8n, sizes: { calls } }) =>
		callsReport(await measureCalls(n8n, calls), await measureRequests(n8n, calls), calls),
	B: async ({ n8n, sizes: { fairness } }) => fairnessReport(await measureFairness(n8n, fairness), fairness),
	A: async ({ n8n, sizes: { bulk } }) => bulkReport(await measureBulk(n8n, bulk), bulk),
};

const LETTERS = [...Object.keys(BY_THEMSELVES), ...Object.keys(IN_N8N)].sort();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { rehearsal: { type: 'boolean', default: false }, part: { type: 'string', multiple: true } },
	});
	const chosen = values.part ?? LETTERS;
	const unknown = chosen.filter((letter) => !LETTERS.includes(letter));
	if (unknown.length > 0) {
		console.error(`There is no part ${unknown.join(', ')}. The parts are ${LETTERS.join(', ')}.`);
		process.exitCode = 1;
		return;
	}
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const host = await installHost();
		const parts = await measure(host, folder, values.rehearsal ? REHEARSAL : FULL, chosen);
		if (values.rehearsal || values.part) show(parts);
		else await write(host, parts);
		const figures = parts.flatMap((part) => part.figures);
		console.table(
			figures.map(({ part, what, measured, bar, reached }) => ({ part, what, measured, bar, reached })),
		);
		if (!values.rehearsal && figures.some(({ reached }) => !reached)) process.exitCode = 1;
	} finally {
		await removeFolder(folder);
	}
}

/** @returns the chosen parts, by letter */
async function measure(host: Host, folder: string, sizes: Sizes, chosen: string[]): Promise<PartReport[]> {
	const reports: PartReport[] = [];
	const measureEach = async <Tools>(parts: Parts<Tools>, tools: Tools) => {
		for (const [letter, part] of Object.entries(parts)) {
			if (!chosen.includes(letter)) continue;
			say(`Measuring part ${letter} …`);
			reports.push(await part(tools));
		}
	};
	const tarball = await packPackage();
	try {
		await installPackage(tarball, folder);
		const packageFolder = join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-sweepstakes');
		await measureEach(BY_THEMSELVES, { sizes, host, packageFolder });
	} finally {
		await removeFolder(dirname(tarball));
	}
	if (Object.keys(IN_N8N).some((letter) => chosen.includes(letter))) {
		const n8n = await startN8nWithPackage();
		try {
			await measureEach(IN_N8N, { sizes, n8n });
		} finally {
			await n8n.stop();
		}
	}
	return reports.toSorted((a, b) => a.title.localeCompare(b.title));
}

function show(parts: PartReport[]): void {
	for (const { title, table } of parts) say(`\n${title}\n\n${markdownTable(table.head, table.rows)}`);
}

/** What the figures mean for a user. */
const SUMMARY =
	'The rate limit of your plan decides how long a job takes. These nodes take little longer than the shortest possible time, the floor (A), even if several n8n processes share the plan (D, E). A small job doesn’t wait for a big one (B). Listing 100,000 participants takes about as much memory as n8n’s request helper needs (C).';

async function write({ version, node }: Host, parts: PartReport[]): Promise<void> {
	const nodeOfN8n = (await run(node, ['--version'], { cwd: DOCS })).trim().slice(1);
	const cores = cpus();
	const machine = `${cores[0]?.model.trim()}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
	const load = `load average ${LOAD.toFixed(1)} at the start: ${LOAD < IDLE_LOAD * cores.length ? 'idle' : `**busy** (idle is below ${IDLE_LOAD * cores.length})`}`;
	const text = [
		'# Benchmarks',
		SUMMARY,
		`Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: n8n ${version} on Node ${nodeOfN8n}, sandboxes on Node ${process.versions.node}, ${machine}, ${load}.`,
		'![Rows entered over time](benchmarks.svg)',
		...parts.flatMap(({ title, how, table: { head, rows } }) => [
			`## ${title}`,
			how,
			markdownTable(head, rows),
		]),
		'## Missed targets',
		missedTargets(parts.flatMap(({ figures }) => figures)),
	].join('\n\n');
	const file = join(DOCS, 'benchmarks.md');
	await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
	for (const { picture } of parts) if (picture) await writeFile(join(DOCS, 'benchmarks.svg'), picture);
}

const say = (line: string) => console.log(line);

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
