import { getProfile as endpoint } from '../api';
import { simplify } from '../../shared/n8n/common-fields';
import { pickKeys } from '../../shared/n8n/output/keys';
import { asObject } from '../../shared/json';
import { defineOperation } from '../../shared/n8n/operation/operation';

/** The keys that Simplify keeps. They are in `Data` or in `Data.ProfileData`. */
const KEYS = [
	'FullName',
	'Nickname',
	'Email',
	'PhoneNumber',
	'Address',
	'City',
	'State',
	'ZipCode',
	'Country',
	'Status',
	'LastLogin',
	'UserToken',
];

export const getProfile = defineOperation({
	name: 'Get Profile',
	value: 'getProfile',
	action: 'Get the account profile',
	description: 'Return the account’s owner: name, email, phone number, status and last login',
	fields: [simplify],
	endpoint,
	toRequest: () => undefined,
	toItems({ reply: { Data }, parameters }) {
		const { MobilePhone: PhoneNumber, ...profile } = { ...asObject(Data.ProfileData), ...Data };
		return parameters.simplify ? pickKeys({ PhoneNumber, ...profile }, KEYS) : Data;
	},
});
