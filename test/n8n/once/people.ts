import type { Dialect, Sandbox } from '../../../sandbox';

/** Which of the two texts about the service the sandbox follows in this test file. */
export const DIALECT = (process.env['SANDBOX_DIALECT'] ?? 'contract') as Dialect;

interface Person {
	first: string;
	last?: string;
	/** By default, made from the first name. */
	email?: string;
}

let people = 0;

/** Enters a person with a phone number of their own and the columns of the entry form in its order, as a strict service asks for. */
export async function enter(
	{ api }: Sandbox,
	sweepstakesToken: string,
	{ first, last = 'Test', email = `${first.toLowerCase()}@example.com` }: Person,
): Promise<void> {
	const { Data } = await api<{ Data: { FormFields: Array<{ FieldName?: string; Name?: string }> } }>(
		'/entrypage/fields',
		{ SweepstakesToken: sweepstakesToken },
	);
	const KeyPhoneNumber = String(3_105_551_000 + ++people);
	const answers: Record<string, string> = {
		First_Name: first,
		Last_Name: last,
		Email: email,
		Mobile_Number: KeyPhoneNumber,
	};
	const columns = Data.FormFields.map(({ FieldName, Name }) => (FieldName ?? Name!).replaceAll(' ', '_'));
	const Fields = Object.fromEntries(
		columns.flatMap((column) => (column in answers ? [[column, answers[column]]] : [])),
	);
	await api('/participants/add', {
		lang: 'en',
		source: 'test',
		sweepstakesToken,
		entryPageFields: { KeyEmail: email, KeyPhoneNumber, Fields },
	});
}
