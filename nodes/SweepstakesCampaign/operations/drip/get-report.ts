import { dripReport } from '../../api';
import { simplify } from '../../../shared/n8n/common-fields';
import { isObject } from '../../../shared/json';
import { defineOperation } from '../../../shared/n8n/operation/operation';
import { drip } from '../../picker';
import { toDripItem, toReportItem } from '../../items';

export const getDripReport = defineOperation({
	name: 'Get Drip Report',
	value: 'getDripReport',
	action: 'Get a drip report',
	description:
		'Return the report of a drip by its ID: how many messages were sent, delivered, opened and clicked in a period, in total and per step',
	fields: [
		drip,
		{
			displayName: 'Period',
			name: 'Days',
			type: 'options',
			options: [
				{ name: 'Last 7 Days', value: 7 },
				{ name: 'Last 30 Days', value: 30 },
				{ name: 'Last 90 Days', value: 90 },
				{ name: 'Last 180 Days', value: 180 },
			],
			default: 30,
			description: 'The days that the report covers',
		},
		simplify,
	],
	endpoint: dripReport,
	toRequest: ({ drip: DripToken, Days }) => ({ DripToken, Days }),
	toItems({ reply: { Data }, request, parameters }) {
		if (!parameters.simplify) return Data;
		// A drip's own counters count people. They are dropped here, because the report has counters of messages with the
		// same names.
		const about = isObject(Data.Drip) ? toDripItem({ ...Data.Drip, Counters: {} }, parameters) : request;
		return toReportItem(Data, about, Data.Totals);
	},
});
