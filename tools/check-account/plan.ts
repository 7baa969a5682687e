import { randomUUID } from 'node:crypto';

import { listAllSweepstakes } from '../../nodes/Sweepstakes/api';
import { checkHealth, getBusiness, getPlan, getProfile } from '../../nodes/SweepstakesAccount/api';
import {
	fetchConsumptions,
	fetchDataTransfer,
	fetchTransactions,
	fetchWalletTransactions,
} from '../../nodes/SweepstakesAccountBilling/api';
import {
	campaignRecipients,
	campaignReport,
	campaigns,
	dripEnrollments,
	dripReport,
	drips,
	fetchCampaign,
	fetchDrip,
} from '../../nodes/SweepstakesCampaign/api';
import { codeSettings, codeStats } from '../../nodes/SweepstakesCode/api/settings';
import { codes, fetchCode } from '../../nodes/SweepstakesCode/api/codes';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { getEntryPageSettings } from '../../nodes/SweepstakesEntryPage/api/settings';
import { events, fetchEvent } from '../../nodes/SweepstakesCalendarEvent/api';
import { files, getFileUrl } from '../../nodes/SweepstakesAccountFile/api';
import { fetchGroups } from '../../nodes/SweepstakesGroup/api';
import { fetchInvoice, invoices } from '../../nodes/SweepstakesInvoice/api/invoices';
import { helpArticles } from '../../nodes/SweepstakesReferenceData/api/documentation';
import {
	fetchAreaCodes,
	fetchCountries,
	fetchZipCodes,
	readStates,
	listTimezones,
} from '../../nodes/SweepstakesReferenceData/api/tools';
import { messageUsage, suppressions } from '../../nodes/SweepstakesMessage/api';
import { fetchNote, fetchNotes } from '../../nodes/SweepstakesAccountNote/api';
import {
	countParticipants,
	fetchParticipant,
	participants,
} from '../../nodes/SweepstakesParticipant/api/participants';
import { fetchRules } from '../../nodes/SweepstakesOfficialRules/api';
import { fetchReport, fetchSurvey, responses, surveys } from '../../nodes/SweepstakesSurvey/api/surveys';
import { oneTicket, tickets } from '../../nodes/SweepstakesSupportTicket/api';
import { todos } from '../../nodes/SweepstakesAdministratorToDo/api';
import { scheduledDrawings } from '../../nodes/SweepstakesWinner/api/scheduled-drawings';
import { winners } from '../../nodes/SweepstakesWinner/api/winners';
import { asText } from '../../nodes/shared/json';
import { z } from '../../nodes/shared/zod';
import { list, ofSweepstakes, oneCall, oneRecord, refusal, type Step } from './step';

const of = (SweepstakesToken: string) => ({ SweepstakesToken });
const ofLower = (sweepstakesToken: string) => ({ sweepstakesToken });

const PARTICIPANT = { key: 'ParticipantToken', from: 'POST /participants/fetch' };
const CODE = { key: 'CouponToken', from: 'POST /codes/fetch' };
const INVOICE = { key: 'InvoiceToken', from: 'POST /invoices/fetch' };
const NOTE = { key: 'NoteToken', from: 'POST /notes/fetch' };
const EVENT = { key: 'EventToken', from: 'POST /calendar/fetch' };
const FILE = { key: 'FileToken', from: 'POST /files/fetch' };
const SURVEY = { key: 'SurveyToken', from: 'POST /surveys/fetch' };
const TICKET = { key: 'CaseNumber', from: 'POST /tickets/fetchOpenTickets' };
const CAMPAIGN = { key: 'CampaignToken', from: 'POST /messaging/campaigns' };
const DRIP = { key: 'DripToken', from: 'POST /messaging/drips' };

const SCHEDULED = ['GET /winners/fetchscheduled', 'POST /winners/fetchscheduled'];

/** All steps that read, in order. None of their calls changes anything in the account. */
export const PLAN: readonly Step[] = [
	oneCall('Health check', checkHealth, undefined),
	oneCall('Plan', getPlan, undefined),
	oneCall('Profile', getProfile, undefined),
	oneCall('Business', getBusiness, undefined),
	{ name: 'Sweepstakes', calls: ['POST /sweepstakes/fetch'], most: 1, read: listAllSweepstakes },
	ofSweepstakes((one) => oneRecord('Numbers of participants', countParticipants, one, of)),
	ofSweepstakes((one) => list('Participants', ['POST /participants/fetch'], participants.all, ofLower, one)),
	oneRecord('One participant', fetchParticipant, PARTICIPANT, (ParticipantToken, record) => ({
		SweepstakesToken: asText(record.SweepstakesToken),
		ParticipantToken,
	})),
	ofSweepstakes((one) => oneRecord('Entry form', getEntryPageFields, one, of)),
	ofSweepstakes((one) => oneRecord('Entry page settings', getEntryPageSettings, one, of)),
	ofSweepstakes((one) => oneRecord('Groups', fetchGroups, one, ofLower)),
	ofSweepstakes((one) => list('Winners', ['POST /winners/fetch'], winners.all, ofLower, one)),
	ofSweepstakes((one) => list('Scheduled drawings', SCHEDULED, scheduledDrawings, ofLower, one)),
	ofSweepstakes((one) => oneRecord('Official rules', fetchRules, one, of)),
	ofSweepstakes((one) => oneRecord('Numbers of codes', codeStats, one, of)),
	ofSweepstakes((one) => list('Codes', ['POST /codes/fetch'], codes.all, of, one)),
	oneRecord('One code', fetchCode, CODE, (CouponToken) => ({ CouponToken })),
	ofSweepstakes((one) => oneRecord('Code settings', codeSettings, one, of)),
	list('Invoices', ['POST /invoices/fetch'], invoices.all, () => ({})),
	oneRecord('One invoice', fetchInvoice, INVOICE, (InvoiceToken) => ({
		InvoiceToken,
		IncludeEvents: true,
		IncludeQrCode: false,
	})),
	list('Surveys', ['POST /surveys/fetch'], surveys.all, () => ({})),
	oneRecord('One survey', fetchSurvey, SURVEY, (SurveyToken) => ({ SurveyToken })),
	list(
		'Survey responses',
		['POST /surveys/responses'],
		responses.all,
		(SurveyToken) => ({ SurveyToken }),
		SURVEY,
	),
	oneRecord('Survey report', fetchReport, SURVEY, (SurveyToken) => ({ SurveyToken })),
	oneCall('Messaging allowance', messageUsage, undefined),
	list('Suppressions', ['POST /messaging/suppressions'], suppressions.all, () => ({})),
	list('Campaigns', ['POST /messaging/campaigns'], campaigns.all, () => ({})),
	oneRecord('One campaign', fetchCampaign, CAMPAIGN, (CampaignToken) => ({ CampaignToken })),
	oneRecord('Campaign report', campaignReport, CAMPAIGN, (CampaignToken) => ({ CampaignToken })),
	list(
		'Campaign recipients',
		['POST /messaging/campaign-recipients'],
		campaignRecipients.all,
		(CampaignToken) => ({ CampaignToken }),
		CAMPAIGN,
	),
	list('Drips', ['POST /messaging/drips'], drips.all, () => ({})),
	oneRecord('One drip', fetchDrip, DRIP, (DripToken) => ({ DripToken })),
	oneRecord('Drip report', dripReport, DRIP, (DripToken) => ({ DripToken })),
	list(
		'Drip enrollments',
		['POST /messaging/drip-enrollments'],
		dripEnrollments.all,
		(DripToken) => ({ DripToken }),
		DRIP,
	),
	oneCall('Notes', fetchNotes, undefined),
	oneRecord('One note', fetchNote, NOTE, (NoteToken) => ({ NoteToken })),
	list('Events', ['POST /calendar/fetch'], events, () => ({})),
	oneRecord('One event', fetchEvent, EVENT, (EventToken) => ({ EventToken })),
	list('Files', ['POST /files/fetch'], files.all, () => ({})),
	oneRecord('Link of a file', getFileUrl, FILE, (FileToken) => ({
		FileToken,
		Mode: 'preview' as const,
		ExpiresIn: 60,
	})),
	list('Open tickets', ['POST /tickets/fetchOpenTickets'], tickets, () => ({ status: 'open' as const })),
	list('Closed tickets', ['POST /tickets/fetchClosedTickets'], tickets, () => ({
		status: 'closed' as const,
	})),
	list(
		'One ticket',
		['POST /tickets/fetchSingleTicket'],
		oneTicket,
		(caseNumber) => ({ caseNumber }),
		TICKET,
	),
	list('To-dos', ['POST /tickets/fetchTodos'], todos.all, () => ({})),
	oneCall('Billing transactions', fetchTransactions, undefined),
	oneCall('Consumptions', fetchConsumptions, undefined),
	ofSweepstakes((one) => oneRecord('Data transfer', fetchDataTransfer, one, of)),
	oneCall('Wallet transactions', fetchWalletTransactions, undefined),
	{ name: 'Time zones', calls: ['POST /tools/timezones'], most: 1, read: listTimezones },
	{ name: 'States', calls: ['POST /tools/states'], most: 1, read: readStates },
	oneCall('Countries', fetchCountries, { search: 'can' }),
	oneCall('Zip codes', fetchZipCodes, { search: '100' }),
	oneCall('Area codes', fetchAreaCodes, { search: '202' }),
	list('Help articles', ['POST /documentation/fetch'], helpArticles.all, () => ({})),
	refusal(oneCall('A sweepstakes that does not exist', fetchGroups, ofLower(randomUUID())), 404),
	refusal(oneCall('A note that does not exist', fetchNote, { NoteToken: randomUUID() }), 404),
	refusal(
		list('Winners of a sweepstakes that does not exist', ['POST /winners/fetch'], winners.all, () =>
			ofLower(randomUUID()),
		),
		403,
		404,
	),
	refusal(oneCall('A request without its token', { ...codeStats, request: z.object({}) }, {}), 400),
];
