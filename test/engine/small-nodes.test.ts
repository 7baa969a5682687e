import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesBilling } from '../../nodes/SweepstakesBilling/SweepstakesBilling.node';
import { SweepstakesLookup } from '../../nodes/SweepstakesLookup/SweepstakesLookup.node';
import { SweepstakesNote } from '../../nodes/SweepstakesNote/SweepstakesNote.node';
import { SweepstakesToDo } from '../../nodes/SweepstakesToDo/SweepstakesToDo.node';
import { answer, ID, inDialects, lose, openStages, reopen, search, stage, testRefusals } from './resource';
import { byId, jsonOf } from './stage';

openStages();

describe('Account', () => {
	const node = new SweepstakesAccount();
	const plan = { MaxInvoicesAllowed: 77 };

	test('Get Plan returns the limits, whether they are in the plan or in its settings', async () => {
		await reopen({ plan });
		const [found] = jsonOf(await stage.run(node, 'getPlan'));
		expect(Object.keys(found!)).toHaveLength(10);
		expect(found).toMatchObject({ MaxApiCallsPerMinute: 1_000_000, MaxInvoicesAllowed: 77 });
	});

	test.each([true, false])('Get Plan returns the usage, with Simplify %s', async (simplify) => {
		await reopen({ plan }, 'reference');
		const [found] = jsonOf(await stage.run(node, 'getPlan', { simplify }));
		const usage = { Sweepstakes: 1, MaxInvoices: 77 };
		expect(found).toMatchObject({ Name: expect.any(String), ...(simplify ? usage : { Usage: usage }) });
	});
});

describe('Billing', () => {
	const node = new SweepstakesBilling();

	test('Get Consumption returns an item for each month', async () => {
		const items = jsonOf(await stage.run(node, 'getConsumption'));
		const [Year, Month] = [expect.any(Number), expect.any(Number)];
		expect(items).toEqual(Array(3).fill({ Year, Month, Total: 99, YearTotal: 297, GrandTotal: 297 }));
	});

	test('Get Consumption returns a year without months, too', async () => {
		const Consumptions = [{ Year: 2030, Total: 5, Months: null }];
		answer('/billing/consumptions', { Data: { GrandTotal: 5, Consumptions } });
		expect(jsonOf(await stage.run(node, 'getConsumption'))).toEqual([
			{ Year: 2030, YearTotal: 5, GrandTotal: 5 },
		]);
	});
});

describe('Lookup', () => {
	const node = new SweepstakesLookup();

	const run = async (operation: string, parameters = {}) =>
		jsonOf(await stage.run(node, operation, parameters));

	test('states of many items are looked up with one call', async () => {
		const items = ['Texas', 'new york', 'tx'].map((state) => ({ state }));
		const result = await stage.run(node, 'getStates', { state: byId('={{ $json.state }}') }, { items });
		expect(jsonOf(result).map(({ Abbreviation }) => Abbreviation)).toEqual(['TX', 'NY', 'TX']);
		expect(stage.paths()).toEqual(['/tools/states']);
	});

	test('an unknown state fails its item', async () => {
		const { error } = await stage.run(node, 'getStates', { state: byId('Texass') });
		expect(error?.message).toBe('“State” must be the name or abbreviation of a state, but is “Texass”');
	});

	test('the picker finds states by their abbreviations', async () => {
		const found = await search(node, 'searchStates', {}, '(n');
		expect(await search(node, 'searchStates')).toHaveLength(53);
		expect(found.map(({ value }) => value)).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND']);
	});

	test('time zones in a reply of another shape are found, and a reply without any has none', async () => {
		const zone = { TimezoneId: '7', Timezone: 'Europe/Paris' };
		for (const Zones of [[zone], []]) {
			answer('/tools/timezones', { Zones });
			expect(await run('getTimezones')).toEqual(Zones);
		}
	});

	test('Get Help Articles reads only as many pages as needed', async () => {
		expect(await run('getHelpArticles', { limit: 3 })).toHaveLength(3);
		expect(stage.paths()).toHaveLength(1);
		expect(await run('getHelpArticles', { returnAll: true })).toHaveLength(12);
		expect(stage.paths()).toHaveLength(2);
	});

	test('help articles without a token are distinguished by content', async () => {
		const Documents = [{ DocumentTitle: 'A' }, { DocumentTitle: 'B' }, { DocumentTitle: 'A' }];
		answer('/documentation/fetch', { Data: { Documents, TotalDocuments: 3, TotalPages: 1 } });
		expect(await run('getHelpArticles')).toEqual(Documents.slice(0, 2));
	});
});

describe('Note', () => {
	const node = new SweepstakesNote();

	async function createNote(Title: string): Promise<string> {
		const body = { Title, Note: 'Flyers' };
		return (await stage.api<{ Data: { NoteToken: string } }>('/notes/create', body)).Data.NoteToken;
	}

	inDialects(() => {
		test('a title that another note has is refused, and the error says so', async () => {
			await createNote('Printer');
			const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
			expect(error?.message).toMatch(/^The service refused this: .*Printer/);
			expect(error?.description).toMatch(/^The title must be unique within the account\./);
		});
	});

	test('a note that was there before is not mistaken for one whose creation got no answer', async () => {
		await createNote('Printer');
		stage.sandbox.advance(60_000);
		lose('/notes/create', 'before');
		const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
		expect(error?.message).toMatch(/^The service refused this/);
		expect(stage.paths()).toEqual(['/notes/create', '/notes/fetch', '/notes/create', '/notes/fetch']);
	});

	testRefusals(node, 'create', { Title: 'A', Note: 'B' }, [
		[{ Title: 'x'.repeat(101) }, '“Title” must have at most 100 characters'],
		[{ Note: 'x'.repeat(100_001) }, '“Text” must have at most 100000 characters'],
	]);
	testRefusals(node, 'update', { NoteToken: byId(ID) }, [
		[{ updateFields: { Title: '={{ $json.nothing }}' } }, '“Update Fields” must have at least one field'],
	]);
});

describe('To-Do', () => {
	const node = new SweepstakesToDo();

	async function createTodo(Title: string, more: object = {}): Promise<string> {
		const body = { Title, Priority: 2, ...more };
		return (await stage.api<{ Data: { TodoToken: string } }>('/tickets/createTodo', body)).Data.TodoToken;
	}

	const titles = async (parameters: INodeParameters = {}) =>
		jsonOf(await stage.run(node, 'getMany', { returnAll: true, ...parameters })).map(({ Title }) => Title);

	test('a to-do is completed and loses its deadline', async () => {
		const TodoToken = await createTodo('Check', { Deadline: '2090-06-01' });
		const updateFields = { Status: true, removeDeadline: true };
		const [changed] = jsonOf(await stage.run(node, 'update', { todo: byId(TodoToken), updateFields }));
		expect(stage.lastBody()).toEqual({ TodoToken, Status: true, Deadline: null });
		expect(changed).toMatchObject({
			Title: 'Check',
			Status: 'completed',
			Priority: 'medium',
			Deadline: null,
		});
	});

	test('a to-do of the same title is not mistaken for a lost one, and is returned by default', async () => {
		await createTodo('Check');
		stage.sandbox.advance(60_000);
		lose('/tickets/createTodo', 'before');
		await stage.run(node, 'create', { Title: 'Check', whenTitleExists: 'create' });
		expect(await titles()).toEqual(['Check', 'Check']);
		const [existing] = jsonOf(await stage.run(node, 'create', { Title: 'Check' }));
		const [added] = jsonOf(await stage.run(node, 'create', { Title: 'Other' }));
		expect([existing!.existed, added!.existed]).toEqual([true, false]);
		expect(Object.keys(added!)).toEqual(Object.keys(existing!));
		expect(await titles()).toEqual(['Other', 'Check', 'Check']);
	});

	testRefusals(node, 'getMany', {}, [
		[
			{ filters: { dateFrom: '2027-02-01', dateTo: '2027-01-01' } },
			'“Filters › To Date” must not be before “From Date”',
		],
	]);
	testRefusals(node, 'update', { todo: byId(ID) }, [
		[{ updateFields: { Completion: 101 } }, '“Update Fields › Progress (%)” must be at most 100'],
	]);

	test('for an ordinary account, the service refuses to-dos, and the run ends at once', async () => {
		await reopen({ administrator: false });
		const parameters = { Title: 'Check', Priority: 1 };
		const { error } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
		expect(error?.message).toBe(
			'The service does not allow this for your account: Only administrators of the service may use to-dos',
		);
		expect(stage.paths()).toHaveLength(1);
	});
});
