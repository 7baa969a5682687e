import { z } from 'zod';
import { toDate, dateTime, toInstant } from '../time/clock';
import { endpoint } from '../endpoint';
import { date, flag, integer, uuid } from '../fields';
import { takePage } from './paging';
import type { Survey, SurveyQuestion, SurveyResponse } from '../records';
import { invalid } from '../refusal';
import { requireOwnSurvey, listResponses } from './surveys';

const responses = endpoint({
	method: 'POST',
	path: '/surveys/responses',
	request: z.object({
		SurveyToken: uuid,
		Completed: flag.optional(),
		FromDate: date.optional(),
		ToDate: date.optional(),
		IncludeMetadata: flag.default(false),
		Page: integer.min(1).default(1),
		Limit: integer.min(1).max(100).default(25),
	}),
	carryOut({ SurveyToken, Completed, FromDate = '', ToDate = '9999', IncludeMetadata, Page, Limit }, call) {
		if (FromDate > ToDate) throw invalid('ToDate: must not be before FromDate.');
		const survey = requireOwnSurvey(call, SurveyToken);
		const found = listResponses(survey, call)
			.filter((response) => {
				const day = response.CreationDate.slice(0, 10);
				return day >= FromDate && day <= ToDate && response.Completed === (Completed ?? response.Completed);
			})
			.reverse();
		return { survey, found, IncludeMetadata, Page, Limit };
	},
	answer({ survey, found, IncludeMetadata, Page, Limit }) {
		const { rows, totalPages: TotalPages } = takePage(found, Page, Limit);
		return {
			Data: {
				...toHead(survey),
				Responses: rows.map((response) => ({
					...toReply(response),
					...(IncludeMetadata && { Metadata: toMetadata(response) }),
				})),
				Pagination: { Page, Limit, TotalResponses: found.length, TotalPages },
			},
		};
	},
});

const report = endpoint({
	method: 'POST',
	path: '/surveys/report',
	request: z.object({ SurveyToken: uuid, TimelineDays: integer.min(1).max(365).default(30) }),
	carryOut({ SurveyToken, TimelineDays }, call) {
		const survey = requireOwnSurvey(call, SurveyToken);
		const all = listResponses(survey, call);
		const completed = all.filter(({ Completed }) => Completed);
		const since = call.now - TimelineDays * DAY_MS;
		return {
			Data: {
				...toHead(survey),
				CreationDate: survey.CreationDate,
				TimelineDays,
				AIInsights: null,
				Report: {
					Totals: {
						Visits: all.length,
						Starts: all.length,
						PageViews: all.length,
						Completes: completed.length,
						Abandons: all.length - completed.length,
					},
					TotalResponses: all.length,
					CompletedResponses: completed.length,
					AbandonedResponses: all.length - completed.length,
					CompletionRate: all.length === 0 ? 0 : Math.round((100 * completed.length) / all.length),
					CompletionTimes: summarizeTimes(completed),
					Devices: all.length === 0 ? [] : [{ Label: METADATA.DeviceType, Count: all.length }],
					Browsers: all.length === 0 ? [] : [{ Label: METADATA.Browser, Count: all.length }],
					Timeline: toTimeline(all.filter(({ CreationDate }) => toInstant(CreationDate) >= since)),
					Questions: survey.questions.map((question) => countAnswers(question, all)),
				},
			},
		};
	},
});

export const surveyResponseEndpoints = [responses, report];

const DAY_MS = 24 * 60 * 60 * 1000;

/** The metadata of every response. It is constant, because nobody visits the sandbox's surveys. */
const METADATA = {
	IpAddress: '192.0.2.1',
	UserAgent: 'Sandbox/1.0',
	Browser: 'Sandbox',
	DeviceType: 'desktop',
	OperatingSystem: 'Sandbox OS',
	ScreenWidth: 1920,
	ScreenHeight: 1080,
	Language: 'en',
	Referrer: '',
};

function toHead({ SurveyToken, SweepstakesToken, SurveyName }: Survey) {
	return { SurveyToken, SweepstakesToken, SurveyName };
}

function toReply({ SurveyToken: _, SweepstakesToken: __, ...response }: SurveyResponse) {
	return response;
}

function toMetadata({ CreationDate, Completed, CompletionTime }: SurveyResponse) {
	const completedAt = dateTime(toInstant(CreationDate) + 1000 * CompletionTime);
	return { ...METADATA, StartedAt: CreationDate, CompletedAt: Completed ? completedAt : null };
}

function summarizeTimes(completed: readonly SurveyResponse[]) {
	const times = completed.map(({ CompletionTime }) => CompletionTime);
	if (times.length === 0) return { Avg: 0, Min: 0, Max: 0 };
	const sum = times.reduce((total, time) => total + time, 0);
	return { Avg: Math.round(sum / times.length), Min: Math.min(...times), Max: Math.max(...times) };
}

/** Counts responses begun and completed per day, oldest day first. */
function toTimeline(all: readonly SurveyResponse[]) {
	const days = [...new Set(all.map(({ CreationDate }) => toDate(toInstant(CreationDate))))];
	return days.flatMap((Day) => {
		const ofDay = all.filter(({ CreationDate }) => CreationDate.startsWith(Day));
		return [
			{ Day, EventType: 'start', Count: ofDay.length },
			{ Day, EventType: 'complete', Count: ofDay.filter(({ Completed }) => Completed).length },
		];
	});
}

/** The maximum number of free-text answers that a report lists. */
const MAX_OTHER = 25;

/**
 * Counts each answer: first the preset answers in their order, including answers that nobody gave, and then the most
 * frequent other answers.
 */
function countAnswers(question: SurveyQuestion, all: readonly SurveyResponse[]) {
	const { QuestionToken, Page, Order, QuestionText, FieldType, Options } = question;
	const given = all.flatMap(({ Answers }) => Answers.filter((one) => one.QuestionToken === QuestionToken));
	const selections = given.flatMap(({ Answer }) => Answer).map(String);
	const count = (wanted: string) => selections.filter((one) => one === wanted).length;
	const preset = Options.map(({ Value }) => ({ Answer: Value, Count: count(Value), Kind: 'value' }));
	const values = new Set(Options.map(({ Value }) => Value));
	const others = [...new Set(selections)]
		.filter((one) => !values.has(one))
		.map((Answer) => ({ Answer, Count: count(Answer), Kind: 'other' }))
		.sort((a, b) => b.Count - a.Count);
	const hidden = others.slice(MAX_OTHER);
	return {
		QuestionToken,
		Page,
		Order,
		QuestionText,
		FieldType,
		Options,
		Distribution: [...preset, ...others.slice(0, MAX_OTHER)],
		TotalAnswers: given.length,
		Respondents: given.length,
		TotalSelections: selections.length,
		OtherHidden: {
			Answers: hidden.length,
			Count: hidden.reduce((total, { Count }) => total + Count, 0),
		},
		Truncated: hidden.length > 0,
	};
}
