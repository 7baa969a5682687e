import { fetchFormFields, getForm, hasFormChanged } from '../../../nodes/SweepstakesEntryPage/api/fields';
import { Account } from '../../../nodes/shared/client/account';
import type { Client } from '../../../nodes/shared/client/client';
import { pickPlainSettings } from '../../../nodes/SweepstakesEntryPage/api/settings';
import { openClient } from '../../support/client';

/** Reads an entry form that has these fields. */
const read = async (...FormFields: object[]) =>
	await fetchFormFields(
		{ account: new Account(), call: async () => ({ Data: { FormFields } }) } as never,
		'token',
	);

const NAMED = { Id: 'a', Name: 'Reach me at' };

test.each([
	['usphonenumber', 'KeyPhoneNumber'],
	['Tel', 'KeyPhoneNumber'],
	['email', 'KeyEmail'],
	['telescope', undefined],
	['hotel', undefined],
	['email-list', undefined],
	['voicemail', undefined],
])(
	'if only one field of the entry form has the type %s, the key that fills it is %s',
	async (Type, filledFrom) => {
		const [field] = await read({ ...NAMED, Type });
		expect(field!.filledFrom).toBe(filledFrom);
	},
);

test.each([
	['5046218927', true],
	['15046218927', false],
	['5046218927 ext. 5', false],
	['504-621-8927', false],
])(
	'whether numbers are sent as ten digits if the phone field of the entry form has the placeholder %s: %p',
	async (Placeholder, tenDigits) => {
		const [field] = await read({ ...NAMED, Type: 'tel', Placeholder });
		expect(field!.tenDigits).toBe(tenDigits);
	},
);

test.each([
	['birthdate', '', 'MM/DD/YYYY'],
	['birthdate', 'dd/mm/yyyy', 'DD/MM/YYYY'],
	['date', 'e.g. DD/MM/YYYY', 'DD/MM/YYYY'],
	['date', '', undefined],
	['text', ' MM/DD/YYYY ', 'MM/DD/YYYY'],
	['text', 'MM/DD/YYYY or “unknown”', undefined],
	['text', '', undefined],
])(
	'the date format of a field of the type %s with the placeholder “%s” is %s',
	async (Type, Placeholder, order) => {
		const [field] = await read({ ...NAMED, Type, Placeholder });
		expect(field!.dayOrder).toBe(order);
	},
);

test.each([
	[[{ Type: 'text' }, { Type: 'number' }], 'text'],
	[[{ Type: 'text' }, { Type: 'email' }], 'email'],
])(
	'if fields share a name and therefore a key, one of them is returned: of %j, the %s',
	async (types, kept) => {
		const fields = await read(...types.map((type) => ({ ...NAMED, ...type })), { Name: 'City' });
		expect(fields.map(({ id, type }) => [id, type])).toEqual([
			['Reach_me_at', kept],
			['City', ''],
		]);
	},
);

test('an entry page’s settings are returned without lists and objects, and with colors as hex digits', () => {
	const settings = {
		A: { hexa: '#0A7F3FFF', hex: '#0A7F3F' },
		B: { hex: '#0A7F3F' },
		C: null,
		D: 1,
		E: {},
		F: [],
	};
	expect(pickPlainSettings(settings)).toEqual({ A: '#0A7F3FFF', B: '#0A7F3F', C: null, D: 1 });
});

test('all executions of a process share a form for ten minutes, unless something does not fit it', async () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	let Name = 'Old';
	const call = jest.fn(async () => ({ Data: { FormFields: [{ ...NAMED, Name, Type: 'text' }] } }));
	const account = new Account();
	/** Creates the client of an execution. */
	const create = () => Object.assign(openClient({ transport: jest.fn(), account }), { call }) as Client;
	for (const [ms, calls] of [
		[0, 1],
		[600_000, 1],
		[600_001, 2],
	] as const) {
		now.mockReturnValue(ms);
		expect((await getForm(create(), 'token')).fields).toMatchObject([{ id: 'Old' }]);
		expect(call).toHaveBeenCalledTimes(calls);
	}
	const client = create();
	const form = await getForm(client, 'token');
	Name = 'New';
	expect(await hasFormChanged(client, 'token')).toBe(true);
	expect(form.fields).toMatchObject([{ id: 'New' }]);
	expect(await hasFormChanged(client, 'token')).toBe(false);
	expect(call).toHaveBeenCalledTimes(3);
	expect((await getForm(create(), 'token')).fields).toMatchObject([{ id: 'New' }]);
	expect(await hasFormChanged(create(), 'token')).toBe(false);
	expect(call).toHaveBeenCalledTimes(4);
	now.mockRestore();
});
