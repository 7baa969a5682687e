import { DateTime } from 'luxon';

import { fillForm } from '../../../nodes/SweepstakesParticipant/entry-form';
import { FormReadings } from '../../../nodes/SweepstakesParticipant/form-readings';
import { readColumns } from '../../../nodes/shared/n8n/input/columns';

const field = (id: string, more: object = {}) => ({
	id,
	displayName: id.replace('_', ' '),
	type: 'text',
	required: false,
	options: [],
	tenDigits: false,
	...more,
});
/** The numbers from 1 to 50, as a hint lists them. */
const FIFTY = Array.from({ length: 50 }, (_, n) => n + 1).join(', ');

const FORM = [field('First_Name'), field('Birth_Date', { dayOrder: 'MM/DD/YYYY' })];

/** Returns the fields that are sent for values that were mapped in the panel. */
function fill(value: object, readings = new FormReadings(), form = FORM, itemIndex?: number) {
	const mapper = { displayName: 'Fields', name: 'Fields', type: 'resourceMapper', default: {} } as const;
	const reading = { timezone: 'Europe/Berlin', path: [], stored: undefined };
	const mapped = readColumns(mapper, { mappingMode: 'defineBelow', value, schema: [] }, reading);
	return fillForm(form, { Fields: mapped.values }, mapped, readings, itemIndex).Fields;
}

/** Returns the doubts in the hints about a value. */
function hintsAt(id: string, value: unknown) {
	const readings = new FormReadings();
	fill({ [id]: value }, readings, [field(id)], 2);
	return readings.listHints().map((hint) => /sent as typed, although (.*)\. See item 3\.$/.exec(hint)![1]);
}

describe('in an entry form', () => {
	test.each([
		['a Luxon DateTime', DateTime.fromISO('1990-06-01T12:00', { zone: 'Europe/Berlin' }), '06/01/1990'],
		['the requested format', '06/01/1990', '06/01/1990'],
		['with a time', '6/1/1990 12:00:00 AM', '06/01/1990'],
		['the number of a spreadsheet cell', 33_025, '06/01/1990'],
		['with hyphens', '01-Jun-1990', '06/01/1990'],
	])('birth dates are sent as MM/DD/YYYY: %s', (_what, value, sent) => {
		expect(fill({ First_Name: 'Ada', Birth_Date: value })).toEqual({ First_Name: 'Ada', Birth_Date: sent });
	});

	test.each(['31/01/1990', '02/30/1990', '5-14-1988', '14-May-88', true, 'unknown'])(
		'birth dates are refused if the date is ambiguous or invalid: %p',
		(value) => {
			expect(() => fill({ Birth_Date: value })).toThrow(
				'“Birth Date” must be a date such as 01/31/1990 or 1990-01-31, but is ',
			);
		},
	);

	test.each([
		'1990-03-14T22:00:00Z',
		'1990-03-14T05:00:00.000Z',
		'1990-03-14T22:59:24Z',
		'1990-03-14T20:00:00+02:00',
	])('a date of birth is refused if it is a moment in another time zone: %s', (value) => {
		for (const form of [FORM, [field('Date_of_Birth', { type: 'date' })]])
			expect(() => fill({ [form.at(-1)!.id]: value }, undefined, form)).toThrow(
				/must be a day without a time, but is “.*”\. In the workflow’s time zone Europe\/Berlin, this is not midnight/,
			);
		const other = [field('Ordered', { dayOrder: 'DD/MM/YYYY' })];
		expect(fill({ Ordered: value }, undefined, other)).toEqual({ Ordered: '14/03/1990' });
	});

	test.each(['1000-01-01', '1/31/1890', '1899-12-30', '1/1/1900', '2999-01-01', '12/31/2999'])(
		'an impossible date of birth is refused: %s',
		(value) => {
			const message = `must be a date of birth in the last 123 years, but is “${value}”`;
			expect(() => fill({ Birth_Date: value })).toThrow(message);
			const other = [field('Founded', { dayOrder: 'MM/DD/YYYY' })];
			expect(fill({ Founded: value }, undefined, other)).toEqual({ Founded: expect.any(String) });
		},
	);

	test.each([
		['MM/DD/YYYY', '3/4/1990', '1990-03-04', '13/4/1990', '4/13/1990', 'day'],
		['DD/MM/YYYY', '3/4/1990', '1990-04-03', '4/13/1990', '13/4/1990', 'month'],
	])(
		'a date that can be read in two ways is read in the order of the form (%s), unless another item has the other order',
		(dayOrder, either, day, other, own, first) => {
			const form = [field('Birth_Date', { dayOrder })];
			const label = '“Birth Date”';
			const hint = `“${either}” in ${label} was read as ${day}, because the entry form has the order ${dayOrder}.`;
			const readings = new FormReadings();
			const read = (Birth_Date: string) => fill({ Birth_Date }, readings, form).Birth_Date;
			expect([read('5/5/1990'), readings.listHints()]).toEqual(['05/05/1990', []]);
			expect(read(either)).toBe('03/04/1990');
			expect(read('4/3/1990')).toBe('04/03/1990');
			expect(readings.listHints()).toEqual([`${hint} The same applies to “4/3/1990”.`]);
			read(own);
			expect(readings.listHints()).toEqual([]);
			expect(() => read(other)).toThrow(
				`but is “${other}”, in which the ${first} seems to come first (${dayOrder} is expected)`,
			);
			expect(() => read(either)).toThrow(
				new RegExp(`but “${either}” may begin with the .*, like “${other}” of another item`),
			);
			expect([read('5/5/1990'), read(own)]).toEqual(['05/05/1990', expect.any(String)]);
		},
	);

	test.each([
		['date', '1990-12-31T00:00:00.000Z', '1990-12-31'],
		['date', '1990-12-31T23:30:00Z', '1991-01-01'],
		['date', '31.12.1990', '31.12.1990'],
		['datetime', '1990-12-31T00:00:00.000Z', '1990-12-31T00:00:00.000Z'],
		['text', '1990-12-31T00:00:00.000Z', '1990-12-31T00:00:00.000Z'],
	])('in a field of the type %s whose order is unknown, %s is sent as %s', (type, value, sent) => {
		expect(fill({ Born: value }, undefined, [field('Born', { type })])).toEqual({ Born: sent });
	});

	test.each([
		['31.12.1990', 1],
		['4/3/25', 1],
		['12/31/1990', 1],
		['1990-12-31', 0],
	])(
		'if the order of a date is unknown, the number of hints that %s was sent as typed is %i',
		(Born, count) => {
			const readings = new FormReadings();
			const form = [field('Born', { type: 'date' })];
			fill({ Born }, readings, form, 0);
			const hint = `“${Born}” in “Born” was sent as typed, because the entry form does not show the order of day, month and year. To be sure, write dates such as 1990-01-31. See item 1.`;
			expect(readings.listHints()).toEqual([hint].slice(0, count));
		},
	);

	test.each([
		[[2], 'item 3'],
		[[6, 2], 'items 3 and 7'],
		[[0, 1, 2, 3, 4], 'items 1, 2, 3, 4 and 5'],
		[Array.from({ length: 51 }, (_, n) => n), `items ${FIFTY} and 1 other`],
		[Array.from({ length: 1_250 }, (_, n) => n), `items ${FIFTY} and 1,200 others`],
	])('a hint about the items %j names at most fifty of them', (indexes, named) => {
		const readings = new FormReadings();
		for (const index of [...indexes, ...indexes]) fill({ Birth_Date: '3/4/1990' }, readings, FORM, index);
		fill({ Birth_Date: '3/4/1990' }, readings);
		expect(readings.listHints()).toEqual([
			`“3/4/1990” in “Birth Date” was read as 1990-03-04, because the entry form has the order MM/DD/YYYY. See ${named}.`,
		]);
	});

	test('a hint shows how the number of a spreadsheet cell was read, because some workbooks count from 1904', () => {
		const readings = new FormReadings();
		for (const Birth_Date of [33_238, '33239.5', '1990-12-31'])
			fill({ Answer: '33238', Birth_Date }, readings, [...FORM, field('Answer')]);
		expect(readings.listHints()).toEqual([
			'“33238” in “Birth Date” was read as 1990-12-31, because spreadsheets store dates as numbers. If the spreadsheet shows another day, write its dates as text such as 1990-12-31. The same applies to “33239.5”.',
		]);
	});

	test('a hint shows up to six of its values, and names the items', () => {
		const readings = new FormReadings();
		const names = ['J0hn', 'Ada', 'M~ller', 'J0hn', '~mith', 'Lee/Park', '©ooper', 'Ann [edit]', '[Lee'];
		for (const [index, First_Name] of names.entries()) fill({ First_Name }, readings, FORM, index);
		expect(readings.listHints()).toEqual([
			'“J0hn” in “First Name” was sent as typed, although it does not look like a name. The same applies to “M~ller”, “~mith”, “Lee/Park”, “©ooper”, “Ann [edit]” and other values. See items 1, 3, 4, 5, 6, 7, 8 and 9.',
		]);
	});

	test.each([
		['First_Name', 'None', 'NA', 'xxx', 'tbd', 'Test', 'asdf', 'Error', 'illegible'],
		[
			'City',
			'-None-',
			'N/A',
			'k. A.',
			'NA NA',
			'null, null',
			'.',
			'--',
			'{}',
			'not available',
			'Info Requested',
		],
		['Answer', 'Your Name', 'first_name', 'Column1', 'select state', 'Other (please specify)', 'empty'],
	])('a hint names the items with a %s that stands for a missing value, such as %s', (id, ...texts) => {
		for (const text of texts)
			expect([text, hintsAt(id, text)]).toEqual([text, ['such a text often stands for a missing value']]);
	});

	test.each([
		['escapes', '1%20Main%20St', 'New+York', 'Bos\\, ton', 'San Jos=E9', 'Bos_ton__c'],
		['templates and formulas', '%d', '{0}', '$total', '=A2', '+B2', '#Num!', '1.#QNAN'],
		[
			'code',
			'a:1:{s:4:"city";}',
			'N;',
			"('Boston',)",
			'list(name = "MA")',
			'bool(false)',
			'0x426F',
			'7;#Austin',
		],
		['tags', '<td>Boston', '<p>1 Main St'],
		['two scripts', 'MГјnchen', 'Mьnchen', 'Kφnig', 'M眉ller'],
		['lost letters', 'M?nchen', 'M√ºnchen', 'M├╝nchen', 'K”ln', 'FranÁois', 'Jos‚', 'JosŽ', 'Èâàí', 'M□ller'],
	])('a hint names the items with a text that a program has changed: %s', (_what, ...texts) => {
		for (const text of texts)
			expect([text, hintsAt('Answer', text)]).toEqual([
				text,
				['a program may have written it or changed its letters'],
			]);
	});

	test.each([
		['digits', 'J0hn', '0liver', 'Ann2', 'X Æ A-12', 'Guest 2'],
		['signs', '~Jones', '$mith', 'Smith†', '• Ann', 'Lee]', 'M*ller', 'Wählen...', 'Maximilia…'],
		[
			'misplaced signs',
			"Lee'",
			'.Smith',
			'Smith,',
			'M.ller',
			'jane.doe',
			"O''Neil",
			'Mu–oz',
			'"Ann"',
			'L—pez',
		],
		['two scripts', 'Jos茅', 'L\u200Cee'],
		['other words', 'TRUE', false, 'yes', 'Aaaaa'],
	])('a hint names the items with a name of a person or place that has %s', (_what, ...texts) => {
		for (const text of texts)
			for (const id of ['LastName', 'City'])
				expect([text, hintsAt(id, text)]).toEqual([text, [expect.any(String)]]);
	});

	test.each([
		['City', 'jane@example.com', 'it is an email address'],
		['Team', 'TEAM', 'it is the name of the field'],
		['Answer', true, 'it is a boolean'],
		['Street_Address', '1988-05-14', 'it has no letters'],
		['Zip_Code', '2139', expect.stringMatching(/^it is no postal code .* dropped its zeros/)],
		['Zip_Code', 'D02 AF30', 'it is no postal code of the US, Canada or the UK'],
	])('a hint names the items whose %s is %s', (id, text, doubt) => {
		expect(hintsAt(id, text)).toEqual([doubt]);
	});

	test.each([
		['Other_Email', 'jane@example.com'],
		['City', 'Nonesuch'],
		['City', 'Halle (Saale)'],
		['City', 'Biel / Bienne'],
		['City', 'Ust’-Kut'],
		['State', 'ND'],
		['Street', '1 Main St; #5'],
		['Street_Address_2', '#5'],
		['Website', 'https://example.com/?q=a'],
		['Answer', 'Tシャツ'],
		['Answer', 'Webサイトを見た'],
		['Answer', 'VIP-зал'],
		['Answer', 'Really? Yes'],
		['Answer', '12345'],
		['Rating', '★★★'],
		['Answer', 'No'],
		['Answer', 'true'],
		['Answer', '0'],
	])('no hint names an item whose %s is %s', (id, text) => {
		expect(hintsAt(id, text)).toEqual([]);
	});

	test.each([{ dayOrder: 'MM/DD/YYYY' }, { type: 'date' }])(
		'a hint names the items with a date of birth in the last 13 years: %j',
		(more) => {
			const readings = new FormReadings();
			const recent = DateTime.now().minus({ years: 12 }).toISODate();
			const form = [field('Birth_Date', more), field('Ordered', more)];
			fill({ Birth_Date: recent, Ordered: recent }, readings, form, 2);
			fill({ Birth_Date: DateTime.now().minus({ years: 13, days: 1 }).toISODate() }, readings, form, 3);
			expect(readings.listHints()).toEqual([
				`“${recent}” in “Birth Date” is a date of birth in the last 13 years. See item 3.`,
			]);
		},
	);

	test.each([
		'Smith–Jones',
		'Jean-pierre',
		'Éva',
		'ÖZGÜR',
		'MATÚŠ',
		'O’Neil',
		'd’Arc',
		'O´neil',
		'Anna‐marie',
		'Ólafur',
		'Ó Héanaigh',
		'Þór',
		'St. John',
		'Mary  Ann',
		'МакДональд',
		'Ngô',
		'William "Bill" Smith',
		'Sammy "Bull"',
		'ד"ר כהן',
		'’t Hooft',
		'‘Abd al-Rahman',
		'J.-P.',
		'J.R.R. Tolkien, Jr.',
		'Gal·la',
		'让·雅克',
		'佐々木',
		'نیم\u200Cفاصله',
	])('no hint names an item with a name such as %s', (First_Name) => {
		for (const text of [First_Name, First_Name.normalize('NFD')])
			expect(hintsAt('First_Name', text)).toEqual([]);
	});

	test.each([
		['MM/DD/YYYY', '13/04/1988', 'd/M/yyyy'],
		['DD/MM/YYYY', '4/13/1988', 'M/d/yyyy'],
	])('the error about dates in another order than %s says how to convert them', (dayOrder, text, format) => {
		const message = `convert them with an expression in an “Edit Fields” node, such as {{ DateTime.fromFormat($json.birthday, '${format}') }}`;
		expect(() => fill({ Birth_Date: text }, undefined, [field('Birth_Date', { dayOrder })])).toThrow(message);
		const converted = DateTime.fromFormat(text, format);
		expect(fill({ Birth_Date: converted })).toEqual({ Birth_Date: '04/13/1988' });
	});

	test('a hint shows which choice was found by its ID, because 1 can also mean a tick', () => {
		const options = [
			{ name: 'No', value: '1' },
			{ name: 'Yes', value: '2' },
			{ name: '3', value: '3' },
		];
		const form = [field('Consent', { options })];
		const readings = new FormReadings();
		const read = (Consent: string) => fill({ Consent }, readings, form).Consent;
		expect([read('yes'), read('3'), readings.listHints()]).toEqual(['2', '3', []]);
		expect([read('1'), read('2')]).toEqual(['1', '2']);
		expect(readings.listHints()).toEqual([
			'“1” in “Consent” was read as the ID of the choice “No”.',
			'“2” in “Consent” was read as the ID of the choice “Yes”.',
		]);
	});

	test.each([
		'[First Name]',
		'["Jane"]',
		'{{name}}',
		'{{ $json.name }}',
		'<email>',
		'${name}',
		'%%name%%',
		'%NAME%',
		'%%Last Name%%',
		'*|FNAME|*',
		'-- Select --',
		'---Please choose---',
	])('a placeholder is refused, but may be a choice: %s', (text) => {
		const options = [{ name: text, value: '1' }];
		expect(fill({ First_Name: text }, undefined, [field('First_Name', { options })])).toEqual({
			First_Name: '1',
		});
		expect(() => fill({ First_Name: text })).toThrow(
			`“First Name” must not be a placeholder or list that a program has left, but is “${text}”`,
		);
	});

	test.each(['(Bob)', '- Bob -', 'Ann [née Lee]', '[A] and [B]', '<Ann> <Bob>'])(
		'a text is no placeholder if it is not as a whole in one pair of brackets: %s',
		(First_Name) => {
			expect(fill({ First_Name })).toEqual({ First_Name });
		},
	);

	test.each([
		'[1]',
		"['02139']",
		'{}',
		'<3',
		'100%',
		'50% to 60%',
		'%',
		'-5-',
		'none',
		'N/A',
		'true',
		'2024',
	])('an answer is not taken for a placeholder: %s', (Answer) => {
		expect(fill({ Answer }, undefined, [field('Answer')])).toEqual({ Answer });
	});

	test.each([
		['-', 'not a number, date, email address or link'],
		[5, 'not a number, date, email address or link'],
		['4-Apr-90', 'not a number, date, email address or link'],
		['April 4, 1990', 'not a number, date, email address or link'],
		['1990-03-14T00:00:00Z', 'not a number, date, email address or link'],
		['jane@example.com', 'not a number, date, email address or link'],
		['https://example.com/jane', 'not a number, date, email address or link'],
		['www.example.com', 'not a number, date, email address or link'],
		['2025550123', 'not a number, date, email address or link'],
		['N/A', 'but is “N/A”'],
		['n.a', 'but is “n.a”'],
		['Not Provided', 'but is “Not Provided”'],
		['No last name', 'but is “No last name”'],
		['(none)', 'but is'],
		['-None-', 'but is “-None-”'],
		['#NULL#', 'but is “#NULL#”'],
		['First Name', 'but is “First Name”'],
		['$FNAME$', 'but is “.FNAME.”'],
		['Please enter your name', 'but is'],
		['(select)', 'but is'],
		['Choose an option', 'but is'],
	])('%p is refused as the name of a person', (value, reason) => {
		for (const id of ['First_Name', 'LastName'])
			expect(() => fill({ [id]: value }, undefined, [field(id)])).toThrow(
				new RegExp(`must be the name of a person.*${reason}`),
			);
	});

	test.each([
		'None',
		'Na',
		'Null',
		'Nan',
		'True',
		'Test',
		'X Æ A-12',
		'Ng',
		'Q',
		'李',
		'Xx',
		'Ann (née Lee)',
		"O'Na",
		'Choo',
		'Selecta',
		'No',
		'Noah',
		'Not',
		'Please',
		'Ann & Bob',
		'Ke$ha',
		'Ann =)',
		'J. R. R.',
		'Mª José',
		'Gal·la',
		'O´Brien',
		'Ann™',
		'Smith–Jones',
		'MATÚŠ',
		'Éa',
	])('%s is the name of a person', (First_Name) => {
		expect(fill({ First_Name })).toEqual({ First_Name });
	});

	test('invisible characters around a text are not sent, but those within it and in a flag are', () => {
		const flag = '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
		for (const text of ['نیم\u200Cفاصله', 'Ann \u2067שלום\u2069 Lee', `Ann ${flag}`])
			for (const around of ['', '\u200D', ' \u200C', '\u200E\u200F', '\u2067'])
				expect(fill({ First_Name: `${around}${text}${around}` })).toEqual({ First_Name: text });
		expect(fill({ First_Name: '\u200D \u200E' }).First_Name).toBeUndefined();
	});
});
