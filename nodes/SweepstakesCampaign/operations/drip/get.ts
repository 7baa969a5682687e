import { fetchDrip } from '../../api';
import { simplify } from '../../../shared/n8n/common-fields';
import { pickKeys, mergeRecord } from '../../../shared/n8n/output/keys';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../picker';
import { toDripItem } from '../../items';

export const getDrip = defineOperation({
	name: 'Get Drip',
	value: 'getDrip',
	action: 'Get a drip',
	description: 'Return one drip by its ID: its status, counts and steps',
	fields: [drip, simplify],
	endpoint: fetchDrip,
	toRequest: ({ drip: DripToken }) => ({ DripToken }),
	toItems({ reply, parameters }) {
		const found = mergeRecord(reply.Data, 'Drip');
		return { ...toDripItem(found, parameters), ...pickKeys(found, ['Description', 'Steps']) };
	},
});
