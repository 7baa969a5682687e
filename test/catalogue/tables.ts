/*
 * The tables of the contract and the reference, copied by hand: the keys of each request, and the fields of each
 * success. Keys of nested objects, and of objects in lists, are written with a dot.
 */

const SWEEPSTAKES =
	'SweepstakesToken UserToken SweepstakesName SweepstakesType Handler Settings Notes AdminChecklist Score Archived Status CreationDate';
const PARTICIPANT =
	'ParticipantToken UserToken SweepstakesToken KeyEmail KeyPhoneNumber FirstName LastName BonusEntries CreationDate Status Collection';
const GROUP = 'GroupToken UserToken SweepstakesToken GroupName Primary Locked CreationDate';

interface Table {
	request: string;
	success: string;
}

const CONTRACT: Record<string, Table> = {
	'POST /account/health-check': { request: '', success: 'Response Message' },
	'POST /account/profile': {
		request: '',
		success:
			'UserToken Nickname Email UserType Status CreationDate LastLogin IsPlatformAccount ProfileData ProfileData.FullName ProfileData.MobilePhone ProfileData.Address ProfileData.City ProfileData.State ProfileData.ZipCode ProfileData.Country ProfileData.Avatar ProfileData.BirthDate',
	},
	'POST /account/business': {
		request: '',
		success:
			'BusinessName BusinessTelephone BusinessAddress BusinessCity BusinessState BusinessZipCode BusinessCountry BusinessWebsite EIN',
	},
	'POST /account/plan': {
		request: '',
		success:
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
	},
	'POST /entrypage/fields': {
		request: 'SweepstakesToken',
		success:
			// One item per field, without the two that identify a person.
			'SweepstakesToken EntryPageToken FormFields FormFields.FieldID FormFields.FieldType FormFields.FieldName FormFields.FieldPlaceholder FormFields.FieldRequired FormFields.PrimaryField',
	},
	'POST /sweepstakes/create': {
		request:
			'SweepstakesName SweepstakesType Handler StartDate EndDate StartTime EndTime CreateInCalendar SyncWithWinners DeleteIfDeleted DeleteIfAcctDeleted',
		success: SWEEPSTAKES,
	},
	'POST /sweepstakes/clone': {
		request: 'Handler HandlerNew SweepstakesName StartDate EndDate StartTime EndTime',
		success:
			'Response Message SweepstakesToken SweepstakesType SweepstakesName Handler StartDate StartTime EndDate EndTime Status',
	},
	'POST /sweepstakes/fetch': { request: '', success: SWEEPSTAKES },
	'POST /sweepstakes/update': {
		request: 'SweepstakesToken SweepstakesName StartDate EndDate StartTime EndTime',
		success: SWEEPSTAKES,
	},
	'POST /sweepstakes/delete': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /sweepstakes/pause': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /sweepstakes/unpause': { request: 'SweepstakesToken', success: 'Response Message' },
	'POST /participants/add': {
		request:
			'lang source sweepstakesToken entryPageFields entryPageFields.KeyPhoneNumber entryPageFields.KeyEmail entryPageFields.BonusEntries entryPageFields.Fields',
		success: 'Response Message',
	},
	'POST /participants/fetch': {
		request: 'sweepstakesToken page search optInDate startDate endDate',
		success: PARTICIPANT,
	},
	'POST /participants/count': {
		request: 'SweepstakesToken FilterType StartDate EndDate',
		success:
			'SweepstakesToken FilterType DateRange DateRange.StartDate DateRange.EndDate Counts Counts.Participants Counts.AmoeParticipants Counts.OptOuts Counts.Total',
	},
	'POST /participants/single': {
		request: 'SweepstakesToken ParticipantToken KeyEmail KeyPhoneNumber',
		success:
			'SweepstakesToken SweepstakesName TotalEntries Collections Entries ' +
			PARTICIPANT.split(' ')
				.map((name) => `Entries.${name}`)
				.join(' '),
	},
	'DELETE /participants/delete': {
		request: 'SweepstakesToken ParticipantToken',
		success: 'ParticipantToken SweepstakesToken DeletedFrom DeletedCount',
	},
	'POST /groups/create': { request: 'sweepstakesToken groupName', success: GROUP },
	'POST /groups/fetch': { request: 'sweepstakesToken', success: GROUP },
	'POST /groups/update': { request: 'sweepstakesToken groupToken groupName', success: 'Response Message' },
	'POST /groups/delete': { request: 'sweepstakesToken groupToken', success: 'Response Message' },
	'POST /winners/draw': {
		request:
			'sweepstakesToken howManyWinnersToPick group completedEntries includeOptedOutParticipants doNotIncludeSpamParticipants',
		success: 'ParticipantToken FirstName LastName Email PhoneNumber',
	},
	'POST /winners/fetch': { request: 'sweepstakesToken page itemsPerPage search', success: '' },
	'POST /winners/schedule': {
		request:
			'sweepstakesToken group selectedAction scheduleMode howManyWinnersToPick endDate endTime timezone frequency dayOfTheWeek weekOfTheMonth message includeOptedOutParticipants publishToWinnersPage sendCopyToMe doNotIncludeSpamParticipants addDrawingToCalendar' +
			// Only in the reference.
			' deliveryTime',
		success: 'Response Message',
	},
	'GET /winners/fetchscheduled': { request: 'sweepstakesToken', success: '' },
	'DELETE /winners/deletescheduled': {
		// The reference's second name for the same token.
		request: 'sweepstakesToken scheduledToken ScheduleToken',
		success: 'Response Message',
	},
	'POST /rules/create': {
		request: 'SweepstakesToken Title DocumentContent',
		success: 'RulesToken SweepstakesToken Title Primary CreationDate',
	},
	'POST /invoices/create': {
		request:
			'BillTo BillTo.Name BillTo.Email BillTo.Phone BillTo.Company BillTo.Address BillTo.City BillTo.State BillTo.ZipCode BillTo.Country BillTo.TaxId Items Items.Description Items.Quantity Items.Rate Title IssueDate DueDate DiscountAmount TaxEnabled TaxLabel TaxRate PaymentMethod PaymentInstructions NotesToRecipient Terms Status',
		success:
			'InvoiceToken PublicToken InvoiceNumber Status IssueDate DueDate Currency Items Items.Id Items.Description Items.Quantity Items.Rate Items.Amount Subtotal DiscountAmount TaxEnabled TaxRate TaxAmount AmountBeforeFees ServiceFeeAmount MerchantFeeAmount FeeAmount FeesChargedToRecipient Total PaymentMethod ProcessingFeePercentage MerchantFeePercentage PublicLink Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
	},
	'POST /codes/generate': {
		request:
			'SweepstakesToken Quantity Length Type Case Prefix Suffix Description Value ExternalURL ExpirationDate ExpirationTime CalledFromMCP CalledFromCLI',
		success:
			'Response Message Data Data.SweepstakesToken Data.Generated Data.Codes Data.Codes.CouponToken Data.Codes.CouponCode Telemetry Telemetry.DataConsumed Telemetry.APICalls Telemetry.MaxAPICalls',
	},
};

const NOTE = 'NoteToken Title Note Views Pinned Status CreatedByAdmin CreationDate';

const EVENT_DETAILS =
	'EventDescription EventLocation EventURL Latitude Longitude EventColor EventAllDay PrivateEvent SMSNotification Completed';
const EVENT_TIMES = 'EventStartDate EventStartTime EventEndDate EventEndTime';
const EVENT = `EventToken SweepstakesToken CreationDate EventLinkedToken EventTitle ${EVENT_TIMES} ${EVENT_DETAILS} EventStatus PeopleInvolved EventTimeZone RepeatThisEvent Notification Automation CreatedByAdmin SerieToken`;

const TICKET = 'CaseNumber Subject Date Priority ResourceAffected';
const TODO = 'TodoToken CreationDate Deadline Title Description Status Priority Pin Views ResourceAffected';
const RULES = 'RulesToken SweepstakesToken Title DocumentContent Status Primary CreationDate';

const CAMPAIGN =
	'CampaignToken SweepstakesToken Name Channel Category Status BlockedReason ReputationHold Archived Origin Counters QuotaReserved ReviewStatus ScheduledAt ScheduleZone LaunchedAt CompletedAt CreationDate UpdatedAt Actions';
const DRIP =
	'DripToken SweepstakesToken Name Description Channel Status BlockedReason StaffHold Archived Trigger StepsCount Counters Origin ActivatedAt PausedAt CompletedAt CreationDate UpdatedAt';
const SURVEY_SETTINGS =
	'Settings Settings.Description Settings.ThankYouMessage Settings.QuestionsPerPage Settings.CollectContactInfo Settings.ShowProgressBar Settings.ShuffleQuestions Settings.AllowMultipleResponses Settings.ShowCountdown Settings.EnableSharing Settings.RedirectUrl Settings.StartDate Settings.EndDate Settings.MaxResponses Settings.Language Settings.Visuals Settings.Visuals.PrimaryColor Settings.Visuals.BackgroundColor Settings.Visuals.CardColor Settings.Visuals.TextColor Settings.Visuals.ButtonColor Settings.Visuals.ButtonTextColor Settings.Visuals.FontFamily Settings.Visuals.ButtonStyle Settings.Visuals.TransitionStyle Settings.Visuals.DarkMode';
const SURVEY_QUESTION =
	'Questions Questions.Page Questions.QuestionText Questions.QuestionDescription Questions.FieldType Questions.Required Questions.Options Questions.Settings Questions.Settings.AllowOther';
const SURVEY =
	'SurveyToken SweepstakesToken SweepstakesName SurveyName CreationDate QuestionsCount PagesCount ResponsesCount IsLocked Settings PublicLink Archived Status';

/** The tables that are only in the reference. */
const REFERENCE: Record<string, Table> = {
	'POST /calendar/create': {
		// Without PeopleInvolved, RepeatThisEvent, Notification and EventStatus: their values are not documented.
		request: `EventTitle ${EVENT_TIMES} ${EVENT_DETAILS} SweepstakesToken`,
		success: 'EventToken EventTitle EventDescription EventStartDate EventEndDate EventTimeZone',
	},
	'POST /calendar/fetch': { request: '', success: `${EVENT} Type ChecklistId` },
	'POST /calendar/single': { request: 'EventToken', success: EVENT },
	'PUT /calendar/update': {
		request: `EventToken EventTitle ${EVENT_TIMES} ${EVENT_DETAILS}`,
		success: 'EventToken EventTitle EventDescription EventColor',
	},
	'DELETE /calendar/delete': { request: 'EventToken', success: 'EventToken' },
	'POST /tickets/create': {
		request: 'Title Description Priority AssignTo Platform',
		success:
			// The name becomes the value of `AssignedTo`, and the email address gets its own key.
			'CaseNumber Subject Priority ResourceAffected AssignedTo AssignedToEmail CreationDate Status',
	},
	'POST /tickets/fetchOpenTickets': { request: 'search platform priority page', success: TICKET },
	'POST /tickets/fetchClosedTickets': { request: 'search platform priority page', success: TICKET },
	'POST /tickets/fetchSingleTicket': {
		request: 'caseNumber',
		success:
			'CaseNumber Date AccountInfo AccountInfo.UserToken AccountInfo.FullName AccountInfo.Email Subject Description Priority NotifyUsers Collaborators ClosedBy CloseDate Notes Files Survey Pin Views Completion ResourceAffected Documentation Statistics Statistics.Id Statistics.Date Statistics.UserToken Statistics.Action Status AttachmentInfo',
	},
	'POST /tickets/update': {
		request: 'CaseId Title Description',
		success: 'CaseNumber Subject Description Priority Status',
	},
	'POST /tickets/resolve': { request: 'CaseId', success: 'CaseNumber Subject Status CloseDate ClosedBy' },
	'POST /tickets/delete': { request: 'CaseId', success: 'CaseNumber' },
	'POST /tickets/createTodo': {
		request: 'Title Priority Description ResourceAffected Pin Deadline',
		success: `${TODO} Completion`,
	},
	'POST /tickets/fetchTodos': {
		// Without year and month, which two dates express as well.
		request: 'page search status priority resource pinned dateFrom dateTo',
		success: TODO,
	},
	'POST /tickets/updateTodo': {
		request: 'TodoToken Title Description Priority ResourceAffected Pin Deadline Status Completion',
		success: `${TODO} Completion`,
	},
	'POST /tickets/deleteTodo': { request: 'TodoToken', success: 'TodoToken' },
	'POST /notes/create': { request: 'Title Note Pinned', success: 'NoteToken Title CreationDate Pinned' },
	'POST /notes/fetch': { request: '', success: NOTE },
	'POST /notes/single': { request: 'NoteToken', success: NOTE },
	'POST /notes/update': {
		request: 'NoteToken Title Note Pinned',
		success: 'NoteToken Title Pinned CreationDate',
	},
	'POST /notes/delete': { request: 'NoteToken', success: 'NoteToken' },
	'POST /messaging/usage': {
		request: '',
		// Each channel becomes an item.
		success:
			'IncludedInPlan Paused PausedBy Month MaxPerMonth Unlimited Used Reserved Remaining LimitReached TransactionalCeiling SenderReady ModuleEnabled DirectMessageEnabled',
	},
	'POST /messaging/send': {
		request: 'ParticipantToken Channel Message Subject IdempotencyKey',
		success: 'ParticipantToken NotificationId Duplicate Channel Status MessageToken',
	},
	'POST /messaging/suppressions': {
		request: 'Channel Search Page ItemsPerPage',
		success: 'Channel Address AddressHash Reason CreationDate Removable',
	},
	'POST /messaging/add-suppressions': { request: 'Channel Addresses', success: 'Channel' },
	'POST /messaging/remove-suppression': {
		request: 'Channel Address AddressHash',
		success: 'Channel Address Reason',
	},
	'POST /messaging/campaigns': {
		request: 'SweepstakesToken Channel Category Status Search Archived Page ItemsPerPage',
		success: CAMPAIGN,
	},
	'POST /messaging/campaign': {
		request: 'CampaignToken',
		success: `${CAMPAIGN} Subject Preheader SmsBody Blocks Sources Filters ExcludeRecentHours ProfileToken`,
	},
	'POST /messaging/campaign-report': {
		request: 'CampaignToken',
		success: 'Campaign Counters Rates ByStatus TopErrors Timeline TopLinks RowsExpired',
	},
	'POST /messaging/campaign-recipients': {
		request: 'CampaignToken Status Search Page ItemsPerPage',
		success: 'Address Status ErrorCode SentAt DeliveredAt OpenedAt ClickedAt NextAttemptAt Segments',
	},
	'POST /messaging/pause-campaign': { request: 'CampaignToken', success: CAMPAIGN },
	'POST /messaging/resume-campaign': { request: 'CampaignToken', success: CAMPAIGN },
	'POST /messaging/cancel-campaign': {
		request: 'CampaignToken',
		success: 'CampaignToken PreviousStatus Status Sent CancelledRows ReleasedUnits',
	},
	'POST /messaging/drips': {
		request: 'SweepstakesToken Channel Status Search Archived Page ItemsPerPage',
		success: DRIP,
	},
	'POST /messaging/drip': { request: 'DripToken', success: `${DRIP} Audience Settings Steps` },
	'POST /messaging/drip-report': {
		request: 'DripToken Days',
		success: 'Drip Days People Totals Rates Steps Timeline TopLinks',
	},
	'POST /messaging/drip-enrollments': {
		request: 'DripToken Status SourceToken Page ItemsPerPage',
		success:
			'EnrollmentToken SourceType SourceToken Status ExitReason NextStep NextStepAt EnrolledAt LastSentAt EndedAt',
	},
	'POST /messaging/drip-remove-contact': {
		request: 'DripToken SourceToken',
		success: 'DripToken SourceToken',
	},
	'POST /messaging/pause-drip': { request: 'DripToken', success: DRIP },
	'POST /messaging/resume-drip': { request: 'DripToken', success: DRIP },
	'POST /entrypage/settings': {
		request: 'SweepstakesToken',
		success: 'EntryPageToken SweepstakesToken EntryPageTitle Settings CreationDate',
	},
	'POST /rules/fetch': {
		request: 'SweepstakesToken',
		success: `${RULES} AbbreviatedRulesForShopify Metadata EntryPeriods Views`,
	},
	'PUT /rules/update': {
		request: 'RulesToken SweepstakesToken Title DocumentContent AbbreviatedRulesForShopify',
		success: RULES,
	},
	'POST /rules/delete': { request: 'RulesToken SweepstakesToken', success: 'RulesToken' },
	'POST /files/upload': {
		request: 'Filename MimeType FileData Private',
		// Simplified, because Upload has no Simplify: without the path and the category's token.
		success: 'FileToken Filename MimeType Size SizeMB Category Private CreationDate',
	},
	'POST /files/fetch': {
		request: 'Page Limit',
		success:
			'FileToken CategoryToken CreationDate FileInfo.Filename FileInfo.Path FileInfo.Size FileInfo.MimeType FileInfo.Encoding FileInfo.UploadByAdmin FileInfo.Opened FileInfo.Private SharedTo VisibleToAdmins Category UsedMB MaxMB RemainingMB',
	},
	'POST /files/getFileUrl': {
		request: 'FileToken Mode ExpiresIn',
		success: 'FileToken Filename MimeType Size SizeMB Mode Url ExpiresIn ExpiresAt',
	},
	'POST /files/send': {
		request: 'FileToken RecipientEmail EmailSubject EmailMessage',
		success: 'FileToken Filename RecipientEmail SizeMB',
	},
	'POST /files/delete': { request: 'FileToken', success: 'FileToken Filename SizeMB' },
	'POST /surveys/fetch': { request: 'SweepstakesToken Status Archived Page Limit', success: SURVEY },
	'POST /surveys/single': {
		request: 'SurveyToken',
		success: `${SURVEY} QuestionToken Page Order QuestionText QuestionDescription FieldType Layout Options Options.Id Options.Label Options.Value Options.Order Required`,
	},
	'POST /surveys/create': {
		request: `SweepstakesToken SurveyName Status ${SURVEY_SETTINGS} ${SURVEY_QUESTION} Questions.Layout Questions.Options.Label Questions.Options.Value Questions.Settings.RatingIcon Questions.Settings.RatingMax Questions.Settings.MinValue Questions.Settings.MaxValue Questions.Settings.DataType Questions.Settings.NumberMin Questions.Settings.NumberMax Questions.Settings.MinDate Questions.Settings.MaxDate Questions.Settings.MinChars Questions.Settings.MaxChars Questions.Settings.Placeholder`,
		success:
			'SurveyToken SweepstakesToken SweepstakesName SurveyName QuestionsCount PagesCount Settings PublicLink Availability.Live Availability.Reasons Availability.Message Status Archived IgnoredSettings',
	},
	'POST /surveys/update': {
		request: `SurveyToken SurveyName Status Archived ${SURVEY_SETTINGS} ${SURVEY_QUESTION}`,
		success: `${SURVEY} UpdatedFields QuestionsReplaced IgnoredSettings`,
	},
	'POST /surveys/delete': {
		request: 'SurveyToken Confirm',
		success: 'SurveyToken SurveyName DeletedQuestions DeletedResponses DeletedStats DeletedFiles',
	},
	'POST /surveys/responses': {
		request: 'SurveyToken Completed FromDate ToDate IncludeMetadata Page Limit',
		success:
			'ResponseToken ParticipantToken CreationDate Completed CompletionTime Answers.QuestionToken Answers.Page Answers.FieldType Answers.QuestionText Answers.Answer Metadata.IpAddress Metadata.UserAgent Metadata.Browser Metadata.DeviceType Metadata.OperatingSystem Metadata.ScreenWidth Metadata.ScreenHeight Metadata.Language Metadata.Referrer Metadata.StartedAt Metadata.CompletedAt',
	},
	'POST /surveys/report': {
		request: 'SurveyToken TimelineDays',
		success:
			'SurveyToken SweepstakesToken SurveyName CreationDate TimelineDays AIInsights Totals.Visits Totals.Starts Totals.PageViews Totals.Completes Totals.Abandons TotalResponses CompletedResponses AbandonedResponses CompletionRate CompletionTimes.Avg CompletionTimes.Min CompletionTimes.Max Devices Browsers Timeline.Day Timeline.EventType Timeline.Count Questions.Distribution.Answer Questions.Distribution.Count Questions.Distribution.Kind Questions.TotalAnswers Questions.Respondents Questions.TotalSelections Questions.OtherHidden Questions.Truncated',
	},
	'POST /tools/timezones': { request: '', success: 'TimezoneId Timezone Abbreviation OffSet Text Utc' },
	'POST /tools/countries': { request: 'search', success: 'NameEnglish NameSpanish DialCode Abbreviation' },
	'POST /tools/states': { request: '', success: 'Name Abbreviation' },
	'POST /tools/zipcodes': { request: 'search', success: 'ZipCode City State' },
	'POST /tools/areacodes': { request: 'search', success: 'Code State' },
	'POST /documentation/fetch': {
		request: 'page limit search',
		success:
			'DocumentToken DocumentTitle Description Language Module Keywords ResourceAffected Files Views Score Status CreationDate LastUpdate',
	},
};

/** The contract's operations. All others are only in the reference. */
export const CONTRACT_ENDPOINTS = Object.keys(CONTRACT);

export const TABLES: Record<string, Table> = { ...CONTRACT, ...REFERENCE };
