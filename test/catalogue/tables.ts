/*
 * The tables of the contract and the reference, copied by hand: the fields of each success. Those of nested objects,
 * and of objects in lists, are written with a dot. The keys of the requests: test/sandbox/request-tables.txt.
 */

import { operationsIn } from '../sandbox/operations';

const SWEEPSTAKES =
	'SweepstakesToken UserToken SweepstakesName SweepstakesType Handler Settings Notes AdminChecklist Score Archived Status CreationDate';
const PARTICIPANT =
	'ParticipantToken UserToken SweepstakesToken KeyEmail KeyPhoneNumber FirstName LastName BonusEntries CreationDate Status Collection';
const GROUP = 'GroupToken UserToken SweepstakesToken GroupName Primary Locked CreationDate';

const CONTRACT: Record<string, string> = {
	'POST /account/health-check': 'Response Message',
	'POST /account/profile':
		'UserToken Nickname Email UserType Status CreationDate LastLogin IsPlatformAccount ProfileData ProfileData.FullName ProfileData.MobilePhone ProfileData.Address ProfileData.City ProfileData.State ProfileData.ZipCode ProfileData.Country ProfileData.Avatar ProfileData.BirthDate',
	'POST /account/business':
		'BusinessName BusinessTelephone BusinessAddress BusinessCity BusinessState BusinessZipCode BusinessCountry BusinessWebsite EIN',
	'POST /account/plan':
		'PlanToken Name Description Primary Locked CreationDate Settings ' +
		[
			'ChargePerSweepstakes Frequency SubscriptionPrice FixedPrice CostPerGigaByte ExtraCredits WalletMinToDeposit WalletMinToWithdraw',
			'MaxSweepstakesAllowed MaxStorageSize MaxParticipantsAllowed MaxApiCallsAllowed PaidModuleCreateSweepstakes PaidModuleCreateEntryPage',
			'PaidModuleCreateOfficialRules PaidModuleManageParticipants PaidModuleSendMessages PaidModuleDrawWinners PaidModuleSeeReports',
			'PaidModuleManageDomains PaidModuleManageCoupons PaidModuleAccessDrive PaidModuleAccessCalendar PaidModuleManageNotes',
			'PaidModuleCreateSurveys PaidModuleAccessAPI PaidModuleManageDripMarketing',
		]
			.flatMap((names) => names.split(' '))
			.map((name) => `Settings.${name}`)
			.join(' '),
	'POST /entrypage/fields':
		// One item per field, without the two that identify a person.
		'SweepstakesToken EntryPageToken FormFields FormFields.FieldID FormFields.FieldType FormFields.FieldName FormFields.FieldPlaceholder FormFields.FieldRequired FormFields.PrimaryField',
	'POST /sweepstakes/create': SWEEPSTAKES,
	'POST /sweepstakes/clone':
		'Response Message SweepstakesToken SweepstakesType SweepstakesName Handler StartDate StartTime EndDate EndTime Status',
	'POST /sweepstakes/fetch': SWEEPSTAKES,
	'POST /sweepstakes/update': SWEEPSTAKES,
	'POST /sweepstakes/delete': 'Response Message',
	'POST /sweepstakes/pause': 'Response Message',
	'POST /sweepstakes/unpause': 'Response Message',
	'POST /participants/add': 'Response Message',
	'POST /participants/fetch': PARTICIPANT,
	'POST /participants/count':
		'SweepstakesToken FilterType DateRange DateRange.StartDate DateRange.EndDate Counts Counts.Participants Counts.AmoeParticipants Counts.OptOuts Counts.Total',
	'POST /participants/single':
		'SweepstakesToken SweepstakesName TotalEntries Collections Entries ' +
		PARTICIPANT.split(' ')
			.map((name) => `Entries.${name}`)
			.join(' '),
	'DELETE /participants/delete': 'ParticipantToken SweepstakesToken DeletedFrom DeletedCount',
	'POST /groups/create': GROUP,
	'POST /groups/fetch': GROUP,
	'POST /groups/update': 'Response Message',
	'POST /groups/delete': 'Response Message',
	'POST /winners/draw': 'ParticipantToken FirstName LastName Email PhoneNumber',
	'POST /winners/fetch': '',
	'POST /winners/schedule': 'Response Message',
	'GET /winners/fetchscheduled': '',
	'DELETE /winners/deletescheduled': 'Response Message',
	'POST /rules/create': 'RulesToken SweepstakesToken Title Primary CreationDate',
	'POST /invoices/create':
		'InvoiceToken PublicToken InvoiceNumber Status IssueDate DueDate Currency Items Items.Id Items.Description Items.Quantity Items.Rate Items.Amount Subtotal DiscountAmount TaxEnabled TaxRate TaxAmount AmountBeforeFees ServiceFeeAmount MerchantFeeAmount FeeAmount FeesChargedToRecipient Total PaymentMethod ProcessingFeePercentage MerchantFeePercentage PublicLink Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
	'POST /codes/generate':
		'Response Message Data Data.SweepstakesToken Data.Generated Data.Codes Data.Codes.CouponToken Data.Codes.CouponCode Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
};

const NOTE = 'NoteToken Title Note Views Pinned Status CreatedByAdmin CreationDate';

const EVENT_DETAILS =
	'EventDescription EventLocation EventURL Latitude Longitude EventColor EventAllDay EventStatus PrivateEvent SMSNotification Completed';
const EVENT_TIMES = 'EventStartDate EventStartTime EventEndDate EventEndTime';
const EVENT = `EventToken SweepstakesToken CreationDate EventLinkedToken EventTitle ${EVENT_TIMES} ${EVENT_DETAILS} PeopleInvolved EventTimeZone RepeatThisEvent Notification Automation CreatedByAdmin SerieToken`;

const TICKET = 'CaseNumber Subject Date Priority ResourceAffected';
const TODO = 'TodoToken CreationDate Deadline Title Description Status Priority Pin Views ResourceAffected';
const RULES = 'RulesToken SweepstakesToken Title DocumentContent Status Primary CreationDate';

const CAMPAIGN =
	'CampaignToken SweepstakesToken Name Channel Category Status BlockedReason ReputationHold Archived Origin Counters QuotaReserved ReviewStatus ScheduledAt ScheduleZone LaunchedAt CompletedAt CreationDate UpdatedAt Actions';
const DRIP =
	'DripToken SweepstakesToken Name Description Channel Status BlockedReason StaffHold Archived Trigger StepsCount Counters Origin ActivatedAt PausedAt CompletedAt CreationDate UpdatedAt';
const SURVEY_FILES = '-Settings.LogoFile -Settings.BackgroundImage -Settings.PageMedia';
const SURVEY =
	'SurveyToken SweepstakesToken SweepstakesName SurveyName CreationDate QuestionsCount PagesCount ResponsesCount IsLocked Settings PublicLink Archived Status';

/** The tables that are only in the reference. */
const REFERENCE: Record<string, string> = {
	'POST /calendar/create': 'EventToken EventTitle EventDescription EventStartDate EventEndDate EventTimeZone',
	'POST /calendar/fetch': `${EVENT} Type ChecklistId`,
	'POST /calendar/single': EVENT,
	'PUT /calendar/update': 'EventToken EventTitle EventDescription EventColor',
	'DELETE /calendar/delete': 'EventToken',
	'POST /tickets/create':
		// The name becomes the value of `AssignedTo`, and the email address gets its own key.
		'CaseNumber Subject Priority ResourceAffected AssignedTo AssignedToEmail CreationDate Status',
	'POST /tickets/fetchOpenTickets': TICKET,
	'POST /tickets/fetchClosedTickets': TICKET,
	'POST /tickets/fetchSingleTicket':
		'CaseNumber Date AccountInfo AccountInfo.UserToken AccountInfo.FullName AccountInfo.Email Subject Description Priority NotifyUsers Collaborators ClosedBy CloseDate Notes Files Survey Pin Views Completion ResourceAffected Documentation Statistics Statistics.Id Statistics.Date Statistics.UserToken Statistics.Action Status AttachmentInfo',
	'POST /tickets/update': 'CaseNumber Subject Description Priority Status',
	'POST /tickets/resolve': 'CaseNumber Subject Status CloseDate ClosedBy',
	'POST /tickets/delete': 'CaseNumber',
	'POST /tickets/createTodo': `${TODO} Completion`,
	'POST /tickets/fetchTodos': TODO,
	'POST /tickets/updateTodo': `${TODO} Completion`,
	'POST /tickets/deleteTodo': 'TodoToken',
	'POST /notes/create': 'NoteToken Title CreationDate Pinned',
	'POST /notes/fetch': NOTE,
	'POST /notes/single': NOTE,
	'POST /notes/update': 'NoteToken Title Pinned CreationDate',
	'POST /notes/delete': 'NoteToken',
	'POST /messaging/usage':
		'IncludedInPlan Paused PausedBy Month MaxPerMonth Unlimited Used Reserved Remaining LimitReached TransactionalCeiling SenderReady ModuleEnabled DirectMessageEnabled',
	'POST /messaging/send': 'ParticipantToken NotificationId Duplicate Channel Status MessageToken',
	'POST /messaging/suppressions': 'Channel Address AddressHash Reason CreationDate Removable',
	'POST /messaging/add-suppressions': 'Channel',
	'POST /messaging/remove-suppression': 'Channel Address Reason',
	'POST /messaging/campaigns': CAMPAIGN,
	'POST /messaging/campaign': `${CAMPAIGN} Subject Preheader SmsBody Blocks Sources Filters ExcludeRecentHours ProfileToken`,
	'POST /messaging/campaign-report':
		'Campaign Counters Rates ByStatus TopErrors Timeline TopLinks RowsExpired',
	'POST /messaging/campaign-recipients':
		'Address Status ErrorCode SentAt DeliveredAt OpenedAt ClickedAt NextAttemptAt Segments',
	'POST /messaging/pause-campaign': CAMPAIGN,
	'POST /messaging/resume-campaign': CAMPAIGN,
	'POST /messaging/cancel-campaign': 'CampaignToken PreviousStatus Status Sent CancelledRows ReleasedUnits',
	'POST /messaging/drips': DRIP,
	'POST /messaging/drip': `${DRIP} Audience Settings Steps`,
	'POST /messaging/drip-report': 'Drip Days People Totals Rates Steps Timeline TopLinks',
	'POST /messaging/drip-enrollments':
		'EnrollmentToken SourceType SourceToken Status ExitReason NextStep NextStepAt EnrolledAt LastSentAt EndedAt',
	'POST /messaging/drip-remove-contact': 'DripToken SourceToken',
	'POST /messaging/pause-drip': DRIP,
	'POST /messaging/resume-drip': DRIP,
	'POST /entrypage/settings': 'EntryPageToken SweepstakesToken EntryPageTitle Settings CreationDate',
	'POST /rules/fetch': `${RULES} AbbreviatedRulesForShopify Metadata EntryPeriods Views`,
	'PUT /rules/update': RULES,
	'POST /rules/delete': 'RulesToken',
	'POST /files/upload': 'FileToken Filename MimeType Size SizeMB Category Private CreationDate',
	'POST /files/fetch':
		'FileToken CategoryToken CreationDate FileInfo.Filename FileInfo.Path FileInfo.Size FileInfo.MimeType FileInfo.Encoding FileInfo.UploadByAdmin FileInfo.Opened FileInfo.Private SharedTo VisibleToAdmins Category UsedMB MaxMB RemainingMB',
	'POST /files/getFileUrl': 'FileToken Filename MimeType Size SizeMB Mode Url ExpiresIn ExpiresAt',
	'POST /files/send': 'FileToken Filename RecipientEmail SizeMB',
	'POST /files/delete': 'FileToken Filename SizeMB',
	'POST /surveys/fetch': SURVEY,
	'POST /surveys/single': `${SURVEY} QuestionToken Page Order QuestionText QuestionDescription FieldType Layout Options Options.Id Options.Label Options.Value Options.Order Required`,
	'POST /surveys/create':
		'SurveyToken SweepstakesToken SweepstakesName SurveyName QuestionsCount PagesCount Settings PublicLink Availability.Live Availability.Reasons Availability.Message Status Archived IgnoredSettings',
	'POST /surveys/update': `${SURVEY} UpdatedFields QuestionsReplaced IgnoredSettings`,
	'POST /surveys/delete':
		'SurveyToken SurveyName DeletedQuestions DeletedResponses DeletedStats DeletedFiles',
	'POST /surveys/responses':
		'ResponseToken ParticipantToken CreationDate Completed CompletionTime Answers.QuestionToken Answers.Page Answers.FieldType Answers.QuestionText Answers.Answer Metadata.IpAddress Metadata.UserAgent Metadata.Browser Metadata.DeviceType Metadata.OperatingSystem Metadata.ScreenWidth Metadata.ScreenHeight Metadata.Language Metadata.Referrer Metadata.StartedAt Metadata.CompletedAt',
	'POST /surveys/report':
		'SurveyToken SweepstakesToken SurveyName CreationDate TimelineDays AIInsights Totals.Visits Totals.Starts Totals.PageViews Totals.Completes Totals.Abandons TotalResponses CompletedResponses AbandonedResponses CompletionRate CompletionTimes.Avg CompletionTimes.Min CompletionTimes.Max Devices Browsers Timeline.Day Timeline.EventType Timeline.Count Questions.Distribution.Answer Questions.Distribution.Count Questions.Distribution.Kind Questions.TotalAnswers Questions.Respondents Questions.TotalSelections Questions.OtherHidden Questions.Truncated',
	'POST /tools/timezones': 'TimezoneId Timezone Abbreviation OffSet Text Utc',
	'POST /tools/countries': 'NameEnglish NameSpanish DialCode Abbreviation',
	'POST /tools/states': 'Name Abbreviation',
	'POST /tools/zipcodes': 'ZipCode City State',
	'POST /tools/areacodes': 'Code State',
	'POST /documentation/fetch':
		'DocumentToken DocumentTitle Description Language Module Keywords ResourceAffected Files Views Score Status CreationDate LastUpdate',
};

/** The contract's operations. All others are only in the reference. */
export const CONTRACT_ENDPOINTS = Object.keys(CONTRACT);

/** The keys that the nodes send and request-tables.txt does not have, and with a minus those that they never send. */
const OTHER_KEYS: Record<string, string> = {
	// The values of these four are not documented.
	'POST /calendar/create': '-PeopleInvolved -RepeatThisEvent -Notification -EventStatus',
	'PUT /calendar/update': '-EventStatus',
	'DELETE /winners/deletescheduled': 'ScheduleToken',
	'POST /tickets/fetchTodos': '-year -month',
	'PUT /rules/update': '-AbbrebiatedRulesForShopify',
	'POST /surveys/create': `${SURVEY_FILES} Questions.Settings.AllowOther Questions.Options.Label Questions.Options.Value Questions.Settings.RatingIcon Questions.Settings.DataType Questions.Settings.MinChars Questions.Settings.MaxChars Questions.Settings.Placeholder`,
	'POST /surveys/update': `${SURVEY_FILES} -Questions.Layout -Questions.Settings.MinDate -Questions.Settings.MaxDate -Questions.Settings.RatingMax -Questions.Settings.MinValue -Questions.Settings.MaxValue -Questions.Settings.NumberMin -Questions.Settings.NumberMax Questions.Settings.AllowOther`,
};

const operations = operationsIn('contract');

function keysOf(endpoint: string): string[] {
	const { fields } = operations.get(endpoint.split(' ')[1]!)!;
	const keys = new Set(fields.map(({ name }) => name.replaceAll('[]', '')));
	for (const key of OTHER_KEYS[endpoint]?.split(' ') ?? [])
		if (key.startsWith('-')) keys.delete(key.slice(1));
		else keys.add(key);
	return [...keys];
}

/** The keys of each request, and the fields of each success. */
export const TABLES: Record<string, { request: string; success: string }> = Object.fromEntries(
	Object.entries({ ...CONTRACT, ...REFERENCE }).map(([endpoint, success]) => [
		endpoint,
		{ request: keysOf(endpoint).join(' '), success },
	]),
);
