import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SweepstakesApi } from '../../credentials/SweepstakesApi.credentials';
import { NODES } from '../support/engine/nodes';

/*
 * The snapshot holds everything in the panels except their texts. Workflows store these names and values, so changing
 * one is never only a matter of wording. After an intended change, run `npm run docs:nodes`.
 */

type Named = Partial<Record<'displayName' | 'description' | 'hint' | 'placeholder', unknown>>;

const withoutTexts = <T extends Named>({ displayName, description, hint, placeholder, ...rest }: T) => rest;

const isField = (one: object): one is INodeProperties => 'type' in one;
const isGroup = (one: object): one is INodePropertyCollection => 'values' in one;
const isChoice = (one: object): one is INodePropertyOptions => !isField(one) && !isGroup(one);

/** Describes a field in one line, and the fields inside it in the lines that follow. */
function describeField(field: INodeProperties, indent = ''): string[] {
	const { name, type, options = [], modes, ...settings } = withoutTexts(field);
	const choices = options.filter(isChoice).map(({ value }) => value);
	const line = JSON.stringify({
		...settings,
		...(name === 'toolDescription' && { default: 'a text' }),
		...(choices.length > 0 && { choices }),
		modes: modes?.map(withoutTexts),
	});
	const inner = options.flatMap((one) => {
		if (isField(one)) return describeField(one, `${indent}  `);
		if (!isGroup(one)) return [];
		return [`${indent}  ${one.name}`, ...one.values.flatMap((each) => describeField(each, `${indent}    `))];
	});
	return [`${indent}${name}: ${type} ${line}`, ...inner];
}

test.each([
	...NODES.map(({ description }) => [description.name, description.properties] as const),
	['sweepstakesApi', new SweepstakesApi().properties] as const,
])('the fields of %s have the names, defaults, choices and limits in the snapshot', (_name, fields) => {
	expect(fields.flatMap((field) => describeField(field)).join('\n')).toMatchSnapshot();
});

test('no example in the trigger uses the incoming item, because a trigger has none', () => {
	const trigger = NODES.find(({ description }) => description.polling)!;
	const modes = trigger.description.properties.flatMap((field) => field.modes ?? []);
	expect(modes.length).toBeGreaterThan(3);
	const placeholders = modes.map(({ name, placeholder = '' }) => [name, placeholder.startsWith('e.g. ')]);
	expect(placeholders).toEqual(modes.map(({ name }) => [name, name !== 'list']));
	expect(modes.filter(({ placeholder = '' }) => placeholder.includes('$json'))).toEqual([]);
});
