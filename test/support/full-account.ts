import { UNLIMITED } from './constants';
import {
	openSandbox,
	startSandbox,
	type DateForm,
	type Dialect,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import { createSweepstakes } from '../../tools/sandbox';

/**
 * Opens a sandbox without HTTP whose account has records of every kind that can be read. The handler of its sweepstakes
 * is MAIN.
 */
export async function openFullAccount(dialect: Dialect): Promise<Sandbox> {
	return await fill(openSandbox(toOptions(dialect)));
}

/** Opens the sandbox of `openFullAccount`, but with HTTP and with dates of this form. */
export async function startFullAccount(dialect: Dialect, dates: DateForm): Promise<Sandbox> {
	return await fill(await startSandbox({ ...toOptions(dialect), dates }));
}

function toOptions(dialect: Dialect): SandboxOptions {
	const formSpelling = dialect === 'reference' ? 'clients' : 'pages';
	const accounts = [{ plan: UNLIMITED, administrator: true, longForm: true, formSpelling } as const];
	return { accounts, sample: false, dialect };
}

async function fill(sandbox: Sandbox): Promise<Sandbox> {
	const { api } = sandbox;
	const SweepstakesToken = await createSweepstakes(sandbox, { Handler: 'MAIN', CreateInCalendar: true });
	await createSweepstakes(sandbox, { Handler: 'EMPTY' });
	sandbox.fill(SweepstakesToken, 45);
	const optedOut = { SweepstakesToken, KeyEmail: 'participant45@example.com' };
	sandbox.placeParticipant({ ...optedOut, Collections: ['OptOuts'] });
	// The clock moves on, because records of the same moment have no order.
	sandbox.advance(1_000);
	await addJane(sandbox, SweepstakesToken);

	type CreatedReply = { Data: { CaseNumber: string; SurveyToken: string } };
	const closed = { Title: 'Closed', Description: 'Text', Priority: 1 };
	const { Data: ticket } = await api<CreatedReply>('/tickets/create', closed);
	const { Data: survey } = await api<CreatedReply>('/surveys/create', {
		SweepstakesToken,
		SurveyName: 'After the draw',
		Questions: [{ Page: 1, QuestionText: 'Did you like it?', FieldType: 'yesno' }],
	});
	sandbox.answerSurvey({ SurveyToken: survey.SurveyToken, Answers: { 'Did you like it?': 'yes' } });
	for (const [path, body] of listOthers(SweepstakesToken, ticket.CaseNumber)) await api(path, body);
	const campaign = { SweepstakesToken, Name: 'May', Recipients: [{ Address: 'jane@example.com' }] };
	sandbox.addCampaign(campaign as never);
	sandbox.addDrip({ SweepstakesToken, Name: 'Hi', Contacts: [{ SourceToken: SweepstakesToken }] } as never);
	return sandbox;
}

/** Adds a participant with a value in each column of the entry form. */
async function addJane({ api }: Sandbox, sweepstakesToken: string): Promise<void> {
	type Form = { Data: { FormFields: Array<Record<string, string>> } };
	const { Data } = await api<Form>('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
	const columns = Data.FormFields.map((field) => (field.FieldName ?? field.Name)!.replaceAll(' ', '_'));
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: {
			KeyEmail: JANE.Email,
			KeyPhoneNumber: JANE.Mobile_Number,
			Fields: Object.fromEntries(columns.map((column) => [column, JANE[column] ?? 'x'])),
		},
	});
}

const JANE: Record<string, string> = {
	First_Name: 'Jane',
	Last_Name: 'Doe',
	Email: 'jane@example.com',
	// The check's own participants have numbers with other area codes, so the check never adds somebody with this number.
	Mobile_Number: '2065550123',
	Birth_Date: '05/20/1990',
	Zip_Code: '20001',
	Shirt_Size: '1',
};

/** Returns the calls that create one record of each kind that `fill` does not create itself. */
const listOthers = (SweepstakesToken: string, CaseId: string): Array<[path: string, body: object]> => [
	['/groups/create', { sweepstakesToken: SweepstakesToken, groupName: 'Winners of May' }],
	['/winners/draw', { sweepstakesToken: SweepstakesToken, howManyWinnersToPick: 3, group: 'allgroups' }],
	[
		'/winners/schedule',
		{
			sweepstakesToken: SweepstakesToken,
			howManyWinnersToPick: 1,
			group: 'allgroups',
			selectedAction: 1,
			scheduleMode: 'schedule',
			endDate: '2090-06-30',
			endTime: '12:00',
			timezone: 5,
		},
	],
	['/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent: '<p>Rules</p>' }],
	['/notes/create', { Title: 'A note', Note: 'Its text' }],
	[
		'/calendar/create',
		{
			EventTitle: 'Launch',
			EventStartDate: '2090-05-01T00:00:00Z',
			EventEndDate: '2090-05-02T00:00:00Z',
		},
	],
	[
		'/invoices/create',
		{
			BillTo: { Name: 'Jane Doe', Email: 'jane@example.com' },
			Items: [{ Description: 'Prize', Quantity: 1, Rate: 100 }],
		},
	],
	['/tickets/resolve', { CaseId }],
	['/tickets/create', { Title: 'Open', Description: 'Text', Priority: 2 }],
	['/tickets/createTodo', { Title: 'To do', Priority: 3 }],
	['/files/upload', { Filename: 'report.txt', MimeType: 'text/plain', FileData: btoa('A report') }],
	['/codes/generate', { SweepstakesToken, Quantity: 3, Length: 8 }],
	['/messaging/add-suppressions', { Channel: 'email', Addresses: ['gone@example.com'] }],
];
