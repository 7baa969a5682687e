import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The parts of a chat request that tests read. */
export interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

/** What the model returns: a tool call, or text. */
export type Turn = { call: string; input: object } | { say: string };

/** A chat model on loopback that follows a script. */
export interface ScriptedModel {
	/** The base URL for an OpenAI credential. */
	url: string;
	requests: ChatRequest[];
	close(): Promise<void>;
}

const MODEL = 'scripted';

/** n8n requests this list to test a credential and to list the models. */
const MODELS = { object: 'list', data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'test' }] };

/** Starts a chat model on loopback. `script` returns each turn of the model from the messages so far. */
export async function startScriptedModel(script: (request: ChatRequest) => Turn): Promise<ScriptedModel> {
	const requests: ChatRequest[] = [];
	const server = createServer((request, response) => {
		response.setHeader('content-type', 'application/json');
		if (request.method === 'GET') return void response.end(JSON.stringify(MODELS));
		void text(request).then((body) => {
			const asked = JSON.parse(body) as ChatRequest;
			requests.push(asked);
			response.end(JSON.stringify(completion(script(asked))));
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function completion(turn: Turn): object {
	const message =
		'say' in turn
			? { role: 'assistant', content: turn.say }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: 'call_1',
							type: 'function',
							function: { name: turn.call, arguments: JSON.stringify(turn.input) },
						},
					],
				};
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 0,
		model: MODEL,
		choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
