import { asRecords, toNumber } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, listing, reads, safe, safeDelete, unsafe } from '../../shared/api/endpoint';
import { acknowledgement, dataReply, MAX_COLUMNS, record } from '../../shared/api/replies';
import { findDifferences } from '../../shared/api/differences';
import { named } from '../../shared/api/named';
import { date, uuid } from '../../shared/api/formats';
import { inOrder } from '../../shared/api/dates';
import { collect } from '../../shared/api/pages';
import { pagedList } from '../../shared/api/paged-list';
import { assignPages, questions, surveySettings } from './questions';

/** The surveys, newest first. */
export const surveys = pagedList({
	call: 'POST /surveys/fetch',
	name: 'surveys',
	key: 'Surveys',
	token: 'SurveyToken',
	pageSize: 'Limit',
	largestPage: 200,
	total: 'TotalSurveys',
	filter: z.object({ SweepstakesToken: uuid, Status: z.boolean(), Archived: z.boolean() }).partial(),
	shows: 'which surveys there are',
});

const oneSurvey = z.object({ SurveyToken: uuid });

export const fetchSurvey = endpoint({
	call: 'POST /surveys/single',
	request: oneSurvey,
	reply: z
		.object({ Data: z.object({ Survey: record }).passthrough() })
		.refine(({ Data }) => asRecords(Data.Questions).length <= MAX_COLUMNS),
	retry: reads('what the survey asks'),
});

const surveyName = z.string().max(200);

const surveyToCreate = z
	.object({
		SweepstakesToken: uuid,
		SurveyName: surveyName,
		Status: z.boolean(),
		Settings: surveySettings,
		// At least one question is required, because nobody can answer a survey without questions.
		Questions: questions.refine((list) => list.length > 0, { message: 'must have at least one question' }),
	})
	.transform(assignPages);

type SurveyToCreate = Pick<z.output<typeof surveyToCreate>, 'SweepstakesToken' | 'SurveyName' | 'Questions'>;

/** Looks up surveys by name, newest first. Archived surveys are ignored. */
export const SURVEYS = named<SurveyToCreate>({
	thing: 'survey',
	id: 'SurveyToken',
	nameOf: ({ SurveyName }) => SurveyName,
	nameIn: ({ SurveyName }) => SurveyName,
	scopeOf: ({ SweepstakesToken }) => SweepstakesToken,
	list: async (client, { SweepstakesToken }) => {
		const all = await collect(surveys.each(client, { SweepstakesToken }));
		return all.filter(({ Archived }) => Archived !== true);
	},
	// The list shows only how many questions a survey has.
	differencesOf: (survey, request) =>
		findDifferences(
			{ ...survey, Questions: survey.QuestionsCount },
			{ ...request, Questions: request.Questions.length },
		),
	hasSameValues: ({ QuestionsCount }, { Questions }) => toNumber(QuestionsCount) === Questions.length,
});

export const createSurvey = endpoint({
	call: 'POST /surveys/create',
	request: surveyToCreate,
	creates: 'SurveyToken',
	reply: dataReply,
	// Names are not unique, so a retry would create a second survey.
	retry: unsafe('Before you create it again, use Survey › Get Many to check whether the survey is there.'),
	confirm: SURVEYS.confirm,
});

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
		.transform(assignPages),
	reply: dataReply,
	expects:
		'To replace the questions of a survey with fewer than 5 per page, also fill in “Questions per Page”.',
	conflict: 'You can replace the questions of a survey only while it has no responses.',
	// A retry gives replaced questions new tokens again, which is harmless, because nothing refers to the tokens yet.
	retry: safe,
});

export const deleteSurvey = endpoint({
	call: 'POST /surveys/delete',
	request: oneSurvey.extend({ Confirm: z.boolean() }),
	reply: acknowledgement,
	conflict: 'To delete the survey with its responses, turn on “Delete Responses”.',
	retry: safeDelete,
});

/** The responses to a survey, newest first. */
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
		.refine(...inOrder('FromDate', 'ToDate')),
	shows: 'which responses the survey has',
});

/** Lists responses together with the survey's current questions. */
export const responsesWithQuestions = listing({
	request: responses.all.request,
	async *read(client, wanted, limit, onTotal) {
		const { Data } = await client.call(fetchSurvey, { SurveyToken: wanted.SurveyToken });
		const questions = asRecords(Data.Questions);
		for await (const page of responses.all.read(client, wanted, limit, onTotal))
			yield page.map((response) => ({ response, questions }));
	},
});

/** How many days the timeline covers. The service's default is 30. */
export const timelineDays = z.number().int().min(1).max(365);

export const fetchReport = endpoint({
	call: 'POST /surveys/report',
	request: oneSurvey.extend({ TimelineDays: timelineDays.optional() }),
	reply: z.object({ Data: z.object({ Report: record }).passthrough() }),
	retry: reads('the report of the survey'),
});
