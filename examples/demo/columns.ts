import { matchHeadings } from '../../nodes/shared/n8n/input/headings';

/** The fields that the demo fills from a spreadsheet. */
const TARGETS = ['KeyEmail', 'KeyPhoneNumber', 'First_Name', 'Last_Name', 'Zip_Code'] as const;

export type Target = (typeof TARGETS)[number];

/** Maps each field to the column of the file that fills it. A field without a column is left out. */
export type ColumnMap = Partial<Record<Target, string>>;

/** Finds the column for each field by the names in the file's header. */
export function mapColumns(header: string[]): ColumnMap {
	const names = TARGETS.map((target) => [target.replace(/^Key/, '')]);
	const columns = matchHeadings(names, header);
	const found = columns.map((column, index) => [TARGETS[index], column] as const);
	return Object.fromEntries(found.filter(([, column]) => column !== undefined)) as ColumnMap;
}
