import { PageCounter } from '../../../../nodes/shared/api/pages';

test('an endless list stops after 100,000 pages', () => {
	const counter = new PageCounter('participants');
	const countPage = () => {
		counter.count(1, 1e9);
		counter.throwIfEndless();
	};
	for (let pages = 1; pages < 100_000; pages++) countPage();
	const failure = { code: 'endlessList', list: 'participants', reason: '100000 pages were read' };
	expect(countPage).toThrow(expect.objectContaining({ failure }));
});
