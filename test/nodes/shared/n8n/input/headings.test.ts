import { matchInSteps, takeAllSteps } from '../../../../../nodes/shared/n8n/input/headings';

const FIELDS = [
	['Email', 'E-mail'],
	['Mobile_Number', 'Mobile Number'],
	['First_Name', 'First Name'],
];
const matchHeadings = (fields: string[][], headings: string[]) =>
	takeAllSteps(matchInSteps(fields, headings));
const manyHeadings = (count: number) => Array.from({ length: count }, (_, n) => `column ${n}`);

afterEach(() => jest.restoreAllMocks());

test('matching headings with fields normalizes each heading once, and processes a long row in many steps', () => {
	const normalized = jest.spyOn(String.prototype, 'normalize');
	const headings = [...manyHeadings(10_000), 'phone', 'E Mail'];
	const steps = matchInSteps(FIELDS, headings);
	let taken = 0;
	let step = steps.next();
	for (; !step.done; step = steps.next()) taken++;
	expect(step.value).toEqual(['E Mail', 'phone', undefined]);
	expect(taken).toBeGreaterThanOrEqual(10);
	expect(normalized.mock.calls.length).toBeLessThanOrEqual(headings.length + FIELDS.flat().length);
});

test('the headings KeyEmail and KeyPhoneNumber match the email and phone number fields', () => {
	const headings = ['KeyEmail', 'KeyPhoneNumber', 'FirstName'];
	expect(matchHeadings(FIELDS, headings)).toEqual(headings);
});

test('a note in parentheses is ignored only at the end of a heading', () => {
	expect(matchHeadings(FIELDS, ['Email (work)', 'First (given) Name'])).toEqual([
		'Email (work)',
		undefined,
		undefined,
	]);
});

test('an absurdly long heading matches no field and is not normalized', () => {
	const normalized = jest.spyOn(String.prototype, 'normalize');
	const heading = 'e-mail'.padEnd(100_000, '-');
	expect(matchHeadings([['email']], [heading])).toEqual([undefined]);
	expect(normalized).toHaveBeenCalledTimes(1);
});

test('a heading of more than 200 characters matches a field only literally', () => {
	const match = (length: number) =>
		matchHeadings([['email']], ['e-mail'.padEnd(length, '-')])[0] !== undefined;
	expect([200, 201].map(match)).toEqual([true, false]);
});

test.each([2, 5, 1_000])(
	'if %i headings match a field, none is chosen unless exactly one matches literally',
	(count) => {
		const headings = Array.from({ length: count }, (_, n) => `e${'-'.repeat(n)}MAIL`);
		expect(matchHeadings(FIELDS, headings)[0]).toBeUndefined();
		expect(matchHeadings(FIELDS, [...headings, 'Email'])[0]).toBe('Email');
		const others = [['Email'], ['e_mail'], ['EMAIL']];
		expect(matchHeadings(others, [...headings, 'EMAIL', 'e_mail'])).toEqual([undefined, 'e_mail', 'EMAIL']);
	},
);

test('headings that match literally get their fields first, and a similar heading gets the field that is left', () => {
	const fields = [['Email'], ['e_mail'], ['EMAIL']];
	expect(matchHeadings(fields, ['E-Mail', 'EMAIL', 'e_mail'])).toEqual(['E-Mail', 'e_mail', 'EMAIL']);
});
