import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { isObject } from '../../../nodes/shared/json';
import type { Operation } from '../../../nodes/shared/n8n/operation/operation';

const REPOSITORY = resolve(__dirname, '../../..');

/** The built files that package.json lists, such as "dist/nodes/X/X.node.js". */
export const REGISTERED = (
	JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { n8n: { nodes: string[] } }
).n8n.nodes;

/** Loads files without jest's help, because `npm run docs:nodes` also uses this module. */
const load = createRequire(__filename) as (file: string) => Record<string, unknown>;

/** Loads the source of a node. Its class is named like its file. */
function loadNode(built: string): INodeType {
	const source = join(REPOSITORY, built.replace(/^dist\/(.+)\.js$/, '$1.ts'));
	const Node = load(source)[basename(source, '.node.ts')] as new () => INodeType;
	return new Node();
}

/** Every node of the package. */
export const NODES = REGISTERED.map(loadNode);

/** The nodes with a menu of operations. */
export const ACTION_NODES = NODES.filter(({ description }) => !description.group.includes('trigger'));

/** Every declared operation, by its node and its name in stored workflows. */
const OPERATIONS = new Map<string, Operation>();

const toKey = (node: string, operation: string) => `${node} › ${operation}`.toLowerCase();

for (const file of readdirSync(join(REPOSITORY, 'nodes'), { recursive: true, encoding: 'utf8' })) {
	const [node, folder] = file.split('/') as [string, string];
	if (folder !== 'operations' || !file.endsWith('.ts')) continue;
	for (const one of Object.values(load(join(REPOSITORY, 'nodes', file))))
		if (isObject(one) && 'action' in one) OPERATIONS.set(toKey(node, String(one.value)), one as never);
}

/** Returns the declared operation of a catalogue row. */
export const findOperation = ({ node, operation }: { node: INodeType; operation: string }): Operation =>
	OPERATIONS.get(toKey(node.description.name, operation))!;
