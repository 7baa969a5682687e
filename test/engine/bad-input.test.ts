import { DateTime } from 'luxon';
import type { INodeParameters, INodeType } from 'n8n-workflow';

import { ID } from '../support/constants';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesOfficialRules } from '../../nodes/SweepstakesOfficialRules/SweepstakesOfficialRules.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { InputError } from '../../nodes/shared/n8n/errors/node-errors';
import type { Field, FieldGroup } from '../../nodes/shared/n8n/operation/field';
import { withInputOptions } from '../../nodes/shared/n8n/operation/properties';
import { byId, CATALOGUE, type Entry, type Row } from '../catalogue';
import { findOperation } from '../support/engine/nodes';
import { createNode } from '../support/engine/panel';
import { buildRequest } from '../support/engine/request';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

shareWorld();

/** Odd values for a field. Each one must lead to a request or to a readable error. `empty-values.test.ts` has empty ones. */
const NASTY: ReadonlyArray<[string, unknown]> = [
	['NaN', NaN],
	['infinity', Infinity],
	['an object', { a: 1 }],
	['a list', [1, 'two', null]],
	['an empty list', []],
	['true', true],
	['a negative number', -1],
	['a fraction', 1.005],
	['a number too large to be exact', 9007199254740993],
	['a very long text', 'x'.repeat(20_000)],
	['an invalid date', new Date('nonsense')],
	['an invalid Luxon date', DateTime.fromISO('nonsense')],
	['a Luxon date', DateTime.fromISO('2090-05-05')],
	['half a surrogate pair', '\ud800'],
	['a null character', 'a\u0000b'],
	['an object with __proto__', JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')],
];

/** Odd texts for a field. They must be sent unchanged. */
const NASTY_TEXTS = [
	'12',
	'1.234,56',
	'0x1F',
	'🎉👩‍👩‍👧‍👦',
	'مرحبا \u202Eevil',
	'<script>alert(1)</script>',
	'2026-02-30',
	'99999-01-01',
	'__proto__',
	'constructor',
	'toString',
];

/** The first row of each operation in the catalogue. */
const OPERATIONS = CATALOGUE.filter(
	({ node, operation }, index) =>
		index === CATALOGUE.findIndex((row) => row.node === node && row.operation === operation),
);

/** The fields of an operation that have a value of their own. */
const fieldsOf = (row: Entry): Field[] =>
	withInputOptions(findOperation(row)).filter(({ type }) => !['notice', 'hidden'].includes(type));

/** A place for a value in an operation's parameters. */
interface Place {
	label: string;
	/** The field itself, which may be inside another one. */
	field: Field;
	put(valid: INodeParameters, value: unknown): INodeParameters;
}

/**
 * Whether a field contains groups of fields. Such a field is not tested inside another field, where n8n itself drops
 * every value that is not an object.
 */
const isGroup = (type: string) => type.endsWith('ollection');

/** Parameters that show a hidden field, or fill in a field that must not stay empty. */
const SHOWN_BY: Record<string, INodeParameters> = {
	itemsJson: { specifyItems: 'json' },
	questionsJson: { specifyQuestions: 'json' },
	pageKey: { allPages: true },
	totalPagesAt: { allPages: true },
	endTime: { scheduleMode: 'schedule', endDate: '2090-06-01' },
	// If this choice is an expression, the panel also shows the title, which must not stay empty.
	whenAlreadyInvoiced: { titleToFind: 'Prize' },
	// With this email address, the search for the title finds no invoice.
	titleToFind: { whenAlreadyInvoiced: 'return', Email: 'new@example.com' },
};

/** Labels of pickers whose text mode looks up every text that is not an ID. Only the list’s values are sent as given. */
const LOOKED_UP = new Set(['Sweepstakes', 'Skip Opt-Outs of Sweepstakes', 'Time Zone']);

/** Returns all places for a value, including the places inside a field. */
function placesOf(field: Field): Place[] {
	const { displayName: label, name } = field;
	const place = (
		inside: string,
		valueOf: (value: unknown, before: never) => unknown,
		one = field,
	): Place => ({
		label: inside,
		field: one,
		put: (valid, value) =>
			({ ...valid, [name]: valueOf(value, valid[name] as never), ...SHOWN_BY[name] }) as INodeParameters,
	});
	switch (field.type) {
		case 'resourceLocator':
			return [place(label, (value) => ({ __rl: true, mode: LOOKED_UP.has(label) ? 'list' : 'id', value }))];
		case 'resourceMapper':
			return [
				place(label, (value) => ({ mappingMode: 'defineBelow', value: { First_Name: value }, schema: [] })),
			];
		case 'collection':
			// Some fields only mark an empty collection. They have conditions, and are left out.
			return (field.options as readonly Field[])
				.filter(({ displayOptions, type }) => !displayOptions && !isGroup(type))
				.map((inner) => place(inner.displayName, (value) => ({ [inner.name]: value }), inner));
		case 'fixedCollection': {
			const group = field.options![0] as FieldGroup;
			// A field may be hidden by another field of the same entry.
			const shown = group.values.filter(({ displayOptions, type }) => !displayOptions && !isGroup(type));
			return shown.map((inner) =>
				place(
					inner.displayName,
					(value, before: Record<string, [object]>) => ({
						[group.name]: [{ ...before[group.name]![0], [inner.name]: value }],
					}),
					inner,
				),
			);
		}
		default:
			return [place(label, (value) => value)];
	}
}

const seen = new Set<Field>();

/** The places in the fields of each operation, without fields that an earlier operation has, too. */
const PLACES = OPERATIONS.map((row) => {
	const places = fieldsOf(row)
		.flatMap(placesOf)
		.filter(({ field }) => !seen.has(field));
	for (const { field } of places) seen.add(field);
	return { row, places };
});

/** For the table of a test: the operations with the places that it is about. */
const casesOf = (isMeant: (place: Place, row: Entry) => boolean) =>
	PLACES.map(
		({ row, places }) => [row.title, row, places.filter((place) => isMeant(place, row))] as const,
	).filter(([, , places]) => places.length > 0);

/**
 * What an error must look like: the label of a field, and then a sentence. A JavaScript error such as "x is not a
 * function" does not match.
 */
const SENTENCE = /^“.+” (is|must|or)\b/s;

/** Labels of fields that the node uses itself. A test that looks only at the request would miss them. */
const NOT_SENT = new Set([
	'Backups',
	'Entries to Add',
	'Limit',
	'Search',
	'State',
	'Input Binary Field',
	'Put Output File in Field',
	'Minimum Participants',
	'Number of Winners',
	'Created in the Last (Days)',
	'Contact',
	'Dry Run',
	'Include Input Fields',
]);

const validFor = async ({ parameters }: Row) => await parameters(world, uniqueOne());

/** Returns a value of a panel as a request has it: a duration in seconds, and a code without spaces. */
function toSent(label: string, value: unknown): unknown {
	if (label.endsWith('(Minutes)')) return String(60 * Number(value));
	return label === 'Code' && typeof value === 'string' ? value.replace(/\s/g, '') : value;
}

/** Yields each way in which the node misreads the value at a place. */
function* faultsWith(row: Entry, { label, put }: Place, shown: INodeParameters, value: unknown) {
	try {
		const sent = JSON.stringify(buildRequest(row, put(shown, value)));
		const isText = row.operation !== 'call' && typeof value === 'string' && NASTY_TEXTS.includes(value);
		const given = toSent(label, value);
		// Handlers are sent in upper case.
		if (isText && !sent.toLowerCase().includes(JSON.stringify(given).slice(1, -1).toLowerCase()))
			yield `${label}: ${value} is not sent as given`;
	} catch (error) {
		if (!(error instanceof InputError) || !SENTENCE.test(error.message)) yield `${label}: ${String(error)}`;
	}
}

test.each(casesOf(({ label }) => !NOT_SENT.has(label)))(
	'%s: an odd value in a field leads to a request or to a readable error',
	async (_title, row, places) => {
		const valid = await validFor(row);
		const { operation, node } = row;
		const faults = places.flatMap((place) => {
			const shown = createNode(node, { operation, ...place.put(valid, 'x') }).parameters;
			const values = [...NASTY.map(([, value]) => value), ...NASTY_TEXTS];
			return values.flatMap((value) => [...faultsWith(row, place, shown, value)]);
		});
		expect(faults).toEqual([]);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	},
);

/** Texts that nobody means: an error of a spreadsheet, what a program writes, and letters lost in another encoding. */
const DAMAGED = ['#N/A', 'undefined', 'NULL', '[object Object]', 'stdClass Object', 'M\uFFFDller', 'MÃ¼ller'];

/** Whether a field takes a text, and no file. */
const isText = ({ type, typeOptions }: Field) => type === 'string' && typeOptions?.binaryField === undefined;

const isNumber = ({ typeOptions }: Field) => typeOptions !== undefined && 'isNumber' in typeOptions;

test.each(casesOf(({ field, label }) => isText(field) && !NOT_SENT.has(label)))(
	'%s: a damaged text is refused',
	async (_title, row, places) => {
		const valid = await validFor(row);
		for (const { label, put } of places)
			for (const text of DAMAGED)
				for (const value of [text, [text]])
					expect(() => buildRequest(row, put(valid, value))).toThrow(
						expect.objectContaining({ message: expect.stringContaining(`${label}” must not `) }) as Error,
					);
	},
);

/** Whether a person may type an expression into a field. */
const takesTyping = (field: Field) =>
	isText(field) || ['json', 'resourceLocator', 'resourceMapper'].includes(field.type);

test.each(casesOf(({ field }) => takesTyping(field)))(
	'%s: an expression in a field that is set to “Fixed”, or a placeholder, is refused',
	async (_title, row, places) => {
		const valid = await validFor(row);
		for (const { put } of places)
			for (const [text, sentence] of [
				[
					'Dear {{ $json.Name }}',
					'must be set to “Expression” instead of “Fixed”, because it has {{ $json.Name }}',
				],
				[
					'Dear {{First Name}}',
					'must not have the placeholder {{First Name}}, which would be sent as it is. Set the field',
				],
				[
					'Dear *|FNAME|*',
					'must not have the placeholder *|FNAME|*, which would be sent as it is. Set the field',
				],
				['$json.Name', 'is sent as it is: $json.Name. Set the field to “Expression”'],
				[' =$json["First Name"]', 'is sent as it is: $json["First Name"]. Set the field'],
				["$('Draw').item.json.Email", "is sent as it is: $('Draw').item.json.Email. Set the field"],
				['Hello $json.Name, you won', 'is sent as it is: $json.Name. Set the field to “Expression”'],
				['Hello {$json.Name}.', 'is sent as it is: $json.Name. Set the field to “Expression”'],
				['=Hi $json["A B"] {{ $json.Name }}', 'is sent as it is: $json["A B"]. Set the field'],
				['Win {{ $json.a.Name, or', 'is sent as it is: $json.a.Name. Set the field'],
			] as const)
				expect(() => buildRequest(row, put(valid, text))).toThrow(sentence);
	},
);

test('a heading between marks is refused in a message, in a title and in a name', async () => {
	for (const [name, label] of [
		['sweepstakesMessage send', 'Message'],
		['sweepstakesInvoice create', 'Title'],
		['sweepstakesParticipant add', 'Entry Form Fields'],
	]) {
		const row = OPERATIONS.find(({ node, operation }) => `${node.description.name} ${operation}` === name)!;
		const places = fieldsOf(row).filter(takesTyping).flatMap(placesOf);
		const place = places.find((one) => one.label.includes(label!))!;
		expect([name, place?.label]).toEqual([name, expect.any(String)]);
		const valid = await validFor(row);
		expect(() => buildRequest(row, place.put(valid, 'Ticket for <First Name>'))).toThrow(
			'must not have the placeholder <First Name>, which would be sent as it is',
		);
	}
});

// A number with such a word is refused because it is no number.
test.each(casesOf(({ field }) => isText(field) && !isNumber(field)))(
	'%s: a text in which an expression wrote “undefined” is refused',
	async (_title, row, places) => {
		const valid = await validFor(row);
		for (const { label, put } of places) {
			const parameters = put(valid, '={{ "Prize of " + $json.name }}') as INodeParameters;
			const { error } = await stage.run(row.node, row.operation, parameters, { items: [{ Name: 'Ada' }] });
			expect([label, error?.message]).toEqual([label, expect.stringContaining('“undefined”')]);
			expect(stage.paths()).toEqual([]);
		}
	},
);

/** Nodes whose texts are for colleagues or for the service’s support, so they may have gaps. */
const WITH_NOTES = new Set([
	'sweepstakesAccountNote',
	'sweepstakesAdministratorToDo',
	'sweepstakesCalendarEvent',
	'sweepstakesSupportTicket',
]);

const reachesPeople = ({ field: { type, typeOptions = {} } }: Place, { node }: Entry) =>
	type !== 'json' &&
	('refuseEmptyParts' in typeOptions ||
		('rows' in typeOptions && !('refuseGaps' in typeOptions) && !WITH_NOTES.has(node.description.name)));

test.each(casesOf(reachesPeople))(
	'%s: an expression in a text that people read must not be empty, unless it says what to write instead',
	async (_title, row, places) => {
		const valid = await validFor(row);
		for (const { label, put } of places) {
			const run = async (text: string) => {
				const parameters = put(valid, text);
				const { error } = await stage.run(row.node, row.operation, parameters, { items: [{ Name: 'Ada' }] });
				return error?.message;
			};
			expect(await run('=Dear {{ $json.Name }}{{ $json.seat?.row }}, thanks')).toMatch(
				new RegExp(
					`${label}” has an empty part: \\{\\{ \\$json\\.seat\\?\\.row \\}\\} is empty\\. The input has these fields: Name\\. If it may be empty, add \\|\\| '' to the expression`,
				),
			);
			expect(stage.paths()).toEqual([]);
			const parts = ["|| ''", "?? ''", "? '!' : ''"].map((end) => `{{ $json.seat ${end} }}`);
			expect((await run(`=Dear ${parts.join(' ')}, thanks`)) ?? '').not.toContain('empty part');
			expect((await run('={{ $json.seat }}')) ?? '').not.toContain('empty part');
		}
	},
);

test('text with braces is sent as typed if it is no placeholder, and so is a text from the input', async () => {
	const values = ['{ first_name }', '[Name]', '{ $5 }', '={{ $json.Name }}', '100%', '$json'];
	values.push('Win $json', '$100', '[Prize]', '%Prize%');
	for (const Title of values) {
		const Name = 'Win {{ $json.Prize }} or undefined, {{first_name}}';
		await stage.run(
			new SweepstakesOfficialRules(),
			'create',
			{ sweepstakes: byId(world.main), Title, DocumentContent: 'x', whenTitleExists: 'create' },
			{ items: [{ Name }] },
		);
		expect(stage.lastBody().Title).toBe(Title.startsWith('=') ? Name : Title);
	}
	const DocumentContent = 'Win {{ $json, or [SPONSOR NAME], <email>';
	const rules = { sweepstakes: byId(world.main), Title: 'Rules', DocumentContent, whenTitleExists: 'create' };
	await stage.run(new SweepstakesOfficialRules(), 'create', rules);
	expect(stage.lastBody().DocumentContent).toBe(DocumentContent);
});

/** For each label in `NOT_SENT`, one field with that label. These fields are tested in n8n. */
const IN_N8N = [...NOT_SENT].map((label) => {
	const [[, row, [place]]] = casesOf((one) => one.label === label) as [[string, Entry, [Place]]];
	return [label, row, place] as const;
});

test.each(IN_N8N)(
	'in n8n, an odd value in “%s” leads to a dry run or to a readable error',
	async (_label, { node, ...row }, { put }) => {
		const values = {
			...Object.fromEntries(NASTY),
			...Object.fromEntries(NASTY_TEXTS.map((text) => [text, text])),
		};
		const odd = put(await validFor(row), '={{ $json.value }}');
		const dry = { ...odd, options: { dryRun: true, ...(odd.options as object) } };
		const { status, errorItems } = await stage.run(node, row.operation, dry, {
			items: Object.values(values).map((value) => ({ value })) as never,
			onError: 'continueErrorOutput',
		});
		expect(status).toBe('success');
		for (const { json } of errorItems)
			expect(String(json.error)).toMatch(
				/^Item \d+: (“.+” (is|must|or|was not found in)\b|The service (rejected|found|did not|does not))/s,
			);
	},
);

const SET_ASIDE =
	'To set such items aside, choose “Continue (using error output)” under Settings › On Error.';

test.each([
	[2, [1], 'Nothing was sent.'],
	[4, [0, 2, 3], 'Items 3 and 4 cannot be sent either. Nothing was sent.'],
	[20, [...Array(13).keys()], 'Items 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 others cannot be sent either. N'],
])(
	'if %d items include bad ones at the indexes %j, the error names up to eleven bad items',
	async (count, bad, others) => {
		const items = Array.from({ length: count }, (_, index) => ({ token: bad.includes(index) ? '' : ID }));
		const parameters = { sweepstakes: byId('={{ $json.token }}'), KeyEmail: 'jane@example.com' };
		const { error } = await stage.run(new SweepstakesParticipant(), 'add', parameters, { items });
		expect(error?.message).toBe(
			`Item ${bad[0]! + 1}: “Sweepstakes” is required, but {{ $json.token }} is empty. The input has these fields: token`,
		);
		expect(error?.description).toContain(others);
		expect(error?.description?.endsWith(SET_ASIDE)).toBe(true);
		expect(stage.paths()).toEqual([]);
	},
);

test.each<[string, INodeType]>([
	['draw', new SweepstakesWinner()],
	['getMany', new SweepstakesGroup()],
])('“%s” sends nothing if one of the input items is bad', async (operation, node) => {
	const items = [{}, { token: ID }];
	const parameters = { sweepstakes: byId('={{ $json.token }}') };
	const { error } = await stage.run(node, operation, parameters, { items });
	expect(error?.description).toBe(`Nothing was sent. ${SET_ASIDE}`);
});

test('an unknown operation is refused, and the error lists the known operations', async () => {
	expect(await stage.refusal(new SweepstakesOfficialRules(), 'draw', {})).toBe(
		'“Operation” must be one of Create, Get, Get Many, Update, Delete, but is “draw”',
	);
});

describe('pickers', () => {
	test.each(casesOf(({ field }) => field.type === 'resourceLocator'))(
		'%s: a value with an unknown mode is refused',
		async (_title, row, places) => {
			for (const { field } of places) {
				const { parameters } = createNode(row.node, { operation: row.operation, ...(await validFor(row)) });
				const own = field.modes!.map(({ name }) => name);
				for (const mode of ['email', 'name', '', 'KeyEmail', 'handler', 'toString', 7, null, undefined]) {
					if (own.includes(mode as string)) continue;
					const odd = { ...parameters, [field.name]: { __rl: true, mode, value: ID } } as INodeParameters;
					expect(() => buildRequest(row, odd)).toThrow(
						`“${field.displayName}” must be chosen with the mode “list” (From List)`,
					);
				}
			}
		},
	);

	test('text from an expression counts as typed', async () => {
		const parameters = { sweepstakes: byId(ID), participant: `={{ "${ID}" }}` };
		await stage.run(new SweepstakesParticipant(), 'delete', parameters);
		expect(stage.lastBody()).toEqual({ SweepstakesToken: ID, ParticipantToken: ID });
	});
});
