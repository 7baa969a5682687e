import type { IDataObject } from 'n8n-workflow';

import type { RecordedCall } from '../../sandbox';
import type { Service } from './service';

/** Returns the rows that the benchmarks add. */
export const entrants = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, n) => ({
		email: `entrant${n}@example.com`,
		phone: `202${String(n).padStart(7, '0')}`,
		first: `Entrant ${n}`,
		last: 'Smith',
	}));

/**
 * Returns the body of POST /participants/add for one row: the whole entry form in its order, because a service that
 * follows the reference accepts no other entry.
 */
export const toEntry = ({ sweepstakesToken }: Service, { email, phone, first, last }: IDataObject) => ({
	lang: 'en',
	source: 'benchmark',
	sweepstakesToken,
	entryPageFields: {
		KeyEmail: email,
		KeyPhoneNumber: phone,
		Fields: { First_Name: first, Last_Name: last, Email: email, Mobile_Number: phone },
	},
});

/** Returns the same body as `toEntry`, but as an expression for the HTTP Request node. */
export const ENTRY_EXPRESSION = ({ sweepstakesToken }: Service) =>
	`={{ { lang: 'en', source: 'benchmark', sweepstakesToken: '${sweepstakesToken}', entryPageFields: { KeyEmail: $json.email, KeyPhoneNumber: $json.phone, Fields: { First_Name: $json.first, Last_Name: $json.last, Email: $json.email, Mobile_Number: $json.phone } } } }}`;

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

/** Returns the parameters with which our node adds the same entry as `toEntry`. */
export const completeEntryParameters = () => {
	const { Fields, ...parameters } = entryParameters();
	return {
		...parameters,
		KeyPhoneNumber: '={{ $json.phone }}',
		Fields: {
			...Fields,
			value: { ...Fields.value, Last_Name: '={{ $json.last }}' },
			schema: [
				...Fields.schema,
				{ id: 'Last_Name', displayName: 'Last Name', type: 'string', display: true },
			],
		},
	};
};

interface SeenCall {
	/** When the call arrived, in ms after the first call. */
	at: number;
	/** Whether the call was processed. */
	taken: boolean;
}

/** What happened to the rows, according to the service's records. */
export interface Fate {
	/** The calls that add a row. */
	calls: SeenCall[];
	/** How many calls were made, including those that read the entry form. */
	callCount: number;
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
		callCount: calls.length,
		calls: adds.map(({ at, status }) => ({ at: at - first, taken: status === 200 })),
		refused: adds.filter(({ status }) => status === 429 || status === 503).length,
		lost: rows - entered.size,
		doubled: taken.length - entered.size,
	};
}
