import type { INodeType } from 'n8n-workflow';

import { SweepstakesCampaign } from '../../nodes/SweepstakesCampaign/SweepstakesCampaign.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesEvent } from '../../nodes/SweepstakesEvent/SweepstakesEvent.node';
import { SweepstakesFile } from '../../nodes/SweepstakesFile/SweepstakesFile.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesNote } from '../../nodes/SweepstakesNote/SweepstakesNote.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { SweepstakesSurvey } from '../../nodes/SweepstakesSurvey/SweepstakesSurvey.node';
import { SweepstakesTicket } from '../../nodes/SweepstakesTicket/SweepstakesTicket.node';
import { SweepstakesToDo } from '../../nodes/SweepstakesToDo/SweepstakesToDo.node';
import { answer, bodies, ID, openStages, stage } from './resource';
import { byId } from './stage';

/* How pickers name records, including those with nothing but an ID, and how they search. */

openStages();

const campaign = new SweepstakesCampaign();
const DAY = '2090-06-01T00:00:00.000Z';

interface Picker {
	node: INodeType;
	method: string;
	path: string;
	/** The list in the reply, and the key of its IDs. */
	list: string;
	id: string;
	/** A record and its name. */
	record: object;
	name: string;
	/** The service's search parameter; by default, the picker searches by itself. */
	search?: string;
	/** Whether a longer list is read page by page. */
	isPaged?: false;
	/** Whether the last record comes first. */
	isReversed?: true;
}

const PICKERS: Picker[] = [
	{
		node: campaign,
		method: 'searchCampaigns',
		path: '/messaging/campaigns',
		list: 'Campaigns',
		id: 'CampaignToken',
		record: { Name: 'News', Channel: 'sms', Status: 'paused' },
		name: 'News (sms, paused)',
		search: 'Search',
	},
	{
		node: campaign,
		method: 'searchDrips',
		path: '/messaging/drips',
		list: 'Drips',
		id: 'DripToken',
		record: { Name: 'News', Channel: 'email' },
		name: 'News (email)',
		search: 'Search',
	},
	{
		node: campaign,
		method: 'searchDripContacts',
		path: '/messaging/drip-enrollments',
		list: 'Enrollments',
		id: 'SourceToken',
		record: { SourceType: 'news', EnrolledAt: DAY },
		name: 'news 1, since 2090-06-01',
	},
	{
		node: new SweepstakesCode(),
		method: 'searchCodes',
		path: '/codes/fetch',
		list: 'Codes',
		id: 'CouponToken',
		record: { CouponCode: 'NEWS-1', Status: 'redeemed', AssignedTo: 'ada@example.com' },
		name: 'NEWS-1 (redeemed, ada@example.com)',
		search: 'Search',
	},
	{
		node: new SweepstakesEvent(),
		method: 'searchEvents',
		path: '/calendar/fetch',
		list: 'Events',
		id: 'EventToken',
		record: { EventTitle: 'News', EventStartDate: DAY, EventStartTime: '20:00' },
		name: '2090-06-01 20:00, News',
		isPaged: false,
		isReversed: true,
	},
	{
		node: new SweepstakesFile(),
		method: 'searchFiles',
		path: '/files/fetch',
		list: 'Files',
		id: 'FileToken',
		record: { FileInfo: { Filename: 'news.pdf' }, CreationDate: DAY },
		name: 'news.pdf (2090-06-01)',
	},
	{
		node: new SweepstakesInvoice(),
		method: 'searchInvoices',
		path: '/invoices/fetch',
		list: 'Invoices',
		id: 'InvoiceToken',
		record: { InvoiceNumber: 'NEWS-1', RecipientName: 'Ada', Total: 50, Currency: 'USD', Status: 'paid' },
		name: 'NEWS-1, Ada, 50.00 USD (paid)',
	},
	{
		node: new SweepstakesMessage(),
		method: 'searchSuppressions',
		path: '/messaging/suppressions',
		list: 'Suppressions',
		id: 'AddressHash',
		record: { Address: 'news@example.com', Reason: 'manual' },
		name: 'news@example.com (manual)',
	},
	{
		node: new SweepstakesNote(),
		method: 'searchNotes',
		path: '/notes/fetch',
		list: 'Notes',
		id: 'NoteToken',
		record: { Title: 'News' },
		name: 'News',
		isPaged: false,
	},
	{
		node: new SweepstakesRule(),
		method: 'searchRules',
		path: '/rules/fetch',
		list: 'SecondaryRules',
		id: 'RulesToken',
		record: { Title: 'News', Primary: true, CreationDate: DAY },
		name: 'News (primary, 2090-06-01)',
		isPaged: false,
	},
	{
		node: new SweepstakesSurvey(),
		method: 'searchSurveys',
		path: '/surveys/fetch',
		list: 'Surveys',
		id: 'SurveyToken',
		record: { SurveyName: 'News', SweepstakesName: 'Spring', ResponsesCount: 1, Archived: true },
		name: 'News (Spring, 1 response, archived)',
	},
	{
		node: new SweepstakesTicket(),
		method: 'searchOpenTickets',
		path: '/tickets/fetchOpenTickets',
		list: 'Tickets',
		id: 'CaseNumber',
		record: { Subject: 'News' },
		name: 'News (1)',
		search: 'search',
	},
	{
		node: new SweepstakesToDo(),
		method: 'searchTodos',
		path: '/tickets/fetchTodos',
		list: 'Todos',
		id: 'TodoToken',
		record: { Title: 'News', Status: true },
		name: 'News (completed)',
		search: 'search',
	},
];

describe.each(PICKERS.map((picker) => [picker.method, picker] as const))('%s', (_method, picker) => {
	const { node, method, path, list, id, record, name, search, isPaged = true, isReversed } = picker;
	const records = [{ ...record, [id]: '1' }, { [id]: '2' }];
	const found = { name, value: '1' };
	const bare = { name: expect.stringMatching(/^\(?2\)?$/), value: '2' };

	const pick = async (Pages: object = {}, filter?: string, page?: string) => {
		const Data = { [list]: records, PrimaryRule: null, ...Pages };
		answer(path, { Data });
		const parameters = { sweepstakes: stage.picked, drip: byId(ID), Channel: 'email' };
		return await stage.search(node, method, parameters, filter, page);
	};

	test('names records, one without a name by its ID, and needs no number of pages', async () => {
		const { results, paginationToken } = await pick();
		expect(results).toEqual(isReversed ? [bare, found] : [found, bare]);
		expect(paginationToken).toBeUndefined();
	});

	test(search ? 'lets the service search' : 'searches by itself', async () => {
		const { results } = await pick({}, ' NEWS ');
		if (search) expect(bodies(path)).toMatchObject([{ [search]: 'NEWS' }]);
		else expect(results).toEqual([found]);
	});

	if (isPaged) {
		test('reads a page at a time', async () => {
			const pages = { TotalPages: 2, Pagination: { TotalPages: 2 } };
			expect((await pick(pages)).paginationToken).toBe('2');
			expect((await pick(pages, '', '2')).paginationToken).toBeUndefined();
			const second = bodies(path).at(-1)!;
			expect(Object.entries(second).filter(([key]) => /^page$/i.test(key))).toMatchObject([
				[expect.any(String), 2],
			]);
		});
	}
});
