import type { Endpoint } from '../endpoint';
import { accountEndpoints } from './account';
import { calendarEndpoints } from './calendar';
import { codeEndpoints } from './codes';
import { entryPageEndpoints } from './entrypage';
import { groupEndpoints } from './groups';
import { invoiceEndpoints } from './invoices';
import { noteEndpoints } from './notes';
import { participantEndpoints } from './participants';
import { ruleEndpoints } from './rules';
import { sweepstakesEndpoints } from './sweepstakes';
import { winnerEndpoints } from './winners';

/** The 29 documented operations and the three the sandbox invents for categories that are not shown, by path. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
	[
		accountEndpoints,
		entryPageEndpoints,
		sweepstakesEndpoints,
		participantEndpoints,
		groupEndpoints,
		winnerEndpoints,
		ruleEndpoints,
		invoiceEndpoints,
		codeEndpoints,
		noteEndpoints,
		calendarEndpoints,
	]
		.flat()
		.map((endpoint) => [endpoint.path, endpoint]),
);
