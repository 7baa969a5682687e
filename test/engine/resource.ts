import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { DIALECTS, startSandbox, type AccountOptions, type Dialect, type Fault } from '../../sandbox';
import { shortenWaits } from '../support/waits';
import { Stage, UNLIMITED } from './stage';

/* Shared by the tests of single resources. */

/** An ID that no record has. */
export const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

export const HOUR_MS = 3_600_000;

export const IN_DOUBT = /It may have been processed, so it was not sent again$/;

/** The stage of the running test. */
export let stage: Stage;

async function open({ plan, ...account }: Partial<AccountOptions>, dialect?: Dialect): Promise<Stage> {
	const accounts = [{ plan: { ...UNLIMITED, ...plan }, administrator: true, entries: {}, ...account }];
	return await Stage.on(await startSandbox({ accounts, sample: false, dialect }));
}

/** Opens a stage for each test, with short waits between attempts. */
export function openStages(account: Partial<AccountOptions> = {}): void {
	beforeEach(async () => {
		shortenWaits();
		stage = await open(account);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await stage.close();
	});
}

/** Continues with another stage. */
export async function reopen(account: Partial<AccountOptions>, dialect?: Dialect): Promise<void> {
	await stage.close();
	stage = await open(account, dialect);
}

/** Runs tests in both dialects. */
export function inDialects(tests: (dialect: Dialect) => void, account: Partial<AccountOptions> = {}): void {
	describe.each(DIALECTS)('in the dialect %s', (dialect) => {
		beforeEach(async () => await reopen(account, dialect));
		tests(dialect);
	});
}

/** Replaces the next answer to a path. */
export function answer(path: string, body: object, fault: Partial<Fault> = {}): void {
	stage.sandbox.faults([{ path, body: { Response: true, ...body }, ...fault }]);
}

/** Drops the connection of the next call to a path, before or after it is processed. */
export function lose(path: string, drop: 'before' | 'after'): void {
	stage.sandbox.faults([{ path, drop }]);
}

/** The number of the last run's calls to a path. */
export const callsTo = (path: string): number => stage.paths().filter((one) => one === path).length;

/** The bodies of the last run's calls. */
export const bodies = (path?: string): IDataObject[] =>
	stage.sandbox
		.calls()
		.filter((call) => path === undefined || call.path === path)
		.map(({ body }) => body as IDataObject);

/** A picker in one of its modes. */
export const by = (mode: string, value: string) => ({ __rl: true, mode, value });

export const search = async (
	node: INodeType,
	method: string,
	parameters: INodeParameters = {},
	filter?: string,
) => (await stage.search(node, method, parameters, filter)).results;

/**
 * Tests that the service's rules are checked before anything is sent.
 * @param valid parameters of the operation
 * @param rows invalid parameters, and the beginning of the error
 */
export function testRefusals(
	node: INodeType,
	operation: string,
	valid: INodeParameters,
	rows: Array<[wrong: INodeParameters, sentence: string]>,
): void {
	test.each(rows.map(([wrong, sentence]) => [sentence, wrong] as const))(
		`${operation} refuses before anything is sent: %s`,
		async (sentence, wrong) => {
			const message = await stage.refusal(node, operation, { ...valid, ...wrong });
			expect(message.slice(0, sentence.length + 8)).toBe(`Item 1: ${sentence}`);
		},
	);
}
