import { join } from 'node:path';

import type { INodeType } from 'n8n-workflow';

/**
 * Loads the published Sweepstakes Participant node.
 *
 * @param folder where the package is installed. Outside n8n, NODE_PATH must lead to n8n-workflow.
 */
export async function publishedParticipantNode(folder: string): Promise<INodeType> {
	const name = 'SweepstakesParticipant';
	const file = join(folder, 'dist', 'nodes', name, `${name}.node.js`);
	const { SweepstakesParticipant } = (await import(file)) as Record<typeof name, new () => INodeType>;
	return new SweepstakesParticipant();
}
