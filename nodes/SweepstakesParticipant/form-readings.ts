import type { FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client } from '../shared/client/client';
import { toPlainKey, toText } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import { describeDoubtfulEmail } from '../shared/api/doubtful-email';
import { email } from '../shared/api/formats';
import { describeDoubtfulNumber } from '../shared/api/phone-number';
import {
	describeDoubtfulName,
	describeDoubtfulPlace,
	describeDoubtfulText,
	describeFiller,
	describeNoName,
} from '../shared/n8n/input/damage';
import { appendValue, mustBeOneOf, nameItems, toShortLiteral } from '../shared/n8n/errors/sentences';
import {
	describeFormDay,
	isDoubtfulDay,
	isChild,
	isPossibleBirthday,
	isSerialDay,
	MAX_AGE,
	MIN_AGE,
	parseFormDay,
	readDayOrder,
	writeFormDay,
	type DayOrder,
} from '../shared/time/form-day';
import { parseInstant } from '../shared/time/parse';

/** What a person should compare with the file: values of one field that could mean something else. */
interface Doubt {
	/** The first distinct values, as the hint shows them, and one more if there are others. */
	values: Set<string>;
	/** Continues the sentence "“value” in “Label” …", for the first value. */
	sentence: string;
	/** The indexes of the items that this is about. */
	items: Set<number>;
	/** Whether the doubt is gone, because another item shows how the values are meant. */
	isSettled: () => boolean;
}

/** The maximum number of distinct values that a hint shows besides the first one. */
const MAX_OTHER_VALUES = 5;

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
	/** For each field and order of day and month, a date that can be read only in this order. */
	private readonly sureDates = new Map<string, Map<DayOrder, string>>();
	/** The doubts by field and reason. */
	private readonly doubts = new Map<string, Doubt>();

	/**
	 * Converts a date to the format that a field expects.
	 *
	 * @throws {InputError} if the value is not a date, or if it can be read in two orders and another date of the run has
	 *   the other order
	 */
	readDay(field: FormField, order: DayOrder, value: unknown, source: ValueSource): string {
		const { displayName } = field;
		const { timezone } = source;
		const sureDates = this.sureDates.get(displayName) ?? new Map<DayOrder, string>();
		this.sureDates.set(displayName, sureDates);
		const text = toText(value).trim();
		const found = readDayOrder(text);
		if (found && found !== 'either' && !sureDates.has(found)) sureDates.set(found, text);
		const day = parseFormDay(value, order, timezone);
		if (!day) {
			const refusal = appendValue(describeFormDay(order), value);
			const [first, format] = found === 'DD/MM/YYYY' ? ['day', 'd/M/yyyy'] : ['month', 'M/d/yyyy'];
			const reason =
				found && found !== order
					? `, in which the ${first} seems to come first (${order} is expected). Write all dates of this column with the year first, such as 1990-01-31, or convert them with an expression in an “Edit Fields” node, such as {{ DateTime.fromFormat($json.birthday, '${format}') }}`
					: '';
			throw new InputError(displayName, `${refusal}${reason}`);
		}
		throwIfNoBirthday(field, day, value, timezone);
		this.noteIfChild(field, day, text, source);
		const shown = toShortLiteral(text);
		const readAs = `was read as ${day}, because`;
		if (found === 'either') {
			const [other, first] = order === 'MM/DD/YYYY' ? ['DD/MM/YYYY', 'day'] : ['MM/DD/YYYY', 'month'];
			const example = sureDates.get(other as DayOrder);
			if (example !== undefined)
				throw new InputError(
					displayName,
					`${describeFormDay(order)}, but ${shown} may begin with the ${first}, like ${toShortLiteral(example)} of another item`,
				);
			const doubt = `${readAs} the entry form has the order ${order}`;
			this.note('order', displayName, text, doubt, source, () => sureDates.has(order));
		}
		if (isSerialDay(text))
			this.note(
				'number',
				displayName,
				text,
				`${readAs} spreadsheets store dates as numbers. If the spreadsheet shows another day, write its dates as text such as ${day}`,
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
			this.noteIfChild(field, day, text, source);
			return day;
		}
		this.note(
			'order',
			displayName,
			text,
			'was sent as typed, because the entry form does not show the order of day, month and year. To be sure, write dates such as 1990-01-31',
			source,
		);
		return text;
	}

	/**
	 * Checks the name of a person. A hint shows a name that is more often something else.
	 *
	 * @throws {InputError} if the text is not a name
	 */
	checkName({ displayName }: FormField, text: string, source: ValueSource): void {
		const refusal = describeNoName(text);
		if (refusal) throw new InputError(displayName, refusal);
		this.noteIfDoubtful(displayName, text, describeDoubtfulName(text), source);
	}

	/** Checks a zip code. A hint shows one that may be damaged. Codes of other countries look different, too. */
	checkZip({ displayName }: FormField, text: string, source: ValueSource): void {
		const doubt = /^\d+$/.test(text) ? `${ODD_ZIP}. ${DROPPED_ZEROS}` : ODD_ZIP;
		this.noteIfDoubtful(displayName, text, SOUND_ZIP.test(text) ? undefined : doubt, source);
	}

	/** Checks a phone number. A hint shows one that nobody can call without knowing more. */
	checkPhone(label: string, text: string, source: ValueSource): void {
		this.noteIfDoubtful(label, text, describeDoubtfulNumber(text), source);
	}

	/** Checks an email address. A hint shows one that never gets mail. */
	checkEmail(label: string, text: string, source: ValueSource): void {
		const doubt = describeDoubtfulEmail(text) ?? describeFiller(text.replace(/@.*/, ''));
		this.noteIfDoubtful(label, text, doubt, source);
	}

	/**
	 * Checks an answer to any other question. A hint shows one that seems to belong elsewhere or to be damaged.
	 *
	 * @param value the answer, which may be a boolean
	 */
	checkAnswer({ type, displayName }: FormField, value: unknown, source: ValueSource): void {
		const text = toText(value);
		const isLabel = toPlainKey(text) === toPlainKey(displayName);
		const isElsewhere = !/mail/i.test(`${type} ${displayName}`) && email.safeParse(text).success;
		const describe = PLACE.test(displayName) ? describeDoubtfulPlace : describeDoubtfulText;
		const doubts = [
			isElsewhere && 'it is an email address',
			isLabel && 'it is the name of the field',
			typeof value === 'boolean' && 'it is a boolean',
			STREET.test(displayName) && !/\p{L}/u.test(text) && 'it has no letters',
			describe(text),
		];
		this.noteIfDoubtful(displayName, text, doubts.find(Boolean) || undefined, source);
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
			this.note(
				`choice ${choice.value}`,
				displayName,
				text,
				`was read as the ID of the choice ${toShortLiteral(choice.name)}`,
				source,
			);
		return choice.value;
	}

	/** Returns sentences about the values that a person should compare with the file. */
	listHints(): string[] {
		const open = [...this.doubts.values()].filter(({ isSettled }) => !isSettled());
		return open.map(({ values, sentence, items }) => {
			const [first = '', ...others] = values;
			const more = others.splice(MAX_OTHER_VALUES).length > 0 ? ' and other values' : '';
			const rest = others.length > 0 ? `The same applies to ${others.join(', ')}${more}.` : '';
			const where = items.size > 0 ? `See ${nameItems(items)}.` : '';
			return [`${first} ${sentence}`, rest, where].filter(Boolean).join(' ');
		});
	}

	/** Notes a date of birth that may be the date of something else, such as the entry. */
	private noteIfChild(field: FormField, day: string, text: string, source: ValueSource): void {
		if (isForBirthday(field) && isChild(day))
			this.note('child', field.displayName, text, `is a date of birth in the last ${MIN_AGE} years`, source);
	}

	private noteIfDoubtful(label: string, text: string, doubt: string | undefined, source: ValueSource): void {
		if (doubt) this.note(doubt, label, text, `was sent as typed, although ${doubt}`, source);
	}

	/**
	 * Notes a value for a hint.
	 *
	 * @param reason all values of a field that have the same one share a sentence
	 * @param doubt continues the sentence "“value” in “Label” …"
	 */
	private note(
		reason: string,
		label: string,
		text: string,
		doubt: string,
		{ itemIndex }: ValueSource,
		isSettled = () => false,
	): void {
		const key = `${label}: ${reason}`;
		const sentence = `in “${label}” ${doubt}.`;
		const known = this.doubts.get(key) ?? { values: new Set(), sentence, items: new Set(), isSettled };
		this.doubts.set(key, known);
		if (known.values.size < MAX_OTHER_VALUES + 2) known.values.add(toShortLiteral(text));
		if (itemIndex !== undefined) known.items.add(itemIndex);
	}
}

/** Whether a field of the entry form is for a zip code. */
export function isZip({ displayName }: { displayName: string }): boolean {
	return /\bzip/i.test(displayName);
}

/** Matches the name of a field for the name of a place. */
const PLACE = /^(?:city|town|state|province|county|country|[\s/]|or)+$/i;

/** Matches the name of a field for a street and its number. A second line of an address may be a number. */
const STREET = /^(?:street|(?:(?:street|mailing|home|postal) )?address)(?: (?:line )?1)?$/i;

const ODD_ZIP = 'it is no postal code of the US, Canada or the UK';
const DROPPED_ZEROS = 'If a spreadsheet has dropped its zeros, format the column as text there';

/** Matches a postal code of the US, Canada or the UK. Nobody lives in 00000. */
const SOUND_ZIP =
	/^(?:(?!0{5})\d{5}(?:[\p{Pd} ]?\d{4})?|[A-Z]\d[A-Z][\p{Pd} ]?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/iu;

/** Matches the type or the name of a field for a date of birth. */
const BIRTH = /birth|\bdob\b/i;

function isForBirthday({ type, displayName }: FormField): boolean {
	return BIRTH.test(type) || BIRTH.test(displayName);
}

/**
 * Checks a day in a field for the date of birth.
 *
 * @param value what was read as this day
 * @throws {InputError} if the day is impossible, or if it may be the day before or after
 */
function throwIfNoBirthday(field: FormField, day: string, value: unknown, timezone: string): void {
	const { displayName } = field;
	if (!isForBirthday(field)) return;
	if (!isPossibleBirthday(day))
		throw new InputError(
			displayName,
			appendValue(`must be a date of birth in the last ${MAX_AGE} years`, value),
		);
	if (isDoubtfulDay(value, timezone))
		throw new InputError(
			displayName,
			`${appendValue('must be a day without a time', value)}. In the workflow’s time zone ${timezone}, this is not midnight, so the day before or after may be meant. If the file comes from another time zone, choose that time zone in the workflow’s settings`,
		);
}

export function getFormReadings(client: Client): FormReadings {
	return client.memory.getOrCreate('form readings', () => new FormReadings());
}

/** Normalizes the case and spaces of a name. All other characters count: "A-" differs from "A". */
function toLowerName(name: string): string {
	return name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
