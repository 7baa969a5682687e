import type { INodeParameters } from 'n8n-workflow';

import { ID } from '../support/constants';
import type { Choice, Field } from '../../nodes/shared/n8n/operation/field';
import { byId, CATALOGUE, type Entry } from '../catalogue';
import { findOperation } from '../support/engine/nodes';
import { createNode } from '../support/engine/panel';
import { buildRequest } from '../support/engine/request';

/* A field cannot be filled in and cleared at the same time, because the service could do only one of the two. */

interface Clear {
	row: Entry;
	section: Field;
	/** The value that clears the field. */
	clear: object;
	label: string;
}

const optionsOf = ({ type, options = [] }: Field) => (type === 'collection' ? (options as Field[]) : []);

/** Every way in which an operation can clear a field. */
function* clearsIn(row: Entry): Generator<Clear> {
	for (const section of findOperation(row).fields)
		for (const { displayName, name, type, options = [] } of optionsOf(section)) {
			if (!displayName.startsWith('Clear')) continue;
			if (type === 'boolean')
				yield { row, section, clear: { [name]: true }, label: displayName.replace('Clear ', '') };
			else
				for (const choice of options as Choice[])
					yield { row, section, clear: { [name]: [choice.value] }, label: choice.name };
		}
}

const CLEARS = CATALOGUE.filter(({ variant }) => variant === undefined).flatMap((row) => [...clearsIn(row)]);

/** Returns the values in which the field with this label, at any depth of collections, is filled in. */
function fillIn(field: Field, label: string): INodeParameters[] {
	const { name, type, displayName } = field;
	if (displayName === label && type !== 'collection')
		return [{ [name]: type === 'dateTime' ? '2090-01-31' : 'x' }];
	return optionsOf(field).flatMap((inner) => fillIn(inner, label).map((value) => ({ [name]: value })));
}

const inSection = (parameters: INodeParameters, { name }: Field, values: object): INodeParameters =>
	({ ...parameters, [name]: { ...(parameters[name] as object), ...values } }) as INodeParameters;

test.each(CLEARS.map((one) => [`${one.row.title} › ${one.label}`, one] as const))(
	'“%s” cannot be filled in and cleared at the same time',
	(_title, { row, section, clear, label }) => {
		const { fields } = findOperation(row);
		const pickers = fields.filter(({ type }) => type === 'resourceLocator');
		const picked = Object.fromEntries(pickers.map(({ name }) => [name, byId(ID)]));
		const { parameters } = createNode(row.node, { operation: row.operation, ...picked });
		expect(() => buildRequest(row, inSection(parameters, section, clear))).not.toThrow();
		const value = fields.flatMap((field) => fillIn(field, label))[0]!;
		const filled = { ...parameters, ...value };
		expect(() => buildRequest(row, inSection(filled, section, clear))).toThrow(
			new RegExp(
				`^“${section.displayName} › Clear.*” must .*“${label}”.* has a value: remove one of the two$`,
			),
		);
	},
);

test('these tests include every operation that can clear a field', () => {
	const operations = CLEARS.map(({ row }) => `${row.node.description.displayName} › ${row.operation}`);
	expect([...new Set(operations)].sort()).toEqual([
		'Sweepstakes Administrator To-Do › update',
		'Sweepstakes Code › update',
		'Sweepstakes Code › updateSettings',
		'Sweepstakes Survey › update',
	]);
});
