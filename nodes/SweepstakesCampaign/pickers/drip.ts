import { drips } from '../api/drips';
import { listOrId, searchList } from '../../shared/n8n/editor/picker';
import type { Field } from '../../shared/n8n/operation/field';
import { toChoice } from './to-choice';

const searchDrips = searchList(drips.readPage, toChoice('DripToken'), (Search) => ({ Search }));

/** Picker for a drip. Its value is a DripToken. */
export const drip = {
	displayName: 'Drip',
	name: 'drip',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The drip (a sequence of messages) to work with',
	typeOptions: { listedBy: 'Get Many Drips' },
	...listOrId('Select a drip…', { searchDrips }, 'DripToken'),
} as const satisfies Field;
