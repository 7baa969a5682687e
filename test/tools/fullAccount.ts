import { startSandbox, type Dialect, type Sandbox } from '../../sandbox';
import { createSweepstakes } from '../../tools/sandbox';

/** A rate limit that no test reaches. */
const UNLIMITED = { MaxApiCallsPerMinute: 1_000_000 };

/** Starts a sandbox whose account has records of every readable kind. The handler is MAIN. */
export async function startFullAccount(dialect: Dialect): Promise<Sandbox> {
	const sandbox = await startSandbox({
		accounts: [{ plan: UNLIMITED, administrator: true }],
		sample: false,
		dialect,
	});
	const { api } = sandbox;
	const dataOf = async (path: string, body: object) =>
		(await api<{ Data: Record<string, never> }>(path, body)).Data as Record<string, string>;
	const SweepstakesToken = await createSweepstakes(sandbox, { Handler: 'MAIN', CreateInCalendar: true });
	await createSweepstakes(sandbox, { Handler: 'EMPTY' });
	sandbox.fill(SweepstakesToken, 45);
	sandbox.placeParticipant({
		SweepstakesToken,
		KeyEmail: 'participant45@example.com',
		Collections: ['OptOuts'],
	});
	await addJane(sandbox, SweepstakesToken);
	await api('/groups/create', { sweepstakesToken: SweepstakesToken, groupName: 'Winners of May' });
	await api('/winners/draw', {
		sweepstakesToken: SweepstakesToken,
		howManyWinnersToPick: 3,
		group: 'allgroups',
	});
	await api('/winners/schedule', {
		sweepstakesToken: SweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'schedule',
		howManyWinnersToPick: 1,
		endDate: '2090-06-30',
		endTime: '12:00',
		timezone: 5,
	});
	await addOwnRecords(sandbox, SweepstakesToken, dataOf);
	await api('/codes/generate', { SweepstakesToken, Quantity: 3, Length: 8 });
	await addMessaging(sandbox, SweepstakesToken);
	return sandbox;
}

type DataOf = (path: string, body: object) => Promise<Record<string, string>>;

/** Adds a participant with a value in each column of the entry form. */
async function addJane({ api }: Sandbox, sweepstakesToken: string): Promise<void> {
	const { Data } = await api<{ Data: { FormFields: Array<Record<string, string>> } }>('/entrypage/fields', {
		SweepstakesToken: sweepstakesToken,
	});
	const columns = Data.FormFields.map((field) => (field.FieldName ?? field.Name)!.replaceAll(' ', '_'));
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: {
			KeyEmail: 'jane@example.com',
			KeyPhoneNumber: '2025550123',
			Fields: Object.fromEntries(columns.map((column) => [column, JANE[column] ?? 'x'])),
		},
	});
}

const JANE: Record<string, string> = {
	First_Name: 'Jane',
	Last_Name: 'Doe',
	Email: 'jane@example.com',
	Mobile_Number: '2025550123',
	Birth_Date: '05/20/1990',
	Zip_Code: '20001',
	Shirt_Size: '1',
};

async function addOwnRecords(sandbox: Sandbox, SweepstakesToken: string, dataOf: DataOf): Promise<void> {
	const { api } = sandbox;
	await api('/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent: '<p>Rules</p>' });
	await api('/notes/create', { Title: 'A note', Note: 'Its text' });
	await api('/calendar/create', {
		EventTitle: 'Launch',
		EventStartDate: '2090-05-01T00:00:00Z',
		EventEndDate: '2090-05-02T00:00:00Z',
	});
	await api('/invoices/create', {
		BillTo: { Name: 'Jane Doe', Email: 'jane@example.com' },
		Items: [{ Description: 'Prize', Quantity: 1, Rate: 100 }],
	});
	const closed = await dataOf('/tickets/create', { Title: 'Closed', Description: 'Text', Priority: 1 });
	await api('/tickets/resolve', { CaseId: closed.CaseNumber });
	await api('/tickets/create', { Title: 'Open', Description: 'Text', Priority: 2 });
	await api('/tickets/createTodo', { Title: 'To do', Priority: 3 });
	await api('/files/upload', {
		Filename: 'report.txt',
		MimeType: 'text/plain',
		FileData: Buffer.from('A report').toString('base64'),
	});
	const { SurveyToken } = await dataOf('/surveys/create', {
		SweepstakesToken,
		SurveyName: 'After the draw',
		Questions: [{ Page: 1, QuestionText: 'Did you like it?', FieldType: 'yesno' }],
	});
	sandbox.answerSurvey({ SurveyToken: SurveyToken!, Answers: { 'Did you like it?': 'yes' } });
}

async function addMessaging(sandbox: Sandbox, SweepstakesToken: string) {
	await sandbox.api('/messaging/add-suppressions', { Channel: 'email', Addresses: ['gone@example.com'] });
	sandbox.addCampaign({
		SweepstakesToken,
		Name: 'May',
		Recipients: [{ Address: 'jane@example.com' }],
	} as never);
	sandbox.addDrip({
		SweepstakesToken,
		Name: 'Welcome',
		Contacts: [{ SourceToken: SweepstakesToken }],
	} as never);
}
