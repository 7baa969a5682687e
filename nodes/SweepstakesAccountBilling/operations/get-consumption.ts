import { fetchConsumptions } from '../api';
import { asRecords } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getConsumption = defineOperation({
	name: 'Get Consumption',
	value: 'getConsumption',
	action: 'Get the monthly consumption',
	description:
		'Return what the account spent each month on transactions and data transfer, with one item per month',
	fields: [],
	endpoint: fetchConsumptions,
	toRequest: () => undefined,
	toItems: ({ reply: { Data } }) =>
		Data.Consumptions.flatMap(({ Months, Year, Total, ...year }) => {
			const totals = { YearTotal: Total, GrandTotal: Data.GrandTotal };
			const months = asRecords(Months).map((month) => ({ Year, ...month, ...year, ...totals }));
			return months.length > 0 ? months : [{ Year, ...year, ...totals }];
		}),
});
