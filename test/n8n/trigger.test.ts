import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { getItems, getOutput, type StoredWorkflow } from '../../tools/n8n/rest';
import { createChain, createNode } from '../../tools/n8n/rows';
import { activate, n8n, poll, sandbox, sweepstakes } from '../support/n8n/workflows';

const TRIGGER = 'Sweepstakes Trigger';

/** Creates a workflow with only the trigger. */
async function watching(parameters: INodeParameters = {}, apiToken = sandbox.token): Promise<StoredWorkflow> {
	const credential = await n8n.createAccountCredential(sandbox, { apiToken });
	const pollTimes = { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] };
	const picked = { __rl: true, mode: 'id', value: sweepstakes.token };
	const all = { pollTimes, sweepstakes: picked, ...parameters };
	return await n8n.createWorkflow(
		createChain('Watch', { [TRIGGER]: createNode('sweepstakesTrigger', all, credential) }),
	);
}

/** Waits until there are `count` executions, and returns their outputs, oldest first. */
async function outputs({ id }: StoredWorkflow, count: number): Promise<IDataObject[][]> {
	const executions = (await n8n.waitForExecutions(id, count)).reverse();
	return await Promise.all(
		executions.map(async (one) => getOutput(await n8n.waitForExecution(one.id), TRIGGER)),
	);
}

describe('the trigger in an n8n instance', () => {
	it('starts the workflow once for each new participant, even if the workflow is deactivated and activated again', async () => {
		sandbox.fill(sweepstakes.token, 30);
		const workflow = await activate(await watching());
		sandbox.fill(sweepstakes.token, 25);
		await poll(workflow);
		const [first] = await outputs(workflow, 1);
		expect(first).toHaveLength(25);
		expect(first![0]).toMatchObject({ Collection: 'Participants', Email: expect.any(String) });

		await poll(workflow);
		sandbox.fill(sweepstakes.token, 1);
		await poll(workflow);
		const all = (await outputs(workflow, 2)).flat().map(({ ParticipantToken }) => ParticipantToken);
		expect(all).toHaveLength(26);
		expect(new Set(all).size).toBe(26);
	});

	it('returns three sample records and stores nothing if the user runs it by hand', async () => {
		sandbox.fill(sweepstakes.token, 30);
		const { id } = await watching();
		const execution = await n8n.runWorkflow(id, TRIGGER);
		expect(execution.status).toBe('success');
		expect(getItems(execution, TRIGGER)).toHaveLength(3);
		expect(await n8n.workflow(id)).toMatchObject({ staticData: null });
	});

	it('explains why its workflow cannot be activated', async () => {
		const { id } = await watching({}, 'wrong-token');
		await expect(n8n.activate(id)).rejects.toThrow(/The service does not (accept|allow)/);
	});
});
