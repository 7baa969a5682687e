import type { Client } from '../../shared/client/client';
import { asText } from '../../shared/json';
import { PARTICIPANTS_PER_PAGE, participants } from './participants';
import { PeopleByKey, type PersonKeys } from './person';

/**
 * For each person whom we added, up to this many entries are read: other processes add people at the same time, so ours
 * may not be the newest.
 */
const MAX_TIMES_ADDED = 8;

/** The maximum number of people whom the notice names. Any others are only counted. */
const MAX_NAMED = 10;

/**
 * Finds people who were added twice because this execution and another process added them at the same moment. No lock
 * is shared between processes, so both may have looked, found nobody and then added the person.
 */
export class DuplicateEntries {
	private readonly startedAt = performance.now();
	/** A number (from 1) for each person whom this execution added. */
	private readonly own = new PeopleByKey<number>();
	private added = 0;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {
		client.run.atEnd.push(async () => await this.report());
	}

	/** Remembers that this execution added a person who had not entered before. */
	add(person: PersonKeys): void {
		this.own.set(person, ++this.added);
	}

	/**
	 * If another process was at work in the meantime, reads the newest entries and adds a notice about people who were
	 * added twice.
	 */
	private async report(): Promise<void> {
		const { account, run } = this.client;
		if (this.added === 0 || account.queue.others.metAt < this.startedAt) return;
		const twice = [...(await this.readOwnEntries()).values()].filter(({ size }) => size > 1);
		if (twice.length > 0) run.hints.add(toNotice(twice));
	}

	/**
	 * Reads the newest entries back to our oldest one, and one more page, because the other process may have been first.
	 *
	 * @returns the IDs of all entries of each person whom we added
	 */
	private async readOwnEntries(): Promise<Map<number, Set<string>>> {
		const found = new Map<number, Set<string>>();
		const { client, sweepstakesToken } = this;
		let pagesLeft = 1 + Math.ceil((MAX_TIMES_ADDED * this.added) / PARTICIPANTS_PER_PAGE);
		for await (const { records } of participants.pages(client, { sweepstakesToken })) {
			const isBeyond = found.size === this.added;
			for (const record of records) {
				const person = this.own.get(record);
				if (person === undefined) continue;
				const tokens = found.get(person) ?? new Set();
				found.set(person, tokens.add(asText(record.ParticipantToken)));
			}
			if (isBeyond || --pagesLeft === 0) break;
		}
		return found;
	}
}

function toNotice(twice: ReadonlyArray<ReadonlySet<string>>): string {
	const who = twice.length === 1 ? '1 person was' : `${twice.length} people were`;
	const named = twice.slice(0, MAX_NAMED).map((tokens) => [...tokens].join(' and '));
	const more = twice.length > MAX_NAMED ? `; and ${twice.length - MAX_NAMED} more` : '';
	return `${who} added twice, because another process added them at the same moment: ${named.join('; ')}${more}. Delete one entry of each person.`;
}
