import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The parts of a terminal that are needed to ask a question. */
export interface Terminal {
	input: NodeJS.ReadableStream & { isTTY?: boolean };
	output: NodeJS.WritableStream;
}

/**
 * Asks for one line.
 *
 * @throws Error if the input ends or Ctrl+C is pressed first
 */
export async function ask({ input, output }: Terminal, question: string): Promise<string> {
	return await readLine(input, output, output, question);
}

/** Asks for one line without showing it on the screen. */
export async function askSecretly({ input, output }: Terminal, question: string): Promise<string> {
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const answer = await readLine(input, nowhere, output, question);
	output.write('\n');
	return answer;
}

async function readLine(
	input: Terminal['input'],
	echo: NodeJS.WritableStream,
	output: NodeJS.WritableStream,
	question: string,
): Promise<string> {
	output.write(question);
	// On a terminal, readline itself echoes the input.
	const lines = createInterface({ input, output: echo, terminal: input.isTTY ?? false });
	try {
		return await new Promise((resolve, reject) => {
			lines.once('line', (line) => resolve(line.trim()));
			lines.once('SIGINT', () => lines.close());
			lines.once('close', () => reject(new Error('Nothing was entered.')));
		});
	} finally {
		lines.close();
	}
}
