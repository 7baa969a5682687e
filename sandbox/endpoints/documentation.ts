import { z } from 'zod';
import { endpoint } from '../endpoint';
import { integer, text } from '../fields';
import { takePage } from './paging';
import { midnight } from '../time/clock';

const fetch = endpoint({
	method: 'POST',
	path: '/documentation/fetch',
	request: z.object({
		page: integer.min(1).default(1),
		limit: integer.min(1).max(10).default(5),
		search: text.default(''),
	}),
	carryOut({ page, limit, search }) {
		const wanted = search.toLowerCase();
		const found = ARTICLES.filter(({ DocumentTitle, Description }) =>
			[DocumentTitle, Description].some((text) => text.toLowerCase().includes(wanted)),
		);
		const { rows: Documents, totalPages: TotalPages } = takePage(found, page, limit);
		return {
			Data: {
				TotalDocuments: found.length,
				CurrentPage: page,
				TotalPages,
				Limit: limit,
				HasNextPage: page < TotalPages,
				HasPrevPage: page > 1,
				Documents,
			},
		};
	},
});

export const documentationEndpoints = [fetch];

const TOPICS: Array<[title: string, module: string, text: string]> = [
	['Creating a sweepstakes', 'Sweepstakes', 'Choose a name, a handler and the dates.'],
	['Choosing a handler', 'Sweepstakes', 'A handler has up to 20 letters and digits.'],
	['Pausing a sweepstakes', 'Sweepstakes', 'A paused sweepstakes accepts no entries.'],
	['Designing the entry page', 'Entry page', 'Set texts, colors and the age gate.'],
	['Adding participants', 'Participants', 'Import a file or use the entry form.'],
	['Bonus entries', 'Participants', 'Bonus entries raise the chance to win.'],
	['Groups', 'Participants', 'Draw from one group or from all groups.'],
	['Drawing winners', 'Winners', 'Winners are drawn at random.'],
	['Scheduling a drawing', 'Winners', 'Choose a date, a time and a time zone.'],
	['Official rules', 'Rules', 'The first document is the primary one.'],
	['Invoices', 'Invoices', 'Send an invoice to a winner.'],
	['Codes', 'Codes', 'Generate codes and export them.'],
];

/** The articles, newest first, one per day. */
const ARTICLES = TOPICS.map(([DocumentTitle, Module, Description], index) => {
	const CreationDate = midnight(`2026-01-${String(TOPICS.length - index).padStart(2, '0')}`);
	return {
		DocumentToken: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
		DocumentTitle,
		Description,
		Language: 'en',
		Module,
		Keywords: Module.toLowerCase(),
		ResourceAffected: Module,
		Files: [],
		Views: 0,
		Score: [],
		Status: true,
		CreationDate,
		LastUpdate: CreationDate,
	};
});
