import { texts } from '../shared/api/replies';
import { asObject, asRecords, asText, isObject, type Json } from '../shared/json';
import { pickKeys, omitKeys } from '../shared/n8n/output/keys';

export const READ_FIRST = ['SurveyName', 'SweepstakesName', 'PublicLink'];

/** The keys of a response that are not answers (reference, POST /surveys/responses). */
const OWN_KEYS = ['Completed', 'CompletionTime', 'CreationDate', 'ParticipantToken', 'ResponseToken'];

/**
 * The maximum length of a column name, in characters. Longer names clutter a table, and some spreadsheets refuse them.
 */
const MAX_COLUMN_NAME_LENGTH = 200;

/**
 * Returns an item with one column per question. These columns are the same in every item. A missing answer is null, and
 * duplicate names are numbered. The answer to a question that no longer exists goes into the column of a question with
 * the same text or, if there is none, into a new column.
 *
 * @param questions the survey's questions from surveys/single
 */
export function toResponseItem(
	response: Json,
	questions: readonly Json[],
	{ simplify }: { simplify: boolean },
): Json {
	if (!simplify) return response;
	const { Answers, Metadata, ...own } = response;
	const names = new Names(OWN_KEYS);
	const columns = questions.map(({ QuestionToken, QuestionText }, index) => ({
		token: asText(QuestionToken),
		text: asText(QuestionText),
		name: names.add(asText(QuestionText), `Question ${index + 1}`),
	}));
	// The other keys get their names last, because not every response has them: a key that came first could change the
	// name of a question's column in some items only.
	const others = Object.entries({ ...own, ...asObject(Metadata) }).map(([key, value]) => [
		OWN_KEYS.includes(key) ? key : names.add(key, key),
		value,
	]);
	const byToken = new Map(columns.flatMap(({ token, name }) => (token ? [[token, name]] : [])));
	const answers = new Map<string, unknown>(columns.map(({ name }) => [name, null]));
	const isFree = ({ name }: { name: string }) => answers.get(name) === null;
	for (const { QuestionToken, QuestionText, Answer } of asRecords(Answers)) {
		const text = asText(QuestionText);
		const findSameText = () => columns.find((column) => column.text === text && isFree(column))?.name;
		const name = byToken.get(asText(QuestionToken)) ?? findSameText() ?? names.add(text, 'Question');
		answers.set(name, joinChoices(Answer));
	}
	return { ...Object.fromEntries(answers), ...Object.fromEntries(others) };
}

/** Joins the chosen options of an answer into one string for a spreadsheet cell. Other answers are unchanged. */
function joinChoices(answer: unknown): unknown {
	const isPlain = Array.isArray(answer) && answer.every((one) => typeof one !== 'object');
	return isPlain ? answer.join(', ') : answer;
}

/** Makes column names unique, ignoring case: "Color" and then "Color (2)". */
class Names {
	private readonly taken: Set<string>;
	/** Maps a name to the highest number appended to it. Counting from 1 for each duplicate would take quadratic time. */
	private readonly numbers = new Map<string, number>();

	constructor(taken: readonly string[]) {
		this.taken = new Set(taken.map((name) => name.toLowerCase()));
	}

	/**
	 * Returns a unique column name for a text.
	 *
	 * @param otherwise the name to use if the text has no visible characters
	 */
	add(text: string, otherwise: string): string {
		const line = text.replace(/\s+/g, ' ').trim().slice(0, MAX_COLUMN_NAME_LENGTH) || otherwise;
		const key = line.toLowerCase();
		let number = this.numbers.get(key) ?? 1;
		let name = line;
		while (this.taken.has(name.toLowerCase())) name = `${line} (${++number})`;
		this.numbers.set(key, number);
		this.taken.add(name.toLowerCase());
		return name;
	}
}

const KEYS = [
	...READ_FIRST,
	'Status',
	'Archived',
	'ResponsesCount',
	'QuestionsCount',
	'PagesCount',
	'IsLocked',
	'UpdatedFields',
	'CreationDate',
	'SurveyToken',
	'SweepstakesToken',
];

/** If `simplify` is on, drops the settings of a survey, and writes its status as a word. */
export function toSurveyItem(survey: Json, { simplify }: { simplify: boolean }): Json {
	if (!simplify) return survey;
	return pickKeys(
		{
			...survey,
			...(typeof survey.Status === 'boolean' && { Status: survey.Status ? 'active' : 'inactive' }),
		},
		KEYS,
	) as Json;
}

/**
 * Explains why people cannot answer a new survey. Returns undefined if they can, or if the record does not show it, as
 * that of an existing survey.
 */
export function describeClosed({ Availability }: Json): string | undefined {
	const { Live, Reasons } = asObject(Availability);
	if (Live !== false) return undefined;
	const reasons = texts.parse(Reasons).join(', ');
	return `${['People cannot answer the survey yet', reasons].filter(Boolean).join(': ')}.`;
}

/** Keys that a survey has only in the list of surveys. */
const OF_LISTED = ['ResponsesCount', 'IsLocked', 'CreationDate'];

/** Returns an item with the same columns for a new survey and for an existing one. */
export function toCreatedItem(survey: Json, parameters: { simplify: boolean }): object {
	if (!parameters.simplify) return survey;
	return omitKeys(toSurveyItem(survey, parameters), OF_LISTED);
}

const QUESTION_KEYS = [
	'QuestionText',
	'QuestionDescription',
	'FieldType',
	'Options',
	'Required',
	'Page',
	'Order',
	'QuestionToken',
];

/** Drops the settings of a question, and replaces its choices with their labels. */
export function toQuestionItem(question: Json): Json {
	const { Options } = question;
	const labels = Array.isArray(Options) && Options.map((one) => (isObject(one) ? asText(one.Label) : one));
	return pickKeys({ ...question, ...(labels && { Options: labels }) }, QUESTION_KEYS) as Json;
}
