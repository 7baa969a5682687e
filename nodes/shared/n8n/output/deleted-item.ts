import type { Client, Endpoint } from '../../client/client';
import { ServiceError } from '../../client/failures';
import type { Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';

/**
 * Returns the item for a deleted record. If a reply was lost, it may be unknown who deleted the record. In that case,
 * `deleted` is null, and `message` says why.
 */
export function toDeletedItem({ deleted = true, ...reply }: Json, id: object): object {
	return { deleted, ...id, ...reply };
}

/**
 * Returns the parts of an operation's declaration that are the same for all operations that delete one record.
 *
 * @param thing the name of the record in the singular
 * @param find looks up the record for a dry run. If there is no such record, the dry run fails as the deletion would.
 * @param toId returns the keys with the ID for the item; by default, all keys of the request
 */
export function deletion<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
	endpoint: Endpoint<Request, Reply>,
	thing: string,
	find: (client: Client, request: z.output<Request>) => Promise<object | undefined>,
	toId: (request: z.output<Request>) => object = (request) => request as object,
) {
	return {
		endpoint,
		preview: previewDeletion<typeof endpoint>(thing, find),
		toItems: ({ reply, request }: { reply: Json; request: z.output<Request> }) =>
			toDeletedItem(reply, toId(request)),
	};
}

/**
 * Returns the preview of a deletion. Its reply is the record that would be deleted.
 *
 * @param thing the name of the record in the singular
 * @param find looks up the record. If there is none, the dry run fails as the deletion would.
 */
export function previewDeletion<Deletion extends Endpoint>(
	thing: string,
	find: (client: Client, request: z.output<Deletion['request']>) => Promise<object | undefined>,
) {
	type Context = { client: Client; request: z.output<Deletion['request']> };
	return {
		verb: 'delete',
		thing,
		reply: async ({ client, request }: Context): Promise<Json> => {
			const Data = await find(client, request);
			if (!Data) throw new ServiceError({ code: 'notFound', record: thing, status: 404 });
			return { deleted: false, Data };
		},
	};
}
