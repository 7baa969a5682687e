import type { Client } from '../shared/client/client';
import { isObject, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, listing, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, records } from '../shared/api/replies';
import { named } from '../shared/api/named';
import { optionalCount, uuid } from '../shared/api/formats';
import { throwIfShort } from '../shared/api/pages';
import { undefinedIfEmpty } from '../Sweepstakes/api';

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

export const fetchRules = endpoint({
	call: 'POST /rules/fetch',
	request: ofSweepstakes,
	reply: z.object({
		Data: z
			.object({ TotalRules: optionalCount, PrimaryRule: z.unknown(), SecondaryRules: z.unknown() })
			.refine((data) => 'PrimaryRule' in data || 'SecondaryRules' in data)
			.pipe(
				z.object({
					TotalRules: z.number().optional(),
					PrimaryRule: z.unknown(),
					SecondaryRules: records('RulesToken'),
				}),
			),
	}),
	retry: reads('which rules documents the sweepstakes has'),
});

/** A document with official rules (contract, Rule). */
export type RulesDocument = Json & { RulesToken: string };

/**
 * Whether a value is a rules document. The reference does not say whether the service sends `null` or an empty object
 * if there is no primary document.
 */
function isRulesDocument(value: unknown): value is RulesDocument {
	return isObject(value) && typeof value.RulesToken === 'string';
}

/** Returns the documents in a reply, the primary one first. */
function listRules({ Data }: z.output<typeof fetchRules.reply>): RulesDocument[] {
	return [...(isRulesDocument(Data.PrimaryRule) ? [Data.PrimaryRule] : []), ...Data.SecondaryRules];
}

/** @throws {ServiceError} if the call fails, or if the list is shorter than the count that the service sends with it */
export async function findRules(client: Client, SweepstakesToken: string): Promise<RulesDocument[]> {
	const read = async () => await client.call(fetchRules, { SweepstakesToken });
	const reply = await undefinedIfEmpty(client, SweepstakesToken, read);
	if (!reply) return [];
	const documents = listRules(reply);
	throwIfShort('rules documents', reply.Data.TotalRules, documents);
	return documents;
}

/** The documents of a sweepstakes, the primary one first. */
export const rulesDocuments = listing({
	request: ofSweepstakes,
	async *read(client, { SweepstakesToken }) {
		yield await findRules(client, SweepstakesToken);
	},
});

const title = z.string().max(100);
/** The HTML of a document. */
const documentContent = z.string().max(1_000_000);

const rulesToCreate = z.object({ SweepstakesToken: uuid, Title: title, DocumentContent: documentContent });

type RulesToCreate = Pick<z.output<typeof rulesToCreate>, 'SweepstakesToken' | 'Title'>;

export const RULES = named<RulesToCreate>({
	id: 'RulesToken',
	nameOf: ({ Title }) => Title,
	// Documents are compared only by title, because the service may change the HTML.
	nameIn: ({ Title }) => Title,
	scopeOf: ({ SweepstakesToken }) => SweepstakesToken,
	list: async (client, { SweepstakesToken }) => await findRules(client, SweepstakesToken),
});

export const createRules = endpoint({
	call: 'POST /rules/create',
	request: rulesToCreate,
	reply: dataReply,
	// Titles are not unique, so a retry would create a second document.
	retry: unsafe(
		'Before you create it again, use Official Rules › Get Many to check whether the document is there.',
	),
	confirm: RULES.confirm,
});

export const oneDocument = ofSweepstakes.extend({ RulesToken: uuid });

export const updateRules = endpoint({
	call: 'PUT /rules/update',
	request: oneDocument.extend({
		Title: title.optional(),
		DocumentContent: documentContent.optional(),
		AbbreviatedRulesForShopify: documentContent.optional(),
	}),
	reply: dataReply,
	retry: safe,
});

export const deleteRules = endpoint({
	call: 'POST /rules/delete',
	request: oneDocument,
	reply: acknowledgement,
	retry: safeDelete,
});
