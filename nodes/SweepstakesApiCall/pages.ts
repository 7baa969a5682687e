import { PageCounter } from '../shared/api/endlessList';
import { InputError } from '../shared/n8n/errors/nodeErrors';
import { findCount, findList } from './itemsAt';

/** Where an answer has its records and the number of its pages, as dot paths. */
interface PageShape {
	splitInto?: string;
	totalPagesAt: string;
	/** @throws {InputError} if no more pages are wanted after so many records. */
	throwIfFull(records: number): void;
}

/**
 * The records of all pages of a list, as they are read.
 *
 * @throws {InputError} for an answer that has no list or no number there: the list would end without anybody noticing. Also once
 * enough was read.
 */
export async function* recordsOfPages(
	readPage: (page: number) => Promise<object>,
	{ splitInto, totalPagesAt, throwIfFull }: PageShape,
): AsyncGenerator<object> {
	const counter = new PageCounter('records');
	let read = 0;
	for (let page = 1, pages = 1; page <= pages; page++) {
		counter.throwIfEndless();
		const answer = await readPage(page);
		const records = findList(answer, splitInto);
		if (!records) throw new InputError('Split Into Items', 'must name a list in the answer, such as Data');
		const totalPages = findCount(answer, totalPagesAt);
		if (totalPages === undefined) throw new InputError('Total Pages At', NO_NUMBER);
		counter.count(records.length, totalPages);
		yield* records;
		pages = totalPages;
		read += records.length;
		if (page < pages) throwIfFull(read);
	}
}

const NO_NUMBER = 'must name the number of pages in the answer, such as Pagination.TotalPages';
