import type { Sandbox } from '../sandbox';

interface SweepstakesRecord {
	SweepstakesToken: string;
	SweepstakesName: string;
	Handler: string;
}

/** A sweepstakes as a picker stores it. */
export interface PickedSweepstakes {
	token: string;
	name: string;
}

/** Returns the first sweepstakes in the list, which is the sample in a sandbox that has one. */
export async function firstSweepstakes({ api }: Sandbox): Promise<PickedSweepstakes> {
	const { Data } = await api<{ Data: SweepstakesRecord[] }>('/sweepstakes/fetch');
	const [{ SweepstakesToken, SweepstakesName }] = Data as [SweepstakesRecord];
	return { token: SweepstakesToken, name: SweepstakesName };
}

/**
 * Creates a sweepstakes that lasts until the end of 2090.
 *
 * @param changes what differs in the request body
 * @returns its token
 */
export async function createSweepstakes(
	{ api }: Pick<Sandbox, 'api'>,
	changes: Pick<SweepstakesRecord, 'Handler'> & Record<string, unknown>,
): Promise<string> {
	const { Data } = await api<{ Data: SweepstakesRecord }>('/sweepstakes/create', {
		SweepstakesName: changes.Handler,
		SweepstakesType: 2,
		StartDate: '2090-01-01',
		StartTime: '00:00',
		EndDate: '2090-12-31',
		EndTime: '23:59',
		...changes,
	});
	return Data.SweepstakesToken;
}

interface Person {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
	Fields?: Record<string, unknown>;
	[key: string]: unknown;
}

let people = 0;

/**
 * Returns a person with a value for every form field of a new sweepstakes, because a strict service requires them all.
 * Values that are not given are different for each person.
 */
export function completeEntry({ Fields = {}, ...given }: Person = {}) {
	const n = ++people;
	const keys = {
		KeyEmail: `person${n}@example.com`,
		KeyPhoneNumber: String(3_105_550_000 + n),
		...given,
	};
	const { First_Name = 'Sam', Last_Name = 'Sample', ...others } = Fields;
	const { KeyEmail: Email, KeyPhoneNumber: Mobile_Number } = keys;
	return { ...keys, Fields: { First_Name, Last_Name, Email, Mobile_Number, ...others } };
}
