import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Field, MappedColumns } from '../../../../../nodes/shared/n8n/operation/field';
import { createParameterReader, readOutsideItems } from '../../../../../nodes/shared/n8n/input/parameters';
import { measureLongestStretch } from '../../../../support/longest-stretch';
import { runs } from '../../../../support/runs';

/** Creates a reader of the given parameters for each row, as n8n's context would. */
function createReader(fields: readonly Field[], values: Record<string, unknown>, rows: IDataObject[]) {
	// A workflow is stored as JSON, so only an expression can return a bigint.
	const toStored = (value: unknown) => (typeof value === 'bigint' ? `={{ ${value}n }}` : value);
	const parameters = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [name, toStored(value)]),
	);
	const context = {
		getTimezone: () => 'Europe/Berlin',
		getInputData: () => rows.map((json) => ({ json })),
		getNode: () => ({ parameters, type: 'node' }),
		getNodeParameter: (name: string) => values[name],
		helpers: { assertBinaryData: (itemIndex: number) => ({ fileName: `${itemIndex}.pdf` }) },
	};
	return createParameterReader(context as unknown as IExecuteFunctions, fields);
}

const read = (fields: readonly Field[], values: Record<string, unknown>, row: IDataObject | null = {}) =>
	createReader(fields, values, row ? [row] : [])(0);

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
	displayName: 'Label',
	name: 'field',
	type,
	default: type === 'number' ? 0 : '',
	...more,
});
/** What Map Automatically returns in addition to values and columns. */
const AUTOMATIC = { timezone: 'Europe/Berlin', filling: {}, unused: [], problems: [] };
const one = (type: Field['type'], value: unknown, more: Partial<Field> = {}) =>
	read([field(type, more)], { field: value }).field;
const failing = (type: Field['type'], value: unknown, more: Partial<Field> = {}) => {
	try {
		return `no error, but ${JSON.stringify(one(type, value, more))}`;
	} catch (error) {
		return (error as Error).message;
	}
};

describe('a value from an expression or a spreadsheet is converted if nothing is lost', () => {
	test.each([
		['a number that a spreadsheet stores as text', 'number', '3', 3],
		['cents', 'number', '12.50', 12.5],
		['a fraction that cannot be thousands', 'number', '0.125', 0.125],
		['a number that is not text', 'number', 1.125, 1.125],
		['a negative number', 'number', '-1', -1],
		['a phone number that a spreadsheet stored as a number', 'string', 12025550123, '12025550123'],
		['spaces around a text', 'string', ' jane@example.com ', 'jane@example.com'],
		['true as text', 'boolean', 'true', true],
		['false as text', 'boolean', 'false', false],
		['TRUE from a spreadsheet', 'boolean', 'TRUE', true],
		['False from a script', 'boolean', ' False ', false],
		['JSON as text', 'json', '[{"a":1}]', [{ a: 1 }]],
		['JSON from a file', 'json', '\uFEFF[{"a":1}]', [{ a: 1 }]],
		['large numbers in JSON', 'json', '[1e21, 10000000000000000]', [1e21, 1e16]],
		['a list in a JSON field', 'json', [{ a: 1 }], [{ a: 1 }]],
		['emoji and right-to-left text', 'string', '🎉 مرحبا', '🎉 مرحبا'],
	] as const)('%s', (_what, type, value, expected) => {
		expect(one(type, value)).toEqual(expected);
	});

	test.each([
		['9:30', '09:30'],
		['2027-01-31T09:30:00Z', '10:30'],
		['6 pm', '18:00'],
	])('a time of day is read from %s', (value, expected) => {
		expect(one('string', value, { typeOptions: { timeOfDay: true } })).toBe(expected);
		expect(one('string', value)).toBe(value);
	});

	test.each(['', '   ', null, undefined])('an empty value (%j) is not sent', (value) => {
		expect(one('string', value)).toBeUndefined();
		expect(one('number', value, { default: '' })).toBeUndefined();
		expect(one('dateTime', value)).toBeUndefined();
	});

	test('a date is sent with or without a time, as the field requires', () => {
		expect(one('dateTime', '2027-01-31T00:00:00', { typeOptions: { dateOnly: true } })).toBe('2027-01-31');
		expect(one('dateTime', '2027-01-31T00:00:00')).toBe('2027-01-30T23:00:00.000Z');
	});

	test('a choice may be given as the text of its value', () => {
		const options = [
			{ name: 'Email', value: 2 },
			{ name: 'SMS', value: 1 },
		];
		expect(one('options', '2', { options, default: 1 })).toBe(2);
	});

	test('a choice may be given by its name or value, in upper or lower case', () => {
		const options = [
			{ name: 'Text Message', value: 'sms' },
			{ name: 'AMOE Entries', value: 'amoe' },
		];
		for (const value of ['sms', ' SMS ', 'Text Message', 'text_message'])
			expect(one('options', value, { options, default: 'amoe' })).toBe('sms');
		expect(one('multiOptions', ['Sms', 'AMOE'], { options })).toEqual(['sms', 'amoe']);
	});
});

test('if there is no input item, as in an agent’s tool, the panel’s values are used, and columns are empty', () => {
	const columns = { mappingMode: 'autoMapInputData', value: null, schema: [{ id: 'a', displayName: 'A' }] };
	const fields = [field('string', { name: 'set' }), field('resourceMapper', { name: 'columns' })];
	expect(read(fields, { set: 'x', columns }, null)).toEqual({
		set: 'x',
		columns: { values: {}, columns: columns.schema, ...AUTOMATIC },
	});
});

test.each<[string, Field['type'], Partial<Field>, unknown, object[]]>([
	[
		'columns with “Map Automatically”',
		'resourceMapper',
		{},
		{ mappingMode: 'autoMapInputData', value: null, schema: [{ id: 'Name', displayName: 'Name' }] },
		[{ values: { Name: 'Ada' } }, { values: { Name: 'Bob' } }],
	],
	['file', 'string', { typeOptions: { binaryField: true } }, 'data', [{ name: '0.pdf' }, { name: '1.pdf' }]],
])('each item has its own %s, although the panel has no expression', (_what, type, more, value, expected) => {
	const readItem = createReader([field(type, more)], { field: value }, [{ Name: 'Ada' }, { Name: 'Bob' }]);
	expect([0, 1].map((itemIndex) => readItem(itemIndex).field)).toMatchObject(expected);
});

test('a resource mapper that the panel does not show has no columns', () => {
	const none = { values: {}, columns: [], timezone: 'Europe/Berlin', problems: [] };
	expect(read([field('resourceMapper')], {}).field).toEqual(none);
});

test('the error for a text in a field for whole numbers gives a whole number as the example', () => {
	expect(failing('number', 'three', { typeOptions: { numberPrecision: 0 } })).toBe(
		'“Label” must be a whole number such as 3, but is “three”',
	);
});

describe('a value that does not fit is an error with the label and the expected value', () => {
	test.each([
		['number', 'many', '“Label” must be a number such as 25.50, but is “many”'],
		['number', '25,00', '“Label” must be a number such as 25.50, but is “25,00”'],
		['number', '$25', '“Label” must be a number such as 25.50, but is “$25”'],
		['number', Number.NaN, '“Label” must be a number, but is NaN'],
		[
			'number',
			' 1.500 ',
			'“Label” must be a number such as 1500 or 1.50 (a period followed by three digits could be a thousands separator), but is “ 1.500 ”',
		],
		['number', Infinity, '“Label” must be a number, but is Infinity'],
		['number', '\u200E25', '“Label” must be a number such as 25.50, but is “[U+200E]25”'],
		['number', true, '“Label” must be a number, but is true'],
		['boolean', 'yes', '“Label” must be true or false, but is “yes”'],
		['string', { a: 1 }, '“Label” must be text, but is {"a":1}'],
		['string', ['a', 'b'], '“Label” must be text, but is ["a","b"]'],
		['number', 10n, '“Label” must be a number, but is 10'],
		['json', '{', '“Label” must be valid JSON, but is “{”'],
		['collection', 'x', '“Label” must be an object in braces { }, but is “x”'],
	] as const)('in a %s field: %p', (type, value, message) => {
		expect(failing(type, value)).toBe(message);
	});

	test.each([
		['{"a":[1,{"b":1e999}]}', 'a.1.b', 'Infinity'],
		['{"id":12345678901234567890}', 'id', '12345678901234567000'],
		[{ a: NaN }, 'a', 'NaN'],
		[{ a: { b: [-Infinity] } }, 'a.b.0', '-Infinity'],
	])('a number in JSON that would change is refused: %p', (value, path, number) => {
		expect(failing('json', value)).toBe(
			`“Label” must not have a number that JSON would change: “${path}” would become ${number}. To keep all digits, put the number in quotation marks`,
		);
	});

	const options = ['Draft', 'Pending'].map((name) => ({ name, value: name.toLowerCase() }));
	test.each<[string, Field['type'], unknown, Partial<Field>, string]>([
		[
			'in a date field, text that is not a date',
			...(['dateTime', '31.01.2027', { typeOptions: { dateOnly: true } }] as const),
			'“Label” must be a date such as 2027-01-31, but is “31.01.2027”',
		],
		[
			'an unknown choice',
			...(['options', 'sent', { options, default: 'draft' }] as const),
			'“Label” must be one of Draft, Pending, but is “sent”',
		],
		['a required field that is empty', 'string', '  ', { required: true }, '“Label” is required'],
	])('%s', (_what, type, value, more, message) => {
		expect(failing(type, value, more)).toBe(message);
	});

	test('a field for a file, in a run without input items', () => {
		const file = field('string', { typeOptions: { binaryField: true } as never });
		const context = { getNodeParameter: () => 'data' };
		expect(() => readOutsideItems([file], context as never)).toThrow(
			'“Label” must name a binary field of the input item that holds a file',
		);
	});

	const ROUNDED = 'must be text (a number with this many digits is rounded), but is 12345678901234567000';
	const modes = [{ displayName: 'By Code', name: 'code', type: 'string' }] as const;
	const schema = [{ id: 'Name', displayName: 'Label' }];
	test.each<[Field['type'], unknown, Partial<Field>]>([
		['string', 1.2345678901234567e19, {}],
		['resourceLocator', { mode: 'code', value: 1.2345678901234567e19 }, { modes }],
	])('a number with too many digits in a %s field, because it may be rounded', (type, value, more) => {
		expect(failing(type, value, more)).toBe(`“Label” ${ROUNDED}`);
	});

	test('a number with too many digits in a column of a form, because it may be rounded', () => {
		const value = { mappingMode: 'defineBelow', value: { Name: 1.2345678901234567e19 }, schema };
		const { problems } = read([field('resourceMapper')], { field: value }).field as MappedColumns;
		expect(problems).toMatchObject([{ label: 'Label', expected: ROUNDED }]);
	});

	test.each<Field['type']>(['string', 'number', 'boolean', 'dateTime'])(
		'in a %s field: the error of a formula in a spreadsheet',
		(type) => {
			expect(failing(type, '#VALUE!')).toBe(
				'“Label” must not be the error of a formula in a spreadsheet, but is “#VALUE!”',
			);
		},
	);

	test('in a text field: characters that were lost when a file was read in another encoding', () => {
		expect(failing('string', 'M\uFFFDller')).toBe(
			'“Label” must not have the character \uFFFD, but is “M\uFFFDller”: the file was saved in another encoding. In “Extract from File”, choose “Options › Encoding”',
		);
	});

	test.each(['JosÃ©', 'GroÃ\u009F', 'O\u0092Brien', 'Â£5', 'Oâ\u0080\u0099Brien', 'Oâ€™Brien'])(
		'in a text field: letters that were read in another encoding than they were saved in (%j)',
		(text) => {
			expect(failing('string', text)).toBe(
				`“Label” must not have letters that were read in the wrong encoding, but is “${text}”: in “Extract from File”, choose “UTF-8” in “Options › Encoding”. If that does not help, save the file as “CSV UTF-8”`,
			);
		},
	);

	test('a long value: the error shows only its beginning', () => {
		expect(failing('number', 'x'.repeat(1_000)).length).toBeLessThan(130);
	});

	const quantity = { displayName: 'Quantity', name: 'quantity', type: 'number' as const, default: 1 };
	const lines = field('fixedCollection', {
		options: [{ displayName: 'Line', name: 'line', values: [quantity] }],
	});
	test.each([
		[{ quantity: 'two' }, '“Label › Line 2 › Quantity” must be a number such as 25.50, but is “two”'],
		[2, '“Label › Line 2” must be an object, but is 2'],
	])('an entry of a list: the error gives its position (%j)', (second, message) => {
		expect(() => read([lines], { field: { line: [{ quantity: 1 }, second] } })).toThrow(message);
	});

	test('a group of fields that is not an object', () => {
		const message = '“Label” must be an object, but is “two”';
		expect(() => read([lines], { field: { line: 'two' } })).toThrow(message);
	});
});

test('a column may have the name of a built-in property', () => {
	const names = ['constructor', '__proto__', 'toString'];
	const schema = names.map((id) => ({ id, displayName: id, required: true }));
	const readMapped = (value: unknown) =>
		read([field('resourceMapper')], { field: { mappingMode: 'defineBelow', value, schema } })
			.field as MappedColumns;
	const given: unknown = JSON.parse('{"constructor":"a","__proto__":"b","toString":"c"}');
	expect(JSON.stringify(readMapped(given).values)).toBe(JSON.stringify(given));
	const { values, problems } = readMapped({});
	expect([values, problems.map(({ label }) => label)]).toEqual([{}, names]);
});

describe('columns of the entry form', () => {
	const schema = [
		{ id: 'First_Name', displayName: 'First Name', required: true },
		{ id: 'Zip_Code', displayName: 'Zip Code' },
		{ id: 'Birth_Date', displayName: 'Birth Date (MM/DD/YYYY)' },
		{ id: 'Arrival', displayName: 'Arrival' },
	];
	const mapped = (
		value: unknown,
		row?: IDataObject,
		more: Record<string, unknown> = {},
		how: Partial<Field> = {},
	) => read([field('resourceMapper', how)], { field: value, ...more }, row).field as MappedColumns;
	const columns = (...given: Parameters<typeof mapped>) => {
		const { values, problems } = mapped(...given);
		if (problems.length > 0) throw new Error(sentencesOf(problems).join(' '));
		return values;
	};
	const sentencesOf = (problems: MappedColumns['problems']) =>
		problems.map(({ label, expected }) => `“${label}” ${expected}`);

	test('are ignored if the workflow stores them in another form', () => {
		const value = { First_Name: 'Ada' };
		const junk = [null, 'Zip_Code', {}, { id: 'Zip_Code' }, { displayName: 'Zip Code' }];
		const { columns: read } = mapped({ mappingMode: 'defineBelow', value, schema: [...junk, ...schema] });
		expect(read).toEqual(schema);
	});

	test('that are mapped one by one are left out if they are empty, and dates become days', () => {
		const value = { First_Name: ' Ada ', Zip_Code: '', Arrival: new Date('1990-05-31T22:30:00Z') };
		expect(columns({ mappingMode: 'defineBelow', value, schema })).toEqual({
			First_Name: 'Ada',
			Arrival: '1990-06-01',
		});
	});

	test.each([
		['“Zip Code” must be text, but is NaN', schema],
		['“Zip_Code” must be text, but is NaN', []],
	])('that contain the result of a failed calculation (NaN) are refused: %s', (message, form) => {
		const value = { mappingMode: 'defineBelow', value: { First_Name: 'Ada', Zip_Code: NaN }, schema: form };
		expect(() => columns(value)).toThrow(message);
	});

	const KEYS = ['KeyEmail', 'KeyPhoneNumber'] as const;
	test.each(KEYS.flatMap((key) => ['', '  ', null, undefined].map((cell) => [key, cell] as const)))(
		'that are mapped automatically do not fill %s from an empty cell (%j)',
		(filledFrom, cell) => {
			const hidden = { id: 'Key', displayName: 'Key', display: false, filledFrom };
			const value = { mappingMode: 'autoMapInputData', value: null, schema: [hidden, ...schema] };
			const row = { Key: cell, 'First Name': 'Ada' };
			expect(read([field('resourceMapper')], { field: value }, row).field).toMatchObject({ filling: {} });
		},
	);

	test('that are mapped automatically are refused if a cell is not text, and the error names the cell’s heading', () => {
		const hidden = { id: 'Key', displayName: 'Key', display: false, filledFrom: 'KeyEmail' };
		const value = { mappingMode: 'autoMapInputData', value: null, schema: [hidden] };
		const { filling, problems } = mapped(value, { KEY: ['a', 'b'] });
		expect(filling).toEqual({ KeyEmail: undefined });
		expect(sentencesOf(problems)).toEqual(['“KEY” must be text, but is ["a","b"]']);
	});

	test.each([[['A', 'B']], [{ a: 1 }]])('that contain %j are refused', (Zip_Code) => {
		expect(() => columns({ mappingMode: 'defineBelow', value: { Zip_Code }, schema })).toThrow(
			/^“Zip Code” must be one text, number or date \(to write a list as one text, use an expression such as/,
		);
	});

	test('that contain a list with one value have that value, and an empty list counts as empty', () => {
		const value = { First_Name: ['Ada'], Zip_Code: [] };
		expect(columns({ mappingMode: 'defineBelow', value, schema })).toEqual({ First_Name: 'Ada' });
		const required = [{ id: 'Zip_Code', displayName: 'Zip Code', required: true }];
		expect(() => columns({ mappingMode: 'defineBelow', value: { Zip_Code: [] }, schema: required })).toThrow(
			'“Zip Code” is required',
		);
	});

	test.each([
		'J\uFFFDrg',
		'#N/A',
		'#REF!',
		'#DIV/0!',
		'#NAME?',
		'#REF !',
		'#NOM\u00a0?',
		'#BEZUG!',
		'#¿NOMBRE?',
		'#¡DIV/0!',
		'#ЗНАЧ!',
		'#N/D',
		'#NV',
		'#SPILL!',
		'Err:502',
		'undefined',
		'null',
		'NaN',
		'nan',
		'NaT',
		'<NA>',
		'NULL',
		'[NULL]',
		'<null>',
		'(null)',
		'\\N',
		'[object Object]',
		'PeÃ±a',
		'O\u0092Brien',
		'O&#039;Brien',
		'O&#x27;Brien',
		'&quot;Bo&quot;',
		'Zo&euml;',
		'Jo<br>',
		'<p>Jo</p>',
		"O\\'Brien",
		'Jos\\u00e9',
		'=?UTF-8?Q?Jos=C3=A9?=',
		'J\0o\0',
		'########',
		'Loading...',
		'(No value)',
		'Ã‰mile',
		'Ã–zil',
		'Ã‘andu',
		'BÃ¼ÅŸra',
		'Ann ðŸŽ‰',
		'PaweÅ‚',
		'Åšwiat',
		'Å»aneta',
		'DvoÅ™Ã¡k',
		'TÃ´n-Nguyá»…n',
		'Ð˜Ð²Ð°Ð½',
		'ÐŸÐµÑ‚Ñ€',
		'Lee Ù…Ø\u00ADÙ…Ø¯',
		'GarcÃ\u00ADa',
		'å±±ç”°',
		'ê±´',
		'Josï¿½',
		'undefined undefined',
		'null null',
		"b'Ida'",
		'character(0)',
		'list()',
		'u"Ida"',
		'ObjectId("5f43")',
		"Timestamp('1990-03-14 00:00:00')",
		'stdClass Object',
		'Array\n(\n    [0] => Ann\n)',
		'System.Object[]',
		'\u202Eann',
		'Ann \u202Dlee\u202C',
	])('that contain the damaged text %s are refused', (text) => {
		const rows = [{ First_Name: text }, { First_Name: [` ${text} `] }];
		for (const value of rows)
			expect(() => columns({ mappingMode: 'defineBelow', value, schema })).toThrow(
				/^“First Name” must not (?:be|have) .*, but is “/,
			);
	});

	test.each([
		["'02139", '02139'],
		["'+44 20", '+44 20'],
		['="02139"', '02139'],
	])(
		'that contain the number %s, which a spreadsheet keeps as text, have it without the marks',
		(text, number) => {
			const value = { First_Name: 'Ada', Zip_Code: ` ${text} ` };
			expect(columns({ mappingMode: 'defineBelow', value, schema })).toEqual({
				First_Name: 'Ada',
				Zip_Code: number,
			});
		},
	);

	test.each([
		'Null',
		'Nan',
		'None',
		'#1',
		'#win!',
		'#WIN',
		'#B/2',
		'Err: 502',
		'N/A',
		"'t Hart",
		"'90",
		'= 5',
		'A & B; C',
		'A&B',
		'AT&T; IBM',
		'SÃO',
		'Â la carte',
		'IRMÃ»',
		'IRMÃ”',
		'IRMÃ – A',
		'IRMÃ’s',
		'JOSÉ’S',
		'JOSÉ’s',
		'ZOË’s',
		'SMÅ…',
		'MATÚŠ',
		'KNÍŽEK',
		'Úžas',
		'Weiß…',
		'„Groß“',
		'Ö…',
		'Иван',
		'محمد',
		'山田',
		"b'Ida",
		"O'(Ida)",
		'Null Null',
		'<Ann>',
		'<3',
		'a<b>c',
		'C:\\users',
		'one\r\n\ttwo',
		'##',
		'# ###',
		'(none)',
		'5.0',
	])('may contain the text %s', (First_Name) => {
		expect(columns({ mappingMode: 'defineBelow', value: { First_Name }, schema })).toEqual({ First_Name });
	});

	test('lose their zero-width spaces, and are empty if nothing else is left', () => {
		const value = { First_Name: '\uFEFFLu\u200Bcy\u00AD', Zip_Code: '\u2060' };
		expect(columns({ mappingMode: 'defineBelow', value, schema })).toEqual({ First_Name: 'Lucy' });
		const joined = { First_Name: '👩\u200D🔬 می\u200Cخواهم' };
		expect(columns({ mappingMode: 'defineBelow', value: joined, schema })).toEqual(joined);
	});

	const EMAIL = { id: 'Email', displayName: 'E-mail', display: false };
	const PHONES = ['Cell Phone', 'Mobile'].map((name) => ({ id: name, displayName: name }));
	test.each<[string, IDataObject, IDataObject, string[]]>([
		[
			'that is spelled differently matches',
			{ 'first-name': 'A', ZIP_CODE: '1', other: 'x' },
			{ Zip_Code: '1' },
			['other'],
		],
		[
			'that says the same in other words matches',
			{ Forename: 'A', ZIP: '1', DOB: '6/1/1990' },
			{ Zip_Code: '1', Birth_Date: '6/1/1990' },
			[],
		],
		['that matches a hidden field is ignored', { First: 'A', 'E-Mail Address': 'a@example.com' }, {}, []],
		[
			'that matches exactly is used, and similar headings are ignored',
			{ First_Name: 'A', 'first name': 'B', First: 'C' },
			{},
			['first name', 'First'],
		],
		[
			'that matches the same field as another heading is ignored, like the other one',
			{ First_Name: 'A', ZIP: '1', Postcode: '2' },
			{},
			['ZIP', 'Postcode'],
		],
		['that matches two fields is ignored', { First_Name: 'A', Tel: '1' }, {}, ['Tel']],
		[
			'that matches one of two fields exactly fills that field',
			{ First_Name: 'A', mobile: '1' },
			{ Mobile: '1' },
			[],
		],
		['without letters is ignored', { First_Name: 'A', '?': '1', '': '2' }, {}, ['?', '']],
	])('if they are mapped automatically, a heading %s', (_what, row, values, unused) => {
		const form = [EMAIL, ...PHONES, ...schema];
		const value = { mappingMode: 'autoMapInputData', value: null, schema: form };
		expect(read([field('resourceMapper')], { field: value }, row).field).toEqual({
			values: { First_Name: 'A', ...values },
			columns: form,
			...AUTOMATIC,
			unused,
		});
	});

	test('that are required and empty lead to an error with the column’s label', () => {
		const value = { mappingMode: 'defineBelow', value: {}, schema };
		expect(() => columns(value)).toThrow('“First Name” is required');
	});

	test.each<[IDataObject, string | undefined]>([
		[{ Email: 'a@example.com' }, 'a@example.com'],
		[{ Email: 'a@example.com', Correo: 'b@example.com' }, 'b@example.com'],
		[{ Email: 'a@example.com', 'E-mail': 'b@example.com' }, undefined],
	])(
		'that are hidden pass the value under their heading to the field that replaces them: %j',
		(row, KeyEmail) => {
			const hidden = { ...EMAIL, id: 'Correo', displayName: 'Correo', filledFrom: 'KeyEmail' };
			const value = { mappingMode: 'autoMapInputData', value: null, schema: [hidden] };
			const { filling } = read([field('resourceMapper')], { field: value }, row).field as MappedColumns;
			expect(filling).toEqual(KeyEmail === undefined ? {} : { KeyEmail });
		},
	);

	test('that are hidden are not required, and their values go to the field that replaces them', () => {
		const hidden = { ...EMAIL, required: true, filledFrom: 'KeyEmail' };
		const value = { mappingMode: 'autoMapInputData', value: null, schema: [hidden, ...schema] };
		const row = { Email: 'a@example.com', 'First Name': 'Ada' };
		expect(read([field('resourceMapper')], { field: value }, row).field).toEqual({
			values: { First_Name: 'Ada' },
			columns: [hidden, ...schema],
			...AUTOMATIC,
			filling: { KeyEmail: 'a@example.com' },
		});
	});

	test('that are required may be empty if a switch allows this, even with the text “TRUE”', () => {
		const how = { typeOptions: { allowEmpty: 'lenient' } as never };
		const value = { mappingMode: 'defineBelow', value: {}, schema };
		expect(columns(value, {}, { lenient: 'TRUE' }, how)).toEqual({});
		expect(() => columns(value, {}, { lenient: 'FALSE' }, how)).toThrow('“First Name” is required');
	});

	test('lead to one list of all problems, and their invalid values are left out', () => {
		const value = {
			mappingMode: 'defineBelow',
			value: { Zip_Code: NaN, Arrival: 'x' },
			schema,
		};
		const { values, problems } = mapped(value);
		expect(values).toEqual({ Arrival: 'x' });
		expect(sentencesOf(problems)).toEqual([
			'“Zip Code” must be text, but is NaN',
			'“First Name” is required',
		]);
	});

	test.each<[IDataObject, IDataObject]>([
		[{ id: 'rec1', createdTime: '2027-01-01', fields: { 'First Name': 'Ada' } }, { First_Name: 'Ada' }],
		[{ 'First Name': 'Ada', fields: { 'First Name': 'Bob' } }, { First_Name: 'Ada' }],
	])('that are mapped automatically are found in the only object of an item: %j', (row, values) => {
		expect(columns({ mappingMode: 'autoMapInputData', value: null, schema }, row)).toEqual(values);
	});

	test.each<[unknown]>([
		[{ First_Name: 'Ada' }],
		['{"First_Name":"Ada"}'],
		[{ mappingMode: 'defineBelow', value: '{"First_Name":"Ada"}' }],
		[{ mappingMode: 'defineBelow', value: ['Ada'] }],
	])('that do not have the editor’s form are refused: %j', (value) => {
		expect(() => columns(value)).toThrow(
			/^“Label” must be mapped one by one, or with “Map Automatically”, but is /,
		);
	});

	test('that the user removed are not required', () => {
		const removed = schema.map((column) => ({ ...column, removed: true }));
		const value = { mappingMode: 'autoMapInputData', value: null, schema: removed };
		expect(columns(value, { 'First Name': 'Ada' })).toEqual({});
	});
});

describe('the error about an empty field names the expression that is empty', () => {
	const text = field('string', { typeOptions: { refuseGaps: 'allow' } });
	const reading = (stored: unknown, value: unknown, row: IDataObject, one: Field = text, type = 'node') => {
		const context = {
			getTimezone: () => 'Europe/Berlin',
			getInputData: () => [{ json: row }],
			getNode: () => ({ parameters: { field: stored }, type }),
			getNodeParameter: (name: string) => (name === 'field' ? value : undefined),
			evaluateExpression(expression: string) {
				const [, name] = /^\{\{ (\w+) \}\}$/.exec(expression) ?? [];
				if (!name) throw new Error('invalid syntax');
				return row[name];
			},
		};
		return () => createParameterReader(context as unknown as IExecuteFunctions, [one])(0);
	};
	const long = Object.fromEntries(['a', 'b', 'c'].map((name) => [name.repeat(50), 1]));

	test.each<[string, unknown, IDataObject, string]>(
		[
			[
				'and says that the input has no fields',
				'=Hi {{ name }}',
				{},
				'Hi',
				'“Label” has an empty part: {{ name }} is empty. The input has no fields',
			],
			[
				'even if another expression in the field gives a value',
				'={{ a }}{{ b }}',
				{ a: 'x', b: ' ' },
				'x',
				'{{ b }} is empty. The input has these fields: a, b',
			],
			[
				'and lists only the first few if there are many input fields',
				'={{ x }}!',
				long,
				'!',
				`The input has these fields: ${'a'.repeat(50)}, ${'b'.repeat(50)} …`,
			],
			[
				'and shows only the beginning of a long input field’s name',
				'={{ x }}!',
				{ ['a'.repeat(500)]: 1 },
				'!',
				`The input has these fields: ${'a'.repeat(120)} …`,
			],
			[
				'but shows only the beginning of a long expression',
				`={{ ${'x'.repeat(99)} }}!`,
				{},
				'!',
				`{{ ${'x'.repeat(76)}… is empty`,
			],
		].map(([what, stored, row, value, sentence]) => [
			what as string,
			[stored, value],
			row as IDataObject,
			sentence as string,
		]),
	)('%s', (_what, texts, row, sentence) => {
		const [stored, value] = texts as [unknown, unknown];
		expect(reading(stored, value, row)).toThrow(sentence);
	});

	test.each([
		['=Hi {{ name', {}],
		['=Hi {{ a + "}}" }}', {}],
		['Hi { name }', {}],
		['=Hi {{ name }}', { name: 'Ada' }],
	])('but there is no error if the expression gives a value or cannot be read: %s', (stored, row) => {
		expect(reading(stored, 'Hi', row as IDataObject)()).toEqual({ field: 'Hi' });
	});

	test.each(['undefined', '[object Object]', 'NaN', 'Invalid Date', 'Invalid DateTime'])(
		'and so does the error about a text into which an expression wrote “%s”',
		(word) => {
			const text = `Dear ${word}, you won`;
			expect(reading('={{ "Dear " + name }}, you won', text, {})).toThrow(`“Label” has “${word}”, which`);
			for (const typed of [text, `=${text}`]) expect(reading(typed, text, {})()).toEqual({ field: text });
		},
	);

	test.each(['{{Name}}', '{{ contact.name | default: "you" }}', '*|FNAME|*', '{prize}', '%FIRSTNAME%'])(
		'and a message may not have the placeholder %s of another program, not even from the item',
		(placeholder) => {
			const text = `Dear ${placeholder}, you won`;
			const sentence = `“Label” must not have the placeholder ${placeholder}, which would be sent as it is.`;
			expect(reading('={{ text }}', text, { text })).toThrow(sentence);
			expect(reading(text, text, {})).toThrow(sentence);
			const other = field('string');
			if (/^[{*][{|]/.test(placeholder)) expect(reading(text, text, {}, other)).toThrow(sentence);
			else expect(reading(text, text, {}, other)()).toEqual({ field: text });
			expect(reading('={{ text }}', text, { text }, other)()).toEqual({ field: text });
		},
	);

	const MARKED = [
		'<First Name>',
		'((Name))',
		'|FNAME|',
		'«Last_Name»',
		'__NAME__',
		'$FirstName',
		'<<email>>',
	];

	test.each([...MARKED, '[Name]', '[[Phone Number]]', '{First Name}', '{Your Prize}', '%last-name%'])(
		'nor the heading %s between marks',
		(placeholder) => {
			const text = `Dear ${placeholder}, you won`;
			const sentence = /^“Label” must not have the placeholder .+, which would be sent as it is\./;
			expect(reading('={{ text }}', text, { text })).toThrow(sentence);
			expect(reading(text, text, {})).toThrow(sentence);
			const other = field('string');
			if (MARKED.includes(placeholder)) expect(reading(text, text, {}, other)).toThrow(sentence);
			else expect(reading(text, text, {}, other)()).toEqual({ field: text });
			expect(reading('={{ text }}', text, { text }, other)()).toEqual({ field: text });
			expect(reading('={{ "<email>" }} Hi', text, {}, other)()).toEqual({ field: text });
			const long = { ...other, typeOptions: { rows: 4 } };
			expect(reading(text, text, {}, long)()).toEqual({ field: text });
		},
	);

	test.each([
		'<b>Name</b> <br> <p class="name">Email</p> <a href="mailto:a@b.co">Email</a>',
		'You are (first)! (name) <3 [last] chance <last> __first__ $100 $first',
		'By email | phone | name, Email|Phone|Name, [Email](https://example.com)',
		'Name: ____ Email: __________ «Bonjour» "Name" *Name* **Email** snake__name__case US$5',
		'A <winner>, [Prize], ((Prize)), $Prize',
	])('but it may have the text %s', (text) => {
		expect(reading('={{ text }}', text, { text })()).toEqual({ field: text });
		expect(reading(text, text, {})()).toEqual({ field: text });
		expect(reading(text, text, {}, field('string'))()).toEqual({ field: text });
	});

	test.each(['<'.repeat(10_000), '__a'.repeat(3_000), `|${'a '.repeat(4_900)}`, '((a '.repeat(2_500)])(
		'a long text with many marks is read within 0.3 s (%#)',
		async (text) => {
			const ms = await measureLongestStretch(() => void reading(text, text, {})());
			expect(ms).toBeLessThan(300);
		},
	);

	test.each(['[Reminder] 50% off, 100%SURE%', 'a/%20NEW%20x', '{a|b}', '{}', '{{}}', '*|x y|*'])(
		'but it may have %s',
		(text) => {
			expect(reading('={{ text }}', text, { text })()).toEqual({ field: text });
			expect(reading(text, text, {})()).toEqual({ field: text });
		},
	);

	test('a text that is only taken from the item may have the word “undefined”, unless it is a message', () => {
		const other = field('string');
		const text = 'an undefined number';
		expect(reading('={{ text }}', text, { text }, other)()).toEqual({ field: text });
		expect(reading('={{ text }}', text, { text })).toThrow('has “undefined”');
		for (const stored of ['={{ "an " + text }}', '={{ `an ${text}` }}'])
			expect(reading(stored, text, {}, other)).toThrow('has “undefined”');
		expect(reading('=Hi {{ text }}', 'Hi [object Object]', {}, other)).toThrow('has “[object Object]”');
	});

	test('but an agent’s model is told only that the field is required', () => {
		const required = field('string', { required: true });
		expect(reading('={{ name }}', '', {}, required)).toThrow('“Label” is required, but {{ name }} is empty');
		expect(reading('={{ name }}', '', {}, required, 'nodeTool')).toThrow(/^“Label” is required$/);
	});

	test('even if the field is in an entry of a group', () => {
		const values = [field('string', { required: true })];
		const group = field('fixedCollection', { options: [{ displayName: 'G', name: 'g', values }] });
		const entries = [{ field: 'x' }, { field: '={{ name }}' }];
		const given = { g: [{ field: 'x' }, { field: '' }] };
		expect(reading({ g: entries }, given, {}, group)).toThrow(
			'“Label › G 2 › Label” is required, but {{ name }} is',
		);
		expect(reading('={{ all }}', given, {}, group)).toThrow(/“Label › G 2 › Label” is required$/);
	});

	test('even if the field is a required column', () => {
		const schema = [{ id: 'a', displayName: 'A', required: true }];
		const mapper = field('resourceMapper');
		const mapped = { mappingMode: 'defineBelow', schema };
		const stored = { ...mapped, value: { a: '={{ name }}' } };
		const { problems } = reading(stored, { ...mapped, value: { a: '' } }, {}, mapper)()
			.field as MappedColumns;
		expect(problems).toMatchObject([
			{ label: 'A', expected: 'is required, but {{ name }} is empty. The input has no fields' },
		]);
	});
});

test('any value of an expression is read unchanged or refused in a sentence, and never causes a crash', () => {
	const types = ['string', 'number', 'boolean', 'dateTime', 'json', 'collection'] as const;
	const more = ['fixedCollection', 'resourceLocator', 'resourceMapper'] as const;
	fc.assert(
		fc.property(fc.constantFrom(...types, ...more), fc.anything(), (type, value) => {
			const options = type === 'collection' ? [field('string')] : undefined;
			const groups =
				type === 'fixedCollection' ? [{ displayName: 'G', name: 'g', values: [field('number')] }] : undefined;
			try {
				const result = one(type, value, { options: options ?? groups });
				if (type === 'string' && typeof value === 'string' && value.trim()) expect(result).toBe(value.trim());
				if (type === 'number' && typeof value === 'number') expect(result).toBe(value);
			} catch (error) {
				expect((error as Error).message).toMatch(/^“.+” (must|is)/s);
			}
		}),
		{ numRuns: runs(500) },
	);
});

describe('every text that comes from an item has a maximum length', () => {
	const of = (length: number) => 'x'.repeat(length);
	test.each<[string, Field['type'], Partial<Field>, number]>([
		['a text with several rows', 'string', { typeOptions: { rows: 4 } }, 100_000],
		['a text with one row', 'string', {}, 10_000],
		['a name', 'string', { displayName: 'First Name' }, 1_000],
		['a date', 'dateTime', {}, 1_000],
		['a text of which the service allows more', 'string', { typeOptions: { rows: 8, maxLength: 7 } }, 7],
		['JSON', 'json', {}, 2_000_000],
	])('%s', (_what, type, more, most) => {
		const label = more.displayName ?? 'Label';
		const [max, length] = [most, most + 1].map((count) => count.toLocaleString('en-US'));
		expect(failing(type, of(most), more)).not.toContain('must have at most');
		expect(failing(type, of(most + 1), more)).toBe(
			`“${label}” must have at most ${max} characters, but has ${length}`,
		);
	});

	test.each<[string, Field['type'], unknown, string]>([
		[
			'the text of a picker',
			'resourceLocator',
			{ mode: 'id', value: of(1_001) },
			'1,000 characters, but has 1,001',
		],
		['an object instead of a text', 'string', { a: of(10_001) }, '10,000 characters'],
		['a list instead of a text', 'string', Array.from({ length: 1_001 }, () => 1), '1,000 values'],
		['a list of choices', 'multiOptions', Array.from({ length: 1_001 }, () => 'a'), '1,000 values'],
		['JSON with too many values', 'json', `[${'0,'.repeat(50_000)}0]`, '50,000 values'],
		['JSON with too many levels', 'json', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, '100 levels'],
	])('and so has the size of any other value: %s', (_what, type, value, most) => {
		expect(failing(type, value)).toBe(`“Label” must have at most ${most}`);
	});

	test('and a group has a maximum number of entries', () => {
		const options = [{ displayName: 'Group', name: 'group', values: [field('number')] }];
		const of = (count: number) => ({ group: Array.from({ length: count }, () => ({ field: 1 })) });
		expect(failing('fixedCollection', of(1_000), { options })).toMatch(/^no error/);
		expect(failing('fixedCollection', of(1_001), { options })).toBe('“Label” must have at most 1,000 items');
	});

	test('also in a column, with the invisible characters around it', () => {
		const columns = {
			mappingMode: 'defineBelow',
			value: { a: '\u200B'.repeat(10_001), b: of(10_000) },
			schema: [],
		};
		const { problems, values } = one('resourceMapper', columns) as MappedColumns;
		expect(problems.map(({ message }) => message)).toEqual([
			'“a” must have at most 10,000 characters, but has 10,001',
		]);
		expect(Object.keys(values)).toEqual(['b']);
	});

	test('and an item has a maximum number of fields that are mapped automatically', () => {
		const columns = {
			mappingMode: 'autoMapInputData',
			value: null,
			schema: [{ id: 'a', displayName: 'A', required: false }],
		};
		const row = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`field${n}`, n]));
		expect(() => read([field('resourceMapper')], { field: columns }, row)).toThrow(
			'“Label” cannot be mapped automatically, because the item has too many fields (10,001; the maximum is 10,000)',
		);
		const long = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${1_000 + n}`.padEnd(1_000), n]));
		expect(() => read([field('resourceMapper')], { field: columns }, long)).toThrow(
			'“Label” cannot be mapped automatically, because the names of the item’s fields are too long (101,000 characters in all; the maximum is 100,000)',
		);
		const longNames = { [of(1_001)]: 1, b: 2 };
		const { unused } = read([field('resourceMapper')], { field: columns }, longNames).field as MappedColumns;
		expect(unused).toEqual(['b']);
	});

	test('but a file may be of any size', () => {
		const file = { data: of(2_000_000), mimeType: 'text/plain' };
		expect(one('string', file, { typeOptions: { binaryField: true } })).toMatchObject({ name: '0.pdf' });
	});
});
