import { getRefusal } from '../shared/client/failures';
import { asText, type Json } from '../shared/json';
import type { Hints } from '../shared/history/hints';

export const READ_FIRST = ['FirstName', 'LastName', 'Email', 'Status'];

/** Reasons that complete "Skipped 3 items: …" (reference, codes/send: Reason). */
const REASONS = new Map([
	['NoAddress', 'the participant has no address for the channel'],
	['UnsupportedCountry', 'text messages go only to US and Canadian numbers'],
	['Suppressed', 'the address is on the do-not-contact list'],
	['RecipientDailyLimit', 'the address reached its limit of messages in 24 hours'],
	['AllowanceExhausted', 'the monthly allowance is used up'],
]);

/** The service's own words must not get into a hint, because the editor renders hints as HTML. */
const OTHER_REASON = 'see the column “Reason”';

/**
 * Returns an item per channel. All have the same keys, because a table takes its columns from the first item.
 *
 * @param message fields of the whole message
 */
export function channelItems(channels: readonly Json[], message: Json, hints: Hints): object[] {
	return channels.map(({ Reason = null, Message = null, MessageToken = null, ...channel }) => {
		const isRefused = channel.Status === 'skipped';
		const skipped = isRefused || message.Duplicate === true;
		if (isRefused) hints.skip(REASONS.get(asText(Reason)) ?? OTHER_REASON);
		else if (skipped) hints.skip('the same message was sent before');
		return { ...channel, skipped, Reason, Message, ...message, MessageToken };
	});
}

/** The items of a message that was skipped on every channel. @throws the error if it has another reason */
export function itemsOfSkipped(error: unknown, message: Json, hints: Hints): object[] {
	const { channels = [], done } = getRefusal(error);
	if (channels.length === 0 || done) throw error;
	return channelItems(channels, message, hints);
}
