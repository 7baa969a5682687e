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
 * @param isSecret if so, the line is not shown on the screen
 * @throws Error if the input ends or Ctrl+C is pressed first
 */
export async function ask({ input, output }: Terminal, question: string, isSecret = false): Promise<string> {
	output.write(question);
	// On a terminal, readline itself echoes the input.
	const echo = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
	const lines = createInterface({ input, output: echo, terminal: input.isTTY ?? false });
	try {
		return await new Promise((resolve, reject) => {
			lines.once('line', (line) => resolve(line.trim()));
			lines.once('SIGINT', () => lines.close());
			lines.once('close', () => reject(new Error('Nothing was entered.')));
		});
	} finally {
		lines.close();
		if (isSecret) output.write('\n');
	}
}
