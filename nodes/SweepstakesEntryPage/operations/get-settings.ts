import { getEntryPageSettings, pickPlainSettings } from '../api/settings';
import { simplify } from '../../shared/n8n/common-fields';
import { asObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getSettings = defineOperation({
	name: 'Get Settings',
	value: 'getSettings',
	action: 'Get the settings of an entry page',
	description: 'Return the wording, switches and design settings of a sweepstakes’ entry page',
	fields: [sweepstakes, simplify],
	endpoint: getEntryPageSettings,
	toRequest: toSweepstakesQuery,
	toItems({ reply: { Data }, parameters }) {
		if (!parameters.simplify) return Data;
		const { EntryPageTitle, Settings, ...page } = Data;
		return { EntryPageTitle, ...pickPlainSettings(asObject(Settings)), ...page };
	},
});
