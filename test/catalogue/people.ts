import type { INodeParameters } from 'n8n-workflow';

import { completeEntry } from '../../tools/sandbox';
import type { UniqueValues } from './row';
import { byId, type World } from './world';

/** The email address of the row's participant. */
export const toEmail = ({ n }: UniqueValues): string => `holder${n}@example.com`;

interface ParticipantReply {
	Data: { Entries: Array<{ ParticipantToken: string }> };
}

/** @returns the token of the participant with this address */
export async function findToken({ api }: World, SweepstakesToken: string, KeyEmail: string): Promise<string> {
	const { Data } = await api<ParticipantReply>('/participants/single', { SweepstakesToken, KeyEmail });
	return Data.Entries[0]!.ParticipantToken;
}

/** Adds the row's participant, with an email address and a phone number, and returns the token. */
export async function addPerson(world: World, unique: UniqueValues): Promise<string> {
	const [KeyEmail, KeyPhoneNumber] = [toEmail(unique), String(2_025_550_000 + unique.n)];
	await world.api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken: world.main,
		entryPageFields: completeEntry({ KeyEmail, KeyPhoneNumber, BonusEntries: unique.n }),
	});
	return await findToken(world, world.main, KeyEmail);
}

/** Adds the row's participant, and returns parameters that pick this participant by email. */
export async function newPerson(world: World, unique: UniqueValues) {
	await addPerson(world, unique);
	return { sweepstakes: byId(world.main), participant: byId(toEmail(unique)) };
}

/** Replaces email addresses with expressions, because a run with several items is refused for a fixed person. */
export const byExpression = (parameters: INodeParameters) =>
	JSON.parse(
		JSON.stringify(parameters).replace(/"([^"\s={}]+@[^"]+)"/g, (_, email: string) =>
			JSON.stringify(`={{ "${email}" }}`),
		),
	) as INodeParameters;
