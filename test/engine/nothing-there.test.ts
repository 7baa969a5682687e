import { Account } from '../../nodes/shared/client/account';
import { hasStatus, ServiceError } from '../../nodes/shared/client/failures';
import { Client } from '../../nodes/shared/client/client';
import type { Transport } from '../../nodes/shared/client/transport';
import { isAbsent, isObject, type Json } from '../../nodes/shared/json';
import { InputError } from '../../nodes/shared/n8n/errors/node-errors';
import type { Parameters } from '../../nodes/shared/n8n/input/parameters';
import { DIALECTS } from '../../sandbox';
import { rowsIn, type Entry } from '../catalogue';
import { withoutHttp, clientAt } from '../support/client';
import { findOperation } from '../support/engine/nodes';
import { readParameters, runOperation } from '../support/engine/row-run';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/*
 * If there are no records, the service may send null or {}, leave a key out, write counts as text, or add keys. This
 * test replays each reply to each operation in these forms, with one list or object changed at a time. The operation
 * runs without n8n on the recorded replies.
 */

interface Exchange {
	path: string;
	status: number;
	text: string;
}

const pathOf = (url: string) => new URL(url).pathname.replace(/^.*(\/[^/]+\/[^/]+)$/, '$1');

const NOT_FOUND = { status: 404, text: '{"Response":false}' };

/** Replays recorded replies in order, and answers other calls as if there were no records. */
function replaying(exchanges: readonly Exchange[]): Client {
	const left = [...exchanges];
	const transport: Transport = async ({ url }) => {
		const index = left.findIndex(({ path }) => path === pathOf(url));
		const [found] = index >= 0 ? left.splice(index, 1) : [];
		const again = exchanges.find(({ path }) => path === pathOf(url));
		const { status, text } = found ?? again ?? NOT_FOUND;
		return { reply: { status, headers: {}, text } };
	};
	return new Client({ baseUrl: 'http://service', transport, account: new Account(), callsPerMinute: 0 });
}

/** A reply with one list or part emptied. */
interface Variant {
	/** The path of the emptied list or part, such as `Data.Invoice`. */
	where: string;
	isList: boolean;
	body: Json;
}

const NOTHINGS = [null, {}, undefined];

/**
 * The maximum depth at which a reply is searched for lists and objects to replace with nothing. Of each list, only the
 * first record is searched.
 */
const MAX_DEPTH = 5;

function* variantsOf(body: Json): Generator<Variant> {
	for (const path of pathsIn(body)) {
		for (const nothing of NOTHINGS) {
			const copy = structuredClone(body);
			const key = path.at(-1)!;
			const holder = path.slice(0, -1).reduce<Json>((inner, one) => inner[one] as Json, copy);
			const isList = Array.isArray(holder[key]);
			if (isList) countNothing(holder);
			if (nothing === undefined) delete holder[key];
			else holder[key] = nothing;
			yield { where: path.join('.'), isList, body: copy };
		}
	}
}

function pathsIn(value: unknown, path: string[] = []): string[][] {
	if (path.length > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.length > 0 ? pathsIn(value[0], [...path, '0']) : [];
	return Object.entries(isObject(value) ? value : {})
		.filter(([key, inner]) => typeof inner === 'object' && inner !== null && key !== 'Telemetry')
		.flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}

/** Sets the count of an emptied list to 0. */
function countNothing(holder: Json): void {
	for (const counts of [holder, holder.Pagination])
		if (isObject(counts))
			for (const key of Object.keys(counts)) if (typeof counts[key] === 'number') counts[key] = 0;
}

const UNHEARD = 'Unheard';

/** Calls that write for several items at once, or whose replies are combined into one item. */
const ABOUT_SEVERAL = [
	'/codes/create',
	'/codes/delete',
	'/entrypage/update',
	'/messaging/add-suppressions',
	'/winners/draw',
];

/** Adds an undocumented key to a reply. */
function withUnheard({ Data, ...rest }: Json): Json {
	return isObject(Data) ? { ...rest, Data: { ...Data, [UNHEARD]: 1 } } : { ...rest, Data, [UNHEARD]: 1 };
}

const withTextCounts = (text: string) =>
	JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
		typeof value === 'number' ? String(value) : value,
	);

function isJunk(item: object): boolean {
	const filled = Object.entries(item).filter(([, value]) => value !== undefined);
	return filled.length === 0 || filled.some(([key]) => /^(Response|Data|Telemetry)$/.test(key));
}

/** Whether an operation writes through this call. */
const isWrite = ({ stored, path }: Entry, call: string) => stored !== undefined && call === path;

/**
 * For each call that reads, by path: the part without which its reply is useless. If this part is missing, the
 * operation must fail, and the error must name the part.
 */
const WHOLE_ANSWERS: Record<string, string> = {
	'/codes/single': 'Data.Code',
	'/files/fetch': 'Data.Storage',
	'/invoices/fetch': 'Data.Summary',
	'/invoices/single': 'Data.Invoice',
	'/messaging/campaign': 'Data.Campaign',
	'/messaging/drip': 'Data.Drip',
	'/participants/count': 'Data.Counts',
	'/participants/single': 'Data.Entries',
	// TotalRules counts this document, too.
	'/rules/fetch': 'Data.PrimaryRule',
	'/surveys/report': 'Data.Report',
	'/surveys/single': 'Data.Survey',
};

const COUNTS = ['Pagination', 'Data.Pagination'];

/** Whether the operation is right to fail when this part of the reply is missing. */
function isExpectedFailure(error: unknown, path: string, { where, isList, body }: Variant): boolean {
	// If the list is emptied, the record is not found in it.
	const code = error instanceof ServiceError ? error.failure.code : undefined;
	if (error instanceof InputError || code === 'notFound') return isList || where === 'Data';
	// Without a count of the opt-outs, each person is looked up, by a call that was not recorded.
	if (path === '/participants/count' && hasStatus(error, 404)) return true;
	const isTold = code === 'unexpectedReply';
	if (isList && where === 'Data') return false;
	const isWhole = 'Data' in body && isAbsent(body.Data);
	return isTold && (isWhole || ['Data', ...COUNTS, WHOLE_ANSWERS[path]].includes(where));
}

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
	shareWorld({ dialect });

	async function parametersOf(row: Entry): Promise<Parameters> {
		const given = await row.parameters(world, uniqueOne());
		return await readParameters(clientAt(stage.sandbox), row, given);
	}

	async function record(row: Entry, parameters: Parameters) {
		const exchanges: Exchange[] = [];
		const send = withoutHttp(stage.sandbox);
		const transport: Transport = async (request) => {
			const outcome = await send(request);
			if ('reply' in outcome) exchanges.push({ path: pathOf(request.url), ...outcome.reply! });
			return outcome;
		};
		const outcome = await runOperation(
			findOperation(row),
			clientAt(stage.sandbox, { transport }),
			parameters,
		);
		return { exchanges, outcome };
	}

	const rows = rowsIn(dialect).filter(({ node }) => node.description.name !== 'sweepstakesApiCall');

	test.each(rows.map((row) => [row.title, row] as const))(
		'%s: if parts of a reply are empty or missing, the operation works without them or names the missing part',
		async (_title, row) => {
			const parameters = await parametersOf(row);
			const { exchanges, outcome } = await record(row, parameters);
			const wrong: string[] = [];
			const tryWith = async (at: number, text: string) =>
				await runOperation(
					findOperation(row),
					replaying(exchanges.map((one, index) => (index === at ? { ...one, text } : one))),
					parameters,
				);
			const note = (what: string, { items, error }: { items: object[]; error?: unknown }) =>
				wrong.push(
					`${what}: ${error instanceof ServiceError ? JSON.stringify(error.failure) : String(error ?? JSON.stringify(items))}`.slice(
						0,
						200,
					),
				);
			for (const [at, { path, status, text }] of exchanges.entries()) {
				if (status >= 300) continue;
				const counted = await tryWith(at, withTextCounts(text));
				if (counted.error || counted.items.length !== outcome.items.length)
					note(`${path} counts as text`, counted);
				if (isWrite(row, path) && parameters.simplify !== true && !ABOUT_SEVERAL.includes(path)) {
					const found = await tryWith(at, JSON.stringify(withUnheard(JSON.parse(text) as Json)));
					if (!found.items.some((item) => UNHEARD in item)) note(`${path} loses a key`, found);
				}
				for (const variant of variantsOf(JSON.parse(text) as Json)) {
					const found = await tryWith(at, JSON.stringify(variant.body));
					const { items, error } = found;
					if (error && !isWrite(row, path) && isExpectedFailure(error, path, variant)) continue;
					const lost = isWrite(row, path) && items.length === 0;
					if (error || lost || items.some(isJunk)) note(`${path} without ${variant.where}`, found);
				}
			}
			expect([...new Set(wrong)]).toEqual([]);
		},
	);
});
