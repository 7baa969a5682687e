import { createHash } from 'crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { asObject, asText, isBlank } from '../../json';
import { takeBreakIfDue } from '../../sleep';
import { isChosenByOwner, isTool, readNode } from '../as-tool';
import { InputError } from '../errors/node-errors';
import { toShortLiteral } from '../errors/sentences';
import type { Operation } from '../operation/operation';
import { readPickedName } from '../picked-name';
import { listGoodItems, type CheckedItems } from './checked-items';

/**
 * Returns an error if several items are for one person or one record because the field for it has a fixed value, and
 * their other values differ or add up. This is usually a mistake, for example if somebody picked a winner from the list
 * while writing a message to all winners. An expression shows that it is intended, even if it has the same value for all
 * items.
 */
export async function refuseForOnePerson(
	context: IExecuteFunctions,
	operation: Operation,
	checked: CheckedItems,
): Promise<InputError | undefined> {
	const { person = findUpdated(operation), fields } = operation;
	const good = listGoodItems(checked);
	if (!person || good.length < 2 || isTool(context)) return undefined;
	const [{ parameters }] = good as [(typeof good)[number]];
	const name = person.fields.find((field) => !isBlank(parameters[field]));
	const isFixed = (field: string) => isChosenByOwner(context, field);
	const isIn = fields.some((field) => field.name === 'sweepstakes');
	if (name === undefined || !isFixed(name) || (isIn && !isFixed('sweepstakes'))) return undefined;
	const different = await countDifferent(good.map((item) => item.parameters));
	if (different < 2 && !person.addsUp?.(parameters)) return undefined;
	const items = different < 2 ? `${good.length}` : `${different} different`;
	const stored = readNode(context).parameters[name];
	const who = [readPickedName(stored), asText(asObject(stored).value), asText(stored)].find(Boolean);
	const { displayName } = fields.find((field) => field.name === name)!;
	const what = operation.person ? 'person' : 'record';
	return new InputError(
		displayName,
		`is fixed, so ${items} ${person.would} ${toShortLiteral(who)}. To use each item’s ${what}, enter an expression such as {{ $json.${EXAMPLES[what]} }}. If you do mean this ${what}, enter it as an expression, too`,
	);
}

/** The columns that the errors name as examples. */
const EXAMPLES = { person: 'Email', record: 'id' } as const;

/** Returns the record that an operation updates: the picker above Update Fields. Only the last of several changes remains. */
function findUpdated({ fields }: Operation): Operation['person'] {
	const picker = fields[fields.findIndex(({ name }) => name === 'updateFields') - 1];
	return picker && { fields: [picker.name], would: 'changes would all be made to' };
}

/** Counts the different values in a list. It keeps only digests, because there may be many long texts. */
async function countDifferent(values: readonly unknown[]): Promise<number> {
	const digests = new Set<string>();
	for (const value of new Set(values)) {
		digests.add(createHash('sha256').update(JSON.stringify(value)).digest('base64'));
		await takeBreakIfDue();
	}
	return digests.size;
}
