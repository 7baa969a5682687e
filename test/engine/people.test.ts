import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { Poller } from './poller';
import { jsonOf, Stage } from './stage';

const node = new SweepstakesParticipant();
const by = (mode: string, value: string) => ({ __rl: true, mode, value });

let stage: Stage;
afterEach(async () => await stage.close());

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect, { duplicates: 'accept' });
	});

	const JANE = { KeyPhoneNumber: '2025550123' };
	const enterJane = async () =>
		await stage.addParticipant('jane@example.com', JANE, { First_Name: 'Jane', Last_Name: 'Smith' });

	describe('Participant', () => {
		test.each(['+1 (202) 555-0123', '202-555-0123', '2025550123'])(
			'Get finds somebody whose phone is stored as 10 digits by %s',
			async (typed) => {
				const ParticipantToken = await enterJane();
				const result = await stage.run(node, 'get', {
					sweepstakes: stage.picked,
					participant: by('KeyPhoneNumber', typed),
				});
				expect(jsonOf(result)).toMatchObject([
					{ FirstName: 'Jane', LastName: 'Smith', ParticipantToken, TotalEntries: 1 },
				]);
			},
		);

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

		test('Add sends the birthdate of a spreadsheet or database as its column asks for it', async () => {
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

		test('Add skips somebody who entered with the phone number in another format', async () => {
			await enterJane();
			const result = await stage.run(node, 'add', {
				sweepstakes: stage.picked,
				KeyEmail: 'other@example.com',
				KeyPhoneNumber: '+1 202 555 0123',
				whenAlreadyEntered: 'skip',
			});
			expect(jsonOf(result)).toMatchObject([{ existed: true }]);
			expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
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

	describe('New Participant', () => {
		const poller = (collections: string[]) =>
			new Poller({
				node: new SweepstakesTrigger(),
				account: stage.sandbox,
				parameters: { sweepstakes: stage.picked, collections },
			});
		const emails = (items: IDataObject[] | null) => (items ?? []).map(({ KeyEmail }) => KeyEmail);

		test('an opt-out does not stop the poll', async () => {
			const token = await enterJane();
			stage.sandbox.placeParticipant({
				SweepstakesToken: stage.sweepstakesToken,
				ParticipantToken: token,
				Collections: ['OptOuts'],
			});
			const trigger = poller(['Participants']);
			await trigger.poll();
			stage.sandbox.advance(1_000);
			await stage.addParticipant('john@example.com', { KeyPhoneNumber: '2025550124' });
			expect(emails(await trigger.poll())).toEqual(['john@example.com']);
			expect(emails(await trigger.poll())).toEqual([]);
		});
	});
});

describe('the fields of the entry form', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	const form = (Data: object) =>
		stage.sandbox.faults([{ path: '/entrypage/fields', body: { Response: true, Data } }]);
	const columns = async (parameters: INodeParameters = {}) =>
		(
			await stage.columns(node, 'getEntryFormFields', { sweepstakes: stage.picked, ...parameters })
		).fields.filter(({ display }) => display);

	test.each([
		['by name', { KeyEmail: 'E-Mail', KeyPhoneNumber: 'mobile_number' }],
		['by ID', { KeyEmail: 'email', KeyPhoneNumber: 'PHONE' }],
	])('key columns that are named %s are not asked for twice', async (_how, keys) => {
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

	test('the other spelling is read as well', async () => {
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

	test('required fields may be left empty where the person says so', async () => {
		const schema = await columns();
		expect(schema.filter(({ required }) => required)).not.toEqual([]);
		const relaxed = await columns({ allowEmptyRequiredFields: true });
		expect(relaxed.filter(({ required }) => required)).toEqual([]);

		const parameters = (allowEmptyRequiredFields: boolean) => ({
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			Fields: { mappingMode: 'autoMapInputData', value: null, schema } as unknown as INodeParameters,
			allowEmptyRequiredFields,
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
		await stage.run(
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
			{ items: [{ 'shirt size': 'small', 'Last Name': 'Smith', 'first name': 'Jane' }] },
		);
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
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, 'reference');
	});

	test('the item has the ParticipantToken where the service says it', async () => {
		const [item] = jsonOf(
			await stage.run(node, 'add', {
				sweepstakes: stage.picked,
				KeyEmail: 'jane@example.com',
				KeyPhoneNumber: '+1 202 555 0123',
				Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Jane', Last_Name: 'Smith' } },
			}),
		);
		expect(item).toMatchObject({ ParticipantToken: expect.any(String), KeyEmail: 'jane@example.com' });
		expect(item).not.toHaveProperty('Data');
	});

	test.each([
		['lang', 'eng', /^Item 1: “Language” must have at most 2 characters, but has 3$/],
		['source', 'x'.repeat(101), /^Item 1: “Source” must have at most 100 characters/],
	])('a %s that is too long is refused before anything is sent', async (name, value, sentence) => {
		const message = await stage.refusal(node, 'add', {
			sweepstakes: stage.picked,
			KeyEmail: 'jane@example.com',
			[name]: value,
		});
		expect(message).toMatch(sentence);
	});
});

describe('New Participant', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});
	const list = (...Participants: object[]) =>
		stage.sandbox.faults([
			{
				path: '/participants/fetch',
				body: { Response: true, Participants, Pagination: { Total: Participants.length, TotalPages: 1 } },
			},
		]);
	const record = (ParticipantToken: string, more: object) => ({
		ParticipantToken,
		Collection: 'Participants',
		...more,
	});
	const trigger = () =>
		new Poller({
			node: new SweepstakesTrigger(),
			account: stage.sandbox,
			parameters: { sweepstakes: stage.picked },
		});

	test('a record without a date does not stop the poll', async () => {
		const poller = trigger();
		const dated = record('a', { CreationDate: '2090-01-01T00:00:00Z' });
		list(dated);
		await poller.poll();
		list(record('c', { CreationDate: '2090-01-01T00:00:09Z' }), record('b', {}), dated);
		expect(await poller.poll()).toMatchObject([{ ParticipantToken: 'c' }]);
		list(record('c', { CreationDate: '2090-01-01T00:00:09Z' }), record('b', {}), dated);
		expect(await poller.poll()).toBeNull();
	});

	test('a list without any date is an error, not silence', async () => {
		list(record('a', {}));
		await expect(trigger().poll()).rejects.toThrow(/without a ParticipantToken or a CreationDate/);
	});
});
