import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { RunOptions } from './engine';
import { inDialects, openStages, reopen, stage } from './resource';
import { byId, jsonOf } from './stage';

/* How Participant › Add fills the entry form, and how it reports refusals. */

const node = new SweepstakesParticipant();
const FORM = '/entrypage/fields';
const ADD = '/participants/add';
const JANE = 'jane@example.com';
const NAMES = { First_Name: 'Jane', Last_Name: 'Smith' };

openStages();

const mapped = (value: object | null, schema?: object[]) =>
	({ mappingMode: 'defineBelow', value, ...(schema && { schema }) }) as unknown as INodeParameters;

const columns = async (sweepstakes: INodeParameters = stage.picked) => {
	const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes });
	// Through JSON, as n8n stores them.
	return JSON.parse(JSON.stringify(fields)) as Array<{ display: boolean }>;
};

const add = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'add',
		{
			sweepstakes: stage.picked,
			KeyEmail: JANE,
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

inDialects(
	(dialect) => {
		const REQUIRED = [
			['First_Name', 'Jane'],
			['Last_Name', 'Smith'],
			['Email', JANE],
			['Mobile_Number', '+1 202 555 0123'],
		];

		test('the columns of the panel are sent in the order of the form, without another call', async () => {
			const schema = await columns();
			const { error } = await add({ Fields: mapped({ Shirt_Size: '2', ...NAMES, Zip_Code: 90210 }, schema) });
			expect(error).toBeUndefined();
			expect(stage.paths()).toEqual([ADD]);
			expect(sentFields()).toEqual([...REQUIRED, ['Zip_Code', '90210'], ['Shirt_Size', '2']]);
			// As “Remove All Fields” leaves them.
			await add({
				Fields: mapped(
					NAMES,
					schema.map((column) => ({ ...column, removed: true })),
				),
			});
			expect(sentFields()).toEqual(REQUIRED);
		});

		test.each<[string, () => Promise<object[] | undefined>]>([
			['without stored columns', async () => undefined],
			['with those of an older workflow', async () => (await columns()).filter(({ display }) => display)],
			[
				'with those of another sweepstakes',
				async () => await columns(byId(await stage.createSweepstakes('OTHER', 'Other'))),
			],
		])('%s, the form is read once for all items', async (_what, schema) => {
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

		test('a refusal names the required columns that were not sent', async () => {
			const { error } = await add({ KeyPhoneNumber: '', Fields: mapped(NAMES, await columns()) });
			expect(error?.message).toBe('The service refused this: Some parameters exceeded maximum field length');
			expect(error?.description).toContain(
				'The service may require both “Email” and “Phone Number”. This entry lacks required fields of the entry form: “Mobile Number”.',
			);
			expect(stage.paths()).toEqual([ADD, FORM]);
		});
	},
	{ entries: { strictForm: true } },
);

describe('when the form cannot be read', () => {
	test.each<[string, object]>([
		['403', { status: 403 }],
		['a firewall', { status: 403, body: { message: 'Forbidden' } }],
		['another shape', { body: { Response: true, Data: { FormFields: 'none' } } }],
	])('people are added with the fields as given: %s', async (_what, fault) => {
		stage.sandbox.faults([{ path: FORM, ...fault, times: 2 }]);
		const Fields = mapped({ Last_Name: 'Smith', First_Name: 'Jane' });
		await add({ Fields }, { items: [{}, {}] });
		expect(stage.paths()).toEqual([FORM, ADD, ADD]);
		expect(sentFields()).toEqual([
			['Last_Name', 'Smith'],
			['First_Name', 'Jane'],
		]);
	});

	test('a token that the service does not accept ends the run', async () => {
		stage.sandbox.faults([{ path: FORM, status: 401 }]);
		const { error } = await add({}, { items: [{}, {}] });
		expect(error?.message).toMatch(/^The service does not accept the API token/);
		expect(stage.paths()).toEqual([FORM]);
	});

	test('keys keep punctuation, numbers become text, and unknown fields come last', async () => {
		const FormFields = [
			{ Id: 1, Name: 'How did you find us?', Type: 'list', Options: [{ Id: 4, Name: 'A friend' }] },
			{ FieldName: 'E-mail address', FieldType: 'email' },
			{ FieldName: 'Guests', FieldType: 'number' },
			{ FieldName: 'Phone', FieldType: 'tel' },
		];
		stage.answer(FORM, { Data: { FormFields } });
		const found = { How_did_you_find_us: 'a friend', 'How_did_you_find_us?': 'a friend' };
		await add({ Fields: mapped({ unknown: true, Guests: 3, ...found }) });
		expect(sentFields()).toEqual([
			['How_did_you_find_us?', '4'],
			['E-mail_address', JANE],
			['Guests', '3'],
			['Phone', '+1 202 555 0123'],
			['unknown', true],
			['How_did_you_find_us', 'a friend'],
		]);
	});
});

describe.each([200, 409] as const)('a person who entered before, refused with %d', (duplicates) => {
	beforeEach(async () => await reopen({ entries: { duplicates } }, 'reference'));

	test('fails with a name and advice', async () => {
		await stage.addParticipant(JANE);
		const { error } = await add();
		expect(error).toMatchObject({ message: 'This person has already entered' });
		expect(error?.description).toMatch(
			/takes one entry from each person\. .*“When Already Entered” to “Skip”/,
		);
		const [failed] = jsonOf(await add({}, { onError: 'continueRegularOutput' }));
		expect(failed).toMatchObject({ errorName: 'AlreadyEntered' });
	});

	test('is skipped, even if the lookup before did not find them', async () => {
		const ParticipantToken = await stage.addParticipant(JANE);
		stage.sandbox.faults([{ path: '/participants/single', status: 404, times: 3 }]);
		const result = await add({ whenAlreadyEntered: 'skip' });
		expect(jsonOf(result)).toMatchObject([{ existed: true, ParticipantToken, Email: JANE }]);
		expect(result.hints).toContain('Skipped 1 item: already entered.');
	});

	// One lookup per spelling of the keys, then one after the lost reply.
	test.each([
		['add', 1, {}],
		['skip', 4, { existed: false }],
	])(
		'counts as added if an attempt without a reply is processed after the lookup: %s',
		async (whenAlreadyEntered, lookups, more) => {
			stage.lose(ADD, 'after');
			stage.sandbox.faults([{ path: '/participants/single', status: 404, times: lookups }]);
			const result = await add({ whenAlreadyEntered });
			expect(jsonOf(result)).toMatchObject([{ Email: JANE, ...more }]);
			expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
		},
	);
});

test.each([
	['The participant is duplicated', true],
	['User already exists!', true],
	['This group already exists', false],
	['The sweepstakes has already ended', false],
])('the refusal “%s” means a duplicate entry: %s', async (Message, expected) => {
	stage.answer(ADD, { Response: false, Message }, { status: 400 });
	expect((await add()).error?.message === 'This person has already entered').toBe(expected);
});
