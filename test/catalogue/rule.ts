import { countOf, item, type Row } from './row';
import { byId } from './world';

export const rule: Row[] = [
	{
		operation: 'create',
		endpoint: 'POST /rules/create',
		parameters: ({ main }, { n }) => ({
			sweepstakes: byId(main),
			Title: `Rules ${n}`,
			DocumentContent: '<p>No purchase necessary.</p>',
		}),
		output: ({ n }) => item({ RulesToken: expect.any(String), Title: `Rules ${n}` }),
		withoutReply: 'stops',
		stored: ({ rules }, { n }) => countOf(rules.all(), ({ Title }) => Title === `Rules ${n}`),
	},
];
