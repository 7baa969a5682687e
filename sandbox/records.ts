/*
 * What the sandbox keeps. Documented resources have the specification's field names; a field that no answer shows
 * says so. Instants are ISO 8601 in UTC unless their name ends in `At`, then they are ms since 1970.
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
	/** false marks a paused sweepstakes. */
	Status: boolean;
	CreationDate: string;
}

export interface SweepstakesSettings {
	StartDate: string;
	EndDate: string;
	StartTime: string;
	EndTime: string;
	CreateInCalendar: boolean;
	SyncWithWinners: boolean;
	DeleteIfDeleted: boolean;
	DeleteIfAcctDeleted: boolean;
}

export interface EntryPage {
	SweepstakesToken: string;
	EntryPageToken: string;
	KeyEmail: string;
	KeyPhoneNumber: string;
	FormFields: FormField[];
}

export interface FormField {
	FieldID: string;
	FieldType: string;
	FieldName: string;
	FieldPlaceholder: string;
	FieldRequired: boolean;
	PrimaryField: boolean;
}

export const COLLECTIONS = ['Participants', 'ParticipantsAmoe', 'OptOuts'] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** One participant's entry in one collection of one sweepstakes. */
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
	/** Not shown by any operation. */
	hidden: EntryDetails;
}

export interface EntryDetails {
	GroupToken: string;
	spam: boolean;
	/** Whether every required field of the entry page was filled. */
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
	WinnerToken: string;
	SweepstakesToken: string;
	ParticipantToken: string;
	FirstName: string;
	LastName: string;
	Email: string;
	PhoneNumber: string;
	DrawDate: string;
}

export interface ScheduledDrawing {
	scheduledToken: string;
	sweepstakesToken: string;
	group: string;
	selectedAction: number;
	scheduleMode: string;
	howManyWinnersToPick: number;
	endDate: string;
	endTime: string;
	timezone: number;
	frequency: number;
	dayOfTheWeek?: number;
	weekOfTheMonth?: number;
	message: string;
	includeOptedOutParticipants: boolean;
	publishToWinnersPage: boolean;
	sendCopyToMe: boolean;
	doNotIncludeSpamParticipants: boolean;
	addDrawingToCalendar: boolean;
	/** Which of its times is next, 0 = the first. */
	occurrence: number;
	/** That time. */
	nextDrawing: string;
}

export interface Rule {
	RulesToken: string;
	SweepstakesToken: string;
	Title: string;
	Primary: boolean;
	CreationDate: string;
	/** Not shown by any operation. */
	Body: string;
}

export interface CalendarEvent {
	EventToken: string;
	EventTitle: string;
	EventStartDate: string;
	EventEndDate: string;
	EventDescription: string;
	EventLocation: string;
	EventColor: string;
	EventAllDay: boolean;
	EventStatus: boolean;
	PrivateEvent: boolean;
	Completed: boolean;
	CreationDate: string;
	SweepstakesToken: string;
}

export interface Note {
	NoteToken: string;
	UserToken: string;
	Title: string;
	Body: string;
	Pinned: boolean;
	CreationDate: string;
}

export interface Invoice {
	InvoiceToken: string;
	PublicToken: string;
	InvoiceNumber: string;
	Status: 'draft' | 'pending';
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
	PaymentMethod: string;
	ProcessingFeePercentage: number;
	MerchantFeePercentage: number;
	PublicLink: string;
}

/** An invoice and what its creation was given but does not answer. */
export interface StoredInvoice {
	UserToken: string;
	shown: Invoice;
	BillTo: Record<string, string> & { Name: string; Email: string };
	Title: string;
	TaxLabel: string;
	PaymentInstructions: string;
	NotesToRecipient: string;
	Terms: string;
}

/** The codes of one generation and the attributes they share. */
export interface CodeBatch {
	batchToken: string;
	SweepstakesToken: string;
	createdAt: number;
	Codes: Array<{ CouponToken: string; CouponCode: string }>;
	Description: string;
	Value: string;
	ExternalURL: string;
	ExpirationDate: string;
	ExpirationTime: string;
}

/** What an account has used; one row for each account. */
export interface Usage {
	UserToken: string;
	/** The month `APICalls` and `DataConsumed` belong to, `YYYY-MM`. */
	month: string;
	APICalls: number;
	/** Bytes of request bodies. */
	DataConsumed: number;
	/** The number of the last invoice. */
	invoiceSequence: number;
	/** The user scoring: 3 for each sweepstakes created. */
	score: number;
}

/** A line of an account's log. */
export interface LogEntry {
	logToken: string;
	UserToken: string;
	CreationDate: string;
	Text: string;
}

/** How far the control clock has been moved; one row. */
/** A token that was made here, so that it is the same after a restart. */
export interface StoredToken {
	/** Which account: `1` for the first. */
	account: string;
	token: string;
}

export interface ClockSetting {
	name: 'clock';
	aheadMs: number;
}
