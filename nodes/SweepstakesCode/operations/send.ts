import { codeToSend, sendCode } from '../api/changes';
import { findCodeOnce, findVerifiedCode, type Code, type codeKey } from '../api/codes';
import type { Client } from '../../shared/client/client';
import { ServiceError, undefinedIfServiceFails } from '../../shared/client/failures';
import { asText, type Json } from '../../shared/json';
import { listAddresses } from '../../SweepstakesMessage/api';
import { getOptOuts, hasOptedOut } from '../../SweepstakesParticipant/api/opt-outs';
import { getParticipant } from '../../SweepstakesParticipant/api/participants';
import { toPersonItem } from '../../SweepstakesParticipant/items';
import type { z } from '../../shared/zod';
import { previewOptOut, sendOnChannels, skipOptedOut } from '../../SweepstakesMessage/items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { assignedCoupon, toCodeKey } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const send = defineOperation({
	name: 'Send',
	value: 'send',
	action: 'Send a code to its participant',
	description:
		'Send a code to the participant who holds it, by email, text message or both. The code is found by its text or ID, and the text of the message is in the sweepstakes’ settings. A participant who has opted out is skipped. Returns one item per channel, with the reason if the channel was skipped.',
	fields: [
		{
			displayName:
				'A message cannot be taken back. Each code is sent only once per channel. To send it again, change “Idempotency Key” under Options.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		assignedCoupon,
		{
			displayName: 'Channel',
			name: 'Channel',
			type: 'options',
			options: [
				{ name: 'Email', value: 'email' },
				{ name: 'Email and Text Message', value: 'both' },
				{
					name: 'Text Message',
					value: 'sms',
					description: 'To a US or Canadian number, from a number registered for your account',
				},
			],
			default: 'email',
			description: 'How to send the code',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Idempotency Key',
					name: 'IdempotencyKey',
					type: 'string',
					default: '',
					placeholder: 'e.g. reminder-2027-01-31',
					description:
						'The service sends a code only once per key, so a key with the current time sends it in each run. To send it again, for example as a reminder, enter another key, with 8 to 64 letters, digits, hyphens and underscores.',
				},
			],
		},
	],
	person: { fields: ['coupon'], would: 'messages would all send', what: 'code', column: 'CouponCode' },
	request: codeToSend,
	toRequest: ({ Channel, options, ...picked }) => ({ ...toCodeKey(picked), Channel, ...options }),
	async *run({ client, request: { Channel, IdempotencyKey, ...key }, itemCount }) {
		if (client.isDry) return yield await previewMessages(client, key, Channel);
		const optOuts = await getOptOuts(client, key.SweepstakesToken, itemCount);
		// The code is looked up only to learn who holds it. That is not needed if its ID is trusted and nobody has opted out.
		const isKnown = key.CouponToken !== undefined && !client.options.verifiesIds && optOuts.isEmpty;
		const code = isKnown ? undefined : await findCodeOnce(client, key, itemCount, 'assigned');
		const CouponToken = code?.CouponToken ?? key.CouponToken!;
		const ParticipantToken = asText(code?.ParticipantToken);
		if (ParticipantToken !== '' && (await optOuts.has(ParticipantToken)))
			return yield await skipOptedOut(client, Channel, { CouponToken, ParticipantToken });
		const message = {
			CouponToken,
			Channel,
			IdempotencyKey: IdempotencyKey ?? `n8n-${CouponToken.toLowerCase()}`,
		};
		const items = await sendOnChannels(client, sendCode, message, { CouponToken });
		const known = { SweepstakesToken: key.SweepstakesToken, CouponToken };
		yield* await withHolder(items, async () => await findCodeOnce(client, known, itemCount, 'assigned'));
	},
});

/** Adds the ID of the participant who holds the code, which is missing from the reply to a repeated message. */
async function withHolder(
	items: ReadonlyArray<{ Duplicate?: unknown; ParticipantToken?: unknown }>,
	findSent: () => Promise<Code>,
): Promise<readonly object[]> {
	const [first] = items;
	if (first?.Duplicate !== true || asText(first.ParticipantToken) !== '') return items;
	const code = await findSent().catch(undefinedIfServiceFails);
	return items.map((item) => ({ ...item, ParticipantToken: code?.ParticipantToken ?? null }));
}

/** @throws {ServiceError} the service's refusal (409) if the code is not assigned to anybody */
async function previewMessages(
	client: Client,
	key: z.output<typeof codeKey>,
	Channel: z.output<typeof codeToSend>['Channel'],
): Promise<Json[]> {
	const { CouponCode, CouponToken, ...code } = await findVerifiedCode(client, key);
	const ParticipantToken = asText(code.ParticipantToken);
	if (ParticipantToken === '')
		throw new ServiceError({ code: 'refused', status: 409, errorName: 'NotAssigned' });
	const { SweepstakesToken } = key;
	const { Entries } = await getParticipant(client, { SweepstakesToken, ParticipantToken });
	const { FirstName, LastName, Email, PhoneNumber } = toPersonItem(Entries[0]!);
	const known = { FirstName, LastName, CouponCode, CouponToken, ParticipantToken };
	const isOptedOut = hasOptedOut(Entries);
	return listAddresses(Channel, { Email, PhoneNumber }).map((one) => ({
		...one,
		...previewOptOut(client, isOptedOut),
		...known,
	}));
}
