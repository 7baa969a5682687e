import { pauseCampaign } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';
import { toCampaignItem } from '../items';

export const pause = defineOperation({
	name: 'Pause',
	value: 'pause',
	action: 'Pause a campaign',
	description:
		'Pause a queued or sending campaign by its ID. Real people stop getting its messages until it is resumed. Sent messages cannot be taken back.',
	fields: [campaign, simplify],
	endpoint: pauseCampaign,
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems: ({ reply, parameters }) => toCampaignItem(mergeRecord(reply.Data, 'Campaign'), parameters),
});
