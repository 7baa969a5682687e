import {
	DATE_FORMS,
	DIALECTS,
	openSandbox,
	type DateForm,
	type Dialect,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import type { Transport } from '../../nodes/shared/client/transport';
import { createSweepstakes } from '../sandbox';
import type { Claims } from './compare';
import { Run } from './run';
import { toShape, type Shape } from './shape';
import type { Step } from './step';
import { toEntry } from './write';

/** A limit that the check does not reach, so that it need not wait for its own sandbox. */
const UNLIMITED = { MaxApiCallsPerMinute: 1_000_000 };

/**
 * Opens a sandbox whose account has records of every kind that can be read. It is what we claim about the service: the
 * check compares an account's replies with those of this sandbox. The handler of its sweepstakes is MAIN.
 *
 * @param open opens a sandbox with or without HTTP
 */
export async function openFullAccount(
	dialect: Dialect,
	dates?: DateForm,
	open: (options: SandboxOptions) => Sandbox | Promise<Sandbox> = openSandbox,
): Promise<Sandbox> {
	const formSpelling = dialect === 'reference' ? 'clients' : 'pages';
	const accounts = [{ plan: UNLIMITED, administrator: true, longForm: true, formSpelling } as const];
	const sandbox = await open({ accounts, sample: false, dialect, dates });
	const { api } = sandbox;
	const SweepstakesToken = await createSweepstakes(sandbox, { Handler: 'MAIN', CreateInCalendar: true });
	await createSweepstakes(sandbox, { Handler: 'EMPTY' });
	sandbox.fill(SweepstakesToken, 44);
	sandbox.advance(1_000);
	const optedOut = { SweepstakesToken, KeyEmail: 'participant44@example.com' };
	sandbox.placeParticipant({ ...optedOut, Collections: ['OptOuts'] });
	sandbox.advance(1_000);
	sandbox.fill(SweepstakesToken, 1);
	sandbox.advance(1_000);
	const { Data: form } = await api<{ Data: { FormFields: unknown } }>('/entrypage/fields', {
		SweepstakesToken,
	});
	await api('/participants/add', toEntry(SweepstakesToken, form.FormFields));

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
function toTransport({ send, baseUrl }: Sandbox): Transport {
	return async ({ method, url, body }) => {
		const reply = await send({ method, path: url.slice(baseUrl.length), body });
		return reply ? { reply } : { fault: { message: 'The connection was reset' } };
	};
}

/** Takes a plan in a sandbox of each dialect and with each form of dates. An account is compared with the result. */
export async function readClaims(plan: readonly Step[]): Promise<Claims> {
	const claims = new Map<string, Shape[]>(plan.map(({ name }) => [name, []]));
	for (const dialect of DIALECTS)
		for (const dates of DATE_FORMS) {
			const sandbox = await openFullAccount(dialect, dates);
			const { baseUrl } = sandbox;
			const run = new Run({ baseUrl, transport: toTransport(sandbox), callsPerMinute: 0 });
			await run.take(plan);
			await sandbox.close();
			for (const reading of run.readings) claims.get(reading.step.name)!.push(toShape(reading));
		}
	return claims;
}
