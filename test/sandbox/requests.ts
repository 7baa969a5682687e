import { UTC_ID } from '../../sandbox/time/timezones';
import { completeEntry } from '../../tools/sandbox';
import { freshHandler, sweepstakesBody, TODAY, TOMORROW, type Bench, type Json } from '../support/sandbox';
import type { Field } from './operations';

const INVOICE = {
	BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
	Items: [
		{ Description: 'Ticket', Quantity: 0.5, Rate: 50 },
		{ Description: 'Grand prize', Quantity: 1, Rate: 50 },
	],
};
const DRAWING = {
	group: 'allgroups',
	selectedAction: 1,
	scheduleMode: 'schedule',
	howManyWinnersToPick: 1,
	endDate: '2030-02-01',
	endTime: '23:00',
	timezone: UTC_ID,
};
const SURVEY = {
	SurveyName: 'Survey',
	Questions: [{ QuestionText: 'How many?', FieldType: 'slider', Settings: {} }],
};
const ADA = { KeyEmail: 'ada@example.com', KeyPhoneNumber: '2025550111' };
const DAYS = { EventStartDate: TOMORROW, EventEndDate: TOMORROW };
const FILE = { Filename: 'b.txt', MimeType: 'text/plain', FileData: 'YWJj' };
const STATUSES = ['queued', 'delivered', 'clicked', 'bounced'] as const;

/** Returns valid values for required fields that have no sample in their table, by the field's name in PascalCase. */
export const usualValues = (): Json =>
	inPascalCase({
		...DRAWING,
		...sweepstakesBody(),
		...INVOICE,
		...DAYS,
		SurveyName: 'Survey',
		HandlerNew: freshHandler(),
		EntryPageFields: completeEntry(),
		...FILE,
	});

/** Creates one record of each kind that requests refer to, in a new sweepstakes. */
export async function openWorld({ ok, data, sandbox, sweepstakes, participant }: Bench) {
	const Handler = freshHandler();
	const SweepstakesToken = await sweepstakes({ Handler, CreateInCalendar: true });
	const ParticipantToken = await participant(SweepstakesToken, ADA);
	const own = { SweepstakesToken, sweepstakesToken: SweepstakesToken };
	const scheduled = async () => {
		await ok('/winners/schedule', { ...own, ...DRAWING });
		const method = sandbox.dialect === 'reference' ? 'POST' : 'GET';
		return (await ok('/winners/fetchscheduled', own, { method })).Drawings[0].ScheduleToken as string;
	};
	const made = (key: string, path: string, body: Json) => async (): Promise<string> =>
		(await data(path, body))[key] as string;
	const code = made('Codes', '/codes/generate', { SweepstakesToken, Quantity: 1, Length: 12 });
	const generate = async () => ((await code()) as unknown as [Json])[0].CouponToken as string;
	const ticket = made('CaseNumber', '/tickets/create', { Title: 'Help', Description: 'Please', Priority: 3 });
	const message = { Name: 'News', SweepstakesToken };
	const Recipients = STATUSES.map((Status) => ({ Address: `${Status}@example.com`, Status }));
	const campaign = (Status: 'sending' | 'paused' = 'sending') =>
		sandbox.addCampaign({ ...message, Status, Recipients });
	const Contacts = [{ SourceToken: 'a' }, { SourceToken: 'b', Status: 'exited' as const }];
	const drip = (Status: 'active' | 'paused' = 'active') => sandbox.addDrip({ ...message, Status, Contacts });
	const suppressed = async () => {
		await ok('/messaging/add-suppressions', { Channel: 'email', Addresses: ['gone@example.com'] });
		return 'gone@example.com';
	};

	const usual: Json = { ...usualValues(), Handler };
	/** For each required field that refers to a record, a function that returns a value. */
	const values: Record<string, () => unknown> = {
		SweepstakesToken: () => SweepstakesToken,
		ParticipantToken: () => ParticipantToken,
		GroupToken: made('GroupToken', '/groups/create', { ...own, groupName: 'VIP' }),
		ScheduledToken: scheduled,
		ScheduleToken: scheduled,
		RulesToken: made('RulesToken', '/rules/create', { ...own, Title: 'Rules', DocumentContent: '<p>…</p>' }),
		InvoiceToken: made('InvoiceToken', '/invoices/create', INVOICE),
		CouponToken: generate,
		CouponTokens: async () => [await generate()],
		NoteToken: made('NoteToken', '/notes/create', { Title: 'Flyers', Note: 'Print' }),
		CampaignToken: () => campaign(),
		DripToken: () => drip(),
		EventToken: made('EventToken', '/calendar/create', { EventTitle: 'Opening', ...DAYS }),
		TodoToken: made('TodoToken', '/tickets/createTodo', { Title: 'Check', Priority: 2 }),
		CaseId: ticket,
		CaseNumber: ticket,
		SurveyToken: async () => {
			const SurveyToken = await made('SurveyToken', '/surveys/create', { ...own, ...SURVEY })();
			sandbox.answerSurvey({ SurveyToken, Answers: { 'How many?': 3 } });
			return SurveyToken;
		},
		FileToken: made('FileToken', '/files/upload', { ...FILE, Filename: 'a.txt' }),
	};
	const assigned = async () => {
		const CouponToken = await generate();
		await ok('/codes/assign', { CouponToken, ParticipantToken });
		return CouponToken;
	};
	/** By path, additional fields of a request, or fields that replace the usual values. */
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
	/** By path, functions that create records, so that a list has something to return. */
	const listed: Record<string, () => unknown> = {
		'/winners/fetch': () => ok('/winners/draw', { ...own, ...DRAWING }),
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

	/** Returns the body of a valid request. The service may refuse the same body a second time. */
	async function requestOf(path: string, required: Field[]): Promise<Json> {
		await listed[path]?.();
		const body: Json = {};
		for (const { name, sample } of required) {
			const key = pascalCase(name);
			const value = sample ?? (key in values ? await values[key]!() : usual[key]);
			if (value === undefined)
				throw new Error(`Give “${name}” of ${path} a sample in test/sandbox/tables: required(kind, sample)`);
			body[name] = value;
		}
		return { ...body, ...(await more[path]?.()) };
	}
	return { requestOf };
}

export const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function inPascalCase(given: Json): Json {
	return Object.fromEntries(
		Object.entries(given).map(([name, value]) => [pascalCase(name), value as unknown]),
	);
}
