import { HOUR_MS } from '../../../support/constants';
import { addParticipant, readAddedToken } from '../../../../nodes/SweepstakesParticipant/api/add';
import { ServiceError } from '../../../../nodes/shared/client/failures';
import type { Client } from '../../../../nodes/shared/client/client';
import type { Transport } from '../../../../nodes/shared/client/transport';
import { DIALECTS, openSandbox, type Dialect, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { withoutHttp, rejection, clientAt } from '../../../support/client';
import { shortenWaits } from '../../../support/waits';
const JANE = { KeyEmail: 'jane@example.com', KeyPhoneNumber: '(202) 555-0123' };

let sandbox: Sandbox;
let sweepstakesToken: string;

beforeEach(shortenWaits);
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

async function open(dialect: Dialect): Promise<void> {
	sandbox = openSandbox({
		dialect,
		accounts: [
			{ plan: { MaxApiCallsPerMinute: 1_000_000 }, entries: { strictForm: false, duplicates: 'accept' } },
		],
		sample: false,
	});
	sweepstakesToken = await createSweepstakes(sandbox, { Handler: 'SPRING' });
}

const additionOf = (person: object) => ({
	lang: 'en',
	source: 'test',
	sweepstakesToken,
	entryPageFields: { ...person, Fields: {} },
});
const add = async (client: Client, person: object = JANE) =>
	await client.call(addParticipant, additionOf(person));
const entries = () => sandbox.accounts()[0]!.participants;
const lose = (drop: 'before' | 'after') => sandbox.faults([{ path: '/participants/add', drop }]);

/** Creates a client whose transport changes the request or the reply of some calls. */
function changing(change: { request?: (body: string) => string; reply?: (text: string) => string }): Client {
	const direct = withoutHttp(sandbox);
	const transport: Transport = async (request) => {
		const body = request.url.endsWith('/add') ? change.request?.(request.body!) : undefined;
		const outcome = await direct({ ...request, body: body ?? request.body });
		if ('reply' in outcome && change.reply) outcome.reply.text = change.reply(outcome.reply.text);
		return outcome;
	};
	return clientAt(sandbox, { transport });
}

/** Creates a client whose transport turns the dates in replies into local time without a time zone. */
const localTimes = (aheadMs: number) =>
	changing({
		reply: (text) =>
			text.replace(/"CreationDate":"([^"]+)"/g, (_, date: string) => {
				const utc = Date.parse(date.endsWith('Z') ? date : `${date}Z`);
				return `"CreationDate":"${new Date(utc + aheadMs).toISOString().slice(0, 19)}"`;
			}),
	});

describe('if the service stores phone numbers as 10 digits, a person', () => {
	const service = () => changing({ request: (body) => body.replace('+1 202-555-0123', '2025550123') });
	const person = { KeyPhoneNumber: '+1 202-555-0123' };
	beforeEach(async () => await open('contract'));

	test('is found by the number if the reply is lost', async () => {
		lose('after');
		await add(service(), person);
		expect(entries()).toBe(1);
	});

	test('is not sent again if the lookup finds nobody, because the number may be stored in another form', async () => {
		lose('before');
		expect(await rejection(add(service(), person))).toMatchObject({
			failure: { ending: { reason: 'somethingElse', found: expect.stringContaining('phone number') } },
		});
		expect(entries()).toBe(0);
	});
});

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	beforeEach(async () => await open(dialect));

	describe('with dates that have no time zone and are in local time', () => {
		let client: Client;
		beforeEach(() => (client = localTimes(2 * HOUR_MS)));

		test('after a lost reply, the addition is ambiguous, and the person is not entered twice', async () => {
			lose('after');
			const error = (await rejection(add(client))) as ServiceError;
			expect(error.failure.ending).toMatchObject({
				reason: 'somethingElse',
				tries: 1,
				check: expect.stringContaining('Participant › Get'),
			});
			expect(entries()).toBe(1);
		});

		test('if the request is lost, the person is added by the second attempt, even with an entry from days ago', async () => {
			lose('before');
			await add(client);
			sandbox.advance(48 * HOUR_MS);
			lose('before');
			await add(client);
			expect(entries()).toBe(2);
		});

		test('after a lost reply, the lookup finds the person if the lookup before the call found nobody', async () => {
			lose('after');
			await client.call(addParticipant, additionOf(JANE), { before: [] });
			expect(entries()).toBe(1);
		});
	});

	test('after a lost reply, the lookup finds the person by the date of the entry', async () => {
		lose('after');
		expect(readAddedToken(await add(clientAt(sandbox)))).toEqual(expect.any(String));
		expect(entries()).toBe(1);
	});

	test.each([
		['dates have no time', (date: string) => date.slice(0, 10)],
		['the service’s clock is 5 seconds behind', () => new Date(Date.now() - 5_000).toISOString()],
	])(
		'if %s, a call whose reply is lost is ambiguous, and nobody is entered twice',
		async (_what, written) => {
			lose('after');
			const client = changing({
				reply: (text) => text.replace(/(?<="CreationDate":")[^"]*/g, written),
			});
			expect(await rejection(add(client))).toBeInstanceOf(ServiceError);
			expect(entries()).toBe(1);
		},
	);
});
