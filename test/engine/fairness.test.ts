import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { Stage } from '../support/engine/stage';
import { runNode } from '../support/engine/engine';

const EXECUTIONS = 20;
const ROWS = 10;

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(async () => await stage.close());

const run = async (execution: number, count: number) =>
	await runNode({
		node: new SweepstakesParticipant(),
		account: stage.sandbox,
		items: Array.from({ length: count }, () => ({})),
		parameters: {
			operation: 'add',
			sweepstakes: stage.picked,
			KeyEmail: `={{ "execution${execution}@example.com" }}`,
			options: { BonusEntries: execution },
		},
	});

interface Entry {
	BonusEntries: number;
}

/** Returns which execution made each call, in order of arrival. */
const turns = () =>
	stage.bodies('/participants/add').map(({ entryPageFields }) => (entryPageFields as Entry).BonusEntries);

test(`${EXECUTIONS} executions of one account take turns, and no two calls overlap`, async () => {
	stage.sandbox.clearCalls();
	const results = await Promise.all(
		Array.from({ length: EXECUTIONS }, (_, execution) => run(execution, ROWS)),
	);
	expect(results.map(({ items }) => items.length)).toEqual(results.map(() => ROWS));
	expect(stage.sandbox.calls().every(({ status }) => status === 200)).toBe(true);
	const order = turns();
	const first = order.indexOf(EXECUTIONS - 1);
	const waits = order.flatMap((execution, at) => {
		const next = order.indexOf(execution, at + 1);
		return at < first || next < 0 ? [] : [next - at];
	});
	// On loopback a call takes a millisecond, so an execution may miss its turn by one or two while n8n reads its next item.
	expect(Math.min(...waits)).toBeGreaterThanOrEqual(EXECUTIONS - 2);
	expect(Math.max(...waits)).toBeLessThanOrEqual(EXECUTIONS + 2);
});
