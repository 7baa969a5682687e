import type { NodeExecutionHint } from 'n8n-workflow';

import type { Stats } from '../../client/call';
import type { Client } from '../../client/client';
import { cut } from '../../json';
import { pluralize } from '../../pluralize';
import { formatSeconds } from '../errors/failure-texts';
import { escapeTags } from '../errors/node-errors';
import type { Redact } from '../errors/redactor';
import type { Operation } from '../operation/operation';
import { listGoodItems, type CheckedItem, type CheckedItems } from './checked-items';
import type { Hints } from '../../history/hints';

/** The maximum length of a list in a hint, in characters. */
const MAX_COLUMNS_LENGTH = 200;

/** A hint mentions the waits of a run only if they took at least this long in total, in ms. */
const MIN_WAIT_MS = 2_000;

const DRY_RUN = 'Dry run: nothing was sent or changed. Turn off “Options › Dry Run” to do it.';

const REHEARSAL =
	'Rehearsal: nothing was sent or changed. Nodes of other services still send. For a real run, choose a credential in which “Rehearse” is off.';

/**
 * Returns the hints for the output panel: about a dry run, waits, retries, skipped items, unused
 * columns, and incomplete or repeated results.
 */
export function toHints(
	{ stats, hints, options }: Pick<Client, 'stats' | 'hints' | 'options'>,
	{ reads }: Pick<Operation, 'reads'>,
	items: CheckedItems,
	redact: Redact = (text) => text,
): NodeExecutionHint[] {
	const { sentences, skipped, cutLists } = hints;
	const good = listGoodItems(items);
	const skips = [...skipped].map(([reason, count]) => `Skipped ${pluralize(count, 'item')}: ${reason}.`);
	const isDry = good.some((item) => item.isDry);
	const isRehearsal = isDry && options.rehearses === true;
	return [
		isRehearsal ? REHEARSAL : isDry ? DRY_RUN : undefined,
		toWaitingHint(stats),
		...skips,
		toUnusedHint(good),
		cutLists && toCutHint(cutLists),
		reads && items.length > 1 && areAlike(items) ? toRepeatHint(items.length) : undefined,
		...sentences,
	]
		.filter((message) => message !== undefined)
		.map((message) => ({
			message: escapeTags(redact(message)),
			type: message === REHEARSAL ? 'danger' : 'info',
			location: 'outputPane',
		}));
}

function toWaitingHint({ calls, retries, confirmed, waitedMs }: Stats): string | undefined {
	const isWorthSaying = waitedMs >= MIN_WAIT_MS;
	if (!isWorthSaying && retries === 0 && confirmed === 0) return undefined;
	const parts = [
		`This run made ${pluralize(calls, 'call')}`,
		retries > 0 && `${retries} of them repeated because the service was busy or could not be reached`,
		isWorthSaying &&
			`and waited ${formatSeconds(waitedMs)} until the service could accept ${calls === 1 ? 'it' : 'them'}`,
	];
	const confirmations =
		confirmed > 0
			? ` ${pluralize(confirmed, 'call')} got no response, but the service had processed ${confirmed === 1 ? 'it' : 'them'}.`
			: '';
	return `${parts.filter(Boolean).join(', ')}.${confirmations}`;
}

function toCutHint({ returned, total }: NonNullable<Hints['cutLists']>): string {
	const count = (number: number) => number.toLocaleString('en-US');
	const found =
		total === undefined
			? `Only the first ${count(returned)} records were returned, and there may be more`
			: `${count(returned)} of ${count(total)} records were returned`;
	return `${found}. To get all of them, turn on “Return All”.`;
}

/** Whether all items have the same parameters, and their results include no input fields, which could differ. */
function areAlike(items: CheckedItems): boolean {
	const good = listGoodItems(items);
	if (good.length < items.length || good.some(({ inputFields }) => inputFields)) return false;
	// Items without expressions share one object, so only a few objects have to be compared.
	const parameters = new Set(good.map((item) => item.parameters));
	const first = JSON.stringify(good[0]?.parameters);
	return [...parameters].every((one) => JSON.stringify(one) === first);
}

function toRepeatHint(repeats: number): string {
	return `This node ran ${repeats.toLocaleString('en-US')} times with the same settings, once for each input item. To run only once, turn on “Execute Once” in the Settings tab of this node.`;
}

/** Returns a hint that names the input columns that “Map Automatically” did not use. */
function toUnusedHint(items: CheckedItem[]): string | undefined {
	const unused = listUnused(items);
	if (unused.length === 0) return undefined;
	const names = cut(unused.map((name) => name.trim() || '(no heading)').join(', '), MAX_COLUMNS_LENGTH);
	return `“Map Automatically” did not use these columns: ${names}. It uses only columns whose whole name matches exactly one entry form field.`;
}

/** Returns the columns that were not used, but no more than the hint has room for. Each item may have thousands of others. */
function listUnused(items: CheckedItem[]): string[] {
	const columns = new Set<string>();
	// Items with the same columns share one list.
	for (const unused of new Set(items.map((item) => item.unused)))
		for (const column of unused) {
			columns.add(column);
			if (columns.size > MAX_COLUMNS_LENGTH) return [...columns];
		}
	return [...columns];
}
