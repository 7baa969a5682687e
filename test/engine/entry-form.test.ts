import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { RunOptions } from '../support/engine/engine';
import { inDialects, openStages, openWith, stage } from '../support/engine/resource';
import { byId, listJson } from '../support/engine/stage';

/* These tests show how Participant › Add fills the entry form and how it reports refusals. */

const node = new SweepstakesParticipant();
const FORM = '/entrypage/fields';
const ADD = '/participants/add';
const JANE = 'jane@example.com';
const NAMES = { First_Name: 'Jane', Last_Name: 'Smith' };

openStages();

const mapped = (value: object | null, schema?: object[]) =>
	({ mappingMode: 'defineBelow', value, ...(schema && { schema }) }) as unknown as INodeParameters;

const columns = async (sweepstakes: INodeParameters = stage.picked, options: INodeParameters = {}) => {
	const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes, options });
	// The columns are passed through JSON, because n8n stores them as JSON.
	return JSON.parse(JSON.stringify(fields)) as Array<{ display: boolean; requires?: string[] }>;
};

test('the first column of the mapping field says which of the node’s fields the form requires', async () => {
	const required = (await columns()).map(({ requires }) => requires);
	expect(required).toEqual([['KeyEmail', 'KeyPhoneNumber'], ...required.slice(1).map(() => undefined)]);
	const options = { allowEmptyRequiredFields: true };
	expect((await columns(stage.picked, options))[0]!.requires).toEqual([]);
});

const add = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'add',
		{
			sweepstakes: stage.picked,
			// A fixed address for several items would be refused.
			KeyEmail: options.items ? `={{ "${JANE}" }}` : JANE,
			KeyPhoneNumber: '+1 202 555 0123',
			Fields: mapped(NAMES),
			...parameters,
		},
		options,
	);

const people = (tokens: string[]) =>
	tokens.map((token, n) => ({ token, email: `p${n}@example.com`, phone: `202555010${n}` }));
const fromRow = { KeyEmail: '={{ $json.email }}', KeyPhoneNumber: '={{ $json.phone }}' };

const sentFields = () =>
	Object.entries((stage.lastBody().entryPageFields as { Fields?: object }).Fields ?? {});

describe('zip codes', () => {
	openWith({ longForm: true });

	const DAMAGED = [
		2139,
		'2,139',
		'NA',
		'TRUE',
		'false',
		'0',
		'00000',
		'39',
		'2139-1234',
		'21391234',
		'94105-',
		'-94105',
		'9 4105',
		'O2139',
		'941O5',
		'94105;94110',
		'110001',
	];
	const FINE = [
		'02139',
		'02139-1234',
		'02139–1234',
		'021391234',
		'H0H 0H0',
		'h0h0h0',
		'SW1A 1AA',
		'M1 1AE',
		'',
	];

	test('a hint doubts each damaged zip code, and no other', async () => {
		const schema = await columns();
		const doubted: unknown[] = [];
		for (const Zip_Code of [...DAMAGED, ...FINE]) {
			const { error, hints } = await add({ Fields: mapped({ ...NAMES, Zip_Code }, schema) });
			expect({ Zip_Code, error }).toEqual({ Zip_Code, error: undefined });
			if (hints.some((hint) => hint.includes('in “Zip Code”'))) doubted.push(Zip_Code);
		}
		expect(doubted).toEqual(DAMAGED);
	});
});

inDialects(
	(dialect) => {
		const REQUIRED = [
			['First_Name', 'Jane'],
			['Last_Name', 'Smith'],
			['Email', JANE],
			['Mobile_Number', '+1 202 555 0123'],
		];

		test('the hint about damaged zip codes names their items', async () => {
			const Fields = mapped({ ...NAMES, Zip_Code: '={{ $json.zip }}' }, await columns());
			const items = people(['', '', '', '']).map((row, n) => ({
				...row,
				zip: ['2139', '02139', '501', ''][n]!,
			}));
			const { hints } = await add({ ...fromRow, Fields }, { items });
			expect(hints.filter((hint) => hint.includes('in “Zip Code”'))).toEqual([
				expect.stringMatching(/ See items 1 and 3\.$/),
			]);
		});

		test.each([
			['123-456-7890', 'it has no country code and is no number of the US or Canada'],
			['+49 (0)30 123456', '“(0)” is not dialed after a country code: leave it out'],
		])('a hint names the items with a phone number such as %s', async (KeyPhoneNumber, doubt) => {
			const items = people(['', '', '']).map((row, n) => ({
				...row,
				tel: n === 1 ? '+12025550123' : KeyPhoneNumber,
			}));
			const Fields = mapped(NAMES, await columns());
			const whole = { ...fromRow, KeyPhoneNumber: '={{ $json.tel }}', Fields };
			const hint = `“${KeyPhoneNumber}” in “Phone Number” was sent as typed, although ${doubt}. See items 1 and 3.`;
			expect((await add(whole, { items, onError: 'continueErrorOutput' })).hints).toContain(hint);
		});

		test('a zip code with decimals, as a program wrote it that took it for a number, is refused', async () => {
			const { error } = await add({ Fields: mapped({ ...NAMES, Zip_Code: '90210.0' }, await columns()) });
			expect(error?.message).toBe('“Zip Code” must be a zip code without decimals, but is “90210.0”');
			expect(stage.paths()).toEqual([]);
		});

		test('fields mapped in the panel are sent in the order of the entry form, which the panel has just read', async () => {
			const schema = await columns();
			const { error } = await add({
				Fields: mapped({ Shirt_Size: 'Medium', ...NAMES, Zip_Code: 90210 }, schema),
			});
			expect(error).toBeUndefined();
			expect(stage.paths()).toEqual([ADD]);
			expect(sentFields()).toEqual([...REQUIRED, ['Zip_Code', '90210'], ['Shirt_Size', '2']]);
			// “Remove All Fields” leaves the columns in this state.
			await add({
				Fields: mapped(
					NAMES,
					schema.map((column) => ({ ...column, removed: true })),
				),
			});
			expect(sentFields()).toEqual(REQUIRED);
			expect(stage.paths()).toEqual([ADD]);
		});

		test.each<[string, () => Promise<object[] | undefined>]>([
			['if the panel has stored no columns', async () => undefined],
			[
				'if the panel has stored the columns of another sweepstakes',
				async () => await columns(byId(await stage.createSweepstakes('OTHER', 'Other'))),
			],
		])('%s, the entry form is read once for all items', async (_what, schema) => {
			const size = dialect === 'reference' ? 'large' : '3';
			const Fields = mapped({ 'shirt size': size, birthDate: '1990-05-31', ...NAMES }, await schema());
			const { items } = await add({ ...fromRow, Fields }, { items: people(['', '']) });
			expect(items).toHaveLength(2);
			expect(stage.paths()).toEqual([FORM, ADD, ADD]);
			expect(sentFields()).toEqual([
				['First_Name', 'Jane'],
				['Last_Name', 'Smith'],
				['Email', 'p1@example.com'],
				['Mobile_Number', '2025550101'],
				['Birth_Date', '05/31/1990'],
				['Shirt_Size', '3'],
			]);
		});

		test('if the service refuses a person, the error names the required columns that were not sent', async () => {
			const options = { allowEmptyRequiredFields: true };
			const Fields = mapped(NAMES, await columns(stage.picked, options));
			const { error } = await add({ KeyPhoneNumber: '', Fields, options });
			expect(error?.message).toBe('The service rejected this: The entry is incomplete');
			expect(error?.description).toContain(
				'The service may require both “Email” and “Phone Number”. This entry lacks required fields of the entry form: “Mobile Number”.',
			);
			// A refusal may mean that the form has changed.
			expect(stage.paths()).toEqual([ADD, FORM]);
			const items = [{}, {}];
			await add({ KeyPhoneNumber: '', Fields, options }, { items, onError: 'continueRegularOutput' });
			expect(stage.paths()).toEqual([ADD, FORM, ADD]);
		});

		describe('if the form has changed since this process read it', () => {
			const rememberOldForm = async () => {
				const FormFields = [
					{ Id: 1, Name: 'First Name', Type: 'text' },
					{ Id: 2, Name: 'Last Name', Type: 'text' },
				];
				stage.answer(FORM, { Data: { FormFields } });
				await columns();
			};

			test('an entry that the service refuses is sent once more with the new form, and so are later entries', async () => {
				await rememberOldForm();
				const { error, items } = await add(fromRow, { items: people(['', '']) });
				expect(error).toBeUndefined();
				expect(stage.paths()).toEqual([ADD, FORM, ADD, ADD]);
				expect(items.map(({ json }) => json)).toMatchObject([{ Zip_Code: null }, { Zip_Code: null }]);
			});

			test('a row that only the new form accepts is sent', async () => {
				await rememberOldForm();
				const Fields = mapped({ ...NAMES, Shirt_Size: 'Large' });
				const { error, items } = await add({ ...fromRow, Fields }, { items: people(['', '']) });
				expect(error).toBeUndefined();
				expect(stage.paths()).toEqual([FORM, ADD, ADD]);
				expect(items[0]!.json).toMatchObject({ LastName: 'Smith', Shirt_Size: 'Large' });
			});

			test('a row that neither form accepts is refused, and the new form is read once', async () => {
				await rememberOldForm();
				const Fields = mapped({ ...NAMES, Shirt_Size: 'Giant' });
				const { error } = await add({ ...fromRow, Fields }, { items: people(['', '']) });
				expect(error?.message).toMatch(/^Item 1: “Shirt Size” must be one of Small, Medium, Large, but is/);
				expect(error?.description).toContain('Item 2 cannot be sent either. Nothing was sent.');
				expect(stage.paths()).toEqual([FORM]);
			});
		});

		test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
			'with “On Error” set to “%s”, the error item of a refused row says what is missing',
			async (onError) => {
				const { items, errorItems } = await add({ KeyPhoneNumber: '' }, { onError });
				const [failed] = onError === 'continueErrorOutput' ? errorItems : items;
				expect(failed!.json.error).toBe(
					'The service rejected this: The entry is incomplete. The service may require both “Email” and “Phone Number”. This entry lacks required fields of the entry form: “Mobile Number”. The service only says: “Some parameters exceeded maximum field length”.',
				);
			},
		);
	},
	{ entries: { strictForm: true }, longForm: true, formSpelling: 'clients' },
);

inDialects(
	() => {
		const ROW = {
			Email: 'ann lee@example.com',
			Phone: '',
			'First Name': 'Ann',
			'Birth Date': '14/03/1990',
			'Shirt Size': 'XXL',
		};
		const WRONG = [
			'Item 1: “Last Name” is required, but no field of the item matches it. The input has these fields: Email, Phone, First Name, Birth Date, Shirt Size',
			'“Phone Number” is required',
			'“Email” must be an email address such as jane@example.com, and nothing else, but is “ann lee@example.com”',
		] as const;
		const fromNothing = { KeyEmail: '', KeyPhoneNumber: '' };
		const OTHERS = WRONG.slice(1).map((sentence) => `${sentence}.`);
		const automatic = async () =>
			({
				mappingMode: 'autoMapInputData',
				value: null,
				schema: await columns(),
			}) as unknown as INodeParameters;
		const bad = async (options: Partial<RunOptions> = {}) =>
			await add(
				{ ...fromNothing, Fields: await automatic() },
				{ items: [ROW, { ...ROW, Email: '' }], ...options },
			);

		test('one error lists everything that is wrong with a row, before anything is sent', async () => {
			const { error } = await bad();
			expect(error?.message).toBe(WRONG[0]);
			expect(error?.description).toMatch(
				`${OTHERS.join(' ')} Item 2 cannot be sent either. Nothing was sent.`,
			);
			expect(stage.paths()).toEqual([]);
		});

		test('values that the form does not accept are refused before any row is sent', async () => {
			const row = { ...ROW, Email: JANE, Phone: '2025550123', 'Last Name': 'Lee' };
			const good = { ...row, 'Birth Date': '03/14/1990', 'Shirt Size': 'small' };
			const Fields = await automatic();
			const { error } = await add({ ...fromNothing, Fields }, { items: [good, row, good, row] });
			expect(error?.message).toBe(
				"Item 2: “Birth Date” must be a date such as 01/31/1990 or 1990-01-31, but is “14/03/1990”, in which the day seems to come first (MM/DD/YYYY is expected). Write all dates of this column with the year first, such as 1990-01-31, or convert them with an expression in an “Edit Fields” node, such as {{ DateTime.fromFormat($json.birthday, 'd/M/yyyy') }}",
			);
			expect(error?.description).toMatch(
				'“Shirt Size” must be one of Small, Medium, Large, but is “XXL”. Item 4 cannot be sent either. Nothing was sent.',
			);
			expect(stage.paths()).toEqual([FORM]);
			const onError = 'continueErrorOutput';
			const { items, errorItems } = await add({ ...fromNothing, Fields }, { items: [good, row], onError });
			expect([items.length, errorItems.length]).toEqual([1, 1]);
		});

		test('“Map Automatically” treats an item without fields as an empty row, and adds the other items', async () => {
			const items = [undefined as unknown as IDataObject, { 'First Name': 'Ann', 'Last Name': 'Lee' }];
			const added = await add({ Fields: await automatic() }, { items, onError: 'continueRegularOutput' });
			const required = expect.stringMatching(/^Item 1: “First Name” is required/) as string;
			expect(listJson(added).map(({ error }) => error)).toEqual([required, undefined]);
			expect(stage.callsTo(ADD)).toBe(1);
		});

		test('if the panel has stored no columns, the node reads the form first, and then lists everything wrong with a row in one error', async () => {
			const Fields = mapped({ Birth_Date: 'May', Shirt_Size: 'XXL' });
			const { error } = await add({ Fields });
			expect(error?.message).toBe(
				'“Birth Date” must be a date such as 01/31/1990 or 1990-01-31, but is “May”',
			);
			expect(error?.description).toBe('“Shirt Size” must be one of Small, Medium, Large, but is “XXL”.');
			expect(stage.paths()).toEqual([FORM]);
		});

		test('a row with neither email nor phone number is refused, unless the user allows such rows', async () => {
			const nobody = { KeyEmail: '={{ $json.mail }}', KeyPhoneNumber: '' };
			const { error } = await add(nobody, { items: people(['', '']) });
			expect(error?.message).toBe(
				'Item 1: “Email” or “Phone Number” is required, but {{ $json.mail }} is empty. The input has these fields: token, email, phone',
			);
			expect(stage.paths()).toEqual([]);
			await add({ ...nobody, options: { allowNoContact: true } });
			expect(stage.callsTo(ADD)).toBe(1);
		});

		test.each(['KeyEmail', 'KeyPhoneNumber'])(
			'a row with an empty %s is refused if the form requires both email and phone number',
			async (name) => {
				const Fields = mapped(NAMES, await columns());
				const label = name === 'KeyEmail' ? 'Email' : 'Phone Number';
				const { error } = await add({ [name]: '={{ $json.none }}', Fields });
				expect(error?.message).toBe(
					`“${label}” is required, but {{ $json.none }} is empty. The input has no fields`,
				);
				expect(stage.paths()).toEqual([]);
				await add({ [name]: '={{ $json.none }}', Fields, options: { allowEmptyRequiredFields: true } });
				expect(stage.callsTo(ADD)).toBeGreaterThan(0);
			},
		);

		test.each(['stored', 'read'] as const)(
			'the output of every row has a column for each field of the form (the form is %s)',
			async (how) => {
				const Fields = mapped(
					{ ...NAMES, First_Name: '={{ $json.first }}', 'shirt size': '={{ $json.size }}' },
					how === 'stored' ? await columns(stage.picked, { allowEmptyRequiredFields: true }) : undefined,
				);
				const whenAlreadyEntered = 'skip';
				const rows = [
					{ ...people([''])[0]!, first: 'Jane', size: 'Large' },
					{ ...people(['', ''])[1]!, first: 'Ann', size: '' },
				];
				const options = { allowEmptyRequiredFields: true };
				const parameters = { ...fromRow, Fields, whenAlreadyEntered, options };
				const first = listJson(await add(parameters, { items: rows, onError: 'continueRegularOutput' }));
				const answers = { Birth_Date: null, Zip_Code: null };
				expect(first).toMatchObject([
					{ ...answers, FirstName: 'Jane', Shirt_Size: 'Large' },
					{ ...answers, FirstName: 'Ann', Shirt_Size: null },
				]);
				const keys = first.map((one) => Object.keys(one));
				expect(keys[1]).toEqual(keys[0]);
				const later = listJson(await add(parameters, { items: rows }));
				// The lookups found the people's IDs.
				expect(later.map((one) => Object.keys(one))).toEqual(
					keys.map((names) => [...new Set([...names, 'ParticipantToken'])]),
				);
			},
		);
	},
	{ longForm: true, formSpelling: 'clients' },
);

describe('if the entry form cannot be read', () => {
	test.each<[string, object]>([
		['a 403', { status: 403 }],
		['an unknown format', { body: { Response: true, Data: { FormFields: 'none' } } }],
	])('because of %s, people are added with the fields as given', async (_what, fault) => {
		stage.sandbox.faults([{ path: FORM, ...fault, times: 2 }]);
		const Fields = mapped({ Last_Name: 'Smith', First_Name: 'Jane' });
		await add({ Fields }, { items: [{}, {}] });
		expect(stage.paths()).toEqual([FORM, ADD, ADD]);
		expect(sentFields()).toEqual([
			['Last_Name', 'Smith'],
			['First_Name', 'Jane'],
		]);
	});

	test('it is read again once the service refuses an entry', async () => {
		const refusal = { path: FORM, status: 403 };
		stage.sandbox.faults([refusal, { path: ADD, status: 400, times: 2 }, refusal]);
		await add({}, { items: [{}, {}], onError: 'continueRegularOutput' });
		expect(stage.paths()).toEqual([FORM, ADD, FORM, ADD]);
	});

	test.each([
		[
			'a token that the service does not accept',
			{ status: 401 },
			/^The service does not accept the API token/,
		],
		[
			'a rate limit that asks for a long wait',
			{ status: 429, retryAfter: 3_600 },
			/The service asks you to wait 3600 s$/,
		],
	])('because of %s, the run ends', async (_what, fault, words) => {
		stage.sandbox.faults([{ path: FORM, ...fault }]);
		const { error } = await add({}, { items: [{}, {}] });
		expect(error?.message).toMatch(words);
		expect(stage.paths()).toEqual([FORM]);
	});
});

test('a field that the form lacks is one clear error, before anything is sent', async () => {
	const schema = [
		...(await columns()),
		{ id: 'Shirt_Size', displayName: 'Shirt Size', display: true, required: false },
	];
	const Fields = mapped({ ...NAMES, Shirt_Size: 'S', Color: '={{ $json.color }}' }, schema);
	const { error } = await add({ Fields }, { items: [{ color: 'red' }, {}] });
	expect(error?.message).toBe(
		'Item 1: “Entry Form Fields” must be fields of this sweepstakes’ entry form, which lacks “Shirt Size”, “Color”. Choose “Refresh Field List” in the menu of “Entry Form Fields”',
	);
	expect(error?.description).toContain('Item 2 cannot be sent either. Nothing was sent.');
	expect(stage.callsTo(ADD)).toBe(0);
});

test('the keys of an entry keep their punctuation, and its choices, numbers and booleans become text', async () => {
	const FormFields = [
		{ Id: 1, Name: 'How did you find us?', Type: 'list', Options: [{ Id: 4, Name: 'A friend' }] },
		{ FieldName: 'E-mail address', FieldType: 'email' },
		{ FieldName: 'Guests', FieldType: 'number' },
		{ FieldName: 'Newsletter', FieldType: 'text' },
		{ FieldName: 'Phone', FieldType: 'tel' },
	];
	stage.answer(FORM, { Data: { FormFields } });
	await add({ Fields: mapped({ Guests: 3, Newsletter: false, 'How_did_you_find_us?': 'a friend' }) });
	expect(sentFields()).toEqual([
		['How_did_you_find_us?', '4'],
		['E-mail_address', JANE],
		['Guests', '3'],
		['Newsletter', 'false'],
		['Phone', '+1 202 555 0123'],
	]);
});

describe('a phone number that the service may refuse as typed', () => {
	openWith({}, 'reference');

	const typed = { KeyPhoneNumber: '={{ $json.typed }}', KeyEmail: '={{ $json.email }}' };
	const rows = ['504-621-8927', '+1 (810) 292-9388'].map((one, n) => ({
		email: `p${n}@example.com`,
		typed: one,
	}));
	const refuse = (Message: string | undefined, times = 1) =>
		stage.answer(ADD, { Response: false, Message }, { status: 400, times });
	const phones = () =>
		stage.bodies(ADD).map(({ entryPageFields }) => {
			const { KeyPhoneNumber, Fields } = entryPageFields as Record<'KeyPhoneNumber', string> & {
				Fields: Record<string, string>;
			};
			expect(Fields.Mobile_Number).toBe(KeyPhoneNumber);
			return KeyPhoneNumber;
		});

	// If the service refuses an entry with one of these messages, the phone number may be the reason: the messages
	// mention a phone number or digits, or no parameter in particular.
	test.each(['Invalid parameters in body object', 'Some parameters exceeded maximum field length.'])(
		'is sent again as ten digits after the refusal “%s”, and later numbers are sent as ten digits at once',
		async (words) => {
			refuse(words);
			const result = await add(typed, { items: rows });
			expect(result.error).toBeUndefined();
			expect(phones()).toEqual(['504-621-8927', '5046218927', '8102929388']);
			expect(listJson(result)).toMatchObject([{ PhoneNumber: '504-621-8927' }, {}]);
			expect(stage.sandbox.accounts()[0]!.participants).toBe(2);
		},
	);

	test('is not sent again if the refusal is about something else', async () => {
		refuse('Fields: First_Name is required.');
		expect((await add(typed, { items: rows })).error?.message).toMatch(/First_Name is required$/);
		expect(phones()).toEqual(['504-621-8927']);
	});

	test('is neither sent again nor named in the error if the refusal has no message', async () => {
		refuse(undefined);
		const { error } = await add(typed, { items: rows });
		expect(error?.message).toMatch(/The service rejected this$/);
		expect(error?.description ?? '').not.toContain('phone number');
		expect(phones()).toEqual(['504-621-8927']);
	});

	test.each([
		['+44 20 7946 0958', 'The phone number “+44 20 7946 0958” is not from the US or Canada'],
		['5046218927', 'The service might not accept the phone number “5046218927”.'],
	])(
		'is named in the error if it is refused and cannot be sent in another format: %s',
		async (phone, sentence) => {
			refuse('Invalid parameters in body object');
			const { error } = await add({ ...typed, KeyPhoneNumber: phone });
			expect(error?.description).toContain(sentence);
			expect(phones()).toEqual([phone]);
		},
	);

	test('is named even in an error item if the service also refuses the ten digits', async () => {
		refuse('Invalid parameters in body object 1.2.', 2);
		const [first] = rows;
		const { errorItems } = await add(typed, { items: [first!], onError: 'continueErrorOutput' });
		expect(errorItems[0]!.json.error).toBe(
			'The service rejected this: Something in this entry is invalid. The service might not accept the phone number “504-621-8927”. The service only says: “Invalid parameters in body object 1.2”.',
		);
	});

	test('is sent as ten digits at once if the form asks for ten digits', async () => {
		const fieldsOf = (names: string[]) => names.map((Name) => ({ Id: Name, Name, Type: 'text' }));
		const FormFields = [
			...fieldsOf(['First Name', 'Last Name']),
			{ Id: 'email', Name: 'Email', Type: 'email' },
			{ Id: 'phone', Name: 'Mobile Number', Type: 'usphonenumber', MaxLength: 10 },
		];
		stage.answer(FORM, { Data: { FormFields } });
		const schema = await columns();
		for (const stored of [schema, undefined]) {
			const onError = 'continueRegularOutput';
			await add({ ...typed, Fields: mapped(NAMES, stored) }, { items: rows, onError });
			expect({ stored, sent: phones() }).toEqual({ stored, sent: ['5046218927', '8102929388'] });
		}
	});
});

describe('choices and dates', () => {
	type Choices = ReadonlyArray<readonly [Id: string, Name: string]>;
	const GRADES: Choices = [
		['1', 'A'],
		['2', 'A-'],
		['3', '1-8'],
		['4', '18'],
		['0', 'None'],
		['9', '0'],
		['A', 'Extra  Large'],
		['x', 'extra Small'],
		['y', 'Extra small'],
		['t', 'True'],
	];
	/** Makes the service return a form with a list and a date when the node next requests the form. */
	const ask = (choices: Choices, more: object = {}) => {
		const Options = choices.map(([Id, Name]) => ({ Id, Name }));
		const FormFields = [
			{ Id: 'e', Name: 'Email', Type: 'email' },
			{ Id: 'p', Name: 'Phone', Type: 'tel' },
			{ Id: 'g', Name: 'Grade', Type: 'list', Options },
			{ Id: 'b', Name: 'Born', Type: 'birthdate', ...more },
		];
		stage.answer(FORM, { Data: { FormFields } });
	};
	const schemaOf = async (choices: Choices, sweepstakes: INodeParameters = stage.picked) => {
		ask(choices);
		return await columns(sweepstakes);
	};
	const fromData = { Grade: '={{ $json.grade }}', Born: '={{ $json.born }}' };

	const asData: Array<[unknown, unknown]> = [
		['A', '1'],
		['a', '1'],
		['A-', '2'],
		[' a- ', '2'],
		['18', '4'],
		[18, '4'],
		['1-8', '3'],
		['0', '9'],
		[0, '9'],
		['2', '2'],
		['none', '0'],
		['extra large', 'A'],
		[true, 't'],
		[['A'], '1'],
	];
	/** Values that match none of the choices, or more than one. */
	const noChoice = ['EXTRA SMALL', 'A+', '1 8', 'A_', false];
	describe.each(['stored', 'read'] as const)('if the form is %s', (how) => {
		const schemaFor = async () => {
			const schema = how === 'stored' ? await schemaOf(GRADES) : undefined;
			if (!schema) ask(GRADES);
			return schema;
		};

		test('a value from an expression selects a choice by exact name, then by ID, then by similar name', async () => {
			const Fields = mapped(fromData, await schemaFor());
			await add(
				{ ...fromRow, Fields },
				{ items: people(asData.map(() => '')).map((row, n) => ({ ...row, grade: asData[n]![0] as string })) },
			);
			const sent = stage
				.bodies(ADD)
				.map(({ entryPageFields }) => (entryPageFields as { Fields: { Grade: string } }).Fields.Grade);
			expect(sent).toEqual(asData.map(([, id]) => id));
		});

		test('if the value of an expression matches no choice, the row is refused, and the error lists the possible choices', async () => {
			const Fields = mapped(fromData, await schemaFor());
			for (const grade of noChoice) {
				ask(GRADES);
				const items = people(['']).map((row) => ({ ...row, grade }));
				const { error } = await add({ ...fromRow, Fields }, { items });
				expect({ grade, message: error?.message, sent: stage.callsTo(ADD) }).toEqual({
					grade,
					message: expect.stringMatching(/^“Grade” must be one of A.*, but is /),
					sent: 0,
				});
			}
		});

		test.each([[['A', 'A-']], [{ answer: 'A' }]])(
			'several answers are refused before the first call, even of a later row: %j',
			async (grade) => {
				const Fields = mapped(fromData, await schemaFor());
				const items = people(['', '']).map((row, n) => ({ ...row, grade: n === 0 ? 'A' : (grade as never) }));
				const { error } = await add({ ...fromRow, Fields }, { items });
				expect(error?.message).toMatch(/“Grade” must be one text, number or date/);
				expect(stage.callsTo(ADD)).toBe(0);
			},
		);

		test('if the panel has stored the name of a choice, the choice’s ID is sent', async () => {
			const sent = new Map<string, unknown>();
			for (const [, name] of GRADES) {
				const schema = await schemaFor();
				await add({ Fields: mapped({ Grade: name }, schema) });
				sent.set(name, new Map(sentFields()).get('Grade'));
			}
			expect(sent).toEqual(new Map(GRADES.map(([id, name]) => [name, id])));
		});

		test('a date in any format is converted to the format that the form expects', async () => {
			const Fields = mapped(fromData, await schemaFor());
			const born = ['1/31/1990', '1990/01/31', '1990-01-31', '1990-01-31T00:00:00.000Z', 32_904];
			await add(
				{ ...fromRow, Fields },
				{ items: people(born.map(() => '')).map((row, n) => ({ ...row, born: born[n]! })) },
			);
			expect(stage.bodies(ADD).map(({ entryPageFields }) => entryPageFields)).toMatchObject(
				born.map(() => ({ Fields: { Born: '01/31/1990' } })),
			);
		});
	});

	test('“Map Automatically” selects choices by name, and converts dates', async () => {
		const schema = await schemaOf(GRADES);
		const Fields = { mappingMode: 'autoMapInputData', value: null, schema } as unknown as INodeParameters;
		await add({ Fields }, { items: [{ grade: '0', born: '1/31/1990' }] });
		expect(sentFields()).toEqual(
			expect.arrayContaining([
				['Grade', '9'],
				['Born', '01/31/1990'],
			]),
		);
	});

	test('a value chosen for another sweepstakes’ form selects the choice with the same name, even if that choice has another ID', async () => {
		const schema = await schemaOf(GRADES, byId(await stage.createSweepstakes('OTHER', 'Other')));
		ask(
			[
				['1', 'A-'],
				['2', 'A'],
			],
			{ Placeholder: 'DD/MM/YYYY' },
		);
		await add({ Fields: mapped({ Grade: 'A', Born: '1990-01-31' }, schema) });
		expect(sentFields()).toEqual(
			expect.arrayContaining([
				['Grade', '2'],
				['Born', '31/01/1990'],
			]),
		);
		ask([
			['1', 'A-'],
			['2', 'A'],
		]);
		const { error } = await add({ Fields: mapped({ Grade: 'None' }, schema) });
		expect(error?.message).toBe('“Grade” must be one of A-, A, but is “None”');
	});

	test('if the dates of a file are in two orders, those that could be in either are not sent', async () => {
		const Fields = mapped(fromData, await schemaOf(GRADES));
		const rows = (...born: string[]) => people(born).map((row, n) => ({ ...row, born: born[n]! }));
		const mixed = rows('03/04/1990', '13/04/1990', '04/13/1990');
		ask(GRADES);
		const { error } = await add({ ...fromRow, Fields }, { items: mixed });
		expect(error?.message).toMatch(/^Item 2: “Born” must be a date such as 01\/31\/1990/);
		expect(stage.paths()).toEqual([FORM]);
		ask(GRADES);
		const { errorItems } = await add(
			{ ...fromRow, Fields },
			{ items: mixed, onError: 'continueErrorOutput' },
		);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			'Item 1: “Born” must be a date such as 01/31/1990 or 1990-01-31, but “03/04/1990” may begin with the day, like “13/04/1990” of another item',
			expect.stringMatching(/^Item 2: /),
		]);
		expect(stage.callsTo(ADD)).toBe(1);
	});
});

describe.each([200, 409] as const)(
	'if a reply with the status %d says that a person has already entered, the item',
	(duplicates) => {
		openWith({ entries: { duplicates } }, 'reference');

		test('fails, and the error has the name AlreadyEntered and gives advice', async () => {
			await stage.addParticipant(JANE);
			const { error } = await add();
			expect(error).toMatchObject({ message: 'This person has already entered' });
			expect(error?.description).toMatch(/allows one entry per person\. .*“When Already Entered” to “Skip”/);
			const [failed] = listJson(await add({}, { onError: 'continueRegularOutput' }));
			expect(failed).toMatchObject({ errorName: 'AlreadyEntered' });
		});

		test('is skipped even if an earlier lookup did not find the person', async () => {
			await stage.addParticipant(JANE);
			stage.sandbox.faults([{ path: '/participants/single', status: 404, times: 3 }]);
			const result = await add({ whenAlreadyEntered: 'skip' });
			expect(listJson(result)).toMatchObject([{ existed: true, Email: JANE }]);
			expect(result.hints).toContain('Skipped 1 item: already entered.');
		});

		// The node makes one lookup for each key, and another after the lost reply.
		test.each([
			['add', 1, {}],
			['skip', 3, { existed: false }],
		])(
			'counts as added if the first attempt added the person, but its reply was lost (“When Already Entered”: %s)',
			async (whenAlreadyEntered, lookups, more) => {
				stage.lose(ADD, 'after');
				stage.sandbox.faults([{ path: '/participants/single', status: 404, times: lookups }]);
				const result = await add({ whenAlreadyEntered });
				expect(listJson(result)).toMatchObject([{ Email: JANE, ...more }]);
				expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
			},
		);
	},
);

test.each([
	['The participant is duplicated', true],
	['User already exists!', true],
	['This group already exists', false],
	['The sweepstakes has already ended', false],
])('whether the refusal “%s” means that the person has already entered: %s', async (Message, expected) => {
	stage.answer(ADD, { Response: false, Message }, { status: 400 });
	expect((await add()).error?.message === 'This person has already entered').toBe(expected);
});

describe('if the editor cannot load the entry form, the mapping field', () => {
	const load = async (Fields?: INodeParameters) => {
		stage.answer(FORM, { Response: false, Message: 'The form is locked' }, { status: 400 });
		const parameters = { sweepstakes: stage.picked, ...(Fields && { Fields }) };
		return await stage.columns(node, 'getEntryFormFields', parameters);
	};

	test('gives the reason if the panel has no fields yet', async () => {
		const emptyFieldsNotice = 'The service rejected this: The form is locked';
		expect(await load()).toEqual({ fields: [], emptyFieldsNotice });
		expect(await load({ mappingMode: 'defineBelow', value: null, schema: [] })).toMatchObject({ fields: [] });
	});

	test('keeps the fields that the panel has', async () => {
		const schema = [{ id: 'First_Name', displayName: 'First Name' }];
		await expect(load({ mappingMode: 'defineBelow', value: null, schema })).rejects.toThrow(
			'The form is locked',
		);
	});
});

test('the mapping field gets no text that n8n would evaluate as an expression', async () => {
	const FormFields = [
		{ id: 1, name: '={{ 1 }}', type: 'text' },
		{
			id: 2,
			name: 'Discount',
			type: 'select',
			options: [
				{ id: 7, name: '=5%' },
				{ id: '={{ 2 }}', name: 'Ten' },
			],
		},
		{ id: 3, name: '\t={{ 3 }}', type: 'birthdate' },
	];
	stage.answer(FORM, { Data: { FormFields } });
	const stored = await columns();
	expect(stored).toMatchObject([
		{
			id: 'Discount',
			options: [
				{ name: ' =5%', value: ' =5%' },
				{ name: 'Ten', value: 'Ten' },
			],
		},
		{ id: '_={{_3_}}' },
	]);
	expect(JSON.stringify(stored)).not.toContain('"=');
	stage.answer(FORM, { Data: { FormFields } });
	await add({ Fields: mapped({ Discount: '={{ "=5%" }}' }, stored) });
	expect(stage.lastBody()).toMatchObject({ entryPageFields: { Fields: { Discount: '7' } } });
});
