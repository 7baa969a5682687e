import { readFileSync, writeFileSync } from 'node:fs';

import { NODES } from '../support/engine/nodes';
import { expectedPage, toPagePath } from './node-pages';

/** Returns a page without the padding of its tables. */
const unaligned = (page: string) => page.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

/** Whether `npm run docs:nodes` runs this file, which then writes the pages. */
const isWriting = process.env.npm_lifecycle_event === 'docs:nodes';

test.each(NODES.map((node) => [node.description.displayName, node] as const))(
	'the documentation page of %s is up to date (if not: npm run docs:nodes)',
	async (_name, node) => {
		const page = await expectedPage(node);
		if (isWriting) writeFileSync(toPagePath(node), page);
		else expect(unaligned(readFileSync(toPagePath(node), 'utf8'))).toBe(unaligned(page));
	},
);
