import {
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
	type IRun,
} from 'n8n-workflow';

import {
	CREDENTIALS,
	createNodeTypes,
	startType,
	startWorkflow,
	workflowNode,
	type RunOptions,
} from './engine';

/** What an agent sees of a tool, and the text that the tool returns. */
interface ToolAnswer {
	name: string;
	description: string;
	answer: string;
}

interface Tool {
	name: string;
	description: string;
	invoke(input: object): Promise<string>;
}

/** Creates a node that stands for an agent and calls its tool with `input`, and returns the last answer. */
function agent(input: IDataObject, calls = 1): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Uses its tool',
			defaults: { name: 'Agent' },
			inputs: [{ type: NodeConnectionTypes.Main }, { type: NodeConnectionTypes.AiTool }],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as [Tool];
			const { name, description } = tool;
			for (let call = 1; call < calls; call++) await tool.invoke(input);
			return [[{ json: { name, description, answer: await tool.invoke(input) } }]];
		},
	};
}

/**
 * Creates a node that stands for an agent and lets n8n's engine run its tool once for each input, as n8n 2's own agent
 * does.
 */
function requestingAgent(inputs: readonly IDataObject[]): INodeType {
	const { description } = agent({});
	const actions = inputs.map((input, index) => ({
		actionType: 'ExecutionNodeAction',
		nodeName: 'Node',
		input,
		type: NodeConnectionTypes.AiTool,
		id: String(index),
		metadata: { itemIndex: 0 },
	}));
	const execute = async (response?: { actionResponses: unknown[] }) =>
		response?.actionResponses.length ? [[{ json: {} }]] : { actions, metadata: {} };
	return { description, execute: execute as INodeType['execute'] };
}

/** Returns the tool that n8n derives from a node with `usableAsTool`. */
function asTool(node: INodeType): INodeType {
	const { description, methods, execute } = node;
	return {
		methods,
		execute,
		description: {
			...description,
			name: `${description.name}Tool`,
			displayName: `${description.displayName} Tool`,
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
		},
	};
}

type ToolOptions = Pick<RunOptions, 'node' | 'parameters' | 'account' | 'onError' | 'retryOnFail'>;

/**
 * Lets an agent use a node as its tool, in n8n's real engine.
 *
 * @param calls how many times the agent makes the call. The last answer is returned.
 */
export async function askTool(options: ToolOptions, input: IDataObject = {}, calls = 1): Promise<ToolAnswer> {
	const { data } = await runAgent(agent(input, calls), options);
	const task = data.resultData.runData.Agent![0]!;
	if (task.error) throw task.error;
	return task.data!.main![0]![0]!.json as unknown as ToolAnswer;
}

/**
 * Lets n8n's engine run a node as an agent's tool once for each input.
 *
 * @returns the items for each input
 */
export async function requestTool(
	options: ToolOptions,
	inputs: readonly IDataObject[],
): Promise<Array<IDataObject[] | undefined>> {
	const { data } = await runAgent(requestingAgent(inputs), options);
	return (data.resultData.runData.Node ?? []).map(({ data: output }) =>
		output?.ai_tool?.[0]?.map(({ json }) => json),
	);
}

async function runAgent(agentType: INodeType, options: ToolOptions): Promise<IRun> {
	const { parameters, onError, retryOnFail } = options;
	const retries = retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 };
	const connections: IConnections = {
		Start: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
		Node: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
	};
	const workflow = new Workflow({
		id: 'test',
		name: 'Test',
		nodes: [
			workflowNode('Start', 'test.start'),
			workflowNode('Agent', 'test.agent'),
			workflowNode('Node', 'test.nodeTool', { parameters, onError, credentials: CREDENTIALS, ...retries }),
		],
		connections,
		active: false,
		nodeTypes: createNodeTypes({
			'test.start': startType([{}]),
			'test.agent': agentType,
			'test.nodeTool': asTool(options.node),
		}),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	return await startWorkflow(workflow, options.account);
}
