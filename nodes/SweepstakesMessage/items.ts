import { ServiceError } from '../shared/client/failures';
import { asText, type Json } from '../shared/json';
import type { RunState } from '../shared/n8n/run/runState';

/* What comes out of a message or a code that is sent to a participant by email, text message or both. */

/** Why a message was not sent on a channel (reference, POST /codes/send: Reason). Completes "Skipped 3 items: …". */
const REASONS = new Map([
	['NoAddress', 'the participant has no address for the channel'],
	['UnsupportedCountry', 'text messages go only to numbers of the US and Canada'],
	['Suppressed', 'the address is on the do-not-contact list'],
	['RecipientDailyLimit', 'the address got as many messages in 24 hours as the service sends'],
	['AllowanceExhausted', 'the allowance of the month is used up'],
]);

/** Not the words of the service: the editor shows hints as HTML. */
const OTHER_REASON = 'the column “Reason” says why';

/**
 * An item for each channel. Those that were skipped are counted for the hint, and so are messages that were sent before.
 * All have the same keys: a table takes its columns from the first item, and would show the reason of another behind the tokens.
 *
 * @param message what the service says about the whole message
 */
export function channelItems(channels: readonly Json[], message: Json, run: RunState): object[] {
	return channels.map(({ Reason = null, Message = null, MessageToken = null, ...channel }) => {
		const skipped = channel.Status === 'skipped';
		if (skipped) run.skip(REASONS.get(asText(Reason)) ?? OTHER_REASON);
		else if (message.Duplicate === true) run.skip('the same message was sent before');
		return { ...channel, skipped, Reason, Message, ...message, MessageToken };
	});
}

/**
 * The items of a message that was skipped on every channel, which the service refuses.
 *
 * @throws the error if it is any other, or if an earlier attempt may have sent the message.
 */
export function itemsOfSkipped(error: unknown, message: Json, run: RunState): object[] {
	const { channels = [], done } = error instanceof ServiceError ? error.failure : {};
	if (channels.length === 0 || done) throw error;
	return channelItems(channels, message, run);
}
