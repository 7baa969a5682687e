import type { Caller } from '../shared/client/endpoint';
import { isObject, asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	records,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { confirmNamedCreation, confirmFirstCreation, type Kind } from '../shared/api/ledger';
import { jsonObject, uuid } from '../shared/api/formats';
import { titleKey } from '../shared/api/titles';

/** Requests and replies are those of the reference, section Rules: the contract shows none. */

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

export const fetchRules = endpoint({
	call: 'POST /rules/fetch',
	request: ofSweepstakes,
	reply: z.object({
		Data: z
			.object({ PrimaryRule: z.unknown(), SecondaryRules: z.unknown() })
			.refine((data) => 'PrimaryRule' in data || 'SecondaryRules' in data)
			.pipe(z.object({ PrimaryRule: z.unknown(), SecondaryRules: records('RulesToken') })),
	}),
	tells: 'which rules documents the sweepstakes has',
	retry: safe,
});

/** An official rules document (contract, Rule). */
export type RulesDocument = Json & { RulesToken: string };

/** Without a primary document, the service may send `null` or an empty object: the reference does not show it. */
function isRulesDocument(value: unknown): value is RulesDocument {
	return isObject(value) && typeof value.RulesToken === 'string';
}

/** The documents in a reply of POST /rules/fetch, the primary one first. */
export function listRules({ Data }: z.output<typeof fetchRules.reply>): RulesDocument[] {
	return [...(isRulesDocument(Data.PrimaryRule) ? [Data.PrimaryRule] : []), ...Data.SecondaryRules];
}

/** @throws {ServiceError} if the service cannot be asked. */
export async function findRules(service: Caller, SweepstakesToken: string): Promise<RulesDocument[]> {
	return listRules(await service.call(fetchRules, { SweepstakesToken }));
}

const title = z.string().max(100);
/** HTML */
const documentContent = z.string().max(1_000_000);

const rulesToCreate = z
	.object({
		SweepstakesToken: uuid,
		Title: title,
		DocumentContent: documentContent,
		additionalFields: jsonObject.optional(),
	})
	.transform(({ additionalFields, ...body }) => ({ ...additionalFields, ...body }));

type RulesToCreate = Pick<z.output<typeof rulesToCreate>, 'SweepstakesToken' | 'Title'>;

/** The documents of a sweepstakes that have this title. @throws {ServiceError} if the service cannot be asked. */
export async function rulesTitled(
	service: Caller,
	{ SweepstakesToken, Title }: RulesToCreate,
): Promise<RulesDocument[]> {
	return (await findRules(service, SweepstakesToken)).filter(
		(one) => titleKey(asText(one.Title)) === titleKey(Title),
	);
}

const RULES: Kind<RulesToCreate> = {
	id: 'RulesToken',
	nameOf: ({ Title }) => Title,
	// Not by its content: whether the service stores the HTML as it was sent is not known.
	nameIn: ({ Title }) => Title,
	scopeOf: ({ SweepstakesToken }) => SweepstakesToken,
	listed: async (service, { SweepstakesToken }) => await findRules(service, SweepstakesToken),
};

/** Confirms the creation of a document whose title no other document had before. */
export const firstRulesCreated = confirmFirstCreation(RULES);

/** The contract does not show the request, so further fields can be sent. */
export const createRules = endpoint({
	call: 'POST /rules/create',
	request: rulesToCreate,
	reply: dataReply,
	// A second call would create a second document: titles are not unique.
	retry: unsafe({
		check: 'Before you create it again, check with Rule › Get Many whether the document is there.',
		confirm: confirmNamedCreation(RULES),
	}),
});

export const oneDocument = ofSweepstakes.extend({ RulesToken: uuid });

/** At least one of the optional fields is required. */
export const updateRules = endpoint({
	call: 'PUT /rules/update',
	request: oneDocument.extend({
		Title: title.optional(),
		DocumentContent: documentContent.optional(),
		AbbreviatedRulesForShopify: documentContent.optional(),
	}),
	reply: dataReply,
	// The second time sets the same values.
	retry: safe,
});

export const deleteRules = endpoint({
	call: 'POST /rules/delete',
	request: oneDocument,
	reply: acknowledgement,
	retry: safeDelete,
});
