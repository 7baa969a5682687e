import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/added';
import {
	enteredPeople,
	entryKeys,
	type EnteredPeople,
} from '../../../../nodes/SweepstakesParticipant/api/entered';
import { noteWrite } from '../../../../nodes/shared/api/recentWrites';
import type { Service } from '../../../../nodes/shared/client/service';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { createSweepstakes } from '../../../../tools/sandbox';
import { serviceAt } from '../../shared/client/support';

/** After this many additions, the newest entries are read again. */
const ADDITIONS = 150;

let sandbox: Sandbox;
let sweepstakesToken: string;
let service: Service;
let people: EnteredPeople;

beforeEach(async () => {
	sandbox = await startSandbox({ accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000 } }], sample: false });
	sweepstakesToken = await createSweepstakes(sandbox, { Handler: 'SPRING' });
	sandbox.fill(sweepstakesToken, 50);
	service = serviceAt(sandbox);
	people = await enteredPeople(service, sweepstakesToken, 1_000);
	sandbox.clearCalls();
});
afterEach(async () => await sandbox.close());

const emailOf = (name: string | number) => ({ KeyEmail: `${name}@example.com` });

async function add(person: { KeyEmail: string }): Promise<void> {
	await service.call(addParticipant, {
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: { ...person, Fields: {} },
	});
	people.add(person, {});
}

async function addMany(first: number, count: number): Promise<void> {
	for (let n = first; n < first + count; n++) await add(emailOf(n));
}

const enterElsewhere = async (name: string) =>
	await sandbox.api('/participants/add', {
		lang: 'en',
		source: 'entry page',
		sweepstakesToken,
		entryPageFields: emailOf(name),
	});

test('a person who was added is found, although the service does not list them yet', async () => {
	const one = await enteredPeople(serviceAt(sandbox), sweepstakesToken, 1);
	one.add(emailOf('jane'), { ParticipantToken: 'jane' });
	expect(await one.find(emailOf('JANE'))).toEqual({ ParticipantToken: 'jane' });
});

async function deleteOldest(): Promise<void> {
	const { Participants } = await sandbox.api<{ Participants: Array<{ ParticipantToken: string }> }>(
		'/participants/fetch',
		{ sweepstakesToken, page: 3 },
	);
	const { ParticipantToken } = Participants.at(-1)!;
	const body = { SweepstakesToken: sweepstakesToken, ParticipantToken };
	await sandbox.api('/participants/delete', body, 'DELETE');
}

const pagesRead = () => sandbox.calls().filter(({ path }) => path === '/participants/fetch').length;

describe('a long import', () => {
	test('finds a person who entered elsewhere while it runs', async () => {
		await enterElsewhere('jane');
		await addMany(0, ADDITIONS);
		expect(await people.find(emailOf('jane'))).toBeDefined();
	});

	test('finds a person added by another execution, although as many were deleted', async () => {
		await deleteOldest();
		await enterElsewhere('jane');
		noteWrite(service, entryKeys(sweepstakesToken, emailOf('jane')));
		await addMany(0, ADDITIONS);
		expect(await people.find(emailOf('jane'))).toBeDefined();
	});

	test('reads one more page if nobody else entered', async () => {
		await addMany(0, ADDITIONS);
		expect(await people.find(emailOf('jane'))).toBeUndefined();
		expect(pagesRead()).toBe(1);
		await addMany(ADDITIONS, ADDITIONS - 1);
		await people.find(emailOf('jane'));
		expect(pagesRead()).toBe(1);
	});

	test('reads no further than the newest entry of the previous reading', async () => {
		await enterElsewhere('jane');
		await addMany(0, ADDITIONS);
		await people.find(emailOf('jane'));
		// 151 new entries, 20 on a page.
		expect(pagesRead()).toBe(8);
	});

	test('finds people who entered between two later readings', async () => {
		await addMany(0, ADDITIONS);
		await people.find(emailOf('jane'));
		await enterElsewhere('jane');
		await addMany(ADDITIONS, ADDITIONS);
		expect(await people.find(emailOf('jane'))).toBeDefined();
	});
});
