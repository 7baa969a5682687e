/** `npm run bench`: measures every figure of docs/benchmarks.md in one run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

import { installHost, type Host } from '../../tools/n8n/install';
import { startN8nWithPackage } from '../../tools/n8n/n8n';
import { installPackage, packPackage } from '../../tools/n8n/package';
import { run } from '../../tools/n8n/processes';
import { bulkReport, measureBulk, type BulkResult } from './bulk';
import { makeCertificate } from './certificate';
import { costReport, measureCost } from './cost';
import { fairnessReport, measureFairness } from './fairness';
import { measurePerCall, perCallReport } from './per-call';
import { pictureOf } from './picture';
import { measureReading, readingReport } from './reading';
import { figuresTable, markdownTable, type PartReport } from './report';
import { measureResume, resumeReport } from './resume';
import { measureWorkers, workersReport } from './workers';

const DOCS = resolve(__dirname, '../../docs');

/** The sizes that the documentation reports. */
const FULL = {
	bulk: { rows: 450, callsPerMinute: 150, latencyMs: 30 },
	perCall: { calls: 100, rounds: 2 },
	fairness: { pages: 5_000, runs: 20, latencyMs: 30 },
	reading: { lengths: [20_000, 100_000] },
	resume: { rows: 1_000, entered: 900 },
	costCalls: 300,
	workers: { rows: 448, callsPerMinute: 150, latencyMs: 30, counts: [1, 2, 4] },
};

/** A quick check that the benchmark itself works. Its figures mean nothing. */
const REHEARSAL: typeof FULL = {
	bulk: { rows: 20, callsPerMinute: 150, latencyMs: 30 },
	perCall: { calls: 10, rounds: 2 },
	fairness: { pages: 500, runs: 3, latencyMs: 30 },
	reading: { lengths: [1_000, 5_000] },
	resume: { rows: 100, entered: 90 },
	costCalls: 50,
	workers: { rows: 16, callsPerMinute: 150, latencyMs: 30, counts: [1, 2, 4] },
};

async function main(): Promise<void> {
	const { values } = parseArgs({ options: { rehearsal: { type: 'boolean', default: false } } });
	const sizes = values.rehearsal ? REHEARSAL : FULL;
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		const host = await installHost();
		const { parts, bulk } = await measure(host, folder, sizes);
		const figures = parts.flatMap((part) => part.figures);
		console.table(
			figures.map(({ part, what, measured, bar, reached }) => ({ part, what, measured, bar, reached })),
		);
		if (!values.rehearsal) await write(host, parts, bulk);
		if (figures.some(({ reached }) => reached === false)) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function measure(host: Host, folder: string, sizes: typeof FULL) {
	const tarball = await packPackage();
	const certificate = makeCertificate(folder);
	await installPackage(tarball, folder);
	const packageFolder = join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-sweepstakes');

	say('F. cost of our own code');
	const cost = costReport(await measureCost(host, tarball, packageFolder, sizes.costCalls));
	say('D. a long list');
	const reading = readingReport(await measureReading(packageFolder, host.node, sizes.reading), sizes.reading);

	await rm(dirname(tarball), { recursive: true });
	say('G. several processes');
	const workers = workersReport(await measureWorkers(sizes.workers), sizes.workers);
	const n8n = await startN8nWithPackage({ env: { NODE_EXTRA_CA_CERTS: certificate.cert } });
	try {
		say('E. an import that is run again');
		const resume = resumeReport(await measureResume(n8n, sizes.resume), sizes.resume);
		say('C. a small job beside a big one');
		const fairness = fairnessReport(await measureFairness(n8n, sizes.fairness), sizes.fairness);
		say('B. one call');
		const options = { ...sizes.perCall, certificate };
		const perCall = perCallReport(await measurePerCall(n8n, options), options);
		say('A. many rows');
		const bulk = await measureBulk(n8n, sizes.bulk);
		return { parts: [bulkReport(bulk, sizes.bulk), perCall, fairness, reading, resume, cost, workers], bulk };
	} finally {
		await n8n.stop();
	}
}

async function write({ version, node }: Host, parts: PartReport[], bulk: BulkResult[]): Promise<void> {
	const nodeOfN8n = (await run(node, ['--version'], { cwd: DOCS })).trim().slice(1);
	const cores = cpus();
	const machine = `${cores[0]?.model.trim()}, ${cores.length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
	const text = [
		'# Benchmarks',
		`Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: n8n ${version} on Node ${nodeOfN8n}, this script and the sandboxes on Node ${process.versions.node}, ${machine}. All figures are of one run; take them as ratios of what was measured side by side.`,
		figuresTable(parts.flatMap(({ figures }) => figures)),
		'![Rows entered over time](benchmarks.svg)',
		...parts.flatMap(({ title, how, table: { head, rows } }) => [
			`## ${title}`,
			how,
			markdownTable(head, rows),
		]),
	].join('\n\n');
	const file = join(DOCS, 'benchmarks.md');
	await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
	await writeFile(join(DOCS, 'benchmarks.svg'), pictureOf(bulk, FULL.bulk.rows));
}

const say = (line: string) => console.log(line);

main().catch((error: Error) => {
	console.error(error);
	process.exitCode = 1;
});
