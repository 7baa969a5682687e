import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { log, runNode } from '../support/engine/engine';
import { Stage } from '../support/engine/stage';
import { until } from '../support/waits';

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(async () => await stage.close());

test('n8n’s log and the editor’s console show how many items are done and until when a run waits', async () => {
	const path = '/participants/count';
	stage.sandbox.faults([
		{ path, times: 1 },
		{ path, status: 429, retryAfter: 120 },
	]);
	const stopped = new AbortController();
	const running = runNode({
		node: new SweepstakesParticipant(),
		account: stage.sandbox,
		items: [{}, {}],
		parameters: { operation: 'count', sweepstakes: stage.picked },
		signal: stopped.signal,
	});
	const line = '1 of 2 items done, waiting until \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z';
	await until(() => log().includes('waiting until'));
	stopped.abort();
	await running;
	expect(log()).toContain('"Node: Stopped: 1 of 2 items were done"');
	expect(log()).toMatch(new RegExp(`^"Node: ${line}"$`, 'm'));
	expect(log()).toMatch(
		new RegExp(`^"sendConsoleMessage" .*"source":.*Node.*"messages":\\["${line}"\\]`, 'm'),
	);
});
