import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UTC_ID } from '../../sandbox/timezones';
import {
	accepts,
	freshHandler,
	INSTANT,
	knowsItsAccount,
	NOBODY,
	NOON,
	openBench,
	refuses,
	sweepstakesBody,
	TODAY,
	TOMORROW,
	UNHURRIED,
	UUID,
	YESTERDAY,
	type Bench,
} from './harness';
import { checkFields, day, filledText, flag, oneOf, required, time, uuid, type Kind } from './kinds';

const handler: Kind = {
	refuses: [1, '', 'AB_C', 'AB C', 'A'.repeat(21)],
	accepts: ['ABCDEFGHIJ0123456789'],
};

describe('Sweepstakes', () => {
	let bench: Bench;
	beforeAll(async () => {
		bench = await openBench({
			accounts: [
				UNHURRIED,
				{ token: 'other' },
				{ token: 'capped', plan: { MaxSweepstakesAllowed: 2 } },
				{ token: 'scored' },
			],
		});
	});

	describe('POST /sweepstakes/create', () => {
		const contract = { bench: () => bench, path: '/sweepstakes/create', valid: sweepstakesBody };

		checkFields(contract, {
			SweepstakesName: required(filledText(200)),
			SweepstakesType: required(oneOf(1, 2, 3)),
			Handler: required(handler),
			StartDate: required(day),
			EndDate: required(day),
			StartTime: required(time),
			EndTime: required(time),
			CreateInCalendar: flag,
			SyncWithWinners: flag,
			DeleteIfDeleted: flag,
			DeleteIfAcctDeleted: flag,
		});
		refuses(contract, [
			['a StartDate in the past', { StartDate: YESTERDAY }],
			['an EndDate before StartDate', { EndDate: TODAY, StartDate: TOMORROW }],
		]);
		accepts(contract, [
			['a StartDate of today', { StartDate: TODAY }],
			['an EndDate on the StartDate', { StartDate: TOMORROW, EndDate: TOMORROW }],
		]);

		it('refuses a Handler that is taken', async () => {
			const Handler = freshHandler();
			await bench.sweepstakes({ Handler });
			const { status, body } = await bench.call('/sweepstakes/create', sweepstakesBody({ Handler }));
			expect(status).toBe(400);
			expect(body.Message).toContain(Handler);
			expect(body.Help.ExpectedBody.Handler).toContain('unique');
		});

		it('refuses a Handler that another account has taken', async () => {
			const Handler = freshHandler();
			await bench.sweepstakes({ Handler });
			const { status } = await bench.call('/sweepstakes/create', sweepstakesBody({ Handler }), {
				token: 'other',
			});
			expect(status).toBe(400);
		});

		it('uppercases the Handler, so that another case is the same handler', async () => {
			const Handler = freshHandler();
			const created = await bench.ok(
				'/sweepstakes/create',
				sweepstakesBody({ Handler: Handler.toLowerCase() }),
			);
			expect(created.Data.Handler).toBe(Handler);
			expect((await bench.call('/sweepstakes/create', sweepstakesBody({ Handler }))).status).toBe(400);
		});

		it('says in ExpectedBody what each field is, whether it is required, and its rules', async () => {
			const { body } = await bench.call('/sweepstakes/create', {});
			expect(body.Help.ExpectedBody).toMatchObject({
				SweepstakesName: expect.stringMatching(/^string, required/),
				SweepstakesType: expect.stringMatching(/^integer, required.*1 = SMS, 2 = Email, 3 = Social/),
				Handler: expect.stringMatching(/^string, required.*20.*\^\[A-Z0-9\]\+\$.*unique/),
				StartDate: expect.stringContaining('today or later'),
				EndDate: expect.stringContaining('not before StartDate'),
				StartTime: expect.stringContaining('HH:MM'),
				EndTime: expect.stringContaining('HH:MM'),
				CreateInCalendar: 'boolean, optional, default false',
			});
		});

		it('answers the sweepstakes with every field, active', async () => {
			const body = sweepstakesBody();
			const { Response, Message, Data } = await bench.ok('/sweepstakes/create', body);
			expect({ Response, Message }).toEqual({ Response: true, Message: expect.any(String) });
			expect(Data).toEqual({
				SweepstakesToken: expect.stringMatching(UUID),
				UserToken: expect.stringMatching(UUID),
				SweepstakesName: body.SweepstakesName,
				SweepstakesType: 2,
				Handler: body.Handler,
				Settings: expect.any(Object),
				Notes: [],
				AdminChecklist: [],
				Score: expect.any(Number),
				Archived: false,
				Status: true,
				CreationDate: new Date(NOON).toISOString(),
			});
		});

		it('answers Settings with the dates and times, the time zone and the default group', async () => {
			const { Data } = await bench.ok('/sweepstakes/create', sweepstakesBody());
			const groups = await bench.ok('/groups/fetch', { sweepstakesToken: Data.SweepstakesToken });
			expect(Data.Settings).toMatchObject({
				StartDate: TODAY,
				ExpirationDate: '2030-02-15',
				EndDate: '2030-02-15',
				StartTime: '08:00',
				EndTime: '20:00',
				DefaultGroup: groups.Data[0].GroupToken,
				AllowDuplicatedEntries: true,
			});
			const { Timezones } = (await bench.ok('/tools/timezones')).Data;
			expect(Timezones).toContainEqual(
				expect.objectContaining({ TimezoneId: Data.Settings.Timezone, OffSet: '+0000' }),
			);
		});

		it('makes an entry page and one primary group', async () => {
			const token = await bench.sweepstakes();
			expect((await bench.ok('/entrypage/fields', { SweepstakesToken: token })).Data.EntryPageToken).toMatch(
				UUID,
			);
			const { Data } = await bench.ok('/groups/fetch', { sweepstakesToken: token });
			expect(Data).toEqual([expect.objectContaining({ Primary: true, SweepstakesToken: token })]);
		});

		it('makes a calendar event only with the flag', async () => {
			const events = async () =>
				(await bench.ok('/calendar/fetch', undefined, { token: 'scored' })).Data.TotalEvents;
			await bench.ok('/sweepstakes/create', sweepstakesBody(), { token: 'scored' });
			expect(await events()).toBe(0);
			await bench.ok('/sweepstakes/create', sweepstakesBody({ CreateInCalendar: true }), { token: 'scored' });
			expect(await events()).toBe(1);
		});

		it('raises the user scoring by 3', async () => {
			const score = () => bench.sandbox.accounts()[3]!.score;
			const before = score();
			await bench.ok('/sweepstakes/create', sweepstakesBody(), { token: 'scored' });
			expect(score()).toBe(before + 3);
		});

		it('answers 401 without a token and 403 to an unknown one', async () => {
			const without = { headers: { authorization: '' } };
			expect((await bench.call('/sweepstakes/create', sweepstakesBody(), without)).status).toBe(401);
			expect((await bench.call('/sweepstakes/create', sweepstakesBody(), { token: 'nobody' })).status).toBe(
				403,
			);
		});
	});

	describe('POST /sweepstakes/clone', () => {
		let original: { Handler: string; SweepstakesToken: string };
		beforeAll(async () => {
			const { Data } = await bench.ok(
				'/sweepstakes/create',
				sweepstakesBody({ SweepstakesType: 3, SyncWithWinners: true, CreateInCalendar: true }),
			);
			original = Data;
			await bench.ok('/groups/create', {
				sweepstakesToken: original.SweepstakesToken,
				groupName: 'VIP',
			});
			await bench.participant(original.SweepstakesToken);
		});

		const cloneBody = () => ({
			Handler: original.Handler,
			HandlerNew: freshHandler(),
			SweepstakesName: 'Again',
			StartDate: '2030-03-01',
			EndDate: '2030-03-31',
			StartTime: '09:00',
			EndTime: '18:00',
		});
		const contract = { bench: () => bench, path: '/sweepstakes/clone', valid: cloneBody };

		checkFields(contract, {
			Handler: required({ refuses: [1, '', null], accepts: [] }),
			HandlerNew: required({ ...handler, accepts: ['CLONE000000000000020'] }),
			SweepstakesName: required(filledText(80)),
			StartDate: required(day),
			EndDate: required(day),
			StartTime: required(time),
			EndTime: required(time),
		});
		refuses(contract, [['an EndDate before StartDate', { EndDate: '2030-02-28' }]]);
		accepts(contract, [
			['a HandlerNew in lower case', { HandlerNew: 'lowercase' }],
			['an EndDate on the StartDate', { EndDate: '2030-03-01' }],
			['a StartDate in the past', { StartDate: YESTERDAY }],
		]);

		it('quotes the service’s hints for HandlerNew and EndDate', async () => {
			const { body } = await bench.call('/sweepstakes/clone', {});
			expect(body.Help.ExpectedBody.HandlerNew).toContain(
				'alphanumeric plus underscores, max 25 characters, not already taken',
			);
			expect(body.Help.ExpectedBody.EndDate).toContain('after StartDate');
			expect(body.Help.ExpectedBody.SweepstakesName).toContain('max 80 characters');
		});

		it('answers the clone at the top level, with Status active', async () => {
			const body = cloneBody();
			expect(await bench.ok('/sweepstakes/clone', body)).toEqual({
				Response: true,
				Message: expect.any(String),
				SweepstakesToken: expect.stringMatching(UUID),
				SweepstakesType: 3,
				SweepstakesName: 'Again',
				Handler: body.HandlerNew,
				StartDate: '2030-03-01',
				StartTime: '09:00',
				EndDate: '2030-03-31',
				EndTime: '18:00',
				Status: 'active',
			});
		});

		it('takes the given dates and times, and is active', async () => {
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody());
			const { Data } = await bench.ok('/sweepstakes/fetch');
			const clone = Data.find((row: typeof original) => row.SweepstakesToken === SweepstakesToken);
			expect(clone.Settings).toMatchObject({
				StartDate: '2030-03-01',
				ExpirationDate: '2030-03-31',
				StartTime: '09:00',
				EndTime: '18:00',
			});
			expect(clone).toMatchObject({ Status: true, Archived: false });
		});

		it('copies groups with new tokens, the primary one as primary', async () => {
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody());
			const groups = async (sweepstakesToken: string) =>
				(await bench.ok('/groups/fetch', { sweepstakesToken })).Data as Array<Record<string, unknown>>;
			const [theirs, ours] = [await groups(original.SweepstakesToken), await groups(SweepstakesToken)];
			const names = (rows: typeof ours) => rows.map(({ GroupName, Primary }) => ({ GroupName, Primary }));
			expect(names(ours)).toEqual(names(theirs));
			expect(ours.map(({ GroupToken }) => GroupToken)).not.toContain(theirs[0]!.GroupToken);
			expect(ours.every((row) => row.SweepstakesToken === SweepstakesToken)).toBe(true);
		});

		it('copies the entry page with a new token', async () => {
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody());
			const fields = async (token: string) =>
				(await bench.ok('/entrypage/fields', { SweepstakesToken: token })).Data;
			const [theirs, ours] = [await fields(original.SweepstakesToken), await fields(SweepstakesToken)];
			expect(ours.FormFields).toEqual(theirs.FormFields);
			expect(ours.EntryPageToken).not.toBe(theirs.EntryPageToken);
		});

		it('copies calendar events to the dates of the clone', async () => {
			await bench.ok('/sweepstakes/clone', {
				...cloneBody(),
				StartDate: '2031-05-01',
				EndDate: '2031-05-02',
			});
			const { Data } = await bench.ok('/calendar/fetch');
			expect(Data.Events).toContainEqual(
				expect.objectContaining({
					EventStartDate: '2031-05-01T09:00:00.000Z',
					EventEndDate: '2031-05-02T18:00:00.000Z',
				}),
			);
		});

		it('copies no participants', async () => {
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody());
			const { Data } = await bench.ok('/participants/count', { SweepstakesToken });
			expect(Data.Counts.Total).toBe(0);
		});

		it('answers 404 when no sweepstakes has the handler of the original', async () => {
			const { status } = await bench.call('/sweepstakes/clone', { ...cloneBody(), Handler: 'NOTHING' });
			expect(status).toBe(404);
		});

		it('answers 404 when the original belongs to another account', async () => {
			expect((await bench.call('/sweepstakes/clone', cloneBody(), { token: 'other' })).status).toBe(404);
		});

		it('answers 409 when the new handler already exists', async () => {
			const { status, body } = await bench.call('/sweepstakes/clone', {
				...cloneBody(),
				HandlerNew: original.Handler,
			});
			expect(status).toBe(409);
			expect(body).toMatchObject({ Response: false, Code: 409 });
			expect(body.Help).toBeUndefined();
		});

		it('answers 401 without a token and 403 to an unknown one', async () => {
			const without = { headers: { authorization: '' } };
			expect((await bench.call('/sweepstakes/clone', cloneBody(), without)).status).toBe(401);
			expect((await bench.call('/sweepstakes/clone', cloneBody(), { token: 'nobody' })).status).toBe(403);
		});
	});

	describe('POST /sweepstakes/fetch', () => {
		it('answers all of the account’s sweepstakes with their settings, and Count', async () => {
			const own = { token: 'other' };
			const { Data: created } = await bench.ok('/sweepstakes/create', sweepstakesBody(), own);
			const answer = await bench.ok('/sweepstakes/fetch', undefined, own);
			expect(answer).toEqual({ Response: true, Data: [created], Count: 1 });
		});

		it('answers 401 without a token and 403 to an unknown one', async () => {
			const without = { headers: { authorization: '' } };
			expect((await bench.call('/sweepstakes/fetch', undefined, without)).status).toBe(401);
			expect((await bench.call('/sweepstakes/fetch', undefined, { token: 'nobody' })).status).toBe(403);
		});
	});

	describe('POST /sweepstakes/update', () => {
		let token: string;
		beforeAll(async () => {
			token = await bench.sweepstakes({ StartDate: '2030-02-01', EndDate: '2030-02-28' });
		});
		const contract = {
			bench: () => bench,
			path: '/sweepstakes/update',
			valid: () => ({ SweepstakesToken: token, SweepstakesName: 'Renamed' }),
		};

		checkFields(contract, {
			SweepstakesToken: required(uuid),
			SweepstakesName: filledText(200),
			StartDate: day,
			EndDate: day,
			StartTime: time,
			EndTime: time,
		});
		refuses(contract, [
			['an EndDate before the current StartDate', { EndDate: '2030-01-31' }],
			['a StartDate in the past', { StartDate: YESTERDAY }],
			['an EndDate in the past', { EndDate: YESTERDAY }],
		]);
		accepts(contract, [
			['a StartDate alone', { SweepstakesName: undefined, StartDate: '2030-02-02' }],
			['an EndDate alone', { SweepstakesName: undefined, EndDate: '2030-02-27' }],
			['a StartTime alone', { SweepstakesName: undefined, StartTime: '10:00' }],
			['an EndTime alone', { SweepstakesName: undefined, EndTime: '11:00' }],
		]);
		knowsItsAccount(contract, 'SweepstakesToken');

		it('refuses a call with no optional field', async () => {
			const { status, body } = await bench.call('/sweepstakes/update', { SweepstakesToken: token });
			expect(status).toBe(400);
			expect(body.Help.ExpectedBody).toHaveProperty('SweepstakesName');
		});

		it('answers the changed sweepstakes and keeps what was not given', async () => {
			const changed = await bench.sweepstakes();
			const answer = await bench.ok('/sweepstakes/update', {
				SweepstakesToken: changed,
				SweepstakesName: 'New',
				EndTime: '21:30',
			});
			expect(answer).toMatchObject({
				Response: true,
				Message: expect.any(String),
				Data: {
					SweepstakesToken: changed,
					SweepstakesName: 'New',
					Settings: { EndTime: '21:30', StartTime: '08:00', StartDate: TODAY },
				},
			});
			const { Data } = await bench.ok('/sweepstakes/fetch');
			expect(Data).toContainEqual(answer.Data);
		});
	});

	describe.each(['pause', 'unpause', 'delete'])('POST /sweepstakes/%s', (operation) => {
		const contract = {
			bench: () => bench,
			path: `/sweepstakes/${operation}`,
			valid: async () => ({ SweepstakesToken: await bench.sweepstakes() }),
		};

		checkFields(contract, { SweepstakesToken: required(uuid) });
		knowsItsAccount(contract, 'SweepstakesToken');

		it('answers { Response, Message }', async () => {
			expect(await bench.ok(contract.path, await contract.valid())).toEqual({
				Response: true,
				Message: expect.any(String),
			});
		});
	});

	describe('States and transitions', () => {
		it('stops entries when paused and resumes them when unpaused', async () => {
			const token = await bench.sweepstakes();
			const add = async () =>
				(
					await bench.call('/participants/add', {
						lang: 'en',
						source: 'test',
						sweepstakesToken: token,
						entryPageFields: {},
					})
				).status;
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			expect(await add()).toBe(400);
			await bench.ok('/sweepstakes/unpause', { SweepstakesToken: token });
			expect(await add()).toBe(200);
		});

		it('shows a paused sweepstakes with Status false', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			const { Data } = await bench.ok('/sweepstakes/fetch');
			expect(Data).toContainEqual(expect.objectContaining({ SweepstakesToken: token, Status: false }));
		});

		it('removes a deleted sweepstakes with everything it owned', async () => {
			const own = { token: 'scored' };
			const { Data } = await bench.ok(
				'/sweepstakes/create',
				sweepstakesBody({ CreateInCalendar: true }),
				own,
			);
			const token = Data.SweepstakesToken as string;
			const events = async () => (await bench.ok('/calendar/fetch', undefined, own)).Data.TotalEvents;
			const before = await events();
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token }, own);
			expect(await events()).toBe(before - 1);
			for (const [path, body] of [
				['/entrypage/fields', { SweepstakesToken: token }],
				['/participants/fetch', { sweepstakesToken: token }],
				['/groups/fetch', { sweepstakesToken: token }],
				['/winners/fetch', { sweepstakesToken: token }],
				['/sweepstakes/delete', { SweepstakesToken: token }],
			] as const) {
				expect(await bench.call(path, body, own)).toMatchObject({ status: 404 });
			}
		});

		it('removes everything of a deleted sweepstakes from the file', async () => {
			const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
			const data = join(folder, 'data');
			const first = await openBench({ data });
			const token = await first.sweepstakes({ CreateInCalendar: true });
			const own = { sweepstakesToken: token };
			await first.participant(token);
			await first.ok('/rules/create', { SweepstakesToken: token, Title: 'Rules', DocumentContent: 'x' });
			await first.ok('/codes/generate', { SweepstakesToken: token, Quantity: 1, Length: 8 });
			const rules = { ...own, howManyWinnersToPick: 1, group: 'allgroups' };
			const dates = { endDate: TOMORROW, endTime: '12:00', timezone: UTC_ID };
			await first.ok('/winners/schedule', { ...rules, ...dates, selectedAction: 1, scheduleMode: 'settime' });
			await first.ok('/winners/draw', rules);
			const kinds = /"insert","(\w+)"/g;
			const kept = [...readFileSync(data, 'utf8').matchAll(kinds)].map(([, kind]) => kind);
			await first.ok('/sweepstakes/delete', { SweepstakesToken: token });
			await first.close();
			const removed = [...readFileSync(data, 'utf8').matchAll(/"remove(?:Of)?","(\w+)"/g)].map(
				([, kind]) => kind,
			);
			rmSync(folder, { recursive: true });
			const owned = new Set(kept.filter((kind) => !['usage', 'log', 'tokens'].includes(kind!)));
			expect(owned.size).toBe(9);
			expect(new Set(removed)).toEqual(owned);
		});

		it('frees the handler of a deleted sweepstakes', async () => {
			const Handler = freshHandler();
			const token = await bench.sweepstakes({ Handler });
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
			expect(await bench.sweepstakes({ Handler })).toMatch(UUID);
		});

		it('deletes a paused sweepstakes too', async () => {
			const token = await bench.sweepstakes();
			await bench.ok('/sweepstakes/pause', { SweepstakesToken: token });
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: token });
		});
	});

	describe('Limits: MaxSweepstakesAllowed', () => {
		it('answers 403 to creating and to cloning above the plan cap, archived ones counted', async () => {
			const own = { token: 'capped' };
			const first = await bench.ok('/sweepstakes/create', sweepstakesBody(), own);
			await bench.ok('/sweepstakes/create', sweepstakesBody(), own);
			bench.sandbox.archive(first.Data.SweepstakesToken);
			const created = await bench.call('/sweepstakes/create', sweepstakesBody(), own);
			expect(created).toMatchObject({ status: 403, body: { Response: false, Code: 403 } });
			expect(created.body.Message).toContain('MaxSweepstakesAllowed');
			const cloned = await bench.call(
				'/sweepstakes/clone',
				{
					...sweepstakesBody({ Handler: first.Data.Handler }),
					HandlerNew: freshHandler(),
				},
				own,
			);
			expect(cloned).toMatchObject({ status: 403, body: { Response: false, Code: 403 } });
		});

		it('frees the slot of a deleted sweepstakes', async () => {
			const own = { token: 'capped' };
			const { Data } = await bench.ok('/sweepstakes/fetch', undefined, own);
			await bench.ok('/sweepstakes/delete', { SweepstakesToken: Data[0].SweepstakesToken }, own);
			expect((await bench.call('/sweepstakes/create', sweepstakesBody(), own)).status).toBe(200);
		});
	});

	it('writes creation dates as ISO 8601 timestamps', async () => {
		const { Data } = await bench.ok('/sweepstakes/create', sweepstakesBody());
		expect(Data.CreationDate).toMatch(INSTANT);
	});

	it('answers 404 for an unknown sweepstakes', async () => {
		expect(await bench.call('/sweepstakes/pause', { SweepstakesToken: NOBODY })).toMatchObject({
			status: 404,
			body: { Response: false, Code: 404, Message: expect.any(String) },
		});
	});
});
