import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

/** The folder in which an installed package finds n8n-workflow outside n8n. */
const NODE_PATH = resolve(__dirname, '../../node_modules');

/**
 * Starts a program of this folder in a new process. The program gets `question` as JSON in its first argument, and
 * sends messages to this process.
 *
 * @param file the program's file name
 * @param node the Node.js to run the program with
 */
export function startProcess(file: string, question: object, node = process.execPath): ChildProcess {
	const program = ['--expose-gc', '--import', 'tsx', join(__dirname, file), JSON.stringify(question)];
	const env = { ...process.env, NODE_PATH };
	return spawn(node, program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/**
 * Waits for the next message of a process.
 *
 * @throws Error if the process exits without sending a message
 */
export async function nextMessage<Answer>(child: ChildProcess): Promise<Answer> {
	const exited = once(child, 'exit').then(() =>
		Promise.reject(new Error('A process exited without an answer')),
	);
	return (await Promise.race([once(child, 'message'), exited]))[0] as Answer;
}

/** Starts a program and waits for its answer, see `startProcess`. */
export const askProcess = async <Answer>(...program: Parameters<typeof startProcess>): Promise<Answer> =>
	await nextMessage(startProcess(...program));
