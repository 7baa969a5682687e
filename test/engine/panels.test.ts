import type {
	IDataObject,
	INodeParameterResourceLocator,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { CATALOGUE } from '../catalogue';
import { ACTION_NODES } from '../support/engine/nodes';
import { changeInPanel, marks, listShown, createNode } from '../support/engine/panel';
import { buildRequest } from '../support/engine/request';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/* These tests check which fields a panel shows, and which fields n8n marks in red before the workflow runs. */

shareWorld();

/**
 * What n8n stores when a field is emptied, or undefined if the field cannot be emptied or marked. n8n never marks an
 * empty collection.
 */
function emptied({ type, default: preset }: INodeProperties): INodeParameters[string] | undefined {
	switch (type) {
		case 'string':
		case 'dateTime':
			return '';
		case 'resourceLocator':
			return { __rl: true, mode: 'list', value: '' };
		case 'fixedCollection':
			return {};
		case 'options':
			return preset === '' ? '' : undefined;
		default:
			return undefined;
	}
}

/**
 * Returns variants of the parameters: one with this field emptied and, if the field has entries, one for each field of
 * its first entry, with that field emptied.
 */
function emptiedIn(
	valid: INodeParameters,
	field: INodeProperties,
): Array<[INodeProperties, INodeParameters]> {
	const { name, type, options = [] } = field;
	const value = valid[name];
	const empty = emptied(field);
	const whole = value !== undefined && empty !== undefined ? [{ ...valid, [name]: empty }] : [];
	const inner = type === 'fixedCollection' ? (options as INodePropertyCollection[]) : [];
	const entries = inner.flatMap((group) => {
		const [first] = ((value as IDataObject)?.[group.name] ?? []) as INodeParameters[];
		return group.values
			.flatMap((one) => (first ? emptiedIn(first, one) : []))
			.map(([one, entry]) => [one, { ...valid, [name]: { [group.name]: [entry] } }] as const);
	});
	return [...whole.map((parameters) => [field, parameters] as const), ...entries] as never;
}

/**
 * Lists the choices of a menu, or of all menus in a collection. For each choice, returns the menu's label and the
 * parameters with that choice.
 */
function listChoices(
	valid: INodeParameters,
	{ name, type, displayName, options = [] }: INodeProperties,
	trail = '',
): Array<[string, INodeParameters]> {
	const label = `${trail}${displayName}`;
	if (type === 'options')
		return (options as INodePropertyOptions[]).map(({ value }) => [label, { ...valid, [name]: value }]);
	if (type !== 'collection') return [];
	const inner = (valid[name] ?? {}) as INodeParameters;
	return (options as INodeProperties[])
		.flatMap((field) => listChoices(inner, field, `${label} › `))
		.map(([path, values]) => [path, { ...valid, [name]: values }]);
}

test('a picker with a default choice keeps it when the user picks a sweepstakes', () => {
	// The editor clears a picker with `loadOptionsDependsOn` when the other field changes.
	const pickers = ACTION_NODES.flatMap(({ description }) => description.properties).filter(
		({ type, default: preset }) =>
			type === 'resourceLocator' && (preset as INodeParameterResourceLocator).value !== '',
	);
	expect(pickers.map(({ displayName }) => displayName)).toEqual(expect.arrayContaining(['Group', 'Code']));
	expect(pickers.filter(({ typeOptions }) => typeOptions?.loadOptionsDependsOn)).toEqual([]);
});

test('a panel that shows no field to change until one is added says so', () => {
	const shown = listShown(new Sweepstakes(), { operation: 'update' });
	expect(shown).toEqual(expect.arrayContaining(['updateFieldsNotice', 'updateFields']));
	const collections = ACTION_NODES.flatMap(({ description }) => description.properties).filter(
		({ type, typeOptions }) => type === 'collection' && typeOptions?.minRequiredFields,
	);
	const all = ACTION_NODES.flatMap(({ description }) => description.properties);
	for (const field of collections)
		expect(all[all.indexOf(field) - 1]).toMatchObject({ type: 'notice', name: `${field.name}Notice` });
	expect(collections.length).toBeGreaterThan(5);
});

test('an error about a picked record names an existing operation that lists such records', () => {
	const named = ACTION_NODES.flatMap(({ description: { properties } }) => {
		const operations = properties.flatMap(({ options = [] }) => options.map(({ name }) => name));
		return properties.flatMap(({ typeOptions }) => {
			const { listedBy } = (typeOptions ?? {}) as { listedBy?: string };
			return listedBy === undefined ? [] : [[listedBy, operations.includes(listedBy)]];
		});
	});
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter(([, exists]) => !exists)).toEqual([]);
});

const fieldsOf = ({ description }: INodeType, operation: string) =>
	description.properties.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation));

/** The maximum length of a label in characters. n8n cuts longer labels next to the buttons of a nested section. */
const MAX_LABEL_LENGTH = 20;

/** The error of “Add” about two fields, of which one is enough. n8n cannot mark such fields. */
const ONE_OF_TWO = '“Email” or “Phone Number” is required';

describe.each(CATALOGUE.map((row) => [row.title, row] as const))('%s', (_title, row) => {
	const { node, operation } = row;
	const refusal = async (parameters: INodeParameters) => {
		stage.sandbox.clearCalls();
		const result = await stage.run(node, operation, parameters).catch((error: Error) => ({ error }));
		return stage.paths().length === 0 ? result.error?.message : undefined;
	};
	/** Returns the error message if these parameters do not lead to a request. */
	const findProblem = (parameters: INodeParameters): string | undefined => {
		try {
			buildRequest(row, parameters);
			return undefined;
		} catch (error) {
			return (error as Error).message;
		}
	};

	test('the panel marks each field that must not be empty', async () => {
		const valid = await row.parameters(world, uniqueOne());
		expect(marks(node, { operation, ...valid })).toEqual({});
		const unmarked: string[] = [];
		for (const [field, parameters] of fieldsOf(node, operation).flatMap((field) => emptiedIn(valid, field))) {
			const isMarked = Object.keys(marks(node, { operation, ...parameters })).length > 0;
			const error = isMarked ? undefined : await refusal(parameters);
			if (error?.includes(`“${field.displayName}`) && error !== ONE_OF_TWO) unmarked.push(error);
		}
		expect(unmarked).toEqual([]);
	});

	test('each choice in the panel’s menus can be sent', async () => {
		const valid = await row.parameters(world, uniqueOne());
		const refused = fieldsOf(node, operation)
			.flatMap((field) => listChoices(valid, field))
			.map(([label, parameters]) => [`“${label}`, findProblem(parameters)] as const)
			.filter(([label, problem]) => problem?.includes(label));
		expect(refused).toEqual([]);
	});

	test('each field of the panel’s collections can be sent without the others', async () => {
		const valid = await row.parameters(world, uniqueOne());
		const complete = createNode(node, { operation, ...valid }).parameters;
		const refused = fieldsOf(node, operation)
			.filter(({ type }) => type === 'collection')
			.flatMap(({ name }) =>
				Object.entries((valid[name] ?? {}) as INodeParameters).map(([key, value]) =>
					findProblem({ ...complete, [name]: { [key]: value } }),
				),
			);
		expect(refused.filter((one) => one !== undefined && one !== ONE_OF_TWO)).toEqual([]);
	});
});

test.each([
	['a picker that was cleared', false, { __rl: true, mode: 'list', value: '' }],
	['a sweepstakes from the list', true, { __rl: true, mode: 'list', value: 'x' }],
	['an expression in the picker', true, { __rl: true, mode: 'id', value: '={{ $json.token }}' }],
	['an expression in place of the picker', true, '={{ $json.sweepstakes }}'],
])('whether “Add” shows the entry form for %s: %p', (_when, isShown, sweepstakes) => {
	const parameters = { operation: 'add', ...(sweepstakes && { sweepstakes }) };
	const shown = listShown(new SweepstakesParticipant(), parameters);
	expect(shown.includes('Fields')).toBe(isShown);
	expect(shown.includes('chooseNotice')).toBe(!isShown);
});

test('an imported workflow keeps its mapped columns when the user chooses a sweepstakes', () => {
	const Fields = { mappingMode: 'defineBelow', value: { First_Name: '={{ $json.first }}' }, schema: [] };
	const imported = { operation: 'add', sweepstakes: { __rl: true, mode: 'list', value: '' }, Fields };
	const chosen = { sweepstakes: stage.picked };
	expect(changeInPanel(new SweepstakesParticipant(), imported, chosen)).toMatchObject({ ...chosen, Fields });
});

describe('a default value that reads the incoming item', () => {
	const isOfItem = ({ default: preset }: INodeProperties) => /\$json/.test(JSON.stringify(preset ?? ''));
	const found = ACTION_NODES.flatMap((node) =>
		node.description.properties.filter(isOfItem).map((field) => ({ node, field })),
	);

	test('is never used for a picker or in an agent’s tool', () => {
		expect(found.map(({ field }) => field.type)).toEqual(found.map(() => 'string'));
		expect(found.filter(({ field }) => field.displayOptions?.show?.['@tool']?.[0] !== false)).toEqual([]);
	});

	test.each(found.map(({ node, field }) => [field.displayName, node, field] as const))(
		'counts as empty if the item lacks the value: %s',
		async (label, node, field) => {
			const [operation] = field.displayOptions!.show!.operation as string[];
			const row = CATALOGUE.find((one) => one.node === node && one.operation === operation)!;
			const valid = await row.parameters(world, uniqueOne());
			const { [field.name]: _, ...others } = valid;
			expect(await stage.refusal(node, operation!, others)).toMatch(
				new RegExp(
					`^Item 1: “${label}” is required, but \\{\\{ .* \\}\\} is empty\\. The input has no fields$`,
				),
			);
		},
	);
});

describe('the panel of a node', () => {
	const inner = ({ options = [] }: INodeProperties) =>
		(options as INodeProperties[]).filter((one) => one.type === 'collection');

	test('has only short labels in the sections of a collection', () => {
		const fields = ACTION_NODES.flatMap(({ description }) => description.properties);
		const sections = fields.filter(({ type }) => type === 'collection').flatMap(inner);
		const labels = sections.flatMap(({ options = [] }) =>
			options.map((one) => (one as INodeProperties).displayName),
		);
		expect(labels.length).toBeGreaterThan(20);
		expect(labels.filter(({ length }) => length > MAX_LABEL_LENGTH)).toEqual([]);
	});

	test('offers Dry Run as the first option of each operation that has it', () => {
		const collections = ACTION_NODES.flatMap(({ description }) =>
			description.properties.filter(({ name }) => name === 'options'),
		);
		const places = collections.map(({ options = [] }) => options.findIndex(({ name }) => name === 'dryRun'));
		expect(new Set(places)).toEqual(new Set([0, -1]));
	});

	test('has no menu for operations if the node has only one', () => {
		const menus = ACTION_NODES.flatMap(({ description }) => description.properties).filter(
			({ name, type }) => name === 'operation' && type === 'options',
		);
		expect(menus.filter(({ options = [] }) => options.length < 2)).toEqual([]);
	});
});
