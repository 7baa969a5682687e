import { SweepstakesApi } from '../../credentials/SweepstakesApi.credentials';
import { rejection } from './shared/client/support';

const { authenticate } = new SweepstakesApi();
const request = { url: 'https://api.example.com/v3/account/plan', headers: { Accept: 'application/json' } };

describe('the credential', () => {
	test('adds the token to a request, and leaves the rest of it alone', async () => {
		const credential = { baseUrl: 'https://api.example.com/v3', apiToken: 'secret' };
		expect(await authenticate(credential, request)).toEqual({
			url: request.url,
			headers: { Accept: 'application/json', Authorization: 'Bearer secret' },
		});
	});

	test.each(['secret\n', ' secret', 'secret\u200b', '\ufeffsecret\r\n'])(
		'leaves out what a paste brought along: %j',
		async (apiToken) => {
			const credential = { baseUrl: 'https://api.example.com/v3', apiToken };
			expect((await authenticate(credential, request)).headers).toMatchObject({
				Authorization: 'Bearer secret',
			});
		},
	);

	test.each([
		'',
		' \n',
		'Bearer secret',
		'sec\nret',
		'sec\u200bret',
		'sécret',
		'secret…',
		'secret\r\nX-Evil: 1',
	])('refuses a token that cannot be one: %j', async (apiToken) => {
		const credential = { baseUrl: 'https://api.example.com/v3', apiToken };
		const error = (await rejection(authenticate(credential, request))) as Error;
		expect(error.message).toMatch(/^“API Token” (is empty|must have no spaces)/);
		expect(error.message).not.toContain('secret');
	});

	test('refuses an address at which others could read the token, and does not say the token', async () => {
		const credential = { baseUrl: 'http://api.example.com', apiToken: 'secret' };
		const error = (await rejection(authenticate(credential, request))) as Error;
		expect(error.message).toMatch(/^“Base URL” must begin with https:\/\//);
		expect(error.message).not.toContain('secret');
	});

	test('takes it where somebody switched Allow HTTP on', async () => {
		const credential = { baseUrl: 'http://api.example.com', apiToken: 'secret', allowInsecure: true };
		expect((await authenticate(credential, request)).headers).toMatchObject({
			Authorization: 'Bearer secret',
		});
	});
});
