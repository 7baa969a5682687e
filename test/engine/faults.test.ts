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

test(`in n8n’s engine, despite random faults, each of ${ROWS} participants is added only once, or its row has an error (seed ${FIRST_SEED})`, async () => {
	const dice = new Dice(FIRST_SEED);
	const plan = { count: 3 * ROWS, probability: 0.3 };
	for (const path of ['/participants/add', '/participants/single'])
		sandbox.faults(faultsByChance(dice, { path, ...plan }, FAULTS));
	const { items, errorItems } = await runNode({
		node: new SweepstakesParticipant(),
		account: sandbox,
		items: Array.from({ length: ROWS }, (_, index) => ({ row: index + 1 })),
		parameters: {
			operation: 'add',
			sweepstakes: { __rl: true, mode: 'id', value: 'SUMMER' },
			KeyEmail: '={{ "row" + $json.row % 20 + "@example.com" }}',
			options: { BonusEntries: '={{ $json.row }}' },
		},
		onError: 'continueErrorOutput',
	});
	const rows = toRows(
		items.map(({ json: { BonusEntries } }) => ({ row: BonusEntries })),
		errorItems.map(({ json }) => json),
		'row',
	);
	const kept = [...sandbox.store.entries.all()]
		.filter(({ KeyEmail }) => KeyEmail.startsWith('row'))
		.map(({ BonusEntries }) => BonusEntries);
	expect(judgeRows(rows, kept, ROWS)).toEqual([]);
});
