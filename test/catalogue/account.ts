import { item, type Row } from './row';

export const account: Row[] = [
	{
		operation: 'checkHealth',
		endpoint: 'POST /account/health-check',
		parameters: () => ({}),
		output: () => item({ healthy: true }),
	},
	{
		operation: 'getProfile',
		endpoint: 'POST /account/profile',
		parameters: () => ({}),
		output: () => item({ FullName: expect.any(String) }),
	},
	{
		operation: 'getBusiness',
		endpoint: 'POST /account/business',
		parameters: () => ({}),
		output: () => item({ BusinessName: expect.any(String) }),
	},
	{
		operation: 'getPlan',
		endpoint: 'POST /account/plan',
		parameters: () => ({}),
		output: () => item({ Name: expect.any(String) }),
	},
];
