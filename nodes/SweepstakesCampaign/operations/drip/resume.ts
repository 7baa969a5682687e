import { resumeDrip as endpoint } from '../../api';
import { simplify } from '../../../shared/n8n/common-fields';
import { mergeRecord } from '../../../shared/n8n/output/keys';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../picker';
import { toDripItem } from '../../items';

export const resumeDrip = defineOperation({
	name: 'Resume Drip',
	value: 'resumeDrip',
	action: 'Resume a drip',
	description:
		'Resume a paused drip by its ID. It starts sending again within 5 minutes and does not repeat any step.',
	fields: [
		{
			displayName: 'The drip will send messages to real people again. Sent messages cannot be taken back.',
			name: 'resumeNotice',
			type: 'notice',
			default: '',
		},
		drip,
		simplify,
	],
	endpoint,
	toRequest: ({ drip: DripToken }) => ({ DripToken }),
	toItems: ({ reply, parameters }) => toDripItem(mergeRecord(reply.Data, 'Drip'), parameters),
});
