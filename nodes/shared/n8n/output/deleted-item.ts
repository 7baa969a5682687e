import type { Client, Endpoint } from '../../client/client';
import { ServiceError } from '../../client/failures';
import type { Json } from '../../json';
import type { z, ZodTypeAny } from '../../zod';

/**
 * Returns the parts of an operation's declaration that are the same for all operations that delete one record. If a
 * reply was lost, it may be unknown who deleted the record. In that case, `deleted` is null in the item, and `message`
 * says why.
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
	type Context = { client: Client; request: z.output<Request> };
	return {
		endpoint,
		onceFor: 'deletion',
		/** Returns the record. A record that an earlier item would delete is not found, as in a real run. */
		async preview({ client, request }: Context): Promise<object> {
			const id = JSON.stringify(toId(request)).toLowerCase();
			const deleted = client.memory.getOrCreate('deleted', () => new Set<string>());
			const found = deleted.has(id) ? undefined : await find(client, request);
			if (!found) throw new ServiceError({ code: 'notFound', record: thing, status: 404 });
			deleted.add(id);
			return { deleted: false, ...toId(request), ...found };
		},
		toItems: ({ reply, request }: { reply: Json; request: z.output<Request> }): Json => ({
			deleted: true,
			...toId(request),
			...reply,
		}),
	};
}
