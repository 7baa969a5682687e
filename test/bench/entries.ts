import type { IDataObject } from 'n8n-workflow';

import type { RecordedCall } from '../../sandbox';
import type { Service } from './service';

/** The rows that are entered in the benchmarks. */
export const entrants = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ email: `entrant${n}@example.com`, first: `Entrant ${n}` }));

/** POST /participants/add for one of them. */
export const entryOf = ({ sweepstakesToken }: Service, { email, first }: IDataObject) => ({
	lang: 'en',
	source: 'benchmark',
	sweepstakesToken,
	entryPageFields: { KeyEmail: email, Fields: { First_Name: first } },
});

/** The same in the HTTP Request node. */
export const ENTRY_EXPRESSION = ({ sweepstakesToken }: Service) =>
	`={{ { lang: 'en', source: 'benchmark', sweepstakesToken: '${sweepstakesToken}', entryPageFields: { KeyEmail: $json.email, Fields: { First_Name: $json.first } } } }}`;

/** The same in our node. */
export const ENTRY_PARAMETERS = {
	operation: 'add',
	KeyEmail: '={{ $json.email }}',
	Fields: { mappingMode: 'defineBelow', value: { First_Name: '={{ $json.first }}' } },
	source: 'benchmark',
};

/** A call as the service saw it. */
export interface SeenCall {
	/** When it arrived, in ms from the first one on. */
	at: number;
	/** Whether it was processed; else it was refused. */
	taken: boolean;
}

/** What became of rows that were to be entered, by the service's own record. */
export interface Fate {
	calls: SeenCall[];
	/** Calls that the service did not process: 429 and 503. */
	refused: number;
	/** Rows that are not entered in the end. */
	lost: number;
	/** Entries beyond the first of a row. */
	doubled: number;
}

export function fateOf(calls: RecordedCall[], rows: number): Fate {
	const adds = calls.filter(({ path }) => path === '/participants/add');
	const taken = adds.filter(({ status }) => status === 200);
	const entered = new Set(taken.map(({ body }) => (body as Entry).entryPageFields.KeyEmail));
	const first = adds[0]?.at ?? 0;
	return {
		calls: adds.map(({ at, status }) => ({ at: at - first, taken: status === 200 })),
		refused: adds.filter(({ status }) => status === 429 || status === 503).length,
		lost: rows - entered.size,
		doubled: taken.length - entered.size,
	};
}

interface Entry {
	entryPageFields: { KeyEmail: string };
}
