import { fetchTimezones } from '../api/tools';
import { pickKeys } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getTimezones = defineOperation({
	name: 'Get Time Zones',
	value: 'getTimezones',
	action: 'Get time zones',
	description: 'Return the time zones that the service knows, with their IDs and current offsets',
	fields: [],
	endpoint: fetchTimezones,
	toRequest: () => undefined,
	toItems: ({ reply }) => reply.map((one) => ({ ...pickKeys(one, ['Text', 'Timezone']), ...one })),
});
