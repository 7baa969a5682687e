import type { Client } from '../../shared/client/client';
import { throwWith } from '../../shared/client/failures';
import { dropUndefined, isAbsent, isObject, type Json } from '../../shared/json';
import { z } from '../../shared/zod';
import { endpoint, reads, safe } from '../../shared/api/endpoint';
import { acknowledgement, dataReply, texts } from '../../shared/api/replies';
import { color, uuid } from '../../shared/api/formats';

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

export const getEntryPageSettings = endpoint({
	call: 'POST /entrypage/settings',
	request: ofSweepstakes,
	reply: dataReply,
	retry: reads('which settings the entry page has'),
});

/**
 * Drops settings that are lists or objects, except colors. The service sends a color as an object with several formats,
 * which becomes its hex digits.
 */
export function pickPlainSettings(settings: Json): Json {
	const plain = Object.entries(settings).map(([key, value]) => [key, readColor(value) ?? value]);
	return Object.fromEntries(plain.filter(([, value]) => typeof value !== 'object' || value === null));
}

function readColor(value: unknown): unknown {
	return isObject(value) ? (value.hexa ?? value.hex) : undefined;
}

const border = z
	.string()
	.regex(/^\d{1,2}px (none|solid|dotted|dashed|double|groove|ridge|inset|outset|hidden) \S/, {
		message: 'must be a border such as 1px solid #CCCCCC',
	});

/** The validation rules of individual settings. All other settings are strings, numbers or booleans without limits. */
const RULES = z
	.object({
		AgeGateBackgroundColor: color,
		AgeGateTextColor: color,
		EntryPageBackgroundColor: color,
		EntryPageBackgroundInnerColor: color,
		EntryPageBorder: border,
		EntryPageButtonColor: color,
		EntryPageTextColor: color,
		SelectedOfficialRules: uuid,
	})
	.partial();

/**
 * Settings by their keys. They stay in the order in which they were entered, so that related settings are sent in the
 * same call.
 */
const settings = z
	.record(z.unknown())
	.transform(dropUndefined)
	.superRefine((given, context) => {
		for (const issue of RULES.safeParse(given).error?.issues ?? []) context.addIssue(issue);
	});

export const settingsToUpdate = ofSweepstakes
	.extend({ settings })
	.refine((request) => Object.keys(request.settings).length > 0, {
		path: ['Settings'],
		message: 'must have at least one value',
		params: { isMissing: true },
	});

const updateEntryPage = endpoint({
	call: 'POST /entrypage/update',
	request: ofSweepstakes.passthrough(),
	reply: acknowledgement,
	retry: safe,
});

const SETTINGS_PER_CALL = 5;

/**
 * Changes settings, a few per call.
 *
 * @returns the keys of the settings that the replies name as changed
 * @throws {ServiceError} that names the settings changed before the failure
 */
export async function updateSettings(
	client: Client,
	request: z.output<typeof settingsToUpdate>,
): Promise<string[]> {
	const { SweepstakesToken } = request;
	const entries = Object.entries(request.settings);
	const changed: string[] = [];
	for (let start = 0; start < entries.length; start += SETTINGS_PER_CALL) {
		const part = entries.slice(start, start + SETTINGS_PER_CALL);
		const done = entries.slice(0, start).map(([key]) => key);
		const updating = client.call(updateEntryPage, { SweepstakesToken, ...Object.fromEntries(part) });
		const { UpdatedFields } = await (start > 0 ? updating.catch(throwWith(describeDone(done))) : updating);
		const named = isAbsent(UpdatedFields) ? undefined : texts.parse(UpdatedFields);
		for (const [key] of part) if (named?.includes(key) ?? true) changed.push(key);
	}
	return changed;
}

function describeDone(changed: readonly string[]): string {
	return `These settings were already changed: ${changed.join(', ')}. Changing them again is harmless.`;
}
