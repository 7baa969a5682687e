import { asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	record,
	safe,
	safeDelete,
	unsafe,
} from '../../shared/api/endpoint';
import { confirmNamedCreation } from '../../shared/api/ledger';
import { date, uuid } from '../../shared/api/formats';
import { pagedList } from '../../shared/api/pagedLists';
import { onPages, questions, surveySettings } from './questions';

/** Surveys. All of this file is from the reference, section Surveys: the contract does not name them. */

/** The largest page of surveys. */
export const SURVEYS_PER_PAGE = 200;

/** The surveys that match, newest first. */
export const surveys = pagedList({
	call: 'POST /surveys/fetch',
	name: 'surveys',
	key: 'Surveys',
	token: 'SurveyToken',
	pageSize: 'Limit',
	largestPage: SURVEYS_PER_PAGE,
	total: 'TotalSurveys',
	filter: z.object({
		SweepstakesToken: uuid.optional(),
		Status: z.boolean().optional(),
		Archived: z.boolean().optional(),
	}),
	tells: 'which surveys there are',
	keyOf: ({ SurveyToken }) => asText(SurveyToken),
});

const oneSurvey = z.object({ SurveyToken: uuid });

export const fetchSurvey = endpoint({
	call: 'POST /surveys/single',
	request: oneSurvey,
	reply: z.object({ Data: z.object({ Survey: record }).passthrough() }),
	tells: 'what the survey asks',
	retry: safe,
});

const surveyName = z.string().max(200);

const surveyToCreate = z
	.object({
		SweepstakesToken: uuid,
		SurveyName: surveyName,
		Status: z.boolean(),
		Settings: surveySettings,
		Questions: questions,
	})
	.transform(onPages);

type SurveyToCreate = Pick<z.output<typeof surveyToCreate>, 'SweepstakesToken' | 'SurveyName' | 'Questions'>;

export const createSurvey = endpoint({
	call: 'POST /surveys/create',
	request: surveyToCreate,
	reply: dataReply,
	// A second call would create a second survey: names are not unique.
	retry: unsafe({
		check: 'Before you create it again, check with Survey › Get Many whether the survey is there.',
		confirm: confirmNamedCreation<SurveyToCreate>({
			id: 'SurveyToken',
			nameOf: ({ SurveyName }) => SurveyName,
			nameIn: ({ SurveyName }) => SurveyName,
			scopeOf: ({ SweepstakesToken }) => SweepstakesToken,
			async listed(service, { SweepstakesToken }) {
				const found: Json[] = [];
				for await (const survey of surveys.all.read(service, { SweepstakesToken }, Infinity))
					found.push(survey);
				return found;
			},
			likeness: ({ Questions }) => {
				const { length } = Questions;
				return ({ QuestionsCount }) => Number(QuestionsCount) === length;
			},
		}),
	}),
});

const LACKS_A_CHANGE = 'must have at least one field that is filled, or one of the fields below it';

export const updateSurvey = endpoint({
	call: 'POST /surveys/update',
	request: oneSurvey
		.extend({
			SurveyName: surveyName.optional(),
			Status: z.boolean().optional(),
			Archived: z.boolean().optional(),
			Settings: surveySettings.optional(),
			Questions: questions.optional(),
		})
		.refine(({ SurveyToken: _, ...changes }) => Object.values(changes).some((one) => one !== undefined), {
			path: ['updateFields'],
			message: LACKS_A_CHANGE,
		})
		.transform(onPages),
	reply: dataReply,
	conflict: 'The questions of a survey can be replaced only as long as nobody has answered it.',
	// The second time sets the same values; questions get new tokens again, which nothing refers to yet.
	retry: safe,
});

export const deleteSurvey = endpoint({
	call: 'POST /surveys/delete',
	request: oneSurvey.extend({ Confirm: z.boolean() }),
	reply: acknowledgement,
	conflict: 'To delete the survey together with its responses, switch on “Delete Responses”.',
	retry: safeDelete,
});

/** The responses to a survey that match, newest first. */
export const responses = pagedList({
	call: 'POST /surveys/responses',
	name: 'responses',
	key: 'Responses',
	token: 'ResponseToken',
	pageSize: 'Limit',
	largestPage: 100,
	total: 'TotalResponses',
	filter: oneSurvey
		.extend({
			Completed: z.boolean().optional(),
			FromDate: date.optional(),
			ToDate: date.optional(),
			IncludeMetadata: z.boolean().optional(),
		})
		.refine(({ FromDate, ToDate }) => !FromDate || !ToDate || FromDate <= ToDate, {
			path: ['ToDate'],
			message: 'must not be before {FromDate}',
		}),
	tells: 'which responses the survey has',
	keyOf: ({ ResponseToken }) => asText(ResponseToken),
});

/** The same, each with the questions that the survey has now. */
export const responsesWithQuestions = lookup({
	request: responses.all.request,
	async *read(service, wanted, limit) {
		const { Data } = await service.call(fetchSurvey, { SurveyToken: wanted.SurveyToken });
		const questions = asRecords(Data.Questions);
		for await (const response of responses.all.read(service, wanted, limit)) yield { response, questions };
	},
});

/** In days; the service takes 30 without it. */
export const timelineDays = z.number().int().min(1).max(365);

export const fetchReport = endpoint({
	call: 'POST /surveys/report',
	request: oneSurvey.extend({ TimelineDays: timelineDays.optional() }),
	reply: z.object({ Data: z.object({ Report: record }).passthrough() }),
	tells: 'the numbers of the survey',
	retry: safe,
});
