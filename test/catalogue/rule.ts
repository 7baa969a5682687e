import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, itemAmong, type Row } from './row';
import { byId, type World } from './world';

const DOCUMENT = '<p>No purchase necessary.</p>';

const titled =
	(prefix: string) =>
	({ rules }: Store, { n }: { n: number }) =>
		countOf(rules.all(), ({ Title }) => Title === `${prefix} ${n}`);

async function createRules({ api }: World, SweepstakesToken: string, Title: string): Promise<string> {
	const { Data } = await api<{ Data: { RulesToken: string } }>('/rules/create', {
		SweepstakesToken,
		Title,
		DocumentContent: DOCUMENT,
	});
	return Data.RulesToken;
}

export const rule: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /rules/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			whenTitleExists: 'create',
			Title: `Rules ${n}`,
			DocumentContent: DOCUMENT,
		}),
		output: ({ n }) => item({ RulesToken: expect.any(String), Title: `Rules ${n}` }),
		withoutReply: 'confirms',
		stored: titled('Rules'),
	},
	{
		operation: 'create',
		variant: 'unless the title exists',
		endpoint: 'POST /rules/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			Title: `Only rules ${n}`,
			DocumentContent: DOCUMENT,
		}),
		output: ({ n }) => item({ RulesToken: expect.any(String), Title: `Only rules ${n}`, existed: false }),
		withoutReply: 'confirms',
		stored: titled('Only rules'),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /rules/fetch',
		parameters: async (world, { n }) => {
			await createRules(world, world.quiet, `Read ${n}`);
			return { sweepstakes: byId(world.quiet), returnAll: true };
		},
		output: ({ n }) => itemAmong({ Title: `Read ${n}`, DocumentContent: DOCUMENT }),
	},
	{
		operation: 'get',
		endpoint: 'POST /rules/fetch',
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.quiet),
			rules: byId(await createRules(world, world.quiet, `Got ${n}`)),
		}),
		output: ({ n }) => item({ Title: `Got ${n}`, DocumentContent: DOCUMENT }),
	},
	{
		operation: 'update',
		endpoint: 'PUT /rules/update',
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
	},
	{
		operation: 'delete',
		endpoint: 'POST /rules/delete',
		parameters: async (world, { n }) => ({
			sweepstakes: byId(world.main),
			rules: byId(await createRules(world, world.main, `Deleted ${n}`)),
		}),
		...deletion('RulesToken'),
		stored: (store, unique) => 1 - titled('Deleted')(store, unique),
	},
];
