import { PollContext } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IDataObject,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { additionalDataOf, CREDENTIALS, type Account } from './engine';

interface PollerOptions {
	node: INodeType;
	parameters: INodeParameters;
	account: Account;
	/** The workflow's static data, see `Poller.stored`. */
	staticData?: IDataObject;
}

/** A trigger node of an active workflow, polled as n8n polls it. Its static data lives as long as this object. */
export class Poller {
	private readonly workflow: Workflow;

	constructor(private readonly options: PollerOptions) {
		const { node, parameters, staticData = {} } = options;
		const nodeTypes = {
			getByName: () => node,
			getByNameAndVersion: (_name: string, version?: number) =>
				NodeHelpers.getVersionedNodeType(node, version),
			getKnownTypes: () => ({}),
		} as INodeTypes;
		this.workflow = new Workflow({
			id: 'test',
			name: 'Test',
			nodes: [
				{
					id: 'node',
					name: 'Node',
					type: 'test.node',
					typeVersion: 1,
					position: [0, 0],
					parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
					credentials: CREDENTIALS,
				},
			],
			connections: {},
			active: true,
			nodeTypes,
			staticData: structuredClone(staticData),
			settings: { executionOrder: 'v1' },
		});
	}

	/** Polls once: on schedule, or manually as "Fetch Test Event" does. */
	async poll(mode: 'trigger' | 'manual' = 'trigger'): Promise<IDataObject[] | null> {
		const context = new PollContext(
			this.workflow,
			this.workflow.getNode('Node')!,
			additionalDataOf(this.options.account),
			mode,
			mode === 'manual' ? 'manual' : 'activate',
		);
		const output = await this.options.node.poll!.call(context);
		return output ? output[0]!.map(({ json }) => json) : null;
	}

	/** The workflow's static data as n8n stores it. */
	stored(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}
}
