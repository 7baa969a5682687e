import { text, whole } from '../kinds';
import { withDefault, type Table } from './table';

const ARTICLE = {
	DocumentToken: 'UUID',
	DocumentTitle: 'Creating a sweepstakes',
	Description: 'Choose a name, a handler and the dates.',
	Language: 'en',
	Module: 'Sweepstakes',
	Keywords: 'sweepstakes',
	ResourceAffected: 'Sweepstakes',
	Files: [],
	Views: 0,
	Score: [],
	Status: true,
	CreationDate: '2026-01-12T00:00:00.000Z',
	LastUpdate: '2026-01-12T00:00:00.000Z',
};

export const documentation = {
	'/documentation/fetch': {
		request: {
			page: withDefault(1, whole({ min: 1 })),
			limit: withDefault(5, whole({ min: 1, max: 10 })),
			search: text(),
		},
		reply: {
			Data: {
				TotalDocuments: 12,
				CurrentPage: 1,
				TotalPages: 3,
				Limit: 5,
				HasNextPage: true,
				HasPrevPage: false,
				Documents: [
					ARTICLE,
					{
						...ARTICLE,
						DocumentTitle: 'Choosing a handler',
						Description: 'A handler has up to 20 letters and digits.',
						CreationDate: '2026-01-11T00:00:00.000Z',
						LastUpdate: '2026-01-11T00:00:00.000Z',
					},
					5,
				],
			},
		},
	},
} satisfies Table;
