import type { IDataObject } from 'n8n-workflow';

import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/timezones';
import { HOUR_MS, IN_DOUBT, inDialects, lose, openStages, stage } from './resource';
import { jsonOf } from './stage';

/* Operation-specific behavior after a lost reply; `confirm.test.ts` tries all operations. */

openStages();

inDialects(
	(dialect) => {
		async function entries(KeyEmail = 'jane@example.com'): Promise<IDataObject[]> {
			const { Data } = await stage.api<{ Data: { Entries: IDataObject[] } }>('/participants/single', {
				SweepstakesToken: stage.sweepstakesToken,
				KeyEmail,
			});
			return Data.Entries;
		}

		async function allWinners(): Promise<IDataObject[]> {
			const { sweepstakesToken } = stage;
			const { Winners } = await stage.api<{ Winners: IDataObject[] }>('/winners/fetch', {
				sweepstakesToken,
				itemsPerPage: 1_000,
			});
			return Winners;
		}

		describe('several rows with the same email', () => {
			const add = async (items: IDataObject[], onError?: 'continueErrorOutput') =>
				await stage.run(
					new SweepstakesParticipant(),
					'add',
					{
						sweepstakes: stage.picked,
						KeyEmail: '={{ $json.email }}',
						KeyPhoneNumber: '2025550100',
						options: { BonusEntries: '={{ $json.bonus }}' },
						Fields: { mappingMode: 'defineBelow', value: { First_Name: 'Jane', Last_Name: 'Smith' } },
					},
					{ items, onError },
				);
			const rows = [1, 2, 3].map((bonus) => ({ email: 'jane@example.com', bonus }));
			const bonuses = async () => (await entries()).map(({ BonusEntries }) => BonusEntries);

			test('the lost entry is found among them', async () => {
				stage.sandbox.faults([
					{ path: '/participants/add', times: 2 },
					{ path: '/participants/add', drop: 'after' },
				]);
				const { items, hints } = await add(rows);
				expect(items).toHaveLength(3);
				expect(await bonuses()).toEqual([1, 2, 3]);
				// Several entries are as new. The output may contain a token only if it is the right one.
				const token = (await entries()).at(-1)!.ParticipantToken;
				expect(['', token]).toContain(items[2]!.json.ParticipantToken);
				expect(hints[0]).toContain('1 of them got no answer, but the service had processed it.');
			});

			test('somebody who opted out days ago is entered, not taken for the lost entry', async () => {
				const { sweepstakesToken: SweepstakesToken } = stage;
				const ParticipantToken = await stage.addParticipant('jane@example.com', {
					KeyPhoneNumber: '2025550100',
				});
				stage.sandbox.placeParticipant({ SweepstakesToken, ParticipantToken, Collections: ['OptOuts'] });
				stage.sandbox.advance(72 * HOUR_MS);
				lose('/participants/add', 'before');
				expect((await add(rows.slice(0, 1))).error).toBeUndefined();
				expect((await bonuses()).sort()).toEqual([0, 1]);
			});

			test('how the service writes dates is not learned from somebody with several entries', async () => {
				const phone = { KeyPhoneNumber: '2025550100' };
				await stage.addParticipant('jane@example.com', phone);
				stage.sandbox.advance(3 * HOUR_MS);
				await stage.addParticipant('bob@example.com', phone);
				stage.sandbox.advance(20_000);
				stage.sandbox.faults([
					{ path: '/participants/add', times: 1 },
					{ path: '/participants/add', drop: 'before' },
				]);
				const both = [rows[0]!, { email: 'bob@example.com', bonus: 2 }];
				const { items, errorItems } = await add(both, 'continueErrorOutput');
				// The reference returns the new entry, so its date is known.
				const isKnown = dialect === 'reference';
				expect([items.length, errorItems.length]).toEqual(isKnown ? [2, 0] : [1, 1]);
				expect(await entries('bob@example.com')).toHaveLength(isKnown ? 2 : 1);
			});
		});

		test('an invoice is looked up from the day before on: in the time zone of the service, it may still be that day', async () => {
			lose('/invoices/create', 'after');
			const { error } = await stage.run(new SweepstakesInvoice(), 'create', {
				whenAlreadyInvoiced: 'create',
				Title: 'Prize',
				Name: 'Ada',
				Email: 'ada@example.com',
				items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
			});
			expect(error).toBeUndefined();
			const lookup = stage.sandbox.calls().find(({ path }) => path === '/invoices/fetch');
			const { FromDate } = lookup!.body as { FromDate: string };
			expect(Date.parse(FromDate)).toBeLessThanOrEqual(Date.now() - 24 * HOUR_MS);
		});

		describe('a draw whose reply is lost', () => {
			const draw = async (howManyWinnersToPick = 2) =>
				await stage.run(new SweepstakesWinner(), 'draw', {
					sweepstakes: stage.picked,
					howManyWinnersToPick,
					onlyIfNoneDrawn: false,
				});
			const tokens = (winners: IDataObject[]) => winners.map(({ ParticipantToken }) => ParticipantToken);

			test.each([0, 3, 40])('is told apart from the %i earlier winners', async (count) => {
				stage.sandbox.fill(stage.sweepstakesToken, 60);
				if (count > 0) await draw(count);
				const before = tokens(await allWinners());
				lose('/winners/draw', 'after');
				const drawn = tokens(jsonOf(await draw()));
				expect(drawn).toHaveLength(2);
				expect([...drawn.toReversed(), ...before]).toEqual(tokens(await allWinners()));
			});

			test('is not repeated if another draw happened in between', async () => {
				stage.sandbox.fill(stage.sweepstakesToken, 60);
				const [endDate, endTime] = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16).split('T');
				await stage.api('/winners/schedule', {
					sweepstakesToken: stage.sweepstakesToken,
					group: 'allgroups',
					selectedAction: 1,
					scheduleMode: 'settime',
					howManyWinnersToPick: 1,
					endDate,
					endTime,
					timezone: UTC_ID,
				});
				stage.sandbox.faults([{ path: '/winners/draw', drop: 'after', delayMs: 100 }]);
				const drawing = draw();
				while (!stage.paths().includes('/winners/draw'))
					await new Promise((resolve) => setTimeout(resolve, 1));
				stage.sandbox.advance(2 * HOUR_MS);
				const { error } = await drawing;
				expect(error!.message).toMatch(IN_DOUBT);
				expect(error!.description).toContain('check with Winner › Get Many');
				expect(await allWinners()).toHaveLength(3);
			});
		});
	},
	{ entries: { duplicates: 'accept' } },
);
