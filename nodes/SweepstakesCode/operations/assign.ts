import { assignCode } from '../api/changes';
import { codeKey, findCode, findCouponToken, readHeldCodes, type Code } from '../api/codes';
import { affix } from '../api/generated';
import { assignNext } from '../api/next';
import { toPersonItem } from '../../SweepstakesParticipant/items';
import { fetchParticipant } from '../../SweepstakesParticipant/api/participants';
import { describeRealFailure, REHEARSED_ID } from '../../shared/client/dry-run';
import type { Client } from '../../shared/client/client';
import { getRefusal, hasStatus, undefinedIfRehearsed } from '../../shared/client/failures';
import { cut, toIdKey, isSameId, asObject, asText, isBlank, type Json } from '../../shared/json';
import { simplify } from '../../shared/n8n/common-fields';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';
import { availableCoupon, isNext, toCodeKey } from '../picker';
import { findPicked, toParticipantQuery, participant } from '../../SweepstakesParticipant/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { toChangedCodeItem } from '../items';

/** The error names of refusals that can mean that the participant already has this code. */
const REFUSED_AGAIN = ['ParticipantHasCode', 'CodeNotAvailable'];

export const assign = defineOperation({
	name: 'Assign',
	value: 'assign',
	action: 'Assign a code to a participant',
	description:
		'Assign a code to a participant: the next available code, or a specific code by its text or ID. A participant can hold one code. To notify the participant, use the operation Send.',
	fields: [
		sweepstakes,
		availableCoupon,
		participant,
		{
			displayName: 'When Participant Has a Code',
			name: 'whenParticipantHasCode',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the participant’s code instead of assigning another',
				},
			],
			default: 'return',
			description:
				'What to do if the participant already has a code in the sweepstakes. With “Return Existing”, the output column “existed” tells whether the code was already assigned to them.',
		},
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Prefix',
					name: 'Prefix',
					type: 'string',
					default: '',
					placeholder: 'e.g. SUMMER-',
					description: 'With “Next Available”, assign only codes that start with this text, such as SUMMER-',
				},
			],
		},
	],
	person: { fields: ['participant'], would: 'codes would all be for' },
	request: codeKey.merge(fetchParticipant.request).extend({ next: z.boolean(), Prefix: affix.optional() }),
	toRequest: ({ options, ...picked }) => ({
		...(!isNext(picked.coupon) && toCodeKey(picked)),
		...toParticipantQuery(picked),
		...options,
		next: isNext(picked.coupon),
	}),
	async *run({ client, request, parameters, itemCount, input }) {
		const { CouponToken: token, CouponCode, next, Prefix = '', ...person } = request;
		const { SweepstakesToken } = person;
		const found = person.ParticipantToken ? undefined : await findPicked(client, person, itemCount);
		const ParticipantToken = person.ParticipantToken ?? found!.ParticipantToken;
		const known = isSameId(input.ParticipantToken, ParticipantToken) ? input : undefined;
		const holder = toHolder(found?.entries[0] ?? known, parameters);
		const key = { SweepstakesToken, CouponToken: token, CouponCode };
		const finding = next ? undefined : findCouponToken(client, key, itemCount);
		const picked = await finding?.catch(inventIfRehearsed(client));
		const toAssigned = (data: Json) => ({
			existed: false,
			...holder,
			...toChangedCodeItem(data, parameters),
		});
		const assignTo = async (CouponToken: string) => {
			const assignment = { CouponToken, ParticipantToken };
			if (!client.isRehearsal)
				return await client.callForItems(assignCode, assignment, ({ Data }) => toAssigned(Data));
			const code = (await findCode(client, { CouponToken }).catch(undefinedIfRehearsed)) ?? {
				CouponCode: CouponCode ?? (isSameId(input.CouponToken, CouponToken) ? input.CouponCode : 'REHEARSED'),
			};
			return [toAssigned({ Code: { ...code, ...assignment } })];
		};
		const assigning = picked
			? assignTo(picked)
			: assignNext(client, { SweepstakesToken, Prefix, count: itemCount }, assignTo);
		const toHeld = (code: Code) => {
			client.hints.skip(describeHeld(client, code, next ? Prefix : ''));
			// `AssignedTo` is left out, so that the item has the same columns as one for a new assignment.
			return [{ existed: true, ...holder, ...toChangedCodeItem({ Code: code }, parameters) }];
		};
		const assigned = await assigning.catch(async (error: unknown) => {
			const { errorName = '', body } = getRefusal(error);
			const CouponToken = asText(asObject(body?.Data).CouponToken) || picked;
			const isRefusedAsAssigned = CouponToken && REFUSED_AGAIN.includes(errorName);
			if (!isRefusedAsAssigned || parameters.whenParticipantHasCode === 'error') throw error;
			const code = await findCode(client, { CouponToken });
			if (!isSameId(code.ParticipantToken, ParticipantToken)) throw error;
			return toHeld(code);
		});
		if (assigned) return yield* assigned;
		const held =
			parameters.whenParticipantHasCode === 'return' &&
			(await readHeldCodes(client, SweepstakesToken)).get(toIdKey(ParticipantToken));
		if (held) return yield* toHeld(held);
		const refusal = new InputError(
			`${availableCoupon.displayName} › Next Available`,
			`did not find an available code${Prefix && ` that starts with “${Prefix}”`}: generate more with Code › Generate`,
		);
		if (!client.isRehearsal) throw refusal;
		client.hints.add(describeRealFailure(refusal));
		yield* await assignTo(REHEARSED_ID);
	},
});

const HAS_CODE = 'the participant already has a code';

/**
 * Says that a participant already has a code, and why it may not be the one that was meant. Only the first such code is
 * named, so that all items have one hint.
 */
function describeHeld({ memory }: Client, { CouponCode, Status }: Code, prefix: string): string {
	const isOther = !asText(CouponCode).startsWith(prefix);
	const reason =
		Status === 'redeemed' ? 'was redeemed' : isOther ? `does not start with “${prefix}”` : undefined;
	if (!reason) return HAS_CODE;
	const first = memory.getOrCreate(`held code that ${reason}`, () => cut(asText(CouponCode)));
	return `${HAS_CODE}, which ${reason}, such as “${first}”`;
}

/**
 * In a rehearsal, a code that the service does not know counts as found, because an earlier node may only have rehearsed
 * to create it: `.catch(inventIfRehearsed(…))`.
 */
function inventIfRehearsed({ isRehearsal, hints }: Client) {
	return (error: unknown): string => {
		if (!isRehearsal || !hasStatus(error, 404)) throw error;
		hints.add(NOT_CREATED);
		return REHEARSED_ID;
	};
}

const NOT_CREATED =
	'Some of these codes do not exist yet. In a real run, an earlier node must have created them.';

/**
 * Returns the name and address of the participant if they are known. A participant whose ID is given is not looked up,
 * because that would take one more call; the input item may have the name and address.
 */
function toHolder(entry: Json | undefined, { simplify }: { simplify: boolean }): Json {
	if (!entry || !simplify) return {};
	const { FirstName, LastName, Email, PhoneNumber } = toPersonItem(entry);
	const holder = { FirstName, LastName, Email, PhoneNumber };
	return Object.values(holder).every(isBlank) ? {} : holder;
}
