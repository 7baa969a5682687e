import { fetchDataTransfer } from '../api';
import { limit, returnAll } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getDataTransfer = defineOperation({
	name: 'Get Data Transfer',
	value: 'getDataTransfer',
	action: 'Get the data transfer of a sweepstakes',
	description: 'Return the data transfer of a sweepstakes, in bytes, and its cost',
	fields: [sweepstakes, returnAll, limit],
	endpoint: fetchDataTransfer,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply: { Data } }) =>
		Data.DataTransfer.map(({ SweepstakesToken, TransactionID, Date, ...transfer }) => ({
			Date,
			...transfer,
			TransactionID,
			SweepstakesToken,
		})),
});
