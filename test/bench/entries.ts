import type { IDataObject } from 'n8n-workflow';

import type { RecordedCall } from '../../sandbox';
import type { Service } from './service';

/** Returns the rows that the benchmarks add. */
export const entrants = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({ email: `entrant${n}@example.com`, first: `Entrant ${n}` }));

/** Returns the body of POST /participants/add for one row. */
export const toEntry = ({ sweepstakesToken }: Service, { email, first }: IDataObject) => ({
	lang: 'en',
	source: 'benchmark',
	sweepstakesToken,
	entryPageFields: { KeyEmail: email, Fields: { First_Name: first } },
});

/** Returns the same body as `toEntry`, but as an expression for the HTTP Request node. */
export const ENTRY_EXPRESSION = ({ sweepstakesToken }: Service) =>
	`={{ { lang: 'en', source: 'benchmark', sweepstakesToken: '${sweepstakesToken}', entryPageFields: { KeyEmail: $json.email, Fields: { First_Name: $json.first } } } }}`;

/** Returns the parameters with which our node adds a row, including the entry form as the editor stores it. */
export const entryParameters = () => ({
	operation: 'add',
	KeyEmail: '={{ $json.email }}',
	Fields: {
		mappingMode: 'defineBelow',
		value: { First_Name: '={{ $json.first }}' },
		schema: [{ id: 'First_Name', displayName: 'First Name', type: 'string', display: true }],
	},
});

interface SeenCall {
	/** When the call arrived, in ms after the first call. */
	at: number;
	/** Whether the call was processed. */
	taken: boolean;
}

/** What happened to the rows, according to the service's records. */
export interface Fate {
	calls: SeenCall[];
	/** How many calls were refused with 429 or 503. */
	refused: number;
	/** How many rows were never added. */
	lost: number;
	/** How many rows were added more than once. */
	doubled: number;
}

export function judge(calls: RecordedCall[], rows: number): Fate {
	const adds = calls.filter(({ path }) => path === '/participants/add');
	const taken = adds.filter(({ status }) => status === 200);
	const entered = new Set(
		taken.map(({ body }) => (body as ReturnType<typeof toEntry>).entryPageFields.KeyEmail),
	);
	const first = adds[0]?.at ?? 0;
	return {
		calls: adds.map(({ at, status }) => ({ at: at - first, taken: status === 200 })),
		refused: adds.filter(({ status }) => status === 429 || status === 503).length,
		lost: rows - entered.size,
		doubled: taken.length - entered.size,
	};
}
