import type { Client, Endpoint } from '../shared/client/client';
import { getRefusal } from '../shared/client/failures';
import { asObject, asRecords, asText, type Json } from '../shared/json';
import { mapWithBreaks } from '../shared/sleep';
import type { z, ZodTypeAny } from '../shared/zod';
import type { channels } from '../shared/api/formats';
import { OPTED_OUT } from '../SweepstakesParticipant/api/opt-outs';
import { listChannels, type sentReply } from './api';

export const READ_FIRST = ['FirstName', 'LastName', 'Email', 'Address', 'Status'];

/** Maps the service's `Reason` (reference, codes/send) to words that complete the hint "Skipped 3 items: …". */
const REASONS = new Map([
	['NoAddress', 'the participant has no email address or phone number for this channel'],
	['UnsupportedCountry', 'text messages go only to US and Canadian numbers'],
	['Suppressed', 'the address is on the do-not-contact list'],
	['RecipientDailyLimit', 'the address has received as many messages as it can in 24 hours'],
	[OPTED_OUT, 'the person has opted out'],
	['AllowanceExhausted', 'the account’s messages for this month are used up'],
]);

/**
 * Completes the hint for any other `Reason`. The hint must not contain the service's own text, because the editor
 * renders hints as HTML.
 */
const OTHER_REASON = 'see the column “Reason”';

/**
 * Sends a message to a person. Returns an item per channel, even if the message was skipped on every channel, or one item
 * if the service names no channels. All items have the same keys, because n8n's table view takes its columns from the
 * first item.
 *
 * @param about the fields that describe the message in each item
 */
export async function sendOnChannels<Request extends ZodTypeAny>(
	client: Client,
	endpoint: Endpoint<Request, typeof sentReply>,
	message: z.output<Request>,
	about: Json,
): Promise<readonly object[]> {
	const toSentItems = async ({ Data: { Channels, ...Data } }: z.output<typeof sentReply>) =>
		await toChannelItems(client, Channels.length > 0 ? Channels : [{}], about, Data);
	return await client.callForItems(endpoint, message, toSentItems).catch(async (error: unknown) => {
		const { body, done } = getRefusal(error);
		const channels = asRecords(asObject(body?.Data).Channels);
		if (channels.length === 0 || done) throw error;
		return await toChannelItems(client, channels, about, { Duplicate: false });
	});
}

/** Returns the items for a person who has opted out, in the form of the items for a message that was sent. */
export async function skipOptedOut(
	client: Client,
	wanted: z.output<typeof channels>,
	about: Json,
): Promise<Json[]> {
	const refused = listChannels(wanted).map((Channel) => ({
		Channel,
		Status: 'skipped',
		Reason: OPTED_OUT,
		Message: 'This person has opted out, so nothing was sent.',
	}));
	return await toChannelItems(client, refused, about, { Duplicate: false });
}

/**
 * Returns the columns of a dry run that tell whether a message would be skipped because the person has opted out, and
 * adds a hint if so.
 */
export function previewOptOut(client: Client, isOptedOut: boolean): Json {
	if (isOptedOut) client.hints.skip(REASONS.get(OPTED_OUT)!);
	return { skipped: isOptedOut, Reason: isOptedOut ? OPTED_OUT : null };
}

async function toChannelItems(
	client: Client,
	channels: readonly Json[],
	about: Json,
	more: Json,
): Promise<Json[]> {
	return await mapWithBreaks(
		channels,
		({ Reason = null, Message = null, MessageToken = null, ...channel }) => {
			const isRefused = channel.Status === 'skipped';
			const skipped = isRefused || more.Duplicate === true;
			if (isRefused) client.hints.skip(REASONS.get(asText(Reason)) ?? OTHER_REASON);
			else if (skipped)
				client.hints.skip(
					'the same person was sent the same message before, in an earlier run or for an earlier item',
				);
			return { ...channel, skipped, Reason, Message, ...about, ...more, MessageToken };
		},
	);
}
