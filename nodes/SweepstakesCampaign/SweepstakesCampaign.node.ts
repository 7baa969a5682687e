import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { cancel } from './operations/cancel';
import { get } from './operations/get';
import { getDrip } from './operations/drip/get';
import { getDripContacts } from './operations/drip/getContacts';
import { getDripLimit } from './operations/drip/getLimit';
import { getDripReport } from './operations/drip/getReport';
import { getMany } from './operations/getMany';
import { getManyDrips } from './operations/drip/getMany';
import { getRecipients } from './operations/getRecipients';
import { getReport } from './operations/getReport';
import { pause } from './operations/pause';
import { pauseDrip } from './operations/drip/pause';
import { removeDripContact } from './operations/drip/removeContact';
import { resume } from './operations/resume';
import { resumeDrip } from './operations/drip/resume';

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
	getDripContacts,
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
		description: 'Track, pause, resume and cancel campaigns and drips (sequences of messages)',
		defaults: { name: 'Sweepstakes Campaign' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
