import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwn, type Call } from '../endpoint';
import { flag, integer, text, uuid } from '../fields';
import { DRIP_STATUSES, ENROLLMENT_STATUSES, type Drip, type Enrollment } from '../records';
import { conflict, forbidden, notFound, Refusal } from '../refusal';
import { hasAll } from './campaigns';
import { channel } from './deliveries';
import { clampedPage, MAX_PAGE_SIZE, pageKeys } from './paging';

/* The API cannot create drips, but `POST /_sandbox/drips` can. */

const DRIPS = { method: 'POST', module: 'drips' } as const;

const REPORT_DAYS = [7, 30, 90, 180];

const oneDrip = z.object({ DripToken: uuid });

const fetch = endpoint({
	...DRIPS,
	path: '/messaging/drips',
	request: z.object({
		SweepstakesToken: uuid.optional(),
		Channel: channel.optional(),
		Status: z.enum(DRIP_STATUSES).optional(),
		Search: text.max(100).default(''),
		Archived: flag.default(false),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ Search, Archived, Page, ItemsPerPage, ...wanted }, { store, account }) {
		const own = store.drips.of(account.UserToken);
		const found = own
			.filter((one) => one.Archived === Archived && one.Name.toLowerCase().includes(Search.toLowerCase()))
			.filter((one) => hasAll(one, wanted))
			.toReversed();
		const { rows, counts } = clampedPage(found, { Page, ItemsPerPage });
		const PlanLimit = { MaxAllowed: 0, CurrentCount: own.length, Unlimited: true, LimitReached: false };
		return { Data: { Drips: rows.map(dripRecord), ...counts, PlanLimit, CanRun: true } };
	},
});

const single = endpoint({
	...DRIPS,
	path: '/messaging/drip',
	request: oneDrip,
	carryOut({ DripToken }, call) {
		const drip = requireOwnDrip(call, DripToken);
		const Audience = { Sources: ['participants'], AcquisitionChannels: [], Groups: 0, Lists: 0, Agents: 0 };
		const Settings = {
			Language: 'en',
			SendWindow: null,
			ExitOnClick: false,
			ExitOnWin: true,
			MaxEnrollmentsPerDay: 0,
			HasTemplate: false,
		};
		return { Data: { Drip: { ...dripRecord(drip), Audience, Settings, Steps: [toStep(drip)] } } };
	},
});

const report = endpoint({
	...DRIPS,
	path: '/messaging/drip-report',
	request: oneDrip.extend({
		Days: integer
			.refine((days) => REPORT_DAYS.includes(days), `must be one of ${REPORT_DAYS.join(', ')}`)
			.describe(`one of ${REPORT_DAYS.join(', ')}`)
			.default(30),
	}),
	carryOut({ DripToken, Days }, call) {
		const drip = requireOwnDrip(call, DripToken);
		const Sent = drip.enrollments.length;
		const Totals = {
			Sent,
			Delivered: Sent,
			Opened: 0,
			Clicked: 0,
			Bounced: 0,
			Complained: 0,
			Unsubscribed: 0,
			Failed: 0,
		};
		const Rates = {
			Delivered: Sent > 0 ? 100 : 0,
			Opened: 0,
			Clicked: 0,
			Unsubscribed: 0,
			Bounced: 0,
			Complained: 0,
		};
		const { Index, Name, Delay } = toStep(drip);
		return {
			Data: {
				Drip: dripRecord(drip),
				Days,
				People: dripRecord(drip).Counters,
				Totals,
				Rates,
				Steps: [{ Index, Name, Delay, Waiting: 0, Counters: Totals, Rates }],
				Timeline: [{ Day: drip.CreationDate.slice(0, 10), Sent, Opened: 0, Clicked: 0, Unsubscribed: 0 }],
				TopLinks: null,
			},
		};
	},
});

const enrollments = endpoint({
	...DRIPS,
	path: '/messaging/drip-enrollments',
	request: oneDrip.extend({
		Status: z.enum(ENROLLMENT_STATUSES).optional(),
		SourceToken: text.optional(),
		...pageKeys(MAX_PAGE_SIZE),
	}),
	carryOut({ DripToken, Page, ItemsPerPage, ...wanted }, call) {
		const drip = requireOwnDrip(call, DripToken);
		const found = drip.enrollments.filter((one) => hasAll(one, wanted)).toReversed();
		const { rows, counts } = clampedPage(found, { Page, ItemsPerPage });
		return { Data: { DripToken, Enrollments: rows, ...counts } };
	},
});

const removeContact = endpoint({
	...DRIPS,
	path: '/messaging/drip-remove-contact',
	request: oneDrip.extend({ SourceToken: text.min(1) }),
	carryOut({ DripToken, SourceToken }, call) {
		refuseWithoutMessages(call);
		const drip = requireOwnDrip(call, DripToken);
		const contact = drip.enrollments.find((one) => one.SourceToken === SourceToken);
		if (!contact) throw notFound('Contact');
		const { Status, ExitReason } = contact;
		if (Status !== 'active')
			throw conflict('The contact is no longer in the sequence.', { Status, ExitReason });
		const EndedAt = dateTime(call.now);
		const gone: Enrollment = {
			...contact,
			Status: 'exited',
			ExitReason: 'removed',
			NextStep: null,
			NextStepAt: null,
			EndedAt,
		};
		call.store.drips.update(drip, {
			enrollments: drip.enrollments.map((one) => (one === contact ? gone : one)),
		});
		return { Data: { DripToken, SourceToken, Removed: 1 } };
	},
});

const pause = endpoint({
	...DRIPS,
	path: '/messaging/pause-drip',
	request: oneDrip,
	carryOut({ DripToken }, call) {
		refuseWithoutMessages(call);
		const drip = requireOwnDrip(call, DripToken);
		if (drip.Status !== 'active') throw conflict(`The drip is ${drip.Status}.`, { Status: drip.Status });
		const PausedAt = dateTime(call.now);
		call.store.drips.update(drip, { Status: 'paused', PausedAt, UpdatedAt: PausedAt });
		const ReleasedUnits = drip.enrollments.filter(({ Status }) => Status === 'active').length;
		return { Data: { Drip: dripRecord(drip), ReleasedUnits } };
	},
});

const resume = endpoint({
	...DRIPS,
	path: '/messaging/resume-drip',
	request: oneDrip,
	carryOut({ DripToken }, call) {
		refuseWithoutMessages(call);
		const drip = requireOwnDrip(call, DripToken);
		const { Status, Channel } = drip;
		if (Status === 'blocked') throw conflict('The drip is blocked.', { Status, Reason: 'Blocked' });
		if (Status !== 'paused') throw conflict(`The drip is ${Status}.`, { Status });
		if (drip.wasEdited)
			throw conflict('The drip was edited while it was paused.', { Status, Reason: 'EditedSincePause' });
		const { paused, smsSender } = call.account.messaging;
		if (Channel === 'sms' && !smsSender)
			throw forbidden('There is no registered number to send text messages from.', {
				data: { Reason: 'NoRegisteredSmsSender' },
			});
		if (paused.includes(Channel))
			throw new Refusal(423, `The channel ${Channel} is paused.`, { data: { Reason: 'ChannelPaused' } });
		call.store.drips.update(drip, { Status: 'active', PausedAt: null, UpdatedAt: dateTime(call.now) });
		return { Data: { Drip: dripRecord(drip), Note: 'Sending starts again within 5 minutes.' } };
	},
});

export const dripEndpoints = [fetch, single, report, enrollments, removeContact, pause, resume];

const requireOwnDrip = (call: Call, token: string) => requireOwn(call, call.store.drips.get(token), 'Drip');

/**
 * Refuses a call if the messages module is off, because writing to drips requires that module as well as the drips
 * module.
 */
function refuseWithoutMessages({ account }: Call): void {
	if (!account.modules.messages) throw forbidden('The messages module is not enabled for this account.');
}

function toStep({ Channel, Name }: Drip) {
	const Content =
		Channel === 'email'
			? {
					Subject: Name,
					Preheader: null,
					Blocks: [{ Type: 'text', Text: 'Welcome!', Label: null, Url: null }],
				}
			: { SmsBody: 'Welcome!' };
	return {
		Index: 0,
		StepToken: '0d21b000-0000-4000-8000-000000000001',
		Name: 'Welcome',
		Delay: { Value: 1, Unit: 'days' },
		Content,
	};
}

function dripRecord(drip: Drip) {
	const { UserToken: _, wasEdited: _edited, enrollments: contacts, ...record } = drip;
	const count = (isMeant: (one: Enrollment) => boolean) => contacts.filter(isMeant).length;
	const countExited = (reason: string) => count(({ ExitReason }) => ExitReason === reason);
	return {
		...record,
		StaffHold: false,
		Trigger: 'join',
		StepsCount: 1,
		Counters: {
			Enrolled: contacts.length,
			Active: count(({ Status }) => Status === 'active'),
			Completed: count(({ Status }) => Status === 'completed'),
			Exited: {
				Unsubscribed: countExited('unsubscribed'),
				Suppressed: countExited('suppressed'),
				Won: countExited('won'),
				Removed: countExited('removed'),
			},
			Deferred: {},
		},
		Origin: 'manual',
		ActivatedAt: drip.CreationDate,
		CompletedAt: null,
	};
}
