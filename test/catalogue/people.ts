import { completeEntry } from '../../tools/sandbox';
import type { Unique } from './row';
import type { World } from './world';

/** The email address of the row's participant. */
export const emailOf = ({ n }: Unique): string => `holder${n}@example.com`;

/** Adds a participant with an email address and a phone number. @returns the token */
export async function addPerson({ api, main }: World, unique: Unique): Promise<string> {
	const KeyEmail = emailOf(unique);
	const KeyPhoneNumber = String(2_025_550_000 + unique.n);
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken: main,
		entryPageFields: completeEntry({ KeyEmail, KeyPhoneNumber }),
	});
	const { Data } = await api<{ Data: { Entries: Array<{ ParticipantToken: string }> } }>(
		'/participants/single',
		{ SweepstakesToken: main, KeyEmail },
	);
	return Data.Entries[0]!.ParticipantToken;
}
