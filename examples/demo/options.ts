import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { DIALECTS, type Dialect } from '../../sandbox';

export interface DemoOptions {
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
			entrants: { type: 'string', default: join(__dirname, '..', 'entrants.csv') },
			winners: { type: 'string', default: '3' },
			'calls-per-minute': { type: 'string', default: '150' },
			dialect: { type: 'string', default: 'contract' },
			keep: { type: 'boolean', default: false },
		},
	});
	const entrants = resolve(values.entrants);
	if (!existsSync(entrants)) throw new Error(`--entrants: there is no file ${values.entrants}`);
	return {
		entrants,
		winners: parsePositive('--winners', values.winners),
		callsPerMinute: parsePositive('--calls-per-minute', values['calls-per-minute']),
		dialect: parseDialect(values.dialect),
		keep: values.keep,
	};
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
