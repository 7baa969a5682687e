import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesApiCall } from '../../nodes/SweepstakesApiCall/SweepstakesApiCall.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesRule } from '../../nodes/SweepstakesRule/SweepstakesRule.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { UTC_ID } from '../../sandbox/timezones';
import { byId, jsonOf, Stage } from './stage';

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
	// Waits between two attempts are jittered: now to almost none.
	const random = Math.random;
	jest.spyOn(Math, 'random').mockImplementation(() => random() / 1_000);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await stage.close();
});

const PERIOD = { StartDate: '2090-01-01', StartTime: '00:00', EndDate: '2090-12-31', EndTime: '23:59' };

/** The lists of the service, asked past the nodes. */
const listed = {
	entries: async (KeyEmail = 'jane@example.com') => {
		const { Data } = await stage.api('/participants/single', {
			SweepstakesToken: stage.sweepstakesToken,
			KeyEmail,
		});
		return ((Data as IDataObject | undefined)?.Entries as IDataObject[] | undefined) ?? [];
	},
	sweepstakes: async () => (await stage.api('/sweepstakes/fetch')).Data as IDataObject[],
	groups: async () =>
		(await stage.api('/groups/fetch', { sweepstakesToken: stage.sweepstakesToken })).Data as IDataObject[],
	winners: async () =>
		(
			await stage.api('/winners/fetch', {
				sweepstakesToken: stage.sweepstakesToken,
				itemsPerPage: 1_000,
			})
		).Winners as IDataObject[],
	scheduled: async () =>
		(await stage.api(`/winners/fetchscheduled?sweepstakesToken=${stage.sweepstakesToken}`, undefined, 'GET'))
			.Drawings as IDataObject[],
};

/** @returns the token of the drawing */
const schedule = async (at: Date) => {
	const [endDate, time] = at.toISOString().split('T') as [string, string];
	await stage.api('/winners/schedule', {
		sweepstakesToken: stage.sweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'settime',
		howManyWinnersToPick: 1,
		endDate,
		endTime: time.slice(0, 5),
		timezone: UTC_ID,
	});
	return (await listed.scheduled())[0]!.ScheduleToken as string;
};

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** An operation that must come out the same, whether the answer to it is lost or not. */
interface Case {
	what: string;
	node: INodeType;
	operation: string;
	path: string;
	/** Makes what the operation works on. @returns its parameters */
	prepare(): Promise<INodeParameters>;
	/** What the operation was to bring about, as the service's own state shows it. */
	done(): Promise<unknown>;
	item: object;
}

const CASES: Case[] = [
	{
		what: 'adding a participant by email',
		node: new SweepstakesParticipant(),
		operation: 'add',
		path: '/participants/add',
		prepare: async () => ({ sweepstakes: stage.picked, KeyEmail: 'jane@example.com' }),
		done: async () => (await listed.entries()).length === 1,
		item: { Response: true, KeyEmail: 'jane@example.com' },
	},
	{
		what: 'adding a participant by phone',
		node: new SweepstakesParticipant(),
		operation: 'add',
		path: '/participants/add',
		prepare: async () => ({ sweepstakes: stage.picked, KeyPhoneNumber: '+12025550123' }),
		done: async () => stage.sandbox.accounts()[0]!.participants === 1,
		item: { Response: true, KeyPhoneNumber: '+12025550123' },
	},
	{
		what: 'deleting a participant',
		node: new SweepstakesParticipant(),
		operation: 'delete',
		path: '/participants/delete',
		prepare: async () => ({
			sweepstakes: stage.picked,
			participant: byId(await stage.addParticipant('jane@example.com')),
		}),
		done: async () => (await listed.entries()).length === 0,
		item: { deleted: true, ParticipantToken: expect.any(String) },
	},
	{
		what: 'creating a sweepstakes',
		node: new Sweepstakes(),
		operation: 'create',
		path: '/sweepstakes/create',
		prepare: async () => ({ SweepstakesName: 'Winter', Handler: 'winter', ...PERIOD }),
		done: async () => (await listed.sweepstakes()).filter(({ Handler }) => Handler === 'WINTER').length === 1,
		item: { SweepstakesToken: expect.any(String), SweepstakesName: 'Winter', Handler: 'WINTER' },
	},
	{
		what: 'cloning a sweepstakes',
		node: new Sweepstakes(),
		operation: 'clone',
		path: '/sweepstakes/clone',
		prepare: async () => ({
			Handler: { __rl: true, mode: 'byHandler', value: 'SPRING' },
			HandlerNew: 'winter',
			SweepstakesName: 'Winter',
			...PERIOD,
		}),
		done: async () => (await listed.sweepstakes()).filter(({ Handler }) => Handler === 'WINTER').length === 1,
		item: {
			Response: true,
			SweepstakesToken: expect.any(String),
			SweepstakesType: 2,
			SweepstakesName: 'Winter',
			Handler: 'WINTER',
			...PERIOD,
			Status: 'active',
		},
	},
	{
		what: 'renaming a sweepstakes',
		node: new Sweepstakes(),
		operation: 'update',
		path: '/sweepstakes/update',
		prepare: async () => ({ sweepstakes: stage.picked, updateFields: { SweepstakesName: 'Winter' } }),
		done: async () => (await listed.sweepstakes())[0]!.SweepstakesName === 'Winter',
		item: { SweepstakesName: 'Winter' },
	},
	{
		what: 'pausing a sweepstakes',
		node: new Sweepstakes(),
		operation: 'pause',
		path: '/sweepstakes/pause',
		prepare: async () => ({ sweepstakes: stage.picked }),
		done: async () => (await listed.sweepstakes())[0]!.Status === false,
		item: { Response: true },
	},
	{
		what: 'unpausing a sweepstakes',
		node: new Sweepstakes(),
		operation: 'unpause',
		path: '/sweepstakes/unpause',
		prepare: async () => {
			await stage.api('/sweepstakes/pause', { SweepstakesToken: stage.sweepstakesToken });
			return { sweepstakes: stage.picked };
		},
		done: async () => (await listed.sweepstakes())[0]!.Status === true,
		item: { Response: true },
	},
	{
		what: 'deleting a sweepstakes',
		node: new Sweepstakes(),
		operation: 'delete',
		path: '/sweepstakes/delete',
		prepare: async () => ({ sweepstakes: stage.picked }),
		done: async () => (await listed.sweepstakes()).length === 0,
		item: { deleted: true, SweepstakesToken: expect.any(String) },
	},
	{
		what: 'creating a group',
		node: new SweepstakesGroup(),
		operation: 'create',
		path: '/groups/create',
		prepare: async () => ({ sweepstakes: stage.picked, groupName: 'VIP' }),
		done: async () => (await listed.groups()).filter(({ GroupName }) => GroupName === 'VIP').length === 1,
		item: { GroupToken: expect.any(String), GroupName: 'VIP' },
	},
	{
		what: 'renaming a group',
		node: new SweepstakesGroup(),
		operation: 'update',
		path: '/groups/update',
		prepare: async () => ({
			sweepstakes: stage.picked,
			group: byId(await stage.createGroup('VIP')),
			groupName: 'Guests',
		}),
		done: async () => (await listed.groups()).some(({ GroupName }) => GroupName === 'Guests'),
		item: { GroupName: 'Guests', Response: true },
	},
	{
		what: 'deleting a group',
		node: new SweepstakesGroup(),
		operation: 'delete',
		path: '/groups/delete',
		prepare: async () => ({ sweepstakes: stage.picked, group: byId(await stage.createGroup('VIP')) }),
		done: async () => (await listed.groups()).length === 1,
		item: { deleted: true, GroupToken: expect.any(String) },
	},
	{
		what: 'cancelling a scheduled drawing',
		node: new SweepstakesWinner(),
		operation: 'cancelScheduled',
		path: '/winners/deletescheduled',
		prepare: async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 1);
			return { sweepstakes: stage.picked, scheduled: byId(await schedule(inHours(24))) };
		},
		done: async () => (await listed.scheduled()).length === 0,
		item: { deleted: true, scheduledToken: expect.any(String) },
	},
	{
		what: 'a draw',
		node: new SweepstakesWinner(),
		operation: 'draw',
		path: '/winners/draw',
		prepare: async () => {
			stage.sandbox.fill(stage.sweepstakesToken, 5);
			return { sweepstakes: stage.picked, howManyWinnersToPick: 1 };
		},
		done: async () => (await listed.winners()).length === 1,
		item: { ParticipantToken: expect.any(String), Email: expect.stringContaining('@') },
	},
];

/** Seen from outside, all of these are the same: nobody knows whether the call was processed. */
const LOST_AFTER = [
	{ drop: 'after' as const },
	{ status: 500, processed: true },
	{ body: '{"Response":', processed: true },
	{ body: '<html></html>', contentType: 'text/html', processed: true },
	{ body: '', processed: true },
];
const LOST_BEFORE = [{ drop: 'before' as const }, { status: 502 }, { body: '' }];

describe.each(CASES)('$what', ({ node, operation, path, prepare, done, item }) => {
	const run = async (parameters: INodeParameters) => await stage.run(node, operation, parameters);

	test.each(LOST_AFTER)('was processed, but %j: comes out as if the answer had come', async (fault) => {
		const parameters = await prepare();
		stage.sandbox.faults([{ path, ...fault }]);
		const result = await run(parameters);
		expect(result.error).toBeUndefined();
		// Nobody can know who deleted what is no longer there.
		const unclaimed = 'deleted' in item && { deleted: null, noLongerThere: true };
		expect(jsonOf(result)).toEqual([expect.objectContaining({ ...item, ...unclaimed })]);
		expect(await done()).toBe(true);
	});

	test.each(LOST_BEFORE)('was not processed, for %j: is sent again', async (fault) => {
		const parameters = await prepare();
		stage.sandbox.faults([{ path, ...fault }]);
		const result = await run(parameters);
		expect(result.error).toBeUndefined();
		expect(jsonOf(result)).toEqual([expect.objectContaining(item)]);
		expect(await done()).toBe(true);
		expect(stage.paths().filter((called) => called === path)).toHaveLength(2);
	});
});

describe('several rows with the same email', () => {
	const add = async (items: IDataObject[], onError?: 'continueErrorOutput') =>
		await stage.run(
			new SweepstakesParticipant(),
			'add',
			{ sweepstakes: stage.picked, KeyEmail: '={{ $json.email }}', BonusEntries: '={{ $json.bonus }}' },
			{ items, onError },
		);
	const rows = [1, 2, 3].map((bonus) => ({ email: 'jane@example.com', bonus }));
	const bonuses = async () => (await listed.entries()).map(({ BonusEntries }) => BonusEntries);

	test('what this run added a moment ago is not taken for the row that was lost', async () => {
		stage.sandbox.faults([
			{ path: '/participants/add', times: 2, delayMs: 0 },
			{ path: '/participants/add', drop: 'before' },
		]);
		expect((await add(rows)).items).toHaveLength(3);
		expect(await bonuses()).toEqual([1, 2, 3]);
	});

	test('the lost one is found among them', async () => {
		stage.sandbox.faults([
			{ path: '/participants/add', times: 2 },
			{ path: '/participants/add', drop: 'after' },
		]);
		const { items, hints } = await add(rows);
		expect(items).toHaveLength(3);
		expect(await bonuses()).toEqual([1, 2, 3]);
		expect(hints[0]).toContain('1 of them got no answer. The service was asked, and had processed it.');
	});

	test('once one of them is in doubt for good, a second in doubt is told apart only if that is certain', async () => {
		stage.sandbox.faults([
			{ path: '/participants/add', drop: 'after' },
			{ path: '/participants/single', status: 400 },
			{ path: '/participants/add', drop: 'before' },
		]);
		const { items, errorItems } = await add(rows, 'continueErrorOutput');
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^Item 1: .*It may have been processed/),
			expect.stringMatching(/^Item 2: .*It may have been processed/),
		]);
		expect(items).toHaveLength(1);
		expect(await bonuses()).toEqual([1, 3]);
	});

	test('somebody who entered long before is not taken for the row that was lost', async () => {
		await stage.addParticipant('jane@example.com', { BonusEntries: 7 });
		stage.sandbox.advance(60_000);
		stage.sandbox.faults([{ path: '/participants/add', drop: 'before' }]);
		await add(rows.slice(0, 1));
		expect(await bonuses()).toEqual([7, 1]);
	});
});

describe('a draw whose answer is lost', () => {
	const draw = async (howManyWinnersToPick = 2) =>
		await stage.run(new SweepstakesWinner(), 'draw', { sweepstakes: stage.picked, howManyWinnersToPick });
	const tokens = (winners: IDataObject[]) => winners.map(({ ParticipantToken }) => ParticipantToken);

	test.each([0, 3, 40])('is told from the %i winners before', async (count) => {
		stage.sandbox.fill(stage.sweepstakesToken, 60);
		if (count > 0) await draw(count);
		const before = tokens(await listed.winners());
		stage.sandbox.faults([{ path: '/winners/draw', drop: 'after' }]);
		const drawn = tokens(jsonOf(await draw()));
		expect(drawn).toHaveLength(2);
		expect([...drawn, ...before]).toEqual(tokens(await listed.winners()));
	});

	test('cannot be told if another draw came between: it is not repeated', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 60);
		await schedule(inHours(1));
		stage.sandbox.faults([{ path: '/winners/draw', drop: 'after', delayMs: 100 }]);
		const drawing = draw();
		while (!stage.paths().includes('/winners/draw')) await new Promise((resolve) => setTimeout(resolve, 1));
		stage.sandbox.advance(2 * HOUR_MS);
		const { error } = await drawing;
		expect(error!.message).toMatch(/It may have been processed, so it was not sent again$/);
		expect(error!.description).toContain('check with Winner › Get Many');
		expect(await listed.winners()).toHaveLength(3);
	});

	test('costs one call more before it', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 60);
		await draw();
		expect(stage.paths()).toEqual(['/winners/fetch', '/winners/draw']);
	});
});

describe('where the service cannot be asked', () => {
	beforeEach(() => stage.sandbox.fill(stage.sweepstakesToken, 3));

	const CANNOT: Array<[string, INodeType, string, string, () => INodeParameters]> = [
		[
			'an invoice',
			new SweepstakesInvoice(),
			'create',
			'/invoices/create',
			() => ({
				Name: '={{ $json.name }}',
				Email: 'ada@example.com',
				items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
			}),
		],
		[
			'codes',
			new SweepstakesCode(),
			'generate',
			'/codes/generate',
			() => ({ sweepstakes: stage.picked, Quantity: 1, Length: 8 }),
		],
		[
			'a scheduled drawing',
			new SweepstakesWinner(),
			'schedule',
			'/winners/schedule',
			() => ({
				sweepstakes: stage.picked,
				howManyWinnersToPick: 1,
				scheduleMode: 'schedule',
				endDate: '2090-12-31',
				endTime: '12:00',
				timezone: UTC_ID,
			}),
		],
		[
			'a rules document',
			new SweepstakesRule(),
			'create',
			'/rules/create',
			() => ({ sweepstakes: stage.picked, Title: 'Rules', DocumentContent: '<p>Rules</p>' }),
		],
		[
			'an API call',
			new SweepstakesApiCall(),
			'call',
			'/notes/create',
			() => ({ path: '/notes/create', body: '={{ JSON.stringify({ Title: $json.name, Note: "Text" }) }}' }),
		],
		[
			'a participant without email and phone',
			new SweepstakesParticipant(),
			'add',
			'/participants/add',
			() => ({
				sweepstakes: stage.picked,
				Fields: { mappingMode: 'defineBelow', value: { First_Name: '={{ $json.name }}' } },
			}),
		],
	];
	const items = ['Ann', 'Bob', 'Cid'].map((name) => ({ name }));

	test.each(CANNOT)(
		'%s: the run stops, says what to check, and keeps what was done',
		async (_what, node, operation, path, parameters) => {
			stage.sandbox.faults([
				{ path, times: 1 },
				{ path, drop: 'after' },
			]);
			const { error } = await stage.run(node, operation, parameters(), { items });
			expect(error!.message).toMatch(/^Item 2: .* It may have been processed, so it was not sent again$/);
			expect(error!.description).toMatch(
				/^Before you .* check (in your account|with) .* 1 of 3 items was done before/,
			);
			expect((error!.context.data as { done: object[] }).done).toHaveLength(1);
			expect(stage.paths()).toEqual([path, path]);
		},
	);

	test.each(CANNOT)(
		'%s: with Continue On Fail the row comes out marked, and the others are done once',
		async (_what, node, operation, path, parameters) => {
			stage.sandbox.faults([
				{ path, times: 1 },
				{ path, drop: 'after' },
			]);
			const { items: good, errorItems } = await stage.run(node, operation, parameters(), {
				items,
				onError: 'continueErrorOutput',
			});
			expect(good).toHaveLength(2);
			expect(errorItems.map(({ json }) => json)).toEqual([
				{
					name: 'Bob',
					error: expect.stringMatching(/It may have been processed, so it was not sent again$/),
				},
			]);
			expect(stage.paths()).toEqual([path, path, path]);
		},
	);
});
