import { pickWeighted } from '../../sandbox/draw';
import type { Collection } from '../../sandbox/records';
import {
	HOUR,
	knowsItsAccount,
	NOBODY,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, flag, group, required, text, uuid, whole } from './kinds';

describe('Winners', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
	});

	const draw = async (sweepstakesToken: string, rules: Json = {}) =>
		(
			await bench.ok('/winners/draw', {
				sweepstakesToken,
				howManyWinnersToPick: 1,
				group: 'allgroups',
				...rules,
			})
		).Winners as Json[];
	/** The number of eligible participants, from the refusal of a draw of too many; draws nobody. */
	const eligible = async (sweepstakesToken: string, rules: Json = {}) => {
		const all = { sweepstakesToken, howManyWinnersToPick: 1_000_000, group: 'allgroups', ...rules };
		const { status, body } = await bench.call('/winners/draw', all);
		expect(status).toBe(400);
		return body.Help.EligibleParticipants as number;
	};
	const tokensOf = (winners: Json[]) => winners.map(({ ParticipantToken }) => ParticipantToken as string);

	describe('POST /winners/draw', () => {
		let populated: string;
		beforeAll(async () => {
			populated = await bench.sweepstakes();
			bench.sandbox.fill(populated, 500);
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/winners/draw',
			valid: () => ({ sweepstakesToken: populated, howManyWinnersToPick: 1, group: 'allgroups' }),
		};

		checkFields(contract, {
			sweepstakesToken: required(uuid),
			howManyWinnersToPick: required(whole(1)),
			group: required(group),
			completedEntries: flag,
			includeOptedOutParticipants: flag,
			doNotIncludeSpamParticipants: flag,
		});
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers the winners with every field', async () => {
			const token = await bench.sweepstakes();
			await bench.participant(token, {
				KeyEmail: 'ada@example.com',
				KeyPhoneNumber: '+15550111',
				Fields: { First_Name: 'Ada', Last_Name: 'Lovelace' },
			});
			expect(
				await bench.ok('/winners/draw', {
					sweepstakesToken: token,
					howManyWinnersToPick: 1,
					group: 'allgroups',
				}),
			).toEqual({
				Response: true,
				Message: expect.any(String),
				Winners: [
					{
						ParticipantToken: expect.stringMatching(UUID),
						FirstName: 'Ada',
						LastName: 'Lovelace',
						Email: 'ada@example.com',
						PhoneNumber: '+15550111',
					},
				],
			});
		});

		it('draws the requested number, nobody twice', async () => {
			const winners = tokensOf(await draw(populated, { howManyWinnersToPick: 4 }));
			expect(winners).toHaveLength(4);
			expect(new Set(winners).size).toBe(4);
		});

		it('refuses more winners than are eligible, says how many there are, and draws nobody', async () => {
			const token = await bench.sweepstakes();
			bench.sandbox.fill(token, 3);
			const { status, body } = await bench.call('/winners/draw', {
				sweepstakesToken: token,
				howManyWinnersToPick: 4,
				group: 'allgroups',
			});
			expect({ status, Help: body.Help }).toEqual({
				status: 400,
				Help: { ExpectedBody: expect.any(Object), EligibleParticipants: 3 },
			});
			expect((await bench.ok('/winners/fetch', { sweepstakesToken: token })).TotalWinners).toBe(0);
			expect(await draw(token, { howManyWinnersToPick: 3 })).toHaveLength(3);
		});

		it('refuses a sweepstakes without participants', async () => {
			expect(await eligible(await bench.sweepstakes())).toBe(0);
		});

		it('draws only participants who have not won yet', async () => {
			const token = await bench.sweepstakes();
			bench.sandbox.fill(token, 6);
			const winners = [];
			for (let round = 0; round < 3; round++) {
				winners.push(...tokensOf(await draw(token, { howManyWinnersToPick: 2 })));
			}
			expect(new Set(winners).size).toBe(6);
			expect(await eligible(token)).toBe(0);
		});

		it('refuses a paused sweepstakes', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			const { status, body } = await bench.call('/winners/draw', {
				sweepstakesToken: token,
				howManyWinnersToPick: 1,
				group: 'allgroups',
			});
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('paused'),
			});
		});

		it('refuses an archived sweepstakes', async () => {
			const token = await bench.sweepstakes();
			bench.sandbox.archive(token);
			const { status, body } = await bench.call('/winners/draw', {
				sweepstakesToken: token,
				howManyWinnersToPick: 1,
				group: 'allgroups',
			});
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('archived'),
			});
		});

		it('answers 404 for an unknown group and for one of another sweepstakes', async () => {
			const another = await bench.sweepstakes();
			const { Data } = await bench.ok('/groups/fetch', { sweepstakesToken: another });
			for (const group of [NOBODY, Data[0].GroupToken]) {
				const answer = await bench.call('/winners/draw', { ...(await contract.valid()), group });
				expect(answer.status).toBe(404);
			}
		});

		it('draws from one group when given its GroupToken', async () => {
			const token = await bench.sweepstakes();
			const [inside] = [await bench.participant(token), await bench.participant(token)];
			const { Data } = await bench.ok('/groups/create', { sweepstakesToken: token, groupName: 'VIP' });
			bench.sandbox.placeParticipant({
				SweepstakesToken: token,
				ParticipantToken: inside,
				GroupToken: Data.GroupToken,
			});
			expect(await eligible(token)).toBe(2);
			expect(await eligible(token, { group: Data.GroupToken })).toBe(1);
			expect(tokensOf(await draw(token, { group: Data.GroupToken }))).toEqual([inside]);
		});

		it('leaves out opted-out participants by default', async () => {
			const token = await bench.sweepstakes();
			const [stays, left] = [await bench.participant(token), await bench.participant(token)];
			bench.sandbox.placeParticipant({
				SweepstakesToken: token,
				ParticipantToken: left,
				Collections: ['Participants', 'OptOuts'],
			});
			expect(await eligible(token)).toBe(1);
			expect(tokensOf(await draw(token))).toEqual([stays]);
			expect(tokensOf(await draw(token, { includeOptedOutParticipants: true }))).toEqual([left]);
		});

		it('leaves out spam by default', async () => {
			const token = await bench.sweepstakes();
			const [honest, spam] = [await bench.participant(token), await bench.participant(token)];
			bench.sandbox.placeParticipant({ SweepstakesToken: token, ParticipantToken: spam, Spam: true });
			expect(await eligible(token)).toBe(1);
			expect(await eligible(token, { doNotIncludeSpamParticipants: true })).toBe(1);
			expect(tokensOf(await draw(token))).toEqual([honest]);
			expect(tokensOf(await draw(token, { doNotIncludeSpamParticipants: false }))).toEqual([spam]);
		});

		it('leaves out incomplete entries only with completedEntries', async () => {
			const token = await bench.sweepstakes();
			await bench.participant(token);
			const complete = await bench.participant(token, {
				Fields: { First_Name: 'Ada', Last_Name: 'Lovelace' },
			});
			expect(await eligible(token)).toBe(2);
			expect(await eligible(token, { completedEntries: true })).toBe(1);
			expect(tokensOf(await draw(token, { completedEntries: true }))).toEqual([complete]);
		});

		it.each<[string, [Collection, ...Collection[]]]>([
			['an alternative entry (ParticipantsAmoe)', ['ParticipantsAmoe']],
			['entries in two collections', ['Participants', 'ParticipantsAmoe']],
		])('draws a participant with %s once', async (_what, collections) => {
			const token = await bench.sweepstakes();
			const ParticipantToken = await bench.participant(token);
			bench.sandbox.placeParticipant({
				SweepstakesToken: token,
				ParticipantToken,
				Collections: collections,
			});
			expect(await eligible(token)).toBe(1);
			expect(tokensOf(await draw(token))).toEqual([ParticipantToken]);
		});
	});

	describe('Selection is random and weighted', () => {
		const share = (weights: number[], picks: number) => {
			const wins = weights.map(() => 0);
			for (let round = 0; round < 20_000; round++) {
				for (const index of pickWeighted([...weights.keys()], picks, (item) => weights[item]!))
					wins[index]!++;
			}
			return wins.map((count) => count / 20_000);
		};

		it('weights participants by 1 + BonusEntries', () => {
			// The standard deviation at 20,000 draws is at most 0.0036, so 0.02 is more than five of them.
			const [one, three, six] = share([1, 3, 6], 1);
			expect(Math.abs(one! - 0.1)).toBeLessThan(0.02);
			expect(Math.abs(three! - 0.3)).toBeLessThan(0.02);
			expect(Math.abs(six! - 0.6)).toBeLessThan(0.02);
		});

		it('gives equal participants equal chances', () => {
			for (const part of share([1, 1, 1, 1], 1)) expect(Math.abs(part - 0.25)).toBeLessThan(0.02);
		});

		it('weights the second pick among those who are left', () => {
			// P(item of weight 1 among two picks of 1, 1, 2) = 1/4 + 1/4 · 1/3 + 1/2 · 1/2 = 7/12.
			const [first, second, heavy] = share([1, 1, 2], 2);
			expect(Math.abs(first! - 7 / 12)).toBeLessThan(0.02);
			expect(Math.abs(second! - 7 / 12)).toBeLessThan(0.02);
			expect(Math.abs(heavy! - 5 / 6)).toBeLessThan(0.02);
		});

		it('favours bonus entries in a draw over HTTP', async () => {
			for (let round = 0; round < 5; round++) {
				const token = await bench.sweepstakes();
				await bench.participant(token);
				const favourite = await bench.participant(token, { BonusEntries: 1_000_000 });
				expect(tokensOf(await draw(token, { howManyWinnersToPick: 1 }))).toEqual([favourite]);
			}
		});
	});

	describe('POST /winners/fetch', () => {
		let token: string;
		beforeAll(async () => {
			token = await bench.sweepstakes();
			bench.sandbox.fill(token, 25);
			await draw(token, { howManyWinnersToPick: 25 });
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/winners/fetch',
			valid: () => ({ sweepstakesToken: token }),
		};
		const fetch = (changes: Json = {}) => bench.ok('/winners/fetch', { sweepstakesToken: token, ...changes });

		checkFields(contract, {
			sweepstakesToken: required(uuid),
			page: whole(1),
			itemsPerPage: whole(1),
			search: text(),
		});
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers 10 by default, with TotalWinners', async () => {
			const answer = await fetch();
			expect(answer).toMatchObject({ Response: true, Message: expect.any(String), TotalWinners: 25 });
			expect(answer.Winners).toHaveLength(10);
		});

		it('answers the rest on the last page and nothing after it', async () => {
			expect((await fetch({ page: 3 })).Winners).toHaveLength(5);
			expect((await fetch({ page: 4 })).Winners).toEqual([]);
			expect((await fetch({ page: 2, itemsPerPage: 20 })).Winners).toHaveLength(5);
		});

		it('answers each winner on exactly one page', async () => {
			const pages = await Promise.all([await fetch(), await fetch({ page: 2 }), await fetch({ page: 3 })]);
			expect(new Set(pages.flatMap(({ Winners }) => tokensOf(Winners))).size).toBe(25);
		});

		it('searches email addresses and phone numbers', async () => {
			expect((await fetch({ search: 'participant7@' })).TotalWinners).toBe(1);
			expect((await fetch({ search: '5550000009' })).TotalWinners).toBe(1);
			expect((await fetch({ search: 'EXAMPLE.com' })).TotalWinners).toBe(25);
			expect((await fetch({ search: 'nobody' })).TotalWinners).toBe(0);
		});

		it('keeps the winners of several draws', async () => {
			const again = await bench.sweepstakes();
			bench.sandbox.fill(again, 4);
			await draw(again, { howManyWinnersToPick: 2 });
			bench.sandbox.advance(HOUR);
			await draw(again, { howManyWinnersToPick: 2 });
			const { TotalWinners, Winners } = await bench.ok('/winners/fetch', { sweepstakesToken: again });
			expect(TotalWinners).toBe(4);
			expect(Winners.map(({ DrawDateTime }: Json) => DrawDateTime.slice(11, 16))).toEqual([
				'13:00',
				'13:00',
				'12:00',
				'12:00',
			]);
		});

		it('answers the record of the reference', async () => {
			const { sandbox } = bench;
			const own = await bench.sweepstakes();
			const ParticipantToken = await bench.participant(own, {
				KeyEmail: 'ada@example.com',
				KeyPhoneNumber: '+15550111',
				BonusEntries: 3,
				Fields: { First_Name: 'Ada', Last_Name: 'Lovelace', Zip_Code: '90210' },
			});
			await draw(own);
			const record = async () => (await bench.ok('/winners/fetch', { sweepstakesToken: own })).Winners[0];
			const now = new Date(sandbox.now()).toISOString();
			expect(await record()).toEqual({
				ParticipantToken,
				GroupToken: expect.stringMatching(UUID),
				GroupName: 'Primary',
				OptInDate: now,
				KeyPhoneNumber: '+15550111',
				KeyEmail: 'ada@example.com',
				EntryPagesFields: {
					First_Name: 'Ada',
					Last_Name: 'Lovelace',
					Email: 'ada@example.com',
					Mobile_Number: '+15550111',
					Zip_Code: '90210',
				},
				BonusEntries: 3,
				WinnerInfo: false,
				WasNotify: false,
				IsAmoe: false,
				Handler: expect.any(String),
				SweepsName: 'Winter Giveaway',
				DrawDateTime: now,
			});
			sandbox.notifyWinner(own, ParticipantToken);
			expect((await record()).WasNotify).toBe(true);
		});
	});
});
