/** Something in which the account differs from every sandbox. It contains none of the account's values. */
export interface Finding {
	/** The key, such as “Data.Invoices[].Total”, or a few words in parentheses. */
	about: string;
	expected: string;
	found: string;
	/** What the difference means for workflows. */
	means: string;
}

/** What a difference about a whole list means for workflows. */
export const ON_LISTS =
	'Rows may be missing, come twice or come in another order, and triggers can miss new ones. Compare the number of rows with your provider’s web app.';

/** What a wrong or missing value means for workflows. The first pattern that matches the expected format applies. */
const BY_FORMAT: ReadonlyArray<readonly [format: RegExp, means: string]> = [
	[
		/^a list/,
		'Your workflow gets no rows from this list, or stops with an error, although there may be some.',
	],
	[
		/^an object/,
		'The nodes do not find the values in it. Columns stay empty, or the operation stops with an error.',
	],
	[
		/^one of/,
		'A Switch, If or Filter node on this column does not expect it, so rows can take the wrong path.',
	],
	[
		/ID/,
		'A later step that needs this ID (a lookup, a change, a merge with saved rows) fails or finds nothing.',
	],
	[
		/date|time/,
		'Triggers, filters and sorting by this date can miss rows. After a lost response, the nodes may stop and ask you to check.',
	],
	[/email|phone/, 'Nobody is found by this value, and messages to it fail.'],
	[/true or false/, 'An If or Filter node on this column can take the wrong path.'],
	[/number/, 'A sum, a comparison or a sort by this column can be wrong. As text, 10 comes before 9.'],
	[/link|picture/, 'A message with this link sends people to a page that does not open.'],
];

/** What a difference means that is not about a key of the reply. */
const BY_SUBJECT: Readonly<Record<string, string>> = {
	'(the status)':
		'A wrong ID, or something not done yet, can look like a success, or an empty list like an error.',
	'(the connection)':
		'Workflows wait and try again. A call that must not happen twice is looked up first. If that fails, the item stops.',
	'(the answer)':
		'These items fail with an error. Check the Base URL, or ask who runs the network in between.',
	'(the header Content-Type)':
		'The nodes read the answer anyway. n8n’s HTTP Request node would return it as text.',
	'(the header Date)':
		'If an answer is lost, the nodes cannot compare clocks, and ask you to check more often.',
	Response: 'The nodes cannot tell a success from a failure by this answer, so they may ask you to check.',
	Message: 'The error message in n8n can lack the reason. The item still fails, and nothing is done twice.',
};

/** Returns what a finding about a key means for workflows. */
export function explain(path: string, claimed: ReadonlySet<string>): string {
	const formats = [...claimed];
	const found = BY_FORMAT.find(([format]) => formats.some((one) => format.test(one)))?.[1];
	return (
		BY_SUBJECT[path] ?? found ?? 'Texts and steps that use this column have a gap or show something else.'
	);
}
