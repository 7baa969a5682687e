import type { INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesEntryPage } from '../../nodes/SweepstakesEntryPage/SweepstakesEntryPage.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/timezones';
import { byId, type Stage } from './stage';

/** An operation with all its fields filled. */
export interface Case {
	operation: [node: INodeType, name: string];
	/** Several sets where fields exclude each other. */
	parameters: (stage: Stage) => OneOrMany | Promise<OneOrMany>;
}

type OneOrMany = INodeParameters | INodeParameters[];

/** Puts on a stage what the cases work with: a participant and a scheduled drawing. */
export async function furnish(stage: Stage): Promise<void> {
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
		timezone: UTC_ID,
	});
}

const TIMES = { StartDate: '2090-02-01', StartTime: '08:00', EndDate: '2090-03-01', EndTime: '20:00' };

/** By endpoint of the specification. */
export const CASES: Record<string, Case> = {
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
			].map((how) => ({ sweepstakes: stage.picked, participant: { __rl: true, ...how } }));
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
		parameters: ({ picked }) => {
			const drawing = {
				sweepstakes: picked,
				howManyWinnersToPick: 1,
				endDate: '2090-06-01',
				endTime: '12:00',
				timezone: byId(String(UTC_ID)),
				frequency: 4,
				dayOfTheWeek: 1,
				weekOfTheMonth: 4,
				selectedAction: 2,
				message: 'You won',
				sendCopyToMe: true,
				options: {
					includeOptedOutParticipants: false,
					publishToWinnersPage: true,
					doNotIncludeSpamParticipants: true,
					addDrawingToCalendar: true,
				},
			};
			return [
				{ ...drawing, scheduleMode: 'schedule' },
				{ ...drawing, scheduleMode: 'settime', deliveryTime: '11:00' },
			];
		},
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
		parameters: ({ picked }) => ({
			sweepstakes: picked,
			Title: 'Official Rules',
			DocumentContent: '<p>No purchase necessary.</p>',
		}),
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
