/** Words for the same thing in the headings of spreadsheets, as `plainHeading` has them. */
const SAME: readonly string[][] = [
	['email', 'emailaddress', 'mail', 'keyemail'],
	['phone', 'phone1', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'telephone', 'tel', 'cell'],
	['firstname', 'givenname', 'forename', 'first'],
	['lastname', 'surname', 'familyname', 'last'],
	['zip', 'zipcode', 'postcode', 'postalcode'],
	['birthdate', 'birthday', 'dateofbirth', 'dob'],
];

/** The letters and digits of a heading, without a note in brackets at its end. */
function plainHeading(heading: string): string {
	const plain = heading.normalize('NFKC').toLowerCase();
	return plain.replace(/ \([^()]*\)$/, '').replace(/[^\p{L}\p{N}]/gu, '');
}

/** The ways in which a heading can mean a field, the most certain first. */
const WAYS: ReadonlyArray<(text: string) => unknown> = [
	(text) => text,
	plainHeading,
	(text) => SAME.find((words) => words.includes(plainHeading(text))),
];

/**
 * The heading of each field. A heading that fits several fields fits none, and a field with several headings
 * has none.
 *
 * @param fields the names of each field
 */
export function matchHeadings(
	fields: ReadonlyArray<readonly string[]>,
	headings: readonly string[],
): Array<string | undefined> {
	const found: Array<string | undefined> = fields.map(() => undefined);
	for (const way of WAYS) {
		const free = headings.filter((heading) => !found.includes(heading));
		const means = (heading: string, names: readonly string[]) => {
			const meaning = way(heading);
			return Boolean(meaning) && names.some((name) => way(name) === meaning);
		};
		const fitting = fields.map((names, index) =>
			found[index] === undefined ? free.filter((heading) => means(heading, names)) : [],
		);
		for (const [index, [first, ...others]] of fitting.entries()) {
			const isSure = others.length === 0 && fitting.filter((one) => one.includes(first!)).length === 1;
			if (isSure) found[index] = first;
		}
	}
	return found;
}
