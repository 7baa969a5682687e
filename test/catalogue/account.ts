import { item, row, type Row } from './row';

const reading = (operation: string, endpoint: string, fields: () => object): Row =>
	row(operation, endpoint, { parameters: () => ({}), output: () => item(fields()) });

export const account: Row[] = [
	reading('checkHealth', 'POST /account/health-check', () => ({ healthy: true })),
	reading('getProfile', 'POST /account/profile', () => ({ FullName: expect.any(String) })),
	reading('getBusiness', 'POST /account/business', () => ({ BusinessName: expect.any(String) })),
	reading('getPlan', 'POST /account/plan', () => ({ Name: expect.any(String) })),
];
