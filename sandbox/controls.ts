import { z } from 'zod';
import type { CallLog, RecordedCall } from './calls';
import { dateTime, type Clock } from './time/clock';
import { channel, normalize } from './endpoints/deliveries';
import { primaryGroup } from './endpoints/groups';
import { suppress } from './endpoints/suppressions';
import { faultsSchema, type ActiveFault, type Fault, type Faults } from './faults';
import {
	CAMPAIGN_STATUSES,
	CATEGORIES,
	COLLECTIONS,
	DRIP_STATUSES,
	ENROLLMENT_STATUSES,
	RECIPIENT_STATUSES,
	SUPPRESSION_REASONS,
	type Collection,
	type Entry,
	type FileLink,
	type Group,
	type StoredFile,
	type StoredInvoice,
	type Sweepstakes,
} from './records';
import { invalid, notFound, Refusal } from './refusal';
import type { Service } from './service';
import { newToken } from './token';

const tokenOfSweepstakes = z.object({ SweepstakesToken: z.string() }).strict();

/** The farthest that one call can move the clock, in ms: ten years. */
const MAX_ADVANCE_MS = 10 * 366 * 24 * 60 * 60 * 1000;

export const advanceSchema = z.object({ advanceMs: z.number().int().min(0).max(MAX_ADVANCE_MS) }).strict();
export const archiveSchema = tokenOfSweepstakes.extend({ Archived: z.boolean().optional() });
export const groupSchema = z.object({ GroupToken: z.string(), Locked: z.boolean() }).strict();
export const ticketSchema = z.object({ CaseNumber: z.string(), Locked: z.boolean() }).strict();
export const codeSchema = z.object({ CouponToken: z.string(), Status: z.literal('voided') }).strict();
export const winnerSchema = tokenOfSweepstakes.extend({
	ParticipantToken: z.string(),
	WasNotify: z.boolean(),
});
export const paymentSchema = z.object({ InvoiceToken: z.string(), Manual: z.boolean().optional() }).strict();
export const suppressionSchema = z
	.object({ Channel: channel, Address: z.string(), Reason: z.enum(SUPPRESSION_REASONS) })
	.strict();
const campaignOrDrip = {
	Name: z.string(),
	Channel: channel.default('email'),
	SweepstakesToken: z.string().nullable().default(null),
	BlockedReason: z.string().nullable().default(null),
	Archived: z.boolean().default(false),
};
export const campaignSchema = z
	.object({
		...campaignOrDrip,
		Category: z.enum(CATEGORIES).default('marketing'),
		Status: z.enum(CAMPAIGN_STATUSES).default('sending'),
		/** Whether the list of recipients is complete. */
		Listed: z.boolean().default(true),
		Recipients: z
			.array(z.object({ Address: z.string(), Status: z.enum(RECIPIENT_STATUSES).default('queued') }).strict())
			.default([]),
	})
	.strict();
export const dripSchema = z
	.object({
		...campaignOrDrip,
		Status: z.enum(DRIP_STATUSES).default('active'),
		/** Whether the drip was edited while it was paused. */
		Edited: z.boolean().default(false),
		Contacts: z
			.array(
				z
					.object({
						SourceToken: z.string(),
						SourceType: z.enum(['participant', 'amoe', 'lead', 'subscriber']).default('participant'),
						Status: z.enum(ENROLLMENT_STATUSES).default('active'),
					})
					.strict(),
			)
			.default([]),
	})
	.strict();
export const answerSchema = z
	.object({
		SurveyToken: z.string(),
		/** Maps the text of each question to its answer. */
		Answers: z.record(z.union([z.string(), z.number(), z.array(z.string())])),
		ParticipantToken: z.string().optional(),
		Completed: z.boolean().default(true),
		/** How long the person took to complete the survey, in seconds. */
		CompletionTime: z.number().default(60),
	})
	.strict();
export const completeSchema = z.object({ ResponseToken: z.string() }).strict();
export const fillSchema = tokenOfSweepstakes.extend({ count: z.number().int().min(1).max(1_000_000) });
export const participantSchema = tokenOfSweepstakes
	.extend({
		ParticipantToken: z.string().optional(),
		KeyEmail: z.string().optional(),
		/** The collections that the participant is in afterward. By default, they stay the same. */
		Collections: z.array(z.enum(COLLECTIONS)).nonempty().optional(),
		Spam: z.boolean().optional(),
		GroupToken: z.string().optional(),
		Completed: z.boolean().optional(),
	})
	.refine(({ ParticipantToken, KeyEmail }) => ParticipantToken ?? KeyEmail, {
		message: 'ParticipantToken or KeyEmail must be given',
	});

type SurveyAnswers = z.input<typeof answerSchema>;

export type ParticipantPlacement = z.input<typeof participantSchema>;

/** What an account has used so far, and its log. */
export interface AccountCounters {
	UserToken: string;
	status: string;
	callsInWindow: number;
	MaxApiCallsPerMinute: number;
	APICalls: number;
	MaxApiCallsAllowed: number;
	sweepstakes: number;
	participants: number;
	invoices: number;
	score: number;
	log: Array<{ CreationDate: string; Text: string }>;
}

/** The calls of an account that currently count toward its limit per minute. */
export interface RateWindow {
	UserToken: string;
	lengthMs: number;
	limit: number;
	/** When the calls arrived, in ms since 1970 by the sandbox's clock, oldest first. */
	callsAt: number[];
	/** When the refused calls of the same period arrived. */
	refusedAt: number[];
}

/**
 * Controls for what the API itself cannot do. Tests call the methods on the object that `startSandbox` returns. Other
 * programs use the routes under /_sandbox.
 */
export class Controls {
	constructor(
		private readonly service: Service,
		private readonly clock: Clock,
		private readonly callLog: CallLog,
		private readonly faultList: Faults,
	) {}

	/**
	 * The received calls, oldest first.
	 *
	 * @param last how many of the latest calls to return; all by default
	 */
	calls(last?: number): RecordedCall[] {
		return this.callLog.list(last);
	}

	clearCalls(): void {
		this.callLog.clear();
	}

	/**
	 * Adds faults, each of which applies to the next calls to its path.
	 *
	 * @throws ZodError that names the invalid key
	 */
	faults(list: Fault[]): void {
		this.faultList.add(faultsSchema.parse(list));
	}

	pendingFaults(): ActiveFault[] {
		return this.faultList.list();
	}

	clearFaults(): void {
		this.faultList.clear();
	}

	/** The sandbox's clock, in ms since 1970. */
	now(): number {
		return this.clock.now();
	}

	/** Moves the clock forward by `ms` milliseconds and carries out the drawings that are then due. */
	advance(ms: number): void {
		const { store } = this.service;
		this.clock.advance(ms);
		const setting = store.clock.get('clock') ?? store.clock.insert({ name: 'clock', aheadMs: 0 });
		store.clock.update(setting, { aheadMs: this.clock.ahead });
		this.service.settle();
	}

	/** Archives or unarchives a sweepstakes. The API has no such operation. */
	archive(sweepstakesToken: string, Archived = true): void {
		this.service.settle();
		this.service.store.sweepstakes.update(this.sweepstakes(sweepstakesToken), { Archived });
		this.service.store.commit();
	}

	/**
	 * Moves a participant to collections, marks the participant as spam or complete, and assigns a group. What
	 * `placement` does not name is unchanged.
	 *
	 * @throws Refusal 404 if the sweepstakes, the participant or the group does not exist
	 */
	placeParticipant(placement: ParticipantPlacement): void {
		const { SweepstakesToken, Collections, Spam, GroupToken, Completed, ...sought } = placement;
		this.service.settle();
		if (GroupToken !== undefined && this.group(GroupToken).SweepstakesToken !== SweepstakesToken) {
			throw notFound('Group');
		}
		const entries = this.findEntries(SweepstakesToken, sought);
		const { store } = this.service;
		const hidden = {
			...entries[0]!.hidden,
			...(Spam !== undefined && { spam: Spam }),
			...(GroupToken !== undefined && { GroupToken }),
			...(Completed !== undefined && { completed: Completed }),
		};
		const collections: readonly Collection[] = Collections ?? entries.map(({ Collection }) => Collection);
		for (const entry of entries) {
			if (collections.includes(entry.Collection)) store.entries.update(entry, { hidden });
			else store.entries.remove(entry);
		}
		const held = entries.map(({ Collection }) => Collection);
		for (const Collection of new Set(collections)) {
			if (held.includes(Collection)) continue;
			const isOptOut = Collection === 'OptOuts';
			const CreationDate = isOptOut ? dateTime(this.clock.now()) : entries[0]!.CreationDate;
			store.entries.insert({ ...entries[0]!, Collection, CreationDate, hidden });
		}
		store.commit();
	}

	/** Locks or unlocks a group. The API has no such operation. */
	lockGroup(groupToken: string, Locked = true): void {
		this.service.store.groups.update(this.group(groupToken), { Locked });
		this.service.store.commit();
	}

	/** Locks or unlocks a ticket, as if an administrator were working on it. The API has no such operation. */
	lockTicket(caseNumber: string, isLocked = true): void {
		const { store } = this.service;
		const ticket = store.tickets.get(caseNumber);
		if (!ticket) throw notFound('Ticket');
		store.tickets.update(ticket, { isLocked });
		store.commit();
	}

	/** Voids a code. The API has no such operation. */
	voidCode(couponToken: string): void {
		const { store } = this.service;
		const code = store.codes.get(couponToken);
		if (!code) throw notFound('Code');
		store.codes.update(code, { Status: 'voided' });
		store.commit();
	}

	/**
	 * Marks a winner as notified. The API has no such operation.
	 *
	 * @throws Refusal 404 if the participant has not won
	 */
	notifyWinner(sweepstakesToken: string, participantToken: string, WasNotify = true): void {
		const { store } = this.service;
		const winner = store.winners
			.of(sweepstakesToken)
			.find(({ record }) => record.ParticipantToken === participantToken);
		if (!winner) throw notFound('Winner');
		store.winners.update(winner, { record: { ...winner.record, WasNotify } });
		store.commit();
	}

	/**
	 * Marks an invoice as paid, by card or manually. The API has no such operation.
	 *
	 * @throws Refusal 404 if the invoice does not exist, or 409 if it is not pending
	 */
	payInvoice(invoiceToken: string, isManual = false): void {
		const { store } = this.service;
		const invoice = store.invoices.get(invoiceToken);
		if (!invoice) throw notFound('Invoice');
		if (invoice.shown.Status !== 'pending')
			throw new Refusal(409, `The invoice is ${invoice.shown.Status}, not pending.`);
		const PaidDate = dateTime(this.clock.now());
		store.invoices.update(invoice, {
			shown: { ...invoice.shown, Status: 'paid' },
			payment: { isManual, PaidDate },
			UpdatedAt: PaidDate,
			events: [...invoice.events, { EventType: 'paid', CreationDate: PaidDate }],
		});
		store.commit();
	}

	/**
	 * Adds an address to the first account's do-not-contact list, with any reason, such as `unsubscribe`.
	 *
	 * @throws Refusal 400 if the address is invalid
	 */
	suppress(suppression: z.output<typeof suppressionSchema>): void {
		const { store, accounts } = this.service;
		const Address = normalize(suppression.Channel, suppression.Address);
		if (Address === undefined) throw invalid('Address: cannot be read.');
		suppress(store, accounts[0]!.UserToken, { ...suppression, Address }, this.clock.now());
		store.commit();
	}

	/**
	 * Creates a campaign in the first account. The API has no such operation.
	 *
	 * @returns its token
	 */
	addCampaign(given: z.input<typeof campaignSchema>): string {
		const { Listed: isListed, Recipients: recipients, ...campaign } = campaignSchema.parse(given);
		const { store, accounts } = this.service;
		const now = dateTime(this.clock.now());
		const { CampaignToken } = store.campaigns.insert({
			CampaignToken: newToken(),
			UserToken: accounts[0]!.UserToken,
			...campaign,
			isListed,
			CreationDate: now,
			UpdatedAt: now,
			recipients,
		});
		store.commit();
		return CampaignToken;
	}

	/**
	 * Creates a drip in the first account. The API has no such operation.
	 *
	 * @returns its token
	 */
	addDrip(given: z.input<typeof dripSchema>): string {
		const { Edited: wasEdited, Contacts, ...drip } = dripSchema.parse(given);
		const { store, accounts } = this.service;
		const now = dateTime(this.clock.now());
		const { DripToken } = store.drips.insert({
			DripToken: newToken(),
			UserToken: accounts[0]!.UserToken,
			Description: '',
			...drip,
			wasEdited,
			PausedAt: drip.Status === 'paused' ? now : null,
			CreationDate: now,
			UpdatedAt: now,
			enrollments: Contacts.map((contact) => {
				const isActive = contact.Status === 'active';
				return {
					EnrollmentToken: newToken(),
					...contact,
					ExitReason: contact.Status === 'exited' ? 'unsubscribed' : null,
					NextStep: isActive ? 1 : null,
					NextStepAt: isActive ? now : null,
					EnrolledAt: now,
					LastSentAt: null,
					EndedAt: isActive ? null : now,
				};
			}),
		});
		store.commit();
		return DripToken;
	}

	/**
	 * Answers a survey. The API has no such operation.
	 *
	 * @returns the ResponseToken
	 * @throws Refusal 404 if the survey or a question does not exist
	 */
	answerSurvey(sent: SurveyAnswers): string {
		const { SurveyToken, Answers, ...response } = answerSchema.parse(sent);
		const { store } = this.service;
		const survey = store.surveys.get(SurveyToken);
		if (!survey) throw notFound('Survey');
		const { ResponseToken } = store.surveyResponses.insert({
			ResponseToken: newToken(),
			SurveyToken,
			SweepstakesToken: survey.SweepstakesToken,
			ParticipantToken: null,
			CreationDate: dateTime(this.clock.now()),
			...response,
			Answers: Object.entries(Answers).map(([text, Answer]) => {
				const question = survey.questions.find(({ QuestionText }) => QuestionText === text);
				if (!question) throw notFound('Question');
				const { QuestionToken, Page, FieldType, QuestionText } = question;
				return { QuestionToken, Page, FieldType, QuestionText, Answer };
			}),
		});
		store.commit();
		return ResponseToken;
	}

	/**
	 * Completes a response that was begun.
	 *
	 * @throws Refusal 404 if the response does not exist
	 */
	completeResponse(responseToken: string): void {
		const { store } = this.service;
		const response = store.surveyResponses.get(responseToken);
		if (!response) throw notFound('Response');
		store.surveyResponses.update(response, { Completed: true });
		store.commit();
	}

	/**
	 * Opens the public page of an invoice, which counts as a view.
	 *
	 * @throws Refusal 404 if the invoice does not exist
	 */
	openInvoice(publicToken: unknown): StoredInvoice {
		const { store } = this.service;
		const invoice = [...store.invoices.all()].find(({ shown }) => shown.PublicToken === publicToken);
		if (!invoice) throw notFound('Invoice');
		const view = { EventType: 'viewed' as const, CreationDate: dateTime(this.clock.now()) };
		store.invoices.update(invoice, { events: [...invoice.events, view] });
		store.commit();
		return invoice;
	}

	/**
	 * Opens the file behind a temporary address.
	 *
	 * @throws Refusal 403 if the address has expired, 404 if the address or the file does not exist
	 */
	openFile(linkToken: string): { file: StoredFile; mode: FileLink['Mode'] } {
		const { store } = this.service;
		const link = store.fileLinks.get(linkToken);
		const file = link && store.files.get(link.FileToken);
		if (!file) throw notFound('File');
		if (link.expiresAt <= this.clock.now()) throw new Refusal(403, 'The address has expired.');
		return { file, mode: link.Mode };
	}

	/** Adds participants `participant1@example.com`, `participant2@example.com` and so on, without API calls. */
	fill(sweepstakesToken: string, count: number): void {
		const sweepstakes = this.sweepstakes(sweepstakesToken);
		const { store } = this.service;
		this.service.settle();
		const held = store.entries.of(sweepstakesToken).length;
		const { GroupToken } = primaryGroup(store, sweepstakesToken);
		for (let n = held + 1; n <= held + count; n++) {
			store.entries.insert(filler(sweepstakes, GroupToken, n, dateTime(this.clock.now())));
		}
		store.commit();
	}

	/** Returns the usage and the log of every account. */
	accounts(): AccountCounters[] {
		const { store } = this.service;
		return this.service.accounts.map((account) => {
			const usage = this.service.getUsage(account);
			const own = store.sweepstakes.of(account.UserToken);
			return {
				UserToken: account.UserToken,
				status: account.status,
				callsInWindow: account.window.countAt(this.clock.now()),
				MaxApiCallsPerMinute: account.plan.MaxApiCallsPerMinute,
				APICalls: usage.APICalls,
				MaxApiCallsAllowed: account.plan.MaxApiCallsAllowed,
				sweepstakes: own.length,
				participants: own.reduce((sum, row) => sum + store.entries.of(row.SweepstakesToken).length, 0),
				invoices: store.invoices.of(account.UserToken).length,
				score: usage.score,
				log: store.log.of(account.UserToken).map(({ CreationDate, Text }) => ({ CreationDate, Text })),
			};
		});
	}

	windows(): RateWindow[] {
		const now = this.clock.now();
		return this.service.accounts.map(({ UserToken, plan, window, refused }) => ({
			UserToken,
			lengthMs: window.lengthMs,
			limit: plan.MaxApiCallsPerMinute,
			callsAt: window.arrivalsAt(now),
			refusedAt: refused.arrivalsAt(now),
		}));
	}

	private sweepstakes(token: string): Sweepstakes {
		const sweepstakes = this.service.store.sweepstakes.get(token);
		if (!sweepstakes) throw notFound('Sweepstakes');
		return sweepstakes;
	}

	private group(token: string): Group {
		const group = this.service.store.groups.get(token);
		if (!group) throw notFound('Group');
		return group;
	}

	/** Returns all entries of the participant with this token or, without a token, with this email address. */
	private findEntries(
		sweepstakesToken: string,
		{ ParticipantToken, KeyEmail }: { ParticipantToken?: string; KeyEmail?: string },
	): Entry[] {
		const all = this.service.store.entries.of(this.sweepstakes(sweepstakesToken).SweepstakesToken);
		const token = ParticipantToken ?? all.find((entry) => entry.KeyEmail === KeyEmail)?.ParticipantToken;
		const entries = all.filter((entry) => entry.ParticipantToken === token);
		if (entries.length === 0) throw notFound('Participant');
		return entries;
	}
}

function filler(sweepstakes: Sweepstakes, GroupToken: string, n: number, CreationDate: string): Entry {
	return {
		ParticipantToken: newToken(),
		UserToken: sweepstakes.UserToken,
		SweepstakesToken: sweepstakes.SweepstakesToken,
		KeyEmail: `participant${n}@example.com`,
		KeyPhoneNumber: `555${2_000_000 + n}`,
		FirstName: 'Participant',
		LastName: String(n),
		BonusEntries: 0,
		CreationDate,
		Status: true,
		Collection: 'Participants',
		hidden: { GroupToken, spam: false, completed: true, lang: 'en', source: 'sandbox', fields: {} },
	};
}
