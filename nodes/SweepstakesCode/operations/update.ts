import { codeToUpdate, updateCode } from '../api/changes';
import { findCouponToken } from '../api/codes';
import { simplify } from '../../shared/n8n/common-fields';
import { clearKeys } from '../../shared/n8n/input/clear';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toCodeKey, coupon } from '../picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { description, expirationDate, expirationTime, externalUrl, value } from '../fields';
import { toChangedCodeItem } from '../items';

const clear = {
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: [
		{ name: 'Description', value: 'Description' },
		{ name: 'Expiration Date', value: 'ExpirationDate' },
		{ name: 'Expiration Time', value: 'ExpirationTime' },
		{ name: 'External URL', value: 'ExternalURL' },
		{ name: 'Value', value: 'Value' },
	],
	default: [],
	description: 'The details to remove from the code',
} as const satisfies Field;

export const update = defineOperation({
	name: 'Update',
	value: 'update',
	action: 'Update a code',
	description:
		'Change the details of a code, by its text or ID. A code that is neither assigned nor redeemed can also be renamed.',
	fields: [
		sweepstakes,
		coupon,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add field',
			default: {},
			description: 'The fields to change, at least one. Empty fields are left unchanged.',
			options: [
				clear,
				description,
				expirationDate,
				expirationTime,
				externalUrl,
				{
					displayName: 'New Code',
					name: 'NewCode',
					type: 'string',
					default: '',
					placeholder: 'e.g. SUMMER-1A2B3C4D',
					description:
						'The new code: 1 to 20 letters, digits, hyphens and underscores. Must be unique within the sweepstakes.',
				},
				value,
			],
		},
		simplify,
	],
	request: codeToUpdate,
	toRequest: ({ updateFields: { clear: cleared = [], ...changes }, ...picked }) => ({
		...toCodeKey(picked),
		...clearKeys('Update Fields › Clear', clear, cleared, changes),
		...changes,
	}),
	async *run({ client, request, parameters }) {
		const { SweepstakesToken, CouponToken: token, CouponCode: current, NewCode, ...attributes } = request;
		const key = { SweepstakesToken, CouponToken: token, CouponCode: current };
		const changed = {
			...attributes,
			CouponToken: await findCouponToken(client, key),
			...(NewCode && { CouponCode: NewCode }),
		};
		yield* await client.callForItems(updateCode, changed, ({ Data }) => toChangedCodeItem(Data, parameters));
	},
});
