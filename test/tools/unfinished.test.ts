import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepUnfinished, readUnfinished } from '../../tools/check-account/unfinished';
import { ID } from '../support/constants';

const counts = { sentAt: 1, unanswered: 0, confirmed: 1, found: [ID] };
const toRecord = (kind: string, mark: string) => ({ kind, mark, sweepstakesToken: ID, ...counts });

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'unfinished-'));
	file = join(folder, 'unfinished.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
	['group', 'Account check mg5x8v2k123'],
	['note', 'Account check mg5x8v2k123'],
	['code', 'CHECK-mg5x8v2k123'],
	['invoice', 'Account check mg5x8v2k123'],
	['participant', 'check-mg5x8v2k123-a@example.com'],
])('a later check knows the %s that a killed check may have left', (kind, mark) => {
	const check = { account: 'a', added: [toRecord(kind, mark)] } as never;
	keepUnfinished(check, file);
	expect(readUnfinished(file)).toEqual(check);
});

test.each<[string, object]>([
	['somebody’s email address', toRecord('participant', 'jane@example.com')],
	['an address that only begins like a mark', toRecord('participant', 'check-1-a@example.com.evil.example')],
	['the name of a group', toRecord('group', 'VIP')],
	['the mark of another kind', toRecord('participant', 'Account check mg5x8v2k123')],
	['an unknown kind', toRecord('sweepstakes', 'Account check mg5x8v2k123')],
	['a kind that every object has', toRecord('constructor', 'Account check mg5x8v2k123')],
	['no IDs', { ...toRecord('note', 'Account check mg5x8v2k123'), found: undefined }],
])('a forged list of records to remove is refused as a whole: %s', (_what, forged) => {
	const added = [toRecord('note', 'Account check mg5x8v2k123'), forged];
	writeFileSync(file, JSON.stringify({ account: 'a', added }));
	expect(() => readUnfinished(file)).toThrow('lists something that no check adds. Nothing was removed.');
});

test('without such a file, nothing is left of an earlier check', () => {
	expect(readUnfinished(file)).toBeUndefined();
});
