import { simplify } from '../../shared/fields/simplify';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { sweepstakesOf } from '../../shared/lookups/sweepstakes';
import { z } from '../../shared/zod';
import { sweepstakesItem } from '../record';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a sweepstakes',
	description: 'Return one sweepstakes by its ID or handler',
	fields: [sweepstakes, simplify],
	request: z.object({ sweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: sweepstakesToken }) => ({ sweepstakesToken }),
	async *run(service, { sweepstakesToken }, parameters) {
		yield sweepstakesItem(await sweepstakesOf(service, sweepstakesToken, 'Sweepstakes'), parameters);
	},
});
