/** Measures the sandbox as people start it: `npm run bench:sandbox`. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';

const PARTICIPANTS = 100_000;
const MAIN = join(__dirname, '../../sandbox/main.ts');
const UNHURRIED = [{ plan: { MaxApiCallsPerMinute: 1_000_000_000 } }];

type Json = Record<string, any>;

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
	try {
		const accounts = join(folder, 'accounts.json');
		writeFileSync(accounts, JSON.stringify(UNHURRIED));
		await measure('in memory', ['--accounts', accounts]);
		await measure('with --data', ['--accounts', accounts, '--data', join(folder, 'data')]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function measure(name: string, flags: string[]): Promise<void> {
	const started = performance.now();
	const child = spawn(process.execPath, ['--import', 'tsx', MAIN, '--json', '--port', '0', ...flags], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		const { baseUrl, token } = JSON.parse(await firstLine(child)) as { baseUrl: string; token: string };
		const startMs = performance.now() - started;
		const service = new Client(baseUrl);
		const call = async (path: string, body: object) => {
			const { statusCode, body: answer } = await service.request({
				method: 'POST',
				path,
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			const json = (await answer.json()) as Json;
			if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${json.Message}`);
			return json;
		};
		const sweepstakesToken = await createSweepstakes(call);
		const addMs = await timed(async () => {
			for (let n = 0; n < PARTICIPANTS; n++) await call('/participants/add', entry(sweepstakesToken, n));
		});
		const fetch = (page: number) => () => call('/participants/fetch', { sweepstakesToken, page });
		await median(fetch(2500));
		const firstMs = await median(fetch(1));
		const lastMs = await median(fetch(PARTICIPANTS / 20));
		const drawMs = await timed(() =>
			call('/winners/draw', { sweepstakesToken, howManyWinnersToPick: 10, group: 'allgroups' }),
		);
		await service.close();
		console.log(
			[
				`${name}:`,
				`  start to listening        ${startMs.toFixed(0)} ms`,
				`  participants/add          ${(PARTICIPANTS / (addMs / 1000)).toFixed(0)} a second, one after another`,
				`  page 1 / page ${PARTICIPANTS / 20}        ${firstMs.toFixed(2)} ms / ${lastMs.toFixed(2)} ms`,
				`  draw 10 of ${PARTICIPANTS}       ${drawMs.toFixed(0)} ms`,
				`  memory                    ${residentMb(child).toFixed(0)} MB with ${PARTICIPANTS} participants and their calls`,
			].join('\n'),
		);
	} finally {
		child.kill('SIGTERM');
	}
}

async function createSweepstakes(call: (path: string, body: object) => Promise<Json>): Promise<string> {
	const { Data } = await call('/sweepstakes/create', {
		SweepstakesName: 'Bench',
		SweepstakesType: 2,
		Handler: 'BENCH',
		StartDate: '2099-01-01',
		EndDate: '2099-12-31',
		StartTime: '00:00',
		EndTime: '23:59',
	});
	return Data.SweepstakesToken;
}

function entry(sweepstakesToken: string, n: number) {
	return {
		lang: 'en',
		source: 'bench',
		sweepstakesToken,
		entryPageFields: {
			KeyEmail: `participant${n}@example.com`,
			KeyPhoneNumber: `+1555${String(n).padStart(7, '0')}`,
			Fields: { First_Name: 'Participant', Last_Name: `Number ${n}`, Zip_Code: '90210' },
		},
	};
}

function firstLine(child: ChildProcess): Promise<string> {
	return new Promise((resolve) => child.stdout!.once('data', (chunk: Buffer) => resolve(chunk.toString())));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}

/** The median of 201 runs, ms. */
async function median(work: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < 201; run++) times.push(await timed(work));
	return times.sort((a, b) => a - b)[100]!;
}

/** The process's resident memory, from ps. */
function residentMb(child: ChildProcess): number {
	return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024;
}

void main();
