import type { FormField } from '../SweepstakesEntryPage/api/fields';
import type { Client } from '../shared/client/client';
import { toText } from '../shared/json';
import { InputError } from '../shared/n8n/errors/node-errors';
import { appendValue, toShortLiteral } from '../shared/n8n/errors/sentences';
import {
	describeFormDay,
	readDayOrder,
	isSerialDay,
	parseFormDay,
	writeFormDay,
	type DayOrder,
} from '../shared/time/form-day';

/** The dates in one field of the entry form. */
interface FieldDates {
	/** For each order of day and month, a date that can be read only in this order. */
	sure: Map<DayOrder, string>;
	/** How a date was read that could also be another day. */
	eitherHint?: string;
	serialHint?: string;
}

/** The dates of a run in an entry form's fields. Whether a file has the day or the month first shows in several rows. */
export class FormDates {
	private readonly fields = new Map<string, FieldDates>();

	/**
	 * Converts a date to the format that a field expects.
	 *
	 * @throws {InputError} if the value is not a date, or if it can be read in two ways and another date of the run is in
	 *   the other order
	 */
	read({ displayName }: FormField, order: DayOrder, value: unknown, timezone: string): string {
		const dates = this.getDates(displayName);
		const text = toText(value).trim();
		const found = readDayOrder(text);
		if (found && found !== 'either' && !dates.sure.has(found)) dates.sure.set(found, text);
		const day = parseFormDay(value, order, timezone);
		if (!day) throw new InputError(displayName, appendValue(describeFormDay(order), value));
		const other = dates.sure.get(order === 'MM/DD/YYYY' ? 'DD/MM/YYYY' : 'MM/DD/YYYY');
		const readAs = `${toShortLiteral(text)} in “${displayName}” was read as ${day}`;
		if (found === 'either') {
			if (other)
				throw new InputError(
					displayName,
					`${describeFormDay(order)}, but ${toShortLiteral(text)} may begin with the ${order === 'MM/DD/YYYY' ? 'day' : 'month'}, like ${toShortLiteral(other)} of another item`,
				);
			dates.eitherHint ??= `${readAs}, because the entry form has the order ${order}.`;
		} else if (isSerialDay(text))
			dates.serialHint ??= `${readAs}, because spreadsheets store dates as numbers. If the spreadsheet shows another day, write its dates as text such as ${day}.`;
		return writeFormDay(day, order);
	}

	/** Returns what a person should compare with the file. */
	listHints(form: readonly FormField[]): string[] {
		return form.flatMap(({ displayName, dayOrder }) => {
			const { sure, eitherHint, serialHint } = this.getDates(displayName);
			const isSure = dayOrder && sure.has(dayOrder);
			return [isSure ? undefined : eitherHint, serialHint].filter((hint) => hint !== undefined);
		});
	}

	private getDates(label: string): FieldDates {
		const dates = this.fields.get(label) ?? { sure: new Map() };
		this.fields.set(label, dates);
		return dates;
	}
}

/** Returns the dates of the run. All items share them. */
export function getFormDates(client: Client): FormDates {
	return client.memory.getOrCreate('form dates', () => new FormDates());
}
