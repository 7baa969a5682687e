import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

/** The modules that let an installed package find n8n-workflow outside n8n. */
export const NODE_PATH = resolve(__dirname, '../../node_modules');

/**
 * Runs a program of this folder in a new process.
 * @param file its name. It gets the question as JSON in its first argument and sends the answer to its parent.
 * @param how the Node to run it with, and its flags
 * @throws Error if it exits without an answer
 */
export async function askProcess<Answer>(
	file: string,
	question: object,
	{ node = process.execPath, flags = [] as string[] } = {},
): Promise<Answer> {
	const program = [
		...flags,
		'--expose-gc',
		'--import',
		'tsx',
		join(__dirname, file),
		JSON.stringify(question),
	];
	const child = spawn(node, program, {
		env: { ...process.env, NODE_PATH },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	return await new Promise((resolve, reject) => {
		child.once('message', (answer) => resolve(answer as Answer));
		child.once('exit', () => reject(new Error(`${file} exited without an answer`)));
	});
}
