import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { simplify } from '../shared/fields/simplify';
import type { Field } from '../shared/n8n/operation/field';
import { searchSurveys, survey } from '../SweepstakesSurvey/picker';
import { searchSweepstakes, sweepstakes } from '../Sweepstakes/picker';
import { pollEvent } from './poll';

export class SweepstakesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Trigger',
		name: 'sweepstakesTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		// n8n's node search shows this description for Sweepstakes, too.
		description:
			'Starts the workflow when somebody enters, wins, opts out or answers a survey, a code is redeemed, or an invoice is paid or overdue. The actions create and manage sweepstakes.',
		defaults: { name: 'Sweepstakes Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: [
			{
				displayName:
					'Only what happens after you publish (activate) the workflow starts it. After you choose another event, sweepstakes or survey, only what happens from then on starts it.',
				name: 'fromNowNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Event',
				name: 'event',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Code Redeemed',
						value: 'codeRedeemed',
						description: 'A code of the sweepstakes was redeemed',
					},
					{
						name: 'Invoice Overdue',
						value: 'invoiceOverdue',
						description: 'An invoice of the account is pending and past its due date',
					},
					{
						name: 'Invoice Paid',
						value: 'invoicePaid',
						description: 'An invoice of the account was paid, by the recipient or by hand',
					},
					{
						name: 'New Participant',
						value: 'newParticipant',
						description: 'Somebody entered the sweepstakes',
					},
					{
						name: 'New Survey Response',
						value: 'newSurveyResponse',
						description: 'Somebody completed a survey. Each question is a column with the answer in it.',
					},
					{
						name: 'New Winner',
						value: 'newWinner',
						description: 'A winner was drawn by a person, by a workflow or by a scheduled drawing',
					},
					{
						name: 'Opted Out',
						value: 'optedOut',
						description:
							'A participant opted out. When the number of opt-outs has changed, the whole list of participants is read.',
					},
				],
				default: 'newParticipant',
				description:
					'What starts the workflow. All that is new since the last check comes in one execution, with one item for each.',
			},
			{
				...(sweepstakes as Field as INodeProperties),
				displayOptions: { hide: { event: ['invoiceOverdue', 'invoicePaid', 'newSurveyResponse'] } },
			},
			{
				...(survey as Field as INodeProperties),
				displayOptions: { show: { event: ['newSurveyResponse'] } },
			},
			{
				displayName: 'Collections',
				name: 'collections',
				type: 'multiOptions',
				options: [
					{
						name: 'AMOE Entries',
						value: 'ParticipantsAmoe',
						description: 'By the alternative method of entry, without a purchase',
					},
					{ name: 'Opt-Outs', value: 'OptOuts' },
					{ name: 'Participants', value: 'Participants' },
				],
				default: ['Participants', 'ParticipantsAmoe'],
				required: true,
				description:
					'Which entries start the workflow. An entry that is moved to another collection later is not new again.',
				displayOptions: { show: { event: ['newParticipant'] } },
			},
			{ ...simplify, displayOptions: { hide: { event: ['newWinner'] } } },
			{
				displayName: 'After a Crash',
				name: 'afterCrash',
				type: 'options',
				options: [
					{
						name: 'Repeat the Last Batch',
						value: 'repeat',
						description:
							'Nothing is missed, and some items may come twice. Those that come again have repeated: true.',
					},
					{
						name: 'Skip',
						value: 'skip',
						description:
							'Nothing comes twice. Items are missed if n8n is killed before it starts the workflow for them.',
					},
				],
				default: 'repeat',
				description:
					'What to do when n8n starts again within an hour after the workflow was last started. The trigger cannot tell a crash from another restart.',
			},
		],
	};

	methods = { listSearch: { searchSurveys, searchSweepstakes } };

	async poll(this: IPollFunctions) {
		return await pollEvent(this);
	}
}
