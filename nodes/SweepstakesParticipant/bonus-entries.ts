import { setBonusEntries } from './api/bonus';
import { PERSON_FIELDS } from './api/person';
import type { Client } from '../shared/client/client';
import { pickKeys } from '../shared/n8n/output/keys';
import type { OneParticipant } from './picker';
import { toPersonItem } from './items';
import { toIdKey } from '../shared/json';

/** Returns the key to lock with `Client.runExclusively` while the bonus entries of a participant are set. */
export function toBonusKey(SweepstakesToken: string, { ParticipantToken }: OneParticipant): string {
	return `bonus ${SweepstakesToken} ${toIdKey(ParticipantToken)}`;
}

/** Sets the bonus entries of a participant. The caller must hold the key from {@link toBonusKey}. */
export async function setBonus(
	client: Client,
	SweepstakesToken: string,
	one: OneParticipant,
	bonus: { BonusEntries: number; PreviousBonusEntries?: number },
): Promise<object[]> {
	const { ParticipantToken, entries } = one;
	const [entry] = entries;
	/** The keys that show a reader who the person is. */
	const person = entry && pickKeys(toPersonItem(entry), Object.keys(PERSON_FIELDS));
	const request = { SweepstakesToken, ParticipantToken, BonusEntries: bonus.BonusEntries };
	const key = toBonusKey(SweepstakesToken, one);
	const { history } = client.account;
	try {
		const results = await client.callForItems(setBonusEntries, request, ({ Data }) => Data);
		return results.map((set) => ({ ...person, ...bonus, ...set }));
	} finally {
		history.noteWrite([key]);
	}
}
