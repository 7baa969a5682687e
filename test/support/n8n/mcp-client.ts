import { createRequire } from 'node:module';
import { join } from 'node:path';

import { installHost } from '../../../tools/n8n/install';
import { TIMEOUT_MS } from '../../../tools/n8n/wait';

export interface ToolDescription {
	name: string;
	description: string;
	inputSchema: { properties: object };
}

/** The parts of the official MCP client that the tests use. */
interface Client {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: ToolDescription[] }>;
	callTool(
		call: { name: string; arguments: object },
		schema: undefined,
		options: { timeout: number },
	): Promise<{ content: Array<{ text: string }> }>;
	close(): Promise<void>;
}

/** A connection to an MCP server. */
export interface McpClient {
	tools(): Promise<ToolDescription[]>;
	/**
	 * Calls a tool.
	 *
	 * @returns the text of its result
	 */
	ask(name: string, input: object): Promise<string>;
	/** Calls a tool that returns JSON. */
	use(name: string, input: object): Promise<unknown>;
	close(): Promise<void>;
}

/**
 * Connects the official MCP client to a server. n8n depends on that client, so it is installed with n8n.
 *
 * @throws Error if the server refuses the token
 */
export async function connectMcp(url: string, token: string): Promise<McpClient> {
	const { directory } = await installHost();
	const load = createRequire(join(directory, 'package.json'));
	const sdk = load('@modelcontextprotocol/sdk/client/index.js') as { Client: new (info: object) => Client };
	const http = load('@modelcontextprotocol/sdk/client/streamableHttp.js') as {
		StreamableHTTPClientTransport: new (url: URL, options: object) => object;
	};
	const client = new sdk.Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(new http.StreamableHTTPClientTransport(new URL(url), { requestInit }));
	const ask = async (name: string, input: object) => {
		const { content } = await client.callTool({ name, arguments: input }, undefined, { timeout: TIMEOUT_MS });
		return content[0]!.text;
	};
	return {
		tools: async () => (await client.listTools()).tools,
		ask,
		use: async (name, input) => JSON.parse(await ask(name, input)) as unknown,
		close: async () => await client.close(),
	};
}
