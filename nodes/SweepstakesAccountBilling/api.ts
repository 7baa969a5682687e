import { z } from '../shared/zod';
import { endpoint, noRequest, safe } from '../shared/api/endpoint';
import { listReply } from '../shared/api/replies';
import { uuid } from '../shared/api/formats';

export const fetchTransactions = endpoint({
	call: 'POST /billing/fetchtransactions',
	request: noRequest,
	reply: listReply('Transactions'),
	tells: 'which transactions there are',
	retry: safe,
});

export const fetchConsumptions = endpoint({
	call: 'POST /billing/consumptions',
	request: noRequest,
	reply: listReply('Consumptions'),
	tells: 'what was spent',
	retry: safe,
});

export const fetchDataTransfer = endpoint({
	call: 'POST /billing/datatransfer',
	request: z.object({ SweepstakesToken: uuid }),
	reply: listReply('DataTransfer'),
	tells: 'which data was transferred',
	retry: safe,
});

export const fetchWalletTransactions = endpoint({
	call: 'POST /wallet/fetchtransactions',
	request: noRequest,
	reply: listReply('Transactions'),
	tells: 'which transactions there are',
	retry: safe,
});
