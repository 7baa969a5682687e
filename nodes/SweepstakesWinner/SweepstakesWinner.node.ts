import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { searchDrawnGroups } from '../shared/fields/group';
import { searchSweepstakes } from '../shared/fields/sweepstakes';
import { propertiesOf, runOperations } from '../shared/operation';
import { draw } from './operations/draw';
import { getMany } from './operations/getMany';

const operations = [draw, getMany];

export class SweepstakesWinner implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Winner',
		name: 'sweepstakesWinner',
		icon: { light: 'file:../../icons/sweepstakes.svg', dark: 'file:../../icons/sweepstakes.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] }}',
		description: 'Draw winners and list those already drawn',
		defaults: { name: 'Sweepstakes Winner' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: propertiesOf(operations),
	};

	methods = { listSearch: { searchSweepstakes, searchDrawnGroups } };

	async execute(this: IExecuteFunctions) {
		return await runOperations(this, operations);
	}
}
