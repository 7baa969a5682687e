import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { byId, Stage } from './stage';

/*
 * The specification's tables, written down by hand: which keys each request has, and which fields its success brings.
 * A key within an object stands behind a dot, also within the objects of a list.
 */

const SWEEPSTAKES =
	'SweepstakesToken UserToken SweepstakesName SweepstakesType Handler Settings Notes AdminChecklist Score Archived Status CreationDate';
const PARTICIPANT =
	'ParticipantToken UserToken SweepstakesToken KeyEmail KeyPhoneNumber FirstName LastName BonusEntries CreationDate Status Collection';
const GROUP = 'GroupToken UserToken SweepstakesToken GroupName Primary Locked CreationDate';

interface Table {
	request: string;
	success: string;
}

const TABLES: Record<string, Table> = {
	'POST /account/health-check': { request: '', success: 'Response Message' },
	'POST /account/profile': {
		request: '',
		success:
			'UserToken Nickname Email UserType Status CreationDate LastLogin IsPlatformAccount ProfileData ProfileData.FullName ProfileData.MobilePhone ProfileData.Address ProfileData.City ProfileData.State ProfileData.ZipCode ProfileData.Country ProfileData.Avatar ProfileData.BirthDate',
	},
	'POST /account/business': {
		request: '',
		success:
			'BusinessName BusinessTelephone BusinessAddress BusinessCity BusinessState BusinessZipCode BusinessCountry BusinessWebsite EIN',
	},
	'POST /account/plan': {
		request: '',
		success:
			'PlanToken Name Description Primary Locked CreationDate Settings ' +
			[
				'ChargePerSweepstakes Frequency SubscriptionPrice FixedPrice CostPerGigaByte ExtraCredits WalletMinToDeposit WalletMinToWithdraw',
				'MaxSweepstakesAllowed MaxStorageSize MaxParticipantsAllowed MaxApiCallsAllowed PaidModuleCreateSweepstakes PaidModuleCreateEntryPage',
				'PaidModuleCreateOfficialRules PaidModuleManageParticipants PaidModuleSendMessages PaidModuleDrawWinners PaidModuleSeeReports',
				'PaidModuleManageDomains PaidModuleManageCoupons PaidModuleAccessDrive PaidModuleAccessCalendar PaidModuleManageNotes',
				'PaidModuleCreateSurveys PaidModuleAccessAPI PaidModuleManageDripMarketing',
			]
				.flatMap((names) => names.split(' '))
				.map((name) => `Settings.${name}`)
				.join(' '),
	},
	'POST /entrypage/fields': {
		request: 'SweepstakesToken',
		success:
			'SweepstakesToken EntryPageToken KeyEmail KeyPhoneNumber FormFields FormFields.FieldID FormFields.FieldType FormFields.FieldName FormFields.FieldPlaceholder FormFields.FieldRequired FormFields.PrimaryField',
	},
	'POST /sweepstakes/create': {
		request:
			'SweepstakesName SweepstakesType Handler StartDate EndDate StartTime EndTime CreateInCalendar SyncWithWinners DeleteIfDeleted DeleteIfAcctDeleted',
		success: SWEEPSTAKES,
	},
	'POST /sweepstakes/clone': {
		request: 'Handler HandlerNew SweepstakesName StartDate EndDate StartTime EndTime',
		success:
			'Response Message SweepstakesToken SweepstakesType SweepstakesName Handler StartDate StartTime EndDate EndTime Status',
	},
	'POST /sweepstakes/fetch': { request: '', success: SWEEPSTAKES },
	'POST /sweepstakes/update': {
		request: 'SweepstakesToken SweepstakesName StartDate EndDate StartTime EndTime',
		success: SWEEPSTAKES,
	},
	'POST /sweepstakes/delete': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /sweepstakes/pause': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /sweepstakes/unpause': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /participants/add': {
		request:
			'lang source sweepstakesToken entryPageFields entryPageFields.KeyPhoneNumber entryPageFields.KeyEmail entryPageFields.BonusEntries entryPageFields.Fields',
		success: 'Response Message',
	},
	'POST /participants/fetch': {
		request: 'sweepstakesToken page search optInDate startDate endDate',
		success: PARTICIPANT,
	},
	'POST /participants/count': {
		request: 'SweepstakesToken FilterType StartDate EndDate',
		success:
			'SweepstakesToken FilterType DateRange Counts Counts.Participants Counts.AmoeParticipants Counts.OptOuts Counts.Total',
	},
	'POST /participants/single': {
		request: 'SweepstakesToken ParticipantToken KeyEmail KeyPhoneNumber',
		success:
			'SweepstakesToken SweepstakesName TotalEntries Collections Entries ' +
			PARTICIPANT.split(' ')
				.map((name) => `Entries.${name}`)
				.join(' '),
	},
	'DELETE /participants/delete': {
		request: 'SweepstakesToken ParticipantToken',
		success: 'ParticipantToken SweepstakesToken DeletedFrom DeletedCount',
	},
	'POST /groups/create': { request: 'sweepstakesToken groupName', success: GROUP },
	'POST /groups/fetch': { request: 'sweepstakesToken', success: GROUP },
	'POST /groups/update': { request: 'sweepstakesToken groupToken groupName', success: 'Response Message' },
	'POST /groups/delete': { request: 'sweepstakesToken groupToken', success: 'Response Message' },
	'POST /winners/draw': {
		request:
			'sweepstakesToken howManyWinnersToPick group completedEntries includeOptedOutParticipants doNotIncludeSpamParticipants',
		success: 'ParticipantToken FirstName LastName Email PhoneNumber',
	},
	'POST /winners/fetch': { request: 'sweepstakesToken page itemsPerPage search', success: '' },
	'POST /winners/schedule': {
		request:
			'sweepstakesToken group selectedAction scheduleMode howManyWinnersToPick endDate endTime timezone frequency dayOfTheWeek weekOfTheMonth message includeOptedOutParticipants publishToWinnersPage sendCopyToMe doNotIncludeSpamParticipants addDrawingToCalendar',
		success: 'Response Message',
	},
	'GET /winners/fetchscheduled': { request: 'sweepstakesToken', success: '' },
	'DELETE /winners/deletescheduled': {
		request: 'sweepstakesToken scheduledToken',
		success: 'Response Message',
	},
	'POST /rules/create': { request: '', success: '' },
	'POST /invoices/create': {
		request:
			'BillTo BillTo.Name BillTo.Email BillTo.Phone BillTo.Company BillTo.Address BillTo.City BillTo.State BillTo.ZipCode BillTo.Country BillTo.TaxId Items Items.Description Items.Quantity Items.Rate Title IssueDate DueDate DiscountAmount TaxEnabled TaxLabel TaxRate PaymentMethod PaymentInstructions NotesToRecipient Terms Status',
		success:
			'InvoiceToken PublicToken InvoiceNumber Status IssueDate DueDate Currency Items Items.Id Items.Description Items.Quantity Items.Rate Items.Amount Subtotal DiscountAmount TaxEnabled TaxRate TaxAmount AmountBeforeFees ServiceFeeAmount MerchantFeeAmount FeeAmount FeesChargedToRecipient Total PaymentMethod ProcessingFeePercentage MerchantFeePercentage PublicLink Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
	},
	'POST /codes/generate': {
		request:
			'SweepstakesToken Quantity Length Type Case Prefix Suffix Description Value ExternalURL ExpirationDate ExpirationTime CalledFromMCP CalledFromCLI',
		success:
			'Response Message Data Data.SweepstakesToken Data.Generated Data.Codes Data.Codes.CouponToken Data.Codes.CouponCode Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
	},
};

interface Case {
	operation: [node: INodeType, name: string];
	/** All fields filled; several sets where they exclude each other. */
	parameters: (stage: Stage) => INodeParameters | INodeParameters[] | Promise<INodeParameters>;
}

const TIMES = { StartDate: '2090-02-01', StartTime: '08:00', EndDate: '2090-03-01', EndTime: '20:00' };

const CASES: Record<string, Case> = {
	'POST /account/health-check': {
		operation: [new SweepstakesAccount(), 'checkHealth'],
		parameters: () => ({}),
	},
	'POST /account/profile': { operation: [new SweepstakesAccount(), 'getProfile'], parameters: () => ({}) },
	'POST /account/business': { operation: [new SweepstakesAccount(), 'getBusiness'], parameters: () => ({}) },
	'POST /account/plan': { operation: [new SweepstakesAccount(), 'getPlan'], parameters: () => ({}) },
	'POST /entrypage/fields': {
		operation: [new SweepstakesEntryPage(), 'getFields'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'POST /sweepstakes/create': {
		operation: [new Sweepstakes(), 'create'],
		parameters: () => ({
			SweepstakesName: 'Autumn',
			SweepstakesType: 3,
			Handler: 'AUTUMN',
			...TIMES,
			options: {
				CreateInCalendar: true,
				SyncWithWinners: true,
				DeleteIfDeleted: true,
				DeleteIfAcctDeleted: true,
			},
		}),
	},
	'POST /sweepstakes/clone': {
		operation: [new Sweepstakes(), 'clone'],
		parameters: () => ({
			Handler: { __rl: true, mode: 'list', value: 'SPRING' },
			HandlerNew: 'SPRING2',
			SweepstakesName: 'Spring again',
			...TIMES,
		}),
	},
	'POST /sweepstakes/fetch': {
		operation: [new Sweepstakes(), 'getMany'],
		parameters: () => ({}),
	},
	'POST /sweepstakes/update': {
		operation: [new Sweepstakes(), 'update'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			updateFields: { SweepstakesName: 'Spring and more', ...TIMES },
		}),
	},
	'POST /sweepstakes/delete': {
		operation: [new Sweepstakes(), 'delete'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'POST /sweepstakes/pause': {
		operation: [new Sweepstakes(), 'pause'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'POST /sweepstakes/unpause': {
		operation: [new Sweepstakes(), 'unpause'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'POST /participants/add': {
		operation: [new SweepstakesParticipant(), 'add'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			KeyEmail: 'new@example.com',
			KeyPhoneNumber: '+12025550199',
			BonusEntries: 2,
			Fields: { mappingMode: 'defineBelow', value: { First_Name: 'New', Last_Name: 'Person' } },
			lang: 'en',
			source: 'test',
		}),
	},
	'POST /participants/fetch': {
		operation: [new SweepstakesParticipant(), 'getMany'],
		parameters: ({ picked }) => {
			const [today] = new Date().toISOString().split('T');
			return {
				sweepstakes: picked,
				filters: { search: 'person', optInDate: today, startDate: today, endDate: today },
			};
		},
	},
	'POST /participants/count': {
		operation: [new SweepstakesParticipant(), 'count'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			filters: { FilterType: 'all', StartDate: '2020-01-01T00:00:00Z', EndDate: '2090-01-01T00:00:00Z' },
		}),
	},
	'POST /participants/single': {
		operation: [new SweepstakesParticipant(), 'get'],
		parameters: async (stage) => {
			const token = await stage.addParticipant('other@example.com', { KeyPhoneNumber: '+12025550123' });
			return [
				{ mode: 'KeyEmail', value: 'other@example.com' },
				{ mode: 'KeyPhoneNumber', value: '+12025550123' },
				{ mode: 'id', value: token },
			].map((how) => ({ sweepstakes: stage.picked, participant: { __rl: true, ...how } })) as never;
		},
	},
	'DELETE /participants/delete': {
		operation: [new SweepstakesParticipant(), 'delete'],
		parameters: async (stage) => ({
			sweepstakes: stage.picked,
			participant: byId(await stage.addParticipant('leaving@example.com')),
		}),
	},
	'POST /groups/create': {
		operation: [new SweepstakesGroup(), 'create'],
		parameters: ({ picked }) => ({ sweepstakes: picked, groupName: 'VIP' }),
	},
	'POST /groups/fetch': {
		operation: [new SweepstakesGroup(), 'getMany'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'POST /groups/update': {
		operation: [new SweepstakesGroup(), 'update'],
		parameters: async (stage) => ({
			sweepstakes: stage.picked,
			group: byId(await stage.createGroup('Guests')),
			groupName: 'Visitors',
		}),
	},
	'POST /groups/delete': {
		operation: [new SweepstakesGroup(), 'delete'],
		parameters: async (stage) => ({
			sweepstakes: stage.picked,
			group: byId(await stage.createGroup('Short-lived')),
		}),
	},
	'POST /winners/draw': {
		operation: [new SweepstakesWinner(), 'draw'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			howManyWinnersToPick: 1,
			options: {
				completedEntries: false,
				includeOptedOutParticipants: true,
				doNotIncludeSpamParticipants: false,
			},
		}),
	},
	'POST /winners/fetch': {
		operation: [new SweepstakesWinner(), 'getMany'],
		parameters: ({ picked }) => ({ sweepstakes: picked, filters: { search: 'person' } }),
	},
	'POST /winners/schedule': {
		operation: [new SweepstakesWinner(), 'schedule'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			selectedAction: 2,
			scheduleMode: 'schedule',
			howManyWinnersToPick: 1,
			endDate: '2090-06-01',
			endTime: '12:00',
			timezone: 1,
			options: {
				frequency: 4,
				dayOfTheWeek: 1,
				weekOfTheMonth: 4,
				message: 'You won',
				includeOptedOutParticipants: false,
				publishToWinnersPage: true,
				sendCopyToMe: true,
				doNotIncludeSpamParticipants: true,
				addDrawingToCalendar: true,
			},
		}),
	},
	'GET /winners/fetchscheduled': {
		operation: [new SweepstakesWinner(), 'getScheduled'],
		parameters: ({ picked }) => ({ sweepstakes: picked }),
	},
	'DELETE /winners/deletescheduled': {
		operation: [new SweepstakesWinner(), 'cancelScheduled'],
		parameters: async (stage) => {
			const { results } = await stage.search(new SweepstakesWinner(), 'searchScheduled', {
				sweepstakes: stage.picked,
			});
			return { sweepstakes: stage.picked, scheduled: byId(String(results[0]!.value)) };
		},
	},
	'POST /rules/create': {
		operation: [new SweepstakesRule(), 'create'],
		parameters: ({ picked }) => ({ sweepstakes: picked, Title: 'Official Rules' }),
	},
	'POST /invoices/create': {
		operation: [new SweepstakesInvoice(), 'create'],
		parameters: () => ({
			Name: 'Ada Lovelace',
			Email: 'ada@example.com',
			recipient: {
				Phone: '+12025550123',
				Company: 'Engines',
				Address: '1 Main St',
				City: 'London',
				State: 'LDN',
				ZipCode: 'W1',
				Country: 'UK',
				TaxId: '12',
			},
			items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 50 }] },
			Status: 'pending',
			additional: {
				Title: 'Prize',
				IssueDate: '2090-01-01',
				DueDate: '2090-02-01',
				DiscountAmount: 1,
				TaxEnabled: true,
				TaxLabel: 'VAT',
				TaxRate: 20,
				PaymentMethod: 'check',
				PaymentInstructions: 'By check',
				NotesToRecipient: 'Congratulations',
				Terms: '30 days',
			},
		}),
	},
	'POST /codes/generate': {
		operation: [new SweepstakesCode(), 'generate'],
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			Quantity: 2,
			Length: 8,
			options: {
				Type: 'alphanumeric',
				Case: 'mixed',
				Prefix: 'A-',
				Suffix: '-Z',
				Description: 'Ten off',
				Value: '10',
				ExternalURL: 'https://example.com/redeem',
				ExpirationDate: '2090-01-01',
				ExpirationTime: '23:59',
				CalledFromMCP: true,
				CalledFromCLI: true,
			},
		}),
	},
};

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
	await stage.addParticipant(
		'person@example.com',
		{ KeyPhoneNumber: '+12025550100' },
		{ First_Name: 'A', Last_Name: 'Person' },
	);
	await stage.api('/winners/schedule', {
		sweepstakesToken: stage.sweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'settime',
		howManyWinnersToPick: 1,
		endDate: '2090-05-01',
		endTime: '10:00',
		timezone: 0,
	});
});
afterEach(async () => await stage.close());

/** Runs a case with Simplify off and everything returned. */
async function runCase(endpoint: string) {
	const { operation, parameters } = CASES[endpoint]!;
	const [node, name] = operation;
	const [, path] = endpoint.split(' ');
	const sent: IDataObject[] = [];
	const items: IDataObject[] = [];
	for (const set of [await parameters(stage)].flat()) {
		const result = await stage.run(node, name, { simplify: false, ...set });
		expect(result.error?.message).toBeUndefined();
		const call = stage.sandbox.calls().find((one) => one.path === path);
		expect(`${call?.method} ${call?.path}`).toBe(endpoint);
		sent.push((call!.body ?? {}) as IDataObject);
		items.push(...result.items.map(({ json }) => json));
	}
	return { sent, items };
}

/** Every key in objects and in the objects of lists, dotted; what `Fields` holds has the person's own keys. */
function keysIn(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => keysIn(entry, prefix));
	if (typeof value !== 'object' || value === null || prefix.endsWith('Fields.Fields.')) return [];
	return Object.entries(value).flatMap(([key, inner]) => [
		prefix + key,
		...keysIn(inner, `${prefix}${key}.`),
	]);
}

const names = (text: string) => text.split(' ').filter(Boolean).sort();
const distinct = (all: string[]) => [...new Set(all)].sort();

/** Its request is not shown: what we send is in the test of the node. */
const WITH_TABLE = Object.keys(TABLES).filter((endpoint) => endpoint !== 'POST /rules/create');

test('every documented operation has a case', () => {
	expect(Object.keys(CASES).sort()).toEqual(Object.keys(TABLES).sort());
	expect(Object.keys(TABLES)).toHaveLength(29);
});

test.each(WITH_TABLE)(
	'%s takes every row of its request table from the fields, and no other key',
	async (endpoint) => {
		const { sent } = await runCase(endpoint);
		expect(distinct(sent.flatMap((body) => keysIn(body)))).toEqual(names(TABLES[endpoint]!.request));
	},
);

test.each(Object.keys(TABLES))('%s brings every field of its success into the output', async (endpoint) => {
	const { items } = await runCase(endpoint);
	expect(distinct(items.flatMap((item) => keysIn(item)))).toEqual(
		expect.arrayContaining(names(TABLES[endpoint]!.success)),
	);
});
