import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { InputError } from '../../nodes/shared/n8n/errors/node-errors';
import type { Field, FieldGroup } from '../../nodes/shared/n8n/operation/field';
import { withInputOptions } from '../../nodes/shared/n8n/operation/properties';
import { byId, CATALOGUE, type Entry } from '../catalogue';
import { ACTION_NODES, findOperation } from '../support/engine/nodes';
import { createNode } from '../support/engine/panel';
import { buildRequest, readValues } from '../support/engine/request';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/*
 * An empty value counts as not given: the request is the same as without the field, or an error names the field. The
 * test covers every field of every operation, including fields in collections and groups.
 */

type Values = Record<string, unknown>;

/** The empty values that an expression, a blank cell or an agent may give. */
const EMPTY: ReadonlyArray<[string, unknown]> = [
	['an empty text', ''],
	['a space', ' '],
	['null', null],
	['nothing', undefined],
];

/** A place for a value in the parameters of an operation. */
interface Place {
	path: string;
	field: Field;
	/** Whether the panel always has a value for the field. */
	inPanel: boolean;
	/** Returns the parameters with this value, or without the field if no value is given. */
	put(...value: [unknown?]): Values;
}

const isList = ({ type }: Field) => type === 'collection' || type === 'fixedCollection';

/** All places among the fields whose values are in `values`. */
function* placesIn(
	fields: readonly Field[],
	values: Values,
	inPanel: boolean,
	path: readonly string[],
	whole: (values: Values) => Values,
): Generator<Place> {
	for (const field of fields) {
		const { name, type, displayName } = field;
		if (type === 'notice' || (inPanel && !(name in values))) continue;
		const put = (...value: [unknown?]) => {
			const { [name]: _, ...others } = values;
			return whole(value.length > 0 ? { ...others, [name]: value[0] } : others);
		};
		const inside = [...path, displayName];
		yield { path: inside.join(' › '), field, inPanel, put };
		const inner = (values[name] ?? {}) as Values;
		if (type === 'collection') yield* placesIn(field.options as readonly Field[], inner, false, inside, put);
		if (type !== 'fixedCollection') continue;
		for (const group of field.options as readonly FieldGroup[]) {
			const given = inner[group.name];
			for (const [index, entry] of [given ?? []].flat().entries())
				yield* placesIn(group.values, entry as Values, false, [...inside, group.displayName], (changed) => {
					const list = Array.isArray(given) ? given.with(index, changed) : changed;
					return put({ ...inner, [group.name]: list });
				});
		}
	}
}

const DEFAULT = 'the default of a field';

/** Replaces the default of each field with a value that no operation would accept. */
function withOddDefaults<F extends Field | FieldGroup>(fields: readonly F[]): readonly F[] {
	return fields.map((field) => {
		if ('values' in field) return { ...field, values: withOddDefaults(field.values) };
		const options = isList(field) ? withOddDefaults(field.options as readonly Field[]) : field.options;
		return { ...field, default: DEFAULT, options };
	});
}

/** Returns the row's request and what was read for it, or the message of the error. */
function outcomeOf(row: Entry, parameters: Values): { request?: unknown; read?: unknown; error?: string } {
	const fields = withInputOptions(findOperation(row));
	try {
		const request = JSON.parse(JSON.stringify(buildRequest(row, parameters as INodeParameters) ?? null));
		const read = JSON.parse(
			JSON.stringify(readValues(withOddDefaults(fields), parameters as INodeParameters)),
		);
		return { request, read };
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { error: error.message };
	}
}

function* faultsAt(row: Entry, { path, field, inPanel, put }: Place): Generator<string> {
	const isChoice = inPanel && /^(boolean|options)$/.test(field.type);
	const { refuseEmpty = false } = (field.typeOptions ?? {}) as { refuseEmpty?: boolean };
	const isRequired = !field.displayOptions && (field.required ?? (isChoice || refuseEmpty));
	let without: ReturnType<typeof outcomeOf> | undefined;
	for (const [what, value] of EMPTY) {
		const empty = outcomeOf(row, put(value));
		if (JSON.stringify(empty).includes(DEFAULT)) yield `${path}, ${what}: sends a default`;
		if (empty.error?.includes(field.displayName)) continue;
		// The panel always has a value for a required field, so a missing one counts as an error.
		const wanted = isRequired ? { error: 'is required' } : (without ??= outcomeOf(row, put()));
		if (JSON.stringify(empty) !== JSON.stringify(wanted))
			yield `${path}, ${what}: ${JSON.stringify(empty)} is not ${JSON.stringify(wanted)}`;
	}
}

shareWorld();

test.each(ACTION_NODES.map((node) => [node.description.displayName, node] as const))(
	'%s: an empty value in a field has the same effect as no value',
	async (_name, node) => {
		// The same code reads a field that several operations share.
		const tried = new Set<Field>();
		const faults: string[] = [];
		for (const row of CATALOGUE.filter((one) => one.node === node)) {
			const valid = await row.parameters(world, uniqueOne());
			const { parameters } = createNode(node, { operation: row.operation, ...valid });
			const { fields } = findOperation(row);
			const places = [...placesIn(fields, parameters, true, [], (values) => values)];
			const untried = places.filter(({ field }) => !tried.has(field));
			for (const { field } of untried) tried.add(field);
			for (const place of untried)
				for (const fault of faultsAt(row, place)) faults.push(`${row.title}: ${fault}`);
		}
		expect(faults).toEqual([]);
	},
);

describe('in n8n', () => {
	const ROWS = [{ cell: '' }, { cell: ' ' }, { cell: null }, {}] as IDataObject[];
	const CELL = '={{ $json.cell }}';

	test('blank cells leave the fields of an invoice unchanged', async () => {
		const { Data } = await stage.api<{ Data: { InvoiceToken: string } }>('/invoices/create', {
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Ticket', Quantity: 1, Rate: 100 }],
			Status: 'draft',
			PaymentMethod: 'check',
			TaxEnabled: true,
			TaxRate: 10,
		});
		const blank = Object.fromEntries(
			['PaymentMethod', 'TaxEnabled', 'TaxRate', 'DiscountAmount', 'DueDate', 'items'].map((name) => [
				name,
				CELL,
			]),
		);
		const parameters = { invoice: byId(Data.InvoiceToken), updateFields: { Title: 'New', ...blank } };
		const { items } = await stage.run(new SweepstakesInvoice(), 'update', parameters, { items: ROWS });
		expect(stage.bodies()).toEqual(ROWS.map(() => ({ InvoiceToken: Data.InvoiceToken, Title: 'New' })));
		expect(items.at(-1)!.json).toMatchObject({ PaymentMethod: 'check', Total: 110 });
	});

	test.each(['entryPeriodMustHaveEnded', 'minimumParticipants', 'rulesMustExist', 'completedEntries'])(
		'a draw stops if the expression of its condition “%s” is empty',
		async (name) => {
			for (const row of ROWS) {
				const parameters = { sweepstakes: byId(world.drawn), options: { [name]: CELL } };
				const { error } = await stage.run(new SweepstakesWinner(), 'draw', parameters, { items: [row] });
				expect(error?.message).toMatch(/^“Options › .+” is required, but {{ \$json\.cell }} is empty\./);
				expect(stage.paths()).toEqual([]);
			}
		},
	);
});
