import { text, uuid } from '../kinds';
import { required, type Table } from './table';

const CREATED = {
	RulesToken: 'UUID',
	SweepstakesToken: 'UUID',
	Title: 'Title',
	Primary: true,
	CreationDate: '2030-01-15T12:00:00.000Z',
};

const CONTENT = { DocumentContent: '<p>…</p>', Status: true };

const ONLY_OF_PRIMARY = { AbbreviatedRulesForShopify: '', Metadata: {}, EntryPeriods: [], Views: [] };

export const rules = {
	'/rules/create': {
		isInContract: true,
		request: {
			SweepstakesToken: required(uuid),
			Title: required(text({ min: 1, max: 100 }), 'Title'),
			DocumentContent: required(text({ min: 1, max: 1_000_000 }), '<p>…</p>'),
		},
		reply: { Message: '…', Data: CREATED },
	},
	'/rules/fetch': {
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Data: {
				TotalRules: 2,
				PrimaryRule: { ...CREATED, Title: 'Rules', ...CONTENT, ...ONLY_OF_PRIMARY },
				SecondaryRules: [{ ...CREATED, Title: 'Rules', Primary: false, ...CONTENT }],
				SweepstakesToken: 'UUID',
			},
		},
	},
	'/rules/update': {
		method: 'PUT',
		request: {
			SweepstakesToken: required(uuid),
			RulesToken: required(uuid),
			Title: text({ min: 1, max: 100 }),
			DocumentContent: text({ max: 1_000_000 }),
			AbbreviatedRulesForShopify: text({ max: 1_000_000 }),
			AbbrebiatedRulesForShopify: text({ max: 1_000_000 }),
		},
		reply: { Message: '…', Data: { ...CREATED, Title: 'Changed', ...CONTENT, ...ONLY_OF_PRIMARY } },
	},
	'/rules/delete': {
		request: { SweepstakesToken: required(uuid), RulesToken: required(uuid) },
		reply: { Message: '…' },
	},
} satisfies Table;
