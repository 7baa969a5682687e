/*
 * The stored records. Fields have the names from the API documents, and a comment marks each field that no reply
 * contains. Instants are ISO 8601 in UTC, or ms since 1970 if the name ends in `At`.
 */

export interface Sweepstakes {
	SweepstakesToken: string;
	UserToken: string;
	SweepstakesName: string;
	SweepstakesType: number;
	Handler: string;
	Settings: SweepstakesSettings;
	Notes: object[];
	AdminChecklist: object[];
	Score: number;
	Archived: boolean;
	/** Whether the sweepstakes is active; false means that it is paused. */
	Status: boolean;
	CreationDate: string;
}

/** The settings that an operation can change. All other settings are constant. */
export interface SweepstakesSettings {
	StartDate: string;
	EndDate: string;
	StartTime: string;
	EndTime: string;
}

export interface EntryPage {
	SweepstakesToken: string;
	EntryPageToken: string;
	KeyEmail: string;
	KeyPhoneNumber: string;
	FormFields: FormField[];
	Settings: Record<string, unknown>;
}

export interface FormField {
	FieldID: string;
	FieldType: string;
	FieldName: string;
	FieldPlaceholder: string;
	FieldRequired: boolean;
	PrimaryField: boolean;
	/** The choices of a list. An entry stores the Id of the choice. */
	Options?: Array<{ Id: string; Name: string }>;
	MaxLength?: number;
}

export const COLLECTIONS = ['Participants', 'ParticipantsAmoe', 'OptOuts'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** A participant's entry in one collection of one sweepstakes. */
export interface Entry {
	ParticipantToken: string;
	UserToken: string;
	SweepstakesToken: string;
	KeyEmail: string;
	KeyPhoneNumber: string;
	FirstName: string;
	LastName: string;
	BonusEntries: number;
	CreationDate: string;
	Status: boolean;
	Collection: Collection;
	/** The details of the entry that no reply contains. */
	hidden: EntryDetails;
}

interface EntryDetails {
	GroupToken: string;
	spam: boolean;
	/** Whether every required field is filled. */
	completed: boolean;
	lang: string;
	source: string;
	fields: Record<string, unknown>;
}

export interface Group {
	GroupToken: string;
	UserToken: string;
	SweepstakesToken: string;
	GroupName: string;
	Primary: boolean;
	Locked: boolean;
	CreationDate: string;
}

export interface Winner {
	/** No reply contains this token. */
	WinnerToken: string;
	SweepstakesToken: string;
	record: WinnerRecord;
}

export interface WinnerRecord {
	ParticipantToken: string;
	GroupToken: string;
	GroupName: string;
	OptInDate: string;
	KeyPhoneNumber: string;
	KeyEmail: string;
	EntryPagesFields: Record<string, unknown>;
	BonusEntries: number;
	WinnerInfo: boolean;
	WasNotify: boolean;
	IsAmoe: boolean;
	Handler: string;
	SweepsName: string;
	DrawDateTime: string;
}

export interface ScheduledDrawing {
	ScheduleToken: string;
	SweepstakesToken: string;
	CreationDate: string;
	/** The request that scheduled the drawing. */
	order: DrawingOrder;
	/** The index of the next drawing time, counted from 0. */
	occurrence: number;
	/** The time of the next drawing or, once all drawings are done, of the last one. */
	drawingTime: string;
	/** 0 means pending, 1 completed and 2 failed. */
	Status: 0 | 1 | 2;
}

/** The request of winners/schedule without its sweepstakes. */
export interface DrawingOrder {
	group: string;
	/** 1 means only to draw, and 2 to draw and notify. */
	selectedAction: number;
	/**
	 * `schedule` means one drawing at endDate and endTime. `settime` means repeated drawings until endDate and endTime.
	 */
	scheduleMode: 'schedule' | 'settime';
	howManyWinnersToPick: number;
	endDate: string;
	endTime: string;
	/** The time of day of the drawings, used with `settime`; endTime by default. */
	deliveryTime?: string;
	/** A TimezoneId. */
	timezone: number;
	/** How often to draw, used with `settime`: 0 once, on endDate; 1 hourly, 2 daily, 3 weekly, 4 monthly. */
	frequency: number;
	/** The day of the week from 1 for Sunday to 7 for Saturday. */
	dayOfTheWeek?: number;
	weekOfTheMonth?: number;
	message: string;
	includeOptedOutParticipants: boolean;
	publishToWinnersPage: boolean;
	sendCopyToMe: boolean;
	doNotIncludeSpamParticipants: boolean;
	addDrawingToCalendar: boolean;
}

export interface Rule {
	RulesToken: string;
	SweepstakesToken: string;
	Title: string;
	Primary: boolean;
	CreationDate: string;
	/** The document in HTML. */
	DocumentContent: string;
	AbbreviatedRulesForShopify: string;
}

/** A calendar event. Only fields that differ between events are stored. */
export interface CalendarEvent {
	EventToken: string;
	UserToken: string;
	/** The sweepstakes that the event belongs to, or '' if there is none. */
	SweepstakesToken: string;
	CreationDate: string;
	Type: 'start' | 'end';
	EventTitle: string;
	EventStartDate: string;
	EventEndDate: string;
	/** The other request fields of /calendar/create and update, under the reference's names. */
	details: object;
}

export interface Note {
	NoteToken: string;
	UserToken: string;
	Title: string;
	Note: string;
	Pinned: boolean;
	CreationDate: string;
}

export interface Ticket {
	/** The case number, which consists of seven letters and digits. */
	CaseNumber: string;
	TicketToken: string;
	UserToken: string;
	Subject: string;
	Description: string;
	/** 1 means low, 2 medium and 3 high. */
	Priority: number;
	ResourceAffected: string;
	AssignedTo: { FullName: string; Email: string } | null;
	CreationDate: string;
	/** When the ticket was closed; null while it is open. */
	CloseDate: string | null;
	/** Whether the ticket is locked, in which case it can be neither resolved nor deleted. */
	isLocked?: boolean;
	/** The history of the ticket. */
	Statistics: Array<{ Id: number; Date: string; UserToken: string; Action: string }>;
}

export interface Todo {
	TodoToken: string;
	UserToken: string;
	CreationDate: string;
	/** The deadline as `YYYY-MM-DD`. */
	Deadline: string | null;
	Title: string;
	Description: string;
	/** 1 means low, 2 medium and 3 high. */
	Priority: number;
	ResourceAffected: string;
	Pin: boolean;
	/** Whether the to-do is done; false while it is pending. */
	Status: boolean;
	/** The progress in percent. */
	Completion: number;
}

export interface Survey {
	SurveyToken: string;
	UserToken: string;
	SweepstakesToken: string;
	SurveyName: string;
	CreationDate: string;
	/** The settings that requests have set so far. */
	Settings: Record<string, unknown>;
	Archived: boolean;
	Status: boolean;
	/** The questions, sorted by page and order. */
	questions: SurveyQuestion[];
}

export interface SurveyQuestion {
	QuestionToken: string;
	Page: number;
	Order: number;
	QuestionText: string;
	QuestionDescription: string;
	FieldType: string;
	Layout: string;
	Options: Array<{ Id: string; Label: string; Value: string; Order: number }>;
	Settings: Record<string, unknown>;
	Required: boolean;
	Status: boolean;
}

/** A response to a survey. It keeps the questions as they were when the person answered them. */
export interface SurveyResponse {
	ResponseToken: string;
	SurveyToken: string;
	SweepstakesToken: string;
	ParticipantToken: string | null;
	CreationDate: string;
	Completed: boolean;
	/** How long the person took, in seconds. */
	CompletionTime: number;
	Answers: Array<{
		QuestionToken: string;
		Page: number;
		FieldType: string;
		QuestionText: string;
		Answer: SurveyAnswer;
	}>;
}

type SurveyAnswer = string | number | string[];

export interface StoredFile {
	FileToken: string;
	UserToken: string;
	CategoryToken: string;
	CreationDate: string;
	Filename: string;
	MimeType: string;
	/** The size in bytes. */
	Size: number;
	Private: boolean;
	/** To whom the file was sent. The reference mentions date, method and recipient, but not their keys. */
	SharedTo: Array<{ Date: string; Method: string; Recipient: string }>;
	/** The content in Base64. */
	content: string;
}

export interface FileCategory {
	CategoryToken: string;
	UserToken: string;
	Category: string;
	Color: string;
	Primary: boolean;
}

/** A temporary address of a file. */
export interface FileLink {
	LinkToken: string;
	UserToken: string;
	FileToken: string;
	Mode: 'preview' | 'download';
	expiresAt: number;
}

export const INVOICE_STATUSES = ['draft', 'pending', 'paid', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export interface Invoice {
	InvoiceToken: string;
	PublicToken: string;
	InvoiceNumber: string;
	Status: InvoiceStatus;
	IssueDate: string;
	DueDate: string;
	Currency: string;
	Items: Array<{ Id: string; Description: string; Quantity: number; Rate: number; Amount: number }>;
	Subtotal: number;
	DiscountAmount: number;
	TaxEnabled: boolean;
	TaxRate: number;
	TaxAmount: number;
	AmountBeforeFees: number;
	ServiceFeeAmount: number;
	MerchantFeeAmount: number;
	FeeAmount: number;
	FeesChargedToRecipient: boolean;
	Total: number;
	PaymentMethod: 'card' | 'check' | 'transfer' | 'recipient';
	ProcessingFeePercentage: number;
	MerchantFeePercentage: number;
	PublicLink: string;
}

/** An invoice, including fields of the request that no reply contains. */
export interface StoredInvoice {
	UserToken: string;
	shown: Invoice;
	BillTo: Record<string, string> & { Name: string; Email: string };
	Title: string;
	TaxLabel: string;
	PaymentInstructions: string;
	NotesToRecipient: string;
	Terms: string;
	CreationDate: string;
	UpdatedAt: string;
	/** The payment, once the invoice is paid. */
	payment?: InvoicePayment;
	/** The events, oldest first. */
	events: InvoiceEvent[];
	/** The log, with one entry per update. */
	log: Array<{ Date: string; Changes: InvoiceChange[] }>;
}

interface InvoicePayment {
	isManual: boolean;
	PaidDate: string;
}

interface InvoiceEvent {
	EventType: 'created' | 'issued' | 'updated' | 'cancelled' | 'viewed' | 'paid';
	CreationDate: string;
}

export interface InvoiceChange {
	Field: string;
	From: unknown;
	To: unknown;
}

/** The attributes of a code. Codes that one call adds share the object until one of the codes is changed. */
export interface CodeAttributes {
	Description: string | null;
	Value: string | null;
	ExternalURL: string | null;
	/** The day as `YYYY-MM-DD`. */
	ExpirationDate: string | null;
	ExpirationTime: string | null;
}

export interface Code {
	CouponToken: string;
	SweepstakesToken: string;
	CouponCode: string;
	/** Codes that one call adds share this object, because a sweepstakes can have a million codes. */
	attributes: CodeAttributes;
	Status: 'not-redeemed' | 'redeemed' | 'voided';
	ParticipantToken: string | null;
	redeemedAt: number | null;
	createdAt: number;
}

/** A message to a participant. */
export interface Delivery {
	MessageToken: string;
	UserToken: string;
	ParticipantToken: string;
	Channel: 'email' | 'sms';
	/** The recipient's email address or phone number, as stored in the participant's entry. */
	Address: string;
	/** The number of segments of a text message; 1 by default. */
	Segments?: number;
	IdempotencyKey?: string;
	sentAt: number;
}

/** A message that sends a code to its participant. */
export interface CodeMessage extends Delivery {
	SweepstakesToken: string;
	CouponToken: string;
}

/** A message sent by /messaging/send. */
export interface DirectMessage extends Delivery {
	NotificationId: string;
	Subject: string;
	Message: string;
}

/** An address on the do-not-contact list. */
export interface Suppression {
	UserToken: string;
	Channel: 'email' | 'sms';
	Address: string;
	/** The SHA-256 hash of the address, in hex. */
	AddressHash: string;
	Reason: (typeof SUPPRESSION_REASONS)[number];
	CreationDate: string;
}

export const SUPPRESSION_REASONS = [
	'unsubscribe',
	'stop',
	'complaint',
	'bounce',
	'manual',
	'import',
] as const;

/** A call of /messaging/add-suppressions. */
export interface SuppressionCall {
	token: string;
	UserToken: string;
	/** The number of valid addresses. */
	count: number;
	at: number;
}

/** The saved settings for handing out a sweepstakes' codes. */
export interface CodeSettings {
	SweepstakesToken: string;
	settings: Record<string, unknown>;
}

export interface Usage {
	UserToken: string;
	/** The month of `APICalls` and `DataConsumed`, as `YYYY-MM`. */
	month: string;
	APICalls: number;
	/** The number of bytes in request bodies. */
	DataConsumed: number;
	/** The number of the last invoice. */
	invoiceSequence: number;
	/** The user score: 3 per sweepstakes created. */
	score: number;
}

export interface LogEntry {
	logToken: string;
	UserToken: string;
	CreationDate: string;
	Text: string;
}

/** A generated token, stored so that it survives a restart. */
export interface StoredToken {
	/** The account's number, counted from `1`. */
	account: string;
	token: string;
}

/** The offset of the clock. There is only one such record. */
export interface ClockSetting {
	name: 'clock';
	aheadMs: number;
}

export const CATEGORIES = ['marketing', 'transactional', 'referral'] as const;

export const CAMPAIGN_STATUSES = [
	'draft',
	'scheduled',
	'queued',
	'sending',
	'paused',
	'completed',
	'cancelled',
	'failed',
	'blocked',
] as const;

export const RECIPIENT_STATUSES = [
	'queued',
	'sending',
	'sent',
	'delivered',
	'opened',
	'clicked',
	'bounced',
	'complained',
	'failed',
	'suppressed',
	'unsubscribed',
	'cancelled',
] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

export interface Campaign {
	CampaignToken: string;
	UserToken: string;
	/** The sweepstakes of the campaign, or null if it has none. */
	SweepstakesToken: string | null;
	Name: string;
	Channel: 'email' | 'sms';
	Category: (typeof CATEGORIES)[number];
	Status: (typeof CAMPAIGN_STATUSES)[number];
	BlockedReason: string | null;
	Archived: boolean;
	/** Whether the list of recipients is complete. */
	isListed: boolean;
	CreationDate: string;
	UpdatedAt: string;
	/** The recipients in the order of the queue. */
	recipients: Array<{ Address: string; Status: RecipientStatus }>;
}

export const DRIP_STATUSES = ['draft', 'active', 'paused', 'completed', 'blocked'] as const;
export const ENROLLMENT_STATUSES = ['active', 'completed', 'exited'] as const;

export interface Drip {
	DripToken: string;
	UserToken: string;
	/** The sweepstakes of the drip, or null if it has none. */
	SweepstakesToken: string | null;
	Name: string;
	Description: string;
	Channel: 'email' | 'sms';
	Status: (typeof DRIP_STATUSES)[number];
	BlockedReason: string | null;
	Archived: boolean;
	/** Whether the drip was edited while it was paused. */
	wasEdited: boolean;
	PausedAt: string | null;
	CreationDate: string;
	UpdatedAt: string;
	/** The enrollments, oldest first. */
	enrollments: Enrollment[];
}

export interface Enrollment {
	EnrollmentToken: string;
	SourceType: 'participant' | 'amoe' | 'lead' | 'subscriber';
	SourceToken: string;
	Status: (typeof ENROLLMENT_STATUSES)[number];
	ExitReason: string | null;
	/** The number of the next step, counted from 1, or null once the contact has left the drip. */
	NextStep: number | null;
	NextStepAt: string | null;
	EnrolledAt: string;
	LastSentAt: string | null;
	EndedAt: string | null;
}
