import { PageCounter } from '../../../../nodes/shared/api/pages';
import type { ServiceError } from '../../../../nodes/shared/client/failures';

/** @returns how many pages were counted, and why the counter stopped */
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

test('an endless list stops after 100,000 pages', () => {
	expect(pagesCounted(1, 1e9)).toEqual({
		pages: 100_000,
		failure: endless('100000 pages were read'),
	});
});

test('an endless list of large pages stops after 2 million records', () => {
	expect(pagesCounted(700_000, 1e9)).toEqual({
		pages: 3,
		failure: endless('2100000 of them were read'),
	});
});
