import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { endpoint, noRequest, safe } from '../../../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../../../nodes/shared/api/replies';
import { askForEditor, reuseAnswer } from '../../../../../nodes/shared/n8n/editor/ask';
import { rejection } from '../../../../support/client';

const list = endpoint({ call: 'POST /sweepstakes/fetch', request: noRequest, reply: anyReply, retry: safe });

afterEach(() => jest.restoreAllMocks());

test('a picker whose call does not get its turn within ten seconds explains why its list is empty', async () => {
	const { timeout } = AbortSignal;
	const timing = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => timeout.call(AbortSignal, ms === 10_000 ? 1 : ms));
	let end!: (error: Error) => void;
	const sending = new Promise<never>((_resolve, reject) => (end = reject));
	const credential = { baseUrl: 'https://api.example.com', apiToken: 'secret', callsPerMinute: 150 };
	const context = {
		getCredentials: async () => credential,
		getNode: () => ({ name: 'Node', type: 'node', parameters: {} }) as unknown as INode,
		helpers: { httpRequestWithAuthentication: async () => await sending },
	} as unknown as ILoadOptionsFunctions;
	const ask = async (call: typeof list.call) =>
		await askForEditor(context, async (client) => await client.call({ ...list, call }, undefined));
	const first = rejection(ask('POST /sweepstakes/fetch'));
	expect(await rejection(ask('POST /groups/fetch'))).toMatchObject({
		message: 'Other calls of this account are waiting ahead of this one. Try again in a few seconds',
	});
	expect(timing).toHaveBeenCalledWith(10_000);
	end(Object.assign(new Error('self-signed certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }));
	await first;
});

test('a picker reuses what it has read before, but not what another picker has read from the same endpoint', async () => {
	const [one, other] = [{}, {}];
	let asked = 0;
	const ask = async () => ++asked;
	const answers = [];
	for (const of of [one, one, other, other]) answers.push(await reuseAnswer([of], 'POST /list', ask));
	expect(answers).toEqual([1, 1, 2, 2]);
});
