import { UTC_ID } from '../../sandbox/timezones';
import { completeEntry } from '../../tools/sandbox';
import { freshHandler, sweepstakesBody, TODAY, TOMORROW, type Bench, type Json } from './harness';

const INVOICE = {
	BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
	Items: [
		{ Description: 'Ticket', Quantity: 0.5, Rate: 50 },
		{ Description: 'Grand prize', Quantity: 1, Rate: 50 },
	],
};
const SURVEY = {
	SurveyName: 'Survey',
	Questions: [{ QuestionText: 'How many?', FieldType: 'slider', Settings: {} }],
};
const ADA = { KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550111' };
const DAYS = { EventStartDate: TOMORROW, EventEndDate: TOMORROW };
const STATUSES = ['queued', 'delivered', 'clicked', 'bounced'] as const;

/** Creates one of each record that requests name, in a new sweepstakes. */
export async function openWorld({ ok, sandbox, sweepstakes, participant }: Bench) {
	const Handler = freshHandler();
	const SweepstakesToken = await sweepstakes({ Handler, CreateInCalendar: true });
	const ParticipantToken = await participant(SweepstakesToken, ADA);
	const made = async (path: string, body: Json): Promise<Json> => {
		const { Data } = await ok(path, body);
		return Data as Json;
	};
	const scheduled = async () => {
		await ok('/winners/schedule', { sweepstakesToken: SweepstakesToken, ...drawing });
		const list = '/winners/fetchscheduled';
		const { Drawings } =
			sandbox.dialect === 'reference'
				? await ok(list, { SweepstakesToken })
				: await ok(`${list}?sweepstakesToken=${SweepstakesToken}`, undefined, { method: 'GET' });
		return Drawings[0].ScheduleToken as string;
	};
	const drawing = {
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 1,
		endDate: '2030-02-01',
		endTime: '23:00',
		timezone: UTC_ID,
	};
	const generate = async () =>
		(await made('/codes/generate', { SweepstakesToken, Quantity: 1, Length: 12 })).Codes[0]
			.CouponToken as string;
	const ticket = async () =>
		(await made('/tickets/create', { Title: 'Help', Description: 'Please', Priority: 3 }))
			.CaseNumber as string;
	const message = { Name: 'News', SweepstakesToken };
	const campaign = (Status: 'sending' | 'paused' = 'sending') =>
		sandbox.addCampaign({
			...message,
			Status,
			Recipients: STATUSES.map((one) => ({ Address: `${one}@example.com`, Status: one })),
		});
	const drip = (Status: 'active' | 'paused' = 'active') =>
		sandbox.addDrip({
			...message,
			Status,
			Contacts: [{ SourceToken: 'a' }, { SourceToken: 'b', Status: 'exited' }],
		});
	const suppressed = async () => {
		await ok('/messaging/add-suppressions', { Channel: 'email', Addresses: ['gone@example.com'] });
		return 'gone@example.com';
	};

	/** A valid value for each required field, by its name in PascalCase. */
	const values: Record<string, () => unknown> = {
		SweepstakesToken: () => SweepstakesToken,
		ParticipantToken: () => ParticipantToken,
		GroupToken: async () =>
			(await made('/groups/create', { sweepstakesToken: SweepstakesToken, groupName: 'VIP' })).GroupToken,
		ScheduledToken: scheduled,
		ScheduleToken: scheduled,
		RulesToken: async () =>
			(await made('/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent: '<p>…</p>' }))
				.RulesToken,
		InvoiceToken: async () => (await made('/invoices/create', INVOICE)).InvoiceToken,
		CouponToken: generate,
		CouponTokens: async () => [await generate()],
		NoteToken: async () => (await made('/notes/create', { Title: 'Flyers', Note: 'Print' })).NoteToken,
		CampaignToken: () => campaign(),
		DripToken: () => drip(),
		EventToken: async () => (await made('/calendar/create', { EventTitle: 'Opening', ...DAYS })).EventToken,
		TodoToken: async () => (await made('/tickets/createTodo', { Title: 'Check', Priority: 2 })).TodoToken,
		CaseId: ticket,
		CaseNumber: ticket,
		SurveyToken: async () => {
			const { SurveyToken } = await made('/surveys/create', { SweepstakesToken, ...SURVEY });
			sandbox.answerSurvey({ SurveyToken, Answers: { 'How many?': 3 } });
			return SurveyToken as string;
		},
		FileToken: async () =>
			(await made('/files/upload', { Filename: 'a.txt', MimeType: 'text/plain', FileData: 'YWJj' }))
				.FileToken,
		...constants({ ...drawing, ...sweepstakesBody({ Handler }), ...INVOICE, ...DAYS, SurveyName: 'Survey' }),
		...constants({
			HandlerNew: freshHandler(),
			Lang: 'en',
			Source: 'test',
			EntryPageFields: completeEntry(),
		}),
		...constants({ BonusEntries: 5, GroupName: 'Guests', Title: 'Title', DocumentContent: '<p>…</p>' }),
		...constants({ Quantity: 3, Length: 12, Codes: ['A1', 'no.', 'A1'], Note: 'Note', Search: '9' }),
		...constants({
			Channel: 'email',
			Message: 'Hello',
			Addresses: ['Ada@example.com', 'x'],
			SourceToken: 'a',
		}),
		...constants({
			EventTitle: 'Finale',
			Description: 'Nobody won.',
			Priority: 3,
			RecipientEmail: 'ada@example.com',
		}),
		...constants({ Filename: 'b.txt', MimeType: 'text/plain', FileData: 'YWJj' }),
	};
	const assigned = async () => {
		const CouponToken = await generate();
		await ok('/codes/assign', { CouponToken, ParticipantToken });
		return CouponToken;
	};
	/** Additional fields of a request, or replacements of the usual values. */
	const more: Record<string, () => Json | Promise<Json>> = {
		'/sweepstakes/create': () => ({ Handler: freshHandler() }),
		'/sweepstakes/update': () => ({ SweepstakesName: 'Renamed' }),
		'/participants/fetch': () => ({ startDate: TODAY, endDate: TOMORROW }),
		'/participants/single': () => ({ ParticipantToken }),
		'/rules/update': () => ({ Title: 'Changed' }),
		'/rules/fetch': () => values.RulesToken!() as Promise<Json>,
		'/entrypage/update': () => ({ EntryPageHeadline: 'Win' }),
		'/invoices/update': () => ({ ...INVOICE, Title: 'New' }),
		'/surveys/create': () => SURVEY,
		'/surveys/update': () => ({ SurveyName: 'Renamed' }),
		'/surveys/delete': () => ({ Confirm: true }),
		'/notes/update': () => ({ Pinned: true }),
		'/tickets/update': () => ({ Title: 'Changed' }),
		'/codes/single': async () => ({ CouponToken: await generate() }),
		'/codes/redeem': async () => ({ CouponToken: await generate() }),
		'/codes/update': () => ({ Description: 'For a friend' }),
		'/codes/unassign': async () => ({ CouponToken: await assigned() }),
		'/codes/send': async () => ({ CouponToken: await assigned() }),
		'/codes/unredeem': async () => {
			const CouponToken = await generate();
			await ok('/codes/redeem', { CouponToken });
			return { CouponToken };
		},
		'/codes/update-settings': () => ({ CouponCodeLength: 10 }),
		'/messaging/resume-campaign': () => ({ CampaignToken: campaign('paused') }),
		'/messaging/resume-drip': () => ({ DripToken: drip('paused') }),
		'/messaging/remove-suppression': async () => ({ Address: await suppressed() }),
	};
	/** Prepares records so that a list is not empty. */
	const listed: Record<string, () => unknown> = {
		'/winners/fetch': () => ok('/winners/draw', { sweepstakesToken: SweepstakesToken, ...drawing }),
		'/winners/fetchscheduled': scheduled,
		'/groups/fetch': values.GroupToken!,
		'/rules/fetch': values.RulesToken!,
		'/invoices/fetch': values.InvoiceToken!,
		'/codes/fetch': generate,
		'/notes/fetch': values.NoteToken!,
		'/files/fetch': values.FileToken!,
		'/surveys/fetch': values.SurveyToken!,
		'/calendar/fetch': values.EventToken!,
		'/tickets/fetchOpenTickets': ticket,
		'/tickets/fetchClosedTickets': async () => await ok('/tickets/resolve', { CaseId: await ticket() }),
		'/tickets/fetchTodos': values.TodoToken!,
		'/messaging/campaigns': () => campaign(),
		'/messaging/drips': () => drip(),
		'/messaging/suppressions': suppressed,
	};

	/** A request that the service accepts once. */
	async function requestOf(path: string, required: string[]): Promise<Json> {
		await listed[path]?.();
		const body: Json = {};
		for (const name of required) body[name] = await values[pascalCase(name)]?.();
		return { ...body, ...(await more[path]?.()) };
	}
	return { requestOf };
}

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function constants(given: Json): Record<string, () => unknown> {
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => [pascalCase(name), () => value as unknown]),
	);
}
