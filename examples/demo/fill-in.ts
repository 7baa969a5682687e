import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INode, INodeCredentialsDetails, INodeParameterResourceLocator } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../tools/n8n/rest';

/** What a user selects in an example after importing it. */
export interface Choices {
	credential: INodeCredentialsDetails;
	sweepstakes: { token: string; name: string };
}

/** Returns an example as it is imported. */
export function readExample(file: string): WorkflowDefinition {
	return JSON.parse(readFileSync(join(__dirname, '..', file), 'utf8')) as WorkflowDefinition;
}

/** Returns an example with the credential and the sweepstakes selected in every node that needs them. */
export function fillIn(file: string, { credential, sweepstakes }: Choices): WorkflowDefinition {
	const workflow = readExample(file);
	for (const node of workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-sweepstakes.'))) {
		node.credentials = { sweepstakesApi: credential };
		const picker = node.parameters['sweepstakes'] as INodeParameterResourceLocator | undefined;
		if (picker?.value === '') {
			Object.assign(picker, { value: sweepstakes.token, cachedResultName: sweepstakes.name });
		}
	}
	return workflow;
}

/** @throws Error if the workflow has no node of that name. */
export function findNode({ name: workflow, nodes }: WorkflowDefinition, name: string): INode {
	const node = nodes.find((one) => one.name === name);
	if (!node) throw new Error(`“${workflow}” has no node “${name}”`);
	return node;
}
