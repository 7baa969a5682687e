import type { Field } from '../../../../../nodes/shared/n8n/operation/field';
import { nameFields, selectFilled } from '../../../../../nodes/shared/n8n/errors/labels';
import { toInputErrors } from '../../../../../nodes/shared/n8n/errors/request-errors';
import { z } from '../../../../../nodes/shared/zod';

const field = (displayName: string, name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
	displayName,
	name,
	type,
	default: '',
	...more,
});
const values = [field('Quantity', 'Quantity', 'number')];
const FIELDS = [
	field('Number of Winners', 'count', 'number'),
	field('Sweepstakes', 'sweepstakes', 'resourceLocator', {
		modes: [{ displayName: 'By Handler', name: 'handler', type: 'string' }],
	}),
	field('Items', 'items', 'fixedCollection', { options: [{ displayName: 'Item', name: 'item', values }] }),
];

function sentence(schema: z.ZodTypeAny, request: unknown): string {
	const { error } = schema.safeParse(request);
	return error ? toInputErrors(error, FIELDS, request)[0]!.message : 'not refused';
}

test.each<[string, z.ZodTypeAny, unknown]>([
	['is required', z.number(), undefined],
	['must be a number such as 25.50, but is “many”', z.number(), 'many'],
	['must be a whole number, but is 1.5', z.number().int(), 1.5],
	['must be text, but is 5', z.string(), 5],
	['must be true or false, but is “maybe”', z.boolean(), 'maybe'],
	['must be date, but is “soon”', z.date(), 'soon'],
	['must be at least 1, but is 0', z.number().min(1), 0],
	['must be more than 0, but is 0', z.number().gt(0), 0],
	['must be at most 7, but is 8', z.number().max(7), 8],
	['must have at least 4 characters, but has 3', z.string().min(4), 'abc'],
	['must have at most 2 characters, but has 3', z.string().max(2), 'abc'],
	['must have at least 1 item, but has 0', z.array(z.number()).min(1), []],
	['must have at most 1 item, but has 2', z.array(z.number()).max(1), [1, 2]],
	['must be one of card, check, but is “cash”', z.enum(['card', 'check']), 'cash'],
	['must be odd, but is 2', z.number().refine((n) => n % 2, 'must be odd'), 2],
	['must be in order', z.array(z.number()).refine(() => false, 'must be in order'), [2, 1]],
])('if a request schema refuses a value, the error says: %s', (expected, schema, value) => {
	expect(sentence(z.object({ count: schema }), { count: value })).toBe(`“Number of Winners” ${expected}`);
});

describe('an error about a request names a field by its label in the panel', () => {
	const item = z.object({ Quantity: z.number() });
	const named = z.object({ b: z.string() });
	test.each<[string, z.ZodTypeAny, unknown, string]>([
		['a picker is named after its record', z.object({ sweepstakesToken: z.string() }), {}, '“Sweepstakes”'],
		[
			'a picker may be named after its mode',
			z.object({ Handler: z.string() }),
			{},
			'“Sweepstakes › By Handler”',
		],
		[
			'list entries are counted from 1',
			z.object({ items: z.array(item) }),
			{ items: [{ Quantity: 1 }, {}] },
			'“Items › Item 2 › Quantity”',
		],
		[
			'a list entry that has no field is named by its position',
			z.object({ rows: z.array(named) }),
			{ rows: [{}] },
			'“Item 1”',
		],
		['a key that has no field keeps its own name', z.object({ a: named }), { a: {} }, '“b”'],
	])('%s', (_what, schema, request, label) => {
		expect(sentence(schema, request)).toBe(`${label} is required`);
	});
});

test('all problems of a request are listed', () => {
	const schema = z
		.object({ StartDate: z.string().min(4), EndDate: z.string(), Quantity: z.number() })
		.refine(() => false, { path: ['EndDate'], message: 'must not be before {StartDate}' })
		.refine(() => false, { path: ['Quantity'], message: 'must be even' });
	const listed = (request: object) => {
		const { error } = schema.safeParse(request);
		return toInputErrors(error!, FIELDS, request).map(({ message }) => message);
	};
	expect(listed({ StartDate: '1', EndDate: '2', Quantity: 3 })).toEqual([
		'“StartDate” must have at least 4 characters, but has 1',
		'“EndDate” must not be before “StartDate”, but is “2”',
		'“Items › Quantity” must be even, but is 3',
	]);
});

test.each([
	['Items: 1: Quantity: must be positive', '“Items › Item 2 › Quantity”: must be positive'],
	['Items[0].Quantity must be positive', '“Items › Item 1 › Quantity” must be positive'],
	['items.2.Quantity: must be positive', '“Items › Item 3 › Quantity”: must be positive'],
])('list entries in the service’s text are numbered from 1: “%s”', (text, named) => {
	expect(nameFields(text, FIELDS)).toBe(named);
});

test.each([
	['Sweepstakes: 1: Quantity', '“Sweepstakes”: 1: Quantity'],
	['Version 1.2.beta', 'Version 1.2.beta'],
])('numbers that do not belong to a list are left as they are: “%s”', (text, named) => {
	expect(nameFields(text, FIELDS)).toBe(named);
});

test('of two fields that fill the same key, errors name the one that has a value', () => {
	const fields = [
		field('Date', 'endDate', 'dateTime'),
		field('End Date', 'lastDay', 'dateTime', { fills: 'endDate' }),
	];
	const label = (values: Record<string, unknown>) =>
		nameFields(
			'endDate:',
			selectFilled(fields, (name) => values[name]),
		);
	expect(label({ endDate: '2027-01-31' })).toBe('“Date”:');
	expect(label({ lastDay: '2027-01-31', endDate: '' })).toBe('“End Date”:');
	expect(label({})).toBe('“Date”:');
});
