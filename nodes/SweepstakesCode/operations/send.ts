import { codeToSend, sendCode } from '../api/changes';
import { findCouponToken } from '../api/codes';
import { channelItems, itemsOfSkipped } from '../../SweepstakesMessage/items';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toCodeKey, coupon } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';

export const send = defineOperation({
	name: 'Send',
	value: 'send',
	action: 'Send a code to its participant',
	description:
		'Send a code, by its text or ID, to the participant who holds it, as an email, a text message or both. The text is that of the sweepstakes settings. Each channel comes out as an item; one that was skipped says why.',
	fields: [
		{
			displayName:
				'A message that was sent cannot be taken back. A code is sent to its participant once on each channel, however often this runs, unless you set another key below.',
			name: 'sendNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		coupon,
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
					description: 'To a number of the US or Canada, from a number that is validated for your account',
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
						'The service sends a code only once with the same key: 8 to 64 letters, digits, hyphens and underscores. Set another key to send it again, for example as a reminder.',
				},
			],
		},
	],
	request: codeToSend,
	toRequest: ({ sweepstakes: SweepstakesToken, coupon: picked, Channel, options }) => ({
		...toCodeKey(SweepstakesToken, picked),
		Channel,
		...options,
	}),
	async *run({ service, request: { Channel, IdempotencyKey, ...key }, run }) {
		const CouponToken = await findCouponToken(service, key);
		const message = {
			CouponToken,
			Channel,
			IdempotencyKey: IdempotencyKey ?? `n8n-${CouponToken.toLowerCase()}`,
		};
		yield* await service
			.callForItems(sendCode, message, ({ Data: { Channels, ...Data } }) => channelItems(Channels, Data, run))
			.catch((error: unknown) => itemsOfSkipped(error, { Duplicate: false, CouponToken }, run));
	},
});
