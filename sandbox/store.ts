import type { Span } from './span';
import { Journal } from './journal';
import { parseJson } from './json';
import { Lag } from './lag';
import type {
	CalendarEvent,
	Campaign,
	ClockSetting,
	Code,
	CodeMessage,
	CodeSettings,
	Collection,
	DirectMessage,
	Drip,
	Entry,
	EntryPage,
	FileCategory,
	FileLink,
	Group,
	LogEntry,
	Note,
	Rule,
	ScheduledDrawing,
	StoredFile,
	StoredInvoice,
	StoredToken,
	Suppression,
	SuppressionCall,
	Survey,
	SurveyResponse,
	Sweepstakes,
	Ticket,
	Todo,
	Usage,
	Winner,
} from './records';

/**
 * The version of the journal's format, which is in its first line. Increment it when a stored record gets a new
 * mandatory field.
 */
const FORMAT = 1;

/**
 * A line of the journal: its format version, a new row, a changed row, a removed row, or the removal of all rows of a
 * parent.
 */
type Change =
	| ['format', format: number]
	| ['insert', table: string, row: object]
	| ['update', table: string, key: string, changes: object]
	| ['remove', table: string, key: string]
	| ['removeAll', table: string, parent: string];

/** Rows by key, and also by parent in the order in which they were inserted. */
class Table<Row extends object> {
	private readonly rows = new Map<string, Row>();
	private readonly byParent = new Map<string, Row[]>();

	constructor(
		readonly name: string,
		private readonly keyOf: (row: Row) => string,
		private readonly parentOf: (row: Row) => string,
		private readonly note: (change: Change) => void,
		private readonly lag: Lag,
	) {}

	get(key: string): Row | undefined {
		const row = this.rows.get(key);
		return row && this.lag.isHidden(row) ? undefined : row;
	}

	all(): Iterable<Row> {
		return this.lag.isOn
			? [...this.rows.values()].filter((row) => !this.lag.isHidden(row))
			: this.rows.values();
	}

	/** Returns the rows of a parent, oldest first. */
	of(parent: string): readonly Row[] {
		const rows = this.byParent.get(parent) ?? [];
		return this.lag.isOn ? rows.filter((row) => !this.lag.isHidden(row)) : rows;
	}

	insert(row: Row): Row {
		this.rows.set(this.keyOf(row), row);
		const siblings = this.byParent.get(this.parentOf(row));
		if (siblings) siblings.push(row);
		else this.byParent.set(this.parentOf(row), [row]);
		this.lag.noteNew(row);
		this.note(['insert', this.name, row]);
		return row;
	}

	/** Changes a row in place. Its key and its parent must stay the same. */
	update(row: Row, changes: Partial<Row>): Row {
		Object.assign(row, changes);
		this.note(['update', this.name, this.keyOf(row), changes]);
		return row;
	}

	remove(row: Row): void {
		const key = this.keyOf(row);
		this.rows.delete(key);
		const siblings = this.byParent.get(this.parentOf(row));
		siblings?.splice(siblings.lastIndexOf(row), 1);
		this.note(['remove', this.name, key]);
	}

	removeAll(parent: string): void {
		for (const row of this.of(parent)) this.rows.delete(this.keyOf(row));
		if (this.byParent.delete(parent)) this.note(['removeAll', this.name, parent]);
	}
}

/**
 * Returns the key of an entry. A participant has at most one entry in each collection. In `Participants`, which has
 * nearly all entries, the key is the participant's token itself, because a separate string would take a tenth more
 * memory.
 */
export const entryKey = (participantToken: string, collection: Collection) =>
	collection === 'Participants' ? participantToken : `${participantToken}/${collection}`;

/** The key of an address on the do-not-contact list. */
export const suppressionKey = ({
	UserToken,
	Channel,
	AddressHash,
}: Pick<Suppression, 'UserToken' | 'Channel' | 'AddressHash'>) => `${UserToken} ${Channel} ${AddressHash}`;

/** The state of the sandbox. It is in memory and, if a file is given, also in a journal on disk. */
export class Store {
	private readonly tables = new Map<string, Table<object>>();
	private readonly ownedBySweepstakes: Array<{ removeAll(sweepstakesToken: string): void }> = [];
	private journal: Journal | undefined;
	private pending: Change[] = [];
	private format: number | undefined;
	private readonly lag = new Lag();

	readonly clock = this.table<ClockSetting>('clock', (row) => row.name);
	readonly tokens = this.table<StoredToken>('tokens', (row) => row.account);
	readonly usage = this.table<Usage>('usage', (row) => row.UserToken);

	readonly log = this.ofAccount<LogEntry>('log', (row) => row.logToken);
	readonly notes = this.ofAccount<Note>('notes', (row) => row.NoteToken);
	readonly events = this.ofAccount<CalendarEvent>('events', (row) => row.EventToken);
	readonly tickets = this.ofAccount<Ticket>('tickets', (row) => row.CaseNumber);
	readonly todos = this.ofAccount<Todo>('todos', (row) => row.TodoToken);
	readonly messages = this.ofAccount<DirectMessage>('messages', (row) => row.MessageToken);
	readonly suppressions = this.ofAccount<Suppression>('suppressions', suppressionKey);
	readonly suppressionCalls = this.ofAccount<SuppressionCall>('suppressionCalls', (row) => row.token);
	readonly campaigns = this.ofAccount<Campaign>('campaigns', (row) => row.CampaignToken);
	readonly drips = this.ofAccount<Drip>('drips', (row) => row.DripToken);
	readonly files = this.ofAccount<StoredFile>('files', (row) => row.FileToken);
	readonly fileCategories = this.ofAccount<FileCategory>('fileCategories', (row) => row.CategoryToken);
	readonly fileLinks = this.ofAccount<FileLink>('fileLinks', (row) => row.LinkToken);
	readonly invoices = this.ofAccount<StoredInvoice>('invoices', (row) => row.shown.InvoiceToken);
	readonly sweepstakes = this.ofAccount<Sweepstakes>('sweepstakes', (row) => row.SweepstakesToken);

	readonly entryPages = this.ofSweepstakes<EntryPage>('entryPages', (row) => row.EntryPageToken);
	readonly entries = this.ofSweepstakes<Entry>('entries', (row) =>
		entryKey(row.ParticipantToken, row.Collection),
	);
	readonly groups = this.ofSweepstakes<Group>('groups', (row) => row.GroupToken);
	readonly winners = this.ofSweepstakes<Winner>('winners', (row) => row.WinnerToken);
	readonly rules = this.ofSweepstakes<Rule>('rules', (row) => row.RulesToken);
	readonly codes = this.ofSweepstakes<Code>('coupons', (row) => row.CouponToken);
	readonly codeMessages = this.ofSweepstakes<CodeMessage>('codeMessages', (row) => row.MessageToken);
	readonly codeSettings = this.ofSweepstakes<CodeSettings>('codeSettings', (row) => row.SweepstakesToken);
	readonly surveys = this.ofSweepstakes<Survey>('surveys', (row) => row.SurveyToken);
	readonly surveyResponses = this.ofSweepstakes<SurveyResponse>(
		'surveyResponses',
		(row) => row.ResponseToken,
	);
	readonly scheduled = this.ofSweepstakes<ScheduledDrawing>('scheduled', (row) => row.ScheduleToken);

	/**
	 * @param file the journal; without one, the state is lost with the process
	 * @throws Error if the file is not a journal of this version; it is then unchanged
	 */
	constructor(file?: string) {
		if (file === undefined) return;
		this.journal = Journal.open(file, (line) => this.replay(line));
		if (this.format === undefined) this.pending.push(['format', FORMAT]);
	}

	/** Writes all changes since the last commit as one line, so that a crash loses either all of them or none. */
	commit(): void {
		if (!this.journal || this.pending.length === 0) return;
		const line = JSON.stringify(this.pending);
		this.pending = [];
		this.journal.append(line);
		if (this.journal.isWorthRewriting) this.journal.rewrite(this.snapshot());
	}

	/**
	 * Begins a call. Rows that the call inserts count as created at this time.
	 *
	 * @param now ms since 1970
	 */
	beginCall(now: number): void {
		this.lag.beginCall(now);
	}

	/** Runs `work` while rows that are newer than the lag are hidden. `work` must not write. */
	withLag<Result>(lag: Span | undefined, work: () => Result): Result {
		return lag ? this.lag.hideDuring(lag, work) : work();
	}

	/** Whether rows are hidden at the moment. */
	get isLagging(): boolean {
		return this.lag.isOn;
	}

	/** Removes a sweepstakes and everything that belongs to it. */
	removeSweepstakes(sweepstakes: Sweepstakes): void {
		for (const event of this.listEvents(sweepstakes)) this.events.remove(event);
		const isOwn = ({ SweepstakesToken }: Campaign) => SweepstakesToken === sweepstakes.SweepstakesToken;
		for (const campaign of this.campaigns.of(sweepstakes.UserToken).filter(isOwn))
			this.campaigns.remove(campaign);
		for (const owned of this.ownedBySweepstakes) owned.removeAll(sweepstakes.SweepstakesToken);
		this.sweepstakes.remove(sweepstakes);
	}

	listEvents({ UserToken, SweepstakesToken }: Sweepstakes): CalendarEvent[] {
		return this.events.of(UserToken).filter((event) => event.SweepstakesToken === SweepstakesToken);
	}

	/** Closes the journal. Later changes stay in memory only. */
	close(): void {
		this.journal?.close();
		this.journal = undefined;
	}

	private ofAccount<Row extends { UserToken: string }>(name: string, keyOf: (row: Row) => string) {
		return this.table<Row>(name, keyOf, (row) => row.UserToken);
	}

	/** A table whose rows are removed together with their sweepstakes. */
	private ofSweepstakes<Row extends { SweepstakesToken: string }>(name: string, keyOf: (row: Row) => string) {
		const table = this.table<Row>(name, keyOf, (row) => row.SweepstakesToken);
		this.ownedBySweepstakes.push(table);
		return table;
	}

	private table<Row extends object>(
		name: string,
		keyOf: (row: Row) => string,
		parentOf: (row: Row) => string = () => '',
	): Table<Row> {
		const note = (change: Change) => {
			if (this.journal) this.pending.push(change);
		};
		const table = new Table<Row>(name, keyOf, parentOf, note, this.lag);
		this.tables.set(name, table as unknown as Table<object>);
		return table;
	}

	private replay(line: string): void {
		const changes = parseJson(line) as Change[] | undefined;
		if (!Array.isArray(changes)) throw new Error('The data file is not a journal of this sandbox.');
		for (const [kind, name, subject, update] of changes) {
			if (kind === 'format') this.format = name;
			if (this.format !== FORMAT) {
				throw new Error(
					'Another version of the sandbox wrote the data file. Name another file with --data, or delete this one.',
				);
			}
			if (kind === 'format') continue;
			const table = this.tables.get(name);
			if (!table) throw new Error(`The data file has a table “${name}” that this sandbox does not know.`);
			if (kind === 'insert') table.insert(subject);
			else if (kind === 'removeAll') table.removeAll(subject);
			else {
				const row = table.get(subject);
				if (!row) continue;
				if (kind === 'remove') table.remove(row);
				else table.update(row, update);
			}
		}
	}

	private *snapshot(): Iterable<string> {
		yield JSON.stringify([['format', FORMAT] satisfies Change]);
		for (const table of this.tables.values()) {
			for (const row of table.all()) {
				yield JSON.stringify([['insert', table.name, row] satisfies Change]);
			}
		}
	}
}
