import { z } from '../shared/zod';
import { endpoint, noRequest, reads } from '../shared/api/endpoint';
import { listReply } from '../shared/api/replies';
import { uuid } from '../shared/api/formats';

export const fetchTransactions = endpoint({
	call: 'POST /billing/fetchtransactions',
	request: noRequest,
	reply: listReply('Transactions'),
	retry: reads('which transactions there are'),
});

export const fetchConsumptions = endpoint({
	call: 'POST /billing/consumptions',
	request: noRequest,
	reply: listReply('Consumptions'),
	retry: reads('how much was spent'),
});

export const fetchDataTransfer = endpoint({
	call: 'POST /billing/datatransfer',
	request: z.object({ SweepstakesToken: uuid }),
	reply: listReply('DataTransfer'),
	retry: reads('how much data was transferred'),
});

export const fetchWalletTransactions = endpoint({
	call: 'POST /wallet/fetchtransactions',
	request: noRequest,
	reply: listReply('Transactions'),
	retry: reads('which transactions there are'),
});
