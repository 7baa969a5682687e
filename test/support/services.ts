import { DIALECTS, type DateForm, type Dialect } from '../../sandbox';

interface ServiceStyle {
	dialect: Dialect;
	dates: DateForm;
}

/** The ways in which the sandbox can reply: in each dialect, and with dates that have no time zone. */
export const SERVICES: readonly ServiceStyle[] = [
	...DIALECTS.map((dialect) => ({ dialect, dates: 'zoned' as const })),
	{ dialect: 'reference', dates: 'unzoned' },
];
