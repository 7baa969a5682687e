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
import { ofLower, read, readOf, refused, type Source, type Step } from './step';

const SWEEPSTAKES: Source = { name: 'Sweepstakes › Get Many', key: 'SweepstakesToken' };
const PARTICIPANT: Source = { name: 'Participant › Get Many', key: 'ParticipantToken' };
const CODE: Source = { name: 'Code › Get Many', key: 'CouponToken' };
const INVOICE: Source = { name: 'Invoice › Get Many', key: 'InvoiceToken' };
const SURVEY: Source = { name: 'Survey › Get Many', key: 'SurveyToken' };
const CAMPAIGN: Source = { name: 'Campaign › Get Many', key: 'CampaignToken' };
const DRIP: Source = { name: 'Campaign › Get Many Drips', key: 'DripToken' };
const NOTE: Source = { name: 'Account Note › Get Many', key: 'NoteToken' };
const EVENT: Source = { name: 'Calendar Event › Get Many', key: 'EventToken' };
const FILE: Source = { name: 'Account File › Get Many', key: 'FileToken' };
const TICKET: Source = { name: 'Support Ticket › Get Many (open)', key: 'CaseNumber' };

/** All steps that only read. */
export const PLAN: readonly Step[] = [
	read('Account › Check Health', checkHealth, undefined),
	read('Account › Get Plan', getPlan, undefined),
	read('Account › Get Profile', getProfile, undefined),
	read('Account › Get Business', getBusiness, undefined),
	{ name: SWEEPSTAKES.name, run: listAllSweepstakes },
	readOf(SWEEPSTAKES, 'Participant › Count', countParticipants),
	readOf(SWEEPSTAKES, PARTICIPANT.name, participants.all, ofLower),
	readOf(PARTICIPANT, 'Participant › Get', fetchParticipant, (ParticipantToken, record) => ({
		SweepstakesToken: asText(record.SweepstakesToken),
		ParticipantToken,
	})),
	readOf(SWEEPSTAKES, 'Entry Page › Get Fields', getEntryPageFields),
	readOf(SWEEPSTAKES, 'Entry Page › Get Settings', getEntryPageSettings),
	readOf(SWEEPSTAKES, 'Group › Get Many', fetchGroups, ofLower),
	readOf(SWEEPSTAKES, 'Winner › Get Many', winners.all, ofLower),
	readOf(SWEEPSTAKES, 'Winner › Get Scheduled Drawings', scheduledDrawings, ofLower),
	readOf(SWEEPSTAKES, 'Official Rules › Get Many', fetchRules),
	readOf(SWEEPSTAKES, 'Code › Get Stats', codeStats),
	readOf(SWEEPSTAKES, CODE.name, codes.all),
	readOf(CODE, 'Code › Get', fetchCode),
	readOf(SWEEPSTAKES, 'Code › Get Settings', codeSettings),
	read(INVOICE.name, invoices.all, {}),
	readOf(INVOICE, 'Invoice › Get', fetchInvoice, (InvoiceToken) => ({
		InvoiceToken,
		IncludeEvents: true,
		IncludeQrCode: false,
	})),
	read(SURVEY.name, surveys.all, {}),
	readOf(SURVEY, 'Survey › Get', fetchSurvey),
	readOf(SURVEY, 'Survey › Get Responses', responses.all),
	readOf(SURVEY, 'Survey › Get Report', fetchReport),
	read('Message › Get Usage', messageUsage, undefined),
	read('Message › Get Do-Not-Contact List', suppressions.all, {}),
	read(CAMPAIGN.name, campaigns.all, {}),
	readOf(CAMPAIGN, 'Campaign › Get', fetchCampaign),
	readOf(CAMPAIGN, 'Campaign › Get Report', campaignReport),
	readOf(CAMPAIGN, 'Campaign › Get Recipients', campaignRecipients.all),
	read(DRIP.name, drips.all, {}),
	readOf(DRIP, 'Campaign › Get Drip', fetchDrip),
	readOf(DRIP, 'Campaign › Get Drip Report', dripReport),
	readOf(DRIP, 'Campaign › Get Drip Contacts', dripEnrollments.all),
	read(NOTE.name, fetchNotes, undefined),
	readOf(NOTE, 'Account Note › Get', fetchNote),
	read(EVENT.name, events, {}),
	readOf(EVENT, 'Calendar Event › Get', fetchEvent),
	read(FILE.name, files.all, {}),
	readOf(FILE, 'Account File › Get Link', getFileUrl, (FileToken) => ({
		FileToken,
		Mode: 'preview' as const,
		ExpiresIn: 60,
	})),
	read(TICKET.name, tickets, { status: 'open' }),
	read('Support Ticket › Get Many (closed)', tickets, { status: 'closed' }),
	readOf(TICKET, 'Support Ticket › Get', oneTicket, (caseNumber) => ({ caseNumber })),
	read('Administrator To-Do › Get Many', todos.all, {}),
	read('Account Billing › Get Transactions', fetchTransactions, undefined),
	read('Account Billing › Get Consumption', fetchConsumptions, undefined),
	readOf(SWEEPSTAKES, 'Account Billing › Get Data Transfer', fetchDataTransfer),
	read('Account Billing › Get Wallet Transactions', fetchWalletTransactions, undefined),
	{ name: 'Reference Data › Get Time Zones', run: listTimezones },
	{ name: 'Reference Data › Get US States', run: readStates },
	read('Reference Data › Get Countries', fetchCountries, { search: 'can' }),
	read('Reference Data › Get Zip Codes', fetchZipCodes, { search: '100' }),
	read('Reference Data › Get Area Codes', fetchAreaCodes, { search: '202' }),
	read('Reference Data › Get Help Articles', helpArticles.all, {}),
	refused(read('Group › Get Many (unknown sweepstakes)', fetchGroups, ofLower(randomUUID()))),
	refused(read('Winner › Get Many (unknown sweepstakes)', winners.all, ofLower(randomUUID()))),
	refused(read('Account Note › Get (unknown note)', fetchNote, { NoteToken: randomUUID() })),
	refused(read('Code › Get Stats (without an ID)', { ...codeStats, request: z.object({}) }, {})),
];
