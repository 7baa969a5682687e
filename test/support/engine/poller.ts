import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeParameters,
	type INodeType,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import type * as TriggerModule from '../../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { createAdditionalData, CREDENTIALS, createNodeTypes, workflowNode, type Account } from './engine';

let otherTrigger: typeof TriggerModule | undefined;

/** Returns the trigger of a second copy of all modules, which has nothing that the first copy remembers. */
function createElsewhere(): INodeType {
	jest.isolateModules(() => {
		otherTrigger ??= jest.requireActual<typeof TriggerModule>(
			'../../../nodes/SweepstakesTrigger/SweepstakesTrigger.node',
		);
	});
	return new otherTrigger!.SweepstakesTrigger();
}

interface PollerOptions {
	node: INodeType;
	parameters: INodeParameters;
	account: Account;
	/** The workflow's static data, as returned by `Poller.readStored`. */
	staticData?: IDataObject;
	/** Why n8n activates the workflow: `init` when n8n starts. */
	activation?: WorkflowActivateMode;
	/** The node's name; "Node" by default. */
	name?: string;
	/** How long n8n waits for a poll, in ms. */
	budgetMs?: number;
}

/** A trigger node of an active workflow, polled as n8n polls it. Its static data lives as long as this object. */
export class Poller {
	private readonly workflow: Workflow;

	constructor(private readonly options: PollerOptions) {
		const { node, parameters, staticData = {}, name = 'Node' } = options;
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		this.workflow = new Workflow({
			id: 'test',
			name: 'Test',
			nodes: [
				workflowNode(name, 'test.node', {
					id: 'trigger',
					parameters: { pollTimes, ...parameters },
					credentials: CREDENTIALS,
				}),
			],
			connections: {},
			active: true,
			nodeTypes: createNodeTypes({ 'test.node': node }),
			staticData: structuredClone(staticData),
			settings: { executionOrder: 'v1' },
		});
	}

	/** Polls once: on schedule, or manually like "Fetch Test Event". */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[] | null> {
		const context = new PollContext(
			this.workflow,
			this.workflow.getNode(this.options.name ?? 'Node')!,
			createAdditionalData(this.options.account),
			mode,
			mode === 'manual' ? 'manual' : (this.options.activation ?? 'activate'),
		);
		const { budgetMs } = this.options;
		if (budgetMs !== undefined) Object.assign(context, { getPollBudgetMs: () => budgetMs });
		const output = await this.options.node.poll!.call(context);
		return output ? output[0]!.map(({ json }) => json) : null;
	}

	/**
	 * Returns the trigger in a second process, which all restarts of a file share, as if n8n had been killed. It has
	 * only the stored data of this one.
	 */
	restart(changed: Partial<PollerOptions> = {}): Poller {
		const started = { node: createElsewhere(), staticData: this.readStored(), activation: 'init' as const };
		return new Poller({ ...this.options, ...started, ...changed });
	}

	/** Returns the workflow's static data as n8n stores it. */
	readStored(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}
}
