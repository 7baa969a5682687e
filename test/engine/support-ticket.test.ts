import { SweepstakesSupportTicket } from '../../nodes/SweepstakesSupportTicket/SweepstakesSupportTicket.node';
import { DIALECTS } from '../../sandbox';
import { inDialects, openStages, reopen, stage, testRefusals } from '../support/engine/resource';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesSupportTicket();

const TICKET = { Title: 'No messages', Description: 'No winner got one.', Priority: 3 };
const OPEN = '/tickets/fetchOpenTickets';

openStages();

async function createTicket(Title: string, more: object = {}): Promise<string> {
	const body = { ...TICKET, Title, ...more };
	return (await stage.api<{ Data: { CaseNumber: string } }>('/tickets/create', body)).Data.CaseNumber;
}

inDialects(() => {
	test('a closed ticket can be neither deleted nor changed', async () => {
		const ticket = byId(await createTicket('Old'));
		await stage.run(node, 'resolve', { ticket });
		const deleted = await stage.run(node, 'delete', { ticket });
		expect(deleted.error?.message).toBe(`“${ticket.value}” was not found in this account`);
		const changed = await stage.run(node, 'update', { ticket, updateFields: { Title: 'New' } });
		expect(changed.error?.description).toMatch(/^A closed ticket cannot be changed\./);
	});

	test('if “Assign To” matches several administrators, the service refuses the ticket, and the error says so', async () => {
		const { error } = await stage.run(node, 'create', { ...TICKET, options: { AssignTo: 'alex' } });
		expect(error?.message).toMatch(/^The service rejected this: .*alex/);
	});
});

describe('when a ticket is read, the request key for its case number', () => {
	const path = '/tickets/fetchSingleTicket';
	const get = async (caseNumber: string) => await stage.run(node, 'get', { ticket: byId(caseNumber) });

	test.each(DIALECTS)('is caseNumber in the dialect %s', async (dialect) => {
		await reopen({}, dialect);
		const caseNumber = await createTicket('Old');
		expect((await get(caseNumber)).error).toBeUndefined();
		expect(stage.bodies()).toEqual([{ caseNumber }]);
	});

	test('changes to CaseNumber if the service refuses caseNumber with 400', async () => {
		await reopen({}, 'reference');
		const CaseNumber = await createTicket('Old');
		const body = { Response: false, Code: 400, Message: 'CaseNumber: Required' };
		stage.sandbox.faults([{ path, status: 400, body }]);
		expect((await get(CaseNumber)).error).toBeUndefined();
		expect(stage.bodies()).toEqual([{ caseNumber: CaseNumber }, { CaseNumber }]);
	});

	test('does not change if the ticket is unknown', async () => {
		expect((await get('NOSUCH1')).error?.message).toBe('“NOSUCH1” was not found in this account');
		expect(stage.paths()).toHaveLength(1);
	});

	test('leads to the service’s first error if the service refuses both spellings', async () => {
		const body = (Message: string) => ({ Response: false, Code: 400, Message });
		stage.sandbox.faults([
			{ path, status: 400, body: body('No such case.') },
			{ path, status: 400, body: body('caseNumber: Required') },
		]);
		expect((await get('4F7K2Q9')).error?.message).toContain('No such case');
	});
});

test('“Create” accepts a priority by its name, as a spreadsheet would have it', async () => {
	const whenTitleExists = 'create';
	await stage.run(node, 'create', { ...TICKET, Priority: '={{ "low" }}', whenTitleExists });
	expect(stage.bodies()).toMatchObject([{ Priority: 1 }]);
});

test('if a ticket belongs to another account, only the item that changes it fails', async () => {
	const Message = 'You do not have permission to update this ticket.';
	stage.answer('/tickets/update', { Response: false, Message }, { status: 403 });
	const id = await createTicket('Old');
	const items = [
		{ id, title: 'One' },
		{ id, title: 'Two' },
	];
	const parameters = { ticket: byId('={{ $json.id }}'), updateFields: { Title: '={{ $json.title }}' } };
	const options = { items, onError: 'continueErrorOutput' } as const;
	const result = await stage.run(node, 'update', parameters, options);
	expect(result.errorItems[0]!.json.error).toBe(
		'Item 1: The service rejected this: You do not have permission to update this ticket',
	);
	expect(listJson(result)).toMatchObject([{ Subject: 'Two' }]);
});

testRefusals(node, 'create', TICKET, [
	[{ Title: 'x'.repeat(201) }, '“Title” must have at most 200 characters'],
	[{ Priority: '={{ "urgent" }}' }, '“Priority” must be one of Low, Medium, High, but is “urgent”'],
]);

test('the picker of “Get” lists closed tickets after open ones', async () => {
	const closed = await createTicket('Solved');
	await stage.run(node, 'resolve', { ticket: byId(closed) });
	const open = await createTicket('New');
	const first = await stage.search(node, 'searchTickets');
	expect(first.results).toEqual([{ name: `New (${open})`, value: open }]);
	const second = await stage.search(node, 'searchTickets', {}, '', first.paginationToken as string);
	expect(second).toEqual({ results: [{ name: `Solved (${closed}, closed)`, value: closed }] });
	stage.answer(OPEN, { Data: { TotalTickets: 2, TotalPages: 2, Tickets: [{ CaseNumber: '4F7K2Q9' }] } });
	expect(await stage.search(node, 'searchTickets', {}, '4F')).toMatchObject({ paginationToken: 'open 2' });
});

test('the picker of “Get” lists closed tickets at once if no ticket is open', async () => {
	const closed = await createTicket('Solved');
	await stage.run(node, 'resolve', { ticket: byId(closed) });
	const found = await stage.search(node, 'searchTickets');
	expect(found).toEqual({ results: [{ name: `Solved (${closed}, closed)`, value: closed }] });
	expect(await stage.search(node, 'searchTickets', {}, 'no such ticket')).toEqual({ results: [] });
});

test('an expression in “Platform” can give a platform that is not in the menu', async () => {
	const created = async (Platform: string) => {
		await stage.run(node, 'create', { ...TICKET, Title: Platform, options: { Platform } });
		return stage.lastBody().Platform;
	};
	expect(await created('={{ "Social Media" }}')).toBe('socialmedia');
	expect(await created('={{ "mobile-app" }}')).toBe('mobile-app');
});
