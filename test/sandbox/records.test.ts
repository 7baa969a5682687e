import { DIALECTS } from '../../sandbox';
import {
	DAY,
	MINUTE,
	openBench,
	TODAY,
	TOMORROW,
	UNHURRIED,
	YESTERDAY,
	type Bench,
	type Json,
} from './harness';

/* The smaller resources: account, notes, tickets, to-dos, calendar, files, and constant data. */

let bench: Bench;
beforeEach(async () => {
	bench = await openBench({
		accounts: [
			{ ...UNHURRIED, administrator: true },
			{ token: 'other', administrator: true },
			{ token: 'bare', profile: null, business: null },
			{ token: 'narrow', apiDomains: ['shop.example.com'] },
		],
	});
});
afterEach(async () => await bench.close());

const titlesOf = (rows: Json[]) => rows.map(({ Title, Subject }) => (Title ?? Subject) as string);

describe('An account', () => {
	it('has the values of the accounts file', async () => {
		const profile = { Nickname: 'Kay', ProfileData: { City: 'Oslo' } };
		const plan = { Name: 'Gold', MaxApiCallsPerMinute: 7, MaxInvoicesAllowed: 3 };
		const own = await openBench({ accounts: [{ profile, business: { EIN: '12-3' }, plan }] });
		expect(await own.data('/account/profile')).toMatchObject(profile);
		expect((await own.data('/account/business')).EIN).toBe('12-3');
		const { Name, Settings } = await own.data('/account/plan');
		expect({ Name, ...Settings }).toMatchObject(plan);
	});

	it('may lack profile and business, has a limit of 150 calls, and needs the wildcard for its plan', async () => {
		const token = 'bare';
		expect(await bench.status('/account/profile', undefined, { token })).toBe(404);
		expect(await bench.status('/account/business', undefined, { token })).toBe(404);
		const { Settings } = await bench.data('/account/plan', undefined, { token });
		expect(Settings.MaxApiCallsPerMinute).toBe(150);
		expect(await bench.status('/account/plan', undefined, { token: 'narrow' })).toBe(403);
	});
});

describe('Notes', () => {
	const create = async (Title: string) => await bench.data('/notes/create', { Title, Note: 'Flyers' });
	const update = async (note: Json, changes: Json) =>
		await bench.status('/notes/update', { NoteToken: note.NoteToken, ...changes });

	it('have titles that are unique in the account', async () => {
		const [first, second] = [await create('One'), await create('Two')];
		expect(await bench.status('/notes/create', { Title: 'Two', Note: 'x' })).toBe(400);
		expect(await bench.status('/notes/create', { Title: 'Two', Note: 'x' }, { token: 'other' })).toBe(201);
		expect([await update(first, { Title: 'Two' }), await update(second, { Title: 'Two' })]).toEqual([
			400, 200,
		]);
		expect(await update(first, {})).toBe(400);
	});

	it('are listed newest first, with their changes', async () => {
		const [first] = [await create('One'), await create('Two')];
		await update(first, { Pinned: true });
		const { Notes } = await bench.data('/notes/fetch');
		expect(Notes).toMatchObject([{ Title: 'Two' }, { Title: 'One', Note: 'Flyers', Pinned: true }]);
		const { NoteToken } = first;
		expect(await bench.data('/notes/single', { NoteToken })).toEqual(Notes[1]);
		expect(await bench.status('/notes/delete', { NoteToken })).toBe(200);
		expect(await bench.status('/notes/delete', { NoteToken })).toBe(404);
	});
});

describe('Tickets', () => {
	const TICKET = { Title: 'No messages', Description: 'No winner got one.', Priority: 3 };
	const create = async (changes: Json = {}, at = bench) =>
		await at.data('/tickets/create', { ...TICKET, ...changes });
	const list = async (at: Bench, body: Json = {}, path = '/tickets/fetchOpenTickets') =>
		await at.data(path, body);

	it.each([
		['robin.reyes@example.com', 'Robin Reyes'],
		['alex moore', 'Alex Moore'],
		['Robin', 'Robin Reyes'],
	])('are assigned to %s', async (AssignTo, FullName) => {
		expect((await create({ AssignTo })).AssignedTo).toMatchObject({ FullName });
	});

	it.each(DIALECTS)('answer the candidates of an unclear AssignTo in %s', async (dialect) => {
		const at = await openBench({ dialect });
		const { status, body } = await at.call('/tickets/create', { ...TICKET, AssignTo: 'Alex' });
		expect([status, body.Candidates]).toMatchObject([
			400,
			[{ FullName: 'Alex Miller' }, { FullName: 'Alex Moore' }],
		]);
	});

	it('are found by text, platform and priority', async () => {
		await create({ Title: 'One', Description: 'Red', Platform: 'API' });
		await create({ Title: 'Two', Description: 'Blue', Priority: 1 });
		const found = async (body: Json) => titlesOf((await list(bench, body)).Tickets as Json[]);
		expect([await found({ search: 'RED' }), await found({ search: 'two' })]).toEqual([['One'], ['Two']]);
		expect([await found({ platform: 'api' }), await found({ priority: 1 })]).toEqual([['One'], ['Two']]);
	});

	it('can be changed only while open, by their account', async () => {
		const { CaseNumber: CaseId } = await create();
		const update = async (changes: Json) => await bench.call('/tickets/update', { CaseId, ...changes });
		expect((await update({ Title: 'Few' })).body.Ticket).toMatchObject({ Subject: 'Few', Status: 'open' });
		const { Ticket } = (await update({ Description: 'Three got one.' })).body;
		expect(Ticket).toMatchObject({ Subject: 'Few', Description: 'Three got one.' });
		expect((await update({})).status).toBe(400);
		await bench.ok('/tickets/resolve', { CaseId });
		expect((await update({ Title: 'Late' })).status).toBe(400);
	});

	it.each(DIALECTS)('are closed by the account holder, once, in %s', async (dialect) => {
		const own = await openBench({ dialect });
		const { CaseNumber } = await create({}, own);
		own.sandbox.lockTicket(CaseNumber as string);
		for (const path of ['/tickets/resolve', '/tickets/delete'])
			expect(await own.status(path, { CaseId: CaseNumber })).toBe(409);
		own.sandbox.lockTicket(CaseNumber as string, false);
		await own.ok('/tickets/resolve', { CaseId: CaseNumber });
		const key = dialect === 'contract' ? 'caseNumber' : 'CaseNumber';
		const closed = await own.data('/tickets/fetchSingleTicket', { [key]: CaseNumber });
		expect(closed).toMatchObject({ Completion: 100, Notes: [{ Id: 1 }], ClosedBy: 'Sam Sandbox' });
		expect(closed.Statistics).toMatchObject([{ Action: 'Created' }, { Action: 'Resolved' }]);
		expect((await list(own)).Tickets).toEqual([]);
		expect((await list(own, {}, '/tickets/fetchClosedTickets')).Tickets).toMatchObject([{ CaseNumber }]);
		for (const path of ['/tickets/resolve', '/tickets/delete'])
			expect(await own.status(path, { CaseId: CaseNumber })).toBe(404);
	});

	it('can be deleted, and have no name if the account has no profile', async () => {
		const { CaseNumber } = await bench.data('/tickets/create', TICKET, { token: 'bare' });
		const read = async () =>
			await bench.call('/tickets/fetchSingleTicket', { caseNumber: CaseNumber }, { token: 'bare' });
		expect((await read()).body.Data.AccountInfo).toMatchObject({ FullName: '', Email: '' });
		await bench.ok('/tickets/delete', { CaseId: CaseNumber }, { token: 'bare' });
		expect((await read()).status).toBe(404);
	});
});

it.each([
	// Subjects are short.
	['/tickets/create', '/tickets/fetchOpenTickets', 'Tickets', 100],
	['/tickets/createTodo', '/tickets/fetchTodos', 'Todos', 200],
])('%s: the list is for its account, newest first, 20 on a page', async (create, fetch, Records, length) => {
	const body = (n: number) => ({ Title: `${n} `.padEnd(200, 'x'), Description: 'x', Priority: 2 });
	for (let n = 1; n <= 21; n++) await bench.ok(create, body(n));
	await bench.ok(create, body(0), { token: 'other' });
	const first = await bench.data(fetch);
	expect(first).toMatchObject({ [`Total${Records}`]: 21, Page: 1, Limit: 20, TotalPages: 2 });
	expect(first[Records]).toHaveLength(20);
	expect(titlesOf(first[Records] as Json[])[0]).toBe('21 '.padEnd(length, 'x'));
	expect(first[Records][0]).not.toHaveProperty('Completion');
	expect((await bench.data(fetch, { page: 2 }))[Records]).toHaveLength(1);
});

describe('To-dos', () => {
	const create = async (changes: Json) =>
		await bench.data('/tickets/createTodo', { Title: 'Check', Priority: 2, ...changes });
	const fetch = async (body: Json) => await bench.data('/tickets/fetchTodos', body);

	it('are found by each filter', async () => {
		const { TodoToken } = await create({ Title: 'One', Description: 'Red', Pin: true, Priority: 1 });
		await create({ Title: 'Two', ResourceAffected: 'blog' });
		await bench.ok('/tickets/updateTodo', { TodoToken, Status: true });
		bench.sandbox.advance(20 * DAY);
		await create({ Title: 'Three' });
		const found = async (body: Json) => titlesOf((await fetch(body)).Todos as Json[]).join(' ');
		expect(await found({ search: 'red' })).toBe('One');
		expect(await found({ status: 'completed' })).toBe('One');
		expect(await found({ status: 'pending' })).toBe('Three Two');
		expect(await found({ priority: 1 })).toBe('One');
		expect(await found({ resource: 'blog' })).toBe('Two');
		expect(await found({ pinned: true })).toBe('One');
		expect(await found({ dateFrom: '2030-01-16' })).toBe('Three');
		expect(await found({ dateTo: '2030-01-16' })).toBe('Two One');
		expect(await found({ year: 2030, month: 2 })).toBe('Three');
		expect(await found({ year: 2030 })).toBe('Three Two One');
		expect(await found({ year: 2029 })).toBe('');
		expect(await found({ year: 2029, dateFrom: '2030-01-16' })).toBe('Three');
	});

	it('keep unsent fields, and can lose their deadline', async () => {
		const { TodoToken, Deadline } = await create({ Deadline: TOMORROW });
		expect(Deadline).toBe(`${TOMORROW}T00:00:00.000Z`);
		const changed = await bench.data('/tickets/updateTodo', { TodoToken, Deadline: null, Completion: 50 });
		expect(changed).toMatchObject({ Title: 'Check', Deadline: null, Completion: 50 });
		await bench.ok('/tickets/deleteTodo', { TodoToken });
		expect(await bench.status('/tickets/deleteTodo', { TodoToken })).toBe(404);
	});
});

describe('Calendar', () => {
	const event = (changes: Json = {}) => ({
		...{ EventTitle: 'Opening', EventStartDate: TOMORROW, EventEndDate: TOMORROW },
		...changes,
	});
	const create = async (changes: Json = {}) => await bench.data('/calendar/create', event(changes));
	const update = async (EventToken: unknown, changes: Json) =>
		await bench.status('/calendar/update', { EventToken, ...changes }, { method: 'PUT' });
	const read = async (EventToken: unknown) => await bench.data('/calendar/single', { EventToken });

	it('lists the events of the account by start', async () => {
		await create();
		await bench.sweepstakes({ CreateInCalendar: true });
		await bench.ok('/calendar/create', event(), { token: 'other' });
		const { TotalEvents, Events } = await bench.data('/calendar/fetch');
		const starts = Events.map(({ EventStartDate }: Json) => EventStartDate as string) as string[];
		expect([TotalEvents, starts]).toEqual([2, ['2030-01-15T08:00:00.000Z', '2030-01-16T00:00:00.000Z']]);
		const { Type: _, ChecklistId: __, ...shown } = Events[1] as Json;
		expect(await read(shown.EventToken)).toEqual(shown);
	});

	it('shows the sent fields, every event as private, and whole days without times', async () => {
		const given = { EventColor: '#FF0000', PeopleInvolved: ['Ada'], Notification: { Frequency: 1 } };
		const { EventToken } = await create({ ...given, PrivateEvent: false });
		expect(await read(EventToken)).toMatchObject({ ...given, PrivateEvent: true, SweepstakesToken: '' });
		await update(EventToken, { EventStartDate: '2030-02-01', EventEndTime: '10:00', EventTitle: 'Finale' });
		expect(await read(EventToken)).toMatchObject({
			...{ ...given, EventTitle: 'Finale' },
			...{ EventStartDate: '2030-02-01T00:00:00.000Z', EventEndDate: '2030-01-16T10:00:00.000Z' },
		});
	});

	it('refuses an event in the past, and leaves a past one unchanged', async () => {
		const at = async (EventStartDate: string, EventStartTime: string) =>
			await bench.status('/calendar/create', event({ EventStartDate, EventStartTime }));
		expect([await at(YESTERDAY, '23:59'), await at(TODAY, '11:59'), await at(TODAY, '12:00')]).toEqual([
			400, 400, 201,
		]);
		const { EventToken } = await create();
		expect(await update(EventToken, { EventStartDate: YESTERDAY })).toBe(400);
		bench.sandbox.advance(3 * DAY);
		expect(await update(EventToken, { Completed: true })).toBe(200);
	});

	it('has events of a sweepstakes of the account, which go with it', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const { EventToken } = await create({ SweepstakesToken });
		const stranger = { token: 'other' };
		expect(await bench.status('/calendar/create', event({ SweepstakesToken }), stranger)).toBe(404);
		expect((await read(EventToken)).SweepstakesToken).toBe(SweepstakesToken);
		await bench.ok('/sweepstakes/delete', { SweepstakesToken });
		expect(await bench.status('/calendar/single', { EventToken })).toBe(404);
	});
});

describe('Files', () => {
	const MB = 1024 * 1024;
	const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64');
	const uploadBody = (changes: Json = {}) => ({
		...{ Filename: 'a.txt', MimeType: 'text/plain', FileData: Buffer.from('content').toString('base64') },
		...changes,
	});
	const upload = async (changes: Json = {}) => await bench.data('/files/upload', uploadBody(changes));

	it.each([
		[10 * MB, 200],
		[10 * MB + 1, 400],
		[12 * MB, 413],
	])('of %d bytes are answered with %d', async (bytes, status) => {
		expect(await bench.status('/files/upload', uploadBody({ FileData: zeros(bytes) }))).toBe(status);
	});

	it('have plain names in one category, newest first, for their account alone', async () => {
		const first = await upload({ Filename: 'Règles (1).txt' });
		expect(first).toMatchObject({ Filename: 'Regles__1_.txt', Size: 7 });
		const { FileToken, CategoryToken } = await upload();
		expect(CategoryToken).toBe(first.CategoryToken);
		const { Files, Categories, Pagination } = await bench.data('/files/fetch', { Limit: 1 });
		expect([Files, Categories.length]).toMatchObject([[{ FileToken, CategoryToken }], 1]);
		expect(Pagination).toEqual({ Page: 1, Limit: 1, TotalFiles: 2, TotalPages: 2 });
		const other = await bench.data('/files/fetch', {}, { token: 'other' });
		expect(other).toMatchObject({ Files: [], Categories: [] });
	});

	it.each(DIALECTS)('with a name in use are refused with the token of the file, in %s', async (dialect) => {
		const there = await openBench({ dialect });
		const { FileToken } = await there.data('/files/upload', uploadBody());
		const { status, body } = await there.call('/files/upload', uploadBody());
		const Code = dialect === 'contract' ? 409 : undefined;
		expect({ status, ...body, Message: '' }).toEqual({
			...{ status: 409, Response: false, Message: '', ExistingFileToken: FileToken },
			...(Code && { Code }),
		});
	});

	it('keep to the storage of the plan, which deletion frees, and the name', async () => {
		bench = await openBench({ accounts: [{ plan: { MaxStorageSize: 1 } }] });
		const large = { FileData: zeros(0.75 * MB) };
		const { FileToken, SizeMB } = await upload(large);
		const storage = async () => (await bench.data('/files/fetch')).Storage as Json;
		expect([SizeMB, await storage()]).toEqual([0.75, { UsedMB: 0.75, MaxMB: 1, RemainingMB: 0.25 }]);
		expect(await bench.status('/files/upload', uploadBody({ ...large, Filename: 'b.txt' }))).toBe(400);
		await bench.ok('/files/delete', { FileToken });
		expect(await storage()).toMatchObject({ UsedMB: 0 });
		await upload(large);
	});

	it('have an address until it expires or they are deleted', async () => {
		const { FileToken, Filename } = await upload({ MimeType: 'text/csv' });
		const address = { FileToken, Mode: 'download', ExpiresIn: 60 };
		const { Url, ExpiresAt } = await bench.data('/files/getFileUrl', address);
		expect(ExpiresAt).toBe(new Date(bench.sandbox.now() + MINUTE).toISOString());
		const file = await fetch(Url as string);
		expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
		expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${Filename}"`);
		expect(await file.text()).toBe('content');
		expect((await fetch(Url as string, { headers: { authorization: 'Bearer x' } })).status).toBe(400);
		bench.sandbox.advance(MINUTE);
		expect((await fetch(Url as string)).status).toBe(403);
		const { Url: preview } = await bench.data('/files/getFileUrl', { FileToken });
		expect((await fetch(preview as string)).headers.get('content-disposition')).toMatch(/^inline/);
		await bench.ok('/files/delete', { FileToken });
		expect((await fetch(preview as string)).status).toBe(404);
	});

	it('are shared each time they are sent, up to 5 MB', async () => {
		const RecipientEmail = 'ada@example.com';
		const send = async (name: string, bytes: number) => {
			const { FileToken } = await upload({ Filename: name, FileData: zeros(bytes) });
			return await bench.status('/files/send', { FileToken, RecipientEmail });
		};
		expect([await send('b.txt', 5 * MB), await send('c.txt', 5 * MB + 1)]).toEqual([200, 400]);
		const { Files } = await bench.data('/files/fetch');
		expect(Files).toMatchObject([
			{ SharedTo: [] },
			{ SharedTo: [{ Method: 'email', Recipient: RecipientEmail }] },
		]);
	});
});

describe('Constant data', () => {
	it('time zones are listed by TimezoneId, with their offset of today', async () => {
		const { TotalTimezones, Timezones } = await bench.data('/tools/timezones');
		expect(Timezones).toHaveLength(TotalTimezones as number);
		const ids = Timezones.map(({ TimezoneId }: Json) => TimezoneId as number) as number[];
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
		const newYork = expect.objectContaining({ Timezone: 'America/New_York', OffSet: '-0500' }) as Json;
		const kolkata = { Timezone: 'Asia/Kolkata', Abbreviation: 'IST', OffSet: '+0530', Utc: ['Asia/Kolkata'] };
		expect(Timezones).toEqual(expect.arrayContaining([newYork, expect.objectContaining(kolkata)]));
		bench.sandbox.advance(180 * DAY);
		expect((await bench.data('/tools/timezones')).Timezones).not.toContainEqual(newYork);
	});

	it.each<[string, Json, Json]>([
		['countries', { search: 'alemania' }, { NameEnglish: 'Germany', DialCode: '+49', Abbreviation: 'DE' }],
		['zipcodes', { search: 'AUSTIN' }, { ZipCode: '78701', City: 'Austin', State: 'TX' }],
		['areacodes', { search: '787' }, { Code: '787', State: 'PR' }],
	])('%s are found by any of their words', async (name, search, found) => {
		const { TotalResults, ...list } = await bench.data(`/tools/${name}`, search);
		expect([TotalResults, ...Object.values(list)]).toMatchObject([1, [found]]);
	});

	it('states are listed by name, countries ten at most', async () => {
		const { States } = await bench.data('/tools/states');
		const names = States.map(({ Name }: Json) => Name as string) as string[];
		expect([names.length, names]).toEqual([53, [...names].sort()]);
		expect((await bench.data('/tools/countries')).Countries).toHaveLength(10);
	});

	it('help articles are paged and searched in titles and texts', async () => {
		const { Documents, ...page } = await bench.data('/documentation/fetch', { page: 3 });
		expect(page).toEqual({
			...{
				TotalDocuments: 12,
				CurrentPage: 3,
				TotalPages: 3,
				Limit: 5,
				HasNextPage: false,
				HasPrevPage: true,
			},
		});
		expect(Documents).toHaveLength(2);
		const found = (await bench.data('/documentation/fetch', { search: 'WINNER' })).Documents as Json[];
		expect(found.map(({ DocumentTitle }) => DocumentTitle as string)).toEqual([
			'Drawing winners',
			'Invoices',
		]);
	});
});
