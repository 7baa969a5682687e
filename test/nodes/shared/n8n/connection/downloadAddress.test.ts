import type { IExecuteFunctions } from 'n8n-workflow';

import { downloadProblem } from '../../../../../nodes/shared/n8n/connection/downloadAddress';

const OUTSIDE = 'https://api.example.com/v3';
const NO_HELPERS = {} as IExecuteFunctions['helpers'];

const problem = async (url: string, baseUrl = OUTSIDE, helpers = NO_HELPERS) =>
	await downloadProblem(helpers, url, baseUrl);

test.each([
	['https://files.example.com/a.pdf', OUTSIDE],
	['https://8.8.8.8/a.pdf', OUTSIDE],
	['https://10.example.com/a.pdf', OUTSIDE],
	['https://172.32.0.1/a.pdf', OUTSIDE],
	['http://127.0.0.1:81/a.pdf', 'http://127.0.0.1:80'],
	['https://192.168.1.2/a.pdf', 'https://10.0.0.1/v3'],
])('%s is asked for a service at %s', async (url, baseUrl) => {
	expect(await problem(url, baseUrl)).toBeUndefined();
});

test.each([
	['http://files.example.com/a.pdf', 'its address does not begin with https://'],
	['file:///etc/passwd', 'its address does not begin with https://'],
	['data:text/plain,a', 'its address does not begin with https://'],
	['https://user:word@files.example.com/a.pdf', 'its address has a user name or a password'],
	['/a.pdf', 'the service gave no address'],
	...[
		'localhost',
		'localhost.',
		'app.localhost',
		'n8n',
		'db.internal',
		'127.0.0.1',
		'127.1',
		'2130706433',
		'0x7f.0.0.1',
		'017700000001',
		'0.0.0.0',
		'10.1.2.3',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.0.1',
		'169.254.169.254',
		'100.64.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'[::1]',
		'[::ffff:127.0.0.1]',
		'[fe80::1]',
		'[fd00::1]',
	].map((host) => [`https://${host}/a.pdf`, 'its address is in a private network']),
])('%s is not asked: %s', async (url, sentence) => {
	expect(await problem(url!)).toBe(sentence);
});

describe('when n8n looks names up', () => {
	const PRIVATE = 'inside.example.com';
	const filter = {
		validateUrl: async ({ hostname }: URL) => {
			if (hostname === 'unknown.example.com') throw new Error('ENOTFOUND');
			return await Promise.resolve({ ok: hostname !== PRIVATE });
		},
	};
	const helpers = { getSecureEgressFilter: () => filter } as unknown as IExecuteFunctions['helpers'];

	test.each([
		[`https://${PRIVATE}/a.pdf`, OUTSIDE, 'its address is in a private network'],
		[`https://${PRIVATE}/a.pdf`, `https://${PRIVATE}/v3`, undefined],
		['https://files.example.com/a.pdf', OUTSIDE, undefined],
		['https://unknown.example.com/a.pdf', OUTSIDE, undefined],
	])('%s for a service at %s: %s', async (url, baseUrl, sentence) => {
		expect(await problem(url, baseUrl, helpers)).toBe(sentence);
	});
});
