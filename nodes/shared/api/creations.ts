import type { Caller, Unsafe } from '../client/endpoint';
import { ServiceError } from '../client/failures';
import { isObject, type Json } from '../json';

/** How records of a kind are found again after the reply to their creation was lost, where nothing in them is unique. */
interface Creation<Request> {
	/** The key of a record that no other record of the kind has in common with it. */
	id: string;
	/** What the request names the record, different for records that the service lists apart. */
	nameOf(request: Request): string;
	/** The records of the name of the request, with `CreationDate` or `Date`. */
	named(service: Caller, request: Request): Promise<Json[]>;
	/** Whether a record of the name can be the requested one. */
	matches(record: Json, request: Request): boolean;
}

/** What an execution knows about the records of a kind that it has created. */
interface Own {
	ids: Set<unknown>;
	/** The names of creations of which it is not known whether they were processed, or which record they made. */
	unclear: Set<string>;
}

/**
 * Confirms a creation by the one new record of its name that this execution does not know yet. Inconclusive if there are
 * several, if the one is not as requested, or if an earlier creation of the same name was never confirmed.
 */
export function creationOf<Request>({
	id,
	nameOf,
	named,
	matches,
}: Creation<Request>): NonNullable<Unsafe<Request>['confirm']> {
	const createOwn = (): Own => ({ ids: new Set(), unclear: new Set() });
	return (service, request) => {
		const own = service.state.get(createOwn);
		const name = nameOf(request);
		const isAmbiguous = own.unclear.has(name);
		return {
			async lookUp(isNew) {
				own.unclear.add(name);
				const added = (await named(service, request)).filter(
					(record) => !own.ids.has(record[id]) && isNew(record.CreationDate ?? record.Date),
				);
				const [Data, ...others] = added;
				if (!Data) return undefined;
				if (isAmbiguous || others.length > 0 || !matches(Data, request))
					throw new ServiceError({ code: 'inconclusive' });
				return { Response: true, Data };
			},
			onProcessed({ Data }) {
				const created = isObject(Data) ? Data[id] : undefined;
				own.ids.add(created);
				if (created === undefined) own.unclear.add(name);
				else if (!isAmbiguous) own.unclear.delete(name);
			},
		};
	};
}
