import { codeSettings } from '../api/settings';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getSettings = defineOperation({
	name: 'Get Settings',
	value: 'getSettings',
	action: 'Get the code settings of a sweepstakes',
	description:
		'Return how a sweepstakes hands out codes. “Configured” is false while the defaults apply. The numbers in the columns that end in “Registration” mean: no code (0), an existing code (1), a new code (2), or a code that people enter (3). “WhatToDoWhenNoCouponCodeIsAvailable” is 1 if a new code is generated, otherwise 0.',
	fields: [sweepstakes],
	endpoint: codeSettings,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply }) => mergeRecord(reply.Data, 'Settings'),
});
