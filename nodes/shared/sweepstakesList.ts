import { InputError } from './client/errors';
import type { Service } from './client/send';
import { z } from './zod';

const sweepstakesList = z.object({
	Data: z.array(
		z
			.object({
				SweepstakesToken: z.string(),
				SweepstakesName: z.string().catch(''),
				Handler: z.string().catch(''),
			})
			.passthrough(),
	),
});

export type Sweepstakes = z.infer<typeof sweepstakesList>['Data'][number];

/** All sweepstakes of the account (specification, POST /sweepstakes/fetch). */
export async function allSweepstakes(service: Service): Promise<Sweepstakes[]> {
	const body = await service.call({ endpoint: 'POST /sweepstakes/fetch', repeatable: true });
	return sweepstakesList.parse(body).Data;
}

const handlersOf = new WeakMap<Service, Promise<Map<string, string>>>();

/**
 * The SweepstakesToken of a handler. The list is asked for once for all items of an execution.
 *
 * @throws {InputError} if no sweepstakes of the account has the handler.
 */
export async function tokenOfHandler(service: Service, handler: string, label: string): Promise<string> {
	let handlers = handlersOf.get(service);
	if (!handlers) {
		handlers = allSweepstakes(service).then(
			(all) => new Map(all.map(({ Handler, SweepstakesToken }) => [Handler.toUpperCase(), SweepstakesToken])),
		);
		handlersOf.set(service, handlers);
	}
	const token = (await handlers).get(handler.toUpperCase());
	if (token) return token;
	throw new InputError(label, `must be the handler of a sweepstakes of this account, but is “${handler}”`);
}
