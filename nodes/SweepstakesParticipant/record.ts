import { without } from '../shared/fields/simplify';

/** A participant's entry as it comes out of the node: simplified, without what is the same for all. */
export function participantItem(entry: object, { simplify }: { simplify: boolean }): object {
	return simplify ? without(entry, ['UserToken', 'SweepstakesToken']) : entry;
}
