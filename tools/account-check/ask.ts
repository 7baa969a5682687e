import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** The parts of a terminal that are needed to ask questions. */
export interface Terminal {
	input: NodeJS.ReadableStream & { isTTY?: boolean };
	output: NodeJS.WritableStream;
}

/** Asks for one line. If it is secret, it is not shown on the screen. */
export type Ask = (question: string, isSecret?: boolean) => Promise<string>;

/**
 * Asks questions.
 *
 * @throws Error if the input ends or Ctrl+C is pressed before the last answer
 */
export async function askQuestions<T>(
	{ input, output }: Terminal,
	questions: (ask: Ask) => Promise<T>,
): Promise<T> {
	let isShown = true;
	// On a terminal, readline itself echoes the input.
	const echo = new Writable({
		write(chunk, _encoding, done) {
			if (isShown) output.write(chunk as string);
			done();
		},
	});
	const lines = createInterface({ input, output: echo, terminal: input.isTTY ?? false });
	const answers = lines[Symbol.asyncIterator]();
	try {
		return await questions(async (question, isSecret = false) => {
			isShown = !isSecret;
			output.write(question);
			const { value, done } = await answers.next();
			if (isSecret) output.write('\n');
			if (done) throw new Error('Nothing was entered.');
			return value.trim();
		});
	} finally {
		lines.close();
	}
}
