import { DIALECTS, type Sandbox } from '../../sandbox';
import { toSentence } from '../../tools/check-account/finding';
import { PLAN } from '../../tools/check-account/plan';
import { listFindings, toReport, type Report } from '../../tools/check-account/report';
import { reportInWords } from '../../tools/check-account/table';
import { shortenWaits } from '../support/waits';
import { ALONE, passThrough, TOGETHER, type Deviation } from './deviations';
import { openFullAccount } from '../support/full-account';
import { inRounds, runOn } from '../support/check-account';

beforeAll(shortenWaits);

async function read(sandbox: Sandbox, tried: readonly Deviation[]): Promise<Report> {
	const changes = tried.map(passThrough);
	const run = runOn(sandbox, (reply) => changes.forEach((change) => change(reply)));
	await run.read(PLAN);
	return toReport(run.seen);
}

/** Returns all findings of a report, one per line. */
function namedIn(report: Report): string[] {
	return [...listFindings(report).map((one) => `${one.name}: ${toSentence(one)}`), ...report.questions];
}

const unnamed = (tried: readonly Deviation[], report: Report): string[] =>
	tried.filter(({ named }) => !namedIn(report).some((line) => named.test(line))).map(({ name }) => name);

describe.each(DIALECTS)('a deviation of the service from the %s', (dialect) => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await openFullAccount(dialect)));
	afterAll(async () => await sandbox.close());
	const here = (all: readonly Deviation[]) => all.filter(({ only = dialect }) => only === dialect);

	it.each(inRounds(here(TOGETHER), ({ path }) => path).map((round, index) => [index, round] as const))(
		'is reported even if a check finds many deviations (round %i)',
		async (_, round) => expect(unnamed(round, await read(sandbox, round))).toEqual([]),
	);

	it.each(here(ALONE).map((one) => [one.name, one] as const))(
		'is reported if it is the only one: %s',
		async (_, one) => expect(unnamed([one], await read(sandbox, [one]))).toEqual([]),
	);

	it('is explained in words', async () => {
		const round = inRounds(here(TOGETHER), ({ path }) => path)[0]!;
		const report = await read(sandbox, round);
		for (const { expected, came, means } of listFindings(report))
			expect([expected, came, means]).toEqual([
				expect.stringMatching(/\w/),
				expect.stringMatching(/\w/),
				expect.stringMatching(/\w.*\.$/),
			]);
		expect(reportInWords(report)).not.toMatch(
			/refusedOnTheWay|notTheService|noReply|unexpectedReply|notConfirmed|refuted|undefined|NaN/,
		);
	});
});
