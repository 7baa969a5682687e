import { createRecord, deletion, item, itemAmong, namedIn, once, row, type Row } from './row';
import { byId, type World } from './world';

const DOCUMENT = '<p>No purchase necessary.</p>';

const titled = namedIn('rules', 'Title');

const createRules = async (world: World, SweepstakesToken: string, Title: string) =>
	await createRecord(
		world,
		'/rules/create',
		{ SweepstakesToken, Title, DocumentContent: DOCUMENT },
		'RulesToken',
	);

export const officialRules: Row[] = [
	once('create', 'POST /rules/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			whenTitleExists: 'create',
			Title: `Rules ${n}`,
			DocumentContent: DOCUMENT,
		}),
		output: ({ n }) => item({ RulesToken: expect.any(String), Title: `Rules ${n}` }),
		stored: titled('Rules'),
	}),
	once('create, unless the title exists', 'POST /rules/create', {
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			Title: `Only rules ${n}`,
			DocumentContent: DOCUMENT,
		}),
		output: ({ n }) => item({ RulesToken: expect.any(String), Title: `Only rules ${n}`, existed: false }),
		stored: titled('Only rules'),
	}),
	row('getMany', 'POST /rules/fetch', {
		parameters: async (world, { n }) => {
			await createRules(world, world.quiet, `Read ${n}`);
			return { sweepstakes: byId(world.quiet), returnAll: true };
		},
		output: ({ n }) => itemAmong({ Title: `Read ${n}`, DocumentContent: DOCUMENT }),
	}),
	row('get', 'POST /rules/fetch', {
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.quiet),
			rules: byId(await createRules(world, world.quiet, `Got ${n}`)),
		}),
		output: ({ n }) => item({ Title: `Got ${n}`, DocumentContent: DOCUMENT }),
	}),
	row('update', 'PUT /rules/update', {
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			rules: byId(await createRules(world, world.main, `Old ${n}`)),
			updateFields: {
				Title: `Changed ${n}`,
				DocumentContent: '<p>Void where prohibited.</p>',
				AbbreviatedRulesForShopify: 'Void where prohibited.',
			},
		}),
		output: ({ n }) => item({ Title: `Changed ${n}`, DocumentContent: '<p>Void where prohibited.</p>' }),
		stored: titled('Changed'),
	}),
	deletion('POST /rules/delete', 'RulesToken', titled('Deleted'), async (world, { n }) => ({
		sweepstakes: byId(world.main),
		rules: byId(await createRules(world, world.main, `Deleted ${n}`)),
	})),
];
