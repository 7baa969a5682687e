import { ServiceError } from '../shared/client/errors';
import type { IsNew, Service } from '../shared/client/send';
import type { Json } from '../shared/client/json';
import { findParticipant, keysOf, orNothing, type PersonKeys } from '../shared/lookups/participants';

/** The request of POST /participants/add. */
interface Addition {
	sweepstakesToken: string;
	entryPageFields: PersonKeys;
}

/**
 * Enters a person, once: a second entry would raise their chance. After an attempt without an answer they are looked up
 * by email or else by phone; without either, nobody can tell.
 */
export async function addParticipant(service: Service, addition: Addition): Promise<Json> {
	const own = ownEntriesOf(service, addition);
	const [first] = own;
	const before = first && { ...first };
	for (const entries of own) entries.sent++;
	const reply = await service.call({
		endpoint: 'POST /participants/add',
		body: addition,
		repeatable: {
			no: 'Before you add this person again, check with Participant › Get whether they already entered.',
			happened: before && ((isNew) => isEntered(service, addition, before, isNew)),
		},
	});
	for (const entries of own) entries.done++;
	return reply;
}

/** The entries that this execution made under one key: a lookup finds them beside the one in question. */
interface OwnEntries {
	/** When the first was sent, or a little earlier, in ms since 1970 by our clock. */
	since: number;
	sent: number;
	/** Those of which it is certain. */
	done: number;
}

const ownOfService = new WeakMap<Service, Map<string, OwnEntries>>();

function ownEntriesOf(service: Service, { sweepstakesToken, entryPageFields }: Addition): OwnEntries[] {
	let byKey = ownOfService.get(service);
	if (!byKey) ownOfService.set(service, (byKey = new Map()));
	return keysOf(entryPageFields).map((key) => {
		const id = `${sweepstakesToken} ${key}`;
		let own = byKey.get(id);
		if (!own) byKey.set(id, (own = { since: Date.now(), sent: 0, done: 0 }));
		return own;
	});
}

async function isEntered(
	service: Service,
	{ sweepstakesToken: SweepstakesToken, entryPageFields: { KeyEmail, KeyPhoneNumber } }: Addition,
	before: OwnEntries,
	isNew: IsNew,
): Promise<Json | undefined> {
	const key = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	const found = await orNothing(findParticipant(service, { SweepstakesToken, ...key }));
	const entries = found?.Entries ?? [];
	if (!entries.some(({ CreationDate }) => isNew(CreationDate))) return undefined;
	const sinceFirst = entries.filter(({ CreationDate }) => service.isSince(before.since, CreationDate)).length;
	if (sinceFirst > before.sent) return { Response: true };
	if (sinceFirst <= before.done) return undefined;
	throw new ServiceError({ message: 'The service does not tell whose entry this is' });
}
