import { DIALECTS, type Dialect } from '../../sandbox';
import { UTC_ID } from '../../sandbox/timezones';
import { completeEntry } from '../../tools/sandbox';
import { NOBODY, occupy, openBench, sweepstakesBody, UNHURRIED, type Bench, type Json } from './harness';

/*
 * Differences between the dialects beyond requests and replies (operations.test.ts), and details that real accounts
 * showed.
 */

let bench: Bench;
let token: string;
beforeAll(async () => {
	const accounts = [
		{ ...UNHURRIED, entries: { duplicates: 'accept' as const } },
		{ token: 'spent', plan: { MaxApiCallsAllowed: 0 } },
	];
	bench = await openBench({ dialect: 'reference', accounts });
	token = await bench.sweepstakes();
});

const ADA = {
	KeyEmail: 'ada@example.com',
	KeyPhoneNumber: '+1 (202) 555-0111',
	Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
};
const add = async (changes: Json = {}, sweepstakesToken = token) => {
	const entryPageFields = completeEntry({ ...ADA, ...changes });
	const body = { lang: 'en', source: 'test', sweepstakesToken, entryPageFields };
	return (await bench.data('/participants/add', body)).ParticipantToken as string;
};

describe('In the dialect reference', () => {
	it('the 403 of an exhausted quota and the 404 of a file carry Telemetry', async () => {
		const Telemetry = expect.objectContaining({ APICalls: expect.any(Number) }) as Json;
		const spent = await bench.call('/account/plan', undefined, { token: 'spent' });
		expect(spent).toMatchObject({ status: 403, body: { Code: 403, Telemetry } });
		const { body } = await bench.call('/files/delete', { FileToken: NOBODY });
		expect(body).toMatchObject({ Code: 404, Telemetry });
	});

	it('calls queue for each operation, and the 503 has no envelope', async () => {
		const own = await openBench({ dialect: 'reference' });
		await occupy(own, '/account/plan');
		const busy = { status: 503, body: { message: 'Service Unavailable' } };
		expect(await own.call('/account/plan')).toMatchObject(busy);
		expect(await own.status('/account/profile')).toBe(200);
	});

	it('a 400 of the entry page has Help and Hint', async () => {
		const { body } = await bench.call('/entrypage/update', { SweepstakesToken: token });
		const ExpectedBody = expect.objectContaining({ EntryPageHeadline: expect.any(String) }) as Json;
		expect(body).toMatchObject({ Code: 400, Help: { ExpectedBody }, Hint: expect.any(String) });
	});

	it('a phone number is kept and found as 10 digits', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		await add({}, SweepstakesToken);
		const find = async (KeyPhoneNumber: string) =>
			await bench.status('/participants/single', { SweepstakesToken, KeyPhoneNumber });
		expect([await find('2025550111'), await find('+12025550111')]).toEqual([200, 404]);
	});

	it('one participant has the names among EntryPagesFields, and the search criteria', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		await add({}, SweepstakesToken);
		const sought = { KeyEmail: 'ada@example.com' };
		const { SearchCriteria, Entries } = await bench.data('/participants/single', {
			SweepstakesToken,
			...sought,
		});
		expect(SearchCriteria).toEqual(sought);
		expect(Entries[0].EntryPagesFields).toEqual({
			...{ FirstName: 'Ada', LastName: 'Lovelace', Zip_Code: '90210' },
			...{ Email: ADA.KeyEmail, Mobile_Number: ADA.KeyPhoneNumber },
		});
	});

	it('an opt-out has OptOutDate in place of CreationDate', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const sought = { SweepstakesToken, ParticipantToken: await add({}, SweepstakesToken) };
		bench.sandbox.placeParticipant({ ...sought, Collections: ['OptOuts'] });
		const { Entries } = await bench.data('/participants/single', sought);
		const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken: SweepstakesToken });
		for (const optOut of [Entries[0], Participants[0]] as Json[]) {
			expect(optOut).toMatchObject({ Collection: 'OptOuts', OptOutDate: '2030-01-15T12:00:00' });
			expect(optOut).not.toHaveProperty('CreationDate');
		}
	});

	it('request keys may be in PascalCase', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { GroupToken } = await bench.data('/groups/create', { SweepstakesToken, GroupName: 'VIP' });
		await bench.ok('/groups/update', { SweepstakesToken, GroupToken, GroupName: 'Guests' });
		expect((await bench.ok('/groups/fetch', { SweepstakesToken })).Count).toBe(2);
		await bench.ok('/groups/delete', { SweepstakesToken, GroupToken });
		const EntryPageFields = completeEntry(ADA);
		await bench.ok('/participants/add', { Lang: 'en', Source: 'test', SweepstakesToken, EntryPageFields });
		const found = await bench.ok('/participants/fetch', { SweepstakesToken, Page: 1, Search: 'ada' });
		expect(found.Pagination.Total).toBe(1);
	});

	it('a draw needs no number and no group, includes spam, and says how many are eligible', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const ParticipantToken = await add({}, SweepstakesToken);
		bench.sandbox.placeParticipant({ SweepstakesToken, ParticipantToken, Spam: true });
		const { Winners } = await bench.ok('/winners/draw', { SweepstakesToken });
		expect(Winners).toMatchObject([{ ParticipantToken, PhoneNumber: '2025550111' }]);
		const { body } = await bench.call('/winners/draw', { SweepstakesToken });
		expect(body).toMatchObject({ Code: 400, Help: { EligibleParticipants: 0 } });
		expect(Object.keys(body.Help as Json)).toEqual(['EligibleParticipants']);
	});

	it('a drawing is deleted by ScheduleToken, and not by scheduledToken', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		bench.sandbox.fill(SweepstakesToken, 1);
		const time = { EndDate: '2030-02-01', EndTime: '12:00', Timezone: UTC_ID };
		const order = {
			Group: 'allgroups',
			SelectedAction: 1,
			ScheduleMode: 'schedule',
			HowManyWinnersToPick: 1,
		};
		await bench.ok('/winners/schedule', { SweepstakesToken, ...order, ...time });
		const { Drawings } = await bench.ok('/winners/fetchscheduled', { SweepstakesToken });
		const remove = async (key: string) => {
			const body = { SweepstakesToken, [key]: Drawings[0].ScheduleToken };
			return await bench.status('/winners/deletescheduled', body, { method: 'DELETE' });
		};
		expect([await remove('scheduledToken'), await remove('ScheduleToken')]).toEqual([400, 200]);
	});

	it('a sweepstakes makes two calendar events, and a clone moves both', async () => {
		const own = await openBench({ dialect: 'reference' });
		const body = sweepstakesBody({ CreateInCalendar: true });
		await own.ok('/sweepstakes/create', body);
		const dates = { StartDate: '2031-01-01', EndDate: '2031-01-31', StartTime: '09:00', EndTime: '18:00' };
		await own.ok('/sweepstakes/clone', {
			Handler: body.Handler,
			HandlerNew: 'CLONE',
			SweepstakesName: 'C',
			...dates,
		});
		const { Events } = await own.data('/calendar/fetch');
		const moments = Events.map(
			(event: Json) => [event.Type, event.EventStartDate, event.EventEndDate] as string[],
		);
		const moment = (type: string, at: string) => [type, `${at}:00.000Z`, `${at}:00.000Z`];
		expect(moments).toEqual([
			moment('start', '2030-01-15T08:00'),
			moment('end', '2030-02-15T20:00'),
			moment('start', '2031-01-01T09:00'),
			moment('end', '2031-01-31T18:00'),
		]);
	});
});

describe('An account', () => {
	it.each<[Dialect, Dialect]>([
		['contract', 'reference'],
		['reference', 'contract'],
	])('in the dialect %s can spell form fields as in %s', async (dialect, formSpelling) => {
		const own = await openBench({ dialect, accounts: [{ formSpelling }] });
		const page = await own.data('/entrypage/fields', { SweepstakesToken: await own.sweepstakes() });
		const [key, email] = formSpelling === 'contract' ? ['FieldName', 'Email'] : ['Name', 'email'];
		expect([key in page.FormFields[0], page.KeyEmail]).toEqual([true, email]);
	});

	it.each(DIALECTS)('in the dialect %s can keep phone numbers as sent, or as 10 digits', async (dialect) => {
		const KeyPhoneNumber = '+1 (202) 555-0111';
		const keptAs = async (phones?: 'asSent' | 'tenDigits') => {
			const own = await openBench({ dialect, accounts: [{ kept: { phones } }] });
			const sweepstakesToken = await own.sweepstakes();
			await own.participant(sweepstakesToken, { KeyPhoneNumber });
			return (await own.ok('/participants/fetch', { sweepstakesToken })).Participants[0]
				.KeyPhoneNumber as string;
		};
		expect([await keptAs('asSent'), await keptAs('tenDigits')]).toEqual([KeyPhoneNumber, '2025550111']);
		expect(await keptAs()).toBe(dialect === 'contract' ? KeyPhoneNumber : '2025550111');
	});

	it('can keep names in another form, at any depth', async () => {
		const own = await openBench({ accounts: [{ kept: { texts: ['escaped'] } }] });
		const sweepstakesToken = await own.sweepstakes({ SweepstakesName: 'You & Me' });
		await own.participant(sweepstakesToken, { Fields: { First_Name: 'Ada & Bob' } });
		expect(await own.data('/sweepstakes/fetch')).toMatchObject([{ SweepstakesName: 'You &amp; Me' }]);
		const { Participants } = await own.ok('/participants/fetch', { sweepstakesToken });
		expect(Participants[0].FirstName).toBe('Ada &amp; Bob');
	});
});
