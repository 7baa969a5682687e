import { uuid } from '../../shared/api/formats';
import { simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../picker';
import { getSweepstakes } from '../api';
import { z } from '../../shared/zod';
import { toSweepstakesItem } from '../items';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a sweepstakes',
	description: 'Return one sweepstakes by its ID or handler',
	reads: true,
	fields: [sweepstakes, simplify],
	request: z.object({ sweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	async *run({ client, request, parameters }) {
		yield toSweepstakesItem(await getSweepstakes(client, request.sweepstakesToken), parameters);
	},
});
