import { planOf } from '../accounts';
import { endpoint } from '../endpoint';
import { notFound } from '../refusal';

const healthCheck = endpoint({
	method: 'POST',
	path: '/account/health-check',
	carryOut: () => ({ Message: 'The API is up and the token is valid.' }),
});

const profile = endpoint({
	method: 'POST',
	path: '/account/profile',
	carryOut(_, { account }) {
		if (!account.profile) throw notFound('Profile');
		return { Data: { UserToken: account.UserToken, ...account.profile } };
	},
});

const business = endpoint({
	method: 'POST',
	path: '/account/business',
	carryOut(_, { account }) {
		if (!account.business) throw notFound('Business');
		return { Data: account.business };
	},
});

const plan = endpoint({
	method: 'POST',
	path: '/account/plan',
	needsWildcardDomain: true,
	carryOut: (_, { account }) => ({ Data: planOf(account) }),
});

export const accountEndpoints = [healthCheck, profile, business, plan];
