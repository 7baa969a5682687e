import { isObject, asRecords, asText, type Json } from '../shared/json';
import { only } from '../shared/n8n/output/keys';

/** The keys of a response that are no answers (reference, POST /surveys/responses). */
const OWN_KEYS = ['Completed', 'CompletionTime', 'CreationDate', 'ParticipantToken', 'ResponseToken'];

/** Longer names make a table unreadable, and some spreadsheets refuse them. In characters. */
const LONGEST_NAME = 200;

/**
 * A response to a survey as the nodes return it: each question of the survey is a column with the answer in it, in the order of
 * the survey. A question without an answer is null, so that every item has the same columns. Questions of the same name are
 * numbered. An answer to a question that the survey no longer has is in the column of the question with the same text or, if
 * there is none, in one of its own.
 *
 * @param questions those of POST /surveys/single
 */
export function responseItem(
	response: Json,
	questions: readonly Json[],
	{ simplify }: { simplify: boolean },
): Json {
	if (!simplify) return response;
	const { Answers, Metadata, ...own } = response;
	const metadata = isObject(Metadata) ? Metadata : {};
	const names = new Names([...OWN_KEYS, ...Object.keys({ ...own, ...metadata })]);
	const columns = questions.map(({ QuestionToken, QuestionText }, index) => ({
		token: asText(QuestionToken),
		text: asText(QuestionText),
		name: names.add(asText(QuestionText), `Question ${index + 1}`),
	}));
	const byToken = new Map(columns.flatMap(({ token, name }) => (token ? [[token, name]] : [])));
	const answers = new Map<string, unknown>(columns.map(({ name }) => [name, null]));
	const isFree = ({ name }: { name: string }) => answers.get(name) === null;
	for (const { QuestionToken, QuestionText, Answer } of asRecords(Answers)) {
		const text = asText(QuestionText);
		const sameText = () => columns.find((column) => column.text === text && isFree(column))?.name;
		const name = byToken.get(asText(QuestionToken)) ?? sameText() ?? names.add(text, 'Question');
		answers.set(name, joined(Answer));
	}
	return { ...Object.fromEntries(answers), ...own, ...metadata };
}

/** Several choices become one text, as a cell of a spreadsheet is. */
function joined(answer: unknown): unknown {
	const isPlain = Array.isArray(answer) && answer.every((one) => typeof one !== 'object');
	return isPlain ? answer.join(', ') : answer;
}

/** Names of columns, each once, whatever its case: "Color", "Color (2)". */
class Names {
	private readonly taken: Set<string>;
	/** The last number of a name: without it, a thousand names alike would be a million steps. */
	private readonly numbers = new Map<string, number>();

	constructor(taken: readonly string[]) {
		this.taken = new Set(taken.map((name) => name.toLowerCase()));
	}

	/** @param otherwise in place of a text without visible characters */
	add(text: string, otherwise: string): string {
		const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME) || otherwise;
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
	'SurveyName',
	'SweepstakesName',
	'PublicLink',
	'Live',
	'Reasons',
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

/** A survey as it comes out of the node, without its settings. A new one says whether people can answer it now, and if not, why. */
export function surveyItem(survey: Json, { simplify }: { simplify: boolean }): Json {
	if (!simplify) return survey;
	const { Live, Reasons } = isObject(survey.Availability) ? survey.Availability : {};
	return only({ ...survey, ...(Live !== undefined && { Live, Reasons }) }, KEYS) as Json;
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

/** A question without its settings, and with its choices as texts. */
export function questionItem(question: Json): Json {
	const { Options } = question;
	const labels = Array.isArray(Options) && Options.map((one) => (isObject(one) ? asText(one.Label) : one));
	return only({ ...question, ...(labels && { Options: labels }) }, QUESTION_KEYS) as Json;
}
