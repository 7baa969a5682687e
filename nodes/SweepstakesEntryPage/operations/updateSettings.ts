import { settingsToUpdate, updateSettings as update } from '../api/settings';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { settingFields } from '../settingFields';
import { socialSettings } from '../socialSettings';

export const updateSettings = defineOperation({
	name: 'Update Settings',
	value: 'updateSettings',
	action: 'Update the settings of an entry page',
	description:
		'Change texts, switches and the design of the entry page of a sweepstakes. The service takes five settings in a call, so more are sent in several.',
	fields: [sweepstakes, ...settingFields],
	request: settingsToUpdate,
	toRequest: ({ sweepstakes: SweepstakesToken, SelectedOfficialRules, socialNetworks, ...groups }) => ({
		SweepstakesToken,
		settings: Object.assign(
			{ SelectedOfficialRules },
			...Object.values(groups),
			socialSettings(socialNetworks.setting),
		),
	}),
	async *run({ service, request }) {
		yield {
			...request.settings,
			UpdatedFields: await update(service, request),
			SweepstakesToken: request.SweepstakesToken,
		};
	},
});
