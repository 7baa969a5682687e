import { toPlanReply, type Account } from '../accounts';
import { toDate } from '../time/clock';
import { endpoint, type Call } from '../endpoint';
import type { Collection } from '../records';
import { notFound } from '../refusal';
import { countAllowance } from './deliveries';

const healthCheck = endpoint({
	method: 'POST',
	path: '/account/health-check',
	carryOut: () => ({ Message: 'The API is up and the token is valid.' }),
});

const profile = endpoint({
	method: 'POST',
	path: '/account/profile',
	carryOut(_, { account }) {
		if (!account.profile) throw notFound('Profile');
		return { Data: { UserToken: account.UserToken, ...account.profile } };
	},
});

const business = endpoint({
	method: 'POST',
	path: '/account/business',
	carryOut(_, { account }) {
		if (!account.business) throw notFound('Business');
		return { Data: account.business };
	},
});

const plan = endpoint({
	method: 'POST',
	path: '/account/plan',
	needsWildcardDomain: true,
	carryOut: (_, { account }) => toPlanReply(account),
	answer: (Data) => ({ Data }),
	reference: {
		answer: ({ Settings, ...record }, call) => ({
			Usage: countUsage(call),
			Data: { ...record, Settings: { ...Settings, ...furtherSettings(call.account) } },
		}),
	},
});

export const accountEndpoints = [healthCheck, profile, business, plan];

/** Returns the settings that only the reference documents, except those whose keys contain the provider's name. */
function furtherSettings({ plan, messaging }: Account) {
	return {
		SubscriptionPriceDiscount: 0,
		FixedPriceDiscount: 0,
		ChargeDTAfterGB: 0,
		MerchantProcessorFee: plan.MerchantFeePercentage,
		MaxSurveysAllowed: plan.MaxSurveysAllowed,
		MaxAiTokensAllowed: 0,
		MaxAgentsAllowed: 0,
		MaxEmailsPerMonth: messaging.emailsPerMonth,
		MaxSmsPerMonth: messaging.segmentsPerMonth,
		MaxEmailTemplatesAllowed: 0,
		MaxDripCampaignsAllowed: 0,
		AllowSurveysSharing: plan.AllowSurveysSharing,
		AllowInvoicesSharing: false,
		AllowAgentsSharing: false,
		AllowDripCampaignsSharing: false,
		AllowEmailMessaging: false,
		AllowSmsMessaging: false,
	};
}

/** Returns the account's usage and limits. A maximum of 0 means unlimited (reference, account/plan). */
function countUsage(call: Call) {
	const { account, usage, store, now } = call;
	const [emails, segments] = [countAllowance(call, 'email'), countAllowance(call, 'sms')];
	const own = store.sweepstakes.of(account.UserToken);
	const entries = own.flatMap(({ SweepstakesToken }) => store.entries.of(SweepstakesToken));
	const inCollection = (name: Collection) => entries.filter(({ Collection }) => Collection === name).length;
	return {
		Sweepstakes: own.length,
		MaxSweepstakes: account.plan.MaxSweepstakesAllowed,
		ArchivedSweepstakes: own.filter(({ Archived }) => Archived).length,
		Surveys: own.flatMap(({ SweepstakesToken }) => store.surveys.of(SweepstakesToken)).length,
		MaxSurveys: account.plan.MaxSurveysAllowed,
		Invoices: store.invoices.of(account.UserToken).length,
		MaxInvoices: account.plan.MaxInvoicesAllowed,
		Participants: entries.length,
		MaxParticipants: account.plan.MaxParticipantsAllowed,
		ApiCalls: usage.APICalls,
		MaxApiCalls: account.plan.MaxApiCallsAllowed,
		MaxApiCallsPerMinute: account.plan.MaxApiCallsPerMinute,
		Drips: store.drips.of(account.UserToken).length,
		MaxDrips: 0,
		Agents: 0,
		MaxAgents: 0,
		Emails: emails.Used,
		MaxEmails: emails.MaxPerMonth,
		SmsSegments: segments.Used,
		MaxSmsSegments: segments.MaxPerMonth,
		MessagingMonth: toDate(now).slice(0, 7),
		Breakdown: {
			EntryPageParticipants: inCollection('Participants'),
			AmoeParticipants: inCollection('ParticipantsAmoe'),
		},
		Notes: {
			ArchivedCountTowardLimit: true,
			UnlimitedWhenMaxIsZero: true,
			SmsCountedInSegments: true,
			MessagingIncludesReserved: true,
			AiTokensUsageReported: false,
		},
	};
}
