import type { INodeType } from 'n8n-workflow';

import { ACTION_NODES } from '../engine/nodes';
import { account } from './account';
import { apiCall } from './apiCall';
import { billing } from './billing';
import { campaign } from './campaign';
import { code } from './code';
import { entryPage } from './entryPage';
import { event } from './event';
import { file } from './file';
import { group } from './group';
import { invoice } from './invoice';
import { lookup } from './lookup';
import { message } from './message';
import { note } from './note';
import { participant } from './participant';
import type { Row } from './row';
import { rule } from './rule';
import { survey } from './survey';
import { sweepstakes } from './sweepstakes';
import { ticket } from './ticket';
import { toDo } from './toDo';
import { winner } from './winner';

export { byId, openWorld, READ_COUNT, type World } from './world';
export type { DateKind, Row, Unique } from './row';
export { DRAWN_AT_ONCE } from './winner';

/** The rows of each node, by its name in workflows without `sweepstakes`. */
const ROWS: Record<string, Row[]> = {
	...{ account, apiCall, billing, campaign, code, entryPage, event, file, group, invoice, lookup },
	...{ message, note, participant, rule, survey, sweepstakes, ticket, toDo, winner },
};

const shortened = (name: string) =>
	name.replace(/^sweepstakes(.)/, (_, first: string) => first.toLowerCase());

/** A row with its node. */
export interface Entry extends Row {
	node: INodeType;
	/** E.g. "Sweepstakes Participant › add, by phone". */
	title: string;
	/** The path of the endpoint. */
	path: string;
}

/** Every operation of every node, at least once. `test/engine/catalogue.test.ts` fails if one is missing. */
export const CATALOGUE: Entry[] = ACTION_NODES.flatMap((node) => {
	const { name, displayName } = node.description;
	return (ROWS[shortened(name)] ?? []).map((row) => ({
		...row,
		node,
		title: [`${displayName} › ${row.operation}`, row.variant].filter(Boolean).join(', '),
		path: row.endpoint.split(' ')[1]!,
	}));
});
