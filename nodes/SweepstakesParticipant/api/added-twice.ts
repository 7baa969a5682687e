import type { Client } from '../../shared/client/client';
import { asText, type Json } from '../../shared/json';
import { PARTICIPANTS_PER_PAGE, participants } from './participants';
import { normalizedKeys, type PersonKeys } from './person';

/** Other processes may have added this many times as many people as we. */
const MOST_TIMES = 8;

/** How many people the notice names. */
const MOST_NAMED = 10;

/**
 * Finds people whom this execution and another process added at the same moment. There is no lock between processes, so
 * both may have looked, found nobody and added the person.
 */
export class AddedTwice {
	private readonly startedAt = performance.now();
	/** The people whom this execution added, numbered from 1, by each of their keys. */
	private readonly own = new Map<string, number>();
	private added = 0;

	constructor(
		private readonly client: Client,
		private readonly sweepstakesToken: string,
	) {
		client.run.atEnd.push(async () => await this.report());
	}

	/** Notes a person whom this execution added because they had not entered before. */
	add(person: PersonKeys): void {
		this.added++;
		for (const key of normalizedKeys(person)) this.own.set(key, this.added);
	}

	/** If we met another process in the meantime, reads the newest entries and adds a notice. */
	private async report(): Promise<void> {
		const { account, run } = this.client;
		if (this.added === 0 || account.queue.metOthersAt < this.startedAt) return;
		const twice = [...(await this.entriesOfOwn()).values()].filter(({ size }) => size > 1);
		if (twice.length > 0) run.hints.add(toNotice(twice));
	}

	/**
	 * Reads the newest entries up to our oldest one, and another page, because the other process may have been first.
	 *
	 * @returns the IDs of the entries of each person whom we added
	 */
	private async entriesOfOwn(): Promise<Map<number, Set<string>>> {
		const found = new Map<number, Set<string>>();
		const { client, sweepstakesToken } = this;
		let pagesLeft = 1 + Math.ceil((MOST_TIMES * this.added) / PARTICIPANTS_PER_PAGE);
		for await (const { records } of participants.pages(client, { sweepstakesToken })) {
			const isBeyond = found.size === this.added;
			for (const record of records) {
				const person = this.findOwn(record);
				if (person === undefined) continue;
				const tokens = found.get(person) ?? new Set();
				found.set(person, tokens.add(asText(record.ParticipantToken)));
			}
			if (isBeyond || --pagesLeft === 0) break;
		}
		return found;
	}

	private findOwn({ KeyEmail, KeyPhoneNumber }: Json): number | undefined {
		const keys = normalizedKeys({
			KeyEmail: String(KeyEmail ?? ''),
			KeyPhoneNumber: String(KeyPhoneNumber ?? ''),
		});
		return keys.map((key) => this.own.get(key)).find((person) => person !== undefined);
	}
}

function toNotice(twice: ReadonlyArray<ReadonlySet<string>>): string {
	const isOne = twice.length === 1;
	const named = twice.slice(0, MOST_NAMED).map((tokens) => [...tokens].join(' and '));
	const more = twice.length > MOST_NAMED ? `; and ${twice.length - MOST_NAMED} more` : '';
	return `${isOne ? '1 person was' : `${twice.length} people were`} added by another process at the same moment, and ${isOne ? 'has' : 'have'} two entries: ${named.join('; ')}${more}. Delete one of each.`;
}
