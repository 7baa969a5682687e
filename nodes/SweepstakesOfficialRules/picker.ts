import { listRules, type RulesDocument } from './api';
import { withMarks } from '../shared/api/titles';
import { listOrId, searchAll } from '../shared/n8n/editor/picker';
import { asText } from '../shared/json';
import type { Field } from '../shared/n8n/operation/field';
import { readPickedSweepstakes } from '../Sweepstakes/picker';

/** Searches the rules documents of the picked sweepstakes. The primary document comes first. */
export const searchRules = searchAll(async (client, context) =>
	(await listRules(client, await readPickedSweepstakes(context, client))).map(toChoice),
);

/**
 * Returns a choice with a name such as "Official Rules (primary, 2027-01-31)". The date is included, because titles are
 * not unique.
 */
function toChoice({ Title, Primary, CreationDate, RulesToken }: RulesDocument) {
	const [day] = asText(CreationDate).split('T');
	const name = withMarks(asText(Title) || RulesToken, Primary === true && 'primary', day);
	return { name, value: RulesToken };
}

/** Picker for a rules document of the picked sweepstakes. Its value is a RulesToken. */
export const rules = {
	displayName: 'Rules Document',
	name: 'rules',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The official rules document to work with',
	typeOptions: { loadOptionsDependsOn: ['sweepstakes.value'] },
	...listOrId('Select a rules document…', { searchRules }, 'RulesToken'),
} as const satisfies Field;
