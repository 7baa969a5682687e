/** What our code must not say. `test/package/layout.test.ts` plants a fault for each rule. */

/** The formatter decides about lines. A spread of a value, or of one that depends on a condition, is what spreads are for. */
const PACKED = {
	selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
	message: 'Write the entries out.',
};

const IN_LOCAL_TIME =
	/^([gs]et(Year|FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)|to(Locale)?(Date|Time)String)$/;

/** n8n has a time zone for each workflow, and the service has its own: that of the process must not matter. */
const LOCAL_TIME = {
	selector: `MemberExpression:matches([property.name=${IN_LOCAL_TIME}], [property.value=${IN_LOCAL_TIME}])`,
	message: 'Its result depends on the time zone of the process.',
};

/** What reads a date, or writes one in a zone. */
const readsDates = (place) =>
	[
		'NewExpression[callee.name="Date"][arguments.length>0]',
		'CallExpression[callee.name="Date"]',
		'MemberExpression[object.name="Date"]:matches([property.name="parse"], [property.value="parse"])',
		'MemberExpression[object.name="Intl"]:matches([property.name="DateTimeFormat"], [property.value="DateTimeFormat"])',
	].map((selector) => ({ selector, message: `Dates are read and written in ${place}.` }));

/** The entries of eslint.config.mjs about syntax. A later one replaces what an earlier one forbids. */
export const syntax = [
	{
		files: ['{nodes,credentials,sandbox,test,tools,examples}/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', PACKED] },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
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
