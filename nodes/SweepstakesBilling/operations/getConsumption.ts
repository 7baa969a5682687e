import { fetchConsumptions } from '../api';
import { defineOperation } from '../../shared/n8n/operation/operation';

export const getConsumption = defineOperation({
	name: 'Get Consumption',
	value: 'getConsumption',
	action: 'Get the consumption of each month',
	description: 'Return what the account has spent on transactions and data transfer, an item for each month',
	fields: [],
	endpoint: fetchConsumptions,
	toRequest: () => undefined,
	toItems: ({ reply: { Data } }) =>
		Data.Consumptions.flatMap(({ Months, ...year }) =>
			Months.length > 0 ? Months.map((month) => ({ Year: year.Year, ...month })) : [year],
		),
});
