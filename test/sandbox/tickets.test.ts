import {
	INSTANT,
	knowsItsAccount,
	NOBODY,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, required, text, whole, type Kind } from './kinds';

let bench: Bench;
let newest: Bench;
beforeAll(async () => {
	const accounts = [UNHURRIED, { token: 'other' }];
	bench = await openBench({ accounts });
	newest = await openBench({ accounts, dialect: 'reference' });
});

const TICKET = { Title: 'No messages', Description: 'No winner got one.', Priority: 3 };

/** @returns the ticket as /tickets/create answers it */
const createTicket = async (changes: Json = {}, at = bench): Promise<Json> =>
	(await at.ok('/tickets/create', { ...TICKET, ...changes })).Data;

const newNumber = async (): Promise<string> => (await createTicket()).CaseNumber;

const platform: Kind = { accepts: ['winners', 'SocialMedia'], refuses: ['two words', '', 'a'.repeat(51), 7] };

describe('POST /tickets/create', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/tickets/create',
		status: 201,
		valid: () => TICKET,
	};
	checkFields(contract, {
		Title: required(filledText(200)),
		Description: required(filledText(20_000)),
		Priority: required(whole(1, 3)),
		AssignTo: {
			accepts: ['robin.reyes@example.com', 'alex moore', 'Robin'],
			refuses: ['Nobody', 'alex', 7],
		},
		Platform: platform,
	});

	it('answers token, priority and status in the words of the contract', async () => {
		expect(await createTicket({ AssignTo: 'Robin Reyes', Platform: 'API' })).toEqual({
			TicketToken: expect.stringMatching(UUID),
			CaseNumber: expect.stringMatching(/^[0-9A-F]{7}$/),
			Subject: 'No messages',
			Priority: 'high',
			ResourceAffected: 'api',
			AssignedTo: { FullName: 'Robin Reyes', Email: 'robin.reyes@example.com' },
			CreationDate: expect.stringMatching(INSTANT),
			Status: 'open',
		});
	});

	it('answers a number and the text “Open” as in the reference', async () => {
		const ticket = await createTicket({}, newest);
		expect(ticket).toMatchObject({ Priority: 3, AssignedTo: null, Status: 'Open' });
		expect(ticket).not.toHaveProperty('TicketToken');
	});

	it.each(['contract', 'reference'])(
		'answers the candidates of an unclear AssignTo in %s',
		async (dialect) => {
			const at = dialect === 'contract' ? bench : newest;
			const { status, body } = await at.call('/tickets/create', { ...TICKET, AssignTo: 'Alex' });
			expect({ status, Candidates: body.Candidates }).toEqual({
				status: 400,
				Candidates: [
					{ FullName: 'Alex Miller', Email: 'alex.miller@example.com' },
					{ FullName: 'Alex Moore', Email: 'alex.moore@example.com' },
				],
			});
		},
	);
});

describe.each(['/tickets/fetchOpenTickets', '/tickets/fetchClosedTickets'])('POST %s', (path) => {
	const contract: Contract = { bench: () => bench, path, valid: () => ({}) };
	checkFields(contract, { search: text(), platform, priority: whole(1, 3), page: whole(1) });
});

describe('the lists', () => {
	const list = async (at: Bench, body: Json = {}, path = '/tickets/fetchOpenTickets') =>
		(await at.ok(path, body)).Data;

	it('hold the tickets of the account, newest first, 20 on a page', async () => {
		const own = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		for (let n = 1; n <= 21; n++) await createTicket({ Title: `Ticket ${n}` }, own);
		await own.ok('/tickets/create', TICKET, { token: 'other' });
		const first = await list(own);
		expect(first).toMatchObject({ TotalTickets: 21, Page: 1, Limit: 20, TotalPages: 2 });
		expect(first.Tickets).toHaveLength(20);
		expect(first.Tickets[0]).toMatchObject({ Subject: 'Ticket 21' });
		expect((await list(own, { page: 2 })).Tickets).toMatchObject([{ Subject: 'Ticket 1' }]);
	});

	it('find text in subject and description, a platform and a priority', async () => {
		const own = await openBench({ dialect: 'reference' });
		await createTicket({ Title: 'One', Description: 'Red', Platform: 'api' }, own);
		await createTicket({ Title: 'Two', Description: 'Blue', Priority: 1 }, own);
		const found = async (body: Json) =>
			(await list(own, body)).Tickets.map(({ Subject }: Json) => Subject as string);
		expect(await found({ search: 'RED' })).toEqual(['One']);
		expect(await found({ search: 'two' })).toEqual(['Two']);
		expect(await found({ platform: 'API' })).toEqual(['One']);
		expect(await found({ priority: 1 })).toEqual(['Two']);
	});

	it('show five fields of a ticket, with at most 100 characters of the subject', async () => {
		const own = await openBench({ dialect: 'reference' });
		const { CaseNumber } = await createTicket({ Title: 'x'.repeat(200) }, own);
		expect((await list(own)).Tickets).toEqual([
			{
				CaseNumber,
				Subject: 'x'.repeat(100),
				Date: expect.stringMatching(INSTANT),
				Priority: 3,
				ResourceAffected: 'general',
			},
		]);
	});
});

describe('POST /tickets/fetchSingleTicket', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/tickets/fetchSingleTicket',
		valid: async () => ({ caseNumber: await newNumber() }),
	};
	checkFields(contract, { caseNumber: required({ accepts: [], refuses: ['', 7] }) });
	knowsItsAccount(contract, 'caseNumber');

	it('answers the whole ticket', async () => {
		const { CaseNumber } = await createTicket({}, newest);
		const { Data } = await newest.ok('/tickets/fetchSingleTicket', { CaseNumber });
		expect(Object.keys(Data)).toHaveLength(21);
		expect(Data).toMatchObject({
			CaseNumber,
			Description: 'No winner got one.',
			Status: false,
			CloseDate: null,
			ClosedBy: null,
			Completion: 0,
			Statistics: [{ Action: 'Created' }],
		});
	});

	it('takes the key CaseNumber in the dialect reference, and no other', async () => {
		const { CaseNumber } = await createTicket({}, newest);
		const ask = async (body: Json) => (await newest.call('/tickets/fetchSingleTicket', body)).status;
		expect([await ask({ caseNumber: CaseNumber }), await ask({ CaseNumber })]).toEqual([400, 200]);
	});

	it('names nobody if the account has no profile', async () => {
		const own = await openBench({ accounts: [{ profile: null }] });
		const { CaseNumber } = await createTicket({}, own);
		const { Data } = await own.ok('/tickets/fetchSingleTicket', { caseNumber: CaseNumber });
		expect(Data.AccountInfo).toMatchObject({ FullName: '', Email: '' });
	});
});

describe('POST /tickets/update', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/tickets/update',
		valid: async () => ({ CaseId: await newNumber(), Title: 'Few messages' }),
	};
	checkFields(contract, {
		CaseId: required({ accepts: [], refuses: ['', 7] }),
		Title: filledText(200),
		Description: filledText(20_000),
	});

	it('changes title and description, and answers under Ticket', async () => {
		const CaseId = await newNumber();
		const { Ticket } = await bench.ok('/tickets/update', { CaseId, Title: 'Few messages' });
		expect(Ticket).toMatchObject({ CaseNumber: CaseId, Subject: 'Few messages', Status: 'open' });
		const changed = await bench.ok('/tickets/update', { CaseId, Description: 'Three got one.' });
		expect(changed.Ticket).toMatchObject({ Subject: 'Few messages', Description: 'Three got one.' });
	});

	it('refuses a request without a change, a closed ticket, that of another account, and an unknown one', async () => {
		const CaseId = await newNumber();
		const status = async (body: Json, token?: string) =>
			(await bench.call('/tickets/update', body, { token })).status;
		expect(await status({ CaseId })).toBe(400);
		expect(await status({ CaseId, Title: 'Mine' }, 'other')).toBe(403);
		expect(await status({ CaseId: NOBODY, Title: 'Mine' })).toBe(404);
		await bench.ok('/tickets/resolve', { CaseId });
		expect(await status({ CaseId, Title: 'Late' })).toBe(400);
	});
});

describe.each(['/tickets/resolve', '/tickets/delete'])('POST %s', (path) => {
	const contract: Contract = {
		bench: () => bench,
		path,
		valid: async () => ({ CaseId: await newNumber() }),
	};
	checkFields(contract, { CaseId: required({ accepts: [], refuses: ['', 7] }) });
	knowsItsAccount(contract, 'CaseId');

	it('finds open tickets only', async () => {
		const CaseId = await newNumber();
		await bench.ok('/tickets/resolve', { CaseId });
		expect((await bench.call(path, { CaseId })).status).toBe(404);
	});
});

describe('a resolved ticket', () => {
	it('is closed by the account holder, complete, and in the list of closed ones', async () => {
		const { CaseNumber } = await createTicket({}, newest);
		const { Data } = await newest.ok('/tickets/resolve', { CaseId: CaseNumber });
		expect(Data).toEqual({
			CaseNumber,
			Subject: 'No messages',
			Status: true,
			CloseDate: expect.stringMatching(INSTANT),
			ClosedBy: 'Sam Sandbox',
		});
		const ticket = (await newest.ok('/tickets/fetchSingleTicket', { CaseNumber })).Data;
		expect(ticket).toMatchObject({ Completion: 100, Notes: [{ Id: 1 }] });
		expect(ticket.Statistics).toHaveLength(2);
		const closed = (await newest.ok('/tickets/fetchClosedTickets', {})).Data.Tickets;
		expect(closed).toMatchObject([{ CaseNumber }]);
	});
});

describe('a deleted ticket', () => {
	it('is gone', async () => {
		const CaseId = await newNumber();
		await bench.ok('/tickets/delete', { CaseId });
		expect((await bench.call('/tickets/fetchSingleTicket', { caseNumber: CaseId })).status).toBe(404);
	});
});
