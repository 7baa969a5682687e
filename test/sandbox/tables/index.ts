import { account, accountInReference } from './account';
import { billing } from './billing';
import { calendar, calendarInReference } from './calendar';
import { codes } from './codes';
import { documentation } from './documentation';
import { entryPage, entryPageInReference } from './entry-page';
import { files } from './files';
import { groups, groupsInReference } from './groups';
import { invoices, invoicesInReference } from './invoices';
import { messaging } from './messaging';
import { notes } from './notes';
import { participants, participantsInReference } from './participants';
import { rules } from './rules';
import { surveys } from './surveys';
import { sweepstakes, sweepstakesInReference } from './sweepstakes';
import { tickets, ticketsInReference } from './tickets';
import { tools } from './tools';
import { wallet } from './wallet';
import { winners, winnersInReference } from './winners';
import type { Changes, Table } from './table';

/** The operations of both API documents. */
export const TABLE: Table = {
	...account,
	...entryPage,
	...sweepstakes,
	...participants,
	...groups,
	...winners,
	...rules,
	...invoices,
	...billing,
	...wallet,
	...codes,
	...notes,
	...messaging,
	...calendar,
	...tickets,
	...surveys,
	...files,
	...tools,
	...documentation,
};

/** The operations for which the reference differs from the contract. */
export const IN_REFERENCE: Changes = {
	...accountInReference,
	...entryPageInReference,
	...sweepstakesInReference,
	...participantsInReference,
	...groupsInReference,
	...winnersInReference,
	...invoicesInReference,
	...calendarInReference,
	...ticketsInReference,
};
