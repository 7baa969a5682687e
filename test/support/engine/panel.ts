import { NodeHelpers, type INode, type INodeParameters, type INodeType } from 'n8n-workflow';

/** Creates a node of a workflow with its panel's defaults, but without hidden parameters. */
export function createNode({ description }: INodeType, parameters: INodeParameters): INode {
	const { name, properties } = description;
	const node: INode = { id: '1', name: 'Node', type: name, typeVersion: 1, position: [0, 0], parameters };
	const filled = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, description);
	return { ...node, parameters: filled ?? {} };
}

/** Returns the fields that n8n marks in red in a node's panel, by parameter. */
export function marks(type: INodeType, parameters: INodeParameters): Record<string, string[]> {
	const { description } = type;
	const node = createNode(type, parameters);
	return NodeHelpers.getNodeParametersIssues(description.properties, node, description)?.parameters ?? {};
}

/** Returns the fields and notices that the panel of a node shows. */
function listShownProperties(type: INodeType, parameters: INodeParameters) {
	const { description } = type;
	const node = createNode(type, parameters);
	return description.properties
		.filter(({ type: kind }) => kind !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(node.parameters, property, node, description));
}

export const listShown = (type: INodeType, parameters: INodeParameters) =>
	listShownProperties(type, parameters).map(({ name }) => name);

/**
 * Returns the parameters of a node after a change in its panel. n8n first drops the parameters that the panel does not
 * show.
 */
export function changeInPanel(
	{ description }: INodeType,
	parameters: INodeParameters,
	change: INodeParameters,
): INodeParameters {
	const { name, properties } = description;
	const node: INode = { id: '1', name: 'Node', type: name, typeVersion: 1, position: [0, 0], parameters };
	const read = (values: INodeParameters, isComplete: boolean) =>
		NodeHelpers.getNodeParameters(properties, values, isComplete, false, node, description) ?? {};
	return read({ ...read(parameters, false), ...change }, true);
}
