import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesTicket } from '../../nodes/SweepstakesTicket/SweepstakesTicket.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesTicket();

const TICKET = { Title: 'No messages', Description: 'No winner got one.', Priority: 3 };

let stage: Stage;
afterEach(async () => await stage.close());

/** @returns its case number */
async function createTicket(Title: string, more: object = {}): Promise<string> {
	const body = { ...TICKET, Title, ...more };
	return (await stage.api<{ Data: { CaseNumber: string } }>('/tickets/create', body)).Data.CaseNumber;
}

const subjects = async (parameters: INodeParameters = {}) =>
	jsonOf(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(({ Subject }) => Subject);

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates, gets, changes and resolves a ticket, with the same words everywhere', async () => {
		const [created] = jsonOf(await stage.run(node, 'create', TICKET));
		expect(stage.lastBody()).toEqual(TICKET);
		expect(created).toMatchObject({ Subject: 'No messages', Status: 'open', Priority: 'high' });
		expect(Object.keys(created!).slice(0, 2)).toEqual(['CaseNumber', 'Subject']);

		const ticket = byId(created!.CaseNumber as string);
		const [got] = jsonOf(await stage.run(node, 'get', { ticket }));
		expect(got).toMatchObject({
			CaseNumber: created!.CaseNumber,
			Subject: 'No messages',
			Description: 'No winner got one.',
			Status: 'open',
			Priority: 'high',
			Notes: [],
		});
		expect(got).not.toHaveProperty('AccountInfo');

		const change = { ticket, updateFields: { Title: 'Few messages' } };
		expect(jsonOf(await stage.run(node, 'update', change))).toMatchObject([
			{ Subject: 'Few messages', Status: 'open', Priority: 'high' },
		]);
		expect(stage.lastBody()).toEqual({ CaseId: created!.CaseNumber, Title: 'Few messages' });

		expect(await subjects()).toEqual(['Few messages']);
		const [resolved] = jsonOf(await stage.run(node, 'resolve', { ticket }));
		expect(resolved).toMatchObject({ Status: 'closed', CloseDate: expect.any(String) });
		expect([await subjects(), await subjects({ status: 'closed' })]).toEqual([[], ['Few messages']]);
	});

	test('a closed ticket is neither deleted nor changed', async () => {
		const ticket = byId(await createTicket('Old'));
		await stage.run(node, 'resolve', { ticket });
		const deleted = await stage.run(node, 'delete', { ticket });
		expect(deleted.error?.message).toMatch(/^The service refused this: .*not found/);
		const changed = await stage.run(node, 'update', { ticket, updateFields: { Title: 'New' } });
		expect(changed.error?.description).toMatch(/^A closed ticket cannot be changed\./);
	});

	test('a creation without an answer is looked up among the open tickets', async () => {
		stage.sandbox.faults([{ path: '/tickets/create', drop: 'after' }]);
		const Title = 'x'.repeat(200);
		const [created] = jsonOf(await stage.run(node, 'create', { ...TICKET, Title }));
		expect(created).toMatchObject({ CaseNumber: expect.any(String), Subject: 'x'.repeat(100) });
		expect(stage.paths()).toEqual(['/tickets/create', '/tickets/fetchOpenTickets']);
	});

	test('an unclear “Assign To” is refused, and the error names the candidates', async () => {
		const { error } = await stage.run(node, 'create', { ...TICKET, options: { AssignTo: 'alex' } });
		expect(error?.message).toMatch(/^The service refused this: .*alex/);
		expect(error?.description).toContain(
			'Possible: Alex Miller, alex.miller@example.com; Alex Moore, alex.moore@example.com.',
		);
	});
});

describe('the key of the case number', () => {
	test('is caseNumber first', async () => {
		stage = await Stage.open();
		const CaseNumber = await createTicket('Old');
		await stage.run(node, 'get', { ticket: byId(CaseNumber) });
		expect(stage.sandbox.calls().map(({ body }) => body)).toEqual([{ caseNumber: CaseNumber }]);
	});

	test('is not tried under the other name if there is no such ticket', async () => {
		stage = await Stage.open();
		const { error } = await stage.run(node, 'get', { ticket: byId('4F7K2Q9') });
		expect(error).toBeDefined();
		expect(stage.paths()).toHaveLength(1);
	});

	test('refused under both names, the error is that of the first', async () => {
		const body = (Message: string) => ({ Response: false, Code: 400, Message });
		const path = '/tickets/fetchSingleTicket';
		stage = await Stage.open();
		stage.sandbox.faults([
			{ path, status: 400, body: body('No such case.') },
			{ path, status: 400, body: body('caseNumber: Required') },
		]);
		const { error } = await stage.run(node, 'get', { ticket: byId('4F7K2Q9') });
		expect(error?.message).toContain('No such case');
	});

	test('is CaseNumber if the service refuses that with 400', async () => {
		stage = await Stage.open({}, undefined, 'reference');
		const CaseNumber = await createTicket('Old');
		await stage.run(node, 'get', { ticket: byId(CaseNumber) });
		expect(stage.sandbox.calls().map(({ body }) => body)).toEqual([
			{ caseNumber: CaseNumber },
			{ CaseNumber },
		]);
	});

	test('is not tried twice if there is no such ticket', async () => {
		stage = await Stage.open();
		const { error } = await stage.run(node, 'get', { ticket: byId('NOSUCH1') });
		expect(error?.message).toBe('The service refused this: Ticket not found');
		expect(stage.paths()).toHaveLength(1);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('lists all pages, newest first, or up to the limit, and filters', async () => {
		for (let n = 1; n <= 23; n++) await createTicket(`Ticket ${n}`, { Priority: n === 5 ? 1 : 3 });
		const all = await subjects();
		expect(all).toEqual(Array.from({ length: 23 }, (_, index) => `Ticket ${23 - index}`));
		expect(stage.paths()).toHaveLength(2);
		expect(await subjects({ returnAll: false, limit: 2 })).toEqual(['Ticket 23', 'Ticket 22']);
		expect(await subjects({ filters: { priority: 1 } })).toEqual(['Ticket 5']);
		expect(await subjects({ filters: { search: 'TICKET 1', platform: 'api' } })).toEqual([]);
	});

	test('with Simplify off, a ticket comes out as the service sends it', async () => {
		const ticket = byId(await createTicket('Old'));
		const [raw] = jsonOf(await stage.run(node, 'get', { ticket, simplify: false }));
		expect(raw).toHaveProperty('AccountInfo.FullName');
	});

	test('takes a priority by its name, as a spreadsheet has it', async () => {
		await stage.run(node, 'create', { ...TICKET, Priority: '={{ "low" }}' });
		expect(stage.lastBody()).toMatchObject({ Priority: 1 });
	});

	test('the ticket of another account fails its item only', async () => {
		const message = 'You do not have permission to update this ticket.';
		stage.sandbox.faults([
			{ path: '/tickets/update', status: 403, body: { Response: false, Message: message } },
		]);
		const ticket = byId(await createTicket('Old'));
		const parameters = { ticket, updateFields: { Title: '={{ $json.title }}' } };
		const { items, errorItems } = await stage.run(node, 'update', parameters, {
			items: [{ title: 'One' }, { title: 'Two' }],
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			'Item 1: The service refused this: You do not have permission to update this ticket',
		]);
		expect(items.map(({ json }) => json.Subject)).toEqual(['Two']);
	});

	test('candidates may come as text, and what is none is left out', async () => {
		const body = {
			Response: false,
			Message: 'Who?',
			Candidates: ['Alex', { Id: 7 }, { Name: 'Robin', Id: 8 }],
		};
		stage.sandbox.faults([{ path: '/tickets/create', status: 400, body }]);
		const { error } = await stage.run(node, 'create', TICKET);
		expect(error?.description).toBe('Possible: Alex; Robin.');
	});

	test('a locked ticket is not deleted, and the service says why', async () => {
		const body = { Response: false, Message: 'Somebody is working on the ticket.', Code: 409 };
		stage.sandbox.faults([{ path: '/tickets/delete', status: 409, body }]);
		const { error } = await stage.run(node, 'delete', { ticket: byId(await createTicket('Old')) });
		expect(error?.message).toBe('The service refused this: Somebody is working on the ticket');
	});

	test('a ticket that was not resolved is resolved again after a lost call', async () => {
		const ticket = byId(await createTicket('Old'));
		stage.sandbox.faults([{ path: '/tickets/resolve', drop: 'before' }]);
		expect(jsonOf(await stage.run(node, 'resolve', { ticket }))).toMatchObject([{ Status: 'closed' }]);
		expect(stage.paths()).toEqual(['/tickets/resolve', '/tickets/fetchSingleTicket', '/tickets/resolve']);
	});

	test.each<[string, string, INodeParameters, string]>([
		['create', 'no description', { ...TICKET, Description: ' ' }, '“Description” is required'],
		[
			'create',
			'a title of 201 characters',
			{ ...TICKET, Title: 'x'.repeat(201) },
			'“Title” must have at most 200 characters, but has 201',
		],
		[
			'create',
			'a priority that is none',
			{ ...TICKET, Priority: '={{ "urgent" }}' },
			'“Priority” must be one of Low, Medium, High, but is “urgent”',
		],
	])('%s refuses %s before anything is sent', async (operation, _what, parameters, sentence) => {
		expect(await stage.refusal(node, operation, parameters)).toBe(`Item 1: ${sentence}`);
	});

	test('the picker lists open tickets, page by page, and lets the service search', async () => {
		for (let n = 1; n <= 21; n++) await createTicket(`Ticket ${n}`);
		const first = await stage.search(node, 'searchOpenTickets');
		expect(first.results).toHaveLength(20);
		const second = await stage.search(node, 'searchOpenTickets', {}, '', first.paginationToken as string);
		expect(second.results.map(({ name }) => name)).toEqual([expect.stringMatching(/^Ticket 1 \(\w{7}\)$/)]);
		expect(second.paginationToken).toBeUndefined();
		const found = await stage.search(node, 'searchOpenTickets', {}, 'ticket 2');
		expect(found.results).toHaveLength(3);
	});

	test('the picker of Get lists the closed tickets after the open ones', async () => {
		const closed = await createTicket('Solved');
		await stage.run(node, 'resolve', { ticket: byId(closed) });
		const open = await createTicket('New');
		const first = await stage.search(node, 'searchTickets');
		expect(first.results).toEqual([{ name: `New (${open})`, value: open }]);
		const second = await stage.search(node, 'searchTickets', {}, '', first.paginationToken as string);
		expect(second.results).toEqual([{ name: `Solved (${closed}, closed)`, value: closed }]);
		expect(second.paginationToken).toBeUndefined();
	});

	test('the picker needs neither a subject nor the number of pages', async () => {
		const body = { Response: true, Data: { Tickets: [{ CaseNumber: '4F7K2Q9' }] } };
		stage.sandbox.faults([{ path: '/tickets/fetchOpenTickets', body }]);
		const page = await stage.search(node, 'searchOpenTickets');
		expect(page).toEqual({ results: [{ name: '(4F7K2Q9)', value: '4F7K2Q9' }] });
	});

	test('a priority that the API documentation does not know comes out as it is', async () => {
		const Tickets = [{ CaseNumber: '4F7K2Q9', Priority: 4 }];
		const body = { Response: true, Data: { TotalTickets: 1, TotalPages: 1, Tickets } };
		stage.sandbox.faults([{ path: '/tickets/fetchOpenTickets', body }]);
		const items = jsonOf(await stage.run(node, 'getMany'));
		expect(items).toEqual([{ CaseNumber: '4F7K2Q9', Status: 'open', Priority: 4 }]);
	});
});
