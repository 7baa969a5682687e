import type { FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client } from '../shared/client/client';
import { toText } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import { describeNoName } from '../shared/n8n/input/damage';
import { appendValue, mustBeOneOf, nameItems, toShortLiteral } from '../shared/n8n/errors/sentences';
import {
	describeFormDay,
	isDoubtfulDay,
	isPossibleBirthday,
	isSerialDay,
	MAX_AGE,
	parseFormDay,
	readDayOrder,
	writeFormDay,
	type DayOrder,
} from '../shared/time/form-day';
import { parseInstant } from '../shared/time/parse';

/** How the values of one field of the entry form were read. */
interface FieldReadings {
	/** For each order of day and month, a date that can be read only in this order. */
	sureDates: Map<DayOrder, string>;
	/** How a date was read that can be read in both orders. */
	either?: Uncertainty;
	/** How a value was read that could mean something else. */
	other?: Uncertainty;
}

/** What a person should compare with the file. */
interface Uncertainty {
	/** A sentence about the first of `items`. */
	sentence: string;
	/** The indexes of the items that this is about. */
	items: Set<number>;
}

/** Where a value comes from. */
export interface ValueSource {
	/** The workflow's time zone as an IANA name. */
	timezone: string;
	/** The index of the item, while all items are read before the first one is sent. */
	itemIndex?: number;
}

/**
 * Reads the dates and choices of a run for the entry form. Whether a file has the day or the month first shows only in
 * several rows, so all items share this object.
 */
export class FormReadings {
	private readonly fields = new Map<string, FieldReadings>();

	/**
	 * Converts a date to the format that a field expects.
	 *
	 * @throws {InputError} if the value is not a date, or if it can be read in two orders and another date of the run has
	 *   the other order
	 */
	readDay(field: FormField, order: DayOrder, value: unknown, source: ValueSource): string {
		const { displayName } = field;
		const { timezone } = source;
		const readings = this.getReadings(displayName);
		const { sureDates } = readings;
		const text = toText(value).trim();
		const found = readDayOrder(text);
		if (found && found !== 'either' && !sureDates.has(found)) sureDates.set(found, text);
		const day = parseFormDay(value, order, timezone);
		if (!day) {
			const refusal = appendValue(describeFormDay(order), value);
			const first = found === 'DD/MM/YYYY' ? 'day' : 'month';
			const reason = found ? `, in which the ${first} seems to come first (${order} is expected)` : '';
			throw new InputError(displayName, `${refusal}${reason}`);
		}
		throwIfNoBirthday(field, day, value, timezone);
		const shown = toShortLiteral(text);
		const readAs = `${shown} in “${displayName}” was read as ${day}, because`;
		if (found === 'either') {
			const [other, first] = order === 'MM/DD/YYYY' ? ['DD/MM/YYYY', 'day'] : ['MM/DD/YYYY', 'month'];
			const example = sureDates.get(other as DayOrder);
			if (example !== undefined)
				throw new InputError(
					displayName,
					`${describeFormDay(order)}, but ${shown} may begin with the ${first}, like ${toShortLiteral(example)} of another item`,
				);
			note(readings, 'either', `${readAs} the entry form has the order ${order}.`, source);
		}
		if (isSerialDay(text))
			note(
				readings,
				'other',
				`${readAs} spreadsheets store dates as numbers. If the spreadsheet shows another day, write its dates as text such as ${day}.`,
				source,
			);
		return writeFormDay(day, order);
	}

	/**
	 * Reads a day for a field whose order of day, month and year is unknown. A day that begins with the year is certain.
	 * Any other text is sent as typed, because the service may accept only this order. A hint tells the user.
	 *
	 * @throws {InputError} if the day is an impossible date of birth
	 */
	readDayAsTyped(field: FormField, text: string, source: ValueSource): string {
		const { displayName } = field;
		const day = parseInstant(text)?.toDayIn(source.timezone);
		if (day) {
			throwIfNoBirthday(field, day, text, source.timezone);
			return day;
		}
		const sentence = `${toShortLiteral(text)} in “${displayName}” was sent as typed, because the entry form does not show the order of day, month and year. To be sure, write dates such as 1990-01-31.`;
		note(this.getReadings(displayName), 'other', sentence, source);
		return text;
	}

	/**
	 * Checks the name of a person. A hint shows a name that is also a word of programs.
	 *
	 * @throws {InputError} if the text is not a name
	 */
	checkName({ displayName }: FormField, text: string, source: ValueSource): void {
		const refusal = describeNoName(text);
		if (refusal) throw new InputError(displayName, refusal);
		if (!NAME_OF_PROGRAMS.test(text)) return;
		const sentence = `${toShortLiteral(text)} in “${displayName}” was sent as a name, but programs write such words if a value is missing.`;
		note(this.getReadings(displayName), 'other', sentence, source);
	}

	/**
	 * Returns the ID of the choice that a text means. Names come first, because the panel and people use them, and a
	 * choice's name may equal another choice's ID. A hint shows a choice that was found by its ID, because "1" can also be
	 * how a program writes a tick.
	 *
	 * @throws {InputError} if the text means no choice, or more than one
	 */
	readChoice({ displayName, options }: FormField, text: string, source: ValueSource): string {
		const named = options.find(({ name }) => name === text);
		const withId = options.find(({ value }) => value === text);
		const [similar, another] = options.filter(({ name }) => toLowerName(name) === toLowerName(text));
		const choice = named ?? withId ?? (another ? undefined : similar);
		if (!choice)
			throw new InputError(displayName, appendValue(mustBeOneOf(options.map(({ name }) => name)), text));
		if (choice === withId && choice !== similar)
			note(
				this.getReadings(displayName),
				'other',
				`${toShortLiteral(text)} in “${displayName}” was read as the ID of the choice ${toShortLiteral(choice.name)}.`,
				source,
			);
		return choice.value;
	}

	/** Returns sentences about the values that a person should compare with the file. */
	listHints(form: readonly FormField[]): string[] {
		return form.flatMap(({ displayName, dayOrder }) => {
			const { sureDates, either, other } = this.getReadings(displayName);
			const isSure = dayOrder && sureDates.has(dayOrder);
			const uncertain = [isSure ? undefined : either, other].filter((one) => one !== undefined);
			return uncertain.map(({ sentence, items }) =>
				items.size > 0 ? `${sentence} See ${nameItems(items)}.` : sentence,
			);
		});
	}

	private getReadings(label: string): FieldReadings {
		const readings = this.fields.get(label) ?? { sureDates: new Map() };
		this.fields.set(label, readings);
		return readings;
	}
}

function note(
	readings: FieldReadings,
	kind: 'either' | 'other',
	sentence: string,
	{ itemIndex }: ValueSource,
): void {
	const reading = (readings[kind] ??= { sentence, items: new Set() });
	if (itemIndex !== undefined) reading.items.add(itemIndex);
}

/** Matches names that are more often the words of a program. */
const NAME_OF_PROGRAMS = /^(?:None|Null|True|False)$/;

/** Matches the type or the name of a field for a date of birth. */
const BIRTH = /birth|\bdob\b/i;

/**
 * Checks a day in a field for the date of birth.
 *
 * @param value what was read as this day
 * @throws {InputError} if the day is impossible, or if it may be the day before or after
 */
function throwIfNoBirthday(
	{ type, displayName }: FormField,
	day: string,
	value: unknown,
	timezone: string,
): void {
	if (!BIRTH.test(type) && !BIRTH.test(displayName)) return;
	if (!isPossibleBirthday(day))
		throw new InputError(
			displayName,
			appendValue(`must be a date of birth in the last ${MAX_AGE} years`, value),
		);
	if (isDoubtfulDay(value, timezone))
		throw new InputError(
			displayName,
			`${appendValue('must be a day without a time', value)}, which is not midnight in the workflow’s time zone ${timezone}, so the day before or after may be meant. If the file comes from another time zone, choose that time zone in the workflow’s settings`,
		);
}

export function getFormReadings(client: Client): FormReadings {
	return client.memory.getOrCreate('form readings', () => new FormReadings());
}

/** Normalizes the case and spaces of a name. All other characters count: "A-" differs from "A". */
function toLowerName(name: string): string {
	return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
