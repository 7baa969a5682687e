import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { GUESSES } from '../../tools/account-check/guesses';

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

test('the check of an account asks the questions that comments in the nodes mark with @guess, and says what each means', () => {
	const asked = GUESSES.map(({ question }) => question);
	const marked = findMarked();
	expect(marked.sort()).toEqual(asked.sort());
	for (const { means } of GUESSES) expect(means).toMatch(/\w.*\.$/);
});
