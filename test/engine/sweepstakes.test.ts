import type { INodeParameters } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { byId, jsonOf, Stage } from './stage';

const node = new Sweepstakes();

let stage: Stage;
beforeEach(async () => {
	stage = await Stage.open();
});
afterEach(async () => await stage.close());

const CREATE = {
	SweepstakesName: 'Winter',
	SweepstakesType: 1,
	Handler: 'winter',
	StartDate: '2090-12-01',
	StartTime: '08:00',
	EndDate: '2090-12-24',
	EndTime: '20:00',
};

describe('Create', () => {
	test('sends what was filled in and returns the simplified record', async () => {
		const [created] = jsonOf(await stage.run(node, 'create', CREATE));
		expect(stage.lastBody()).toEqual({ ...CREATE, Handler: 'WINTER' });
		expect(created).toMatchObject({ SweepstakesName: 'Winter', Handler: 'WINTER', SweepstakesType: 1 });
		expect(created).not.toHaveProperty('Settings');
	});

	test('returns the whole record without Simplify', async () => {
		const [created] = jsonOf(await stage.run(node, 'create', { ...CREATE, simplify: false }));
		expect(created).toHaveProperty('Settings');
		expect(created).toHaveProperty('AdminChecklist');
	});

	test.each<[string, INodeParameters, string]>([
		['an empty name', { SweepstakesName: ' ' }, '“Name” is required'],
		[
			'a type that does not exist',
			{ SweepstakesType: 4 },
			'“Type” must be one of Email, SMS, Social, but is 4',
		],
		[
			'a handler with other characters',
			{ Handler: 'WINTER 90' },
			'“Handler” must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027, but is “WINTER 90”',
		],
		[
			'a handler of 21 characters',
			{ Handler: 'A'.repeat(21) },
			`“Handler” must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027, but is “${'A'.repeat(21)}”`,
		],
		[
			'an impossible start date',
			{ StartDate: '2090-02-30' },
			'“Start Date” must be a date such as 2027-01-31, but is “2090-02-30”',
		],
		[
			'an end before the start',
			{ EndDate: '2090-11-30' },
			'“End Date” must not be before “Start Date”, but is “2090-11-30”',
		],
		[
			'an invalid time',
			{ StartTime: '24:10' },
			'“Start Time” must be a time of day from 00:00 to 24:00, such as 09:30, but is “24:10”',
		],
		['an empty end time', { EndTime: '={{ $json.nothing }}' }, '“End Time” is required'],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		expect(await stage.refusal(node, 'create', { ...CREATE, ...wrong })).toBe(`Item 1: ${sentence}`);
	});
});

describe('Clone', () => {
	const CLONE = {
		Handler: { __rl: true, mode: 'byHandler', value: 'SPRING' },
		HandlerNew: 'spring2',
		SweepstakesName: 'Spring again',
		StartDate: '2091-01-01',
		StartTime: '00:00',
		EndDate: '2091-12-31',
		EndTime: '23:59',
	};

	test('creates the copy with one call and returns it', async () => {
		const [copy] = jsonOf(await stage.run(node, 'clone', CLONE));
		expect(stage.paths()).toEqual(['/sweepstakes/clone']);
		expect(stage.lastBody()).toEqual({ ...CLONE, Handler: 'SPRING', HandlerNew: 'SPRING2' });
		expect(copy).toMatchObject({ Handler: 'SPRING2', SweepstakesName: 'Spring again', Status: 'active' });
		expect(copy!.SweepstakesToken).not.toBe(stage.sweepstakesToken);
	});

	test('the list shows names and returns handlers', async () => {
		const { results } = await stage.search(node, 'searchHandlers');
		expect(results).toEqual([{ name: 'Spring Giveaway (SPRING)', value: 'SPRING' }]);
	});

	test('a handler from the list is sent as the service has it', async () => {
		const Handler = { __rl: true, mode: 'list', value: 'Spring' };
		await stage.run(node, 'clone', { ...CLONE, Handler });
		expect(stage.lastBody()).toMatchObject({ Handler: 'Spring' });
	});

	test('shows the service’s error if the new handler is taken', async () => {
		const { error } = await stage.run(node, 'clone', { ...CLONE, HandlerNew: 'SPRING' });
		expect(error?.message).toMatch(/^The service refused this: /);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'no original',
			{ Handler: { __rl: true, mode: 'byHandler', value: '={{ $json.nothing }}' } },
			'“Original” is required',
		],
		[
			'a new handler with an underscore',
			{ HandlerNew: 'A_B' },
			'“New Handler” must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027, but is “A_B”',
		],
		[
			'a name of 81 characters',
			{ SweepstakesName: 'x'.repeat(81) },
			'“Name” must have at most 80 characters, but has 81',
		],
		[
			'an end before the start',
			{ EndDate: '2090-12-31' },
			'“End Date” must not be before “Start Date”, but is “2090-12-31”',
		],
	])('refuses %s before anything is sent', async (_what, wrong, sentence) => {
		expect(await stage.refusal(node, 'clone', { ...CLONE, ...wrong })).toBe(`Item 1: ${sentence}`);
	});
});

describe('Get', () => {
	test('finds a sweepstakes by ID and by handler, reading the list once for all items', async () => {
		const other = await stage.createSweepstakes('AUTUMN', 'Autumn');
		const result = await stage.run(
			node,
			'get',
			{ sweepstakes: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			{ items: [{ id: stage.sweepstakesToken }, { id: other }] },
		);
		expect(jsonOf(result)).toMatchObject([{ Handler: 'SPRING' }, { Handler: 'AUTUMN' }]);
		expect(stage.paths()).toEqual(['/sweepstakes/fetch']);

		const byHandler = await stage.run(node, 'get', {
			sweepstakes: { __rl: true, mode: 'handler', value: 'autumn' },
			simplify: false,
		});
		expect(jsonOf(byHandler)).toMatchObject([{ SweepstakesToken: other, Settings: expect.anything() }]);
	});

	test('says so if the account has no such sweepstakes', async () => {
		const id = '00000000-0000-4000-8000-000000000001';
		const { error } = await stage.run(node, 'get', { sweepstakes: byId(id) });
		expect(error?.message).toBe(
			`“Sweepstakes” must be the ID of a sweepstakes of this account, but is “${id}”`,
		);
	});
});

describe('Get Many', () => {
	let archived: string;
	beforeEach(async () => {
		archived = await stage.createSweepstakes('OLD', 'Last Year', { SweepstakesType: 1 });
		stage.sandbox.archive(archived);
		await stage.createSweepstakes('SOCIAL', 'Follow Us', { SweepstakesType: 3 });
	});

	test.each<[string, INodeParameters, string[]]>([
		['text in the name, ignoring case', { search: 'GIVEAWAY' }, ['SPRING']],
		['text in the handler', { search: 'soc' }, ['SOCIAL']],
		['the type', { SweepstakesType: 1 }, ['OLD']],
		['those archived', { Archived: true }, ['OLD']],
		['those not archived', { Archived: false }, ['SOCIAL', 'SPRING']],
		['several at once', { Archived: false, SweepstakesType: 2 }, ['SPRING']],
		['nothing that exists', { search: 'nowhere' }, []],
	])('finds by %s', async (_what, filters, handlers) => {
		const found = jsonOf(await stage.run(node, 'getMany', { returnAll: true, filters }));
		expect(found.map(({ Handler }) => Handler).sort()).toEqual(handlers);
	});

	test('filters by the Status that the record has', async () => {
		const all = jsonOf(await stage.run(node, 'getMany', { returnAll: true }));
		for (const Status of [true, false]) {
			const found = jsonOf(await stage.run(node, 'getMany', { returnAll: true, filters: { Status } }));
			expect(found).toEqual(all.filter((one) => one.Status === Status));
		}
	});

	test('the limit applies to the matches', async () => {
		const filters = { Archived: false };
		expect(jsonOf(await stage.run(node, 'getMany', { limit: 1, filters }))).toHaveLength(1);
	});

	test('returns the fields people use, or everything without Simplify', async () => {
		const [simple] = jsonOf(await stage.run(node, 'getMany', { limit: 1 }));
		expect(Object.keys(simple!).length).toBeLessThanOrEqual(14);
		const [whole] = jsonOf(await stage.run(node, 'getMany', { limit: 1, simplify: false }));
		expect(Object.keys(whole!)).toEqual(expect.arrayContaining(['Settings', 'Notes', 'UserToken']));
	});
});

describe('Update', () => {
	test('sends only what was filled in', async () => {
		const updateFields = {
			SweepstakesName: 'Spring and Summer',
			EndTime: '',
			StartDate: '={{ $json.nothing }}',
		};
		const [updated] = jsonOf(await stage.run(node, 'update', { sweepstakes: stage.picked, updateFields }));
		expect(stage.lastBody()).toEqual({
			SweepstakesToken: stage.sweepstakesToken,
			SweepstakesName: 'Spring and Summer',
		});
		expect(updated).toMatchObject({ SweepstakesName: 'Spring and Summer' });
	});

	test('is sent again after a timeout, because repeating it changes nothing', async () => {
		stage.sandbox.faults([{ path: '/sweepstakes/update', drop: 'after' }]);
		const updateFields = { SweepstakesName: 'Twice' };
		const result = await stage.run(node, 'update', { sweepstakes: stage.picked, updateFields });
		expect(jsonOf(result)).toMatchObject([{ SweepstakesName: 'Twice' }]);
		expect(stage.paths()).toHaveLength(2);
	});

	test.each<[string, INodeParameters, string]>([
		[
			'nothing but an empty field',
			{ SweepstakesName: '' },
			'“Update Fields” must have at least one field that is filled',
		],
		[
			'a name of 201 characters',
			{ SweepstakesName: 'x'.repeat(201) },
			'“Name” must have at most 200 characters, but has 201',
		],
		[
			'an end before the start',
			{ StartDate: '2090-02-01', EndDate: '2090-01-01' },
			'“End Date” must not be before “Start Date”, but is “2090-01-01”',
		],
		[
			'a time without minutes',
			{ StartTime: '9' },
			'“Start Time” must be a time of day from 00:00 to 24:00, such as 09:30, but is “9”',
		],
	])('refuses %s before anything is sent', async (_what, updateFields, sentence) => {
		const parameters = { sweepstakes: stage.picked, updateFields };
		const message = await stage.refusal(node, 'update', parameters);
		expect(message.replace('Update Fields › ', '')).toBe(`Item 1: ${sentence}`);
	});
});

describe('Pause and Unpause', () => {
	test('a paused sweepstakes cannot be drawn from, an unpaused one can', async () => {
		await stage.addParticipant('jane@example.com');
		const draw = { sweepstakesToken: stage.sweepstakesToken, howManyWinnersToPick: 1, group: 'allgroups' };
		const [paused] = jsonOf(await stage.run(node, 'pause', { sweepstakes: stage.picked }));
		expect(paused).toEqual({ paused: true, SweepstakesToken: stage.sweepstakesToken });
		await expect(stage.api('/winners/draw', draw)).rejects.toThrow('"Response":false');
		await stage.run(node, 'unpause', { sweepstakes: stage.picked });
		expect(await stage.api('/winners/draw', draw)).toMatchObject({ Response: true });
	});

	test.each(['pause', 'unpause'])(
		'%s is sent again after a timeout, because repeating it changes nothing',
		async (operation) => {
			stage.sandbox.faults([{ path: `/sweepstakes/${operation}`, drop: 'after' }]);
			const { error } = await stage.run(node, operation, { sweepstakes: stage.picked });
			expect(error).toBeUndefined();
			expect(stage.paths()).toHaveLength(2);
		},
	);
});

describe('Delete', () => {
	test('deletes nothing where several sweepstakes have the handler', async () => {
		const named = (end: number) => ({
			SweepstakesToken: `00000000-0000-4000-8000-00000000000${end}`,
			Handler: end === 1 ? 'TWIN' : 'twin',
		});
		stage.sandbox.faults([
			{ path: '/sweepstakes/fetch', body: { Response: true, Data: [named(1), named(2)] } },
		]);
		const twin = { __rl: true, mode: 'handler', value: 'Twin' };
		const { error } = await stage.run(node, 'delete', { sweepstakes: twin });
		expect(error?.message).toBe(
			'“Sweepstakes” must be chosen from the list or by ID, because several sweepstakes have the handler “Twin”',
		);
		expect(stage.paths()).toEqual(['/sweepstakes/fetch']);
	});

	test('returns that it was deleted', async () => {
		const [deleted] = jsonOf(await stage.run(node, 'delete', { sweepstakes: stage.picked }));
		expect(deleted).toMatchObject({ deleted: true, SweepstakesToken: stage.sweepstakesToken });
		expect(await stage.api('/sweepstakes/fetch')).toMatchObject({ Count: 0 });
	});
});

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	const DATES = { StartDate: '2090-01-01', EndDate: '2090-12-31', StartTime: '00:00', EndTime: '23:59' };
	beforeEach(async () => {
		await stage.close();
		stage = await Stage.open({}, undefined, dialect);
	});

	test.each(['get', 'getMany'])('%s shows when a sweepstakes runs', async (operation) => {
		const [record] = jsonOf(await stage.run(node, operation, { sweepstakes: stage.picked }));
		expect(record).toMatchObject({ Handler: 'SPRING', Timezone: expect.any(Number), ...DATES });
		expect(record).not.toHaveProperty('Settings');
	});

	test('Create and Update show it, too', async () => {
		const { SweepstakesName, SweepstakesType, Handler: _, ...dates } = CREATE;
		const [created] = jsonOf(await stage.run(node, 'create', CREATE));
		expect(created).toMatchObject({ SweepstakesName, SweepstakesType });
		expect(created).toMatchObject({ StartDate: dates.StartDate, EndDate: dates.EndDate });
		const updateFields = { EndDate: '2091-01-31' };
		const [updated] = jsonOf(await stage.run(node, 'update', { sweepstakes: stage.picked, updateFields }));
		expect(updated).toMatchObject({ ...DATES, EndDate: '2091-01-31' });
	});

	test('a handler typed in lower case is that of the original to clone', async () => {
		const copy = { ...CREATE, HandlerNew: 'copy', SweepstakesType: undefined };
		const Handler = { __rl: true, mode: 'byHandler', value: 'spring' };
		const result = await stage.run(node, 'clone', { ...copy, Handler } as INodeParameters);
		expect(stage.lastBody()).toMatchObject({ Handler: 'SPRING', HandlerNew: 'COPY' });
		expect(jsonOf(result)).toMatchObject([{ Handler: 'COPY' }]);
	});

	test('a copy may have run in the past, which neither text forbids', async () => {
		const past = { StartDate: '2020-01-01', EndDate: '2020-01-31', SweepstakesType: undefined };
		const Handler = { __rl: true, mode: 'byHandler', value: 'SPRING' };
		const copy = { ...CREATE, ...past, Handler, HandlerNew: 'COPY' } as INodeParameters;
		const [copied] = jsonOf(await stage.run(node, 'clone', copy));
		expect(copied).toMatchObject({ StartDate: '2020-01-01', EndDate: '2020-01-31' });
	});
});

const HOUR_MS = 60 * 60 * 1_000;
const dayIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);

test('refuses a start that is past in every time zone before anything is sent', async () => {
	const StartDate = dayIn(-36);
	expect(await stage.refusal(node, 'create', { ...CREATE, StartDate })).toBe(
		`Item 1: “Start Date” must be today or later, but is “${StartDate}”`,
	);
});

test.each([
	['Start Date', 'StartDate'],
	['End Date', 'EndDate'],
])('refuses to move the %s into the past of every time zone', async (label, key) => {
	const updateFields = { [key]: dayIn(-36) };
	expect(await stage.refusal(node, 'update', { sweepstakes: stage.picked, updateFields })).toBe(
		`Item 1: “Update Fields › ${label}” must be today or later, but is “${dayIn(-36)}”`,
	);
});

test('sends a start that may be today somewhere', async () => {
	stage.sandbox.faults([{ path: '/sweepstakes/create', body: { Response: true, Data: {} } }]);
	const { error } = await stage.run(node, 'create', { ...CREATE, StartDate: dayIn(-11) });
	expect(error).toBeUndefined();
	expect(stage.paths()).toEqual(['/sweepstakes/create']);
});

test('24:00 is sent as the end of a day, for the service to decide', async () => {
	stage.sandbox.faults([{ path: '/sweepstakes/update', body: { Response: true, Data: {} } }]);
	const updateFields = { EndTime: '24:00' };
	const { error } = await stage.run(node, 'update', { sweepstakes: stage.picked, updateFields });
	expect(error).toBeUndefined();
	expect(stage.lastBody()).toMatchObject({ EndTime: '24:00' });
});

describe('a handler that comes as a number', () => {
	const ID = '00000000-0000-4000-8000-000000000001';
	const record = { SweepstakesToken: ID, SweepstakesName: 'New Year', Handler: 2027 };
	const listed = () =>
		stage.sandbox.faults([{ path: '/sweepstakes/fetch', body: { Response: true, Data: [record] } }]);

	test('comes out as it is, and is searched', async () => {
		listed();
		const [found] = jsonOf(await stage.run(node, 'getMany', { filters: { search: '2027' } }));
		expect(found).toMatchObject({ Handler: 2027 });
	});

	test('stands in the pickers', async () => {
		listed();
		const { results } = await stage.search(node, 'searchHandlers');
		expect(results).toEqual([{ name: 'New Year (2027)', value: '2027' }]);
	});

	test('finds its sweepstakes', async () => {
		listed();
		const byHandler = { __rl: true, mode: 'handler', value: '2027' };
		const [found] = jsonOf(await stage.run(node, 'get', { sweepstakes: byHandler }));
		expect(found).toMatchObject({ SweepstakesToken: ID });
	});
});

describe('the picker', () => {
	test('lists names with handlers, sorted, and searches in both', async () => {
		const autumn = await stage.createSweepstakes('AUTUMN', 'Giveaway of Autumn');
		const all = await stage.search(node, 'searchSweepstakes');
		expect(all.results).toEqual([
			{ name: 'Giveaway of Autumn (AUTUMN)', value: autumn },
			{ name: 'Spring Giveaway (SPRING)', value: stage.sweepstakesToken },
		]);
		const found = await stage.search(node, 'searchSweepstakes', {}, 'spring');
		expect(found.results).toHaveLength(1);
	});
});
