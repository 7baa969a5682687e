import { explainCase, fetchCode, verifyCode } from '../api/codes';
import { undefinedIfNotFound } from '../../shared/client/failures';
import { simplify, whenNotFound } from '../../shared/n8n/common-fields';
import { toCodeItem } from '../items';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toCodeKey, coupon } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { getSweepstakes } from '../../Sweepstakes/api';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a code',
	description: 'Return a code by its text or ID: whether it is redeemed, who holds it, and what it is worth',
	fields: [
		sweepstakes,
		coupon,
		{ ...whenNotFound, description: 'What to do if the sweepstakes has no such code' },
		simplify,
	],
	reads: true,
	request: fetchCode.request,
	toRequest: toCodeKey,
	async *run({ client, request, parameters }) {
		const getting = client.callForItems(fetchCode, request, ({ Data }) => {
			verifyCode(client, Data.Code, request);
			return toCodeItem(mergeRecord(Data, 'Code'), parameters);
		});
		const fails = parameters.whenNotFound === 'error';
		const found = await (fails ? explainCase(client, request, getting) : getting.catch(undefinedIfNotFound));
		if (found) yield* found;
		// A 404 may also mean that the sweepstakes is unknown, which must be an error instead of an empty result.
		else await getSweepstakes(client, parameters.sweepstakes);
	},
});
