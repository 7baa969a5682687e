import { DataBudget } from '../shared/api/data-budget';
import type { Client } from '../shared/client/client';
import { readPages } from '../shared/api/pages';
import { InputError } from '../shared/n8n/errors/node-errors';
import { findCount, findList, nameLists } from './items-at';

/** Where a response has its records and the number of pages (as dot paths), and the maximum total size of the pages. */
interface PageShape {
	splitInto?: string;
	totalPagesAt: string;
	megabytes: number;
}

/**
 * Reads the records of all pages.
 *
 * @throws {InputError} if the pages exceed the size limit, or if a response lacks the list or the number of pages,
 *   because records would then be lost silently
 */
export async function* readRecordsOfPages(
	client: Client,
	readPage: (page: number) => Promise<object>,
	{ splitInto, totalPagesAt, megabytes }: PageShape,
): AsyncGenerator<object> {
	const budget = client.memory.getOrCreate(`held data ${megabytes}`, () => new DataBudget(megabytes));
	const pages = readPages('records', async (page) => {
		if (budget.isExceeded)
			throw new InputError(
				'Options › Max Data (MB)',
				`is reached: the pages add up to more than ${megabytes} MB`,
			);
		const answer = await readPage(page);
		const records = findList(answer, splitInto);
		if (!records)
			throw new InputError('Split Into Items', `must name a list in the response. ${nameLists(answer)}`);
		const totalPages = findCount(answer, totalPagesAt);
		if (totalPages === undefined) throw new InputError('Total Pages Path', NO_NUMBER);
		return { records, totalPages };
	});
	for await (const { records } of pages) {
		budget.holdRecords(records);
		yield* records;
	}
}

const NO_NUMBER = 'must be the path to the number of pages in the response, such as Pagination.TotalPages';
