import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { buildProperties } from '../shared/n8n/operation/properties';
import { runOperations } from '../shared/n8n/run/runOperations';
import { searchCampaigns } from './pickers/campaign';
import { searchDrips } from './pickers/drip';
import { searchDripContacts } from './pickers/dripContact';
import { searchSweepstakes } from '../Sweepstakes/picker';
import { cancel } from './operations/cancel';
import { get } from './operations/get';
import { getDrip } from './operations/getDrip';
import { getDripEnrollments } from './operations/getDripEnrollments';
import { getDripLimit } from './operations/getDripLimit';
import { getDripReport } from './operations/getDripReport';
import { getMany } from './operations/getMany';
import { getManyDrips } from './operations/getManyDrips';
import { getRecipients } from './operations/getRecipients';
import { getReport } from './operations/getReport';
import { pause } from './operations/pause';
import { pauseDrip } from './operations/pauseDrip';
import { removeDripContact } from './operations/removeDripContact';
import { resume } from './operations/resume';
import { resumeDrip } from './operations/resumeDrip';

const operations = [
	getMany,
	get,
	getReport,
	getRecipients,
	pause,
	resume,
	cancel,
	getManyDrips,
	getDrip,
	getDripReport,
	getDripLimit,
	getDripEnrollments,
	removeDripContact,
	pauseDrip,
	resumeDrip,
];

export class SweepstakesCampaign implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Campaign',
		name: 'sweepstakesCampaign',
		icon: { light: 'file:../../icons/campaign.svg', dark: 'file:../../icons/campaign.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": campaign" }}',
		description: 'Follow, pause and cancel campaigns and drips (sequences of messages)',
		defaults: { name: 'Sweepstakes Campaign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: { searchSweepstakes, searchCampaigns, searchDrips, searchDripContacts } };

	async execute(this: IExecuteFunctions) {
		return await runOperations(this, operations);
	}
}
