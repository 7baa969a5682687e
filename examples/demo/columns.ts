/** What the demo fills from a spreadsheet, and the column names it knows for it, without case, spaces and signs. */
const KNOWN_NAMES = {
	KeyEmail: ['email', 'emailaddress', 'mail'],
	KeyPhoneNumber: ['phone', 'phone1', 'phonenumber', 'mobile', 'mobilephone', 'telephone', 'tel'],
	First_Name: ['firstname', 'givenname', 'forename', 'first'],
	Last_Name: ['lastname', 'surname', 'familyname', 'last'],
	Zip_Code: ['zipcode', 'zip', 'postcode', 'postalcode'],
};

export type Target = keyof typeof KNOWN_NAMES;

/** Which column of a file fills what; what no column fills is absent. */
export type ColumnMap = Partial<Record<Target, string>>;

/** Maps the columns of a file by their names. */
export function mapColumns(header: string[]): ColumnMap {
	const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
	const found = Object.entries(KNOWN_NAMES).map(([target, names]) => [
		target,
		names.flatMap((name) => header.find((column) => plain(column) === name) ?? []).at(0),
	]);
	return Object.fromEntries(found.filter(([, column]) => column !== undefined)) as ColumnMap;
}
