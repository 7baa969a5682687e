import { computeAmounts } from '../../sandbox/money';
import { UTC_ID } from '../../sandbox/timezones';
import { completeEntry } from '../../tools/sandbox';
import { NOBODY, NOON, openBench, sweepstakesBody, UNHURRIED, UUID, type Bench, type Json } from './harness';

/* Only what differs from the dialect `contract`, which all other files test. */

let bench: Bench;
let token: string;
beforeAll(async () => {
	bench = await openBench({
		dialect: 'reference',
		accounts: [
			{ ...UNHURRIED, entries: { duplicates: 'accept' } },
			{ token: 'other' },
			{ token: 'spent', plan: { MaxApiCallsAllowed: 0 } },
		],
	});
	token = await bench.sweepstakes();
});

const TELEMETRY = {
	DataConsumed: expect.any(Number),
	APICalls: expect.any(Number),
	MaxAPICalls: expect.any(Number),
};

const ADA = {
	KeyEmail: 'ada@example.com',
	KeyPhoneNumber: '+1 (202) 555-0111',
	Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
};
const entry = (changes: Json = {}, sweepstakesToken = token) => ({
	lang: 'en',
	source: 'test',
	sweepstakesToken,
	entryPageFields: completeEntry({ ...ADA, ...changes }),
});
/** @returns the ParticipantToken */
const add = async (changes: Json = {}, sweepstakesToken?: string) =>
	(await bench.ok('/participants/add', entry(changes, sweepstakesToken))).Data.ParticipantToken as string;

describe('Every operation', () => {
	it.each(['/account/health-check', '/account/profile', '/sweepstakes/fetch', '/tools/timezones'])(
		'%s carries Telemetry on success',
		async (path) => {
			expect((await bench.ok(path)).Telemetry).toEqual(TELEMETRY);
		},
	);

	it('answers 400 of /entrypage/update with Code, Help.ExpectedBody and Hint', async () => {
		const { body } = await bench.call('/entrypage/update', { SweepstakesToken: token });
		expect(body).toMatchObject({
			Code: 400,
			Help: { ExpectedBody: { EntryPageHeadline: expect.any(String) } },
			Hint: expect.any(String),
		});
	});

	it('answers other failures with Code', async () => {
		expect((await bench.call('/sweepstakes/pause', { SweepstakesToken: NOBODY })).body).toEqual({
			Response: false,
			Message: expect.any(String),
			Code: 404,
		});
	});

	it('adds Telemetry to the 403 of an exhausted quota', async () => {
		const { status, body } = await bench.call('/participants/add', entry(), { token: 'spent' });
		expect({ status, body }).toMatchObject({ status: 403, body: { Code: 403, Telemetry: TELEMETRY } });
	});

	it('processes one call at a time for each operation, not for all of them', async () => {
		const slow = await openBench({ dialect: 'reference', latencyMs: 40 });
		const paths = ['/account/plan', '/account/plan', '/account/profile'];
		const answers = await Promise.all(paths.map((path) => slow.call(path)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
		expect(answers.find(({ status }) => status === 503)!.body).toEqual({ message: 'Service Unavailable' });
	});
});

describe('Account', () => {
	it('/account/plan answers Usage beside Data', async () => {
		const { Usage, Data } = await bench.ok('/account/plan');
		expect(Usage).toMatchObject({
			Sweepstakes: bench.sandbox.accounts()[0]!.sweepstakes,
			MaxSweepstakes: 1000,
			Participants: expect.any(Number),
			MaxApiCallsPerMinute: 1_000_000,
			MessagingMonth: '2030-01',
			Breakdown: { EntryPageParticipants: expect.any(Number), AmoeParticipants: expect.any(Number) },
		});
		expect(Data.Settings).toMatchObject({ MaxSurveysAllowed: 0, AllowEmailMessaging: false });
	});
});

describe('Sweepstakes', () => {
	it('create answers eight keys', async () => {
		const body = sweepstakesBody();
		const { Data } = await bench.ok('/sweepstakes/create', body);
		expect(Data).toEqual({
			SweepstakesToken: expect.stringMatching(UUID),
			SweepstakesName: body.SweepstakesName,
			SweepstakesType: body.SweepstakesType,
			Handler: body.Handler,
			StartDate: body.StartDate,
			EndDate: body.EndDate,
			Status: true,
			CreationDate: new Date(NOON).toISOString(),
		});
	});

	it('update answers ten keys', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { Data } = await bench.ok('/sweepstakes/update', { SweepstakesToken, EndTime: '21:30' });
		expect(Object.keys(Data)).toHaveLength(10);
		expect(Data).toMatchObject({ SweepstakesToken, StartTime: '08:00', EndTime: '21:30', Status: true });
	});
});

describe('Entry page', () => {
	it('names the key fields by their IDs and describes fields in the other spelling', async () => {
		const { Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: token });
		expect(Data).toMatchObject({ KeyEmail: 'email', KeyPhoneNumber: 'phone' });
		expect(Data.FormFields).toContainEqual({
			Id: 'phone',
			Name: expect.any(String),
			Type: 'usphonenumber',
			Required: true,
			Placeholder: expect.any(String),
		});
		expect(Data.FormFields).toContainEqual(
			expect.objectContaining({ Id: 'shirtsize', Type: 'list', Options: expect.any(Array) }),
		);
		expect(Data.FormFields.map(({ Type }: Json) => Type)).toEqual(
			expect.arrayContaining(['email', 'usphonenumber', 'text', 'birthdate']),
		);
	});
});

describe('Participants', () => {
	it('add answers the ParticipantToken', async () => {
		const { Data } = await bench.ok('/participants/add', entry());
		expect(Data).toEqual({ ParticipantToken: expect.stringMatching(UUID) });
	});

	it.each<[string, Json]>([
		['no KeyEmail', { KeyEmail: undefined }],
		['no KeyPhoneNumber', { KeyPhoneNumber: undefined }],
		['an address of 4 characters', { KeyEmail: 'a@b.' }],
		['an address of 101 characters', { KeyEmail: `${'a'.repeat(60)}@${'b'.repeat(36)}.com` }],
		['a number of 9 digits', { KeyPhoneNumber: '202555011' }],
		['a number of another country', { KeyPhoneNumber: '+44 20 7946 0123' }],
	])('add refuses %s', async (_what, changes) => {
		expect((await bench.call('/participants/add', entry(changes))).status).toBe(400);
	});

	it.each(['lang', 'source'])('add limits the length of %s', async (key) => {
		const most = { lang: 2, source: 100 }[key]!;
		const send = (length: number) =>
			bench.call('/participants/add', { ...entry(), [key]: 'x'.repeat(length) });
		expect([(await send(most)).status, (await send(most + 1)).status]).toEqual([200, 400]);
	});

	it.each(['2025550111', '202-555-0111', '(202) 555 0111', '+12025550111', '1 202 555 0111'])(
		'add stores %s as 10 digits',
		async (KeyPhoneNumber) => {
			await add({ KeyPhoneNumber });
			const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken: token });
			expect(Participants[0].KeyPhoneNumber).toBe('2025550111');
		},
	);

	it('single finds a phone by its 10 digits only', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		await add({}, SweepstakesToken);
		const find = async (KeyPhoneNumber: string) =>
			(await bench.call('/participants/single', { SweepstakesToken, KeyPhoneNumber })).status;
		expect([await find('2025550111'), await find('+12025550111')]).toEqual([200, 404]);
	});

	it('single answers SearchCriteria, the names among EntryPagesFields, and dates without a zone', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const ParticipantToken = await add({}, SweepstakesToken);
		const { Data } = await bench.ok('/participants/single', {
			SweepstakesToken,
			KeyEmail: 'ada@example.com',
		});
		expect(Data.SearchCriteria).toEqual({ KeyEmail: 'ada@example.com' });
		expect(Data.Entries).toEqual([
			{
				ParticipantToken,
				UserToken: expect.stringMatching(UUID),
				SweepstakesToken,
				KeyEmail: 'ada@example.com',
				KeyPhoneNumber: '2025550111',
				BonusEntries: 0,
				CreationDate: '2030-01-15T12:00:00',
				Status: true,
				Collection: 'Participants',
				EntryPagesFields: {
					FirstName: 'Ada',
					LastName: 'Lovelace',
					Email: 'ada@example.com',
					Mobile_Number: '+1 (202) 555-0111',
					Zip_Code: '90210',
				},
			},
		]);
	});

	it.each(['single', 'fetch'])(
		'%s shows an opt-out with OptOutDate, without CreationDate',
		async (operation) => {
			const sweepstakesToken = await bench.sweepstakes();
			const ParticipantToken = await add({}, sweepstakesToken);
			bench.sandbox.placeParticipant({
				SweepstakesToken: sweepstakesToken,
				ParticipantToken,
				Collections: ['OptOuts'],
			});
			const sought = { SweepstakesToken: sweepstakesToken, ParticipantToken };
			const [optOut] =
				operation === 'single'
					? (await bench.ok('/participants/single', sought)).Data.Entries
					: (await bench.ok('/participants/fetch', { sweepstakesToken })).Participants;
			expect(optOut).toMatchObject({ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00' });
			expect(optOut).not.toHaveProperty('CreationDate');
		},
	);
});

describe('Request keys', () => {
	it('are accepted in PascalCase', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { Data } = await bench.ok('/groups/create', { SweepstakesToken, GroupName: 'VIP' });
		const { GroupToken } = Data as Json;
		await bench.ok('/groups/update', { SweepstakesToken, GroupToken, GroupName: 'Guests' });
		expect((await bench.ok('/groups/fetch', { SweepstakesToken })).Count).toBe(2);
		await bench.ok('/groups/delete', { SweepstakesToken, GroupToken });
		const { lang: Lang, source: Source, entryPageFields: EntryPageFields } = entry();
		await bench.ok('/participants/add', { Lang, Source, SweepstakesToken, EntryPageFields });
		const found = await bench.ok('/participants/fetch', { SweepstakesToken, Page: 1, Search: 'ada' });
		expect(found.Pagination.Total).toBe(1);
	});
});

describe('Groups', () => {
	it('update answers the group without UserToken', async () => {
		const sweepstakesToken = await bench.sweepstakes();
		const { Data } = await bench.ok('/groups/create', { sweepstakesToken, groupName: 'VIP' });
		const { UserToken: _, ...group } = Data as Json;
		const renamed = { sweepstakesToken, groupToken: Data.GroupToken, groupName: 'Guests' };
		expect((await bench.ok('/groups/update', renamed)).Data).toEqual({ ...group, GroupName: 'Guests' });
	});
});

describe('Invoices', () => {
	it('are created with 201, the platform fee under another key', async () => {
		const { status, body } = await bench.call('/invoices/create', {
			BillTo: { Name: 'Ada', Email: 'ada@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 100 }],
		});
		expect(status).toBe(201);
		expect(body.Data).toMatchObject({ AmountBeforeFees: 100, PlatformFeeAmount: 2.1, Total: 105.15 });
		expect(body.Data).not.toHaveProperty('ServiceFeeAmount');
	});

	it('gross up the total of a card payment, as in the sample of the reference', () => {
		const amounts = computeAmounts({
			items: [{ Quantity: 1, Rate: 5045.25 }],
			discount: 0,
			taxEnabled: false,
			taxRate: 0,
			cardTotal: 'grossedUp',
			paymentMethod: 'card',
			processingFee: 3,
			merchantFee: 3,
		});
		expect(amounts).toMatchObject({ ServiceFeeAmount: 161.02, MerchantFeeAmount: 161.02, Total: 5367.29 });
	});
});

describe('Winners', () => {
	let populated: string;
	let drawn: string;
	beforeAll(async () => {
		populated = await bench.sweepstakes();
		drawn = await add({ BonusEntries: 1_000_000 }, populated);
		await add({}, populated);
	});

	it('draw needs no number and no group, and includes spam by default', async () => {
		bench.sandbox.placeParticipant({ SweepstakesToken: populated, ParticipantToken: drawn, Spam: true });
		const { Winners } = await bench.ok('/winners/draw', { SweepstakesToken: populated });
		expect(Winners).toMatchObject([{ ParticipantToken: drawn, FirstName: 'Ada', PhoneNumber: '2025550111' }]);
	});

	it('draw of too many answers Help.EligibleParticipants alone', async () => {
		const { status, body } = await bench.call('/winners/draw', {
			SweepstakesToken: populated,
			HowManyWinnersToPick: 2,
		});
		expect({ status, body }).toEqual({
			status: 400,
			body: { Response: false, Message: expect.any(String), Code: 400, Help: { EligibleParticipants: 1 } },
		});
	});

	it('fetch answers date-times without a zone, the draw without seconds', async () => {
		const { Winners } = await bench.ok('/winners/fetch', { SweepstakesToken: populated, ItemsPerPage: 5 });
		expect(Winners).toMatchObject([
			{ ParticipantToken: drawn, OptInDate: '2030-01-15T12:00:00', DrawDateTime: '2030-01-15T12:00' },
		]);
	});

	const drawing = (SweepstakesToken: string) => ({
		SweepstakesToken,
		Group: 'allgroups',
		SelectedAction: 1,
		ScheduleMode: 'schedule',
		HowManyWinnersToPick: 1,
		EndDate: '2030-02-01',
		EndTime: '12:00',
		Timezone: UTC_ID,
	});

	it('fetchscheduled takes POST and refuses GET with 405', async () => {
		await bench.ok('/winners/schedule', drawing(populated));
		const { Drawings, Total } = await bench.ok('/winners/fetchscheduled', { SweepstakesToken: populated });
		expect({ Drawings, Total }).toMatchObject({
			Drawings: [{ DrawingDate: '2030-02-01', CreationDate: '2030-01-15T12:00:00' }],
			Total: 1,
		});
		const query = `/winners/fetchscheduled?sweepstakesToken=${populated}`;
		expect((await bench.call(query, undefined, { method: 'GET' })).status).toBe(405);
	});

	it('deletescheduled needs ScheduleToken; scheduledToken alone is refused', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		await add({}, SweepstakesToken);
		await bench.ok('/winners/schedule', drawing(SweepstakesToken));
		const [{ ScheduleToken }] = (await bench.ok('/winners/fetchscheduled', { SweepstakesToken })).Drawings;
		const remove = async (key: string) => {
			const body = { SweepstakesToken, [key]: ScheduleToken };
			return (await bench.call('/winners/deletescheduled', body, { method: 'DELETE' })).status;
		};
		expect([await remove('scheduledToken'), await remove('ScheduleToken')]).toEqual([400, 200]);
	});

	it.each([
		['POST', '/winners/draw'],
		['POST', '/winners/fetch'],
		['POST', '/winners/schedule'],
		['POST', '/winners/fetchscheduled'],
		['DELETE', '/winners/deletescheduled'],
	])('%s %s answers 403 to another account, and 404 if nobody has the sweepstakes', async (method, path) => {
		const send = async (SweepstakesToken: string) => {
			const body = { ...drawing(SweepstakesToken), ScheduleToken: NOBODY };
			return (await bench.call(path, body, { method, token: 'other' })).status;
		};
		expect([await send(populated), await send(NOBODY)]).toEqual([403, 404]);
	});

	it('other operations answer 404 to another account', async () => {
		const body = { SweepstakesToken: populated };
		expect((await bench.call('/groups/fetch', body, { token: 'other' })).status).toBe(404);
	});
});

describe('Settings and calendar', () => {
	it('sweepstakes/fetch answers the end as ExpirationDate only', async () => {
		const SweepstakesToken = await bench.sweepstakes({ EndDate: '2030-03-01' });
		const { Data } = await bench.ok('/sweepstakes/fetch');
		const { Settings } = Data.find((row: Json) => row.SweepstakesToken === SweepstakesToken);
		expect(Settings).toMatchObject({ StartDate: '2030-01-15', ExpirationDate: '2030-03-01' });
		expect(Settings).not.toHaveProperty('EndDate');
	});

	it('create makes two calendar events, and clone moves both', async () => {
		const own = await openBench({ dialect: 'reference' });
		const body = sweepstakesBody({ CreateInCalendar: true });
		await own.ok('/sweepstakes/create', body);
		await own.ok('/sweepstakes/clone', {
			Handler: body.Handler,
			HandlerNew: 'CLONE',
			SweepstakesName: 'Clone',
			StartDate: '2031-01-01',
			EndDate: '2031-01-31',
			StartTime: '09:00',
			EndTime: '18:00',
		});
		const { Events } = (await own.ok('/calendar/fetch')).Data;
		expect(Events.map((event: Json) => [event.Type, event.EventStartDate, event.EventEndDate])).toEqual([
			['start', '2030-01-15T08:00:00.000Z', '2030-01-15T08:00:00.000Z'],
			['end', '2030-02-15T20:00:00.000Z', '2030-02-15T20:00:00.000Z'],
			['start', '2031-01-01T09:00:00.000Z', '2031-01-01T09:00:00.000Z'],
			['end', '2031-01-31T18:00:00.000Z', '2031-01-31T18:00:00.000Z'],
		]);
	});
});
