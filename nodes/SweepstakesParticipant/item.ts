import { withNames } from './api/participants';
import type { Json } from '../shared/json';
import { withFormFields } from './formFields';

/**
 * A participant as the nodes return it, with the names wherever the service has them and the fields of the entry form beside
 * them. The owner is left out, because it is the same for all.
 */
export function participantItem(entry: Json, parameters: { simplify: boolean }): object {
	if (!parameters.simplify) return entry;
	const { UserToken: _, EntryPagesFields, ...person } = withNames(entry);
	return withFormFields(person, EntryPagesFields);
}
