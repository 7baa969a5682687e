import type { INodeParameters, INodeType, OnError } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { AT_THE_SERVICE, faultsByChance } from '../support/faulty';
import { Dice, FIRST_SEED } from '../support/dice';
import { judgeRows, toRows } from '../faults/rows';
import { startSandbox, type Sandbox } from '../../sandbox';
import { shortenWaits } from '../support/waits';
import { runNode } from '../support/engine/engine';
import { UNLIMITED } from '../support/constants';

const ROWS = 80;
const FAULTS = AT_THE_SERVICE.filter((fault) => !('delayMs' in fault) && !('retryAfter' in fault));

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ accounts: [{ plan: UNLIMITED }], sample: true });
	shortenWaits();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

/** Runs the rows against faults, and returns the stored records and the output. */
async function run(node: INodeType, paths: string[], parameters: INodeParameters, onError: OnError) {
	const dice = new Dice(FIRST_SEED);
	const plan = { count: 3 * ROWS, probability: 0.3 };
	for (const path of paths) sandbox.faults(faultsByChance(dice, { path, ...plan }, FAULTS));
	const items = Array.from({ length: ROWS }, (_, index) => ({ row: index + 1 }));
	const { items: good, errorItems } = await runNode({ node, account: sandbox, items, parameters, onError });
	const { store } = sandbox;
	const [done, bad] =
		onError === 'continueErrorOutput'
			? [good, errorItems]
			: [good.filter(({ json }) => !json.error), good.filter(({ json }) => json.error)];
	return { store, done: done.map(({ json }) => json), bad: bad.map(({ json }) => json) };
}

describe.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'in n8n’s engine, despite random faults, with “On Error” set to “%s”',
	(onError) => {
		test(`each of ${ROWS} participants is added only once, or its row has an error (seed ${FIRST_SEED})`, async () => {
			const { store, done, bad } = await run(
				new SweepstakesParticipant(),
				['/participants/add', '/participants/single'],
				{
					operation: 'add',
					sweepstakes: { __rl: true, mode: 'id', value: 'SUMMER' },
					KeyEmail: '={{ "row" + $json.row % 20 + "@example.com" }}',
					options: { BonusEntries: '={{ $json.row }}' },
				},
				onError,
			);
			const rows = toRows(
				done.map(({ BonusEntries }) => ({ row: BonusEntries })),
				bad,
				'row',
			);
			const kept = [...store.entries.all()]
				.filter(({ KeyEmail }) => KeyEmail.startsWith('row'))
				.map(({ BonusEntries }) => BonusEntries);
			expect(judgeRows(rows, kept, ROWS)).toEqual([]);
		});
	},
);
