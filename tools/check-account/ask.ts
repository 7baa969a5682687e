import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The terminal, as far as questions need it. */
export interface Terminal {
	input: NodeJS.ReadableStream & { isTTY?: boolean };
	output: NodeJS.WritableStream;
}

/** Asks one line. @throws Error if the input ends, or Ctrl-C is pressed, before there is one. */
export async function ask({ input, output }: Terminal, question: string): Promise<string> {
	return await readLine(input, output, output, question);
}

/** Asks one line that does not appear on the screen. */
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
	// As a terminal, readline itself writes what is typed, so that it can go nowhere.
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
