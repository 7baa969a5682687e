/**
 * The fields that the demo fills from a spreadsheet, each with the column names it recognizes (lower case, no
 * punctuation).
 */
const KNOWN_NAMES = {
	KeyEmail: ['email', 'emailaddress', 'mail'],
	KeyPhoneNumber: ['phone', 'phone1', 'phonenumber', 'mobile', 'mobilephone', 'telephone', 'tel'],
	First_Name: ['firstname', 'givenname', 'forename', 'first'],
	Last_Name: ['lastname', 'surname', 'familyname', 'last'],
	Zip_Code: ['zipcode', 'zip', 'postcode', 'postalcode'],
};

export type Target = keyof typeof KNOWN_NAMES;

/** The file's column for each field. */
export type ColumnMap = Partial<Record<Target, string>>;

/** Maps the columns of a file by name. */
export function mapColumns(header: string[]): ColumnMap {
	const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
	const found = Object.entries(KNOWN_NAMES).map(([target, names]) => [
		target,
		names.flatMap((name) => header.find((column) => plain(column) === name) ?? []).at(0),
	]);
	return Object.fromEntries(found.filter(([, column]) => column !== undefined)) as ColumnMap;
}
