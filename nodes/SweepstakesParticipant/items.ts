import { withNames } from '../shared/api/participants';
import { only } from '../shared/items/keys';
import type { OneParticipant } from '../shared/pickers/participant';

/** Who it is, as a person reads it. */
export function personOf({ entries: [entry] }: OneParticipant): object {
	return entry ? only(withNames(entry), ['FirstName', 'LastName', 'KeyEmail', 'KeyPhoneNumber']) : {};
}
