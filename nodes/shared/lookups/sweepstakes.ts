import { readAnswer } from './answer';
import { once } from './once';
import { InputError } from '../errors';
import type { Caller, IsNew } from '../client/send';
import { z } from '../zod';

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

/**
 * All sweepstakes of the account (specification, POST /sweepstakes/fetch).
 *
 * @throws {ServiceError} if the service cannot be asked, or its answer has another shape than documented.
 */
export async function allSweepstakes(service: Caller): Promise<Sweepstakes[]> {
	const answer = await service.call({ endpoint: 'POST /sweepstakes/fetch', repeatable: true });
	return readAnswer(sweepstakesList, answer, 'which sweepstakes there are').Data;
}

/**
 * The sweepstakes of a handler, if it was created just now: handlers are unique, so it is the one that a call without
 * an answer created.
 *
 * @throws {ServiceError} as `allSweepstakes` does.
 */
export async function newSweepstakes(
	service: Caller,
	handler: string,
	isNew: IsNew,
): Promise<Sweepstakes | undefined> {
	return (await allSweepstakes(service)).find(
		({ Handler, CreationDate }) => Handler.toUpperCase() === handler && isNew(CreationDate),
	);
}

const lists = new WeakMap<Caller, Promise<Sweepstakes[]>>();

/** The list as it was when this execution first needed it: asked for once for all items. */
async function knownSweepstakes(service: Caller): Promise<Sweepstakes[]> {
	return await once(lists, service, async () => await allSweepstakes(service));
}

/**
 * The SweepstakesToken of a handler.
 *
 * @throws {InputError} if no sweepstakes of the account has the handler, or several have.
 * @throws {ServiceError} as `allSweepstakes` does.
 */
export async function tokenOfHandler(service: Caller, handler: string, label: string): Promise<string> {
	const wanted = handler.toUpperCase();
	const found = (await knownSweepstakes(service)).filter(({ Handler }) => Handler.toUpperCase() === wanted);
	const [token, another] = new Set(found.map(({ SweepstakesToken }) => SweepstakesToken));
	if (token === undefined)
		throw new InputError(label, `must be the handler of a sweepstakes of this account, but is “${handler}”`);
	if (another === undefined) return token;
	throw new InputError(
		label,
		`must be chosen from the list or by ID, because several sweepstakes have the handler “${handler}”`,
	);
}

/**
 * The record of a sweepstakes. The service has no operation for one, so it is found in the list.
 *
 * @throws {InputError} if the account has no such sweepstakes.
 * @throws {ServiceError} as `allSweepstakes` does.
 */
export async function sweepstakesOf(service: Caller, token: string, label: string): Promise<Sweepstakes> {
	const wanted = token.toLowerCase();
	const found = (await knownSweepstakes(service)).find(
		({ SweepstakesToken }) => SweepstakesToken.toLowerCase() === wanted,
	);
	if (found) return found;
	throw new InputError(label, `must be the ID of a sweepstakes of this account, but is “${token}”`);
}
