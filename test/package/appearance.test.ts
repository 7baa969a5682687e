import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { Workflow, type INode, type INodeParameters, type INodeType, type INodeTypes } from 'n8n-workflow';

import { PANELS } from '../../tools/pictures/panels';
import { NODES, REGISTERED } from '../support/engine/nodes';

/** These tests check how the nodes look on n8n's canvas, and where n8n's search lists them. */

const REPOSITORY = resolve(__dirname, '../..');
const ICONS = join(REPOSITORY, 'icons');

const ALL = NODES.map((nodeType) => {
	const { displayName } = nodeType.description;
	/** The name as it is used in a sentence: "entry page". */
	const words = displayName.replace(/^Sweepstakes /, '').toLowerCase();
	return {
		nodeType,
		displayName,
		words,
		/** The name as it is used in file names: "entry-page". */
		resource: words.replaceAll(' ', '-'),
	};
});

const byName = ALL.map((node) => [node.displayName, node] as const);

/** Returns a node's subtitle in the editor, computed by n8n's own expression engine. */
function subtitleOf(nodeType: INodeType, parameters: INodeParameters): unknown {
	const node: INode = { id: '1', name: 'Node', type: 'test', typeVersion: 1, position: [0, 0], parameters };
	const nodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	} as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { expression, nodes } = workflow;
	return expression.getSimpleParameterValue(nodes.Node!, nodeType.description.subtitle, 'internal', {});
}

test('docs/pictures has a picture of each node’s panel, in light and in dark mode', () => {
	expect(PANELS.map(([type]) => type).sort()).toEqual(NODES.map((node) => node.description.name).sort());
	const pictures = ALL.flatMap(({ resource }) => [`${resource}-dark.png`, `${resource}-light.png`]);
	expect(readdirSync(join(REPOSITORY, 'docs/pictures/nodes')).sort()).toEqual(pictures.sort());
});

test('every node has version 1, because stored workflows contain the version', () => {
	expect(NODES.map(({ description }) => description.version)).toEqual(NODES.map(() => 1));
});

test('every node is in the group “transform”, except the trigger, which n8n recognizes by its group', () => {
	const groups = NODES.map(({ description: { name, group } }) => [name, group]);
	const expected = groups.map(([name]) => [name, [name === 'sweepstakesTrigger' ? 'trigger' : 'transform']]);
	expect(groups).toEqual(expected);
});

test('every node requires the credential, so that n8n flags a node without one', () => {
	const credential = { name: 'sweepstakesApi', required: true };
	expect(NODES.map(({ description }) => description.credentials)).toEqual(NODES.map(() => [credential]));
});

describe('the subtitle that n8n shows below a node’s name', () => {
	const withOperations = byName.filter(
		([, { resource }]) => resource !== 'api-call' && resource !== 'trigger',
	);

	test.each(withOperations)('gives the operation and the resource: %s', (_name, { nodeType, words }) => {
		const menu = nodeType.description.properties.find(({ name }) => name === 'operation')!;
		const operations = menu.options as Array<{ name: string; value: string }>;
		const inWords = ({ value }: (typeof operations)[number]) =>
			value.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
		const subtitles = operations.map(({ value }) => subtitleOf(nodeType, { operation: value }));
		expect(subtitles).toEqual(operations.map((operation) => `${inWords(operation)}: ${words}`));
	});

	const nodeTypeOf = (wanted: string) => ALL.find(({ resource }) => resource === wanted)!.nodeType;

	test('reads “get many: participant” for Participant › Get Many', () => {
		expect(subtitleOf(nodeTypeOf('participant'), { operation: 'getMany' })).toBe('get many: participant');
	});

	test('gives the method and path for API Call, and the event for the trigger', () => {
		const call = { method: 'GET', path: '/notes/create' };
		expect(subtitleOf(nodeTypeOf('api-call'), call)).toBe('GET: /notes/create');
		expect(subtitleOf(nodeTypeOf('trigger'), { event: 'newWinner' })).toBe('new winner');
	});
});

/** The background colors on which n8n 1 and 2 show icons: canvas, node, menu, and a menu item under the pointer. */
const SURFACES = {
	light: ['#FFFFFF', '#FAFAFA', '#F5F5F5', '#F0F0F0'],
	dark: ['#171717', '#262626', '#2B2B2B', '#323232', '#414244'],
};

/** The relative luminance of `#RRGGBB` (WCAG 2.2). */
function luminance(color: string): number {
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
	const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
	return (light! + 0.05) / (dark! + 0.05);
}

const paints = (svg: string) => [...svg.matchAll(/\b(?:fill|stroke)="([^"]+)"/g)].map(([, paint]) => paint!);

const colorsOf = (svg: string) => [...new Set(paints(svg).filter((paint) => paint !== 'none'))];

describe('an icon', () => {
	test.each(byName)('for %s has its own files for light and dark mode', (_name, { nodeType, resource }) => {
		const [light, dark] = [`${resource}.svg`, `${resource}.dark.svg`];
		const folder = 'file:../../icons/';
		expect(nodeType.description.icon).toEqual({ light: folder + light, dark: folder + dark });
		expect([light, dark].filter((file) => !existsSync(join(ICONS, file)))).toEqual([]);
	});

	const files = readdirSync(ICONS);
	const lightFiles = files.filter((file) => !file.endsWith('.dark.svg'));
	const read = (file: string) => readFileSync(join(ICONS, file), 'utf8');

	test.each(files)('%s is a small square drawing with enough contrast', (file) => {
		const svg = read(file);
		expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48">/);
		expect(svg.length).toBeLessThan(1_200);
		const elements = [...svg.matchAll(/<([a-z]+)/gi)].map(([, element]) => element);
		expect(['svg', 'path', 'rect', 'circle']).toEqual(expect.arrayContaining(elements));
		// The contrast is measured without opacity, which would lower it, so the icon must not use opacity.
		expect(svg).not.toMatch(/opacity|href|style|<!/);
		const colors = colorsOf(svg);
		expect(colors.filter((color) => !/^#[0-9A-F]{6}$/.test(color))).toEqual([]);
		const surfaces = file.endsWith('.dark.svg') ? SURFACES.dark : SURFACES.light;
		const ratios = colors.flatMap((color) => surfaces.map((surface) => contrast(color, surface)));
		expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3);
	});

	test.each(lightFiles)('%s is the same drawing in light and in dark mode', (file) => {
		const drawing = (svg: string) => svg.replaceAll(/#[0-9A-F]{6}/g, '');
		expect(drawing(read(file.replace('.svg', '.dark.svg')))).toBe(drawing(read(file)));
	});

	test('differs from every other icon by its drawing, not only by its color', () => {
		expect(new Set(lightFiles.map(read)).size).toBe(lightFiles.length);
	});

	test('uses only the colors of its family', () => {
		expect(new Set(lightFiles.flatMap((file) => colorsOf(read(file)))).size).toBe(2);
	});
});

type Search = <Item extends object>(
	filter: string,
	items: readonly Item[],
) => Array<{ score: number; item: Item }>;

/** The search function that the editor itself uses. */
const { sublimeSearch } = jest.requireActual<{ sublimeSearch: Search }>('@n8n/utils/search/sublime-search');

/** Phrases that people type into n8n's node search, and the expected first result. */
const PHRASES: Record<string, string> = {
	SweepstakesParticipant:
		'participant, participants, add participant, add entry, import entries, import participants, find participant, ' +
		'count entries, delete participant, bonus entries, add bonus, privacy, gdpr, entrant, add entrant, opt out, referral',
	SweepstakesWinner:
		'winner, draw winners, pick a winner, draw winner, random winner, giveaway winner, ' +
		'schedule drawing, list winners, prize draw',
	SweepstakesInvoice:
		'invoice, invoices, create invoice, send invoice, payment link, bill winner, invoice winner, overdue invoice',
	SweepstakesCode:
		'send code, generate codes, coupon code, redeem code, promo code, gift card, discount, ' +
		'assign code, coupon, code, loyalty',
	Sweepstakes:
		'create giveaway, giveaway, contest, raffle, pause sweepstakes, clone sweepstakes, lottery, ' +
		'competition, new participant, new entry, new winner, opted out, invoice paid, invoice overdue, ' +
		'code redeemed, survey response',
	SweepstakesEntryPage: 'entry form, landing page',
	SweepstakesOfficialRules: 'official rules, terms and conditions',
	SweepstakesMessage:
		'send message, send sms, email winners, email participants, unsubscribe, messages opt out, text message',
	SweepstakesCampaign: 'campaign, newsletter, pause campaign, drip',
	SweepstakesGroup: 'create group, segment',
	SweepstakesAccountFile: 'file, upload file, pdf',
	SweepstakesSurvey: 'create survey, survey answers',
	SweepstakesCalendarEvent: 'event, calendar event',
	SweepstakesReferenceData: 'lookup, time zone, zip code',
	SweepstakesSupportTicket: 'ticket, support ticket',
	SweepstakesApiCall: 'custom api call',
	SweepstakesAccount: 'quota, plan limits',
	SweepstakesAccountBilling: 'wallet',
	SweepstakesAccountNote: 'note, create note',
	SweepstakesAdministratorToDo: 'to-do, to do list',
};

/** The nodes that n8n must list last when people search for “sweepstakes”. */
const SECONDARY =
	'AccountFile AccountNote CalendarEvent ReferenceData OfficialRules SupportTicket AccountBilling AdministratorToDo'
		.split(' ')
		.map((name) => `Sweepstakes${name}`);

describe('n8n’s search for nodes', () => {
	// n8n lists a trigger under the node with the same name, and uses that node's aliases.
	const nodes = REGISTERED.flatMap((built, index) => {
		const { displayName, group } = NODES[index]!.description;
		if (group.includes('trigger')) return [];
		const source = built.replace(/^dist\/(.+)\.js$/, '$1.json');
		const codex = JSON.parse(readFileSync(join(REPOSITORY, source), 'utf8')) as { alias: string[] };
		return { name: basename(source, '.node.json'), properties: { displayName, codex } };
	});

	const search = (phrase: string) => sublimeSearch(phrase, nodes);

	test.each(Object.entries(PHRASES))('lists %s first for: %s', (name, text) => {
		const phrases = text.split(', ');
		const found = phrases.map(search);
		expect(found.map(([first]) => first?.item.name)).toEqual(phrases.map(() => name));
		const isClear = found.map(([first, second]) => first!.score > (second?.score ?? -Infinity));
		expect(phrases.filter((_, index) => !isClear[index])).toEqual([]);
	});

	test('is tested with at least one phrase for every node except the trigger', () => {
		expect(Object.keys(PHRASES).sort()).toEqual(nodes.map(({ name }) => name).sort());
	});

	test.each(['participant', 'winner', 'invoice', 'code', 'survey'])(
		'lists the trigger second for “%s”',
		(word) => {
			expect(search(word)[1]?.item.name).toBe('Sweepstakes');
		},
	);

	test('lists the less important nodes last for “sweepstakes”', () => {
		const names = search('sweepstakes').map(({ item }) => item.name);
		expect(names.slice(-SECONDARY.length)).toEqual(SECONDARY);
	});
});
