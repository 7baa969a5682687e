import type { Caller, Unsafe } from '../client/endpoint';
import type { Json } from '../json';

/** How a change is confirmed after its reply was lost. */
interface Change<Request, Found extends Json> {
	/** The record as it is now. */
	read(service: Caller, request: Request): Promise<Found>;
	/** Whether it is as the call would have left it. */
	isDone(record: Found, request: Request): boolean;
	/** `Data` of the reply that would have come. */
	dataOf(record: Found): Json;
}

/** Confirms a change by the record after it. A repeated call would be refused and hide that the first succeeded. */
export function confirmChange<Request, Found extends Json>({
	read,
	isDone,
	dataOf,
}: Change<Request, Found>): Unsafe<Request>['confirm'] {
	return (service, request) => ({
		async lookUp() {
			const record = await read(service, request);
			return isDone(record, request) ? { Response: true, Data: dataOf(record) } : undefined;
		},
	});
}
