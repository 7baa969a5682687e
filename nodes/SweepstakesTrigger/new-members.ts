import { ServiceError } from '../shared/client/failures';
import { DataBudget } from '../shared/api/data-budget';
import { throwShortfall, type Page } from '../shared/api/pages';
import { mapWithBreaks } from '../shared/sleep';
import { parseInstant } from '../shared/time/parse';
import type { Json } from '../shared/json';
import { z } from '../shared/zod';
import { toFingerprint, type FoundRecord, type PollSource, type WatchTarget } from './poll-source';
import { readOn } from './read-on';

/** A set of records, such as the overdue invoices. */
interface Members {
	/** The name of the list that contains the set: a plural, which completes "The list of …". */
	name: string;
	/** Reads the pages of the list, beginning with a certain page. */
	pages(watched: WatchTarget, first: number): AsyncIterable<Page>;
	/** Whether a record of the list is in the set. By default, all are. */
	isMember?(record: Json): boolean;
	/**
	 * Fetches a value that changes whenever the set changes. While the value stays the same, the list is not read. `size`
	 * is how many records the set has, if the service counts them. Without this function, the list is always read, and its
	 * total is the size.
	 */
	findState?(watched: WatchTarget): Promise<({ size?: number } & Json) | undefined>;
	/** Completes "The service’s response does not show …". */
	shows: string;
	keyOf(record: Json): string;
	dateOf(record: Json): unknown;
}

/** How far the polls have read the list, if that takes more than one poll. */
const passCursor = z.object({
	/** The page with which the next poll goes on. */
	page: z.number(),
	/** The state and the size of the set when reading began. */
	state: z.string().optional(),
	size: z.number().optional(),
	/** How many records of the list were read. */
	read: z.number(),
	/** The fingerprints of the records that were read last. */
	last: z.array(z.string()),
	/** How many members were read, and which ones. */
	listed: z.number(),
	seen: z.array(z.string()),
	/** How many of them were new. */
	added: z.number(),
});

type Pass = z.output<typeof passCursor>;

/** The cursor: what the polls found in the set. Records that leave the set are forgotten when the list is read. */
const membersCursor = z.object({
	/**
	 * The fingerprint of the value from `findState`, which itself may be of any length. If it is missing, the next poll
	 * reads the list.
	 */
	state: z.string().optional(),
	/** How many records the set had. */
	size: z.number().optional(),
	/** The fingerprints of the members. Missing until the whole list has been read. */
	known: z.array(z.string()).optional(),
	pass: passCursor.optional(),
});

/** How many of the records that were read are remembered until the next poll, at 11 bytes each. */
const MAX_LAST = 2_000;

/**
 * Watches for records that join a set. A record that joins again counts as new. A poll reads the list until the new
 * members explain by how much the set has grown, otherwise to its end. Only new records are held. If they are too many
 * for one poll, or if its time is up, the next poll goes on.
 */
export function watchNewMembers(members: Members): PollSource {
	const { name, pages, isMember = () => true, findState, shows, keyOf, dateOf } = members;
	const readTime = ({ record }: FoundRecord) => parseInstant(dateOf(record))?.from ?? 0;

	/** Begins to read the list. */
	async function begin(watched: WatchTarget): Promise<Pass> {
		// The state is read before the list. If a record joins the set between the two, this poll already finds it, and
		// the next poll only reads the list once more. In the other order, the record would be missed.
		const current = await findState?.(watched);
		const state = current && toFingerprint(JSON.stringify(current));
		return { page: 1, state, size: current?.size, read: 0, last: [], listed: 0, seen: [], added: 0 };
	}

	return {
		async poll(watched, cursor) {
			const before = membersCursor.safeParse(cursor).data ?? {};
			const pass = before.pass ?? (await begin(watched));
			const isUnchanged = before.known && pass.state !== undefined && pass.state === before.state;
			if (isUnchanged && !before.pass) return undefined;

			const known = new Set(before.known);
			const seen = new Set(pass.seen);
			const last = new Set(pass.last);
			const found: FoundRecord[] = [];
			const budget = new DataBudget();
			let total = 0;
			let lastPage: Page = { records: [], total };
			let isExplained = false;
			let fullAt: number | undefined;
			const stoppedAt = await readOn({
				pages: (first) => pages(watched, first),
				first: pass.page,
				wasRead: (record) => last.has(toFingerprint(JSON.stringify(record))),
				async take(page, number) {
					if (number === 1) pass.read = 0;
					if (!findState) pass.size ??= page.total;
					total ||= page.total;
					lastPage = page;
					pass.read += page.records.length;
					await mapWithBreaks(page.records, (record) => last.add(toFingerprint(JSON.stringify(record))));

					const toFound = (record: Json): FoundRecord => ({ key: toFingerprint(keyOf(record)), record });
					const listed = await mapWithBreaks(page.records.filter(isMember), toFound);
					const fresh = listed.filter(({ key }) => !seen.has(key));
					pass.listed += fresh.length;
					for (const { key } of fresh) seen.add(key);
					const unknown = before.known ? fresh.filter(({ key }) => !known.has(key)) : [];
					const added = [...new Map(unknown.map((one) => [one.key, one])).values()];
					pass.added += added.length;
					budget.holdRecords(added.map(({ record }) => record));
					found.push(...added);

					const growth = before.known && getDifference(pass.size, before.size);
					isExplained = pass.added === growth;
					if (budget.isExceeded && !isExplained) fullAt = number;
					return isExplained || budget.isExceeded;
				},
			});
			// The service lists new records first.
			const sorted = found.toReversed().sort((one, other) => readTime(one) - readTime(other));
			const page = stoppedAt ?? fullAt;
			if (page !== undefined) {
				const read = pass.read - lastPage.records.length;
				const rest = { ...pass, page, read, seen: [...seen], last: [...last].slice(-MAX_LAST) };
				return { found: sorted, cursor: { ...before, pass: rest } };
			}
			const hasShortfall = pass.read < total;
			const isShort = !isExplained && (hasShortfall || pass.listed < (pass.size ?? 0));
			// At first, the whole list is needed, because any record that is missed would later count as new.
			const isUnusable = !before.known && (hasShortfall || (isShort && pass.listed === 0));
			if (isUnusable && before.pass) return { found: [], cursor: {} };
			if (isUnusable && hasShortfall) throwShortfall({ name, total, listed: pass.read });
			if (isUnusable) throw new ServiceError({ code: 'unexpectedReply', missing: shows });
			// The list may show a change later than `findState` does. So if the list is short, or has nothing new although the
			// state has changed, the next poll reads it again.
			const isUpToDate = !isShort && (pass.size !== undefined || pass.added > 0);
			const isSettled = !before.known || before.state === undefined || isUpToDate;
			// Records that were not read, or that a short list lacks, may still be in the set, so they stay known.
			const kept = isExplained || isShort ? known : [];
			const size = isShort ? (before.size ?? 0) + pass.added : pass.size;
			return {
				found: sorted,
				cursor: { state: isSettled ? pass.state : undefined, size, known: [...new Set([...kept, ...seen])] },
			};
		},

		async *list(watched) {
			for await (const { records } of pages(watched, 1)) return yield* records.filter(isMember);
		},
	};
}

function getDifference(size?: number, before?: number): number | undefined {
	return size === undefined || before === undefined ? undefined : size - before;
}
