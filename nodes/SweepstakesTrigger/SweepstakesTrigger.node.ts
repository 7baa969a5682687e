import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import type { Field } from '../shared/field';
import { simplify } from '../shared/fields/simplify';
import { searchSweepstakes, sweepstakes } from '../shared/fields/sweepstakes';
import { pollEvent } from './poll';

export class SweepstakesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Trigger',
		name: 'sweepstakesTrigger',
		icon: { light: 'file:../../icons/sweepstakes.svg', dark: 'file:../../icons/sweepstakes.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		description: 'Starts the workflow when somebody enters a sweepstakes, or when winners are drawn',
		defaults: { name: 'Sweepstakes Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: [
			{
				displayName:
					'Starts from now: what was there before the workflow is activated does not start it. The same goes for another event or sweepstakes.',
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
						name: 'New Participant',
						value: 'newParticipant',
						description: 'Somebody entered the sweepstakes',
					},
					{
						name: 'New Winner',
						value: 'newWinner',
						description: 'A winner was drawn, by hand, by a workflow or on schedule',
					},
				],
				default: 'newParticipant',
				description: 'What starts the workflow; all news of a poll come in one execution, an item each',
			},
			sweepstakes as Field as INodeProperties,
			{
				displayName: 'Collections',
				name: 'collections',
				type: 'multiOptions',
				options: [
					{ name: 'Alternate Entries (AMOE)', value: 'ParticipantsAmoe' },
					{ name: 'Opt-Outs', value: 'OptOuts' },
					{ name: 'Participants', value: 'Participants' },
				],
				default: ['Participants', 'ParticipantsAmoe'],
				required: true,
				description:
					'Which entries start the workflow. An entry is new by its creation date: one that is moved to another collection later is not new again.',
				displayOptions: { show: { event: ['newParticipant'] } },
			},
			{ ...simplify, displayOptions: { show: { event: ['newParticipant'] } } },
		],
	};

	methods = { listSearch: { searchSweepstakes } };

	async poll(this: IPollFunctions) {
		return await pollEvent(this);
	}
}
