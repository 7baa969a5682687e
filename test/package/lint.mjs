/**
 * Lints code that is not in files. `node lint.mjs '[["path", "code"], …]'` prints the messages about each piece of code
 * as JSON.
 */
import { join, resolve } from 'node:path';

import { ESLint } from 'eslint';

const cwd = resolve(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd });
const answers = [];
for (const [path, code] of JSON.parse(process.argv[2])) {
	const [{ messages }] = await eslint.lintText(code, { filePath: join(cwd, path) });
	answers.push(
		messages
			.filter(({ ruleId }) => /no-restricted-(imports|syntax)$/.test(ruleId))
			.map(({ message }) => message),
	);
}
process.stdout.write(JSON.stringify(answers));
