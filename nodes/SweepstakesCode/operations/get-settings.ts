import { codeSettings } from '../api/settings';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { sweepstakes, toSweepstakesQuery } from '../../Sweepstakes/picker';

export const getSettings = defineOperation({
	name: 'Get Settings',
	value: 'getSettings',
	action: 'Get the code settings of a sweepstakes',
	description:
		'Return how a sweepstakes hands out codes. “Configured” is false while the defaults apply. The two columns that end in “Registration” tell what happens when people enter: they get no code (0), an existing code (1) or a new code (2), or they enter a code themselves (3). “WhatToDoWhenNoCouponCodeIsAvailable” is 0 for nothing, and 1 for generating a new code.',
	fields: [sweepstakes],
	endpoint: codeSettings,
	toRequest: toSweepstakesQuery,
	toItems: ({ reply }) => mergeRecord(reply.Data, 'Settings'),
});
