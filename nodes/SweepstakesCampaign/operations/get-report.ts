import { campaignReport } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { isObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { campaign } from '../picker';
import { toCampaignItem, toReportItem } from '../items';

export const getReport = defineOperation({
	name: 'Get Report',
	value: 'getReport',
	action: 'Get a campaign report',
	description:
		'Return the report of a campaign by its ID: how many messages were sent, delivered, opened and clicked, with percentages of those sent',
	fields: [campaign, simplify],
	endpoint: campaignReport,
	toRequest: ({ campaign: CampaignToken }) => ({ CampaignToken }),
	toItems({ reply: { Data }, request, parameters }) {
		if (!parameters.simplify) return Data;
		const about = isObject(Data.Campaign) ? toCampaignItem(Data.Campaign, parameters) : request;
		return toReportItem(Data, about, Data.Counters);
	},
});
