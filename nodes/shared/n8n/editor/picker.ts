import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { Client } from '../../client/client';
import { uuid } from '../../api/formats';
import { asText, toText } from '../../json';
import { InputError } from '../errors/node-errors';
import { toSentence } from '../errors/request-errors';
import { readPicked } from '../input/parameters';
import { findId } from '../input/picked-ids';
import type { Field, ListSearch } from '../operation/field';
import { askForEditor } from './ask';

/**
 * Returns the mode “From List” of a picker. It is written inside `modes`: n8n's linter mistakes a mode anywhere else for
 * a field, and n8n checks packages without regard to comments that disable a rule.
 *
 * @param searches the search of the list, under the name of its `listSearch` method
 */
export function fromList<Name extends string>(placeholder: string, searches: Record<Name, ListSearch>) {
	const [searchListMethod] = Object.keys(searches) as [Name];
	const { modes } = {
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod, searchable: true },
				searches,
			},
		],
	} as const;
	return modes[0];
}

/**
 * Returns the mode “By ID” of a picker.
 *
 * @param key the key of the ID in the nodes' output
 */
export function byId(key: string) {
	const { modes } = {
		modes: [
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: `e.g. {{ $json.${key} }}`,
			},
		],
	} as const;
	return modes[0];
}

/**
 * Returns the modes of a picker for one record: from the list and by ID. Spread the result into the field, because
 * n8n's linter mistakes a mode outside of `modes` for a field.
 *
 * @param searches the search of the list, under the name of its `listSearch` method
 * @param key the key of the ID in the nodes' output
 */
export function listOrId<Name extends string>(
	placeholder: string,
	searches: Record<Name, ListSearch>,
	key: string,
) {
	return { modes: [fromList(placeholder, searches), byId(key)] } as const;
}

/**
 * Returns the URL for the link (⧉) next to a picked record. Only web addresses are used, because the service could send
 * a URL that runs a script.
 */
export function linkTo(address: unknown): { url?: string } {
	const url = asText(address);
	return /^https?:\/\//i.test(url) ? { url } : {};
}

/**
 * Creates a `listSearch` method for a list that is read as a whole. The method returns the choices whose names contain
 * the search text.
 */
export function searchAll(
	readChoices: (client: Client, context: ILoadOptionsFunctions) => Promise<INodeListSearchItems[]>,
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const choices = await askForEditor(this, async (client) => await readChoices(client, this));
		return { results: findMatches(choices, filter) };
	};
}

export function findMatches(entries: INodeListSearchItems[], filter: string): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(({ name }) => name.toLowerCase().includes(wanted));
}

const PAGES_PER_SEARCH = 10;

/**
 * Returns one page of a picker's list. If the service cannot search the list, reads pages until one of them has a
 * match.
 *
 * @param filter the text to find in the names; '' if the service searches
 */
export async function searchPages(
	context: ILoadOptionsFunctions,
	filter: string,
	paginationToken: string,
	readPage: (
		client: Client,
		page: number,
	) => Promise<{ entries: INodeListSearchItems[]; totalPages?: number }>,
): Promise<INodeListSearchResult> {
	return await askForEditor(context, async (client) => {
		const first = Number(paginationToken);
		for (let page = first; ; page++) {
			const { entries, totalPages = 1 } = await readPage(client, page);
			const results = findMatches(entries, filter).filter(({ value }) => value);
			if (page >= totalPages) return { results };
			const isEnough = results.length > 0 || page - first + 1 === PAGES_PER_SEARCH;
			if (isEnough) return { results, paginationToken: toText(page + 1) };
		}
	});
}

/**
 * Returns the ID of the record that is picked in another field of the panel.
 *
 * @throws {InputError} if nothing is picked, or if the picked value is not an ID
 */
export async function readPickedId(
	context: ILoadOptionsFunctions,
	client: Client,
	field: Field,
): Promise<string> {
	const { name, displayName } = field;
	const picked = readPicked(field, context.getCurrentNodeParameter(name));
	if (!picked) throw new InputError(displayName, 'is required first: choose one in the field above');
	const { data, error } = uuid.safeParse(await findId(client, field, picked));
	if (error) throw new InputError(displayName, toSentence(error.issues[0]!, picked.value));
	return data;
}

/**
 * Creates a `listSearch` method for a paginated list. If `toFilter` is given, the service searches with the filter that
 * it returns. Otherwise, the node searches the names.
 */
export function searchList<Filter extends object, Item>(
	readPage: (
		client: Client,
		filter: Filter,
		page: number,
	) => Promise<{ records: Item[]; totalPages?: number }>,
	toChoice: (record: Item) => INodeListSearchItems,
	toFilter?: (
		search: string | undefined,
		client: Client,
		context: ILoadOptionsFunctions,
	) => Filter | Promise<Filter>,
) {
	return async function (
		this: ILoadOptionsFunctions,
		typed = '',
		paginationToken = '1',
	): Promise<INodeListSearchResult> {
		return await searchPages(this, toFilter ? '' : typed, paginationToken, async (client, page) => {
			const filter = (await toFilter?.(typed.trim() || undefined, client, this)) ?? ({} as Filter);
			const { records, totalPages } = await readPage(client, filter, page);
			return { entries: records.map(toChoice), totalPages };
		});
	};
}
