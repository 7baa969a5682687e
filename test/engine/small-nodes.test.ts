import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesAccountBilling } from '../../nodes/SweepstakesAccountBilling/SweepstakesAccountBilling.node';
import { SweepstakesReferenceData } from '../../nodes/SweepstakesReferenceData/SweepstakesReferenceData.node';
import { SweepstakesAccountNote } from '../../nodes/SweepstakesAccountNote/SweepstakesAccountNote.node';
import { SweepstakesAdministratorToDo } from '../../nodes/SweepstakesAdministratorToDo/SweepstakesAdministratorToDo.node';
import { inDialects, openStages, reopen, search, stage, testRefusals } from '../support/engine/resource';
import { byId, listJson } from '../support/engine/stage';

openStages();

test('Account › “Get Plan” returns the plan’s limits, whichever of the two documented formats the reply has', async () => {
	const node = new SweepstakesAccount();
	const plan = { MaxInvoicesAllowed: 77 };
	await reopen({ plan });
	const [found] = listJson(await stage.run(node, 'getPlan'));
	expect(Object.keys(found!)).toHaveLength(10);
	expect(found).toMatchObject({ MaxApiCallsPerMinute: 1_000_000, MaxInvoicesAllowed: 77 });
	await reopen({ plan }, 'reference');
	for (const simplify of [true, false]) {
		const usage = { Sweepstakes: 1, MaxInvoices: 77 };
		const expected = simplify ? usage : { Usage: usage };
		expect(listJson(await stage.run(node, 'getPlan', { simplify }))).toMatchObject([expected]);
	}
});

test('Account › “Get Plan” returns the limit, what is used and what is left side by side', async () => {
	const Usage = {
		Invoices: 3,
		MaxInvoices: 77,
		ApiCalls: 900,
		MaxApiCalls: 800,
		MaxApiCallsPerMinute: 150,
		Emails: 5,
		MaxEmails: 0,
		Agents: null,
		MaxAgents: 2,
		MessagingMonth: '2027-01',
		Notes: {},
	};
	stage.answer('/account/plan', { Data: { Name: 'Pro' }, Usage });
	const [found] = listJson(await stage.run(new SweepstakesAccount(), 'getPlan'));
	expect(Object.entries(found!)).toEqual([
		['Name', 'Pro'],
		['MaxInvoices', 77],
		['Invoices', 3],
		['InvoicesLeft', 74],
		['MaxApiCalls', 800],
		['ApiCalls', 900],
		['ApiCallsLeft', 0],
		['MaxApiCallsPerMinute', 150],
		['MaxEmails', 0],
		['Emails', 5],
		['EmailsLeft', 'unlimited'],
		['Agents', null],
		['MaxAgents', 2],
		['MessagingMonth', '2027-01'],
	]);
});

test('Account Billing › “Get Consumption” returns an item per month, or an item per year if the reply has no months', async () => {
	const getConsumption = async () =>
		listJson(await stage.run(new SweepstakesAccountBilling(), 'getConsumption'));
	const [Year, Month] = [expect.any(Number), expect.any(Number)];
	expect(await getConsumption()).toEqual(
		Array(3).fill({ Year, Month, Total: 99, YearTotal: 297, GrandTotal: 297 }),
	);
	const Consumptions = [{ Year: 2030, Total: 5, Months: null }];
	stage.answer('/billing/consumptions', { Data: { GrandTotal: 5, Consumptions } });
	const year = { Year: 2030, YearTotal: 5, GrandTotal: 5 };
	expect(await getConsumption()).toEqual([year]);
});

describe('Reference Data', () => {
	const node = new SweepstakesReferenceData();

	const run = async (operation: string, parameters = {}) =>
		listJson(await stage.run(node, operation, parameters));

	test('looks up the US states of many items with one call, and only the item with an unknown state fails', async () => {
		const items = ['Texas', 'new york', 'tx', 'Texass'].map((state) => ({ state }));
		const parameters = { state: byId('={{ $json.state }}') };
		const options = { items, onError: 'continueErrorOutput' } as const;
		const result = await stage.run(node, 'getStates', parameters, options);
		expect(listJson(result).map(({ Abbreviation }) => Abbreviation)).toEqual(['TX', 'NY', 'TX']);
		expect(stage.paths()).toEqual(['/tools/states']);
		expect(result.errorItems[0]!.json.error).toBe(
			'Item 4: “State” must be the name or abbreviation of a state, but is “Texass”',
		);
	});

	test('finds US states in the picker by their abbreviations', async () => {
		const found = await search(node, 'searchStates', {}, '(n');
		expect(await search(node, 'searchStates')).toHaveLength(53);
		expect(found.map(({ value }) => value)).toEqual(['NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND']);
	});

	test('returns the list of time zones from a reply in another format, even if the list is empty', async () => {
		const zone = { TimezoneId: '7', Timezone: 'Europe/Paris' };
		for (const Zones of [[zone], []]) {
			stage.answer('/tools/timezones', { Zones });
			expect(await run('getTimezones')).toEqual(Zones);
		}
	});

	test('reads as many pages of help articles as needed, even if the articles have no IDs', async () => {
		expect(await run('getHelpArticles', { limit: 3 })).toHaveLength(3);
		expect(stage.paths()).toHaveLength(1);
		expect(await run('getHelpArticles', { returnAll: true })).toHaveLength(12);
		expect(stage.paths()).toHaveLength(2);
		const Documents = [{ DocumentTitle: 'A' }, { DocumentTitle: 'B' }, { DocumentTitle: 'A' }];
		stage.answer('/documentation/fetch', { Data: { Documents, TotalDocuments: 3, TotalPages: 1 } });
		expect(await run('getHelpArticles')).toEqual(Documents);
	});
});

describe('Account Note', () => {
	const node = new SweepstakesAccountNote();

	inDialects(() => {
		test('if the title is taken, the service refuses the note, and the error says that titles must be unique', async () => {
			await stage.api('/notes/create', { Title: 'Printer', Note: 'Flyers' });
			const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
			expect(error?.message).toMatch(/^The service rejected this: .*Printer/);
			expect(error?.description).toMatch(/^The title must be unique within the account\./);
		});
	});
});

describe('Administrator To-Do', () => {
	const node = new SweepstakesAdministratorToDo();

	test('“Create” returns an existing to-do with the same title, and “Update” can complete it and remove its deadline', async () => {
		const fields = { Title: 'Check', Priority: 2, Deadline: '2090-06-01' };
		const { Data } = await stage.api<{ Data: { TodoToken: string } }>('/tickets/createTodo', fields);
		const { TodoToken } = Data;
		const found = listJson(await stage.run(node, 'create', { Title: 'Check' }));
		expect(found).toMatchObject([{ existed: true, TodoToken }]);
		await stage.run(node, 'create', { Title: 'Check', whenTitleExists: 'create' });
		expect(stage.paths()).toEqual(['/tickets/createTodo']);
		const updateFields = { Status: true, removeDeadline: true };
		const changed = listJson(await stage.run(node, 'update', { todo: byId(TodoToken), updateFields }));
		expect(stage.lastBody()).toEqual({ TodoToken, Status: true, Deadline: null });
		expect(changed).toMatchObject([{ Status: 'completed', Priority: 'medium', Deadline: null }]);
	});

	testRefusals(node, 'getMany', {}, [
		[
			{ filters: { dateFrom: '2027-02-01', dateTo: '2027-01-01' } },
			'“Filters › Created Until” must not be before “Created From”',
		],
	]);

	test('a run ends at once if the service refuses to-dos because the account is not an administrator’s', async () => {
		await reopen({ administrator: false });
		const parameters = { Title: 'Check', Priority: 1 };
		const { error } = await stage.run(node, 'create', parameters, { items: [{}, {}] });
		expect(error?.message).toBe(
			'The service does not allow this for your account: Only administrators of the service may use to-dos',
		);
		expect(stage.paths()).toHaveLength(1);
	});
});
