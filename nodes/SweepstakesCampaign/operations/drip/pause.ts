import { pauseDrip as endpoint } from '../../api';
import { simplify } from '../../../shared/n8n/common-fields';
import { mergeRecord } from '../../../shared/n8n/output/keys';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../picker';
import { toDripItem } from '../../items';

export const pauseDrip = defineOperation({
	name: 'Pause Drip',
	value: 'pauseDrip',
	action: 'Pause a drip',
	description:
		'Pause an active drip by its ID. Real people stop getting its messages until it is resumed, and then continue where they left off.',
	fields: [drip, simplify],
	endpoint,
	toRequest: ({ drip: DripToken }) => ({ DripToken }),
	toItems: ({ reply, parameters }) => toDripItem(mergeRecord(reply.Data, 'Drip'), parameters),
});
