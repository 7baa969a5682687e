import { getRefusal } from '../shared/client/failures';
import { asObject, asRecords, asText, type Json } from '../shared/json';
import type { Hints } from '../shared/history/run-history';

export const READ_FIRST = ['FirstName', 'LastName', 'Email', 'Status'];

/** Maps the service's `Reason` (reference, codes/send) to words that complete the hint "Skipped 3 items: …". */
const REASONS = new Map([
	['NoAddress', 'the participant has no email address or phone number for this channel'],
	['UnsupportedCountry', 'text messages go only to US and Canadian numbers'],
	['Suppressed', 'the address is on the do-not-contact list'],
	['RecipientDailyLimit', 'the address has received as many messages as it can in 24 hours'],
	['AllowanceExhausted', 'the account’s messages for this month are used up'],
]);

/**
 * Completes the hint for any other `Reason`. The hint must not contain the service's own text, because the editor
 * renders hints as HTML.
 */
const OTHER_REASON = 'see the column “Reason”';

/**
 * Returns an item per channel of a message. All items have the same keys, because n8n's table view takes its columns
 * from the first item.
 *
 * @param message the fields that apply to the whole message
 */
export function toChannelItems(channels: readonly Json[], message: Json, hints: Hints): object[] {
	return channels.map(({ Reason = null, Message = null, MessageToken = null, ...channel }) => {
		const isRefused = channel.Status === 'skipped';
		const skipped = isRefused || message.Duplicate === true;
		if (isRefused) hints.skip(REASONS.get(asText(Reason)) ?? OTHER_REASON);
		else if (skipped) hints.skip('the same message was sent before');
		return { ...channel, skipped, Reason, Message, ...message, MessageToken };
	});
}

/**
 * Returns the items of a message that was skipped on every channel.
 *
 * @throws the given error if the message failed for another reason
 */
export function toSkippedItems(error: unknown, message: Json, hints: Hints): object[] {
	const { body, done } = getRefusal(error);
	const channels = asRecords(asObject(body?.Data).Channels);
	if (channels.length === 0 || done) throw error;
	return toChannelItems(channels, message, hints);
}
