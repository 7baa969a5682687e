import { dropNulls, isBlank, toText } from '../../shared/json';
import { z } from '../../shared/zod';
import { inOrder } from '../../shared/api/dates';
import { color, dateTime } from '../../shared/api/formats';
import { writtenList, writtenObject } from '../../shared/api/written-object';

const CHOICE_TYPES: readonly string[] = ['radio', 'checkbox', 'select'];

const MAX_QUESTIONS = 250;
const MAX_PAGES = 50;
const QUESTIONS_PER_PAGE = 5;

/** The value of a choice. The service may return it as a number, or as null if there is none. */
const choiceValue = z
	.string()
	.or(z.number())
	.nullish()
	.transform((value) => (isBlank(value) ? undefined : toText(value)));

const choice = z.union([z.string(), writtenObject({ Label: z.string(), Value: choiceValue }, 'Id')], {
	errorMap: () => ({ message: 'must be text, or an object with the key “Label”' }),
});

const choices = writtenList(choice, 30).refine(
	(list) => new Set(list.map((one) => JSON.stringify(one))).size === list.length,
	{ message: 'must not have the same choice twice' },
);

const fieldType = z.enum([
	'text',
	'textarea',
	'radio',
	'checkbox',
	'select',
	'slider',
	'rating',
	'nps',
	'yesno',
	'date',
]);

/**
 * A question to send. The format is the one in which the service returns questions, so that the questions of one survey
 * can be copied to another.
 */
const question = writtenObject(
	{
		Page: z.number().int().optional(),
		QuestionText: z.string().min(1),
		QuestionDescription: z.string().nullish(),
		FieldType: fieldType,
		Layout: z.string().nullish(),
		Required: z.boolean().nullish(),
		Options: choices.nullish(),
		// The service returns null for a setting that is not set.
		Settings: z.record(z.unknown()).transform(dropNulls).nullish(),
	},
	'QuestionToken',
)
	.superRefine(({ FieldType, Options, Settings }, context) => {
		const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
		const hasChoices = CHOICE_TYPES.includes(FieldType);
		if (hasChoices && (Options?.length ?? 0) < 2) refuse(['Options'], 'must have at least 2 choices');
		if (!hasChoices && Options?.length)
			refuse(['Options'], `must be empty for a question of the type ${FieldType}`);
		const { MinValue, MaxValue } = Settings ?? {};
		const areLimits = FieldType === 'slider' && typeof MinValue === 'number' && typeof MaxValue === 'number';
		if (areLimits && MinValue >= MaxValue) refuse(['Settings', 'MinValue'], 'must be below {MaxValue}');
	})
	.transform(dropNulls);

type Question = z.output<typeof question>;

/** The questions of a survey. The service shows questions with the same `Page` on one page. */
export const questions = writtenList(question, MAX_QUESTIONS);

interface PagedQuestions {
	Questions?: Question[];
	Settings?: { QuestionsPerPage?: number };
}

/**
 * Puts a question without a page number on the page of the question before it or, if that page is full, on the next
 * page.
 */
export function assignPages<Request extends PagedQuestions>(
	request: Request,
	context: z.RefinementCtx,
): Request {
	const { Questions, Settings: { QuestionsPerPage = QUESTIONS_PER_PAGE } = {} } = request;
	if (!Questions) return request;
	const sizes = new Map<number, number>();
	let current = 1;
	const list = Questions.map((one, index) => {
		const isFull = (sizes.get(current) ?? 0) >= QuestionsPerPage;
		current = one.Page ?? (isFull ? current + 1 : current);
		const size = (sizes.get(current) ?? 0) + 1;
		sizes.set(current, size);
		if (size > QuestionsPerPage)
			context.addIssue({
				code: 'custom',
				path: ['Questions', index, 'Page'],
				message: `must be a page with fewer than ${QuestionsPerPage} other questions`,
			});
		return { ...one, Page: current };
	});
	if (sizes.size > MAX_PAGES)
		context.addIssue({
			code: 'custom',
			path: ['Questions'],
			message: `must be on at most ${MAX_PAGES} pages, but are on ${sizes.size}`,
		});
	return { ...request, Questions: list };
}

export const questionsPerPage = z.number().int().min(1).max(QUESTIONS_PER_PAGE);

/**
 * Settings to change. A setting that is not sent keeps its value. A date of null or an empty `RedirectUrl` removes the
 * setting.
 */
export const surveySettings = z
	.object({
		Description: z.string(),
		ThankYouMessage: z.string().max(2_000),
		QuestionsPerPage: questionsPerPage,
		CollectContactInfo: z.boolean(),
		ShowProgressBar: z.boolean(),
		ShuffleQuestions: z.boolean(),
		AllowMultipleResponses: z.boolean(),
		ShowCountdown: z.boolean(),
		EnableSharing: z.boolean(),
		RedirectUrl: z.string().regex(/^(https:\/\/.+)?$/, { message: 'must start with https://' }),
		StartDate: dateTime.nullable(),
		EndDate: dateTime.nullable(),
		MaxResponses: z.number().int().min(0),
		Language: z.enum(['en', 'es']),
		Visuals: z
			.object({
				PrimaryColor: color,
				BackgroundColor: color,
				CardColor: color,
				TextColor: color,
				ButtonColor: color,
				ButtonTextColor: color,
				FontFamily: z.enum(['Roboto', 'Arial', 'Georgia', 'Montserrat', 'Poppins', 'Courier New']),
				ButtonStyle: z.enum(['rounded', 'square', 'pill']),
				TransitionStyle: z.enum(['book', 'slide', 'fade']),
				DarkMode: z.boolean(),
			})
			.partial(),
	})
	.partial()
	.refine(...inOrder('StartDate', 'EndDate'));
