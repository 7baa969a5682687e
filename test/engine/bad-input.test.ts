import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { CASES, furnish, type Case } from './cases';
import { Stage } from './stage';

/*
 * Every field of every operation gets an object from an expression, which is what a mistaken expression often gives.
 * Nothing can be sent for it, and the sentence says where to look and what belongs there.
 */

const MISTAKE = '={{ { wrong: true } }}';

/** What the sentence says, by the type of the field. */
function expected({ type, name }: INodeProperties): string {
	if (type === 'string' && /time$/i.test(name)) return 'must be a time of day such as 09:30';
	const byType: Record<string, string> = {
		string: 'must be text',
		number: 'must be a number',
		boolean: 'must be true or false',
		options: 'must be one of ',
		dateTime: 'must be a date',
		resourceLocator: 'must be an ID',
	};
	return byType[type]!;
}

/** A JSON field takes an object, the form's columns take what they are given. */
const TAKES_OBJECTS = new Set(['json', 'resourceMapper', 'notice']);

interface Target {
	labels: string[];
	field: INodeProperties;
	/** The parameters with the mistake in this field. */
	mistaken: (parameters: INodeParameters) => INodeParameters;
}

/** The fields that an operation shows, and those inside them. */
function targetsOf(node: INodeType, operation: string): Target[] {
	return node.description.properties
		.filter(
			({ name, displayOptions }) =>
				name !== 'operation' && displayOptions?.show?.operation?.[0] === operation,
		)
		.flatMap((field): Target[] => {
			const { displayOptions } = field;
			const show = Object.entries(displayOptions?.show ?? {}).filter(([key]) => key !== 'operation');
			const shown = Object.fromEntries(show.map(([key, values]) => [key, values![0]])) as INodeParameters;
			return targetsIn(field).map((target) => ({
				...target,
				mistaken: (parameters) => target.mistaken({ ...parameters, ...shown }),
			}));
		})
		.filter(({ field: { type } }) => !TAKES_OBJECTS.has(type));
}

function targetsIn(field: INodeProperties): Target[] {
	const { name, type, displayName } = field;
	if (type === 'collection') {
		return (field.options as INodeProperties[]).map((inner) => ({
			labels: [displayName, inner.displayName],
			field: inner,
			mistaken: (parameters) => ({
				...parameters,
				[name]: { ...(parameters[name] as INodeParameters), [inner.name]: MISTAKE },
			}),
		}));
	}
	if (type === 'fixedCollection') {
		const [group] = field.options as Array<{ name: string; displayName: string; values: INodeProperties[] }>;
		return group!.values.map((inner) => ({
			labels: [displayName, `${group!.displayName} 1`, inner.displayName],
			field: inner,
			mistaken: (parameters) => ({
				...parameters,
				[name]: { [group!.name]: [{ name: 'a', [inner.name]: MISTAKE }] },
			}),
		}));
	}
	const value = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: MISTAKE } : MISTAKE;
	return [{ labels: [displayName], field, mistaken: (parameters) => ({ ...parameters, [name]: value }) }];
}

const OPERATIONS: Array<[string, Case]> = [
	...Object.values(CASES).map((one): [string, Case] => [titleOf(one), one]),
	[
		'Sweepstakes API Call › call',
		{ operation: [new SweepstakesApiCall(), 'call'], parameters: () => ({ path: '/notes/create' }) },
	],
];

function titleOf({ operation: [node, name] }: Case): string {
	return `${node.description.displayName} › ${name}`;
}

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
	await furnish(stage);
});
afterAll(async () => await stage.close());

test.each(OPERATIONS)(
	'%s says of each field what belongs there, before anything is sent',
	async (_title, one) => {
		const [node, operation] = one.operation;
		const [parameters] = [await one.parameters(stage)].flat();
		for (const { labels, field, mistaken } of targetsOf(node, operation)) {
			const sentence = await stage.refusal(node, operation, mistaken(parameters!));
			const start = `Item 1: “${labels.join(' › ')}” ${expected(field)}`;
			expect(sentence.slice(0, start.length)).toBe(start);
			expect(sentence).toMatch(/, but is \{"wrong":true\}$/);
		}
	},
);
