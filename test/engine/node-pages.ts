import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
} from 'n8n-workflow';

import { CATALOGUE, type Entry } from '../catalogue';
import { ONE_EACH, getCallCounts } from '../catalogue/call-counts';
import { CONTRACT_ENDPOINTS } from '../catalogue/tables';
import { ACTION_NODES, findOperation } from '../support/engine/nodes';
import { openWorldStage } from '../support/engine/world';

const PAGES = resolve(__dirname, '../../docs/nodes');

/** Matches the part of a page that is written by hand. */
const INTRODUCTION = /(?<=<!-- introduction -->\n).*?(?=<!-- end of introduction[^>]*-->)/s;

/** The time at which all samples of the pages are created. */
const NOW = '2030-03-01T12:00:00.000Z';

/** How many columns a sample shows. */
const COLUMNS = 6;
/** How many characters of each value a sample shows. */
const CHARACTERS = 24;

/** Fields that most operations have. The README or n8n itself explains them. */
const EVERYWHERE = ['includeInputFields', 'limit', 'operation', 'returnAll', 'toolDescription'];

/** Returns a node's name as it appears in file names: "entry-page". */
const toFileName = ({ description }: INodeType) =>
	description.displayName
		.replace(/^Sweepstakes /, '')
		.toLowerCase()
		.replaceAll(' ', '-');

export const toPagePath = (node: INodeType): string => join(PAGES, `${toFileName(node)}.md`);

const escape = (text: string) => text.replace(/[\\<>|]/g, '\\$&').replace(/\s+/g, ' ');

/** Returns the anchor of a heading on GitHub. */
const toAnchor = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');

const distinct = (texts: string[]) => [...new Set(texts)];

const toSentence = (text: string) => `${escape(text)}${text.endsWith('.') ? '' : '.'}`;

/** Whether people see the field. */
const isForPanel = ({ type, displayOptions }: INodeProperties) =>
	type !== 'hidden' && !displayOptions?.show?.['@tool']?.includes(true);

/**
 * Whether a description tells more than the name of the field does: a limit, a condition, a consequence or an example.
 */
const isTelling = (text = '') => /[.,:;\d]/.test(text);

interface Choice {
	name: string;
	description?: string;
}

/** A field of a panel. */
interface ExplainedField {
	/** The label with the labels of the collections around it, such as "Options › Backups". */
	label: string;
	name: string;
	/** What the description adds to the name, or ''. */
	text: string;
}

/** Returns a field and the fields inside it, in the order of the panel. */
function explain(field: INodeProperties, path: string[] = []): ExplainedField[] {
	if (!isForPanel(field) || field.type === 'notice' || EVERYWHERE.includes(field.name)) return [];
	const names = [...path, field.displayName];
	const inner = (field.options ?? []) as Array<INodeProperties | INodePropertyCollection | Choice>;
	const all = inner.filter((one): one is Choice => 'value' in one);
	const choices = all.some(({ description }) => isTelling(description)) ? all : [];
	const isCollection = field.type === 'collection' || field.type === 'fixedCollection';
	const about = isTelling(field.description) || choices.length > 0 ? [escape(field.description!)] : [];
	const toLine = ({ name, description: why }: Choice) => `  - _${name}_${why ? `: ${escape(why)}` : ''}`;
	const text = [...about, ...choices.map(toLine)].join('\n');
	const explained = { label: names.join(' › '), name: field.displayName, text };
	return [
		...(isCollection && !text ? [] : [explained]),
		...(isCollection ? inner : []).flatMap((one) =>
			('values' in one ? one.values : [one as INodeProperties]).flatMap((each) => explain(each, names)),
		),
	];
}

/**
 * Lists the notices of a panel and then all its fields.
 *
 * @param create the fields of the operation Create, which are not explained again
 */
function explainAll(properties: INodeProperties[], create: readonly ExplainedField[] = []): string {
	const isNotice = ({ type, displayOptions: { show, hide } = {} }: INodeProperties) =>
		type === 'notice' && !hide && Object.keys(show ?? {}).every((name) => name === 'operation');
	const notices = properties.filter(isNotice).map(({ displayName }) => `> ${escape(displayName)}`);
	const toLine = ({ label, name, text }: ExplainedField) => {
		const isInCreate = create.some((one) => one.name === name && one.text === text);
		const more = isInCreate ? 'see [Create](#create)' : text;
		return `- **${label}**${text && `: ${more}`}`;
	};
	const list = distinct(properties.flatMap((field) => explain(field)).map(toLine)).join('\n');
	return [...notices, list].filter(Boolean).join('\n\n');
}

/** Sample values for columns whose real values are random or look like test data. */
const MADE_UP: Record<string, string> = {
	FirstName: 'Ada',
	LastName: 'Lovelace',
	PhoneNumber: '+12025550147',
	RecipientName: 'Ada Lovelace',
	RecipientEmail: 'ada@example.com',
	SweepstakesName: 'Summer Giveaway',
	Handler: 'SUMMER2030',
	SweepstakesHandler: 'SUMMER2030',
	EntryPageTitle: 'Summer Giveaway',
	EntryPageHeadline: 'Win a Beach Holiday',
	CouponCode: 'SUN-7K2M9Q4D',
	CaseNumber: '4F7A2C1',
	Filename: 'flyer.txt',
	Size: '48210',
	SizeMB: '0.05',
	BonusEntries: '5',
	PreviousBonusEntries: '2',
	StartDate: '2030-06-01',
	EndDate: '2030-08-31',
};

/** Returns a value as a table cell. The cell is the same in every run. */
function toCell(key: string, value: unknown): string {
	const text = (MADE_UP[key] ?? String(value))
		.replace(/\b[\da-f]{8}-[\da-f]{4}-.{22}|\b[\da-f]{24,}\b/g, '3f2b8c1e-…')
		.replace(/http:\/\/127\.0\.0\.1:\d+/, 'https://example.com')
		.replace(/^[a-z]+\d+@/, 'ada@')
		.replace(/^20[89]\d(?=-\d\d-)/, '2030')
		.replace(/^[A-Z][a-z -]+ \d+$/, 'Summer Giveaway');
	return escape(text.length > CHARACTERS ? `${text.slice(0, CHARACTERS - 1)}…` : text);
}

/** Describes the columns of all items, and shows some columns of the first item in a table. */
function describeOutput(items: IDataObject[], files: string[]): string {
	const columns = distinct(items.flatMap((item) => Object.keys(item)));
	const [first = {}] = items;
	const isShown = (key: string) => String(first[key] ?? '') !== '' && typeof first[key] !== 'object';
	const shown = columns.filter(isShown).slice(0, COLUMNS);
	const inCode = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		`**Output:** ${inCode(columns)}${files.length > 0 ? `, and the file ${inCode(files)}` : ''}`,
		'',
		row(shown),
		row(shown.map(() => '---')),
		row(shown.map((key) => toCell(key, first[key]))),
	].join('\n');
}

/**
 * Describes how many calls a writing operation makes, unless it makes one call for each item. A number of calls that
 * several variants have in common is given without their names.
 */
function describeCalls(rows: readonly Entry[]): string {
	const counted = rows.filter((row) => !findOperation(row).reads && getCallCounts(row.title) !== ONE_EACH);
	const variants = new Map<string, Array<string | undefined>>();
	for (const { title, variant } of counted) {
		const [one, twenty] = getCallCounts(title);
		const counts = `${one} for one item, ${twenty} for 20 items`;
		variants.set(counts, [...(variants.get(counts) ?? []), variant]);
	}
	const calls = [...variants].map(([counts, [variant, ...others]]) =>
		variant && others.length === 0 ? `${variant}: ${counts}` : counts,
	);
	return calls.length > 0 ? `**API calls:** ${calls.join('; ')}` : '';
}

/** Whether the contract describes the operation. */
const isInContract = (node: INodeType, operation: string) =>
	CATALOGUE.some(
		(row) => row.node === node && row.operation === operation && CONTRACT_ENDPOINTS.includes(row.endpoint),
	);

/** Lists the operations of a node, with a link to each. */
function listOperations(node: INodeType, operations: ReadonlyArray<{ name: string; value: string }>): string {
	const links = operations.map(({ name, value }) => {
		const link = `[${name}](#${toAnchor(name)})`;
		return isInContract(node, value) ? link : `_${link}_`;
	});
	const legend =
		'Operations in _italics_ are less certain to work: only the API’s public web pages describe them, not its [specification](../evidence.md#where-the-facts-about-the-service-come-from).';
	const list = links.join(' · ');
	return operations.every(({ value }) => isInContract(node, value)) ? list : `${list}\n\n${legend}`;
}

/** Describes the operations of a node, with the output of their rows in the catalogue. */
async function describeOperations(node: INodeType): Promise<string> {
	const { properties } = node.description;
	const menu = properties.find(({ name }) => name === 'operation')!;
	const operations = menu.options as Array<Choice & { value: string }>;
	const { stage, world: openedToday } = await openWorldStage({ now: () => Date.parse(NOW) });
	const world = { ...openedToday, today: NOW.slice(0, 10) };
	const fieldsOf = (operation: string) =>
		properties.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation));
	const create = fieldsOf('create').flatMap((field) => explain(field));
	const sections = [listOperations(node, operations)];
	let n = 0;
	for (const { name, value, description = '' } of operations) {
		const output: INodeExecutionData[] = [];
		const rows = CATALOGUE.filter((one) => one.node === node && one.operation === value);
		for (const row of rows) {
			const parameters = await row.parameters(world, { n: ++n, email: `person${n}@example.com` });
			const { error, items } = await stage.run(node, value, parameters);
			if (error) throw error;
			output.push(...items);
		}
		const columns = output.map(({ json }) => json);
		const files = distinct(output.flatMap(({ binary = {} }) => Object.keys(binary)));
		const fields = explainAll(fieldsOf(value), value === 'create' ? [] : create);
		sections.push(
			`## ${name}`,
			toSentence(description),
			fields,
			describeCalls(rows),
			describeOutput(columns, files),
		);
	}
	await stage.close();
	return sections.filter(Boolean).join('\n\n');
}

/** Returns the expected page of a node, before Prettier formats it. */
export async function expectedPage(node: INodeType): Promise<string> {
	const { displayName, description, properties } = node.description;
	const picture = toFileName(node);
	const page = toPagePath(node);
	const introduction = existsSync(page) && readFileSync(page, 'utf8').match(INTRODUCTION)?.[0].trim();
	return `# ${displayName}

<!-- introduction -->

${introduction || toSentence(description)}

<!-- end of introduction; npm run docs:nodes writes the rest -->

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="../pictures/nodes/${picture}-dark.png">
  <img src="../pictures/nodes/${picture}-light.png" alt="The ${displayName} node" width="420">
</picture>

${ACTION_NODES.includes(node) ? await describeOperations(node) : `## Fields\n\n${explainAll(properties)}`}
`;
}
