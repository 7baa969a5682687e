import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UTC_ID } from '../../sandbox/timezones';
import {
	freshHandler,
	openService,
	sweepstakesBody,
	TODAY,
	TOMORROW,
	UNHURRIED,
	YESTERDAY,
	type Bench,
	type Json,
} from './harness';

let bench: Bench;
beforeAll(async () => {
	bench = await openService({
		accounts: [
			UNHURRIED,
			{ token: 'other' },
			{ token: 'capped', plan: { MaxSweepstakesAllowed: 2 } },
			{ token: 'scored' },
		],
	});
});

describe('Sweepstakes', () => {
	const create = async (changes: Json, token?: string) =>
		await bench.status('/sweepstakes/create', sweepstakesBody(changes), { token });

	it.each<[string, number, Json]>([
		['a StartDate in the past', 400, { StartDate: YESTERDAY }],
		['an EndDate before StartDate', 400, { EndDate: TODAY, StartDate: TOMORROW }],
		['a StartDate of today', 200, { StartDate: TODAY }],
		['an EndDate on the StartDate', 200, { StartDate: TOMORROW, EndDate: TOMORROW }],
	])('create answers %s with %d', async (_what, status, changes) => {
		expect(await create(changes)).toBe(status);
	});

	it('a handler is unique in the service, whatever its case, and free again after deletion', async () => {
		const Handler = freshHandler();
		const SweepstakesToken = await bench.sweepstakes({ Handler: Handler.toLowerCase() });
		expect(await create({ Handler })).toBe(400);
		expect(await create({ Handler }, 'other')).toBe(400);
		await bench.ok('/sweepstakes/delete', { SweepstakesToken });
		expect(await create({ Handler })).toBe(200);
	});

	it('has a default group and a time zone that the service knows', async () => {
		const { SweepstakesToken, Settings } = await bench.data('/sweepstakes/create', sweepstakesBody());
		const groups = await bench.data('/groups/fetch', { sweepstakesToken: SweepstakesToken });
		expect(groups).toMatchObject([{ GroupToken: Settings.DefaultGroup, Primary: true }]);
		const { Timezones } = await bench.data('/tools/timezones');
		expect(Timezones).toContainEqual(
			expect.objectContaining({ TimezoneId: Settings.Timezone, OffSet: '+0000' }),
		);
	});

	it('makes a calendar event only with the flag, and raises the score by 3', async () => {
		const own = { token: 'scored' };
		const score = () => bench.sandbox.accounts()[3]!.score;
		const before = score();
		for (const CreateInCalendar of [false, true])
			await bench.ok('/sweepstakes/create', sweepstakesBody({ CreateInCalendar }), own);
		expect((await bench.data('/calendar/fetch', undefined, own)).TotalEvents).toBe(1);
		expect(score()).toBe(before + 6);
	});

	describe('clone', () => {
		const DATES = { StartDate: '2030-03-01', EndDate: '2030-03-31', StartTime: '09:00', EndTime: '18:00' };
		let original: { Handler: string; SweepstakesToken: string };
		const cloneBody = (changes: Json = {}) => ({
			Handler: original.Handler,
			HandlerNew: freshHandler(),
			SweepstakesName: 'Again',
			...DATES,
			...changes,
		});
		beforeAll(async () => {
			const settings = { SweepstakesType: 3, CreateInCalendar: true };
			original = (await bench.data('/sweepstakes/create', sweepstakesBody(settings))) as typeof original;
			const sweepstakesToken = original.SweepstakesToken;
			await bench.ok('/groups/create', { sweepstakesToken, groupName: 'VIP' });
			await bench.participant(sweepstakesToken);
		});

		it.each<[string, number, Json]>([
			['a HandlerNew in lower case', 200, { HandlerNew: 'lowercase' }],
			['an EndDate on the StartDate', 200, { EndDate: '2030-03-01' }],
			['a StartDate in the past', 200, { StartDate: YESTERDAY }],
			['an EndDate before StartDate', 400, { EndDate: '2030-02-28' }],
			['an unknown handler', 404, { Handler: 'NOTHING' }],
		])('answers %s with %d', async (_what, status, changes) => {
			expect(await bench.status('/sweepstakes/clone', cloneBody(changes))).toBe(status);
		});

		it('answers 409 to a handler in use, and 404 to another account', async () => {
			const taken = await bench.call('/sweepstakes/clone', cloneBody({ HandlerNew: original.Handler }));
			expect(taken).toMatchObject({ status: 409, body: { Response: false, Code: 409 } });
			expect(taken.body.Help).toBeUndefined();
			expect(await bench.status('/sweepstakes/clone', cloneBody(), { token: 'other' })).toBe(404);
		});

		it('has the type of the original, and the dates that are sent', async () => {
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody());
			const all = (await bench.data('/sweepstakes/fetch')) as Json[];
			const clone = all.find((row) => row.SweepstakesToken === SweepstakesToken)!;
			expect(clone.Settings).toMatchObject({ ...DATES, ExpirationDate: DATES.EndDate });
			expect(clone).toMatchObject({ SweepstakesType: 3, Status: true, Archived: false });
		});

		it('copies groups, entry page and events with new tokens, and no participants', async () => {
			const dates = { StartDate: '2031-05-01', EndDate: '2031-05-02' };
			const { SweepstakesToken } = await bench.ok('/sweepstakes/clone', cloneBody(dates));
			const groups = async (sweepstakesToken: string) =>
				(await bench.data('/groups/fetch', { sweepstakesToken })) as Json[];
			const [theirs, ours] = [await groups(original.SweepstakesToken), await groups(SweepstakesToken)];
			const names = (rows: Json[]) => rows.map(({ GroupName, Primary }) => ({ GroupName, Primary }) as Json);
			expect(names(ours)).toEqual(names(theirs));
			expect(ours.map(({ GroupToken }) => GroupToken)).not.toContain(theirs[0]!.GroupToken);
			expect(ours.every((row) => row.SweepstakesToken === SweepstakesToken)).toBe(true);
			const page = async (token: string) =>
				await bench.data('/entrypage/fields', { SweepstakesToken: token });
			const [before, after] = [await page(original.SweepstakesToken), await page(SweepstakesToken)];
			expect(after.FormFields).toEqual(before.FormFields);
			expect(after.EntryPageToken).not.toBe(before.EntryPageToken);
			expect((await bench.data('/calendar/fetch')).Events).toContainEqual(
				expect.objectContaining({
					EventStartDate: '2031-05-01T09:00:00.000Z',
					EventEndDate: '2031-05-02T18:00:00.000Z',
				}),
			);
			const { Counts } = await bench.data('/participants/count', { SweepstakesToken });
			expect(Counts.Total).toBe(0);
		});
	});

	it.each<[string, number, Json]>([
		['nothing to change', 400, {}],
		['an EndDate before the current StartDate', 400, { EndDate: '2030-01-31' }],
		['a StartDate in the past', 400, { StartDate: YESTERDAY }],
		['an EndDate in the past', 400, { EndDate: YESTERDAY }],
		['a StartDate alone', 200, { StartDate: '2030-02-02' }],
		['an EndTime alone', 200, { EndTime: '11:00' }],
	])('update answers %s with %d', async (_what, status, changes) => {
		const SweepstakesToken = await bench.sweepstakes({ StartDate: '2030-02-01', EndDate: '2030-02-28' });
		expect(await bench.status('/sweepstakes/update', { SweepstakesToken, ...changes })).toBe(status);
	});

	it('update keeps other fields', async () => {
		const changes = { SweepstakesToken: await bench.sweepstakes(), SweepstakesName: 'New', EndTime: '21:30' };
		const changed = await bench.data('/sweepstakes/update', changes);
		expect(changed.Settings).toMatchObject({ EndTime: '21:30', StartTime: '08:00', StartDate: TODAY });
		expect(await bench.data('/sweepstakes/fetch')).toContainEqual(changed);
	});

	it('stops entries when paused, which Status shows, and resumes them when unpaused', async () => {
		const SweepstakesToken = await bench.sweepstakes();
		const entry = { lang: 'en', source: 'test', sweepstakesToken: SweepstakesToken, entryPageFields: {} };
		await bench.ok('/sweepstakes/pause', { SweepstakesToken });
		expect((await bench.call('/participants/add', entry)).body.Message).toContain('paused');
		expect(await bench.data('/sweepstakes/fetch')).toContainEqual(
			expect.objectContaining({ SweepstakesToken, Status: false }),
		);
		await bench.ok('/sweepstakes/unpause', { SweepstakesToken });
		expect(await bench.status('/participants/add', entry)).toBe(200);
	});

	it('is deleted with everything it owned, from replies and from the file', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const data = join(folder, 'data');
		const first = await openService({ data });
		const SweepstakesToken = await first.sweepstakes({ CreateInCalendar: true });
		const own = { sweepstakesToken: SweepstakesToken };
		await first.participant(SweepstakesToken);
		await first.ok('/rules/create', { SweepstakesToken, Title: 'Rules', DocumentContent: 'x' });
		await first.ok('/codes/generate', { SweepstakesToken, Quantity: 1, Length: 8 });
		await first.ok('/codes/update-settings', { SweepstakesToken, CouponCodeLength: 8 });
		const { SurveyToken } = await first.data('/surveys/create', { SweepstakesToken, SurveyName: 'Survey' });
		const rules = { ...own, howManyWinnersToPick: 1, group: 'allgroups' };
		const dates = { endDate: TOMORROW, endTime: '12:00', timezone: UTC_ID };
		await first.ok('/winners/schedule', { ...rules, ...dates, selectedAction: 1, scheduleMode: 'settime' });
		await first.ok('/winners/draw', rules);
		const kept = [...readFileSync(data, 'utf8').matchAll(/"insert","(\w+)"/g)].map(([, kind]) => kind!);
		await first.ok('/sweepstakes/delete', { SweepstakesToken });
		expect((await first.data('/calendar/fetch')).TotalEvents).toBe(0);
		for (const path of ['/entrypage/fields', '/codes/settings', '/sweepstakes/delete'])
			expect(await first.status(path, { SweepstakesToken })).toBe(404);
		for (const path of ['/participants/fetch', '/groups/fetch', '/winners/fetch'])
			expect(await first.status(path, own)).toBe(404);
		expect(await first.status('/surveys/single', { SurveyToken })).toBe(404);
		await first.close();
		const removed = readFileSync(data, 'utf8').matchAll(/"remove(?:Of)?","(\w+)"/g);
		rmSync(folder, { recursive: true });
		const owned = new Set(kept.filter((kind) => !['usage', 'log', 'tokens'].includes(kind)));
		expect(owned.size).toBe(11);
		expect(new Set([...removed].map(([, kind]) => kind))).toEqual(owned);
	});

	it('counts against the plan, archived ones and clones too, until it is deleted', async () => {
		const own = { token: 'capped' };
		const first = await bench.data('/sweepstakes/create', sweepstakesBody(), own);
		await bench.ok('/sweepstakes/create', sweepstakesBody(), own);
		bench.sandbox.archive(first.SweepstakesToken as string);
		const clone = { ...sweepstakesBody({ Handler: first.Handler }), HandlerNew: freshHandler() };
		for (const reply of [
			await bench.call('/sweepstakes/create', sweepstakesBody(), own),
			await bench.call('/sweepstakes/clone', clone, own),
		]) {
			expect(reply).toMatchObject({ status: 403, body: { Response: false, Code: 403 } });
			expect(reply.body.Message).toContain('MaxSweepstakesAllowed');
		}
		await bench.ok('/sweepstakes/delete', { SweepstakesToken: first.SweepstakesToken }, own);
		expect(await create({}, 'capped')).toBe(200);
	});

	it('is listed for its account alone', async () => {
		const own = { token: 'other' };
		const created = await bench.data('/sweepstakes/create', sweepstakesBody(), own);
		expect(await bench.ok('/sweepstakes/fetch', undefined, own)).toMatchObject({ Data: [created], Count: 1 });
	});
});

describe('Groups', () => {
	let sweepstakesToken: string;
	beforeEach(async () => (sweepstakesToken = await bench.sweepstakes()));
	const newGroup = async (groupName: string) =>
		(await bench.data('/groups/create', { sweepstakesToken, groupName })).GroupToken as string;
	const remove = async (groupToken: string) =>
		await bench.call('/groups/delete', { sweepstakesToken, groupToken });

	it('have names that are unique in their sweepstakes', async () => {
		const groupToken = await newGroup('One');
		await newGroup('Two');
		const rename = async (groupName: string) =>
			await bench.status('/groups/update', { sweepstakesToken, groupToken, groupName });
		expect(await bench.status('/groups/create', { sweepstakesToken, groupName: 'Two' })).toBe(400);
		expect([await rename('Two'), await rename('One'), await rename('Three')]).toEqual([400, 200, 200]);
		const groups = await bench.data('/groups/fetch', { sweepstakesToken });
		expect(groups).toMatchObject([{ GroupName: 'Two' }, { GroupName: 'Three' }, { Primary: true }]);
		sweepstakesToken = await bench.sweepstakes();
		await newGroup('Two');
	});

	it('can be deleted unless primary, locked or inhabited', async () => {
		const [{ GroupToken: primary }] = (await bench.data('/groups/fetch', { sweepstakesToken })) as [Json];
		expect((await remove(primary as string)).body.Message).toContain('primary');
		const groupToken = await newGroup('One');
		bench.sandbox.lockGroup(groupToken);
		expect((await remove(groupToken)).body.Message).toContain('locked');
		bench.sandbox.lockGroup(groupToken, false);
		const ParticipantToken = await bench.participant(sweepstakesToken);
		const placement = { SweepstakesToken: sweepstakesToken, ParticipantToken };
		bench.sandbox.placeParticipant({ ...placement, GroupToken: groupToken });
		expect((await remove(groupToken)).body.Message).toContain('participants');
		bench.sandbox.placeParticipant({ ...placement, GroupToken: primary as string });
		expect([(await remove(groupToken)).status, (await remove(groupToken)).status]).toEqual([200, 404]);
	});

	it('are not found in another sweepstakes', async () => {
		const groupToken = await newGroup('One');
		sweepstakesToken = await bench.sweepstakes();
		expect((await remove(groupToken)).status).toBe(404);
		const renamed = { sweepstakesToken, groupToken, groupName: 'Two' };
		expect(await bench.status('/groups/update', renamed)).toBe(404);
	});
});

describe('Rules', () => {
	let SweepstakesToken: string;
	beforeEach(async () => (SweepstakesToken = await bench.sweepstakes()));
	const create = async (Title: string) =>
		await bench.data('/rules/create', { SweepstakesToken, Title, DocumentContent: '<p>…</p>' });

	it('the first document is the primary one, and no other takes its place', async () => {
		const first = await create('First');
		const second = await create('Second');
		expect([first.Primary, second.Primary]).toEqual([true, false]);
		const { PrimaryRule, SecondaryRules } = await bench.data('/rules/fetch', { SweepstakesToken });
		expect(PrimaryRule).toMatchObject({ ...first, AbbreviatedRulesForShopify: '', Views: [] });
		expect(SecondaryRules).toEqual([{ ...second, DocumentContent: '<p>…</p>', Status: true }]);
		await bench.ok('/rules/delete', { SweepstakesToken, RulesToken: first.RulesToken });
		const rest = await bench.data('/rules/fetch', { SweepstakesToken });
		expect(rest).toMatchObject({ TotalRules: 1, PrimaryRule: null });
	});

	it('update changes the sent fields, and accepts the misspelled key', async () => {
		const { RulesToken } = await create('First');
		const update = async (changes: Json, token = SweepstakesToken) => {
			const body = { SweepstakesToken: token, RulesToken, ...changes };
			return await bench.call('/rules/update', body, { method: 'PUT' });
		};
		const changed = { Title: 'Changed', DocumentContent: '<p>New</p>' };
		await update(changed);
		const AbbreviatedRulesForShopify = 'Right';
		const misspelled = { AbbrebiatedRulesForShopify: 'Wrong' };
		expect((await update(misspelled)).body.Data).toMatchObject({
			...changed,
			AbbreviatedRulesForShopify: 'Wrong',
		});
		const both = await update({ ...misspelled, AbbreviatedRulesForShopify });
		expect(both.body.Data).toMatchObject({ AbbreviatedRulesForShopify });
		expect((await update({})).status).toBe(400);
		expect((await update(changed, await bench.sweepstakes())).status).toBe(404);
	});
});

describe('Entry page', () => {
	let SweepstakesToken: string;
	beforeAll(async () => (SweepstakesToken = await bench.sweepstakes()));
	const read = async () => (await bench.data('/entrypage/settings', { SweepstakesToken })).Settings as Json;

	it('answers which settings it changed', async () => {
		const changes = { EntryPageWidth: 80, EntryPageWidthMeasure: '%' };
		const { UpdatedFields } = await bench.ok('/entrypage/update', { SweepstakesToken, ...changes });
		expect(UpdatedFields).toEqual(Object.keys(changes));
		expect(await read()).toMatchObject(changes);
	});

	it.each([
		['hex digits', '804020', '#804020FF', [20, 0.6, 0.314], [0.75, 0.502]],
		['hex digits with alpha', { hexa: '#00000080' }, '#00000080', [0, 0, 0], [0, 0]],
		['an object with hex', { hex: '#3F0A7F' }, '#3F0A7FFF', [267.179, 0.854, 0.269], [0.921, 0.498]],
		['channels', { rgba: { r: 255, g: 0, b: 0 } }, '#FF0000FF', [0, 1, 0.5], [1, 1]],
		['white', '#FFFFFF', '#FFFFFFFF', [0, 0, 1], [0, 1]],
	])('stores a color from %s in every notation', async (_what, EntryPageTextColor, hexa, hsl, sv) => {
		await bench.ok('/entrypage/update', { SweepstakesToken, EntryPageTextColor });
		const color = (await read()).EntryPageTextColor as Json;
		expect(Object.keys(color)).toEqual(['alpha', 'hex', 'hexa', 'hsla', 'hsva', 'hue', 'rgba']);
		const [h, s, l] = hsl.map((number) => expect.closeTo(number) as number);
		const [s2, v] = sv.map((number) => expect.closeTo(number) as number);
		expect(color).toMatchObject({
			hexa,
			hex: hexa.slice(0, 7),
			hue: h,
			hsla: { h, s, l },
			hsva: { h, s: s2, v },
		});
	});

	const switches = (count: number) =>
		Object.fromEntries(
			['X', 'TikTok', 'Reddit', 'Threads', 'Twitch', 'Youtube']
				.slice(0, count)
				.map((one) => [`Follow${one}Switch`, true]),
		);

	it.each<[string, Json]>([
		['an unknown key', { EntryPageHeadline: 'Win', Headline: 'Win' }],
		['no setting', {}],
		['six settings', switches(6)],
	])('refuses %s with a hint', async (_what, settings) => {
		const before = await read();
		const { status, body } = await bench.call('/entrypage/update', { SweepstakesToken, ...settings });
		expect([status, body.Hint]).toEqual([400, expect.stringMatching(/^Allowed keys: EntryPageHeadline, /)]);
		expect(await read()).toEqual(before);
	});

	it('takes five settings, and only rules of its own sweepstakes', async () => {
		await bench.ok('/entrypage/update', { SweepstakesToken, ...switches(5) });
		const rules = { Title: 'Rules', DocumentContent: '<p>…</p>' };
		const select = async (owner: string) => {
			const { RulesToken } = await bench.data('/rules/create', { SweepstakesToken: owner, ...rules });
			return await bench.status('/entrypage/update', { SweepstakesToken, SelectedOfficialRules: RulesToken });
		};
		expect([await select(SweepstakesToken), await select(await bench.sweepstakes())]).toEqual([200, 404]);
	});
});
