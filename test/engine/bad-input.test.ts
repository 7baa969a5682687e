import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { ACTION_NODES } from './nodes';
import { Stage } from './stage';

const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(async () => await stage.close());

/** What expressions may give. Those that JSON does not carry are written as an expression. */
const NASTY: ReadonlyArray<[string, unknown]> = [
	['NaN', '={{ NaN }}'],
	['infinity', '={{ Infinity }}'],
	['minus infinity', '={{ -Infinity }}'],
	['nothing', '={{ undefined }}'],
	['null', '={{ null }}'],
	['an object', '={{ ({ a: 1 }) }}'],
	['a list', '={{ [1, "two", null] }}'],
	['an empty list', '={{ [] }}'],
	['true', '={{ true }}'],
	['a negative number', '={{ -1 }}'],
	['a fraction', '={{ 1.005 }}'],
	['a number beyond what is exact', '={{ 9007199254740993 }}'],
	['a huge number', '={{ 1e308 }}'],
	['number as text', '12'],
	['number in the writing of a country', '1.234,56'],
	['hexadecimal', '0x1F'],
	['a huge text', 'x'.repeat(200_000)],
	['emoji', '🎉👩‍👩‍👧‍👦'],
	['right-to-left text', 'مرحبا \u202Eevil'],
	['half a character', '={{ "\\ud800" }}'],
	['a null character', '={{ "a\\u0000b" }}'],
	['white space', '={{ " \\t\\u00a0" }}'],
	['HTML', '<script>alert(1)</script>'],
	['a date out of range', '2026-02-30'],
	['a year out of range', '99999-01-01'],
	['an invalid date', '={{ new Date("nonsense") }}'],
	['an invalid Luxon date', '={{ DateTime.fromISO("nonsense") }}'],
	['a Luxon date', '={{ DateTime.fromISO("2090-05-05") }}'],
	['__proto__', '__proto__'],
	['constructor', 'constructor'],
	['toString', 'toString'],
	[
		'an object with __proto__',
		'={{ JSON.parse("{\\"__proto__\\": {\\"polluted\\": true}, \\"constructor\\": 1}") }}',
	],
];

/** Enough that every operation gets as far as its own checks. */
const VALID: Record<string, unknown> = {
	sweepstakes: { __rl: true, mode: 'id', value: ID },
	group: { __rl: true, mode: 'id', value: ID },
	scheduled: { __rl: true, mode: 'id', value: ID },
	participant: { __rl: true, mode: 'id', value: ID },
	Handler: 'SPRING',
	HandlerNew: 'WINTER',
	SweepstakesName: 'Winter',
	StartDate: '2090-01-01',
	EndDate: '2090-12-31',
	endDate: '2090-12-31',
	endTime: '12:00',
	timezone: 12,
	frequency: 4,
	scheduleMode: 'settime',
	selectedAction: 2,
	groupName: 'VIP',
	KeyEmail: 'jane@example.com',
	Name: 'Jane',
	Email: 'jane@example.com',
	items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
	Title: 'Rules',
	DocumentContent: '<p>Rules</p>',
	path: '/notes/create',
	itemsJson: [{ Description: 'Prize', Quantity: 1, Rate: 10 }],
};
const ORIGINAL = { __rl: true, mode: 'byHandler', value: 'SPRING' };

interface Target {
	node: INodeType;
	resource: string;
	operation: string;
	fields: INodeProperties[];
}

const isOf = (operation: string, { displayOptions }: INodeProperties) =>
	displayOptions?.show?.operation?.includes(operation) === true;

const TARGETS: Target[] = ACTION_NODES.flatMap((node) => {
	const { properties, displayName: resource } = node.description;
	const menu = properties.find(({ name }) => name === 'operation')!;
	return (menu.options as Array<{ value: string }>).map(({ value: operation }) => ({
		node,
		resource,
		operation,
		fields: properties.filter((field) => isOf(operation, field) && field.type !== 'notice'),
	}));
});

const validFor = ({ operation, fields }: Target): INodeParameters =>
	Object.fromEntries(
		fields
			.filter(({ name }) => name in VALID)
			.map(({ name }) => [name, operation === 'clone' && name === 'Handler' ? ORIGINAL : VALID[name]]),
	) as INodeParameters;

/** All places of an operation where a value goes, inner ones included, each with a way to put one there. */
function placesOf(target: Target): Array<{ label: string; put(value: unknown): INodeParameters }> {
	const valid = validFor(target);
	return target.fields.flatMap((field) => {
		const whole = {
			label: field.displayName,
			put: (value: unknown) =>
				({
					...valid,
					[field.name]: value,
					...(field.name === 'itemsJson' && { specifyItems: 'json' }),
				}) as INodeParameters,
		};
		if (field.type === 'resourceLocator')
			return [
				{
					label: field.displayName,
					put: (value: unknown) =>
						({ ...valid, [field.name]: { __rl: true, mode: 'id', value } }) as INodeParameters,
				},
			];
		if (field.type === 'collection')
			return (field.options as INodeProperties[]).map(({ displayName, name }) => ({
				label: displayName,
				put: (value: unknown) => ({ ...valid, [field.name]: { [name]: value } }) as INodeParameters,
			}));
		if (field.type === 'fixedCollection') {
			const [group] = field.options as Array<{ name: string; values: INodeProperties[] }>;
			return group!.values.map(({ displayName, name }) => ({
				label: displayName,
				put: (value: unknown) =>
					({
						...valid,
						[field.name]: { [group!.name]: [{ Description: 'Prize', name: 'a', [name]: value }] },
					}) as INodeParameters,
			}));
		}
		if (field.type === 'resourceMapper')
			return [
				{
					label: field.displayName,
					put: (value: unknown) =>
						({
							...valid,
							[field.name]: { mappingMode: 'defineBelow', value: { First_Name: value }, schema: [] },
						}) as INodeParameters,
				},
			];
		return [whole];
	});
}

const CASES = TARGETS.filter(({ fields }) => fields.length > 0).map(
	(target) => [`${target.resource} › ${target.operation}`, target] as const,
);

/** A field by its label, or what the service said: never a message of the language, such as "x is not a function". */
const SENTENCE = /^(“.+” (is|must|or)\b|The service (refused|found|did not|does not))/;

/** What the node itself works with; of an API call, path and query are not in the body. */
const NOT_SENT = new Set(['Limit', 'Search', 'At Least This Many Participants', 'Number of Winners']);

/** What must be in a request, if one is sent: the value as it was given. Handlers are written in capitals. */
const isUnchanged = (value: unknown, body: unknown) =>
	typeof value !== 'string' ||
	value.startsWith('=') ||
	value.trim() === '' ||
	JSON.stringify(body).toLowerCase().includes(JSON.stringify(value.trim()).slice(1, -1).toLowerCase());

describe.each(CASES)('%s', (_name, target) => {
	test('answers every odd value in every field with a sentence or with a request, and never crashes', async () => {
		const wrong: string[] = [];
		for (const { label, put } of placesOf(target)) {
			for (const [what, value] of NASTY) {
				const { status, error } = await stage.run(target.node, target.operation, put(value));
				const place = `${label}, ${what}`;
				if (error ? !SENTENCE.test(error.message) : status !== 'success')
					wrong.push(`${place}: ${error?.message ?? status}`);
				const sent = stage.sandbox.calls().at(-1);
				if (sent && target.operation !== 'call' && !NOT_SENT.has(label) && !isUnchanged(value, sent.body))
					wrong.push(`${place}: changed to ${JSON.stringify(sent.body).slice(0, 150)}`);
			}
		}
		expect(wrong).toEqual([]);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	}, 60_000);
});

test('what is not a number at all is no text either', async () => {
	for (const value of ['={{ NaN }}', '={{ Infinity }}'])
		expect(
			await stage.refusal(new SweepstakesGroup(), 'create', { sweepstakes: stage.picked, groupName: value }),
		).toMatch(/^Item 1: “Group Name” must be text/);
});

test.each([
	['={{ -1 }}', 'must be at least 1, but is -1'],
	['={{ 0 }}', 'must be at least 1, but is 0'],
	['={{ 1.5 }}', 'must be a whole number, but is 1.5'],
])('a limit of %s is refused: the list would end in the wrong place', async (limit, words) => {
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

	test('takes cents and fractions of them as they are: the service computes', async () => {
		const item = [{ Description: 'Prize', Quantity: '={{ 0.1 + 0.2 }}', Rate: '={{ 1.005 * 1000 }}' }];
		const { items } = await create(item);
		expect(stage.lastBody().Items).toEqual([
			{ Description: 'Prize', Quantity: 0.1 + 0.2, Rate: 1.005 * 1000 },
		]);
		expect(items[0]!.json.Subtotal).toBe(301.5);
	});
});

test('an operation that the node does not have is refused with the names of those it has', async () => {
	expect(await stage.refusal(new SweepstakesRule(), 'draw', {})).toBe(
		'“Operation” must be one of Create, but is “draw”',
	);
});

const PICKERS = CASES.flatMap(([name, target]) =>
	target.fields
		.filter(({ type }) => type === 'resourceLocator')
		.map((field) => [`${name} › ${field.displayName}`, target, field] as const),
);

describe('a picker takes only its own modes, so that nothing else decides what is found and deleted', () => {
	test.each(PICKERS)('%s', async (_what, target, field) => {
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
			const parameters = { ...validFor(target), [field.name]: { __rl: true, mode, value: ID } };
			const message = await stage.refusal(target.node, target.operation, parameters as INodeParameters);
			expect(message).toMatch(`“${field.displayName}” must have the mode list (From List)`);
			expect(message).toMatch(/, but is /);
		}
	});

	test('the modes that there are stand in the sentence', async () => {
		const participant = TARGETS.find(
			({ resource, operation }) => `${resource} ${operation}` === 'Sweepstakes Participant delete',
		)!;
		const parameters = {
			...validFor(participant),
			participant: { __rl: true, mode: 'email', value: 'jane@example.com' },
		};
		expect(await stage.refusal(participant.node, 'delete', parameters)).toBe(
			'Item 1: “Participant” must have the mode list (From List), KeyEmail (By Email), KeyPhoneNumber (By Phone Number) or id (By ID), but is “email”',
		);
	});

	test('a bare value of an expression is what the list would hold', async () => {
		const parameters = {
			...VALID,
			participant: '={{ "3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f" }}',
		} as INodeParameters;
		const participant = ACTION_NODES.find(
			({ description }) => description.name === 'sweepstakesParticipant',
		)!;
		await stage.run(participant, 'delete', parameters);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: ID, ParticipantToken: ID });
	});
});

describe('what an error quotes', () => {
	const participant = ACTION_NODES.find(({ description }) => description.name === 'sweepstakesParticipant')!;
	const add = async (KeyEmail: string) =>
		await stage.refusal(participant, 'add', { ...(VALID as INodeParameters), KeyEmail });

	test('is no link, whoever entered one', async () => {
		expect(await add('<a href="//evil.example">Win</a>')).toBe(
			'Item 1: “Email” must be an email address such as jane@example.com, but is “‹a href="//evil.example">Win‹/a>”',
		);
	});

	test.each([
		['whole', (token: string) => token],
		['cut off at the end', (token: string) => 'x'.repeat(68) + token],
	])('is never the API token, %s, although nothing was sent yet', async (_how, textWith) => {
		const message = await add(textWith(stage.sandbox.token));
		expect(message).toContain('***');
		expect(message).not.toContain(stage.sandbox.token.slice(0, 9));
	});
});
