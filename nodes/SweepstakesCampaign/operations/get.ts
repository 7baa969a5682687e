import { fetchCampaign } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { pickKeys, mergeRecord } from '../../shared/n8n/output/keys';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';
import { toCampaignItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a campaign',
	description: 'Return one campaign by its ID: its status, counts and content',
	fields: [campaign, simplify],
	endpoint: fetchCampaign,
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems({ reply, parameters }) {
		const campaign = mergeRecord(reply.Data, 'Campaign');
		if (!parameters.simplify) return campaign;
		const { Content, ...record } = campaign;
		const content = isObject(Content) ? pickKeys(Content, ['Subject', 'Preheader', 'SmsBody', 'Blocks']) : {};
		return { ...toCampaignItem(record, parameters), ...content };
	},
});
