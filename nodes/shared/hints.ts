import type { NodeExecutionHint } from 'n8n-workflow';

import { seconds } from './client/errors';
import type { OtherLimit } from './client/plan';
import type { Spent } from './client/send';

/** Shorter waits are not worth a word. */
const WORTH_SAYING_MS = 2_000;

/** Tells in the output panel what the node did about limits and failures; undefined if there is nothing to tell. */
export function waitingHint({ calls, repeated, confirmed, waitedMs }: Spent): NodeExecutionHint | undefined {
	if (waitedMs < WORTH_SAYING_MS && repeated === 0 && confirmed === 0) return undefined;
	const repeats =
		repeated > 0 ? `, ${repeated} of them repeated because the service was busy or could not be reached` : '';
	const confirmations =
		confirmed > 0
			? ` ${confirmed} of them got no answer. The service was asked, and had processed ${confirmed === 1 ? 'it' : 'them'}.`
			: '';
	return {
		message: `Made ${calls} calls${repeats}, and waited ${seconds(waitedMs)} until the service could accept them.${confirmations}`,
		type: 'info',
		location: 'outputPane',
	};
}

/** Tells that the credential does not say what the plan allows. */
export function limitHint({ plan, credential }: OtherLimit): NodeExecutionHint {
	const says = credential === 0 ? 'has no limit' : `says ${credential}`;
	return {
		message: `The plan of this account allows ${plan} calls per minute, but the credential ${says}. Set its “Calls per Minute” to ${plan}, or to less if other programs also use the account.`,
		type: 'info',
		location: 'outputPane',
	};
}

/** Tells for how many items nothing was done, and why. */
export function skippedHints(skipped: ReadonlyMap<string, number>): NodeExecutionHint[] {
	return [...skipped].map(([reason, count]) => ({
		message: `Skipped ${count} ${count === 1 ? 'item' : 'items'}: ${reason}.`,
		type: 'info',
		location: 'outputPane',
	}));
}
