import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { by, inDialects, openStages, openWith, reopen, stage } from '../support/engine/resource';
import { listJson } from '../support/engine/stage';

const node = new SweepstakesParticipant();
openStages();

/** Returns the parameters of Map Automatically, which maps the columns of the input to the entry form. */
const automatically = (schema?: unknown) =>
	({
		Fields: { mappingMode: 'autoMapInputData', value: null, ...(schema !== undefined && { schema }) },
	}) as INodeParameters;
const add = async (parameters: INodeParameters, items?: IDataObject[]) =>
	await stage.run(node, 'add', { sweepstakes: stage.picked, ...parameters }, { items });
const refusal = async (parameters: INodeParameters) =>
	await stage.refusal(node, 'add', {
		sweepstakes: stage.picked,
		KeyEmail: 'jane@example.com',
		...parameters,
	});

inDialects(
	() => {
		const JANE = { KeyPhoneNumber: '2025550123' };
		const enterJane = async () =>
			await stage.addParticipant('jane@example.com', JANE, { First_Name: 'Jane', Last_Name: 'Smith' });

		test('“Get” returns all people who have the same email address', async () => {
			await enterJane();
			await stage.addParticipant('JANE@example.com', JANE, { First_Name: 'Janet' });
			const result = await stage.run(node, 'get', {
				sweepstakes: stage.picked,
				participant: by('id', 'jane@example.com'),
			});
			expect(listJson(result)).toMatchObject([
				{ FirstName: 'Jane', TotalEntries: 1, Collections: ['Participants'] },
				{ FirstName: 'Janet', TotalEntries: 1, Collections: ['Participants'] },
			]);
		});

		test('“Get Many” returns the participants of one collection, up to “Limit”', async () => {
			const ParticipantToken = await enterJane();
			const { sweepstakesToken: SweepstakesToken, picked: sweepstakes } = stage;
			stage.sandbox.fill(SweepstakesToken, 30);
			stage.sandbox.placeParticipant({ SweepstakesToken, ParticipantToken, Collections: ['OptOuts'] });
			const parameters = { sweepstakes, limit: 5, filters: { collection: 'OptOuts' } };
			const result = await stage.run(node, 'getMany', parameters);
			expect(listJson(result)).toMatchObject([{ ParticipantToken, Collection: 'OptOuts' }]);
			expect(stage.lastBody()).not.toHaveProperty('collection');
		});
	},
	{ entries: { duplicates: 'accept' } },
);

describe('the fields of the entry form', () => {
	const form = (Data: object) => stage.answer('/entrypage/fields', { Data });
	const columns = async (parameters: INodeParameters = {}) =>
		(
			await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked, ...parameters })
		).fields.filter(({ display }) => display);

	test.each([
		['name', { KeyEmail: 'E-Mail', KeyPhoneNumber: 'mobile_number' }],
		['ID', { KeyEmail: 'email', KeyPhoneNumber: 'PHONE' }],
	])('a field is hidden if KeyEmail or KeyPhoneNumber refers to it by its %s', async (_how, keys) => {
		form({
			...keys,
			FormFields: [
				{ FieldID: 'email', FieldType: 'email', FieldName: 'E-Mail' },
				{ FieldID: 'phone', FieldType: 'usphonenumber', FieldName: 'Mobile Number' },
				{ FieldID: 'firstname', FieldType: 'text', FieldName: 'First Name', FieldRequired: true },
			],
		});
		expect(await columns()).toMatchObject([{ id: 'First_Name', required: true }]);
	});

	test('the fields are read even if the form uses the keys Id, Name and Type', async () => {
		form({
			KeyEmail: 'e',
			KeyPhoneNumber: 'p',
			FormFields: [
				{ Id: 'e', Name: 'Email', Type: 'email', Required: true },
				{ Id: 'p', Name: 'Mobile Number', Type: 'usphonenumber', Required: true },
				{ Id: 'w', Name: 'Work Phone', Type: 'PhoneNumber', Required: false },
				{ Id: 'b', Name: 'Birth Date', Type: 'birthdate', Required: false },
				{ Id: 'n', Name: 'Guests', Type: 'number', Required: false },
				{
					Id: 's',
					Name: 'Size ',
					Type: 'list',
					Required: true,
					Options: [{ Id: 7, Name: 'Small' }, { Id: '8' }],
				},
			],
		});
		expect(await columns()).toMatchObject([
			{ id: 'Work_Phone', type: 'string', required: false },
			{ id: 'Birth_Date', displayName: 'Birth Date (MM/DD/YYYY)', type: 'dateTime' },
			{ id: 'Guests', type: 'number' },
			{
				id: 'Size_',
				type: 'options',
				required: true,
				options: [
					{ name: 'Small', value: 'Small' },
					{ name: '8', value: '8' },
				],
			},
		]);
	});

	test('“Allow Empty Required Fields” makes required fields optional', async () => {
		await reopen({ longForm: true });
		const schema = await columns();
		expect(schema.filter(({ required }) => required)).not.toEqual([]);
		const options = { allowEmptyRequiredFields: true };
		const relaxed = await columns({ options });
		expect(relaxed.filter(({ required }) => required)).toEqual([]);
		expect(await refusal(automatically(schema))).toBe(
			'Item 1: “First Name” is required, but no field of the item matches it. The input has no fields',
		);
		await add({ KeyEmail: 'jane@example.com', ...automatically(schema), options }, [{ 'Zip Code': '90210' }]);
		const [added] = stage.bodies('/participants/add');
		expect(added).toMatchObject({ entryPageFields: { Fields: { Zip_Code: '90210' } } });
		expect(added).not.toHaveProperty('entryPageFields.allowEmptyRequiredFields');
	});

	test.each([undefined, []])(
		'“Map Automatically” fails if the workflow does not contain the form’s columns: %j',
		async (schema) => {
			expect(await refusal(automatically(schema))).toMatch(
				/^Item 1: “Entry Form Fields” does not have the fields of the form yet/,
			);
		},
	);

	test.each<[string, IDataObject, string[]]>([
		['a phone number', { Email: 'a@b.co', Phone: { a: 1 } }, ['“Phone”']],
		['both keys', { 'E-Mail': { a: 1 }, Phone: { a: 1 } }, ['“E-Mail”', '“Phone”']],
	])(
		'“Map Automatically” reports unreadable values together with the other problems of the row, and not as missing: %s',
		async (_, row, labels) => {
			await reopen({ longForm: true });
			const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked });
			const options = { allowNoContact: false, allowEmptyRequiredFields: false };
			const whenAlreadyEntered = 'skip';
			const names = { First_Name: 'Jane', Last_Name: 'Smith' };
			const rows = [{ ...names, ...row }];
			const { error } = await add({ whenAlreadyEntered, ...automatically(fields), options }, rows);
			const text = `${error?.message} ${error?.description}`;
			for (const label of labels) expect(text).toMatch(new RegExp(`${label}[^“]* must be`));
			expect(text).not.toContain('is required');
		},
	);

	test('“Map Automatically” reads each of many columns only once for all rows', async () => {
		const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked });
		const normalized: string[] = [];
		const { normalize } = String.prototype;
		jest.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
			normalized.push(String(this));
			return normalize.call(this, form);
		});
		const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`column ${n}`, n]));
		const row = { ...many, Email: 'jane@example.com', Phone: '2025550123', first: 'Jane', last: 'Smith' };
		const { error } = await add(automatically(fields), [row, { ...row }]);
		expect(error).toBeUndefined();
		expect(stage.callsTo('/participants/add')).toBe(2);
		expect(normalized.filter((text) => text.startsWith('column '))).toHaveLength(5_000);
	});

	test('if “Map Automatically” finds no required phone number, the error names the columns that were not used', async () => {
		await reopen({ longForm: true });
		const heading = 'Phone number\n(with area code)';
		const row = { 'First Name': 'Jane', 'Last Name': 'Smith', Email: 'jane@example.com', [heading]: '2' };
		const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked });
		const { error } = await add(automatically(fields), [{ ...row, '': 'x' }]);
		expect(error?.message).toContain(
			`“Phone Number” is required. “Map Automatically” did not use these columns: ${heading}, (no heading)`,
		);
		expect(stage.callsTo('/participants/add')).toBe(0);
	});

	test('“Map Automatically” sends KeyEmail, KeyPhoneNumber and the form’s fields in order', async () => {
		await reopen({ longForm: true });
		const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked });
		const row = {
			'shirt size': 'small',
			'Birth Date': '1990-05-31',
			Surname: 'Smith',
			'first name': 'Jane',
			'E-Mail': ' jane@example.com',
			Phone: 3105550123,
			Newsletter: 'yes',
		};
		const parameters = { whenAlreadyEntered: 'skip', ...automatically(fields) };
		const { hints } = await add(parameters, [row]);
		expect(hints).toEqual([
			'“Map Automatically” did not use these columns: Newsletter. It uses only columns whose whole name matches exactly one entry form field.',
		]);
		const { Fields, ...person } = stage.bodies('/participants/add')[0]!.entryPageFields as { Fields: object };
		expect(person).toEqual({ KeyEmail: 'jane@example.com', KeyPhoneNumber: '3105550123' });
		expect(Object.entries(Fields)).toEqual([
			['First_Name', 'Jane'],
			['Last_Name', 'Smith'],
			['Email', 'jane@example.com'],
			['Mobile_Number', '3105550123'],
			['Birth_Date', '05/31/1990'],
			['Shirt_Size', 'small'],
		]);
	});
});

describe('“Add”', () => {
	openWith({}, 'reference');

	test.each([
		['lang', 'eng', /^Item 1: “Options › Language” must have at most 2 characters, but has 3$/],
		['source', 'x'.repeat(101), /^Item 1: “Options › Source” must have at most 100 characters/],
	])('sends nothing if the value of the option “%s” is too long', async (name, value, sentence) => {
		expect(await refusal({ options: { [name]: value } })).toMatch(sentence);
	});
});
