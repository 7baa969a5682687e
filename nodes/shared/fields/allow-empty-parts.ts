import type { Field } from '../n8n/operation/field';

/** An option of operations that send texts to people. Such texts name it in `typeOptions.refuseGaps`. */
export const allowEmptyParts = {
	displayName: 'Allow Empty Parts',
	name: 'allowEmptyParts',
	type: 'boolean',
	default: true,
	description:
		'Whether to send a text even if an expression {{ }} in it gives nothing, such as the name of someone who left it out. Otherwise, the item fails, and nobody gets “Dear ,”.',
} as const satisfies Field;
