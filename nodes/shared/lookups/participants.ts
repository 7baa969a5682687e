import { readAnswer } from './answer';
import { once } from './once';
import { ServiceError } from '../client/errors';
import { PARTICIPANTS_PER_PAGE, participantPagesOf } from '../client/pages';
import type { Service } from '../client/send';
import type { Json } from '../client/json';
import { z } from '../zod';
import { without } from '../fields/simplify';

const single = z.object({
	Data: z
		.object({ Entries: z.array(z.object({ ParticipantToken: z.string() }).passthrough()) })
		.passthrough(),
});

/** A person's entries in a sweepstakes (specification, POST /participants/single). */
export type FoundParticipant = z.output<typeof single>['Data'];

/**
 * Looks a participant up.
 *
 * @param request `SweepstakesToken` and what the person is known by.
 * @throws {ServiceError} with status 404 if there is none.
 */
export async function findParticipant(service: Service, request: object): Promise<FoundParticipant> {
	const answer = await service.call({
		endpoint: 'POST /participants/single',
		body: request,
		repeatable: true,
	});
	const found = readAnswer(single, answer, 'whether there is such a participant').Data;
	if (found.Entries.length > 0) return found;
	throw new ServiceError({ message: 'The service found no such participant', status: 404 });
}

/** @returns undefined where the service answered 404. */
export async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
	return await work.catch((error: unknown) => (isNotFound(error) ? undefined : Promise.reject(error)));
}

function isNotFound(error: unknown): boolean {
	return error instanceof ServiceError && error.problem.status === 404;
}

const counted = z.object({
	Data: z.object({
		Counts: z.object({
			Participants: z.number(),
			AmoeParticipants: z.number(),
			OptOuts: z.number(),
			Total: z.number(),
		}),
	}),
});

/**
 * Entries of a sweepstakes by collection (specification, POST /participants/count).
 *
 * @throws {ServiceError} if the service cannot be asked, or its answer has another shape than documented.
 */
export async function countParticipants(service: Service, SweepstakesToken: string) {
	const answer = await service.call({
		endpoint: 'POST /participants/count',
		body: { SweepstakesToken },
		repeatable: true,
	});
	return readAnswer(counted, answer, 'how many participants there are').Data.Counts;
}

/** What the service knows a person by. */
export interface PersonKeys {
	KeyEmail?: string;
	KeyPhoneNumber?: string;
}

/** Somebody who is entered; the token of those whom this execution added is not known, as no answer tells it. */
export interface Known {
	ParticipantToken?: string;
}

/** Who is entered in a sweepstakes. */
export interface Entered {
	/** Somebody with this email address or this phone number. */
	find(person: PersonKeys): Promise<Known | undefined>;
	/** Tells of a person who was added meanwhile. */
	add(person: PersonKeys): void;
}

const enteredOf = new WeakMap<Service, Map<string, Promise<Entered>>>();

/**
 * Who is entered in a sweepstakes, found out with the fewest calls: one lookup for each key of each person, or one
 * reading of all pages. Which is less is decided once for an execution, by the first page where it is not plain.
 *
 * @param lookups how many keys are to be looked up in this execution.
 * @throws {ServiceError} if the service cannot be asked.
 */
export async function enteredIn(
	service: Service,
	sweepstakesToken: string,
	lookups: number,
): Promise<Entered> {
	let ofService = enteredOf.get(service);
	if (!ofService) enteredOf.set(service, (ofService = new Map()));
	return await once(
		ofService,
		sweepstakesToken,
		async () => await askOrRead(service, sweepstakesToken, lookups),
	);
}

/** So few are looked up at once: to learn how long the list is takes a call, too. */
const FEW_LOOKUPS = 2;

async function askOrRead(service: Service, sweepstakesToken: string, lookups: number): Promise<Entered> {
	const list = lookups > FEW_LOOKUPS ? await readIfShorter(service, sweepstakesToken, lookups) : undefined;
	return list ?? new EnteredByLookup(service, sweepstakesToken);
}

/** Reads all pages, unless the first of them tells that the lookups are fewer than the rest. */
async function readIfShorter(
	service: Service,
	sweepstakesToken: string,
	lookups: number,
): Promise<EnteredInList | undefined> {
	const list = new EnteredInList();
	for await (const { participants, total } of participantPagesOf(service, { sweepstakesToken })) {
		if (Math.ceil(total / PARTICIPANTS_PER_PAGE) > lookups) return undefined;
		participants.forEach((participant) => list.take(participant));
	}
	return list;
}

class EnteredByLookup implements Entered {
	constructor(
		private readonly service: Service,
		private readonly sweepstakesToken: string,
	) {}

	async find({ KeyEmail, KeyPhoneNumber }: PersonKeys): Promise<Known | undefined> {
		// Asked for one by one: the specification does not say whether both together mean "and" or "or".
		return (await this.lookUp({ KeyEmail })) ?? (await this.lookUp({ KeyPhoneNumber }));
	}

	/** The next lookup finds those who were added. */
	add(): void {}

	private async lookUp(key: PersonKeys): Promise<Known | undefined> {
		if (!Object.values(key).some(Boolean)) return undefined;
		const request = { SweepstakesToken: this.sweepstakesToken, ...key };
		const found = await orNothing(findParticipant(this.service, request));
		return found && { ParticipantToken: found.Entries[0]?.ParticipantToken };
	}
}

class EnteredInList implements Entered {
	private readonly known = new Map<string, Known>();

	/** Takes in a participant as the service lists them. */
	take({ ParticipantToken, KeyEmail, KeyPhoneNumber }: Json): void {
		const person = { KeyEmail: String(KeyEmail ?? ''), KeyPhoneNumber: String(KeyPhoneNumber ?? '') };
		for (const key of keysOf(person)) this.known.set(key, { ParticipantToken: String(ParticipantToken) });
	}

	async find(person: PersonKeys): Promise<Known | undefined> {
		return keysOf(person)
			.map((key) => this.known.get(key))
			.find((one) => one !== undefined);
	}

	add(person: PersonKeys): void {
		for (const key of keysOf(person)) this.known.set(key, {});
	}
}

/** Capitals and the writing of a phone number make no other person. */
export function keysOf({ KeyEmail = '', KeyPhoneNumber = '' }: PersonKeys): string[] {
	return [KeyEmail.trim().toLowerCase(), phoneDigits(KeyPhoneNumber)].filter(Boolean);
}

/** A number of the US or Canada is stored without its country code 1 (reference, "Serve both": participants/single). */
function phoneDigits(phoneNumber: string): string {
	const digits = phoneNumber.replace(/\D/g, '');
	return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Whether an entry, as the service sends it, has the email address or the phone number that was asked for. */
export function hasKey(entry: Json, { KeyEmail, KeyPhoneNumber }: PersonKeys): boolean {
	const own = { KeyEmail: textIn(entry.KeyEmail), KeyPhoneNumber: textIn(entry.KeyPhoneNumber) };
	const asked = KeyEmail ? { KeyEmail } : { KeyPhoneNumber };
	return keysOf(own).some((key) => keysOf(asked).includes(key));
}

/** Phone numbers may come as numbers. */
function textIn(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A participant's entry as it comes out of the nodes: simplified, without the owner, who is the same for all. */
export function participantItem(entry: object, { simplify }: { simplify: boolean }): object {
	return simplify ? without(entry, ['UserToken']) : entry;
}
