import {
	DATE_FORMS,
	DIALECTS,
	openSandbox,
	startSandbox,
	type DateForm,
	type Dialect,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import type { Transport } from '../../nodes/shared/client/transport';
import { createSweepstakes } from '../sandbox';
import type { Claim } from './compare';
import { Run } from './run';
import { toShape } from './shape';

/**
 * Opens a sandbox without HTTP whose account has records of every kind that can be read. It is what we claim about the
 * service: the check compares an account's replies with those of this sandbox. The handler of its sweepstakes is MAIN.
 */
export async function openFullAccount(dialect: Dialect, dates?: DateForm): Promise<Sandbox> {
	return await fill(openSandbox({ ...toOptions(dialect), dates }));
}

/** Opens the sandbox of `openFullAccount`, but with HTTP. */
export async function startFullAccount(dialect: Dialect, dates?: DateForm): Promise<Sandbox> {
	return await fill(await startSandbox({ ...toOptions(dialect), dates }));
}

/** A limit that the check does not reach, so that it need not wait for its own sandbox. */
const UNLIMITED = { MaxApiCallsPerMinute: 1_000_000 };

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
	sandbox.advance(1_000);
	const joe = { First_Name: 'Joe', Email: 'joe@example.com', Mobile_Number: '+12065550124' };
	await addPerson(sandbox, SweepstakesToken, { ...JANE, ...joe });
	sandbox.advance(1_000);
	await addPerson(sandbox, SweepstakesToken, JANE);

	// Two records of each kind, a second apart, show the order of a list.
	for (const nth of ['first', 'second']) {
		type CreatedReply = { Data: { CaseNumber: string; SurveyToken: string } };
		const closed = { Title: 'Closed', Description: 'Text', Priority: 1 };
		const { Data: ticket } = await api<CreatedReply>('/tickets/create', closed);
		const { Data: survey } = await api<CreatedReply>('/surveys/create', {
			SweepstakesToken,
			SurveyName: `After the ${nth} draw`,
			Questions: [{ Page: 1, QuestionText: 'Did you like it?', FieldType: 'yesno' }],
		});
		for (const answer of ['yes', 'no']) {
			sandbox.advance(1_000);
			sandbox.answerSurvey({ SurveyToken: survey.SurveyToken, Answers: { 'Did you like it?': answer } });
		}
		for (const [path, body] of listOthers(SweepstakesToken, ticket.CaseNumber, nth)) await api(path, body);
		const Recipients = ['jane', 'joe'].map((name) => ({ Address: `${name}@example.com` }));
		sandbox.addCampaign({ SweepstakesToken, Name: `The ${nth}`, Recipients } as never);
		sandbox.addDrip({
			SweepstakesToken,
			Name: `The ${nth}`,
			Contacts: [{ SourceToken: SweepstakesToken }],
		} as never);
		sandbox.advance(1_000);
	}
	return sandbox;
}

/** Adds a participant with a value in each column of the entry form. */
async function addPerson(
	{ api }: Sandbox,
	sweepstakesToken: string,
	person: Record<string, string>,
): Promise<void> {
	type Form = { Data: { FormFields: Array<Record<string, string>> } };
	const { Data } = await api<Form>('/entrypage/fields', { SweepstakesToken: sweepstakesToken });
	const columns = Data.FormFields.map((field) => (field.FieldName ?? field.Name)!.replaceAll(' ', '_'));
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: {
			KeyEmail: person.Email,
			KeyPhoneNumber: person.Mobile_Number,
			Fields: Object.fromEntries(columns.map((column) => [column, person[column] ?? 'x'])),
		},
	});
}

const JANE: Record<string, string> = {
	First_Name: 'Jane',
	Last_Name: 'Doe',
	Email: 'jane@example.com',
	Mobile_Number: '2065550123',
	Birth_Date: '05/20/1990',
	Zip_Code: '20001',
	Shirt_Size: '1',
};

/** Returns the calls that create one record of each kind that `fill` does not create itself. */
const listOthers = (
	SweepstakesToken: string,
	CaseId: string,
	nth: string,
): Array<[path: string, body: object]> => [
	['/groups/create', { sweepstakesToken: SweepstakesToken, groupName: `Winners of the ${nth} draw` }],
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
	['/rules/create', { SweepstakesToken, Title: `The ${nth} rules`, DocumentContent: '<p>Rules</p>' }],
	['/notes/create', { Title: `The ${nth} note`, Note: 'Its text' }],
	[
		'/calendar/create',
		{
			EventTitle: `The ${nth} launch`,
			EventStartDate: '2090-05-01T00:00:00Z',
			EventEndDate: '2090-05-02T00:00:00Z',
		},
	],
	[
		'/invoices/create',
		{
			BillTo: { Name: 'Jane Doe', Email: 'jane@example.com' },
			Items: [{ Description: `The ${nth} prize`, Quantity: 1, Rate: 100 }],
		},
	],
	['/tickets/resolve', { CaseId }],
	['/tickets/create', { Title: `The ${nth} question`, Description: 'Text', Priority: 2 }],
	['/tickets/createTodo', { Title: `The ${nth} thing`, Priority: 3 }],
	['/files/upload', { Filename: `${nth}.txt`, MimeType: 'text/plain', FileData: btoa('A report') }],
	['/codes/generate', { SweepstakesToken, Quantity: 3, Length: 8 }],
	['/messaging/add-suppressions', { Channel: 'email', Addresses: [`${nth}@example.com`] }],
];

/** Creates a transport to a sandbox without HTTP. */
export function withoutHttp({ send, baseUrl }: Sandbox): Transport {
	return async ({ method, url, body }) => {
		const reply = await send({ method, path: url.slice(baseUrl.length), body });
		return reply ? { reply } : { fault: { message: 'The connection was reset' } };
	};
}

/**
 * Does the same in a sandbox of each dialect and with each form of dates.
 *
 * @returns what the account is compared with
 */
export async function readClaims(work: (run: Run) => Promise<void>): Promise<Claim[]> {
	const claims: Claim[] = [];
	for (const dialect of DIALECTS)
		for (const dates of DATE_FORMS) {
			const sandbox = await openFullAccount(dialect, dates);
			const { baseUrl } = sandbox;
			const run = new Run({ baseUrl, transport: withoutHttp(sandbox), callsPerMinute: 0 });
			await work(run);
			await sandbox.close();
			claims.push(
				...run.readings.map((reading) => ({ operation: reading.step.name, shape: toShape(reading) })),
			);
		}
	return claims;
}
