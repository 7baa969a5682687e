import { withNames } from './api/participants';
import { only } from '../shared/n8n/output/keys';
import type { OneParticipant } from './picker';

/** Who it is, as a person reads it. */
export function personOf({ entries: [entry] }: OneParticipant): object {
	return entry ? only(withNames(entry), ['FirstName', 'LastName', 'KeyEmail', 'KeyPhoneNumber']) : {};
}
