import { text, uuid } from '../kinds';
import { required, type Table } from './table';

export const rules = {
	'/rules/create': {
		isInContract: true,
		request: {
			SweepstakesToken: required(uuid),
			Title: required(text({ min: 1, max: 100 }), 'Title'),
			DocumentContent: required(text({ min: 1, max: 1_000_000 }), '<p>…</p>'),
		},
		reply: {
			Message: '…',
			Data: {
				RulesToken: 'UUID',
				SweepstakesToken: 'UUID',
				Title: 'Title',
				Primary: true,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
	'/rules/fetch': {
		request: { SweepstakesToken: required(uuid) },
		reply: {
			Data: {
				TotalRules: 2,
				PrimaryRule: {
					RulesToken: 'UUID',
					SweepstakesToken: 'UUID',
					Title: 'Rules',
					Primary: true,
					CreationDate: '2030-01-15T12:00:00.000Z',
					DocumentContent: '<p>…</p>',
					Status: true,
					AbbreviatedRulesForShopify: '',
					Metadata: {},
					EntryPeriods: [],
					Views: [],
				},
				SecondaryRules: [
					{
						RulesToken: 'UUID',
						SweepstakesToken: 'UUID',
						Title: 'Rules',
						Primary: false,
						CreationDate: '2030-01-15T12:00:00.000Z',
						DocumentContent: '<p>…</p>',
						Status: true,
					},
				],
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
		reply: {
			Message: '…',
			Data: {
				RulesToken: 'UUID',
				SweepstakesToken: 'UUID',
				Title: 'Changed',
				Primary: true,
				CreationDate: '2030-01-15T12:00:00.000Z',
				DocumentContent: '<p>…</p>',
				Status: true,
				AbbreviatedRulesForShopify: '',
				Metadata: {},
				EntryPeriods: [],
				Views: [],
			},
		},
	},
	'/rules/delete': {
		request: { SweepstakesToken: required(uuid), RulesToken: required(uuid) },
		reply: { Message: '…' },
	},
} satisfies Table;
