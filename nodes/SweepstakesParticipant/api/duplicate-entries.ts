import type { Client } from '../../shared/client/client';
import { asText } from '../../shared/json';
import { PARTICIPANTS_PER_PAGE, participants } from './participants';
import { PeopleByKey, type PersonKeys } from './person';

/**
 * The maximum number of entries to read per person whom this execution added. Other processes add people at the same
 * time, so the entries of this execution are not the only new ones.
 */
const MAX_TIMES_ADDED = 8;

/** The maximum number of people whom the hint names. Any others are only counted. */
const MAX_NAMED = 10;

/**
 * Finds people who were added twice, by this execution and by another process at the same moment. Processes do not
 * share a lock, so both may have looked a person up, found nobody, and then added the person.
 */
export class DuplicateEntries {
	private readonly startedAt = performance.now();
	/** The people whom this execution added. Each has a number, counting from 1. */
	private readonly own = new PeopleByKey<number>();
	private added = 0;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {
		client.runHistory.atEnd.push(async () => await this.report());
	}

	/** Records that this execution added a person who had not entered before. */
	add(person: PersonKeys): void {
		this.own.set(person, ++this.added);
	}

	/**
	 * If another process used the account during this run, reads the newest entries and adds a hint about people who were
	 * added twice.
	 */
	private async report(): Promise<void> {
		const { account, hints } = this.client;
		if (this.added === 0 || account.queue.others.metAt < this.startedAt) return;
		const twice = [...(await this.readOwnEntries()).values()].filter(({ size }) => size > 1);
		if (twice.length > 0) hints.add(toNotice(twice));
	}

	/**
	 * Reads the newest entries, back to the oldest entry that this execution added. Then reads one more page, because the
	 * other process may have added the same person slightly earlier.
	 *
	 * @returns for each person whom this execution added, the IDs of all the person's entries
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
	return `${who} added twice, because another process added them at the same moment. Delete one participant of each pair: ${named.join('; ')}${more}.`;
}
