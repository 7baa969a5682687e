import { ServiceError } from '../client/failures';

/** Deletions while the list is read may leave one or two empty pages in a row, but not this many. */
const MAX_EMPTY_PAGES = 3;

/** More than any list has: 2 million participants, 20 on a page. */
const MAX_PAGES = 100_000;
const MAX_RECORDS = 2_000_000;

/** Counts what is read of a list, to notice one that does not end, whatever the service says. */
export class PageCounter {
	private pages = 0;
	private records = 0;
	private emptyInARow = 0;
	private maxPages = MAX_PAGES;

	/** @param list completes "The list of …" */
	constructor(private readonly list: string) {}

	/**
	 * Counts a page.
	 *
	 * @param totalPages what the service says. The list may grow while it is read, but not forever.
	 */
	count(records: number, totalPages: number): void {
		if (this.pages === 0) this.maxPages = Math.min(2 * totalPages + 100, MAX_PAGES);
		this.pages++;
		this.records += records;
		this.emptyInARow = records === 0 ? this.emptyInARow + 1 : 0;
	}

	/** @throws {ServiceError} if no more pages should be read. */
	throwIfEndless(): void {
		const reason = this.reason();
		if (reason) throw new ServiceError({ code: 'endlessList', list: this.list, reason });
	}

	private reason(): string | undefined {
		if (this.emptyInARow >= MAX_EMPTY_PAGES) return `${this.emptyInARow} pages in a row were empty`;
		if (this.records >= MAX_RECORDS) return `${this.records} of them were read`;
		return this.pages >= this.maxPages ? `${this.pages} pages were read` : undefined;
	}
}
