import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { findRules, type RulesDocument } from './api';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { askForEditor, matching } from '../shared/n8n/editor/ask';
import { pickedSweepstakes } from '../Sweepstakes/picker';

/** The picker for one rules document of the picked sweepstakes. Its parameter is the RulesToken. */
export const rules = {
	displayName: 'Rules Document',
	name: 'rules',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The official rules document to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a rules document…',
			typeOptions: { searchListMethod: 'searchRules', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f',
		},
	],
} as const satisfies Field;

/** `listSearch` method: the rules documents of the picked sweepstakes, the primary one first. */
export async function searchRules(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return await askForEditor(this, async (service) => {
		const documents = await findRules(service, await pickedSweepstakes(this, service));
		const results = documents.map((one) => ({ name: toName(one), value: one.RulesToken }));
		return { results: matching(results, filter) };
	});
}

/** "Official Rules (primary, 2027-01-31)": titles are not unique. */
function toName({ Title, Primary, CreationDate, RulesToken }: RulesDocument): string {
	const [day] = asText(CreationDate).split('T');
	const marks = [Primary === true && 'primary', day].filter(Boolean).join(', ');
	const name = asText(Title) || RulesToken;
	return marks ? `${name} (${marks})` : name;
}
