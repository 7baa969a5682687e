import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { READING_GUESSES } from '../../tools/check-account/guesses';
import { WRITING_GUESSES } from '../../tools/check-account/writing-guesses';

const NODES = resolve(__dirname, '../../nodes');

/** Returns the questions that comments in the nodes mark as open. */
function findMarked(): string[] {
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.ts'),
	);
	return files.flatMap((file) =>
		[...readFileSync(join(NODES, file), 'utf8').matchAll(/@guess (.+)/g)].map(([, question]) => question!),
	);
}

test('the check of an account asks every question that a comment in the nodes marks with @guess', () => {
	const asked = [...READING_GUESSES, ...WRITING_GUESSES].map(({ question }) => question);
	const marked = findMarked();
	expect(marked.length).toBeGreaterThan(5);
	expect(marked.filter((question) => !asked.includes(question))).toEqual([]);
});
