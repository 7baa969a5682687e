import { createHash } from 'crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { asObject, asText, isBlank } from '../../json';
import { takeBreakIfDue } from '../../sleep';
import { isChosenByOwner, isTool, readNode } from '../as-tool';
import { InputError } from '../errors/node-errors';
import { toShortLiteral } from '../errors/sentences';
import { listOneItems } from '../input/expressions';
import type { Operation } from '../operation/operation';
import { readPickedName } from '../picked-name';
import { listGoodItems, type CheckedItems } from './checked-items';

/**
 * Returns an error if several items are for one person because the field for the person has a fixed value, or if several
 * different items would change one record. This is usually a mistake, for example if somebody picked a winner from the
 * list while writing a message to all winners. An expression shows that it is intended, even if it has the same value for
 * all items, unless it names one item for all, as `$('Rows').first()` does.
 */
export async function refuseForOnePerson(
	context: IExecuteFunctions,
	operation: Operation,
	checked: CheckedItems,
): Promise<InputError | undefined> {
	const { fields, person } = operation;
	const good = listGoodItems(checked);
	if (good.length < 2 || isTool(context)) return undefined;
	const [{ parameters }] = good as [(typeof good)[number]];
	const named = person?.fields ?? [operation.record ?? findUpdated(operation)];
	const name = named.find((field) => field !== undefined && !isBlank(parameters[field]));
	const readStored = (field: string) => readNode(context).parameters[field];
	const isFixed = async (field: string) =>
		isChosenByOwner(context, field) ||
		(listOneItems(readStored(field)).length > 0 &&
			(await countDifferent(good.map((item) => item.parameters[field]))) === 1);
	const isIn = fields.some((field) => field.name === 'sweepstakes');
	if (name === undefined || !(await isFixed(name)) || (isIn && !(await isFixed('sweepstakes'))))
		return undefined;
	const count = person ? good.length : await countDifferent(good.map((item) => item.parameters));
	if (count < 2) return undefined;
	const [{ call } = {}] = listOneItems(readStored(name));
	const known = call === undefined ? readStored(name) : parameters[name];
	const who = [readPickedName(known), asText(asObject(known).value), asText(known)].find(Boolean);
	const { displayName } = fields.find((field) => field.name === name)!;
	const { would, what, column } = { ...(person ? PERSON : RECORD), ...person };
	const [reason, remedy, meant] =
		call === undefined
			? [
					'is fixed',
					`enter an expression such as {{ $json.${column} }}`,
					'enter the same value as an expression',
				]
			: [
					`names one item for all with “.${call}”`,
					`write “.item” instead of “.${call}”`,
					`put it into each item with an “Edit Fields” node, and enter an expression such as {{ $json.${column} }}`,
				];
	return new InputError(
		displayName,
		`${reason}, so ${count} ${would} ${toShortLiteral(who)}. To use each item’s ${what}, ${remedy}. To do this only once, turn on “Execute Once” in the Settings tab of this node. If you really mean this ${what} for all items, ${meant}`,
	);
}

const PERSON = { what: 'person', column: 'Email' };

const RECORD = { what: 'record', column: 'id', would: 'different changes would all be made to' };

/** Returns the name of the picker above Update Fields. */
function findUpdated({ fields }: Operation): string | undefined {
	return fields[fields.findIndex(({ name }) => name === 'updateFields') - 1]?.name;
}

/** Counts the different values in a list. It keeps only digests, because there may be many long texts. */
async function countDifferent(values: readonly unknown[]): Promise<number> {
	const digests = new Set<string>();
	for (const value of new Set(values)) {
		digests.add(
			createHash('sha256')
				.update(JSON.stringify([value]))
				.digest('base64'),
		);
		await takeBreakIfDue();
	}
	return digests.size;
}
