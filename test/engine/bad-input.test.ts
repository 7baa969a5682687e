import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import type { Dialect } from '../../sandbox';
import { byId, CATALOGUE, openWorld, type Row, type World } from '../catalogue';
import { Stage } from './stage';

let stage: Stage;
let world: World;
const openIn = async (dialect: Dialect) => {
	stage = await Stage.open({}, undefined, dialect);
	world = await openWorld(stage.api, stage.sandbox, dialect);
};
beforeAll(async () => await openIn('contract'));
afterAll(async () => await stage.close());

/** Values that a field may get, each as an expression. */
const NASTY: ReadonlyArray<[string, string]> = [
	['NaN', 'NaN'],
	['infinity', 'Infinity'],
	['minus infinity', '-Infinity'],
	['nothing', 'undefined'],
	['null', 'null'],
	['an object', '({ a: 1 })'],
	['a list', '[1, "two", null]'],
	['an empty list', '[]'],
	['true', 'true'],
	['a negative number', '-1'],
	['a fraction', '1.005'],
	['a number too large to be exact', '9007199254740993'],
	['a huge number', '1e308'],
	['a very long text', '"x".repeat(200_000)'],
	['an invalid date', 'new Date("nonsense")'],
	['an invalid Luxon date', 'DateTime.fromISO("nonsense")'],
	['a Luxon date', 'DateTime.fromISO("2090-05-05")'],
	['half a surrogate pair', '"\\ud800"'],
	['a null character', '"a\\u0000b"'],
	['white space', '" \\t\\u00a0"'],
	[
		'an object with __proto__',
		'JSON.parse("{\\"__proto__\\": {\\"polluted\\": true}, \\"constructor\\": 1}")',
	],
];

/** Texts that a field may get. What is sent of them must be what was given. */
const NASTY_TEXTS: ReadonlyArray<[string, string]> = [
	['a number as text', '12'],
	['a number in a local format', '1.234,56'],
	['hexadecimal', '0x1F'],
	['emoji', '🎉👩‍👩‍👧‍👦'],
	['right-to-left text', 'مرحبا \u202Eevil'],
	['HTML', '<script>alert(1)</script>'],
	['a date out of range', '2026-02-30'],
	['a year out of range', '99999-01-01'],
	['__proto__', '__proto__'],
	['constructor', 'constructor'],
	['toString', 'toString'],
];

const NASTY_NAMES = [...NASTY, ...NASTY_TEXTS].map(([what]) => what);

/** Gives each item of a run another of the values. */
const NASTY_VALUES = `={{ [${[
	...NASTY.map(([, code]) => code),
	...NASTY_TEXTS.map(([, text]) => JSON.stringify(text)),
]
	.map((code) => `() => ${code}`)
	.join(', ')}][$itemIndex]() }}`;

/** The first row of each operation in the catalogue. */
const OPERATIONS = CATALOGUE.filter(
	({ node, operation }, index) =>
		index === CATALOGUE.findIndex((row) => row.node === node && row.operation === operation),
);

const fieldsOf = ({ node, operation }: (typeof OPERATIONS)[number]) =>
	node.description.properties.filter(
		({ type, displayOptions }) =>
			// A hidden field holds the value of another one.
			!['notice', 'hidden'].includes(type) &&
			displayOptions?.show?.operation?.includes(operation) === true &&
			// What only the tool of an AI agent has is never sent.
			displayOptions.show['@tool']?.includes(true) !== true,
	);

/** A place in the parameters of an operation. */
interface Place {
	label: string;
	/** Puts a value there. */
	put(valid: INodeParameters, value: unknown): INodeParameters;
}

/** n8n itself drops a value that is no object in place of a group inside a field. */
const isGroup = (type: string) => type.endsWith('ollection');

/** What shows a field that the parameters of the catalogue hide, or fills those that it shows. */
const SHOWN_BY: Record<string, INodeParameters> = {
	itemsJson: { specifyItems: 'json' },
	questionsJson: { specifyQuestions: 'json' },
	// An expression shows the fields of all choices.
	whenAlreadyInvoiced: { titleToFind: 'Prize' },
	// Nobody has an invoice yet.
	titleToFind: { whenAlreadyInvoiced: 'return', Email: 'new@example.com' },
	withinDays: { whenAlreadyInvoiced: 'return', titleToFind: 'Prize' },
};

/** All places where a value can be put, including those inside a field. */
function placesOf(field: INodeProperties): Place[] {
	const { displayName: label, name } = field;
	const place = (inside: string, valueOf: (value: unknown, before: never) => unknown): Place => ({
		label: inside,
		put: (valid, value) =>
			({
				...valid,
				[name]: valueOf(value, valid[name] as never),
				...SHOWN_BY[name],
			}) as INodeParameters,
	});
	switch (field.type) {
		case 'resourceLocator':
			return [place(label, (value) => ({ __rl: true, mode: 'id', value }))];
		case 'resourceMapper':
			return [
				place(label, (value) => ({
					mappingMode: 'defineBelow',
					value: { First_Name: value },
					schema: [],
				})),
			];
		case 'collection':
			// A field with conditions is part of the mark of an empty collection.
			return (field.options as INodeProperties[])
				.filter(({ displayOptions, type }) => !displayOptions && !isGroup(type))
				.map((inner) => place(inner.displayName, (value) => ({ [inner.name]: value })));
		case 'fixedCollection': {
			const group = field.options![0] as { name: string; values: INodeProperties[] };
			// A field that depends on another of its entry may not be shown.
			const shown = group.values.filter(({ displayOptions, type }) => !displayOptions && !isGroup(type));
			return shown.map((inner) =>
				place(inner.displayName, (value, before: Record<string, [object]>) => ({
					[group.name]: [{ ...before[group.name]![0], [inner.name]: value }],
				})),
			);
		}
		default:
			return [place(label, (value) => value)];
	}
}

const CASES = OPERATIONS.map((row) => [row.title, row, fieldsOf(row).flatMap(placesOf)] as const).filter(
	([, , places]) => places.length > 0,
);

/** Names a field by its label, or quotes the service. Never a JavaScript error such as "x is not a function". */
const SENTENCE = /^(“.+” (is|must|or)\b|The service (refused|found|did not|does not))/;

/** Used by the node and not sent as given. */
const NOT_SENT = new Set([
	'Entries to Add',
	'Limit',
	'Search',
	'State',
	'Input Binary Field',
	'Put Output File in Field',
	'At Least This Many Participants',
	'Number of Winners',
	'Created in the Last (Days)',
]);

/** Whether a request contains a text as given. Handlers are sent in capitals. */
const isSent = (text: string, bodies: string) =>
	bodies.includes(JSON.stringify(text).slice(1, -1).toLowerCase());

let n = 0;

/** Puts each odd value into a field. @returns those that led neither to a request nor to a readable error */
async function mishandled(
	{ node, operation, parameters }: Row & { node: INodeType },
	{ label, put }: Place,
): Promise<string[]> {
	const wrong: string[] = [];
	const valid = await parameters(world, { n: ++n, email: `person${n}@example.com` });
	const { status, error, errorItems } = await stage.run(node, operation, put(valid, NASTY_VALUES), {
		items: NASTY_NAMES.map(() => ({})),
		onError: 'continueErrorOutput',
	});
	if (status !== 'success') wrong.push(error?.message ?? status);
	const refused = new Set<number>();
	for (const { json, pairedItem } of errorItems) {
		const { item } = pairedItem as { item: number };
		refused.add(item);
		const [, sentence = ''] = String(json.error).split(`Item ${item + 1}: `);
		if (!SENTENCE.test(sentence)) wrong.push(`${NASTY_NAMES[item]}: ${String(json.error)}`);
	}
	if (operation === 'call' || NOT_SENT.has(label)) return wrong;
	const sent = JSON.stringify(stage.sandbox.calls().map(({ body }) => body)).toLowerCase();
	for (const [index, [what, text]] of NASTY_TEXTS.entries())
		if (!refused.has(NASTY.length + index) && !isSent(text, sent)) wrong.push(`${what}: not sent as given`);
	return wrong;
}

describe.each(CASES)('%s: an odd value leads to a request or to a readable error', (_title, row, places) => {
	test.each(places)('in $label', async (place) => {
		expect(await mishandled(row, place)).toEqual([]);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

describe('a service that follows the reference refuses with a sentence alone', () => {
	beforeAll(async () => {
		await stage.close();
		await openIn('reference');
	});
	afterAll(async () => {
		await stage.close();
		await openIn('contract');
	});

	// What is sent does not depend on the dialect, so one field of each operation is enough.
	test.each(
		CASES.filter(([, { refusedByReference }]) => !refusedByReference).map(
			([title, row, places]) => [title, row, places.at(-1)!] as const,
		),
	)('%s: an odd value leads to a request or to a readable error', async (_title, row, place) => {
		expect(await mishandled(row, place)).toEqual([]);
	});
});

test('NaN and infinity are not accepted as text', async () => {
	for (const value of ['={{ NaN }}', '={{ Infinity }}'])
		expect(
			await stage.refusal(new SweepstakesGroup(), 'create', { sweepstakes: stage.picked, groupName: value }),
		).toMatch(/^Item 1: “Group Name” must be text/);
});

test.each([
	['={{ -1 }}', 'must be at least 1, but is -1'],
	['={{ 0 }}', 'must be at least 1, but is 0'],
	['={{ 1.5 }}', 'must be a whole number, but is 1.5'],
])('a limit of %s is refused', async (limit, words) => {
	expect(await stage.refusal(new SweepstakesGroup(), 'getMany', { sweepstakes: stage.picked, limit })).toBe(
		`Item 1: “Limit” ${words}`,
	);
});

describe('an invoice', () => {
	const create = async (item: object[]) =>
		await stage.run(new SweepstakesInvoice(), 'create', {
			Name: 'Ada',
			Email: 'ada@example.com',
			items: { item } as INodeParameters,
			simplify: false,
		});
	const lines = (count: number) =>
		Array.from({ length: count }, () => ({ Description: 'Prize', Quantity: 1, Rate: 1 }));

	test('has up to 60 lines, and 61 are refused before anything is sent', async () => {
		expect((await create(lines(60))).items[0]!.json).toMatchObject({ Subtotal: 60 });
		const { error } = await create(lines(61));
		expect(error!.message).toBe('“Items” must have at most 60 items, but has 61');
		expect(stage.paths()).toEqual([]);
	});

	test('sends fractions of cents unchanged: the service calculates', async () => {
		const item = [{ Description: 'Prize', Quantity: '={{ 0.1 + 0.2 }}', Rate: '={{ 1.005 * 1000 }}' }];
		const { items } = await create(item);
		expect(stage.lastBody().Items).toEqual([
			{ Description: 'Prize', Quantity: 0.1 + 0.2, Rate: 1.005 * 1000 },
		]);
		expect(items[0]!.json.Subtotal).toBe(301.5);
	});
});

test('an unknown operation is refused, and the error lists the known ones', async () => {
	expect(await stage.refusal(new SweepstakesRule(), 'draw', {})).toBe(
		'“Operation” must be one of Create, Get, Get Many, Update, Delete, but is “draw”',
	);
});

const PICKERS = OPERATIONS.flatMap((row) =>
	fieldsOf(row)
		.filter(({ type }) => type === 'resourceLocator')
		.map((field) => [`${row.title} › ${field.displayName}`, row, field] as const),
);

const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
const validFor = async ({ parameters }: Row) =>
	await parameters(world, { n: ++n, email: `person${n}@example.com` });

describe('a picker accepts only its own modes', () => {
	test.each(PICKERS)('%s', async (_what, row, field) => {
		const valid = await validFor(row);
		const own = field.modes!.map(({ name }) => name);
		const modes = [
			'email',
			'name',
			'',
			'SweepstakesToken',
			'KeyEmail',
			'handler',
			'toString',
			7,
			null,
			undefined,
		];
		for (const mode of modes.filter((one) => !own.includes(one as string))) {
			const parameters = { ...valid, [field.name]: { __rl: true, mode, value: ID } };
			const message = await stage.refusal(row.node, row.operation, parameters as INodeParameters);
			expect(message).toMatch(`“${field.displayName}” must have the mode list (From List)`);
			expect(message).toMatch(/, but is /);
		}
	});

	test('and its error lists them', async () => {
		const parameters = {
			sweepstakes: byId(ID),
			participant: { __rl: true, mode: 'email', value: 'jane@example.com' },
		};
		expect(await stage.refusal(new SweepstakesParticipant(), 'delete', parameters)).toBe(
			'Item 1: “Participant” must have the mode list (From List), KeyEmail (By Email), KeyPhoneNumber (By Phone Number) or id (By ID), but is “email”',
		);
	});

	test('a plain value from an expression counts as an ID', async () => {
		const parameters = { sweepstakes: byId(ID), participant: `={{ "${ID}" }}` };
		await stage.run(new SweepstakesParticipant(), 'delete', parameters);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: ID, ParticipantToken: ID });
	});
});

describe('what an error quotes', () => {
	const add = async (KeyEmail: string) =>
		await stage.refusal(new SweepstakesParticipant(), 'add', { sweepstakes: byId(ID), KeyEmail });

	test('contains no HTML', async () => {
		expect(await add('<a href="//evil.example">Win</a>')).toBe(
			'Item 1: “Email” must be an email address such as jane@example.com, but is “‹a href="//evil.example">Win‹/a>”',
		);
	});

	test.each([
		['whole', (token: string) => token],
		['cut off at the end', (token: string) => 'x'.repeat(68) + token],
	])('is never the API token: %s', async (_how, textWith) => {
		const message = await add(textWith(stage.sandbox.token));
		expect(message).toContain('***');
		expect(message).not.toContain(stage.sandbox.token.slice(0, 9));
	});
});
