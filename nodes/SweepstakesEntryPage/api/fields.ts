import type { Caller } from '../../shared/client/endpoint';
import { hasStatus, undefinedIfServiceFails } from '../../shared/client/failures';
import { isBlank, plainKey, asRecords, asText, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, listReply, safe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { memoize } from '../../shared/api/memoize';

export const getEntryPageFields = endpoint({
	call: 'POST /entrypage/fields',
	request: z.object({ SweepstakesToken: uuid }),
	reply: listReply('FormFields'),
	tells: 'which fields the entry form has',
	retry: safe,
});

/** The keys of a request by which the service identifies a person. Each fills a field of the entry form, too. */
export type PersonKey = 'KeyEmail' | 'KeyPhoneNumber';

/** A field of an entry form. */
export interface FormField {
	/** The key under which its value is sent: its name with underscores for white space, punctuation kept. */
	key: string;
	/** As people read it. */
	name: string;
	type: string;
	required: boolean;
	/** What can be chosen in a list: the value is what the service stores. */
	choices: Array<{ name: string; value: string }>;
	/** Only of the email and phone fields: the key of the request that has the same value. */
	filledFrom?: PersonKey;
}

/**
 * All fields of an entry form, in its order.
 *
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function formFields(service: Caller, SweepstakesToken: string): Promise<FormField[]> {
	const { Data } = await service.call(getEntryPageFields, { SweepstakesToken });
	const emailField = findKeyField(Data.FormFields, Data.KeyEmail, /^e-?mail$/i);
	const phoneField = findKeyField(
		Data.FormFields,
		Data.KeyPhoneNumber,
		/^(us)?(phone|tel|mobile)(number)?$/i,
	);
	return Data.FormFields.map((field) => ({
		...toFormField(field),
		...(field === emailField && { filledFrom: 'KeyEmail' as const }),
		...(field === phoneField && { filledFrom: 'KeyPhoneNumber' as const }),
	})).filter(({ name }) => name.trim() !== '');
}

const createForms = () => new Map<string, Promise<FormField[]>>();

/**
 * The fields of an entry form, asked for once in an execution. Empty if the service does not tell them.
 *
 * @throws {ServiceError} if the service does not accept the API token.
 */
export async function knownFormFields(service: Caller, sweepstakesToken: string): Promise<FormField[]> {
	return await memoize(service.state.get(createForms), sweepstakesToken, async () => {
		const asking = formFields(service, sweepstakesToken);
		return await asking.catch((error: unknown) => {
			if (hasStatus(error, 401)) throw error;
			return undefinedIfServiceFails(error) ?? [];
		});
	});
}

/** The email or phone field is named by ID or by name (reference, "Serve both": entrypage/fields), or is the only one of its type. */
function findKeyField(fields: readonly Json[], named: unknown, type: RegExp): Json | undefined {
	const key = plainKey(readId(named));
	const ofType = fields.filter((field) => type.test(asText(findPart(field, 'type'))));
	return (
		fields.find((field) => key && readIdentifiers(field).includes(key)) ??
		(ofType.length === 1 ? ofType[0] : undefined)
	);
}

function readIdentifiers(field: Json): string[] {
	return ['id', 'name'].map((part) => plainKey(readId(findPart(field, part))));
}

/** Some versions of the service put "Field" before the name of each part (reference, "Serve both": entrypage/fields). */
function findPart(field: Json, part: string): unknown {
	const spellings = [part, `field${part}`];
	return Object.entries(field).find(
		([key, value]) => spellings.includes(plainKey(key)) && !isBlank(value),
	)?.[1];
}

function toFormField(field: Json): FormField {
	const name = asText(findPart(field, 'name'));
	return {
		key: name.replace(/\s/g, '_'),
		name,
		type: asText(findPart(field, 'type')),
		required: [true, 'true', 1].some((yes) => yes === findPart(field, 'required')),
		choices: toChoices(findPart(field, 'options')),
	};
}

function toChoices(options: unknown): FormField['choices'] {
	return asRecords(options)
		.map((option) => ({ id: readId(findPart(option, 'id')), name: readId(findPart(option, 'name')) }))
		.map(({ id, name }) => ({ name: name || id, value: id }))
		.filter(({ value }) => value !== '');
}

function readId(value: unknown): string {
	return typeof value === 'number' ? String(value) : asText(value);
}
