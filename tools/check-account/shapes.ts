import { parseShape, type Shape } from './shape';

/*
 * The shapes of all replies, without the keys that every reply has. `parseShape` explains the notation. `+` marks a key
 * that only the reference has, `-` a key that only the contract has, and `?` a key that may be missing.
 */

const COLLECTION = '=Participants|=ParticipantsAmoe|=OptOuts';
const CHANNEL = '=email|=sms';
const INVOICE_STATUS = '=draft|=pending|=paid|=cancelled';
const PAYMENT_METHOD = '=card|=check|=transfer|=recipient';
const COLUMN_TYPE = '=text|=email|=usphonenumber|=tel|=birthdate|=number|=list';
const QUESTION_TYPE = '=text|=textarea|=radio|=checkbox|=select|=slider|=rating|=nps|=yesno|=date';

const PARTICIPANT = `ParticipantToken:id UserToken?:link SweepstakesToken:id KeyEmail:email KeyPhoneNumber:phone FirstName? LastName? BonusEntries:n
	CreationDate?:at OptOutDate?:at Status:b Collection:${COLLECTION} EntryPagesFields+{*}`;

const CODE = `CouponToken:id SweepstakesToken:id CouponCode:name Description Value ExternalURL ExpirationDate:at|day ExpirationTime
	Status:=not-redeemed|=redeemed|=voided ParticipantToken:link AssignedTo RedemptionDate:at RedemptionTime CreationDate:at!`;

const NOTE = 'NoteToken:id Title:name Note:html Pinned:b CreationDate:at! Views:n Status:b CreatedByAdmin:b';

const EVENT = `EventToken:id SweepstakesToken:link CreationDate:at! Type? EventLinkedToken EventTitle:name EventDescription:html EventLocation
	Latitude:text|n Longitude:text|n EventURL EventStartDate:at|day! EventStartTime:time EventEndDate:at|day EventEndTime:time EventColor
	EventAllDay:b PeopleInvolved[any] EventStatus:b EventTimeZone PrivateEvent:b RepeatThisEvent{*} Notification{*} SMSNotification:b
	Automation?:any CreatedByAdmin:b SerieToken ChecklistId?:any Completed:b`;

const SURVEY = `SurveyToken:id SweepstakesToken:id SweepstakesName SurveyName:name CreationDate:at! QuestionsCount:n PagesCount:n
	ResponsesCount:n IsLocked:b Settings{*} PublicLink:url Archived:b Status:b`;

const RULE = `RulesToken:id SweepstakesToken:id Title:name DocumentContent:html AbbreviatedRulesForShopify?:html AbbrebiatedRulesForShopify?:html
	Metadata?{*} EntryPeriods?[any] Views?[any] Status:b Primary:b CreationDate:at!`;

const CAMPAIGN_COUNTERS = `Targeted:n Excluded{NoConsent:n Suppressed:n Invalid:n Capped:n Duplicate:n NonUsCaNumber:n NotFirstParty:n
	OverQuota:n} Queued:n Sent:n Delivered:n Opened:n Clicked:n Bounced:n Complained:n Unsubscribed:n Failed:n Segments:n`;

const CAMPAIGN = `CampaignToken:id SweepstakesToken:link Name:name Channel:${CHANNEL} Category:=marketing|=transactional|=referral
	Status:=draft|=scheduled|=queued|=sending|=paused|=completed|=cancelled|=failed|=blocked BlockedReason ReputationHold:b Archived:b Origin
	Counters{${CAMPAIGN_COUNTERS}} QuotaReserved:n ReviewStatus:=pending|=approved|=rejected~ ScheduledAt:at ScheduleZone LaunchedAt:at CompletedAt:at
	CreationDate:at! UpdatedAt:at Actions{Pause:b Resume:b Cancel:b}`;

const PEOPLE =
	'Enrolled:n Active:n Completed:n Exited{Unsubscribed:n Suppressed:n Won:n Removed:n} Deferred{*}';

const DRIP = `DripToken:id SweepstakesToken:link Name:name Description Channel:${CHANNEL}
	Status:=draft|=active|=paused|=completed|=blocked BlockedReason StaffHold:b Archived:b Trigger:=join|=existing|=both
	StepsCount:n Counters{${PEOPLE}} Origin ActivatedAt:at PausedAt:at CompletedAt:at CreationDate:at! UpdatedAt:at`;

const SENT = 'Sent:n Delivered:n Opened:n Clicked:n Bounced:n Complained:n Unsubscribed:n Failed:n';
const RATES = 'Delivered:n Opened:n Clicked:n Bounced:n Complained:n Unsubscribed:n Failed?:n';
const BLOCKS = 'Blocks?[Type:=heading|=text|=button|=image|=divider|=coupon|=spacer Text? Label? Url?]';

const PAGES = 'TotalResults:n Page:n ItemsPerPage:n TotalPages:n';

const TICKETS = `Data{TotalTickets:n Page:n Limit:n TotalPages:n Tickets[TicketToken-:link CaseNumber:name Subject Date:at!
	Priority:=1|=2|=3|=low|=medium|=high ResourceAffected Status-:b|=open|=closed CreationDate-:at]}`;

const ALLOWANCE = `IncludedInPlan:b Paused:b PausedBy:=platform|=account~ Month MaxPerMonth:n Unlimited:b Used:n Reserved:n Remaining:n~ LimitReached:b
	TransactionalCeiling:n~ SenderReady?:b`;

const DRAWINGS = `Drawings[ScheduleToken+:id scheduledToken-:id CreationDate:at! Action:=1|=2 ScheduleMode:n|=schedule|=settime Frequency:=0|=1|=2|=3|=4~
	HowManyWinnersToPick:n DayOfTheWeek:=0|=1|=2|=3|=4|=5|=6|=7~ WeekOfTheMonth:=0|=1|=2|=3|=4~ DrawingDate:at|day DrawingTime DeliveryTime DrawingEndDate?:at|day
	DrawingEndTime? Timezone:text|n TimezoneDescription GroupToken:id|=allgroups GroupName Message Options{IncludeOptedOutParticipants:b
	PublishToWinnersPage:b SendCopyToMe:b DoNotIncludeSpamParticipants:b} Status:n StatusDescription] Total:n`;

const GROUP =
	'GroupToken:id UserToken?:link SweepstakesToken:id GroupName:name Primary:b Locked:b CreationDate:at!';

const MODULES = [
	'CreateSweepstakes',
	'CreateEntryPage',
	'CreateOfficialRules',
	'ManageParticipants',
	'SendMessages',
]
	.concat(['DrawWinners', 'SeeReports', 'ManageDomains', 'ManageCoupons', 'AccessDrive', 'AccessCalendar'])
	.concat(['ManageNotes', 'CreateSurveys', 'AccessAPI', 'ManageDripMarketing'])
	.map((name) => `PaidModule${name}:b`)
	.join(' ');

const PLAN = `Data{PlanToken:id Name:name Description Primary:b Locked:b CreationDate:at MaxApiCallsPerMinute?:n MaxInvoicesAllowed?:n
	Settings{ChargePerSweepstakes:b Frequency SubscriptionPrice:n FixedPrice:n CostPerGigaByte:n ExtraCredits:n WalletMinToDeposit:n
	WalletMinToWithdraw:n MaxSweepstakesAllowed:n MaxStorageSize:n MaxParticipantsAllowed:n MaxApiCallsAllowed:n
	MaxApiCallsPerMinute?:n MaxInvoicesAllowed?:n ${MODULES} SubscriptionPriceDiscount+:n FixedPriceDiscount+:n ChargeDTAfterGB+:n
	MerchantProcessorFee+:n MaxSurveysAllowed+:n MaxAiTokensAllowed+:n MaxAgentsAllowed+:n MaxEmailsPerMonth+:n MaxSmsPerMonth+:n
	MaxEmailTemplatesAllowed+:n MaxDripCampaignsAllowed+:n AllowSurveysSharing+:b AllowInvoicesSharing+:b AllowAgentsSharing+:b
	AllowDripCampaignsSharing+:b AllowEmailMessaging+:b AllowSmsMessaging+:b}}
	Usage+{Sweepstakes:n MaxSweepstakes:n ArchivedSweepstakes:n Surveys:n MaxSurveys:n Invoices:n MaxInvoices:n Participants:n
	MaxParticipants:n ApiCalls:n MaxApiCalls:n MaxApiCallsPerMinute:n Agents:n MaxAgents:n Emails:n MaxEmails:n SmsSegments:n
	MaxSmsSegments:n Drips?:n MaxDrips?:n MessagingMonth Breakdown{EntryPageParticipants:n AmoeParticipants:n} Notes{*}}`;

const SETTINGS = `Language+ Timezone+:n~ StartDate+:day|at ExpirationDate?:day|at EndDate?:day|at StartTime+:time EndTime+:time
	EmailSenderFrom+ EmailSenderSubject+ PrimaryOptInMessageSMS+ PrimaryOptInMessageEmail+ SecondaryOptInMessageSMS+
	SecondaryOptInMessageEmail+ ExpirationMessageSMS+ ExpirationMessageEmail+ AllowDuplicatedEntries+:b~
	MaxAllowedEntriesForParticipant+:n~ MaxAllowedParticipants+:n~ DefaultGroup+:link InstantWinFrequency+:n~ InstantWinMessageSMS+
	InstantWinMessageEmail+ OneTimeReminder+:b~ OneTimeReminderMessageSMS+ OneTimeReminderMessageEmail+ ReportFrequency+:n~
	UnsubscribedParticipantsRemainElegible+:b~ DefaultStopMessage+:text|b SendHintSmsGateway+:b~ ConfirmationResponseSwitch+:b~`;

const FORM_FIELD = `FieldID-:name FieldType-:${COLUMN_TYPE} FieldName-:name FieldPlaceholder- FieldRequired-:b PrimaryField-:b
	Id+:name|n Name+:name Type+:${COLUMN_TYPE} Required+:b Placeholder+ MaxLength?:n~ Options?[Id:name|n Name]`;

const WINNER = `ParticipantToken:id GroupToken:id GroupName:name OptInDate:at KeyPhoneNumber:phone KeyEmail:email EntryPagesFields{*} BonusEntries:n
	WinnerInfo:b WasNotify:b IsAmoe:b Handler:handler! SweepsName:name DrawDateTime:at!`;

const INVOICE = `InvoiceToken:id PublicToken:id InvoiceNumber:number! Title CreationDate:at! UpdatedAt:at IssueDate:at|day! DueDate:at|day Currency:currency!
	BillTo{Name Email:email Phone? Company? Address? City? State? ZipCode? Country? TaxId?} Items[Id:text|n Description Quantity:n Rate:n Amount:n]
	Subtotal:n DiscountAmount:n TaxEnabled:b TaxLabel TaxRate:n TaxAmount:n Total:n Status:${INVOICE_STATUS} PaymentMethod:${PAYMENT_METHOD} PaymentInstructions
	NotesToRecipient Terms ProcessingFeePercentage:n MerchantFeePercentage:n IsSandboxInvoice:b Archived:b`;

const SHAPES: Readonly<Record<string, string>> = {
	'POST /account/health-check': '',
	'POST /account/plan': PLAN,
	'POST /account/profile': `Data{UserToken:id Nickname Email:email UserType:n Status:b CreationDate:at LastLogin:at IsPlatformAccount?:b
		ProfileData{FullName MobilePhone Address City State ZipCode Country Avatar BirthDate:at|day}}`,
	'POST /account/business': `Data{BusinessName BusinessTelephone BusinessAddress BusinessCity BusinessState BusinessZipCode
		BusinessCountry BusinessWebsite EIN}`,
	'POST /sweepstakes/fetch': `Data[SweepstakesToken:id UserToken?:link SweepstakesName:name SweepstakesType:=1|=2|=3 Handler:handler! Settings{${SETTINGS}}
		Notes?[any] AdminChecklist?[any] Score?:n Archived:b Status:b CreationDate:at!] Count:n`,
	'POST /participants/count': `Data{SweepstakesToken:id FilterType:=all|=participants|=amoe|=optouts DateRange{*} Counts{Participants:n AmoeParticipants:n OptOuts:n
		Total:n}}`,
	'POST /participants/fetch': `Participants[${PARTICIPANT}] Pagination{Page:n Limit:n Total:n TotalPages:n}`,
	'POST /participants/single': `Data{SweepstakesToken:link SweepstakesName TotalEntries:n Collections[${COLLECTION}] SearchCriteria+{*}
		Entries[${PARTICIPANT}]}`,
	'POST /entrypage/fields': `Data{SweepstakesToken:link EntryPageToken:link KeyEmail KeyPhoneNumber FormFields[${FORM_FIELD}]}`,
	'POST /entrypage/settings': `Data{EntryPageToken:link SweepstakesToken:link EntryPageTitle Settings{*} CreationDate:at}`,
	'POST /groups/fetch': `Data[${GROUP}] Count:n`,
	'POST /winners/fetch': `TotalWinners:n Winners[${WINNER}]`,
	'GET /winners/fetchscheduled': DRAWINGS,
	'POST /winners/fetchscheduled': DRAWINGS,
	'POST /rules/fetch': `Data{TotalRules:n PrimaryRule?{${RULE}} SecondaryRules?[${RULE}] SweepstakesToken:link}`,
	'POST /codes/stats':
		'Data{SweepstakesToken:link Total:n Assigned:n Unassigned:n Redeemed:n Voided:n Available:n}',
	'POST /codes/fetch': `Data{Codes[${CODE}] ${PAGES} SearchTruncated?:b}`,
	'POST /codes/single': `Data{Code{${CODE}}}`,
	'POST /codes/settings': `Data{SweepstakesToken:link Configured:b Settings{CouponEntryPageRegistration:=0|=1|=2|=3 CouponAmoePageRegistration:=0|=1|=2|=3
		WhatToDoWhenNoCouponCodeIsAvailable:=0|=1 CouponCodeType:=1|=2 CouponCodeLength:n DisplayCouponCodeOnConfirmationPage:b
		SendCouponCodeToParticipantByEmail:b SendCouponCodeToParticipantBySMS:b RejectInvalidCouponCode:b CouponCodeCaseSensitive:b
		InvalidCouponCodeErrorMessage CouponRequestFieldLabel CouponThankYouPageMessage}}`,
	'POST /invoices/fetch': `Data{Invoices[InvoiceToken:id PublicToken:id InvoiceNumber:number! Title CreationDate:at! IssueDate:at|day!
		DueDate:at|day RecipientName RecipientEmail:email Currency:currency! Subtotal:n DiscountAmount:n TaxEnabled:b TaxAmount:n Total:n Status:${INVOICE_STATUS}
		PaymentMethod:${PAYMENT_METHOD} IsManualPayment:b IsOverdue:b DaysElapsed:n~ DaysOverdue:n~ Views:n Notifications:n LastViewDate:at
		LastNotificationDate:at PaidDate:at Archived:b ProcessingFeePercentage:n MerchantFeePercentage:n]
		Summary{TotalPending:n TotalPaid:n CountPending:n CountPaid:n CountDraft:n CountOverdue:n CountTotal:n}
		Pagination{Page:n Limit:n TotalInvoices:n TotalPages:n}}`,
	'POST /invoices/single': `Data{Invoice{${INVOICE}} Payment?{IsPaid:b IsManualPayment:b PaidDate:at Method PayerName PayerEmail:email CCType
		CCLastFourDigits GrossAmount:n~ ProcessingFee:n~ NetAmount:n~ Reference} PublicLink:url! QrCode?:image Stats?{Views:n UniqueViews:n
		FirstViewDate:at LastViewDate:at Notifications:n LastNotificationDate:at PaymentAttempts:n FailedAttempts:n}
		Derived?{IsOverdue:b DaysSinceIssued:n~ DaysOverdue:n~ DaysToPayment:n~} Events?{Totals{*} Timeline?[EventType Description
		CreationDate:at IpAddress Browser DeviceType OperatingSystem Referrer]} ModificationsLog?[any]}`,
	'POST /surveys/fetch': `Data{Surveys[${SURVEY}] Pagination{Page:n Limit:n TotalSurveys:n TotalPages:n}}`,
	'POST /surveys/single': `Data{Survey{${SURVEY}} Questions[QuestionToken:id Page:n Order:n QuestionText:name QuestionDescription FieldType:${QUESTION_TYPE}
		Layout Options?[Id:text|n Label:text|n Value:text|n Order?:n] Settings?{*} Required:b Status:b]}`,
	'POST /surveys/responses': `Data{SurveyToken:link SweepstakesToken:link SurveyName Responses[ResponseToken:id ParticipantToken:link
		CreationDate:at! Completed:b CompletionTime:n~ Answers[QuestionToken:id Page:n FieldType:${QUESTION_TYPE} QuestionText:name Answer:any] Metadata?{*}]
		Pagination{Page:n Limit:n TotalResponses:n TotalPages:n}}`,
	'POST /surveys/report': `Data{SurveyToken:link SweepstakesToken:link SurveyName CreationDate:at TimelineDays:n AIInsights?:any
		Report{Totals{Visits:n Starts:n PageViews:n Completes:n Abandons:n} TotalResponses:n CompletedResponses:n AbandonedResponses:n
		CompletionRate:n CompletionTimes?{Avg:n~ Min:n~ Max:n~} Devices?[Label Count:n] Browsers?[Label Count:n]
		Timeline?[Day:day|at EventType Count:n] Questions?[QuestionToken:id Page:n Order:n QuestionText:name FieldType:${QUESTION_TYPE} Options?[any]
		Distribution?[Answer:any Count:n Kind?:=value|=other] TotalAnswers:n Respondents?:n TotalSelections?:n OtherHidden?{Answers:n Count:n}
		Truncated?:b]}}`,
	'POST /messaging/usage': `Data{ModuleEnabled:b DirectMessageEnabled:b Email{${ALLOWANCE}} Sms{${ALLOWANCE}}}`,
	'POST /messaging/suppressions': `Data{Suppressions[Channel:${CHANNEL} Address:name AddressHash Reason:=unsubscribe|=stop|=complaint|=bounce|=manual|=import
		CreationDate:at! Removable:b] ${PAGES}}`,
	'POST /messaging/campaigns': `Data{Campaigns[${CAMPAIGN}] ${PAGES}}`,
	'POST /messaging/campaign': `Data{Campaign{${CAMPAIGN} Content{Subject Preheader SmsBody ${BLOCKS}} Audience{Sources[text] Filters{*}
		ExcludeRecentHours:n} Sender{ProfileToken:link}}}`,
	'POST /messaging/campaign-report': `Data{Campaign{${CAMPAIGN}} Counters{${CAMPAIGN_COUNTERS}} Rates{${RATES}} ByStatus{*}
		TopErrors?[Code:text|n Count:n] Timeline?[Hour Count:n] TopLinks?[Link Clicks:n] RowsExpired:b}`,
	'POST /messaging/campaign-recipients': `Data{Recipients[Address:name
		Status:=queued|=sending|=sent|=delivered|=opened|=clicked|=bounced|=complained|=failed|=suppressed|=unsubscribed|=cancelled ErrorCode:text|n SentAt:at DeliveredAt:at OpenedAt:at
		ClickedAt:at NextAttemptAt:at Segments:n] ${PAGES}}`,
	'POST /messaging/drips': `Data{Drips[${DRIP}] ${PAGES} PlanLimit{MaxAllowed:n CurrentCount:n Unlimited:b LimitReached:b} CanRun:b}`,
	'POST /messaging/drip': `Data{Drip{${DRIP} Audience{Sources[text] AcquisitionChannels[text] Groups:n Lists:n Agents:n}
		Settings{Language SendWindow:any ExitOnClick:b ExitOnWin:b MaxEnrollmentsPerDay:n HasTemplate:b} Steps[Index:n StepToken:link
		Name Delay{Value:n Unit} Content{Subject? Preheader? ${BLOCKS} SmsBody?}]}}`,
	'POST /messaging/drip-report': `Data{Drip{${DRIP}} Days:n People{${PEOPLE}} Totals{${SENT}} Rates{${RATES}} Steps[Index:n Name
		Delay{Value:n Unit} Waiting:n Counters{${SENT}} Rates{${RATES}}] Timeline[Day:day|at Sent:n Opened:n Clicked:n Unsubscribed:n]
		TopLinks?[Link Step:n Clicks:n]}`,
	'POST /messaging/drip-enrollments': `Data{DripToken:link Enrollments[EnrollmentToken:id SourceType:=participant|=amoe|=lead|=subscriber
		SourceToken:name Status:=active|=completed|=exited
		ExitReason:=unsubscribed|=suppressed|=no_consent|=removed|=clicked|=won|=invalid|=undeliverable|=over_quota~
		NextStep:n~ NextStepAt:at EnrolledAt:at! LastSentAt:at EndedAt:at] ${PAGES}}`,
	'POST /notes/fetch': `Data{TotalNotes:n Notes[${NOTE}]}`,
	'POST /notes/single': `Data{${NOTE}}`,
	'POST /calendar/fetch': `Data{TotalEvents:n Events[${EVENT}]}`,
	'POST /calendar/single': `Data{${EVENT}}`,
	'POST /files/fetch': `Data{Files[FileToken:id CategoryToken:link CreationDate:at! FileInfo{Filename:name Path Size:n MimeType:name Encoding
		UploadByAdmin:b Opened:n|b Private:b} SharedTo[any] VisibleToAdmins:b] Categories[CategoryToken:id Category Color Primary:b]
		Storage{UsedMB:n MaxMB:n RemainingMB:n} Pagination{Page:n Limit:n TotalFiles:n TotalPages:n}}`,
	'POST /files/getFileUrl':
		'Data{FileToken:id Filename:name MimeType:name Size:n SizeMB:n Mode:=preview|=download Url:url! ExpiresIn:n ExpiresAt:at!}',
	'POST /tickets/fetchOpenTickets': TICKETS,
	'POST /tickets/fetchClosedTickets': TICKETS,
	'POST /tickets/fetchSingleTicket': `Data{TicketToken-:link CaseNumber:name Date:at! AccountInfo{*} Subject:name Description:html Priority:=1|=2|=3|=low|=medium|=high
		NotifyUsers[any] Collaborators[any] ClosedBy:any CloseDate:at Notes[any] Files[any] Survey{*} Pin:b Views:n Completion:n
		ResourceAffected Documentation[any] Statistics[any] Status:b|=open|=closed AttachmentInfo{*} CreationDate-:at}`,
	'POST /tickets/fetchTodos': `Data{TotalTodos:n Page:n Limit:n TotalPages:n Todos[TodoToken:id CreationDate:at! Deadline:at|day Title:name
		Description:html Status:b Priority:=1|=2|=3 Pin:b Views:n ResourceAffected]}`,
	'POST /billing/fetchtransactions': `Data{TotalTransactions:n Transactions[InvoiceNumber TransactionID:text|n Description Amount:n
		AmountPrizes:n Status ResponseCode ErrorCode Views:n IsFirstTransaction:b IsSandboxTransaction:b Refunded:b CronPay:b DocumentType
		DataTransferTx:b VoidDate:at CreationDate:at! ExpirationDate:at SentByEmail[any] Downloads[any]]}`,
	'POST /billing/consumptions': 'Data{GrandTotal:n Consumptions[Year:n Total:n Months?[Month:n Total:n]]}',
	'POST /billing/datatransfer': `Data{TotalRecords:n DataTransfer[SweepstakesToken:link DataTransferred:n Paid:b AmountPaid:n Rate:n
		TransactionID:text|n Date:at!]}`,
	'POST /wallet/fetchtransactions': `Data{TotalTransactions:n Transactions[TransactionID:text|n Description CCType CCLastFourDigits
		TransactionType:=credit|=debit Amount:money! ErrorCode Views:n IsSandboxTransaction:b VoidedByAdmin:b Status:b CreationDate:at! Notes[any]
		Files[any]]}`,
	'POST /tools/timezones': `Data{TotalTimezones:n Timezones[TimezoneId:n Timezone:name Abbreviation OffSet Text:name Utc[text]]}`,
	'POST /tools/states': 'Data{TotalStates:n States[Name:name Abbreviation:name]}',
	'POST /tools/countries':
		'Data{TotalResults:n Countries[NameEnglish:name NameSpanish DialCode Abbreviation:name]}',
	'POST /tools/zipcodes': 'Data{TotalResults:n ZipCodes[ZipCode:name City:name State:name]}',
	'POST /tools/areacodes': 'Data{TotalResults:n AreaCodes[Code:name|n State]}',
	'POST /documentation/fetch': `Data{TotalDocuments:n CurrentPage:n TotalPages:n Limit:n HasNextPage:b HasPrevPage:b
		Documents[DocumentToken:id DocumentTitle:name Description Language Module Keywords ResourceAffected Files[any] Views:n Score[any]
		Status:b CreationDate:at! LastUpdate:at]}`,
	'POST /groups/create': `Data{${GROUP}}`,
	'POST /groups/delete': '',
	'POST /notes/create':
		'Data{NoteToken:id Title:name CreationDate:at! Pinned:b Note? Views?:n Status?:b CreatedByAdmin?:b}',
	'POST /notes/delete': 'Data?{NoteToken:link}',
	'POST /codes/create': `Data{SweepstakesToken:link Received:n Created:n Codes[CouponToken:id CouponCode:name] Duplicates?[text]
		DuplicateCount?:n Invalid?[text] InvalidCount?:n}`,
	'POST /codes/delete': 'Data{Requested:n Deleted:n Skipped[any] SkippedCount:n}',
	'POST /invoices/create': `Data{InvoiceToken:id PublicToken:id InvoiceNumber:number! Title? Status:${INVOICE_STATUS} IssueDate:at|day DueDate:at|day Currency:currency!
		BillTo?{*} Items[Id:text|n Description Quantity:n Rate:n Amount:n] Subtotal:n DiscountAmount:n TaxEnabled:b TaxLabel? TaxRate:n
		TaxAmount:n AmountBeforeFees?:n ServiceFeeAmount-:n MerchantFeeAmount?:n FeeAmount?:n FeesChargedToRecipient?:b Total:n
		PaymentMethod:${PAYMENT_METHOD} ProcessingFeePercentage?:n MerchantFeePercentage?:n PublicLink:url!}`,
	'POST /invoices/delete': `Data?{InvoiceToken:link InvoiceNumber PreviousStatus InvoicesDeleted:n EventsDeleted:n
		FinancialRecords}`,
	'POST /participants/add': 'Data+{ParticipantToken:id}',
	'DELETE /participants/delete': `Data{ParticipantToken:link SweepstakesToken:link DeletedFrom[${COLLECTION}] DeletedCount:n}`,
};

/** The keys that every successful reply has. `envelopeFindings` checks Response. */
const ENVELOPE = 'Response?:any Message? Telemetry?{DataConsumed:n APICalls:n MaxAPICalls:n}';

/** The shape of every refusal. */
export const FAILURE: Shape = parseShape(
	'Response?:any Message Code?:n Help?{ExpectedBody?{*} EligibleParticipants?:n|text} Data?{*} Hint? Candidates?[any] Telemetry?{*}',
);

/** The shapes of successful replies, by method and path. */
export const SUCCESSES: ReadonlyMap<string, Shape> = new Map(
	Object.entries(SHAPES).map(([call, shape]) => [call, parseShape(`${ENVELOPE} ${shape}`)]),
);
