import type { ParametersOf } from '../shared/n8n/operation/field';
import { InputError } from '../shared/n8n/errors/node-errors';
import { REQUIRED } from '../shared/n8n/errors/sentences';
import type { settings } from './setting-fields';

type Settings = ParametersOf<[typeof settings]>['settings'];
type SocialSetting = NonNullable<NonNullable<Settings['socialNetworks']>['setting']>[number];

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

/**
 * The settings of a social network. `networks` lists the networks that have the setting. In `key`, * stands for the
 * network's name. `value` is the name of the parameter that holds the value.
 */
const SETTINGS = {
	followBonus: { networks: FOLLOWED, key: 'BonusEntriesFollow*', value: 'bonus' },
	followButton: { networks: FOLLOWED, key: 'Follow*Switch', value: 'show' },
	profile: { networks: FOLLOWED, key: 'Sponsor*Profile', value: 'profile' },
	shareBonus: { networks: SHARED, key: 'BonusEntriesOnShare*', value: 'bonus' },
} as const;

const LABELS = { bonus: 'Value', profile: 'URL', show: 'Show' };

/** @throws {InputError} if a network does not have the setting, if it occurs twice, or if the value is missing */
export function toSocialSettings(entries: readonly SocialSetting[] = []): Record<string, unknown> {
	const settings: Record<string, unknown> = {};
	for (const [index, entry] of entries.entries()) {
		const { networks, key: pattern, value } = SETTINGS[entry.setting];
		const toLabel = (field: string) => `Settings › Social Networks › Setting ${index + 1} › ${field}`;
		if (!networks.includes(entry.network))
			throw new InputError(
				toLabel('Network'),
				`must be one of ${networks.join(', ')} for this setting, but is “${entry.network}”`,
			);
		const key = pattern.replace('*', entry.network);
		if (key in settings)
			throw new InputError(toLabel('Network'), 'must differ from an earlier entry with the same setting');
		if (entry[value] === undefined) throw new InputError(toLabel(LABELS[value]), REQUIRED);
		settings[key] = entry[value];
	}
	return settings;
}
