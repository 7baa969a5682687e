import type { INodeType } from 'n8n-workflow';

import type { Dialect } from '../../sandbox';
import { ACTION_NODES } from '../support/engine/nodes';
import { account } from './account';
import { apiCall } from './api-call';
import { accountBilling } from './account-billing';
import { campaign } from './campaign';
import { code } from './code';
import { entryPage } from './entry-page';
import { calendarEvent } from './calendar-event';
import { accountFile } from './account-file';
import { group } from './group';
import { invoice } from './invoice';
import { referenceData } from './reference-data';
import { message } from './message';
import { accountNote } from './account-note';
import { participant } from './participant';
import type { Row } from './row';
import { officialRules } from './official-rules';
import { survey } from './survey';
import { sweepstakes } from './sweepstakes';
import { supportTicket } from './support-ticket';
import { administratorToDo } from './administrator-to-do';
import { winner } from './winner';

export { byId, openWorld, READ_COUNT, type World } from './world';
export type { DateKind, Row, UniqueValues } from './row';
export { DRAWN_AT_ONCE } from './winner';

/** Maps the name of a node, without the prefix `sweepstakes`, to the node's rows. */
const ROWS: Record<string, Row[]> = {
	account,
	apiCall,
	accountBilling,
	campaign,
	code,
	entryPage,
	calendarEvent,
	accountFile,
	group,
	invoice,
	referenceData,
	message,
	accountNote,
	participant,
	officialRules,
	survey,
	sweepstakes,
	supportTicket,
	administratorToDo,
	winner,
};

const shortenName = (name: string) =>
	name.replace(/^sweepstakes(.)/, (_, first: string) => first.toLowerCase());

export interface Entry extends Row {
	node: INodeType;
	/** The title of the row, such as "Sweepstakes Participant › add (by phone)". */
	title: string;
	path: string;
}

/** Every operation of every node, at least once. `test/engine/catalogue.test.ts` fails if one is missing. */
export const CATALOGUE: Entry[] = ACTION_NODES.flatMap((node) => {
	const { name, displayName } = node.description;
	return (ROWS[shortenName(name)] ?? []).map((row) => ({
		...row,
		node,
		title: `${displayName} › ${row.operation}${row.variant ? ` (${row.variant})` : ''}`,
		path: row.endpoint.split(' ')[1]!,
	}));
});

/** The rows whose requests the service accepts in a dialect. */
export const rowsIn = (dialect: Dialect): Entry[] =>
	CATALOGUE.filter(({ refusedByReference }) => dialect === 'contract' || !refusedByReference);
