import { readFileSync } from 'node:fs';

import { expectedPage, pageOf } from '../../tools/node-pages';
import { NODES } from './nodes';

/** A page without the alignment of its tables. */
const unaligned = (page: string) => page.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

// If this fails: npm run docs:nodes.
test.each(NODES.map((node) => [node.description.displayName, node] as const))(
	'the page of %s is up to date',
	async (_name, node) => {
		expect(unaligned(readFileSync(pageOf(node), 'utf8'))).toBe(unaligned(await expectedPage(node)));
	},
);
