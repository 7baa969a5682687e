import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/n8n/n8n';
import type { WorkflowDefinition } from '../../tools/n8n/rest';
import { firstSweepstakes } from '../../tools/sandbox';
import { fillIn } from './fill-in';
import { withPinnedAnswers } from './pinned';

/**
 * Imports an example, with the sandbox’s account and sweepstakes selected.
 *
 * @param say receives a line about nodes that need an account elsewhere
 * @returns the id of the workflow
 */
export async function importExample(
	n8n: N8n,
	sandbox: Sandbox,
	name: string,
	say: (line: string) => void,
): Promise<string> {
	const credential = await n8n.createAccountCredential(sandbox);
	const sweepstakes = await firstSweepstakes(sandbox);
	const workflow = withPinnedAnswers(name, fillIn(`${name}.json`, { credential, sweepstakes }));
	const { pinned, others } = findOutside(workflow, await n8n.nodeTypes());
	if (pinned.length > 0) say(`Sample data stands in for other services: ${pinned.join(', ')}`);
	if (others.length > 0) say(`Before you run it, choose a credential of yours in: ${others.join(', ')}`);
	return (await n8n.createWorkflow(workflow)).id;
}

/** Returns the names of the nodes with pinned sample data, and of other nodes that need a credential. */
export function findOutside(
	{ nodes, pinData = {} }: WorkflowDefinition,
	types: INodeTypeDescription[],
): { pinned: string[]; others: string[] } {
	const needing = nodes.filter((node) => !node.credentials && needsCredential(node, types));
	const names = needing.map(({ name }) => name).filter((name) => !(name in pinData));
	return { pinned: Object.keys(pinData), others: names };
}

function needsCredential(node: INode, types: INodeTypeDescription[]): boolean {
	const { type, typeVersion, parameters } = node;
	const found = types.find(({ name, version }) => name === type && [version].flat().includes(typeVersion));
	if (!found) return false;
	const values = NodeHelpers.getNodeParameters(found.properties, parameters, true, false, node, found);
	return (found.credentials ?? []).some(
		(credential) =>
			credential.required && NodeHelpers.displayParameter(values ?? {}, credential, node, found),
	);
}
