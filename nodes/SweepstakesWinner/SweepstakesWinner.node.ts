import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { cancelScheduled } from './operations/cancel-scheduled';
import { count } from './operations/count';
import { draw } from './operations/draw';
import { getMany } from './operations/get-many';
import { getScheduled } from './operations/get-scheduled';
import { schedule } from './operations/schedule';

const operations = [draw, getMany, count, schedule, getScheduled, cancelScheduled];

export class SweepstakesWinner implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Winner',
		name: 'sweepstakesWinner',
		icon: { light: 'file:../../icons/winner.svg', dark: 'file:../../icons/winner.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": winner" }}',
		description: 'Draw winners now or on a schedule, and get the winners so far',
		defaults: { name: 'Sweepstakes Winner' },
		inputs: [NodeConnectionTypes.Main],
		// n8n evaluates this with the stored parameters. If Backups is an expression, its value is not known yet, so the
		// output for backups is shown.
		outputs:
			'={{ $parameter["operation"] === "draw" && ![undefined, null, "", 0].includes($parameter["options"]?.backups) ? [{ type: "main", displayName: "Winners" }, { type: "main", displayName: "Backups" }] : ["main"] }}',
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
