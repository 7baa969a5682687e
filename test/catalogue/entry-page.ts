import type { IDataObject } from 'n8n-workflow';

import { createSweepstakes } from '../../tools/sandbox';
import { count, item, row, type Row } from './row';
import { byId } from './world';

export const entryPage: Row[] = [
	row('getFields', 'POST /entrypage/fields', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => expect.arrayContaining([expect.any(Object)]) as IDataObject[],
	}),
	row('getSettings', 'POST /entrypage/settings', {
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => item({ SweepstakesHandler: 'QUIET', EmailOptInSwitch: true }),
	}),
	row('updateSettings', 'POST /entrypage/update', {
		parameters: async ({ api }, { n }) => ({
			sweepstakes: byId(await createSweepstakes({ api }, { Handler: `PAGE${n}` })),
			settings: {
				ageGate: { ActivateAgeGateSwitch: true, AgeGateMinAge: 2 },
				design: { EntryPageTextColor: '#333333FF' },
				texts: { EntryPageHeadline: `Headline ${n}` },
				socialNetworks: { setting: [{ network: 'X', setting: 'followButton', show: true }] },
			},
		}),
		output: () =>
			item({
				UpdatedFields:
					'ActivateAgeGateSwitch AgeGateMinAge EntryPageTextColor EntryPageHeadline FollowXSwitch'.split(' '),
			}),
		stored: ({ entryPages }, { n }) =>
			count(entryPages.all(), ({ Settings }) => Settings.EntryPageHeadline === `Headline ${n}`),
	}),
];
