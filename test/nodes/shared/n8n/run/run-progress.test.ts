import type { IExecuteFunctions } from 'n8n-workflow';

import { DAY_MS } from '../../../../support/constants';
import { RunProgress } from '../../../../../nodes/shared/n8n/run/run-progress';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2025, 11, 31) });
	jest.advanceTimersByTime(DAY_MS);
});
afterEach(() => jest.useRealTimers());

function open(itemCount = 300) {
	const logged: string[] = [];
	const shown: string[] = [];
	const context = {
		getNode: () => ({ name: 'Add people' }),
		logger: { info: (line: string) => logged.push(line) },
		sendMessageToUI: (line: string) => shown.push(line),
	};
	return { progress: new RunProgress(context as unknown as IExecuteFunctions, itemCount), logged, shown };
}

test('a long run reports its progress every ten seconds, in the log and in the browser', () => {
	const { progress, logged, shown } = open();
	for (let item = 0; item < 250; item++) {
		jest.advanceTimersByTime(100);
		progress.countItem();
	}
	expect(logged).toEqual(['Add people: 100 of 300 items done', 'Add people: 200 of 300 items done']);
	expect(shown).toEqual(['100 of 300 items done', '200 of 300 items done']);
});

test('a short run reports nothing', () => {
	const { progress, logged } = open();
	for (let item = 0; item < 300; item++) progress.countItem();
	progress.reportWait(9_999);
	expect(logged).toEqual([]);
});

test('a long wait is reported when it begins, with the time when it will end', () => {
	const { progress, logged } = open();
	for (let item = 0; item < 150; item++) progress.countItem();
	progress.reportWait(55_000);
	progress.reportWait(55_000);
	expect(logged).toEqual(['Add people: 150 of 300 items done, waiting until 2026-01-01T00:00:55.000Z']);
});

test('a run that is stopped reports at once how many items it has done', () => {
	const { progress, logged, shown } = open(10_000);
	for (let item = 0; item < 149; item++) progress.countItem();
	progress.reportStop();
	expect(logged).toEqual(['Add people: Stopped: 149 of 10,000 items were done']);
	expect(shown).toEqual(['Stopped: 149 of 10,000 items were done']);
});

test('a wait of ten seconds is long enough to be reported', () => {
	const { progress, logged } = open();
	progress.reportWait(10_000);
	expect(logged).toHaveLength(1);
});
