import type { INodeParameters, INodeType } from 'n8n-workflow';

import { DIALECTS, startSandbox, type AccountOptions, type DateForm, type Dialect } from '../../../sandbox';
import { SERVICES } from '../services';
import { shortenWaits } from '../waits';
import { Stage } from './stage';
import { UNLIMITED } from '../constants';

/* Helpers for the tests of single resources. */

export { by } from '../../catalogue/world';

export const MAY_BE_PROCESSED = /The call may have been processed/;

/** The stage that the running test uses. */
export let stage: Stage;

async function open(
	{ plan, ...account }: Partial<AccountOptions>,
	dialect?: Dialect,
	dates?: DateForm,
): Promise<Stage> {
	const accounts = [{ plan: { ...UNLIMITED, ...plan }, administrator: true, entries: {}, ...account }];
	return await Stage.openOn(await startSandbox({ accounts, sample: false, dialect, dates }));
}

type StageOptions = Parameters<typeof open>;

/** The options for the stage of the next test. */
let options: StageOptions = [{}];

/** Opens a stage for each test, with short waits between attempts. */
export function openStages(account: Partial<AccountOptions> = {}): void {
	options = [account];
	beforeEach(async () => {
		shortenWaits();
		stage = await open(...options);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await stage.close();
	});
}

/** Replaces the stage during a test. `openWith` is faster if a whole group of tests needs another stage. */
export async function reopen(...other: StageOptions): Promise<void> {
	await stage.close();
	stage = await open(...other);
}

/** Opens another kind of stage for each test of a group. */
export function openWith(...other: StageOptions): void {
	let outer: StageOptions;
	beforeAll(() => {
		outer = options;
		options = other;
	});
	afterAll(() => {
		options = outer;
	});
}

export function inDialects(tests: (dialect: Dialect) => void, account: Partial<AccountOptions> = {}): void {
	describe.each(DIALECTS)('in the dialect %s', (dialect) => {
		openWith(account, dialect);
		tests(dialect);
	});
}

/** Runs tests in both dialects, and against a service whose dates have no zone. */
export function describeServices(tests: (dialect: Dialect) => void): void {
	describe.each(SERVICES)('in the dialect $dialect, with $dates dates', ({ dialect, dates }) => {
		openWith({}, dialect, dates);
		tests(dialect);
	});
}

export const search = async (
	node: INodeType,
	method: string,
	parameters: INodeParameters = {},
	filter?: string,
) => (await stage.search(node, method, parameters, filter)).results;

/**
 * Tests that an operation checks the service's rules before anything is sent.
 *
 * @param valid parameters of the operation
 * @param rows invalid parameters, and the beginning of the error
 */
export function testRefusals(
	node: INodeType,
	operation: string,
	valid: INodeParameters,
	rows: Array<[wrong: INodeParameters, sentence: string]>,
): void {
	test(`invalid input for “${operation}” is refused before anything is sent`, async () => {
		for (const [wrong, sentence] of rows) {
			const { error } = await stage.run(node, operation, { ...valid, ...wrong }, { items: [{}, {}] });
			const start = error?.message.slice(0, sentence.length + 8);
			expect({ wrong, start, sent: stage.paths() }).toEqual({
				wrong,
				start: `Item 1: ${sentence}`,
				sent: [],
			});
		}
	});
}
