import type { INodeParameters } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { by, inDialects, openStages, search, stage, testRefusals } from '../support/engine/resource';
import { HOUR_MS, ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new Sweepstakes();

const PERIOD = { StartDate: '2090-12-01', StartTime: '08:00', EndDate: '2090-12-24', EndTime: '20:00' };
const CREATE = { SweepstakesName: 'Winter', SweepstakesType: 1, Handler: 'winter', ...PERIOD };
const CLONE = {
	Handler: byId('spring'),
	HandlerNew: 'spring2',
	SweepstakesName: 'Spring again',
	...PERIOD,
};
const LIST = '/sweepstakes/fetch';

openStages();

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);
const items = async (operation: string, parameters: INodeParameters = {}) =>
	listJson(await run(operation, parameters));
const update = async (updateFields: INodeParameters) =>
	await run('update', { sweepstakes: stage.picked, updateFields });

const dayIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10);

const HANDLER = 'must be 1 to 20 letters A to Z and digits, without spaces, such as SUMMER2027, but is';
const PAST = { StartDate: '2090-02-01', EndDate: '2090-01-01' };
testRefusals(node, 'create', CREATE, [
	[{ Handler: 'WINTER 90' }, `“Handler” ${HANDLER} “WINTER 90”`],
	[{ StartDate: dayIn(-36) }, '“Start Date” must be today or later'],
	[{ EndDate: '2090-11-30' }, '“End Date” must not be before “Start Date”, but is “2090-11-30”'],
]);
testRefusals(node, 'update', { sweepstakes: byId(ID) }, [
	[{ updateFields: PAST }, '“Update Fields › End Date” must not be before “Start Date”'],
	[{ updateFields: { StartDate: dayIn(-36) } }, '“Update Fields › Start Date” must be today or later'],
]);

test.each<[string, string, INodeParameters, object]>([
	['a start date that is today in some time zone', 'create', { ...CREATE, StartDate: dayIn(-11) }, {}],
	[
		'24:00 as an end time',
		'update',
		{ sweepstakes: byId(ID), updateFields: { EndTime: '24:00' } },
		{ EndTime: '24:00' },
	],
])(
	'%s is sent, because only the service can decide whether it is valid',
	async (_what, operation, parameters, sent) => {
		stage.answer(`/sweepstakes/${operation}`, { Data: {} });
		expect((await run(operation, parameters)).error).toBeUndefined();
		expect(stage.lastBody()).toMatchObject(sent);
	},
);

test('“Clone” converts a typed handler to upper case, and does not change a handler chosen from the list', async () => {
	const [copy] = await items('clone', CLONE);
	expect(stage.lastBody()).toEqual({ ...CLONE, Handler: 'SPRING', HandlerNew: 'SPRING2' });
	expect(copy).toMatchObject({ Handler: 'SPRING2', SweepstakesName: 'Spring again', Status: 'active' });
	// Neither API document forbids dates in the past.
	const past = { StartDate: '2020-01-01', EndDate: '2020-01-31' };
	await run('clone', { ...CLONE, ...past, Handler: by('list', 'Spring') });
	expect(stage.lastBody()).toMatchObject({ Handler: 'Spring', ...past });
});

test('a hint says if a copy has already ended', async () => {
	const hintsFor = async (dates: INodeParameters) => (await run('clone', { ...CLONE, ...dates })).hints;
	expect(await hintsFor({ StartDate: '2020-01-01', EndDate: '2020-01-31' })).toEqual([
		'The end date of the copy has passed, so nobody can enter it. To change its dates, use Sweepstakes › Update.',
	]);
	expect(await hintsFor({ HandlerNew: 'SPRING3' })).toEqual([]);
});

test('“Get” reads the list of sweepstakes once for all items, and fails for an unknown sweepstakes', async () => {
	const other = await stage.createSweepstakes('AUTUMN', 'Autumn');
	const rows = [{ id: stage.sweepstakesToken }, { id: other }, { id: ID }];
	const options = { items: rows, onError: 'continueErrorOutput' } as const;
	const result = await stage.run(node, 'get', { sweepstakes: byId('={{ $json.id }}') }, options);
	expect(listJson(result)).toMatchObject([{ Handler: 'SPRING' }, { Handler: 'AUTUMN' }]);
	expect(stage.paths()).toEqual([LIST]);
	expect(result.errorItems[0]!.json.error).toBe(`Item 3: “${ID}” was not found in this account`);
	const [raw] = await items('get', { sweepstakes: byId('autumn'), simplify: false });
	expect(raw).toMatchObject({ SweepstakesToken: other, Settings: expect.anything() });
});

describe('“Get Many”', () => {
	beforeEach(async () => {
		stage.sandbox.archive(await stage.createSweepstakes('OLD', 'Last Year', { SweepstakesType: 1 }));
		const SweepstakesToken = await stage.createSweepstakes('SOCIAL', 'Follow Us', { SweepstakesType: 3 });
		await stage.api('/sweepstakes/pause', { SweepstakesToken });
	});

	test.each<[string, INodeParameters, string[]]>([
		['text in the name, ignoring case', { search: 'GIVEAWAY' }, ['SPRING']],
		['text in the handler', { search: 'soc' }, ['SOCIAL']],
		['the type', { SweepstakesType: 1 }, ['OLD']],
		['whether they are archived', { Archived: true }, ['OLD']],
		['whether they are paused', { paused: true }, ['SOCIAL']],
		['several filters at once', { Archived: false, SweepstakesType: 2 }, ['SPRING']],
	])('finds sweepstakes by %s', async (_what, filters, handlers) => {
		const found = await items('getMany', { returnAll: true, filters });
		expect(found.map(({ Handler }) => Handler)).toEqual(handlers);
	});
});

test('“Delete” fails if several sweepstakes have the given handler', async () => {
	const twins = ['TWIN', 'twin'].map((Handler) => ({ SweepstakesToken: ID.replace('3f', Handler), Handler }));
	stage.answer(LIST, { Data: twins });
	const { error } = await run('delete', { sweepstakes: byId('Twin') });
	expect(error?.message).toBe(
		'“Sweepstakes” must be chosen from the list or by ID, because several sweepstakes have the handler “Twin”',
	);
	expect(stage.paths()).toEqual([LIST]);
});

inDialects(() => {
	const dates = { StartDate: '2090-01-01', EndDate: '2090-12-31', StartTime: '00:00', EndTime: '23:59' };

	test('“Get”, “Get Many”, “Create” and “Update” return the start and end of a sweepstakes', async () => {
		for (const operation of ['get', 'getMany']) {
			const [record] = await items(operation, { sweepstakes: stage.picked });
			expect(record).toMatchObject({ Handler: 'SPRING', Timezone: expect.any(Number), ...dates });
			expect(record).not.toHaveProperty('Settings');
		}
		const [created] = await items('create', CREATE);
		expect(created).toMatchObject({ StartDate: PERIOD.StartDate, EndDate: PERIOD.EndDate });
		const [updated] = listJson(await update({ EndDate: '2091-01-31' }));
		expect(updated).toMatchObject({ ...dates, EndDate: '2091-01-31' });
	});
});

test('a handler that the service sends as a number is output unchanged, and can be used to find its sweepstakes', async () => {
	const record = { SweepstakesToken: ID, SweepstakesName: 'New Year', Handler: 2027 };
	stage.answer(LIST, { Data: [record] }, { times: 3 });
	expect(await items('getMany', { filters: { search: '2027' } })).toMatchObject([{ Handler: 2027 }]);
	const [found] = await items('get', { sweepstakes: byId('2027') });
	expect(found).toMatchObject({ SweepstakesToken: ID });
	expect(await search(node, 'searchHandlers')).toEqual([{ name: 'New Year (2027)', value: '2027' }]);
});

describe('the picker of sweepstakes', () => {
	const DAYS = { past: '2000-01-31', future: '2999-12-31' };
	const listed = async (method: string, records: object[], filter?: string) => {
		const Data = records.map((one, index) => ({
			SweepstakesToken: `${index}`,
			Handler: `H${index}`,
			...one,
		}));
		stage.answer(LIST, { Data });
		return (await search(node, method, {}, filter)).map(({ name }) => name);
	};
	const [running, scheduled, paused, ended, unknown] = [
		{ SweepstakesName: 'Open', StartDate: DAYS.past, EndDate: DAYS.future, Status: true },
		{ SweepstakesName: 'Soon', StartDate: DAYS.future, EndDate: DAYS.future, Status: true },
		{ SweepstakesName: 'Idle', StartDate: DAYS.past, EndDate: DAYS.future, Status: false },
		{ SweepstakesName: 'Gone', StartDate: DAYS.past, EndDate: DAYS.past, Status: true },
		{ SweepstakesName: 'Bare' },
	];

	test('shows name, handler and status of each sweepstakes, and lists those open for entries first', async () => {
		const records = [ended, paused, scheduled, running, unknown];
		expect(await listed('searchSweepstakes', records)).toEqual([
			'Bare (H4)',
			'Open (H3), until 2999-12-31',
			'Soon (H2), from 2999-12-31',
			'Idle (H1), paused',
			'Gone (H0), ended',
		]);
	});

	test('finds a sweepstakes by its status or handler', async () => {
		expect(await listed('searchSweepstakes', [running, paused], 'PAUSED')).toEqual(['Idle (H1), paused']);
		expect(await listed('searchHandlers', [running, paused], 'h0')).toEqual(['Open (H0), until 2999-12-31']);
	});

	test('offers for “Resume” only sweepstakes that are paused or may be paused', async () => {
		const names = await listed('searchPausedSweepstakes', [running, paused, unknown]);
		expect(names).toEqual(['Bare (H2)', 'Idle (H1), paused']);
	});
});
