import { DIALECTS, type DateForm, type Dialect } from '../../sandbox';
import { IS_RELEASE } from './runs';

/** The dialects for tests of what hardly depends on the dialect: both only before a release. */
export const USUAL_DIALECTS: readonly Dialect[] = IS_RELEASE ? DIALECTS : ['contract'];

interface ServiceStyle {
	dialect: Dialect;
	dates: DateForm;
}

/**
 * The ways in which the sandbox can reply: each dialect, and dates with and without a time zone. Before a release, the
 * dialect `reference` has both forms of dates.
 */
export const SERVICES: readonly ServiceStyle[] = [
	...USUAL_DIALECTS.map((dialect) => ({ dialect, dates: 'zoned' as const })),
	{ dialect: 'reference', dates: 'unzoned' },
];
