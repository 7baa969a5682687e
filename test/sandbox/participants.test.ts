import {
	accepts,
	DAY,
	INSTANT,
	knowsItsAccount,
	NOBODY,
	NOON,
	openBench,
	refuses,
	sweepstakesBody,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import {
	checkFields,
	day,
	email,
	filledText,
	oneOf,
	phone,
	required,
	text,
	dateOrTime,
	uuid,
	whole,
} from './kinds';

describe('Participants', () => {
	let bench: Bench;
	let sweepstakesToken: string;
	let now = NOON;
	beforeAll(async () => {
		bench = await openBench({
			now: () => now,
			accounts: [UNHURRIED, { token: 'other' }, { token: 'small', plan: { MaxParticipantsAllowed: 2 } }],
		});
		sweepstakesToken = await bench.sweepstakes();
	});

	const entry = (entryPageFields: Json = {}, token = sweepstakesToken) => ({
		lang: 'en',
		source: 'web',
		sweepstakesToken: token,
		entryPageFields,
	});
	const newest = async (token = sweepstakesToken) =>
		(await bench.ok('/participants/fetch', { sweepstakesToken: token })).Participants[0];

	describe('POST /participants/add', () => {
		const contract: Contract = { bench: () => bench, path: '/participants/add', valid: () => entry() };

		checkFields(contract, {
			lang: required(filledText()),
			source: required(filledText()),
			sweepstakesToken: required(uuid),
			entryPageFields: required({ refuses: ['KeyEmail', []], accepts: [{}] }),
			'entryPageFields.KeyEmail': { ...email, accepts: ['ada@example.com'] },
			'entryPageFields.KeyPhoneNumber': phone,
			'entryPageFields.BonusEntries': whole(0),
			'entryPageFields.Fields': { refuses: [['a'], 'a'], accepts: [{}] },
		});
		accepts(contract, [
			['custom Fields', { 'entryPageFields.Fields': { Zip_Code: '90210', Age: 33, News: true } }],
			['custom Fields that hold lists', { 'entryPageFields.Fields': { Sizes: ['S', 'M'] } }],
		]);
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers { Response, Message } and nothing else', async () => {
			expect(await bench.ok('/participants/add', entry())).toEqual({
				Response: true,
				Message: expect.any(String),
			});
		});

		it('adds to Participants, active, named by First_Name and Last_Name', async () => {
			await bench.ok(
				'/participants/add',
				entry({
					KeyEmail: 'grace@example.com',
					KeyPhoneNumber: '+15550113',
					BonusEntries: 4,
					Fields: { First_Name: 'Grace', Last_Name: 'Hopper' },
				}),
			);
			expect(await newest()).toEqual({
				ParticipantToken: expect.stringMatching(UUID),
				UserToken: expect.stringMatching(UUID),
				SweepstakesToken: sweepstakesToken,
				KeyEmail: 'grace@example.com',
				KeyPhoneNumber: '+15550113',
				FirstName: 'Grace',
				LastName: 'Hopper',
				BonusEntries: 4,
				CreationDate: expect.stringMatching(INSTANT),
				Status: true,
				Collection: 'Participants',
			});
		});

		it('counts no bonus entries by default', async () => {
			await bench.ok('/participants/add', entry());
			expect((await newest()).BonusEntries).toBe(0);
		});

		it('makes a second entry when the same person is added twice', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/participants/add', entry({ KeyEmail: 'twice@example.com' }, token));
			await bench.ok('/participants/add', entry({ KeyEmail: 'twice@example.com' }, token));
			const { Data } = await bench.ok('/participants/single', {
				SweepstakesToken: token,
				KeyEmail: 'twice@example.com',
			});
			expect(Data.TotalEntries).toBe(2);
		});

		it('refuses entries to a paused sweepstakes', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			const { status, body } = await bench.call('/participants/add', entry({}, token));
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('paused'),
			});
		});

		it('answers 403 above MaxParticipantsAllowed, counted across the account', async () => {
			const own = { token: 'small' };
			for (let filled = 0; filled < 2; filled++) {
				const { Data } = await bench.ok('/sweepstakes/create', sweepstakesBody(), own);
				await bench.ok('/participants/add', entry({}, Data.SweepstakesToken), own);
			}
			const { Data } = await bench.ok('/sweepstakes/fetch', undefined, own);
			const { status, body } = await bench.call(
				'/participants/add',
				entry({}, Data[0].SweepstakesToken),
				own,
			);
			expect({ status, Message: body.Message }).toEqual({
				status: 403,
				Message: expect.stringContaining('MaxParticipantsAllowed'),
			});
		});
	});

	describe('POST /participants/fetch', () => {
		let crowded: string;
		beforeAll(async () => {
			crowded = await bench.sweepstakes();
			for (let day = 0; day < 3; day++) {
				now = NOON + day * DAY;
				for (let n = 0; n < 15; n++) {
					const KeyEmail = `p${day}-${n}@example.com`;
					await bench.ok(
						'/participants/add',
						entry(
							{
								KeyEmail,
								KeyPhoneNumber: `555010${day}`,
								Fields: { First_Name: `Day${day}`, Last_Name: `Nr${n}` },
							},
							crowded,
						),
					);
				}
			}
		});
		afterAll(() => {
			now = NOON;
		});

		const contract: Contract = {
			bench: () => bench,
			path: '/participants/fetch',
			valid: () => ({ sweepstakesToken: crowded }),
		};
		const fetch = (filter: Json) => bench.ok('/participants/fetch', { sweepstakesToken: crowded, ...filter });
		const total = async (filter: Json) => (await fetch(filter)).Pagination.Total;

		checkFields(contract, {
			sweepstakesToken: required(uuid),
			page: whole(1),
			search: text(),
			optInDate: day,
			startDate: day,
			endDate: day,
		});
		refuses(contract, [
			['a startDate without endDate', { startDate: '2030-01-15' }],
			['an endDate without startDate', { endDate: '2030-01-15' }],
		]);
		accepts(contract, [
			['a page', { page: 2 }],
			['a page after the last', { page: 999 }],
			['an empty search', { search: '' }],
			['an optInDate', { optInDate: '2030-01-15' }],
			['a startDate with an endDate', { startDate: '2030-01-15', endDate: '2030-01-16' }],
		]);
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers page 1 of 20 by default, newest first', async () => {
			const { Response, Participants, Pagination } = await fetch({});
			expect(Response).toBe(true);
			expect(Participants).toHaveLength(20);
			expect(Participants[0].KeyEmail).toBe('p2-14@example.com');
			expect(Participants[19].KeyEmail).toBe('p1-10@example.com');
			expect(Pagination).toEqual({ Page: 1, Limit: 20, Total: 45, TotalPages: 3 });
		});

		it('answers the rest on the last page, and each participant on exactly one page', async () => {
			const pages = [await fetch({ page: 1 }), await fetch({ page: 2 }), await fetch({ page: 3 })];
			expect(pages.map(({ Participants }) => Participants.length)).toEqual([20, 20, 5]);
			const tokens = pages.flatMap(({ Participants }) =>
				Participants.map((row: Json) => row.ParticipantToken as string),
			);
			expect(new Set(tokens).size).toBe(45);
		});

		it('answers an empty page after the last, with the same totals', async () => {
			expect(await fetch({ page: 4 })).toMatchObject({
				Participants: [],
				Pagination: { Page: 4, Limit: 20, Total: 45, TotalPages: 3 },
			});
		});

		it('answers 0 pages if there are no participants', async () => {
			const empty = await bench.sweepstakes();
			expect(await bench.ok('/participants/fetch', { sweepstakesToken: empty })).toMatchObject({
				Participants: [],
				Pagination: { Page: 1, Limit: 20, Total: 0, TotalPages: 0 },
			});
		});

		it.each([
			['FirstName', 'day1', 15],
			['LastName', 'nr7', 3],
			['Email', 'P0-3@', 1],
			['Phone', '5550102', 15],
		])('searches %s, ignoring case', async (_field, search, found) => {
			expect(await total({ search })).toBe(found);
		});

		it('finds nothing if no field matches', async () => {
			expect(await total({ search: 'nobody' })).toBe(0);
		});

		it('narrows to one opt-in date', async () => {
			expect(await total({ optInDate: '2030-01-16' })).toBe(15);
			expect(await total({ optInDate: '2030-01-20' })).toBe(0);
		});

		it('narrows to a range of days, both ends included', async () => {
			expect(await total({ startDate: '2030-01-15', endDate: '2030-01-16' })).toBe(30);
			expect(await total({ startDate: '2030-01-16', endDate: '2030-01-16' })).toBe(15);
		});

		it('searches Participants, ParticipantsAmoe and OptOuts', async () => {
			const token = await bench.sweepstakes();
			const ParticipantToken = await bench.participant(token);
			bench.sandbox.placeParticipant({
				SweepstakesToken: token,
				ParticipantToken,
				Collections: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
			});
			const { Participants } = await bench.ok('/participants/fetch', { sweepstakesToken: token });
			expect(Participants.map((row: Json) => row.Collection).sort()).toEqual([
				'OptOuts',
				'Participants',
				'ParticipantsAmoe',
			]);
		});
	});

	describe('POST /participants/count', () => {
		let token: string;
		beforeAll(async () => {
			token = await bench.sweepstakes();
			const place = async (Collections: Array<'Participants' | 'ParticipantsAmoe' | 'OptOuts'>) =>
				bench.sandbox.placeParticipant({
					SweepstakesToken: token,
					ParticipantToken: await bench.participant(token),
					Collections: Collections as ['Participants'],
				});
			await place(['Participants']);
			await place(['Participants']);
			await place(['Participants', 'OptOuts']);
			now = NOON + DAY;
			await place(['ParticipantsAmoe']);
			now = NOON;
		});

		const contract: Contract = {
			bench: () => bench,
			path: '/participants/count',
			valid: () => ({ SweepstakesToken: token }),
		};
		const counts = async (filter: Json) =>
			(await bench.ok('/participants/count', { SweepstakesToken: token, ...filter })).Data.Counts;

		checkFields(contract, {
			SweepstakesToken: required(uuid),
			FilterType: oneOf('all', 'participants', 'amoe', 'optouts'),
			StartDate: dateOrTime,
			EndDate: dateOrTime,
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		it('counts all collections by default', async () => {
			expect(await bench.ok('/participants/count', { SweepstakesToken: token })).toEqual({
				Response: true,
				Data: {
					SweepstakesToken: token,
					FilterType: 'all',
					DateRange: expect.any(Object),
					Counts: { Participants: 3, AmoeParticipants: 1, OptOuts: 1, Total: 5 },
				},
			});
		});

		it.each([
			['participants', { Participants: 3, AmoeParticipants: 0, OptOuts: 0, Total: 3 }],
			['amoe', { Participants: 0, AmoeParticipants: 1, OptOuts: 0, Total: 1 }],
			['optouts', { Participants: 0, AmoeParticipants: 0, OptOuts: 1, Total: 1 }],
		])('counts one collection with FilterType %s', async (FilterType, expected) => {
			expect(await counts({ FilterType })).toEqual(expected);
		});

		it('counts from StartDate and until EndDate, both included', async () => {
			const [first, second] = [new Date(NOON).toISOString(), new Date(NOON + DAY).toISOString()];
			expect((await counts({ StartDate: second })).Total).toBe(1);
			expect((await counts({ EndDate: first })).Total).toBe(4);
			expect((await counts({ StartDate: first, EndDate: second })).Total).toBe(5);
		});

		it('answers the given date range', async () => {
			const StartDate = '2030-01-15T00:00:00Z';
			const { Data } = await bench.ok('/participants/count', { SweepstakesToken: token, StartDate });
			expect(Data.DateRange).toMatchObject({ StartDate });
		});
	});

	describe('POST /participants/single', () => {
		let token: string;
		let ParticipantToken: string;
		beforeAll(async () => {
			token = await bench.sweepstakes();
			ParticipantToken = await bench.participant(token, {
				KeyEmail: 'Single@Example.com',
				KeyPhoneNumber: '+15550199',
			});
			await bench.participant(token, { KeyEmail: 'other@example.com' });
		});
		const contract: Contract = {
			bench: () => bench,
			path: '/participants/single',
			valid: () => ({ SweepstakesToken: token, ParticipantToken }),
		};

		checkFields(contract, {
			SweepstakesToken: required(uuid),
			ParticipantToken: uuid,
			KeyEmail: email,
			KeyPhoneNumber: { refuses: [5550199, '', null], accepts: [] },
		});
		refuses(contract, [['a request with nothing to look for', { ParticipantToken: undefined }]]);
		accepts(contract, [
			['a ParticipantToken', {}],
			['a KeyEmail', { ParticipantToken: undefined, KeyEmail: 'Single@Example.com' }],
			['a KeyEmail in another case', { ParticipantToken: undefined, KeyEmail: 'single@example.com' }],
			['a KeyPhoneNumber', { ParticipantToken: undefined, KeyPhoneNumber: '+15550199' }],
			['all three', { KeyEmail: 'single@example.com', KeyPhoneNumber: '+15550199' }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers the entries and the collections they are in', async () => {
			bench.sandbox.placeParticipant({
				SweepstakesToken: token,
				ParticipantToken,
				Collections: ['OptOuts', 'Participants'],
			});
			const answer = await bench.ok('/participants/single', { SweepstakesToken: token, ParticipantToken });
			expect(answer).toEqual({
				Response: true,
				Data: {
					SweepstakesToken: token,
					SweepstakesName: 'Winter Giveaway',
					TotalEntries: 2,
					Collections: ['Participants', 'OptOuts'],
					Entries: [
						expect.objectContaining({ ParticipantToken, Collection: 'Participants' }),
						expect.objectContaining({ ParticipantToken, Collection: 'OptOuts' }),
					],
				},
			});
		});

		it.each([
			['a token', { ParticipantToken: NOBODY }],
			['an address', { KeyEmail: 'nobody@example.com' }],
			['a number', { KeyPhoneNumber: '+15559999' }],
		])('answers 404 to %s that no participant has', async (_what, sought) => {
			const answer = await bench.call('/participants/single', { SweepstakesToken: token, ...sought });
			expect(answer).toMatchObject({ status: 404, body: { Response: false, Code: 404 } });
		});

		it('answers 404 when token and address belong to different participants', async () => {
			const sought = { ParticipantToken, KeyEmail: 'other@example.com' };
			const answer = await bench.call('/participants/single', { SweepstakesToken: token, ...sought });
			expect(answer.status).toBe(404);
		});

		it('answers 404 for a participant of another sweepstakes', async () => {
			const another = await bench.sweepstakes();
			const answer = await bench.call('/participants/single', {
				SweepstakesToken: another,
				ParticipantToken,
			});
			expect(answer.status).toBe(404);
		});
	});

	describe('DELETE /participants/delete', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/participants/delete',
			method: 'DELETE',
			valid: async () => ({
				SweepstakesToken: sweepstakesToken,
				ParticipantToken: await bench.participant(sweepstakesToken),
			}),
		};
		const remove = async (body: Json) => bench.call('/participants/delete', body, { method: 'DELETE' });

		checkFields(contract, { SweepstakesToken: required(uuid), ParticipantToken: required(uuid) });
		knowsItsAccount(contract, 'SweepstakesToken');

		it('removes the participant from all three collections and says from which', async () => {
			const { ParticipantToken } = await contract.valid();
			bench.sandbox.placeParticipant({
				SweepstakesToken: sweepstakesToken,
				ParticipantToken,
				Collections: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
			});
			const body = { SweepstakesToken: sweepstakesToken, ParticipantToken };
			expect((await remove(body)).body).toEqual({
				Response: true,
				Message: expect.any(String),
				Data: {
					...body,
					DeletedFrom: ['Participants', 'ParticipantsAmoe', 'OptOuts'],
					DeletedCount: 3,
				},
			});
			expect(await bench.call('/participants/single', body)).toMatchObject({ status: 404 });
		});

		it('says Participants and 1 for a participant of one collection', async () => {
			const { body } = await remove(await contract.valid());
			expect(body.Data).toMatchObject({ DeletedFrom: ['Participants'], DeletedCount: 1 });
		});

		it('answers 404 for an unknown participant, and for one that is already deleted', async () => {
			const body = await contract.valid();
			expect((await remove(body)).status).toBe(200);
			expect((await remove(body)).status).toBe(404);
			expect((await remove({ ...body, ParticipantToken: NOBODY })).status).toBe(404);
		});

		it('does not affect the participants of other sweepstakes', async () => {
			const another = await bench.sweepstakes();
			const { ParticipantToken } = await contract.valid();
			expect((await remove({ SweepstakesToken: another, ParticipantToken })).status).toBe(404);
			await bench.ok('/participants/single', { SweepstakesToken: sweepstakesToken, ParticipantToken });
		});
	});

	describe('POST /participants/updateBonusEntries', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/participants/updateBonusEntries',
			valid: async () => ({
				SweepstakesToken: sweepstakesToken,
				ParticipantToken: await bench.participant(sweepstakesToken),
				BonusEntries: 7,
			}),
		};

		checkFields(contract, {
			SweepstakesToken: required(uuid),
			ParticipantToken: required(uuid),
			BonusEntries: required(whole(0, 1_000_000)),
		});
		knowsItsAccount(contract, 'SweepstakesToken');

		it('sets the number, whatever it was, in all collections', async () => {
			const body = await contract.valid();
			const { SweepstakesToken, ParticipantToken } = body;
			bench.sandbox.placeParticipant({
				SweepstakesToken,
				ParticipantToken,
				Collections: ['Participants', 'OptOuts'],
			});
			for (let times = 0; times < 2; times++) {
				const { Data } = await bench.ok('/participants/updateBonusEntries', body);
				expect(Data).toEqual(body);
			}
			const { Data } = await bench.ok('/participants/single', { SweepstakesToken, ParticipantToken });
			expect(Data.Entries.map(({ BonusEntries }: Json) => BonusEntries)).toEqual([7, 7]);
		});

		it('answers 404 for an unknown participant', async () => {
			const body = { ...(await contract.valid()), ParticipantToken: NOBODY };
			expect((await bench.call('/participants/updateBonusEntries', body)).status).toBe(404);
		});
	});
});
