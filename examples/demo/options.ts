import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { DIALECTS, type Dialect } from '../../sandbox';

const EXAMPLES = join(__dirname, '..');

/** The sample file with people to enter. */
export const ENTRANTS = join(EXAMPLES, 'entrants.csv');

export interface DemoOptions {
	/** The file name, without its extension, of an example to open instead of running the demo. */
	example?: string;
	/** The path of the CSV file with the people to enter. */
	entrants: string;
	winners: number;
	callsPerMinute: number;
	/** The API document that the sandbox follows. */
	dialect: Dialect;
	/** Whether n8n and its editor stay open at the end. */
	keep: boolean;
}

export const USAGE = `npm run demo -- [options]

  --example NAME          opens one of the examples instead, with a filled sandbox, such as draw-certificate
  --entrants FILE         CSV file whose columns are mapped by name: first_name, last_name, email, phone, zip …
  --winners N             number of winners to draw (default 3)
  --calls-per-minute N    rate limit of the service and of the nodes (default 150)
  --dialect NAME          contract (default) or reference: which text about the service the sandbox follows
  --keep                  keeps n8n's editor open, with the workflow loaded and the credential set`;

/** @throws Error that names the invalid option */
export function readOptions(args: string[]): DemoOptions {
	const { values } = parseArgs({
		args,
		options: {
			example: { type: 'string' },
			entrants: { type: 'string', default: ENTRANTS },
			winners: { type: 'string', default: '3' },
			'calls-per-minute': { type: 'string', default: '150' },
			dialect: { type: 'string', default: 'contract' },
			keep: { type: 'boolean', default: false },
		},
	});
	const entrants = resolve(values.entrants);
	if (!existsSync(entrants)) throw new Error(`--entrants: there is no file ${values.entrants}`);
	return {
		example: parseExample(values.example),
		entrants,
		winners: parsePositive('--winners', values.winners),
		callsPerMinute: parsePositive('--calls-per-minute', values['calls-per-minute']),
		dialect: parseDialect(values.dialect),
		keep: values.keep,
	};
}

function parseExample(name: string | undefined): string | undefined {
	if (name === undefined) return undefined;
	const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
	const names = files.map((file) => file.replace('.json', ''));
	if (names.includes(name)) return name;
	throw new Error(`--example: there is no example ${name}. Choose one of these: ${names.join(', ')}`);
}

function parsePositive(option: string, text: string): number {
	const number = Number(text);
	if (Number.isInteger(number) && number > 0) return number;
	throw new Error(`${option}: ${text} is not a whole number above 0`);
}

function parseDialect(text: string): Dialect {
	const dialect = DIALECTS.find((name) => name === text);
	if (dialect) return dialect;
	throw new Error(`--dialect: ${text} is neither ${DIALECTS.join(' nor ')}`);
}
