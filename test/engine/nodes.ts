import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import type { INodeType } from 'n8n-workflow';

const REPOSITORY = resolve(__dirname, '../..');

/** The built files that package.json lists: "dist/nodes/X/X.node.js". */
export const REGISTERED = (
	JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { n8n: { nodes: string[] } }
).n8n.nodes;

/** Loads the source of a node. Its class is named like its file. */
function load(built: string): INodeType {
	const source = join(REPOSITORY, built.replace(/^dist\/(.+)\.js$/, '$1.ts'));
	const exported = jest.requireActual<Record<string, new () => INodeType>>(source);
	return new exported[basename(source, '.node.ts')]!();
}

/** Every node of the package. */
export const NODES = REGISTERED.map(load);

/** The nodes with a menu of operations. */
export const ACTION_NODES = NODES.filter(({ description }) => !description.group.includes('trigger'));
