import { z } from 'zod';
import { dateTime, toInstant } from '../time/clock';
import { endpoint, requireOwn, requireOwnSweepstakes, type Call } from '../endpoint';
import { filledText, flag, integer, uuid } from '../fields';
import { takePage } from './paging';
import type { Survey } from '../records';
import { conflict, forbidden, invalid } from '../refusal';
import { mergedSettings, questions, settings, storedQuestions } from '../survey-questions';
import { newToken } from '../token';

const oneSurvey = z.object({ SurveyToken: uuid });
const surveyName = filledText.max(200);

const create = endpoint({
	method: 'POST',
	path: '/surveys/create',
	status: 201,
	request: z.object({
		SweepstakesToken: uuid,
		SurveyName: surveyName,
		Status: flag.default(true),
		Settings: settings.optional(),
		Questions: questions.default([]),
	}),
	carryOut({ SweepstakesToken, SurveyName, Status, Settings, Questions }, call) {
		const { store, account, now } = call;
		requireOwnSweepstakes(call, SweepstakesToken);
		const { saved = {}, ignored = [] } = Settings ?? {};
		refuseWithoutSharing(call, saved);
		refuseAboveCap(call);
		const merged = mergedSettings({}, saved);
		const survey = store.surveys.insert({
			SurveyToken: newToken(),
			UserToken: account.UserToken,
			SweepstakesToken,
			SurveyName,
			CreationDate: dateTime(now),
			Settings: merged,
			Archived: false,
			Status,
			questions: storedQuestions(Questions, merged),
		});
		return { survey, ignored };
	},
	answer({ survey, ignored }, call) {
		const { CreationDate: _, ResponsesCount: __, IsLocked: ___, ...record } = toReply(survey, call);
		const Data = { ...record, Availability: toAvailability(survey, call), IgnoredSettings: ignored };
		return { Message: 'Survey created.', Data };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/surveys/fetch',
	request: z.object({
		SweepstakesToken: uuid.optional(),
		Status: flag.optional(),
		Archived: flag.optional(),
		Page: integer.min(1).default(1),
		Limit: integer.min(1).max(200).default(50),
	}),
	carryOut({ SweepstakesToken, Status, Archived, Page, Limit }, call) {
		const found = listSurveys(call)
			.filter(
				(survey) =>
					(SweepstakesToken === undefined || survey.SweepstakesToken === SweepstakesToken) &&
					(Status === undefined || survey.Status === Status) &&
					(Archived === undefined || survey.Archived === Archived),
			)
			.reverse();
		return { found, Page, Limit };
	},
	answer({ found, Page, Limit }, call) {
		const { rows, totalPages: TotalPages } = takePage(found, Page, Limit);
		return {
			Data: {
				Surveys: rows.map((survey) => {
					const record = toReply(survey, call);
					const { Visuals: _, ...Settings } = record.Settings;
					return { ...record, Settings };
				}),
				Pagination: { Page, Limit, TotalSurveys: found.length, TotalPages },
			},
		};
	},
});

const single = endpoint({
	method: 'POST',
	path: '/surveys/single',
	request: oneSurvey,
	carryOut: ({ SurveyToken }, call) => requireOwnSurvey(call, SurveyToken),
	answer(survey, call) {
		const record = toReply(survey, call);
		const Survey = { ...record, Settings: { LogoFile: null, ...record.Settings } };
		return { Data: { Survey, Questions: survey.questions } };
	},
});

const update = endpoint({
	method: 'POST',
	path: '/surveys/update',
	request: oneSurvey.extend({
		SurveyName: surveyName.optional(),
		Status: flag.optional(),
		Archived: flag.optional(),
		Settings: settings.optional(),
		Questions: questions.optional(),
	}),
	carryOut({ SurveyToken, Settings, Questions, ...plain }, call) {
		const { saved = {}, ignored = [] } = Settings ?? {};
		const UpdatedFields = [
			...Object.keys(plain),
			...Object.keys(saved).map((key) => `Settings.${key}`),
			...(Questions ? ['Questions'] : []),
		];
		if (UpdatedFields.length === 0) throw invalid('There is nothing to update.');
		const survey = requireOwnSurvey(call, SurveyToken);
		refuseWithoutSharing(call, saved);
		const ResponsesCount = responsesCount(survey, call);
		if (Questions && ResponsesCount > 0)
			throw conflict('The survey has responses, so its questions cannot be replaced.', {
				SurveyToken,
				ResponsesCount,
				IsLocked: true,
			});
		const merged = mergedSettings(survey.Settings, saved);
		refuseFullerPages(survey, Questions === undefined, merged);
		const questionList = Questions && storedQuestions(Questions, merged);
		call.store.surveys.update(survey, {
			...plain,
			Settings: merged,
			...(questionList && { questions: questionList }),
		});
		return { survey, UpdatedFields, QuestionsReplaced: Questions !== undefined, ignored };
	},
	answer: ({ survey, UpdatedFields, QuestionsReplaced, ignored }, call) => ({
		Message: 'Survey updated.',
		Data: { ...toReply(survey, call), UpdatedFields, QuestionsReplaced, IgnoredSettings: ignored },
	}),
});

const remove = endpoint({
	method: 'POST',
	path: '/surveys/delete',
	request: oneSurvey.extend({
		Confirm: flag.describe('must be true when responses exist').default(false),
	}),
	carryOut({ SurveyToken, Confirm }, call) {
		const { store } = call;
		const survey = requireOwnSurvey(call, SurveyToken);
		const { SurveyName, SweepstakesToken } = survey;
		const ResponsesCount = responsesCount(survey, call);
		if (ResponsesCount > 0 && !Confirm)
			throw conflict('The survey has responses. Send Confirm: true to delete them, too.', {
				SurveyToken,
				SurveyName,
				ResponsesCount,
			});
		const Deleted = { Questions: survey.questions.length, Responses: ResponsesCount, Stats: 0, Files: 0 };
		for (const response of listResponses(survey, call)) store.surveyResponses.remove(response);
		store.surveys.remove(survey);
		return {
			Message: 'Survey deleted.',
			Data: { SurveyToken, SweepstakesToken, SurveyName, Deleted },
		};
	},
});

export const surveyEndpoints = [create, fetch, single, update, remove];

/** The account's surveys, oldest first. */
function listSurveys({ store, account }: Call): Survey[] {
	return [...store.surveys.all()].filter(({ UserToken }) => UserToken === account.UserToken);
}

export const requireOwnSurvey = (call: Call, token: string) =>
	requireOwn(call, call.store.surveys.get(token), 'Survey');

/** The responses to a survey, oldest first. */
export function listResponses(
	{ SweepstakesToken, SurveyToken }: Pick<Survey, 'SweepstakesToken' | 'SurveyToken'>,
	{ store }: Pick<Call, 'store'>,
) {
	return store.surveyResponses
		.of(SweepstakesToken)
		.filter((response) => response.SurveyToken === SurveyToken);
}

const responsesCount = (survey: Survey, call: Call) => listResponses(survey, call).length;

/** Returns a survey as the replies to /surveys/fetch, single and update contain it. */
function toReply(survey: Survey, call: Call) {
	const ResponsesCount = responsesCount(survey, call);
	return {
		SurveyToken: survey.SurveyToken,
		SweepstakesToken: survey.SweepstakesToken,
		SweepstakesName: call.store.sweepstakes.get(survey.SweepstakesToken)!.SweepstakesName,
		SurveyName: survey.SurveyName,
		CreationDate: survey.CreationDate,
		QuestionsCount: survey.questions.length,
		PagesCount: new Set(survey.questions.map(({ Page }) => Page)).size,
		ResponsesCount,
		IsLocked: ResponsesCount > 0,
		Settings: survey.Settings,
		PublicLink: `${call.appUrl}/s?tkn=${survey.SurveyToken}`,
		Archived: survey.Archived,
		Status: survey.Status,
	};
}

/** Whether people can answer the survey now, and the reason if they cannot. */
function toAvailability({ Status, Archived, questions: list, Settings }: Survey, { account, now }: Call) {
	const { StartDate, EndDate } = Settings as { StartDate?: string; EndDate?: string };
	const reasons = {
		Disabled: !Status,
		Archived,
		PlanDoesNotAllowSharing: !account.plan.AllowSurveysSharing,
		NoQuestions: list.length === 0,
		NotStarted: StartDate !== undefined && toInstant(StartDate) > now,
		Ended: EndDate !== undefined && toInstant(EndDate) <= now,
	};
	const Reasons = Object.entries(reasons).flatMap(([reason, applies]) => (applies ? [reason] : []));
	const Live = Reasons.length === 0;
	return { Live, Reasons, Message: Live ? 'The survey is live.' : `Not live: ${Reasons.join(', ')}.` };
}

function refuseWithoutSharing({ account }: Call, { EnableSharing }: { EnableSharing?: unknown }): void {
	if (EnableSharing === true && !account.plan.AllowSurveysSharing)
		throw invalid('Settings.EnableSharing: the plan does not allow sharing.');
}

/** Refuses another survey if the account has as many as the plan allows. A maximum of 0 means unlimited. */
function refuseAboveCap(call: Call): void {
	const { MaxSurveysAllowed } = call.account.plan;
	if (MaxSurveysAllowed > 0 && listSurveys(call).length >= MaxSurveysAllowed)
		throw forbidden(`The plan allows ${MaxSurveysAllowed} surveys (MaxSurveysAllowed).`);
}

function refuseFullerPages(survey: Survey, keepsQuestions: boolean, merged: Survey['Settings']): void {
	const { QuestionsPerPage = Infinity } = merged as { QuestionsPerPage?: number };
	const fullest = Math.max(0, ...survey.questions.map(({ Order }) => Order));
	if (keepsQuestions && fullest > QuestionsPerPage)
		throw invalid(`Settings.QuestionsPerPage: a page of the survey has ${fullest} questions.`);
}
