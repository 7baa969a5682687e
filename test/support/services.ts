import { DIALECTS, type DateForm, type Dialect } from '../../sandbox';

interface ServiceStyle {
	dialect: Dialect;
	dates: DateForm;
}

/** The ways in which the sandbox can reply: each dialect, and dates without a zone. */
export const SERVICES: readonly ServiceStyle[] = [
	...DIALECTS.map((dialect) => ({ dialect, dates: 'zoned' as const })),
	{ dialect: 'reference', dates: 'unzoned' },
];
