import {
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type IDataObject,
	type IExecuteFunctions,
	type INodeType,
} from 'n8n-workflow';

import { CREDENTIALS, nodeTypesOf, startType, startWorkflow, workflowNode, type RunOptions } from './engine';

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

/** Creates a node that stands for an agent and calls its tool once, with `input`. */
function agent(input: IDataObject): INodeType {
	return {
		description: {
			displayName: 'Agent',
			name: 'agent',
			group: ['transform'],
			version: 1,
			description: 'Uses its tool once',
			defaults: { name: 'Agent' },
			inputs: [{ type: NodeConnectionTypes.Main }, { type: NodeConnectionTypes.AiTool }],
			outputs: [NodeConnectionTypes.Main],
			properties: [],
		},
		async execute(this: IExecuteFunctions) {
			const [tool] = (await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as [Tool];
			const { name, description } = tool;
			return [[{ json: { name, description, answer: await tool.invoke(input) } }]];
		},
	};
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

/** Lets an agent use a node as its tool, in n8n's real engine. */
export async function askTool(
	options: Pick<RunOptions, 'node' | 'parameters' | 'account'>,
	input: IDataObject = {},
): Promise<ToolAnswer> {
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
			workflowNode('Node', 'test.nodeTool', { parameters: options.parameters, credentials: CREDENTIALS }),
		],
		connections,
		active: false,
		nodeTypes: nodeTypesOf({
			'test.start': startType([{}]),
			'test.agent': agent(input),
			'test.nodeTool': asTool(options.node),
		}),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
	const run = await startWorkflow(workflow, options.account);
	const task = run.data.resultData.runData.Agent![0]!;
	if (task.error) throw task.error;
	return task.data!.main![0]![0]!.json as unknown as ToolAnswer;
}
