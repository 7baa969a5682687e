import { parseArgs } from 'node:util';

/** The command-line options. There is none for the token, because other users of this machine can see command lines. */
export interface Options {
	baseUrl?: string;
	/** A file that contains only the token. */
	tokenFile?: string;
	calls: number;
	callsPerMinute: number;
	/** The handler of the sweepstakes in which the check may write. */
	write?: string;
	help: boolean;
}

export const USAGE = `npm run check:account -- [options]

Compares the answers of your account with what these nodes expect. It only reads, unless you ask for --write.

  --base-url <address>          the Base URL of your credential; otherwise you are asked
  --token-file <file>           a file with the API token; otherwise SWEEPSTAKES_API_TOKEN, or you are asked
  --calls <number>              the most calls, default 250. Removing what --write added may take a few more
  --calls-per-minute <number>   default 60; a lower limit of your plan wins
  --write --sweepstakes <handler>
                                also adds and removes records in this sweepstakes, after you have confirmed it
  --help                        shows this
`;

/**
 * Parses the command-line options.
 *
 * @param neededToWrite how many calls it takes to read and write
 * @throws Error with a sentence for the user
 */
export function readOptions(args: readonly string[], neededToWrite = 0): Options {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			'base-url': { type: 'string' },
			'token-file': { type: 'string' },
			calls: { type: 'string', default: '250' },
			'calls-per-minute': { type: 'string', default: '60' },
			write: { type: 'boolean', default: false },
			sweepstakes: { type: 'string' },
			help: { type: 'boolean', default: false },
		},
	});
	// The error does not repeat the argument, because it may be the token.
	if (positionals.length > 0)
		throw new Error('The command cannot read an argument. It takes only options that begin with --.');
	const handler = values.sweepstakes?.trim();
	if (values.write !== Boolean(handler))
		throw new Error('--write and --sweepstakes <handler> belong together.');
	const calls = wholeNumber('calls', values.calls);
	if (values.write && calls < neededToWrite)
		throw new Error(
			`--calls ${calls} is too few for --write, because what is added must be looked up and removed. It takes --calls ${neededToWrite}. Nothing was sent.`,
		);
	return {
		baseUrl: values['base-url'],
		tokenFile: values['token-file'],
		calls,
		callsPerMinute: wholeNumber('calls-per-minute', values['calls-per-minute']),
		write: handler,
		help: values.help,
	};
}

function wholeNumber(name: string, text: string): number {
	if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
	throw new Error(`--${name} takes a whole number from 1 on.`);
}
