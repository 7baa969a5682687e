import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { by, inDialects, openStages, reopen, stage } from './resource';
import { jsonOf } from './stage';

const node = new SweepstakesParticipant();
openStages();

inDialects(
	() => {
		const JANE = { KeyPhoneNumber: '2025550123' };
		const enterJane = async () =>
			await stage.addParticipant('jane@example.com', JANE, { First_Name: 'Jane', Last_Name: 'Smith' });

		describe('Participant', () => {
			test('Get returns each of several people who have the same address', async () => {
				await enterJane();
				await stage.addParticipant('JANE@example.com', JANE, { First_Name: 'Janet' });
				const result = await stage.run(node, 'get', {
					sweepstakes: stage.picked,
					participant: by('KeyEmail', 'jane@example.com'),
				});
				expect(jsonOf(result)).toMatchObject([
					{ FirstName: 'Jane', TotalEntries: 1, Collections: ['Participants'] },
					{ FirstName: 'Janet', TotalEntries: 1, Collections: ['Participants'] },
				]);
			});

			test('Add sends the birthdate of a spreadsheet or database in the column’s format', async () => {
				const { fields: schema } = await stage.columns(node, 'getEntryFormFields', {
					sweepstakes: stage.picked,
				});
				const { error } = await stage.run(
					node,
					'add',
					{
						sweepstakes: stage.picked,
						KeyEmail: 'jane@example.com',
						...JANE,
						Fields: { mappingMode: 'autoMapInputData', value: null, schema } as unknown as INodeParameters,
					},
					{ items: [{ 'first name': 'Jane', 'last name': 'Smith', 'Birth Date': '1990-05-31' }] },
				);
				expect(error).toBeUndefined();
				expect(stage.lastBody()).toHaveProperty('entryPageFields.Fields.Birth_Date', '05/31/1990');
			});

			test('Get Many returns one collection, up to the limit', async () => {
				const token = await enterJane();
				stage.sandbox.fill(stage.sweepstakesToken, 30);
				stage.sandbox.placeParticipant({
					SweepstakesToken: stage.sweepstakesToken,
					ParticipantToken: token,
					Collections: ['OptOuts'],
				});
				const result = await stage.run(node, 'getMany', {
					sweepstakes: stage.picked,
					limit: 5,
					filters: { collection: 'OptOuts' },
				});
				expect(jsonOf(result)).toMatchObject([{ ParticipantToken: token, Collection: 'OptOuts' }]);
				expect(stage.lastBody()).not.toHaveProperty('collection');
			});
		});
	},
	{ entries: { duplicates: 'accept' } },
);

describe('the fields of the entry form', () => {
	const form = (Data: object) =>
		stage.sandbox.faults([{ path: '/entrypage/fields', body: { Response: true, Data } }]);
	const columns = async (parameters: INodeParameters = {}) =>
		(
			await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked, ...parameters })
		).fields.filter(({ display }) => display);

	test.each([
		['by name', { KeyEmail: 'E-Mail', KeyPhoneNumber: 'mobile_number' }],
		['by ID', { KeyEmail: 'email', KeyPhoneNumber: 'PHONE' }],
	])('key columns named %s appear once', async (_how, keys) => {
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

	test('the other spelling is understood', async () => {
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
			{ id: 'Birth_Date', displayName: 'Birth Date (MM/DD/YYYY)', type: 'string' },
			{ id: 'Guests', type: 'number' },
			{
				id: 'Size_',
				type: 'options',
				required: true,
				options: [
					{ name: 'Small', value: '7' },
					{ name: '8', value: '8' },
				],
			},
		]);
	});

	test('required fields can be made optional', async () => {
		const schema = await columns();
		expect(schema.filter(({ required }) => required)).not.toEqual([]);
		const relaxed = await columns({ options: { allowEmptyRequiredFields: true } });
		expect(relaxed.filter(({ required }) => required)).toEqual([]);

		const parameters = (allowEmptyRequiredFields: boolean) => ({
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			Fields: { mappingMode: 'autoMapInputData', value: null, schema } as unknown as INodeParameters,
			options: { allowEmptyRequiredFields },
		});
		expect(await stage.refusal(node, 'add', parameters(false))).toBe('Item 1: “First Name” is required');
		await stage.run(node, 'add', parameters(true), { items: [{ 'Zip Code': '90210' }] });
		expect(stage.lastBody()).toMatchObject({ entryPageFields: { Fields: { Zip_Code: '90210' } } });
		expect(stage.lastBody()).not.toHaveProperty('entryPageFields.allowEmptyRequiredFields');
	});

	test.each([undefined, []])('automatic mapping without the form is an error: schema %j', async (schema) => {
		const sentence = await stage.refusal(node, 'add', {
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			Fields: { mappingMode: 'autoMapInputData', value: null, ...(schema && { schema }) },
		});
		expect(sentence).toMatch(/^Item 1: “Entry Form Fields” must know the fields of the form/);
	});

	test('the fields are sent in the order of the form, and a choice by its value', async () => {
		const schema = (await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked })).fields;
		const size = { id: 'Shirt_Size', options: [{ name: 'Small', value: '1' }] };
		const { hints } = await stage.run(
			node,
			'add',
			{
				sweepstakes: stage.picked,
				KeyEmail: 'jane@example.com',
				Fields: {
					mappingMode: 'autoMapInputData',
					value: null,
					schema: schema.map((one) => (one.id === size.id ? { ...one, ...size } : one)),
				} as unknown as INodeParameters,
			},
			{ items: [{ 'shirt size': 'small', Surname: 'Smith', 'first name': 'Jane', Newsletter: 'yes' }] },
		);
		expect(hints).toEqual(['Not used: Newsletter. Each fits no field of the entry form, or several.']);
		const { Fields } = stage.lastBody().entryPageFields as { Fields: object };
		expect(Object.entries(Fields)).toEqual([
			['First_Name', 'Jane'],
			['Last_Name', 'Smith'],
			['Email', 'jane@example.com'],
			['Shirt_Size', '1'],
		]);
	});
});

describe('Add', () => {
	beforeEach(async () => await reopen({}, 'reference'));

	test('the item has the ParticipantToken if the reply has it', async () => {
		const [item] = jsonOf(
			await stage.run(node, 'add', {
				sweepstakes: stage.picked,
				KeyEmail: 'jane@example.com',
				KeyPhoneNumber: '+1 202 555 0123',
				Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Jane', Last_Name: 'Smith' } },
			}),
		);
		expect(item).toMatchObject({ ParticipantToken: expect.any(String), Email: 'jane@example.com' });
		expect(item).not.toHaveProperty('Data');
	});

	test.each([
		['lang', 'eng', /^Item 1: “Options › Language” must have at most 2 characters, but has 3$/],
		['source', 'x'.repeat(101), /^Item 1: “Options › Source” must have at most 100 characters/],
	])('a %s that is too long is refused before anything is sent', async (name, value, sentence) => {
		const message = await stage.refusal(node, 'add', {
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			options: { [name]: value },
		});
		expect(message).toMatch(sentence);
	});
});
