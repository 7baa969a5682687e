import { PageCounter } from '../../../../nodes/shared/api/endlessList';
import type { ServiceError } from '../../../../nodes/shared/client/failures';

/** Counts pages until there are too many. @returns how many it counted, and why it stopped */
function pagesCounted(records: number, totalPages: number) {
	const counter = new PageCounter('participants');
	for (let pages = 1; ; pages++) {
		counter.count(records, totalPages);
		try {
			counter.throwIfEndless();
		} catch (error) {
			return { pages, failure: (error as ServiceError).failure };
		}
	}
}

const endless = (reason: string) => ({ code: 'endlessList', list: 'participants', reason });

test('a list with an infinite number of pages ends after 100,000', () => {
	expect(pagesCounted(1, 1e9)).toEqual({
		pages: 100_000,
		failure: endless('100000 pages were read'),
	});
});

test('a list of large pages ends after 2 million records', () => {
	expect(pagesCounted(700_000, 1e9)).toEqual({
		pages: 3,
		failure: endless('2100000 of them were read'),
	});
});
