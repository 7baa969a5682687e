import { collect } from '../../../../../nodes/shared/api/pages';
import type { EarlierRecords } from '../../../../../nodes/shared/client/client';
import { findOrCreate, type ExistenceCheck } from '../../../../../nodes/shared/n8n/operation/find-or-create';
import { fakeClock, openClient } from '../../../../support/client';
import { fakeService } from '../../../../support/fake-service';

beforeEach(fakeClock);
afterEach(() => jest.useRealTimers());

const openAccount = () => openClient({ transport: fakeService().transport });

/** Finds existing records and writes one item. Returns the items, and what the write knew about earlier records. */
async function findAndWrite<Found>(client: ReturnType<typeof openAccount>, check: ExistenceCheck<Found>) {
	let earlier: EarlierRecords | undefined;
	const items = await collect(
		findOrCreate(client, check, async function* (_existing, known) {
			earlier = known;
			yield { written: true };
		}),
	);
	return { items, earlier };
}

test('a write without a lookup also locks its keys, and is visible to other executions', async () => {
	const client = openAccount();
	const { mutex, history } = client.account;
	let isHeld = false;
	const items = await collect(
		findOrCreate(client, { keys: ['shelf'] }, async function* () {
			isHeld = !mutex.isFree;
			yield { written: true };
		}),
	);
	expect(items).toEqual([{ written: true }]);
	expect(isHeld).toBe(true);
	expect(history.isWrittenSince(['shelf'], performance.now())).toBe(true);
});

test('the write gets the records that the lookup has read', async () => {
	const records = [{ BookToken: 'b1' }];
	const { earlier } = await findAndWrite(openAccount(), { keys: [], find: async () => ({ records }) });
	expect(earlier).toEqual({ before: records, hasTwin: false });
});

test('the write knows for a minute whether this process has written under one of its keys', async () => {
	const client = openAccount();
	const write = async () => (await findAndWrite(client, { keys: ['shelf'] })).earlier?.hasTwin;
	expect([await write(), await write()]).toEqual([false, true]);
	jest.advanceTimersByTime(60_001);
	expect(await write()).toBe(false);
});

test('if a write fails, the items from before the failure come first', async () => {
	const creating = findOrCreate(openAccount(), { keys: [] }, async function* () {
		yield { written: 1 };
		throw new Error('Full');
	});
	expect((await creating.next()).value).toEqual({ written: 1 });
	await expect(creating.next()).rejects.toThrow('Full');
});
