import { z } from 'zod';
import { filledText, flag, integer, isoDate, text } from './fields';
import type { Survey, SurveyQuestion } from './records';
import { invalid } from './refusal';
import { toInstant } from './time/clock';
import { newToken } from './token';

const FIELD_TYPES = [
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
] as const;

const CHOICE_TYPES: readonly string[] = ['radio', 'checkbox', 'select'];
const MAX_OPTIONS = 30;
const MAX_QUESTIONS = 250;
const MAX_PAGES = 50;
const MAX_ON_A_PAGE = 5;

const option = z
	.union([filledText, z.object({ Label: filledText, Value: text.optional() })])
	.transform((sent) =>
		typeof sent === 'string' ? { Label: sent, Value: sent } : { Value: sent.Label, ...sent },
	);

const questionSettings = z
	.object({
		MinValue: z.number().optional(),
		MaxValue: z.number().optional(),
		NumberMin: z.number().optional(),
		NumberMax: z.number().optional(),
		MinDate: isoDate.optional(),
		MaxDate: isoDate.optional(),
		RatingMax: integer.min(1).optional(),
	})
	.passthrough()
	.refine(({ MinValue = -Infinity, MaxValue = Infinity }) => MinValue < MaxValue, {
		path: ['MinValue'],
		message: 'must be below MaxValue',
	});

const question = z
	.object({
		Page: integer.min(1).describe('a grouping key; pages are renumbered').default(1),
		QuestionText: filledText,
		QuestionDescription: text.default(''),
		FieldType: z.enum(FIELD_TYPES),
		Layout: text.default(''),
		Required: flag.default(false),
		Options: z.array(option).max(MAX_OPTIONS).default([]),
		Settings: questionSettings.default({}),
	})
	.superRefine(({ FieldType, Options }, context) => {
		const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['Options'], message });
		const values = new Set(Options.map(({ Value }) => Value));
		if (!CHOICE_TYPES.includes(FieldType)) {
			if (Options.length > 0) refuse(`must be empty for ${FieldType}`);
		} else if (Options.length < 2) refuse('must have at least 2 entries');
		else if (values.size < Options.length) refuse('must be distinct');
	});

export const questions = z
	.array(question)
	.max(MAX_QUESTIONS)
	.refine((list) => new Set(list.map(({ Page }) => Page)).size <= MAX_PAGES, `at most ${MAX_PAGES} pages`);

/** The default Settings of a question. */
const QUESTION_SETTINGS = {
	Placeholder: '',
	MinChars: 0,
	MaxChars: 500,
	DataType: 'text',
	AllowOther: false,
	RatingIcon: 'star',
	RatingMax: 5,
};

type SentQuestion = z.output<typeof question>;

const color = text.regex(/^#?([0-9a-f]{6}|[0-9a-f]{8})$/i);

const visuals = z.object({
	PrimaryColor: color.optional(),
	BackgroundColor: color.optional(),
	CardColor: color.optional(),
	TextColor: color.optional(),
	ButtonColor: color.optional(),
	ButtonTextColor: color.optional(),
	FontFamily: z.enum(['Roboto', 'Arial', 'Georgia', 'Montserrat', 'Poppins', 'Courier New']).optional(),
	ButtonStyle: z.enum(['rounded', 'square', 'pill']).optional(),
	TransitionStyle: z.enum(['book', 'slide', 'fade']).optional(),
	DarkMode: flag.optional(),
});

/**
 * The settings for files. Files cannot be sent, so these keys are ignored and the reply lists them as ignored. The
 * reference does not show how they are spelled.
 */
const FILE_SETTINGS = ['LogoFile', 'BackgroundImage', 'PageMedia'];

export const settings = z
	.object({
		Description: text.optional(),
		ThankYouMessage: text.max(2000).optional(),
		QuestionsPerPage: integer.min(1).max(MAX_ON_A_PAGE).optional(),
		CollectContactInfo: flag.optional(),
		ShowProgressBar: flag.optional(),
		ShuffleQuestions: flag.optional(),
		AllowMultipleResponses: flag.optional(),
		ShowCountdown: flag.optional(),
		EnableSharing: flag.optional(),
		RedirectUrl: text
			.refine((url) => url === '' || url.startsWith('https://'), 'must begin with https://')
			.optional(),
		StartDate: isoDate.nullable().optional(),
		EndDate: isoDate.nullable().optional(),
		MaxResponses: integer.min(0).optional(),
		Language: z.enum(['en', 'es']).optional(),
		Visuals: visuals.optional(),
		LogoFile: z.unknown(),
		BackgroundImage: z.unknown(),
		PageMedia: z.unknown(),
	})
	.transform((sent) => ({
		saved: Object.fromEntries(
			Object.entries(sent).filter(([key, value]) => !FILE_SETTINGS.includes(key) && value !== undefined),
		),
		ignored: FILE_SETTINGS.filter((key) => key in sent && sent[key as keyof typeof sent] !== undefined),
	}));

/**
 * Merges changes into a survey's settings key by key. A value of null removes a setting, and so does an empty
 * RedirectUrl.
 */
export function mergedSettings(
	before: Survey['Settings'],
	changes: Record<string, unknown>,
): Survey['Settings'] {
	const { Visuals, ...others } = changes;
	const merged = {
		...before,
		...others,
		...(Visuals !== undefined && { Visuals: { ...(before.Visuals as object), ...(Visuals as object) } }),
	};
	const { StartDate, EndDate } = merged as { StartDate?: string; EndDate?: string };
	if (StartDate && EndDate && toInstant(EndDate) <= toInstant(StartDate))
		throw invalid('Settings.EndDate: must be later than StartDate.');
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== ''));
}

/**
 * Prepares questions for storage: adds tokens, numbers the pages from 1, and numbers the questions within each page.
 *
 * @throws Refusal 400 if a page has too many questions
 */
export function storedQuestions(
	list: readonly SentQuestion[],
	{ QuestionsPerPage = MAX_ON_A_PAGE }: { QuestionsPerPage?: number },
): SurveyQuestion[] {
	const groups = [...new Set(list.map(({ Page }) => Page))].sort((a, b) => a - b);
	return groups.flatMap((group, index) => {
		const onPage = list.filter(({ Page }) => Page === group);
		if (onPage.length > QuestionsPerPage)
			throw invalid(`Questions: page ${group} has ${onPage.length}; a page takes ${QuestionsPerPage}.`);
		return onPage.map(({ Options, Settings, ...sent }, position) => ({
			QuestionToken: newToken(),
			...sent,
			Page: index + 1,
			Order: position + 1,
			Options: Options.map((choice, at) => ({ Id: String(at + 1), ...choice, Order: at + 1 })),
			Settings: { ...QUESTION_SETTINGS, ...Settings },
			Status: true,
		}));
	});
}
