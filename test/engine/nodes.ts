import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import type { INodeType } from 'n8n-workflow';

const REPOSITORY = resolve(__dirname, '../..');

/** As package.json names them, built: "dist/nodes/X/X.node.js". */
export const REGISTERED = (
	JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { n8n: { nodes: string[] } }
).n8n.nodes;

/** Loads the source of a node, its class named like its file. */
function load(built: string): INodeType {
	const source = join(REPOSITORY, built.replace(/^dist\/(.+)\.js$/, '$1.ts'));
	const exported = jest.requireActual<Record<string, new () => INodeType>>(source);
	return new exported[basename(source, '.node.ts')]!();
}

/** Every node of the package: a test that goes through them cannot forget one. */
export const NODES = REGISTERED.map(load);

/** Those with a menu of operations. */
export const ACTION_NODES = NODES.filter(({ description }) => !description.group.includes('trigger'));
