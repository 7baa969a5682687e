import { codeItem } from './item';
import { textOf, type Json } from '../shared/json';

/** A code after a change: the service does not say then who holds it (reference, "Code record": AssignedTo). */
export function changedCodeItem({ AssignedTo, ...code }: Json, parameters: { simplify: boolean }): object {
	return codeItem({ ...code, ...(textOf(AssignedTo) !== '' && { AssignedTo }) }, parameters);
}
