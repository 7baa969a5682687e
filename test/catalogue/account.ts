import { item, type Row } from './row';

export const account: Row[] = [
	{
		operation: 'checkHealth',
		endpoint: 'POST /account/health-check',
		parameters: () => ({}),
		output: () => item({ healthy: true }),
		withoutReply: 'repeats',
	},
	{
		operation: 'getProfile',
		endpoint: 'POST /account/profile',
		parameters: () => ({}),
		output: () => item({ FullName: expect.any(String) }),
		withoutReply: 'repeats',
	},
	{
		operation: 'getBusiness',
		endpoint: 'POST /account/business',
		parameters: () => ({}),
		output: () => item({ BusinessName: expect.any(String) }),
		withoutReply: 'repeats',
	},
	{
		operation: 'getPlan',
		endpoint: 'POST /account/plan',
		parameters: () => ({}),
		output: () => item({ Name: expect.any(String) }),
		withoutReply: 'repeats',
	},
];
