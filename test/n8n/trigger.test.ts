import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/n8n/n8n';
import { itemsOf, outputOf } from '../../tools/n8n/rest';
import { firstSweepstakes } from '../../tools/sandbox';
import { sharedN8n } from './shared';

const TRIGGER = 'Sweepstakes Trigger';

let n8n: N8n;
let sandbox: Sandbox;
let sweepstakesToken: string;

beforeAll(async () => {
	n8n = await sharedN8n();
});

beforeEach(async () => {
	sandbox = await startSandbox();
	sweepstakesToken = (await firstSweepstakes(sandbox)).token;
});
afterEach(async () => await sandbox.close());

/** Creates a workflow with only the trigger. @returns its id */
async function watching(parameters: INodeParameters = {}, apiToken = sandbox.token): Promise<string> {
	const credential = await n8n.createAccountCredential(sandbox, { apiToken });
	const { id } = await n8n.createWorkflow({
		name: 'Watch',
		nodes: [
			{
				id: 'trigger',
				name: TRIGGER,
				type: 'n8n-nodes-sweepstakes.sweepstakesTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {
					pollTimes: { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] },
					sweepstakes: { __rl: true, mode: 'id', value: sweepstakesToken },
					...parameters,
				},
				credentials: { sweepstakesApi: credential },
			},
		],
		connections: {},
	});
	return id;
}

/** Activates the workflow, because n8n then polls at once. Its static data survives deactivation. */
async function pollNow(workflow: string): Promise<void> {
	if ((await n8n.workflow(workflow)).active) await n8n.deactivate(workflow);
	await n8n.activate(workflow);
}

/** The output of all executions, oldest first, once there are `count`. */
async function outputs(workflow: string, count: number): Promise<IDataObject[][]> {
	const executions = (await n8n.waitForExecutions(workflow, count)).reverse();
	return await Promise.all(
		executions.map(async ({ id }) => outputOf(await n8n.waitForExecution(id), TRIGGER)),
	);
}

describe('the trigger in a real n8n', () => {
	it('starts the workflow once for new participants, across deactivation and activation', async () => {
		sandbox.fill(sweepstakesToken, 30);
		const workflow = await watching();
		await pollNow(workflow);
		sandbox.fill(sweepstakesToken, 25);
		await pollNow(workflow);
		const [first] = await outputs(workflow, 1);
		expect(first).toHaveLength(25);
		expect(first![0]).toMatchObject({ Collection: 'Participants', Email: expect.any(String) });

		await pollNow(workflow);
		sandbox.fill(sweepstakesToken, 1);
		await pollNow(workflow);
		const all = (await outputs(workflow, 2)).flat().map(({ ParticipantToken }) => ParticipantToken);
		expect(all).toHaveLength(26);
		expect(new Set(all).size).toBe(26);
		await n8n.deactivate(workflow);
	});

	it('shows the latest record as a sample when run manually, and stores nothing', async () => {
		sandbox.fill(sweepstakesToken, 30);
		const workflow = await watching();
		const execution = await n8n.runWorkflow(workflow, TRIGGER);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, TRIGGER)).toHaveLength(3);
		expect(await n8n.workflow(workflow)).toMatchObject({ staticData: null });
	});

	it('explains why it cannot be activated', async () => {
		const workflow = await watching({}, 'wrong-token');
		await expect(n8n.activate(workflow)).rejects.toThrow(/The service does not (accept|allow)/);
	});
});
