import {
	getRefusal,
	hasStatus,
	isAmbiguous,
	throwWith,
	undefinedIfNotFound,
} from '../../shared/client/failures';
import type { Client } from '../../shared/client/client';
import { asText } from '../../shared/json';
import { codes, findCode, isAvailable } from './codes';

const NOTHING_DONE = 'No code was assigned for this item, because the available codes could not be read.';

/**
 * The minimum number of codes to read at a time. A few spare codes are useful, because other programs may take some
 * first.
 */
const MIN_READ = 25;

/**
 * How long to assume that no code is left after the whole list was read and had none, in ms. The list may contain
 * thousands of expired codes, so reading it again for each item could take very many calls.
 */
const EMPTY_FOR_MS = 60_000;

interface CodeDemand {
	SweepstakesToken: string;
	Prefix: string;
	/** The number of items of the run that need a code. */
	count: number;
}

/**
 * The available codes of a sweepstakes, oldest first. An execution gets each code only once, unless it puts the code
 * back.
 */
class AvailableCodes {
	private readonly known = new Set<string>();
	private readonly waiting: string[] = [];
	/** Whether to read the largest pages, because many of the listed codes cannot be assigned. */
	private readsLargePages = false;
	/** When the list was last read to its end without finding another code, in ms of the monotonic clock. */
	private emptyAt = -Infinity;

	/** @returns undefined if no code is left */
	async take(client: Client, wanted: CodeDemand): Promise<string | undefined> {
		if (this.waiting.length > 0) return this.waiting.shift();
		if (performance.now() - this.emptyAt < EMPTY_FOR_MS) return undefined;
		await this.read(client, wanted).catch((error: unknown) => {
			if (this.waiting.length === 0) throwWith(NOTHING_DONE)(error);
		});
		return this.waiting.shift();
	}

	putBack(CouponToken: string): void {
		this.waiting.unshift(CouponToken);
	}

	private async read(client: Client, { SweepstakesToken, Prefix, count }: CodeDemand): Promise<void> {
		const most = Math.max(count, MIN_READ);
		let unusable = 0;
		const oldestFirst = { SortBy: 'CreationDate', SortDesc: false } as const;
		const filter = {
			SweepstakesToken,
			Filter: 'available',
			Search: Prefix || undefined,
			...oldestFirst,
		} as const;
		for await (const code of codes.each(client, filter, {
			limit: this.readsLargePages ? undefined : most,
		})) {
			const { CouponToken, CouponCode } = code;
			// A code whose state is unknown is tried, too: if it is not available, the service refuses the call.
			const isWanted = isAvailable(code) !== false && asText(CouponCode).startsWith(Prefix);
			if (isWanted && !this.known.has(CouponToken)) {
				this.known.add(CouponToken);
				this.waiting.push(CouponToken);
				if (this.waiting.length === most) return;
			} else if (++unusable === most && !this.readsLargePages) {
				this.readsLargePages = true;
				return await this.read(client, { SweepstakesToken, Prefix, count });
			}
		}
		if (this.waiting.length === 0) this.emptyAt = performance.now();
	}
}

/**
 * Assigns the next available code. Within this process, only one execution at a time does so for a sweepstakes. If
 * another program has taken or deleted a code, the service refuses the call, and the next code is tried.
 *
 * @returns undefined if no code is left
 */
export async function assignNext<T>(
	client: Client,
	wanted: CodeDemand,
	assign: (CouponToken: string) => Promise<T>,
): Promise<T | undefined> {
	const { SweepstakesToken, Prefix } = wanted;
	const key = `next codes ${SweepstakesToken} ${Prefix}`;
	const list = client.memory.getOrCreate(key, () => new AvailableCodes());
	return await client.runExclusively([`next code ${SweepstakesToken}`], async () => {
		for (;;) {
			const CouponToken = await list.take(client, wanted);
			if (CouponToken === undefined) return undefined;
			const assigned = await assign(CouponToken).catch(async (error: unknown) => {
				if (getRefusal(error).errorName === 'CodeNotAvailable') return undefined;
				// A 404 can mean an unknown code or an unknown participant, so the code is looked up.
				if (hasStatus(error, 404) && !(await findCode(client, { CouponToken }).catch(undefinedIfNotFound)))
					return undefined;
				if (!isAmbiguous(error)) list.putBack(CouponToken);
				throw error;
			});
			if (assigned !== undefined) return assigned;
		}
	});
}
