import { settingsToUpdate, updateSettings as update } from '../api/settings';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes } from '../../Sweepstakes/picker';
import { selectedRules, settings } from '../setting-fields';
import { toSocialSettings } from '../social-settings';

export const updateSettings = defineOperation({
	name: 'Update Settings',
	value: 'updateSettings',
	action: 'Update the settings of an entry page',
	description:
		'Change the wording, switches and design of a sweepstakes’ entry page. The service takes five settings per call, so changing more takes several calls.',
	fields: [sweepstakes, settings, selectedRules],
	record: 'sweepstakes',
	request: settingsToUpdate,
	toRequest: ({ sweepstakes: SweepstakesToken, settings: changes, SelectedOfficialRules }) => {
		const { socialNetworks, ...groups } = changes;
		const social = toSocialSettings(socialNetworks?.setting);
		return {
			SweepstakesToken,
			settings: Object.assign({}, ...Object.values(groups), social, { SelectedOfficialRules }),
		};
	},
	async *run({ client, request }) {
		yield {
			...request.settings,
			UpdatedFields: await update(client, request),
			SweepstakesToken: request.SweepstakesToken,
		};
	},
});
