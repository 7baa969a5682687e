import { idKey } from '../shared/api/ids';
import { setBonusEntries } from './api/bonus';
import { noteWrite } from '../shared/api/recentWrites';
import type { Caller } from '../shared/client/endpoint';
import type { OneParticipant } from './picker';
import { toPerson } from './items';

/** Key for `Caller.exclusively` while the bonus entries of a participant are set. */
export function bonusKey(SweepstakesToken: string, { ParticipantToken }: OneParticipant): string {
	return `bonus ${idKey(SweepstakesToken)} ${idKey(ParticipantToken)}`;
}

/** The caller holds the {@link bonusKey}. */
export async function setBonus(
	service: Caller,
	SweepstakesToken: string,
	one: OneParticipant,
	bonus: { BonusEntries: number; PreviousBonusEntries?: number },
): Promise<object[]> {
	const { ParticipantToken } = one;
	const request = { SweepstakesToken, ParticipantToken, BonusEntries: bonus.BonusEntries };
	try {
		const results = await service.callForItems(setBonusEntries, request, ({ Data }) => Data);
		return results.map((set) => ({ ...toPerson(one), ...bonus, ...set }));
	} finally {
		noteWrite(service, [bonusKey(SweepstakesToken, one)]);
	}
}
