import { DIALECTS } from '../../sandbox';
import { dateTime } from '../../sandbox/clock';
import { NOBODY, NOON, openBench, TODAY, TOMORROW, UNHURRIED, type Bench, type Json } from './harness';

/* Details that answers of real accounts have. */

const accounts = [{ ...UNHURRIED, administrator: true }];
const benches = {} as Record<(typeof DIALECTS)[number], Bench>;
beforeAll(async () => {
	for (const dialect of DIALECTS) benches[dialect] = await openBench({ dialect, accounts });
});

describe('a 400 in the dialect reference', () => {
	const BARE = { Code: undefined, ExpectedBody: undefined };
	const CODE = { ...BARE, Code: 400 };
	const EXPECTED_BODY = expect.objectContaining({});

	it.each([
		'/calendar/create',
		'/notes/create',
		'/invoices/create',
		'/surveys/create',
		'/tickets/create',
		'/tickets/createTodo',
		'/tools/zipcodes',
		'/billing/datatransfer',
		'/rules/create',
		'/entrypage/settings',
		'/entrypage/fields',
		'/codes/generate',
		'/messaging/campaign',
	])('%s has Code and Help.ExpectedBody', async (path) => {
		expect(await refusal(path)).toEqual({ Code: 400, ExpectedBody: EXPECTED_BODY });
	});

	it.each(['/files/send', '/participants/updateBonusEntries'])(
		'%s has Help.ExpectedBody without Code',
		async (path) => expect(await refusal(path)).toEqual({ ...BARE, ExpectedBody: EXPECTED_BODY }),
	);

	it.each(['/sweepstakes/create', '/participants/single', '/groups/create'])(
		'%s has Code alone',
		async (path) => expect(await refusal(path)).toEqual(CODE),
	);

	async function refusal(path: string) {
		const { status, body } = await benches.reference.call(path, {});
		expect(status).toBe(400);
		return { Code: body.Code, ExpectedBody: body.Help?.ExpectedBody };
	}
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	const ok = async (path: string, body: Json = {}) => await benches[dialect].ok(path, body);
	const status = async (path: string, body: Json) => (await benches[dialect].call(path, body)).status;

	it('the 404 of a file has Telemetry in reference only', async () => {
		const { body } = await benches[dialect].call('/files/delete', { FileToken: NOBODY });
		expect({ Code: body.Code, hasTelemetry: 'Telemetry' in body }).toEqual({
			Code: 404,
			hasTelemetry: dialect === 'reference',
		});
	});

	it.each(['/tickets/resolve', '/tickets/delete'])(
		'%s answers 409 while the ticket is locked',
		async (path) => {
			const { CaseNumber } = (await ok('/tickets/create', TICKET)).Data;
			benches[dialect].sandbox.lockTicket(CaseNumber);
			expect(await status(path, { CaseId: CaseNumber })).toBe(409);
			benches[dialect].sandbox.lockTicket(CaseNumber, false);
			expect(await status(path, { CaseId: CaseNumber })).toBe(200);
		},
	);

	it('a ticket takes any word as its platform, and has eleven fields in AccountInfo', async () => {
		const { CaseNumber } = (await ok('/tickets/create', { ...TICKET, Platform: 'Game-2' })).Data;
		const key = dialect === 'contract' ? 'caseNumber' : 'CaseNumber';
		const { Data } = await ok('/tickets/fetchSingleTicket', { [key]: CaseNumber });
		expect(Data.ResourceAffected).toBe('game-2');
		expect(Object.keys(Data.AccountInfo)).toHaveLength(11);
	});

	it('RedemptionDate is the exact moment', async () => {
		const order = { SweepstakesToken: await benches[dialect].sweepstakes(), Quantity: 1, Length: 10 };
		const { CouponToken } = (await ok('/codes/generate', order)).Data.Codes[0];
		const { Code } = (await ok('/codes/redeem', { CouponToken })).Data;
		expect(Code).toMatchObject({ RedemptionDate: dateTime(NOON), RedemptionTime: '12:00 pm' });
	});

	it('Deadline is a date-time', async () => {
		const { Data } = await ok('/tickets/createTodo', { Title: 'A', Priority: 1, Deadline: TOMORROW });
		expect(Data.Deadline).toBe(`${TOMORROW}T00:00:00.000Z`);
	});

	it('Opened is a boolean, Automation a text, and links are null', async () => {
		await ok('/files/upload', { Filename: 'a.txt', MimeType: 'text/plain', FileData: 'YQ==' });
		expect((await ok('/files/fetch')).Data.Files[0].FileInfo.Opened).toBe(false);
		const event = { EventTitle: 'A', EventStartDate: TOMORROW, EventEndDate: TOMORROW };
		const { EventToken } = (await ok('/calendar/create', event)).Data;
		const links = { Automation: '', EventLinkedToken: null, SerieToken: null };
		expect((await ok('/calendar/single', { EventToken })).Data).toMatchObject(links);
	});

	it('a survey has no LogoFile, settings of questions have defaults, and options short Ids', async () => {
		const { SurveyToken } = (
			await ok('/surveys/create', {
				SweepstakesToken: await benches[dialect].sweepstakes(),
				SurveyName: 'A',
				Questions: [
					{ QuestionText: 'Which?', FieldType: 'radio', Options: ['One', 'Two'], Settings: { MaxChars: 9 } },
				],
			})
		).Data;
		const { Survey, Questions } = (await ok('/surveys/single', { SurveyToken })).Data;
		expect(Survey.Settings).toEqual({ LogoFile: null });
		expect(Questions).toMatchObject([
			{ Options: [{ Id: '1' }, { Id: '2' }], Settings: { Placeholder: '', MaxChars: 9, DataType: 'text' } },
		]);
	});

	it('NotificationId is 24 hexadecimal characters', async () => {
		const KeyEmail = 'ada@example.com';
		const ParticipantToken = await benches[dialect].participant(await benches[dialect].sweepstakes(), {
			KeyEmail,
		});
		const message = { ParticipantToken, Channel: 'email', Message: 'Hello' };
		expect((await ok('/messaging/send', message)).Data.NotificationId).toMatch(/^[0-9a-f]{24}$/);
	});

	it('campaigns take a boolean as text, surveys do not', async () => {
		benches[dialect].sandbox.addCampaign({ Name: 'A', Archived: true });
		expect((await ok('/messaging/campaigns', { Archived: 'true' })).Data.TotalResults).toBe(1);
		expect((await ok('/messaging/campaigns', { Archived: 'false' })).Data.TotalResults).toBe(0);
		const SweepstakesToken = await benches[dialect].sweepstakes();
		expect(await status('/surveys/create', { SweepstakesToken, SurveyName: 'A', Status: 'true' })).toBe(400);
	});

	it('participants/count takes plain dates', async () => {
		const SweepstakesToken = await benches[dialect].sweepstakes();
		await benches[dialect].participant(SweepstakesToken);
		const period = { SweepstakesToken, StartDate: TODAY, EndDate: TOMORROW };
		expect((await ok('/participants/count', period)).Data.Counts.Total).toBe(1);
	});

	it.each(DIALECTS)('entrypage/fields can spell fields as in %s', async (formSpelling) => {
		const bench = await openBench({ dialect, accounts: [{ formSpelling }] });
		const { Data } = await bench.ok('/entrypage/fields', { SweepstakesToken: await bench.sweepstakes() });
		const [key, email] = formSpelling === 'contract' ? ['FieldName', 'Email'] : ['Name', 'email'];
		expect(Data.FormFields[0]).toHaveProperty(key);
		expect(Data.KeyEmail).toBe(email);
	});
});

const TICKET = { Title: 'No messages', Description: 'No winner got one.', Priority: 3 };
