import { isNothing, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/confirm';
import { endpoint, reads, unsafe } from '../../shared/api/endpoint';
import { dataReply, record } from '../../shared/api/replies';
import { uuid } from '../../shared/api/formats';
import { isSameId } from '../../shared/api/ids';
import { channel } from '../../SweepstakesMessage/api';
import { MESSAGING_PAGES, pagedList } from '../../shared/api/paged-list';

export const drips = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/drips',
	name: 'drips',
	key: 'Drips',
	filter: z
		.object({
			SweepstakesToken: uuid,
			Channel: channel,
			Status: z.enum(['draft', 'active', 'paused', 'completed', 'blocked']),
			Search: z.string().max(100),
			Archived: z.boolean(),
		})
		.partial(),
	shows: 'which drips there are',
	id: 'DripToken',
});

/** Reads the plan's limit, which comes with the list of drips. The list itself is ignored. */
export const fetchDripLimit = endpoint({
	...drips.fetch,
	reply: z.object({
		Data: z
			.object({ PlanLimit: z.unknown(), CanRun: z.unknown() })
			.refine(({ PlanLimit, CanRun }) => !isNothing(PlanLimit) || !isNothing(CanRun)),
	}),
	retry: reads('how many drips the plan allows'),
});

export const oneDrip = z.object({ DripToken: uuid });

const dripReply = z.object({ Data: z.object({ Drip: record }).passthrough() });

export const fetchDrip = endpoint({
	call: 'POST /messaging/drip',
	request: oneDrip,
	reply: dripReply,
	retry: reads('whether there is such a drip'),
});

export const dripReport = endpoint({
	call: 'POST /messaging/drip-report',
	request: oneDrip.extend({ Days: z.number().int().optional() }),
	reply: dataReply,
	retry: reads('the numbers of the drip'),
});

export const dripEnrollments = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/drip-enrollments',
	name: 'enrollments',
	key: 'Enrollments',
	filter: oneDrip.extend({
		Status: z.enum(['active', 'completed', 'exited']).optional(),
		SourceToken: z.string().optional(),
	}),
	shows: 'who is in the drip',
	id: 'EnrollmentToken',
});

const contact = oneDrip.extend({ SourceToken: z.string().min(1) });

export const removeFromDrip = endpoint({
	call: 'POST /messaging/drip-remove-contact',
	request: contact,
	reply: dataReply,
	// A retry would be refused, because the first attempt already removed the contact from the drip.
	retry: unsafe({
		check:
			'Before you remove the contact again, use Campaign › Get Drip Contacts to check whether they are still in the drip.',
		confirm: confirmChange<z.output<typeof contact>, Json[]>({
			read: async (client, key) => (await dripEnrollments.readPage(client, key, 1)).records,
			isDone: (enrollments, { SourceToken }) =>
				enrollments.some((one) => isSameId(one.SourceToken, SourceToken) && one.ExitReason === 'removed'),
			toData: (_, key) => key,
		}),
	}),
});

const confirmBy = (status: string) =>
	confirmChange<z.output<typeof oneDrip>, Json>({
		read: async (client, key) => (await client.call(fetchDrip, key)).Data.Drip,
		isDone: ({ Status }) => Status === status,
		toData: (Drip) => ({ Drip }),
	});

export const pauseDrip = endpoint({
	call: 'POST /messaging/pause-drip',
	request: oneDrip,
	reply: dripReply,
	// A retry would be refused, because the first attempt already paused the drip.
	retry: unsafe({
		check: 'Before you pause it again, use Campaign › Get Drip to check whether it is paused.',
		confirm: confirmBy('paused'),
	}),
});

export const resumeDrip = endpoint({
	call: 'POST /messaging/resume-drip',
	request: oneDrip,
	reply: dripReply,
	// A retry would be refused, because the first attempt already resumed the drip.
	retry: unsafe({
		check: 'Before you resume it again, use Campaign › Get Drip to check whether it is active.',
		confirm: confirmBy('active'),
	}),
});
