import type { Unsafe } from '../../shared/client/endpoint';
import { isNothing, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { confirmChange } from '../../shared/api/changes';
import { dataReply, endpoint, record, safe, unsafe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { isSameId } from '../../shared/api/ids';
import { channel } from '../../SweepstakesMessage/api';
import { MESSAGING_PAGES, pagedList } from '../../shared/api/pagedLists';

/** Reference, "Messaging: drips". Drips are made, edited, started and deleted in the application. */

export const drips = pagedList({
	...MESSAGING_PAGES,
	call: 'POST /messaging/drips',
	name: 'drips',
	key: 'Drips',
	filter: z.object({
		SweepstakesToken: uuid.optional(),
		Channel: channel.optional(),
		Status: z.enum(['draft', 'active', 'paused', 'completed', 'blocked']).optional(),
		Search: z.string().max(100).optional(),
		Archived: z.boolean().optional(),
	}),
	tells: 'which drips there are',
	keyOf: (drip) => asText(drip.DripToken) || JSON.stringify(drip),
});

/** How many drips the plan allows, and whether drips can run. The list itself is of no interest. */
export const fetchDripLimit = endpoint({
	...drips.fetch,
	reply: z.object({
		Data: z
			.object({ PlanLimit: z.unknown(), CanRun: z.unknown() })
			.refine(({ PlanLimit, CanRun }) => !isNothing(PlanLimit) || !isNothing(CanRun)),
	}),
	tells: 'how many drips the plan allows',
	retry: safe,
});

export const oneDrip = z.object({ DripToken: uuid });

const dripReply = z.object({ Data: z.object({ Drip: record }).passthrough() });

export const fetchDrip = endpoint({
	call: 'POST /messaging/drip',
	request: oneDrip,
	reply: dripReply,
	tells: 'whether there is such a drip',
	retry: safe,
});

export const dripReport = endpoint({
	call: 'POST /messaging/drip-report',
	request: oneDrip.extend({ Days: z.number().int().optional() }),
	reply: dataReply,
	tells: 'the numbers of the drip',
	retry: safe,
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
	tells: 'who is in the drip',
	keyOf: (enrollment) => asText(enrollment.EnrollmentToken) || JSON.stringify(enrollment),
});

const contact = oneDrip.extend({ SourceToken: z.string().min(1) });

/** A second call is refused, because the contact has left the drip. */
const contactRemoved: Unsafe<z.output<typeof contact>>['confirm'] = (
	service,
	{ DripToken, SourceToken },
) => ({
	lookUp: async () => {
		const { records } = await service.call(dripEnrollments.fetch, { DripToken, SourceToken });
		const isRemoved = records.some(
			(one) => isSameId(one.SourceToken, SourceToken) && one.ExitReason === 'removed',
		);
		return isRemoved ? { Response: true, Data: { DripToken, SourceToken } } : undefined;
	},
});

export const removeFromDrip = endpoint({
	call: 'POST /messaging/drip-remove-contact',
	request: contact,
	reply: dataReply,
	retry: unsafe({
		check:
			'Before you remove the contact again, check with Campaign › Get Drip Enrollments whether they are still in the drip.',
		confirm: contactRemoved,
	}),
});

/** Confirms that a drip has this status. */
const confirmBy = (status: string) =>
	confirmChange<z.output<typeof oneDrip>, Json>({
		read: async (service, key) => (await service.call(fetchDrip, key)).Data.Drip,
		isDone: ({ Status }) => Status === status,
		dataOf: (Drip) => ({ Drip }),
	});

export const pauseDrip = endpoint({
	call: 'POST /messaging/pause-drip',
	request: oneDrip,
	reply: dripReply,
	// A second call is refused, because the drip is paused.
	retry: unsafe({
		check: 'Before you pause it again, check with Campaign › Get Drip whether it is paused.',
		confirm: confirmBy('paused'),
	}),
});

export const resumeDrip = endpoint({
	call: 'POST /messaging/resume-drip',
	request: oneDrip,
	reply: dripReply,
	// A second call is refused, because the drip is not paused any more.
	retry: unsafe({
		check: 'Before you resume it again, check with Campaign › Get Drip whether it is active.',
		confirm: confirmBy('active'),
	}),
});
