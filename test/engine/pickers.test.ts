import { ACTION_NODES } from '../support/engine/nodes';
import { openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId } from '../support/engine/stage';

/* These tests check how pickers name records, including records that have only an ID, and how they search. */

openStages();

const DAY = '2090-06-01T00:00:00.000Z';

interface Picker {
	/** A record for the picker to show, and the name that it must have. */
	record: object;
	name: string;
	/** The request that the picker sends. */
	asks?: object;
	/** The service's search parameter. Without one, the picker searches the list itself. */
	search?: string;
	/** Whether the picker reads a longer list page by page. It is false only for lists without pages. */
	isPaged?: false;
	/** Whether the picker shows the last record first. */
	isReversed?: true;
}

/** The pickers. Each key names the search method, the path, the list in the reply, and the key of the IDs. */
const PICKERS: Record<string, Picker> = {
	'searchCampaigns /messaging/campaigns Campaigns CampaignToken': {
		record: { Name: 'News', Channel: 'sms', Status: 'paused' },
		name: 'News (sms, paused)',
		search: 'Search',
	},
	'searchDrips /messaging/drips Drips DripToken': {
		record: { Name: 'News', Channel: 'email' },
		name: 'News (email)',
		search: 'Search',
	},
	'searchDripContacts /messaging/drip-enrollments Enrollments SourceToken': {
		record: { SourceType: 'news', EnrolledAt: DAY },
		name: 'news 1, since 2090-06-01',
	},
	'searchCodes /codes/fetch Codes CouponToken': {
		record: { CouponCode: 'NEWS-1', Status: 'redeemed', AssignedTo: 'ada@example.com', RedemptionDate: DAY },
		name: 'NEWS-1, redeemed 2090-06-01, ada@example.com',
		search: 'Search',
	},
	'searchAssignedCodes /codes/fetch Codes CouponToken': {
		record: { CouponCode: 'NEWS-1', Status: 'not-redeemed', ParticipantToken: ID },
		name: 'NEWS-1, assigned',
		search: 'Search',
		asks: { Filter: 'assigned' },
	},
	'searchRedeemedCodes /codes/fetch Codes CouponToken': {
		record: { CouponCode: 'NEWS-1', Status: 'redeemed' },
		name: 'NEWS-1, redeemed',
		search: 'Search',
		asks: { Filter: 'redeemed' },
	},
	'searchRedeemableCodes /codes/fetch Codes CouponToken': {
		record: { CouponCode: 'NEWS-1', Status: 'not-redeemed' },
		name: 'NEWS-1',
		search: 'Search',
		asks: { Filter: 'not-redeemed' },
	},
	'searchDeletableCodes /codes/fetch Codes CouponToken': {
		record: { CouponCode: 'NEWS-1' },
		name: 'NEWS-1',
		search: 'Search',
		asks: { Filter: 'available' },
	},
	'searchEvents /calendar/fetch Events EventToken': {
		record: { EventTitle: 'News', EventStartDate: DAY, EventStartTime: '20:00' },
		name: '2090-06-01 20:00, News',
		isPaged: false,
		isReversed: true,
	},
	'searchFiles /files/fetch Files FileToken': {
		record: { FileInfo: { Filename: 'news.pdf' }, CreationDate: DAY },
		name: 'news.pdf (2090-06-01)',
	},
	'searchInvoices /invoices/fetch Invoices InvoiceToken': {
		record: { InvoiceNumber: 'NEWS-1', RecipientName: 'Ada', Total: 50, Currency: 'USD', Status: 'paid' },
		name: 'Ada, $50.00, paid (NEWS-1)',
	},
	'searchDrafts /invoices/fetch Invoices InvoiceToken': {
		record: { InvoiceNumber: 'NEWS-1', RecipientEmail: 'ada@example.com', Total: 50, Currency: 'EUR' },
		name: 'ada@example.com, 50.00 EUR (NEWS-1)',
		asks: { Status: 'draft' },
	},
	'searchOpenInvoices /invoices/fetch Invoices InvoiceToken': {
		record: { InvoiceNumber: 'NEWS-1', Total: '50', Status: 'pending' },
		name: '50.00, pending (NEWS-1)',
	},
	'searchSuppressions /messaging/suppressions Suppressions AddressHash': {
		record: { Address: 'news@example.com', Reason: 'manual' },
		name: 'news@example.com (manual)',
	},
	'searchNotes /notes/fetch Notes NoteToken': {
		record: { Title: 'News' },
		name: 'News',
		isPaged: false,
	},
	'searchRules /rules/fetch SecondaryRules RulesToken': {
		record: { Title: 'News', Primary: true, CreationDate: DAY },
		name: 'News (primary, 2090-06-01)',
		isPaged: false,
	},
	'searchSurveys /surveys/fetch Surveys SurveyToken': {
		record: { SurveyName: 'News', SweepstakesName: 'Spring', ResponsesCount: '1', Archived: true },
		name: 'News (Spring, 1 response, archived)',
	},
	'searchOpenTickets /tickets/fetchOpenTickets Tickets CaseNumber': {
		record: { Subject: 'News' },
		name: 'News (1)',
		search: 'search',
	},
	'searchTodos /tickets/fetchTodos Todos TodoToken': {
		record: { Title: 'News', Status: true },
		name: 'News (completed)',
		search: 'search',
	},
};

/** The pickers that the tests of their nodes cover, because they need more than the reply to one call. */
const COVERED_ELSEWHERE = [
	'searchAvailableCodes',
	'searchDrawnGroups',
	'searchGroups',
	'searchHandlers',
	'searchParticipants',
	'searchPausedSweepstakes',
	'searchScheduled',
	'searchStates',
	'searchSweepstakes',
	'searchTickets',
	'searchTimezones',
];

test('every picker is tested', () => {
	const searches = ACTION_NODES.flatMap(({ methods }) => Object.keys(methods?.listSearch ?? {}));
	const tested = Object.keys(PICKERS).map((where) => where.split(' ')[0]!);
	expect([...new Set(searches)].sort()).toEqual([...tested, ...COVERED_ELSEWHERE].sort());
});

describe.each(
	Object.entries(PICKERS).map(([where, picker]) => [where.split(' ')[0]!, where, picker] as const),
)('the picker %s', (method, where, picker) => {
	const { record, name, search, asks = {}, isPaged = true, isReversed } = picker;
	const [, path, list, id] = where.split(' ') as [string, string, string, string];
	const node = ACTION_NODES.find(({ methods }) => methods?.listSearch?.[method])!;
	const records = [{ ...record, [id]: '1' }, { [id]: '2' }];
	const found = { name, value: '1' };
	const bare = { name: expect.stringMatching(/^\(?2\)?$/), value: '2' };

	const pick = async (Pages: object = {}, filter?: string, page?: string) => {
		const Data = { [list]: records, ...Pages };
		stage.answer(path, { Data });
		const parameters = { sweepstakes: stage.picked, drip: byId(ID), Channel: 'email' };
		return await stage.search(node, method, parameters, filter, page);
	};

	test('shows records by name, or by ID if they have no name, even if the reply does not say how many pages there are', async () => {
		const { results, paginationToken } = await pick();
		expect(results).toEqual(isReversed ? [bare, found] : [found, bare]);
		expect(paginationToken).toBeUndefined();
		const body = stage.bodies(path)[0] ?? {};
		expect(body).toMatchObject(asks);
		const tokens = Object.entries(body).filter(([key]) => /sweepstakestoken/i.test(key));
		expect(tokens.filter(([, token]) => token !== stage.sweepstakesToken)).toEqual([]);
	});

	test('does not show a name or store an ID that n8n would evaluate as an expression', async () => {
		stage.answer(path, { Data: { [list]: [{ ...record, [id]: '={{ 1 }}' }, { [id]: '={{ 2 }}' }] } });
		const parameters = { sweepstakes: stage.picked, drip: byId(ID), Channel: 'email' };
		const { results } = await stage.search(node, method, parameters);
		expect(results.map(({ value }) => value)).toEqual(expect.arrayContaining([' ={{ 1 }}', ' ={{ 2 }}']));
		expect(results.filter(({ name }) => name.startsWith('='))).toEqual([]);
	});

	test(
		search ? 'lets the service search' : 'searches the list itself, because the service cannot',
		async () => {
			const { results } = await pick({}, ' NEWS ');
			if (search) expect(stage.bodies(path)).toMatchObject([{ [search]: 'NEWS' }]);
			else expect(results).toEqual([found]);
		},
	);

	if (isPaged) {
		test('reads one page at a time', async () => {
			const pages = { TotalPages: 2, Pagination: { TotalPages: 2 } };
			expect((await pick(pages)).paginationToken).toBe('2');
			expect((await pick(pages, '', '2')).paginationToken).toBeUndefined();
			const second = stage.bodies(path).at(-1)!;
			expect(Object.entries(second).filter(([key]) => /^page$/i.test(key))).toMatchObject([
				[expect.any(String), 2],
			]);
		});
	}
});

test('the picker of open invoices does not offer paid and canceled ones', async () => {
	const Invoices = ['paid', 'pending', 'cancelled', 'draft'].map((Status) => ({
		InvoiceToken: Status,
		Status,
	}));
	stage.answer('/invoices/fetch', { Data: { Invoices } });
	const node = ACTION_NODES.find(({ methods }) => methods?.listSearch?.['searchOpenInvoices'])!;
	const { results } = await stage.search(node, 'searchOpenInvoices');
	expect(results.map(({ value }) => value)).toEqual(['pending', 'draft']);
});

test.each([
	['searchSurveys', '/surveys/fetch', 'Surveys', 'SurveyToken'],
	['searchInvoices', '/invoices/fetch', 'Invoices', 'InvoiceToken'],
] as const)('the picker “%s” links only to web pages', async (method, path, list, id) => {
	const node = ACTION_NODES.find(({ methods }) => methods?.listSearch?.[method])!;
	const links = ['https://example.com/s?tkn=1', 'javascript:open("https://example.com")', '', undefined];
	const records = links.map((PublicLink, index) => ({ [id]: String(index), PublicLink }));
	stage.answer(path, { Data: { [list]: records } });
	const { results } = await stage.search(node, method);
	expect(results.map(({ url }) => url)).toEqual([links[0], undefined, undefined, undefined]);
});
