import { randomUUID } from 'node:crypto';

import { listAllSweepstakes } from '../../nodes/Sweepstakes/api';
import { checkHealth, getBusiness, getPlan, getProfile } from '../../nodes/SweepstakesAccount/api';
import {
	fetchConsumptions,
	fetchDataTransfer,
	fetchTransactions,
	fetchWalletTransactions,
} from '../../nodes/SweepstakesAccountBilling/api';
import { files, getFileUrl } from '../../nodes/SweepstakesAccountFile/api';
import { fetchNote, fetchNotes } from '../../nodes/SweepstakesAccountNote/api';
import { todos } from '../../nodes/SweepstakesAdministratorToDo/api';
import { events, fetchEvent } from '../../nodes/SweepstakesCalendarEvent/api';
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
import { codes, fetchCode } from '../../nodes/SweepstakesCode/api/codes';
import { codeSettings, codeStats } from '../../nodes/SweepstakesCode/api/settings';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { getEntryPageSettings } from '../../nodes/SweepstakesEntryPage/api/settings';
import { fetchGroups } from '../../nodes/SweepstakesGroup/api';
import { fetchInvoice, invoices } from '../../nodes/SweepstakesInvoice/api/invoices';
import { messageUsage, suppressions } from '../../nodes/SweepstakesMessage/api';
import { fetchRules } from '../../nodes/SweepstakesOfficialRules/api';
import {
	countParticipants,
	fetchParticipant,
	participants,
} from '../../nodes/SweepstakesParticipant/api/participants';
import { helpArticles } from '../../nodes/SweepstakesReferenceData/api/documentation';
import {
	fetchAreaCodes,
	fetchCountries,
	fetchZipCodes,
	listTimezones,
	readStates,
} from '../../nodes/SweepstakesReferenceData/api/tools';
import { oneTicket, tickets } from '../../nodes/SweepstakesSupportTicket/api';
import { fetchReport, fetchSurvey, responses, surveys } from '../../nodes/SweepstakesSurvey/api/surveys';
import { scheduledDrawings } from '../../nodes/SweepstakesWinner/api/scheduled-drawings';
import { winners } from '../../nodes/SweepstakesWinner/api/winners';
import { asText } from '../../nodes/shared/json';
import { z } from '../../nodes/shared/zod';
import { list, of, ofLower, one, oneOf, refused, type Step } from './step';

const all = () => ({});

/** Up to three sweepstakes are tried, because the first one may have no records. */
const SWEEPSTAKES = { name: 'Sweepstakes › Get Many', key: 'SweepstakesToken', tries: 3 };
const PARTICIPANT = { name: 'Participant › Get Many', key: 'ParticipantToken' };
const CODE = { name: 'Code › Get Many', key: 'CouponToken' };
const INVOICE = { name: 'Invoice › Get Many', key: 'InvoiceToken' };
const SURVEY = { name: 'Survey › Get Many', key: 'SurveyToken' };
const CAMPAIGN = { name: 'Campaign › Get Many', key: 'CampaignToken' };
const DRIP = { name: 'Campaign › Get Many Drips', key: 'DripToken' };
const NOTE = { name: 'Account Note › Get Many', key: 'NoteToken' };
const EVENT = { name: 'Calendar Event › Get Many', key: 'EventToken' };
const FILE = { name: 'Account File › Get Many', key: 'FileToken' };
const TICKET = { name: 'Support Ticket › Get Many (open)', key: 'CaseNumber' };

const ofCampaign = (CampaignToken: string) => ({ CampaignToken });
const ofDrip = (DripToken: string) => ({ DripToken });
const ofSurvey = (SurveyToken: string) => ({ SurveyToken });

/** All steps that only read. The first step needs nothing but a valid token. */
export const PLAN: readonly Step[] = [
	one('Account › Check Health', checkHealth, undefined),
	one('Account › Get Plan', getPlan, undefined),
	one('Account › Get Profile', getProfile, undefined),
	one('Account › Get Business', getBusiness, undefined),
	{ name: SWEEPSTAKES.name, run: listAllSweepstakes },
	oneOf('Participant › Count', countParticipants, SWEEPSTAKES, of),
	list(PARTICIPANT.name, participants.all, ofLower, SWEEPSTAKES),
	oneOf('Participant › Get', fetchParticipant, PARTICIPANT, (ParticipantToken, record) => ({
		SweepstakesToken: asText(record.SweepstakesToken),
		ParticipantToken,
	})),
	oneOf('Entry Page › Get Fields', getEntryPageFields, SWEEPSTAKES, of),
	oneOf('Entry Page › Get Settings', getEntryPageSettings, SWEEPSTAKES, of),
	oneOf('Group › Get Many', fetchGroups, SWEEPSTAKES, ofLower),
	list('Winner › Get Many', winners.all, ofLower, SWEEPSTAKES),
	list('Winner › Get Scheduled Drawings', scheduledDrawings, ofLower, SWEEPSTAKES),
	oneOf('Official Rules › Get Many', fetchRules, SWEEPSTAKES, of),
	oneOf('Code › Get Stats', codeStats, SWEEPSTAKES, of),
	list(CODE.name, codes.all, of, SWEEPSTAKES),
	oneOf('Code › Get', fetchCode, CODE, (CouponToken) => ({ CouponToken })),
	oneOf('Code › Get Settings', codeSettings, SWEEPSTAKES, of),
	list(INVOICE.name, invoices.all, all),
	oneOf('Invoice › Get', fetchInvoice, INVOICE, (InvoiceToken) => ({
		InvoiceToken,
		IncludeEvents: true,
		IncludeQrCode: false,
	})),
	list(SURVEY.name, surveys.all, all),
	oneOf('Survey › Get', fetchSurvey, SURVEY, ofSurvey),
	list('Survey › Get Responses', responses.all, ofSurvey, SURVEY),
	oneOf('Survey › Get Report', fetchReport, SURVEY, ofSurvey),
	one('Message › Get Usage', messageUsage, undefined),
	list('Message › Get Do-Not-Contact List', suppressions.all, all),
	list(CAMPAIGN.name, campaigns.all, all),
	oneOf('Campaign › Get', fetchCampaign, CAMPAIGN, ofCampaign),
	oneOf('Campaign › Get Report', campaignReport, CAMPAIGN, ofCampaign),
	list('Campaign › Get Recipients', campaignRecipients.all, ofCampaign, CAMPAIGN),
	list(DRIP.name, drips.all, all),
	oneOf('Campaign › Get Drip', fetchDrip, DRIP, ofDrip),
	oneOf('Campaign › Get Drip Report', dripReport, DRIP, ofDrip),
	list('Campaign › Get Drip Contacts', dripEnrollments.all, ofDrip, DRIP),
	one(NOTE.name, fetchNotes, undefined),
	oneOf('Account Note › Get', fetchNote, NOTE, (NoteToken) => ({ NoteToken })),
	list(EVENT.name, events, all),
	oneOf('Calendar Event › Get', fetchEvent, EVENT, (EventToken) => ({ EventToken })),
	list(FILE.name, files.all, all),
	oneOf('Account File › Get Link', getFileUrl, FILE, (FileToken) => ({
		FileToken,
		Mode: 'preview' as const,
		ExpiresIn: 60,
	})),
	list(TICKET.name, tickets, () => ({ status: 'open' as const })),
	list('Support Ticket › Get Many (closed)', tickets, () => ({ status: 'closed' as const })),
	list('Support Ticket › Get', oneTicket, (caseNumber) => ({ caseNumber }), TICKET),
	list('Administrator To-Do › Get Many', todos.all, all),
	one('Account Billing › Get Transactions', fetchTransactions, undefined),
	one('Account Billing › Get Consumption', fetchConsumptions, undefined),
	oneOf('Account Billing › Get Data Transfer', fetchDataTransfer, SWEEPSTAKES, of),
	one('Account Billing › Get Wallet Transactions', fetchWalletTransactions, undefined),
	{ name: 'Reference Data › Get Time Zones', run: listTimezones },
	{ name: 'Reference Data › Get US States', run: readStates },
	one('Reference Data › Get Countries', fetchCountries, { search: 'can' }),
	one('Reference Data › Get Zip Codes', fetchZipCodes, { search: '100' }),
	one('Reference Data › Get Area Codes', fetchAreaCodes, { search: '202' }),
	list('Reference Data › Get Help Articles', helpArticles.all, all),
	refused('Group › Get Many (unknown sweepstakes)', one('', fetchGroups, ofLower(randomUUID()))),
	refused(
		'Winner › Get Many (unknown sweepstakes)',
		list('', winners.all, () => ofLower(randomUUID())),
	),
	refused('Account Note › Get (unknown note)', one('', fetchNote, { NoteToken: randomUUID() })),
	refused('Code › Get Stats (without an ID)', one('', { ...codeStats, request: z.object({}) }, {})),
];
