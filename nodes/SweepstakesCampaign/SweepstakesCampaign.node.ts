import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { cancel } from './operations/cancel';
import { get } from './operations/get';
import { getDrip } from './operations/drip/get';
import { getDripContacts } from './operations/drip/get-contacts';
import { getDripLimit } from './operations/drip/get-limit';
import { getDripReport } from './operations/drip/get-report';
import { getMany } from './operations/get-many';
import { getManyDrips } from './operations/drip/get-many';
import { getRecipients } from './operations/get-recipients';
import { getReport } from './operations/get-report';
import { pause } from './operations/pause';
import { pauseDrip } from './operations/drip/pause';
import { removeDripContact } from './operations/drip/remove-contact';
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
		group: ['transform'],
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
