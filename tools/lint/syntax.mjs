/**
 * The rules about syntax that our code must not contain. `test/package/layout.test.ts` tests each rule with code that
 * breaks it.
 */

/**
 * A spread of an object or array literal, which only saves lines. A spread of a variable, or of a value that depends on
 * a condition, is allowed.
 */
const PACKED = {
	selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
	message: 'Write the entries out.',
};

const IN_LOCAL_TIME =
	/^([gs]et(Year|FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)|to(Locale)?(Date|Time)String)$/;

/**
 * Code that depends on the time zone of the process. That zone must not matter, because each n8n workflow has its own
 * zone, and the service has another zone.
 */
const LOCAL_TIME = {
	selector: `MemberExpression:matches([property.name=${IN_LOCAL_TIME}], [property.value=${IN_LOCAL_TIME}])`,
	message: 'Its result depends on the time zone of the process.',
};

/** A conversion that throws for an object such as `{"toString": 1}`, which a reply may contain. */
const THROWING_TEXT = {
	selector: 'CallExpression[callee.name="String"]',
	message: 'Use toText of nodes/shared/json, which never throws.',
};

/**
 * Returns rules against code that reads a date, or that writes a date in a time zone, outside of the folder `place`.
 */
const readsDates = (place) =>
	[
		'NewExpression[callee.name="Date"][arguments.length>0]',
		'CallExpression[callee.name="Date"]',
		'MemberExpression[object.name="Date"]:matches([property.name="parse"], [property.value="parse"])',
		'MemberExpression[object.name="Intl"]:matches([property.name="DateTimeFormat"], [property.value="DateTimeFormat"])',
	].map((selector) => ({ selector, message: `Dates are read and written in ${place}.` }));

/**
 * The entries of eslint.config.mjs about syntax. A later entry replaces the restrictions of an earlier one for the same
 * files.
 */
export const syntax = [
	{
		files: ['{nodes,credentials,sandbox,test,tools,examples}/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED] },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				PACKED,
				LOCAL_TIME,
				THROWING_TEXT,
				...readsDates('nodes/shared/time'),
			],
		},
	},
	{
		// The first file defines toText. The second gets its values from n8n, which may pass a URL object.
		files: ['nodes/shared/json.ts', 'nodes/shared/n8n/connection/base-url.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME, ...readsDates('nodes/shared/time')] },
	},
	{
		files: ['sandbox/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME, ...readsDates('sandbox/time')] },
	},
	{
		files: ['nodes/shared/time/**/*.ts', 'sandbox/time/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED, LOCAL_TIME] },
	},
];
