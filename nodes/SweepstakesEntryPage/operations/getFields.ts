import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { defineOperation } from '../../shared/operation';
import { z } from '../../shared/zod';

export const getFields = defineOperation({
	name: 'Get Fields',
	value: 'getFields',
	action: 'Get the entry form fields of a sweepstakes',
	description:
		'Return the entry page of a sweepstakes with the fields of its entry form: name, type and whether each is required',
	fields: [sweepstakes],
	endpoint: 'POST /entrypage/fields',
	repeatable: true,
	request: z.object({ SweepstakesToken: uuid }),
	toRequest: ({ sweepstakes: SweepstakesToken }) => ({ SweepstakesToken }),
	reply: z.object({ Data: z.object({}).passthrough() }),
	toItems: ({ Data }) => Data,
});
