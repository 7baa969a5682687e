import type { Client } from '../shared/client/client';
import { isObject, type Json } from '../shared/json';
import { z } from '../shared/zod';
import { endpoint, listing, reads, safe, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, records } from '../shared/api/replies';
import { named } from '../shared/api/named';
import { optionalCount, uuid } from '../shared/api/formats';
import { hintIfShort, throwIfShort } from '../shared/api/pages';
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

const NAME = 'rules documents';

/** Returns the documents in a reply, the primary one first. */
function readDocuments({ Data }: z.output<typeof fetchRules.reply>): RulesDocument[] {
	return [...(isRulesDocument(Data.PrimaryRule) ? [Data.PrimaryRule] : []), ...Data.SecondaryRules];
}

async function fetchAllRules(client: Client, SweepstakesToken: string) {
	const read = async () => await client.call(fetchRules, { SweepstakesToken });
	const reply = await undefinedIfEmpty(client, SweepstakesToken, read);
	return { documents: reply ? readDocuments(reply) : [], total: reply?.Data.TotalRules };
}

/** Lists the documents of a sweepstakes. A hint says if the service counts more than it lists. */
export async function listRules(client: Client, SweepstakesToken: string): Promise<RulesDocument[]> {
	const { documents, total } = await fetchAllRules(client, SweepstakesToken);
	hintIfShort(client, NAME, total, documents);
	return documents;
}

/**
 * Lists the documents of a sweepstakes for a decision that needs all of them.
 *
 * @throws {ServiceError} if the service counts more than it lists
 */
export async function findRules(client: Client, SweepstakesToken: string): Promise<RulesDocument[]> {
	const { documents, total } = await fetchAllRules(client, SweepstakesToken);
	throwIfShort(NAME, total, documents);
	return documents;
}

/** The documents of a sweepstakes, the primary one first. */
export const rulesDocuments = listing({
	request: ofSweepstakes,
	async *read(client, { SweepstakesToken }, _limit, onTotal) {
		const documents = await listRules(client, SweepstakesToken);
		onTotal?.(documents.length);
		yield documents;
	},
});

const title = z.string().max(100);
/** The HTML of a document. */
const documentContent = z.string().max(1_000_000);

const rulesToCreate = z.object({ SweepstakesToken: uuid, Title: title, DocumentContent: documentContent });

type RulesToCreate = Pick<z.output<typeof rulesToCreate>, 'SweepstakesToken' | 'Title'>;

export const RULES = named<RulesToCreate>({
	thing: 'rules document',
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
	creates: 'RulesToken',
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
