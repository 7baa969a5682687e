import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import type { RunOptions } from './engine';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesParticipant();
const FORM = '/entrypage/fields';
const ADD = '/participants/add';

let stage: Stage;
afterEach(async () => await stage.close());

const JANE = { KeyEmail: 'jane@example.com', KeyPhoneNumber: '+1 202 555 0123' };
const NAMES = { First_Name: 'Jane', Last_Name: 'Smith' };
const mapped = (value: object | null, schema?: object[]) =>
	({ mappingMode: 'defineBelow', value, ...(schema && { schema }) }) as unknown as INodeParameters;

const columns = async (sweepstakes: INodeParameters = stage.picked) => {
	const { fields } = await stage.columns(node, 'getEntryFormFields', { sweepstakes });
	stage.sandbox.clearCalls();
	// As n8n stores them: through JSON.
	return JSON.parse(JSON.stringify(fields)) as object[];
};

const add = async (parameters: INodeParameters = {}, options: Partial<RunOptions> = {}) =>
	await stage.run(
		node,
		'add',
		{ sweepstakes: stage.picked, ...JANE, Fields: mapped(NAMES), ...parameters },
		options,
	);

const sentFields = () =>
	Object.entries((stage.lastBody().entryPageFields as { Fields?: object }).Fields ?? {});

describe.each(['contract', 'reference'] as const)('a strict form, in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect, { strictForm: true });
	});

	const WHOLE = [
		['First_Name', 'Jane'],
		['Last_Name', 'Smith'],
		['Email', 'jane@example.com'],
		['Mobile_Number', '+1 202 555 0123'],
		['Zip_Code', '90210'],
		['Shirt_Size', '2'],
	];
	const values = { Shirt_Size: '2', ...NAMES, Zip_Code: 90210 };

	test('the columns of the panel are sent in the order of the form, without another call', async () => {
		const { error } = await add({ Fields: mapped(values, await columns()) });
		expect(error).toBeUndefined();
		expect(stage.paths()).toEqual([ADD]);
		expect(sentFields()).toEqual(WHOLE);
	});

	test('“Remove All Fields” does not remove the columns that are not shown', async () => {
		const schema = (await columns()).map((column) => ({ ...column, removed: true }));
		await add({ Fields: mapped(NAMES, schema) });
		expect(sentFields()).toEqual(WHOLE.slice(0, 4));
	});

	const withoutKeyColumns = async () =>
		((await columns()) as Array<{ display: boolean }>).filter(({ display }) => display);
	test.each<[string, () => Promise<object[] | undefined>]>([
		['without stored columns', () => Promise.resolve(undefined)],
		['with the columns of an older workflow', withoutKeyColumns],
		[
			'with the columns of another sweepstakes',
			async () => await columns(byId(await stage.createSweepstakes('OTHER', 'Other'))),
		],
	])('%s, the form is read once for all items', async (_what, schema) => {
		const stored = await schema();
		const items = [0, 1, 2].map((n) => ({ email: `p${n}@example.com`, phone: `202555010${n}` }));
		const result = await add(
			{
				KeyEmail: '={{ $json.email }}',
				KeyPhoneNumber: '={{ $json.phone }}',
				Fields: mapped(
					{ 'shirt size': dialect === 'reference' ? 'large' : '3', birthDate: '1990-05-31', ...NAMES },
					stored,
				),
			},
			{ items },
		);
		expect(result.items).toHaveLength(3);
		expect(stage.paths()).toEqual([FORM, ADD, ADD, ADD]);
		expect(sentFields()).toEqual([
			['First_Name', 'Jane'],
			['Last_Name', 'Smith'],
			['Email', 'p2@example.com'],
			['Mobile_Number', '2025550102'],
			['Birth_Date', '05/31/1990'],
			['Shirt_Size', '3'],
		]);
	});

	test('a form is read for each sweepstakes', async () => {
		const other = await stage.createSweepstakes('OTHER', 'Other');
		const items = [stage.sweepstakesToken, other, other, stage.sweepstakesToken].map((token, n) => ({
			token,
			email: `p${n}@example.com`,
			phone: `202555010${n}`,
		}));
		const { error } = await add(
			{
				sweepstakes: byId('={{ $json.token }}'),
				KeyEmail: '={{ $json.email }}',
				KeyPhoneNumber: '={{ $json.phone }}',
			},
			{ items },
		);
		expect(error).toBeUndefined();
		expect(stage.paths().filter((path) => path === FORM)).toHaveLength(2);
	});

	test('a refusal names the required columns that were not sent', async () => {
		const { error } = await add({ KeyPhoneNumber: '', Fields: mapped(NAMES, await columns()) });
		expect(error?.message).toBe('The service refused this: Some parameters exceeded maximum field length');
		expect(error?.description).toContain(
			'The service may require both “Email” and “Phone Number”. The entry form requires, but this entry lacks: “Mobile Number”.',
		);
		expect(stage.paths()).toEqual([ADD, FORM]);
	});

	test('a refusal without stored columns needs no second look at the form', async () => {
		const { error } = await add({ Fields: mapped({ First_Name: 'Jane' }) });
		expect(error?.description).toContain('The entry form requires, but this entry lacks: “Last Name”.');
		expect(stage.paths()).toEqual([FORM, ADD]);
	});
});

describe('a form that the service does not tell', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test.each<[string, object]>([
		['403', { status: 403 }],
		['404', { status: 404 }],
		['a firewall', { status: 403, body: { message: 'Forbidden' } }],
		['another shape', { body: { Response: true, Data: { FormFields: 'none' } } }],
		['no form', { body: { Response: true, Data: null } }],
	])('people are added with the fields as given: %s', async (_what, fault) => {
		stage.sandbox.faults([{ path: FORM, ...fault, times: 2 }]);
		const { items } = await add(
			{ Fields: mapped({ Last_Name: 'Smith', First_Name: 'Jane' }) },
			{ items: [{}, {}] },
		);
		expect(items).toHaveLength(2);
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

	const form = (...FormFields: object[]) =>
		stage.sandbox.faults([{ path: FORM, body: { Response: true, Data: { FormFields } } }]);

	test('punctuation stays in a key, a number is text, and what the form lacks comes last', async () => {
		form(
			{ Id: 1, Name: 'How did you find us?', Type: 'list', Options: [{ Id: 4, Name: 'A friend' }] },
			{ FieldName: 'E-mail address', FieldType: 'email' },
			{ FieldName: 'Guests', FieldType: 'number' },
			{ FieldName: 'Phone', FieldType: 'tel' },
		);
		await add({
			Fields: mapped({
				unknown: true,
				Guests: 3,
				How_did_you_find_us: 'a friend',
				...{ 'How_did_you_find_us?': 'a friend' },
			}),
		});
		expect(sentFields()).toEqual([
			['How_did_you_find_us?', '4'],
			['E-mail_address', 'jane@example.com'],
			['Guests', '3'],
			['Phone', '+1 202 555 0123'],
			['unknown', true],
			['How_did_you_find_us', 'a friend'],
		]);
	});
});

describe.each([200, 400, 409] as const)('a person who entered before, refused with %d', (duplicates) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, 'reference', { duplicates });
	});

	test('fails with a name and advice', async () => {
		await stage.addParticipant('jane@example.com');
		const { items } = await add({}, { items: [{}], onError: 'continueRegularOutput' });
		expect(jsonOf({ items } as never)).toMatchObject([{ errorName: 'AlreadyEntered' }]);
		const { error } = await add();
		expect(error?.message).toMatch(/^The service refused this: .* \[AlreadyEntered\]$/);
		expect(error?.description).toMatch(
			/takes one entry from each person\. .*“When Already Entered” to “Skip”/,
		);
	});

	test('is skipped, even if the lookup before did not find them', async () => {
		const ParticipantToken = await stage.addParticipant('jane@example.com');
		stage.sandbox.faults([{ path: '/participants/single', status: 404, times: 3 }]);
		const result = await add({ whenAlreadyEntered: 'skip' });
		expect(jsonOf(result)).toMatchObject([{ existed: true, ParticipantToken, KeyEmail: 'jane@example.com' }]);
		expect(result.hints).toContain('Skipped 1 item: already entered.');
	});

	test.each(['add', 'skip'])(
		'counts as added if an attempt without a reply was processed after the lookup: %s',
		async (whenAlreadyEntered) => {
			stage.sandbox.faults([{ path: ADD, drop: 'after' }]);
			// One for each spelling of the keys, then one after the lost reply.
			const lookups = whenAlreadyEntered === 'skip' ? 4 : 1;
			stage.sandbox.faults([{ path: '/participants/single', status: 404, times: lookups }]);
			const result = await add({ whenAlreadyEntered });
			expect(result.error).toBeUndefined();
			expect(jsonOf(result)).toMatchObject([
				{ KeyEmail: 'jane@example.com', ...(whenAlreadyEntered === 'skip' && { existed: false }) },
			]);
			expect(stage.sandbox.accounts()[0]!.participants).toBe(1);
		},
	);

	test('stays refused after an attempt in doubt if they entered long before', async () => {
		await stage.addParticipant('jane@example.com');
		stage.sandbox.advance(48 * 3_600_000);
		stage.sandbox.faults([{ path: ADD, drop: 'before' }]);
		const { error } = await add();
		expect(error?.message).toMatch(/\[AlreadyEntered\]$/);
	});
});

test.each([
	['The participant is duplicated', true],
	['User already exists!', true],
	['You are already registered for this sweepstakes', true],
	['Duplicate field First_Name', false],
	['This group already exists', false],
	['The sweepstakes has already ended', false],
])('the refusal “%s” is about somebody who entered before: %s', async (Message, expected) => {
	stage = await Stage.open();
	stage.sandbox.faults([{ path: ADD, status: 400, body: { Response: false, Message } as IDataObject }]);
	const { error } = await add();
	expect(error?.message.endsWith('[AlreadyEntered]')).toBe(expected);
});
