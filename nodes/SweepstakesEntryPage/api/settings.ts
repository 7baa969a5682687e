import type { Caller } from '../../shared/client/endpoint';
import { ServiceError } from '../../shared/client/failures';
import { isObject, type Json } from '../../shared/json';
import { z, type ZodTypeAny } from '../../shared/zod';
import { acknowledgement, dataReply, endpoint, safe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';

/** All of this file is from the reference, section Entry page. */

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

export const getEntryPageSettings = endpoint({
	call: 'POST /entrypage/settings',
	request: ofSweepstakes,
	reply: dataReply,
	tells: 'which settings the entry page has',
	retry: safe,
});

/** The settings that are one value each. A color is stored in several notations, of which the one in hex digits is taken. */
export function plainSettings(settings: Json): Json {
	const plain = Object.entries(settings).map(([key, value]) => [key, readColor(value) ?? value]);
	return Object.fromEntries(plain.filter(([, value]) => typeof value !== 'object' || value === null));
}

function readColor(value: unknown): unknown {
	return isObject(value) ? (value.hexa ?? value.hex) : undefined;
}

/** With or without `#`, which the reference does not show. */
const color = z.string().regex(/^#?([0-9a-f]{6}|[0-9a-f]{8})$/i, {
	message: 'must be a color of 6 or 8 hex digits such as #0A7F3F',
});

const border = z
	.string()
	.regex(/^\d{1,2}px (none|solid|dotted|dashed|double|groove|ridge|inset|outset|hidden) \S/, {
		message: 'must be a border such as 1px solid #CCCCCC',
	});

/** The rules that are shown. All other settings are texts, numbers and booleans without limits. */
const RULES = new Map<string, ZodTypeAny>([
	['AgeGateBackgroundColor', color],
	['AgeGateTextColor', color],
	['EntryPageBackgroundColor', color],
	['EntryPageBackgroundInnerColor', color],
	['EntryPageBorder', border],
	['EntryPageButtonColor', color],
	['EntryPageTextColor', color],
	['SelectedOfficialRules', uuid],
]);

/** In the order given, so that what belongs together is sent together. */
const settings = z
	.record(z.unknown())
	.transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
	.superRefine((given, context) => {
		for (const [key, value] of Object.entries(given)) {
			const { error } = RULES.get(key)?.safeParse(value) ?? {};
			for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: [key] });
		}
	});

export const settingsToUpdate = ofSweepstakes
	.extend({ settings })
	.refine((request) => Object.keys(request.settings).length > 0, {
		path: ['Settings'],
		message: 'must have at least one that is filled',
	});

const updateEntryPage = endpoint({
	call: 'POST /entrypage/update',
	request: ofSweepstakes.passthrough(),
	reply: acknowledgement,
	// The second time sets the same values.
	retry: safe,
});

/** The most settings that the service changes in one call. */
const SETTINGS_PER_CALL = 5;

/**
 * Changes settings, in as many calls as needed.
 *
 * @returns the keys of those that were changed.
 * @throws {ServiceError} that says which settings were changed before.
 */
export async function updateSettings(
	service: Caller,
	request: z.output<typeof settingsToUpdate>,
): Promise<string[]> {
	const { SweepstakesToken } = request;
	const entries = Object.entries(request.settings);
	for (let start = 0; start < entries.length; start += SETTINGS_PER_CALL) {
		const part = entries.slice(start, start + SETTINGS_PER_CALL);
		const done = entries.slice(0, start).map(([key]) => key);
		await service
			.call(updateEntryPage, { SweepstakesToken, ...Object.fromEntries(part) })
			.catch((error: unknown) => {
				throw withDone(error, done);
			});
	}
	return entries.map(([key]) => key);
}

function withDone(error: unknown, changed: readonly string[]): unknown {
	if (!(error instanceof ServiceError) || changed.length === 0) return error;
	const done = `These settings were changed before: ${changed.join(', ')}. Changing them again does no harm.`;
	return new ServiceError({ ...error.failure, done });
}
