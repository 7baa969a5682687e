import type { z, ZodTypeAny } from '../zod';
import type { Account } from './account';
import type { Before, Endpoint } from './endpoint';
import type { Timing } from './service-clock';
import type { Memory, Stats } from './session';

/** The client, as operations, pickers and lookups use it. */
export interface Client {
	readonly stats: Readonly<Stats>;

	readonly memory: Memory;

	readonly account: Account;

	/**
	 * Runs `work` while no other execution of this process holds one of these keys, such as `draw
	 * <SweepstakesToken>`. Do not nest.
	 *
	 * @throws {Cancelled} once the execution was cancelled.
	 */
	exclusively<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;

	/**
	 * Makes a call, with retries as long as they are safe and promising.
	 *
	 * @throws {ServiceError} if the call failed for good, or the reply has an unexpected shape.
	 * @throws {Cancelled} once the execution was cancelled; nothing is sent after that.
	 */
	call<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
	): Promise<z.output<Reply>>;

	/**
	 * Makes a call and turns its reply into items. If a call that writes gets a reply of an unexpected shape,
	 * the reply becomes one item: the call was processed. Otherwise throws as `call` does.
	 */
	callForItems<Request extends ZodTypeAny, Reply extends ZodTypeAny>(
		endpoint: Endpoint<Request, Reply>,
		request: z.output<Request>,
		toItems: (reply: z.output<Reply>) => object | readonly object[],
	): Promise<readonly object[]>;

	/** The same client, which confirms lost replies with what was there before its calls. */
	knowing(before: Before): Client;

	/** Whether a record with this date was created at or after `sentAt`, in ms since 1970 by our clock. */
	timing(sentAt: number, creationDate: unknown): Timing;

	/**
	 * Learns the service's date format from a record that this execution created. Dates of the same form are
	 * then exact, even without a zone.
	 *
	 * @param createdBefore when the reply to its creation arrived, in ms since 1970 by our clock
	 */
	learnDate(creationDate: unknown, createdBefore: number): void;
}
