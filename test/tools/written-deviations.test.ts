import { DIALECTS, type Sandbox } from '../../sandbox';
import { toSentence } from '../../tools/check-account/finding';
import { listFindings, toReport } from '../../tools/check-account/report';
import { clockFindings, storedFindings } from '../../tools/check-account/stored';
import { tryWriting } from '../../tools/check-account/write';
import { WRITING_GUESSES } from '../../tools/check-account/writing-guesses';
import { inRounds, runOn, type PassingReply } from '../support/check-account';
import { openFullAccount } from '../support/full-account';
import { shortenWaits } from '../support/waits';
import { WRITTEN } from './written-deviations';

beforeAll(shortenWaits);

/**
 * Runs a check that writes.
 *
 * @returns its findings, one per line, and the names of the records that it left
 */
async function write(sandbox: Sandbox, change?: (reply: PassingReply) => void) {
	const run = runOn(sandbox, change);
	const left = await tryWriting(run, 'MAIN');
	const findings = listFindings(toReport(run.seen, WRITING_GUESSES));
	return { left, named: findings.map((one) => `${one.name}: ${toSentence(one)}`) };
}

describe.each(DIALECTS)('a difference between the %s and what the service stores', (dialect) => {
	const here = WRITTEN.filter(({ only = dialect }) => only === dialect);
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await openFullAccount(dialect)));
	afterAll(async () => await sandbox.close());

	it.each(inRounds(here, ({ step }) => step).map((round, index) => [index, round] as const))(
		'is reported for each record that the check adds, and no added record remains (round %i)',
		async (_, round) => {
			const { named, left } = await write(sandbox, (reply) => round.forEach((one) => one.change(reply)));
			const unnamed = round.filter(
				(one) =>
					!named.some(
						(line) => line.startsWith(`${one.step}: `) && one.named.test(line.slice(one.step.length + 2)),
					),
			);
			expect([unnamed.map(({ name }) => name), left]).toEqual([[], []]);
		},
	);

	it.each([
		[
			'does nothing',
			{ status: 200, body: { Response: true } },
			'a success, although the record is still there',
		],
		[
			'is refused',
			{ status: 409, body: { Response: false, Message: 'No.', Code: 409 } },
			'a refusal (status 409)',
		],
	])('is reported if removing a record %s', async (_, answer, came) => {
		sandbox.faults([{ path: '/notes/delete', times: 9, ...answer }]);
		const { named, left } = await write(sandbox);
		sandbox.clearFaults();
		expect(left).toEqual([expect.stringMatching(/^the note “Account check/)]);
		expect(named).toContain(
			`Removing what was added: A removal: expected the record to be gone; came ${came}`,
		);
	});
});

describe('a field of a stored record', () => {
	const PHONE = '+1 (202) 555-0123';
	it.each([
		['the same value', 'Prize', 'Prize', undefined],
		['other capitalization', 'Prize', 'PRIZE', 'the same text, capitalized differently'],
		['other spaces', 'A prize', 'A  prize', 'the same text with other spaces'],
		['only a part', 'A prize', 'A pr', 'only a part of it'],
		['more text', 'Prize', 'Prize.', 'more than it'],
		['something else', 'Prize', 'Other', 'another text, of 5 characters'],
		['an empty text', 'Prize', '', 'nothing'],
		['null', 'Prize', null, 'nothing'],
		['a number typed as text', 10.5, '10.50', undefined],
		['text in place of a number', 10, 'ten', 'no number'],
		['cents', 10.5, 1050, 'about a hundred times as much, so it looks like cents'],
		['another boolean', false, true, 'another value'],
		['a phone number as digits', PHONE, '2025550123', undefined],
		['a phone number with a country code', PHONE, '+12025550123', undefined],
		['a phone number in another format', PHONE, '202-555-0123', 'the same digits, written in another way'],
		['a phone number cut off', '2025550123', '202555012', 'only a part of it'],
		['no entries', [{ Rate: 1 }], [], 'fewer entries'],
		['more entries', [{ Rate: 1 }], [{ Rate: 1 }, { Rate: 2 }], 'more entries'],
	])('is compared with the sent value, and neither value is shown: %s', (_, sent, came, difference) => {
		const record = { Value: came };
		const found = storedFindings({ expected: { value: sent }, as: 'what was sent', record, where: 'here' });
		expect(found.map((one) => one.came)).toEqual(difference ? [`${difference} (here)`] : []);
	});

	it.each([
		['an ID in upper case', { NoteToken: 'AB-1' }, { NoteToken: 'ab-1' }, []],
		['another ID', { NoteToken: 'ab-1' }, { NoteToken: 'ab-2' }, ['NoteToken']],
		['a day with a time', { IssueDate: '2030-01-31' }, { IssueDate: '2030-01-31T00:00:00Z' }, []],
		['another day', { IssueDate: '2030-01-31' }, { IssueDate: '2030-02-01' }, ['IssueDate']],
		['a date that cannot be read', { IssueDate: '2030-01-31' }, { IssueDate: 'soon' }, ['IssueDate']],
		['a missing part', { BillTo: { Name: 'A', Email: 'b' } }, { BillTo: { Name: 'A' } }, ['BillTo.Email']],
		['a column under another name', { Fields: { First_Name: 'A' } }, { Fields: { 'First name': 'A' } }, []],
		['a column with another ID', { Fields: { First_Name: 'A' } }, { Fields: { f1: 'A' } }, []],
		['a part that is sent as text', { Fields: { a: 'A' } }, { Fields: '{"a":"A"}' }, []],
		['a list that is sent as text', { Items: [{ Rate: 1 }] }, { Items: '' }, []],
		['a list of strings', { Codes: ['A'] }, { Codes: ['B'] }, []],
		['a key that is missing', { Title: 'A' }, {}, []],
		['an item with another value', { Items: [{ Rate: 1 }] }, { Items: [{ Rate: 2 }] }, ['Items[].Rate']],
	])('is reported under its key only if it differs from what was sent: %s', (_, expected, record, about) => {
		const found = storedFindings({ expected, as: 'what was sent', record, where: 'here' });
		expect(found.map((one) => one.about)).toEqual(about);
	});

	const NOW = Date.parse('2030-01-31T12:00:00Z');
	it.each([
		['2030-01-31T12:01:00Z', undefined],
		['2030-01-31T12:01:00', undefined],
		['2030-01-31', undefined],
		[null, undefined],
		['2030-01-31T07:00:00', 'about 5 hours earlier'],
		['2030-01-31T13:00:00Z', 'about 1 hour later'],
		['2030-01-31T12:10:00Z', 'some minutes later'],
	])(
		'that is the creation date is compared with the time when the record was added: %s',
		(CreationDate, came) =>
			expect(clockFindings({ CreationDate }, NOW).map((one) => one.came)).toEqual(came ? [came] : []),
	);
});
