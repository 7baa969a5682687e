import { Account } from '../../../../nodes/shared/client/account';
import { Client } from '../../../../nodes/shared/client/client';
import { addParticipant } from '../../../../nodes/SweepstakesParticipant/api/add';
import { createInvoice } from '../../../../nodes/SweepstakesInvoice/api/created';
import { drawWinners } from '../../../../nodes/SweepstakesWinner/api/draw';
import { generateCodes } from '../../../../nodes/SweepstakesCode/api/generated';
import { isAmbiguous } from '../../../../nodes/shared/client/failures';
import { runs } from '../../../support/runs';
import { LateService, type Style } from '../../../support/simulation/late-service';
import { VirtualTime } from '../../../support/simulation/virtual-time';

const TRIES = runs(20);

const NOW = Date.UTC(2026, 10, 23);

/** A time that is longer than the service can take for any late call, in ms. */
const LONG_AFTER_MS = 3_600_000;

const person = (email: string) => ({
	lang: 'en',
	source: 'test',
	entryPageFields: { KeyEmail: email, KeyPhoneNumber: '3105550100', Fields: {} },
});

const drawing = (sweepstakesToken: string) => ({
	sweepstakesToken,
	howManyWinnersToPick: 1,
	group: 'allgroups' as const,
});

/** For each kind of write, by name: the path of the call, and the node's function that makes it. */
const WRITES: Record<string, [string, (client: Client, sweepstakesToken: string) => Promise<unknown>]> = {
	'draws winners': [
		'/winners/draw',
		async (client, token) => await client.call(drawWinners, drawing(token), { before: [] }),
	],
	'creates an invoice': [
		'/invoices/create',
		async (client) =>
			await client.call(createInvoice, {
				BillTo: { Name: 'Ada Lovelace', Email: 'ada@example.com' },
				Items: [{ Description: 'Ticket', Quantity: 1, Rate: 25 }],
				Status: 'draft',
			}),
	],
	'generates codes': [
		'/codes/generate',
		async (client, SweepstakesToken) =>
			await client.call(generateCodes, { SweepstakesToken, Quantity: 3, Length: 10 }),
	],
	'adds a participant': [
		'/participants/add',
		async (client, sweepstakesToken) =>
			await client.call(addParticipant, { ...person('ada@example.com'), sweepstakesToken }),
	],
};

const STYLES: Style[] = [
	{ queues: 'one', busy: 'its own 503' },
	{ queues: 'one', busy: 'a bare 503' },
	{ queues: 'one for each operation', busy: 'its own 503' },
	{ queues: 'one for each operation', busy: 'a bare 503' },
];

/**
 * Makes a write whose first call continues after the caller has given up.
 *
 * @returns the outcome that the caller saw, and how often the service processed the write
 */
async function tryOnce(
	style: Style,
	name: string,
	seed: number,
): Promise<{ told: string; processed: number }> {
	const time = new VirtualTime();
	time.now = NOW;
	return await time.run(seed, async () => {
		const [path, write] = WRITES[name]!;
		const late = new LateService(time, style, path);
		const { Data } = late.api<{ Data: { SweepstakesToken: string } }>('/sweepstakes/create', {
			SweepstakesName: 'Spring',
			Handler: 'SPRING',
			SweepstakesType: 2,
			StartDate: '2090-01-01',
			StartTime: '00:00',
			EndDate: '2090-12-31',
			EndTime: '23:59',
		});
		const { SweepstakesToken: sweepstakesToken } = Data;
		if (path !== '/participants/add')
			for (const email of ['ann@example.com', 'bob@example.com', 'cleo@example.com'])
				late.api('/participants/add', { ...person(email), sweepstakesToken });
		const { transport } = late;
		const client = new Client({ baseUrl: '', transport, account: new Account(), callsPerMinute: 150 });
		const told = await write(client, sweepstakesToken).then(
			() => 'done',
			(error: unknown) => (isAmbiguous(error) ? 'ambiguous' : String(error)),
		);
		await time.sleep(LONG_AFTER_MS);
		return { told, processed: late.processed };
	});
}

describe.each(STYLES)('if a busy service replies with $busy (queues: $queues), the client', (style) => {
	test.each(Object.keys(WRITES))(
		'%s only once, even if the first attempt is processed after the client has given up on it',
		async (name) => {
			const counts: Record<string, number> = {};
			for (let seed = 1; seed <= TRIES; seed++) {
				const { told, processed } = await tryOnce(style, name, seed);
				const outcome = `${told}, processed ${processed} times`;
				counts[outcome] = (counts[outcome] ?? 0) + 1;
			}
			const {
				'done, processed 1 times': once = 0,
				'ambiguous, processed 1 times': reported = 0,
				'ambiguous, processed 0 times': unsent = 0,
			} = counts;
			expect({ ...counts, total: once + reported + unsent }).toEqual({ ...counts, total: TRIES });
			expect(once).toBeGreaterThan(0.9 * TRIES);
		},
	);
});
