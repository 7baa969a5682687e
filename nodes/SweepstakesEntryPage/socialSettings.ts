import type { ParametersOf } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/nodeErrors';
import { REQUIRED } from '../shared/n8n/errors/sentences';
import type { settingFields } from './settingFields';

type Entry = NonNullable<ParametersOf<typeof settingFields>['socialNetworks']['setting']>[number];

const FOLLOWED = [
	'Facebook',
	'Instagram',
	'LinkedIn',
	'Pinterest',
	'Reddit',
	'Snapchat',
	'Threads',
	'TikTok',
	'Twitch',
	'X',
	'Youtube',
];
const SHARED = [
	...FOLLOWED.filter((network) => network !== 'Twitch' && network !== 'Youtube'),
	'Email',
	'GenericLink',
	'Telegram',
	'WhatsApp',
];

/** For each setting: the networks that have it, its key (reference, POST /entrypage/update), and the field of its value. */
const SETTINGS = {
	followBonus: {
		networks: FOLLOWED,
		keyOf: (network: string) => `BonusEntriesFollow${network}`,
		value: 'bonus',
	},
	followButton: { networks: FOLLOWED, keyOf: (network: string) => `Follow${network}Switch`, value: 'show' },
	profile: { networks: FOLLOWED, keyOf: (network: string) => `Sponsor${network}Profile`, value: 'profile' },
	shareBonus: {
		networks: SHARED,
		keyOf: (network: string) => `BonusEntriesOnShare${network}`,
		value: 'bonus',
	},
} as const;

const LABELS = { bonus: 'Value', profile: 'URL', show: 'Show' };

/**
 * The settings of social networks as the request has them.
 *
 * @throws {InputError} if a network has no such setting, or the value is missing.
 */
export function socialSettings(entries: readonly Entry[] = []): Record<string, unknown> {
	return Object.fromEntries(
		entries.map((entry, index) => {
			const { networks, keyOf, value } = SETTINGS[entry.setting];
			const toLabel = (field: string) => `Social Networks › Setting ${index + 1} › ${field}`;
			if (!networks.includes(entry.network))
				throw new InputError(
					toLabel('Network'),
					`must be one of ${networks.join(', ')} for this setting, but is “${entry.network}”`,
				);
			if (entry[value] === undefined) throw new InputError(toLabel(LABELS[value]), REQUIRED);
			return [keyOf(entry.network), entry[value]];
		}),
	);
}
