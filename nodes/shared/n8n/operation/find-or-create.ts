import { createHash } from 'crypto';

import type { ExistingRecord } from '../../api/named';
import type { Client, EarlierRecords } from '../../client/client';
import { undefinedIfRehearsed } from '../../client/failures';
import type { Json } from '../../json';
import { MINUTE_MS } from '../../time/units';
import { findLabel, type LabeledField } from '../errors/labels';

/**
 * Describes how to find existing records, so that an operation does not write a record a second time. If existing
 * records do not matter, only `keys` are given, so that other executions notice what this one writes.
 */
export interface ExistenceCheck<Found> {
	/**
	 * The keys of what the operation writes. If two executions of this process share a key, one waits for the other.
	 */
	keys: readonly string[];
	/** If given, all items of a run with the same `recordKey` get the results of the first one that wrote. */
	recordKey?: string;
	/** The request of the item. If items with the same `recordKey` have different requests, a hint says so. */
	request?: unknown;
	/** Why an item is not written, for `Hints.skip`. Omit it if `find` adds a hint itself. */
	reason?: string;
	find?(): Promise<ExistingRecord<Found>>;
	/**
	 * Returns the items for existing records. Omit it if existing records must not be returned. In that case, `run` is
	 * always called, and items do not get `existed`.
	 */
	toItems?(found: Found): readonly object[] | Promise<readonly object[]>;
	/** Whether the existing records are enough, so that nothing is written. True by default. */
	isEnough?(found: Found): boolean;
}

/**
 * Creates the `existing` of an operation that returns an existing record if the value of its field `when` is "return".
 *
 * @param kind how to recognize the record; see `named`
 * @param reason completes the hint "Skipped 3 items: …"
 */
export function returnExisting<Request, When extends string>(
	kind: {
		keyOf(request: Request): string;
		find(client: Client, request: Request): Promise<ExistingRecord<Json>>;
	},
	when: When,
	reason = 'already created',
) {
	type Item = { client: Client; request: Request; parameters: Record<When, unknown> };
	return ({ client, request, parameters }: Item): ExistenceCheck<Json> => {
		const key = kind.keyOf(request);
		if (parameters[when] !== 'return') return { keys: [key] };
		const find = async () => await kind.find(client, request);
		return { keys: [key], recordKey: key, request, reason, find };
	};
}

/** Writes what is missing. If a record turns out to exist after all, this function sets `existed` in its item. */
type Write<Found> = (
	existing: Found | undefined,
	earlier: EarlierRecords,
) => AsyncIterable<object | readonly object[]>;

interface WrittenItems {
	items: readonly object[];
	/** A digest of the request that led to these items. */
	requestDigest: string;
}

function digest(request: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify(request) ?? '')
		.digest('base64');
}

/**
 * Finds existing records and then writes what is missing. Meanwhile, no other execution of this process can do the
 * same. If existing records can be returned (`toItems`), each item has `existed`: true or false, and a hint names the
 * fields in which the existing record differs from the request. If a write fails, the items from before the failure are
 * yielded first.
 */
export async function* findOrCreate<Found>(
	client: Client,
	check: ExistenceCheck<Found>,
	write: Write<Found>,
	fields: readonly LabeledField[] = [],
): AsyncGenerator<object> {
	const { keys, recordKey, request, reason } = check;
	const written = client.memory.getOrCreate('written', () => new Map<string, WrittenItems>());
	const earlier = recordKey === undefined ? undefined : written.get(recordKey);
	if (earlier) {
		const isSame = earlier.requestDigest === digest(request);
		if (reason) client.hints.skip(isSame ? reason : `${reason} for an earlier item with different values`);
		for (const item of earlier.items) yield { ...item, existed: true };
		return;
	}
	const { items, isWritten, error } = await client.runExclusively(keys, async () =>
		findAndWriteMissing(client, check, write, fields),
	);
	if (recordKey !== undefined && isWritten) written.set(recordKey, { items, requestDigest: digest(request) });
	yield* items;
	if (error) throw error;
}

interface FoundOrCreated {
	items: readonly object[];
	/** Whether something was missing and was written. */
	isWritten?: boolean;
	error?: Error;
}

async function findAndWriteMissing<Found>(
	client: Client,
	check: ExistenceCheck<Found>,
	write: Write<Found>,
	fields: readonly LabeledField[],
): Promise<FoundOrCreated> {
	const { keys, reason, find, toItems } = check;
	const { history } = client.account;
	const items: object[] = [];
	try {
		const {
			existing,
			differences = [],
			records: before,
			note,
		} = (await find?.().catch(undefinedIfRehearsed)) ?? {};
		if (existing !== undefined && toItems)
			for (const item of await toItems(existing)) items.push({ existed: true, ...item });
		if (isComplete(check, existing)) {
			if (reason) client.hints.skip(reason);
			hintAtDifferences(
				client,
				differences.map((key) => findLabel([key], fields)),
			);
			return { items };
		}
		const hasTwin = history.isWrittenSince(keys, performance.now() - TWIN_MS);
		const written: object[] = [];
		try {
			for await (const some of write(existing, { before, hasTwin }))
				for (const item of [some].flat()) written.push(item);
		} finally {
			if (!client.isDry) history.noteWrite(keys);
			// This comes after `noteWrite`, so that `note` does not mistake this write for one of another execution.
			for (const item of written) {
				note?.({ ...item });
				items.push(toItems ? { existed: false, ...item } : item);
			}
		}
		return { items, isWritten: true };
	} catch (error) {
		return { items, error: error as Error };
	}
}

/** Adds a hint that an existing record differs from the request in the fields with these labels, if there are any. */
export function hintAtDifferences({ hints }: Client, labels: readonly string[]): void {
	if (labels.length === 0) return;
	const fields = labels.map((label) => `“${label}”`).join(', ');
	hints.add(`A record that already exists differs from the request in ${fields}. It was returned unchanged.`);
}

/** If the dates of two records differ by less than this, in ms, they do not show which of the two is older. */
const TWIN_MS = MINUTE_MS;

function isComplete<Found>(
	{ toItems, isEnough = () => true }: ExistenceCheck<Found>,
	existing: Found | undefined,
): boolean {
	return toItems !== undefined && existing !== undefined && isEnough(existing);
}
