import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';

import { endpoint, noRequest, safe } from '../../../../../nodes/shared/api/endpoint';
import { anyReply } from '../../../../../nodes/shared/api/replies';
import { askForEditor, reuseAnswer } from '../../../../../nodes/shared/n8n/editor/ask';
import { rejection } from '../../../../support/client';

const list = endpoint({ call: 'POST /sweepstakes/fetch', request: noRequest, reply: anyReply, retry: safe });

afterEach(() => jest.restoreAllMocks());

test('a picker waits ten seconds for its turn and then reports why it has no entries', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
	const credential = { baseUrl: 'https://api.example.com', apiToken: 'secret', callsPerMinute: 150 };
	const context = {
		getCredentials: async () => credential,
		getNode: () => ({ name: 'Node', type: 'node', parameters: {} }) as unknown as INode,
	} as unknown as ILoadOptionsFunctions;
	const asking = askForEditor(context, async (client) => await client.call(list, undefined));
	expect(await rejection(asking)).toMatchObject({
		message: 'Other calls of this account are waiting ahead of this one. Try again in a few seconds',
	});
	expect(timeout.mock.calls).toEqual([[10_000]]);
});

test('a picker reuses its own result, but not what another picker read from the same endpoint', async () => {
	const [one, other] = [{}, {}];
	let asked = 0;
	const ask = async () => ++asked;
	const answers = [];
	for (const of of [one, one, other, other]) answers.push(await reuseAnswer(of, 'POST /list', ask));
	expect(answers).toEqual([1, 1, 2, 2]);
});
