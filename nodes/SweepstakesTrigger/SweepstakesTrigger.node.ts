import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { simplify } from '../shared/n8n/common-fields';
import type { Field } from '../shared/n8n/operation/field';
import { collectSearches, withoutFunctions } from '../shared/n8n/operation/properties';
import { survey } from '../SweepstakesSurvey/picker';
import { sweepstakes } from '../Sweepstakes/picker';
import { options } from './options';
import { pollEvent } from './poll';

/**
 * Adapts a picker to a trigger node. The placeholder of its ID must not suggest `$json`, because a trigger has no input
 * items.
 */
function toTriggerPicker(picker: Field & Required<Pick<Field, 'modes'>>): INodeProperties {
	const modes = picker.modes.map((mode) =>
		mode.placeholder?.includes('$json')
			? { ...mode, placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f' }
			: mode,
	);
	return withoutFunctions({ ...picker, modes }) as INodeProperties;
}

export class SweepstakesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Trigger',
		name: 'sweepstakesTrigger',
		icon: { light: 'file:../../icons/trigger.svg', dark: 'file:../../icons/trigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		// n8n's node search also shows this description for the node Sweepstakes.
		description:
			'Starts the workflow when someone enters, wins, opts out or answers a survey, a code is redeemed, or an invoice is paid or overdue. To create and manage sweepstakes, choose an action.',
		defaults: { name: 'Sweepstakes Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: [
			{
				displayName:
					'The workflow starts only for what happens after you first publish (activate) it, or after you rename this node or choose another event, sweepstakes or survey. If you run it by hand, it takes up to 3 of the latest real records instead, and the nodes after it really act on them: they may invoice or message these people.',
				name: 'fromNowNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName:
					'Each check in Poll Times costs an API call from your plan, even if there is nothing new: about 43,000 calls a month if it checks every minute, 8,600 every 5 minutes, 720 every hour.',
				name: 'pollCostNotice',
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
						description: 'A pending invoice passed its due date',
					},
					{
						name: 'Invoice Paid',
						value: 'invoicePaid',
						description: 'An invoice was paid online or marked as paid',
					},
					{
						name: 'New Participant',
						value: 'newParticipant',
						description: 'Someone entered the sweepstakes',
					},
					{
						name: 'New Survey Response',
						value: 'newSurveyResponse',
						description: 'Someone completed a survey. Each question becomes a column with its answer.',
					},
					{
						name: 'New Winner',
						value: 'newWinner',
						description:
							'A winner or a backup was drawn by a person, a workflow or a scheduled drawing. Position is the place by draw time among everybody drawn in the sweepstakes: if you draw 3 winners and then backups, the winners are 1 to 3, and the backups are 4 and up. To leave out backups, add the option Only the First.',
					},
					{
						name: 'Opted Out',
						value: 'optedOut',
						description:
							'A participant opted out. The trigger watches the number of opt-outs. If one is added and another deleted between two checks, the number does not change, so the new one may be reported much later.',
					},
				],
				default: 'newParticipant',
				description:
					'The event that starts the workflow. One execution handles everything new since the last check, with one item for each event. Events that happen while the workflow is unpublished are reported once you publish it again.',
			},
			{
				...toTriggerPicker(sweepstakes),
				displayOptions: { hide: { event: ['invoiceOverdue', 'invoicePaid', 'newSurveyResponse'] } },
			},
			{
				...toTriggerPicker(survey),
				displayOptions: { show: { event: ['newSurveyResponse'] } },
			},
			{ ...simplify, displayOptions: { hide: { event: ['newWinner'] } } },
			{
				displayName: 'This includes backups. To leave them out, add the option “Only the First”.',
				name: 'backupsNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { event: ['newWinner'] } },
			},
			options as Field as INodeProperties,
		],
	};

	methods = { listSearch: collectSearches([{ fields: [sweepstakes, survey] }]) };

	async poll(this: IPollFunctions) {
		return await pollEvent(this);
	}
}
