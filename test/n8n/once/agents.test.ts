import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { filledIn, nodeNamed } from '../../../examples/demo/fillIn';
import { startSandbox, type Sandbox } from '../../../sandbox';
import type { N8n } from '../../../tools/n8n/n8n';
import { AS_BROWSER, outputOf, type Execution, type StoredWorkflow } from '../../../tools/n8n/rest';
import { until } from '../../../tools/n8n/wait';
import { createSweepstakes, firstSweepstakes, type Picked } from '../../../tools/sandbox';
import { openMailbox, type Mailbox } from './mailbox';
import { connectMcp, type McpClient } from './mcp-client';
import { startScriptedModel, type ChatRequest } from './scripted-model';
import { sharedN8n } from '../shared';

const DAY_MS = 24 * 60 * 60_000;

let n8n: N8n;
let sandbox: Sandbox;
let sweepstakes: Picked;

beforeAll(async () => {
	n8n = await sharedN8n();
	sandbox = await startSandbox();
	sweepstakes = await firstSweepstakes(sandbox);
});
afterAll(async () => {
	await sandbox?.close();
});
beforeEach(() => sandbox.clearCalls());

const answered = (path: string) =>
	sandbox.calls().filter((one) => one.path === path && one.status === 200).length;

describe('mcp-server', () => {
	const TOKEN = 'a long random token';
	let client: McpClient;
	let mailbox: Mailbox;
	let workflow: StoredWorkflow;

	const connect = async (token: string) => await connectMcp(`${n8n.baseUrl}/mcp/sweepstakes`, token);

	beforeAll(async () => {
		mailbox = await openMailbox();
		const credential = await n8n.createAccountCredential(sandbox);
		const example = filledIn('mcp-server.json', { credential, sweepstakes });
		nodeNamed(example, 'Sweepstakes MCP Server').credentials = {
			httpBearerAuth: await n8n.createCredential({
				name: 'MCP',
				type: 'httpBearerAuth',
				data: { token: TOKEN },
			}),
		};
		const ask = nodeNamed(example, 'Ask a Person');
		Object.assign(ask.parameters, { fromEmail: 'n8n@example.com', toEmail: 'boss@example.com' });
		const data = { host: '127.0.0.1', port: mailbox.port, secure: false, disableStartTls: true };
		ask.credentials = { smtp: await n8n.createCredential({ name: 'Mail', type: 'smtp', data }) };
		workflow = await n8n.createWorkflow(example);
		await n8n.activate(workflow.id);
		client = await connect(TOKEN);
	});
	afterAll(async () => {
		await client?.close();
		await mailbox?.close();
	});

	const ofSummer = (input: object) => ({ handler: 'SUMMER', ...input });

	it('refuses a client without the token', async () => {
		await expect(connect('a guess')).rejects.toThrow();
	});

	it('lists the tools, with what each does and takes', async () => {
		const tools = await client.tools();
		const told = tools.map(({ name, description, inputSchema }) => [
			name,
			description,
			Object.keys(inputSchema.properties).sort(),
		]);
		expect(told.toSorted()).toEqual([
			[
				'Add_person',
				expect.stringMatching(/^Add a person to a sweepstakes/),
				['email', 'first_name', 'handler', 'last_name', 'phone'],
			],
			['Count_entries', expect.stringMatching(/^Return how many/), ['from', 'handler', 'to']],
			['Find_person', expect.stringMatching(/^Return a participant by ID, email/), ['email', 'handler']],
			['List_sweepstakes', expect.stringMatching(/^Return the sweepstakes/), []],
			['List_winners', expect.stringMatching(/^Return the winners of a sweepstakes/), ['handler']],
			[
				'Request_draw',
				expect.stringMatching(/^Ask a person to approve.*cannot be undone/),
				['handler', 'winners'],
			],
		]);
	});

	it('reads', async () => {
		expect(await client.use('List_sweepstakes', {})).toEqual([
			expect.objectContaining({ SweepstakesName: 'Summer Giveaway', Handler: 'SUMMER' }),
		]);
		expect(await client.use('Find_person', ofSummer({ email: 'grace@example.com' }))).toEqual([
			expect.objectContaining({ FirstName: 'Grace', LastName: 'Hopper' }),
		]);
		expect(await client.use('Find_person', ofSummer({ email: 'nobody@example.com' }))).toEqual([
			{ found: 0, message: 'Nothing was found.' },
		]);
		expect(await client.use('Count_entries', ofSummer({ from: '', to: '' }))).toEqual([
			expect.objectContaining({ Total: 5 }),
		]);
	});

	it('adds a person once', async () => {
		const una = { email: 'una@example.com', phone: '', first_name: 'Una', last_name: 'Test' };
		expect(await client.use('Add_person', ofSummer(una))).toEqual([
			expect.objectContaining({ FirstName: 'Una', existed: false }),
		]);
		expect(await client.use('Add_person', ofSummer(una))).toEqual([
			expect.objectContaining({ existed: true }),
		]);
		expect(answered('/participants/add')).toBe(1);
	});

	it('answers an error that says what is expected', async () => {
		expect(await client.ask('Count_entries', { handler: 'WINTER', from: '', to: '' })).toMatch(
			/“Sweepstakes” must be the handler of a sweepstakes of this account/,
		);
	});

	/** Waits for the email with this number, opens its page, and answers. */
	async function decide(number: number, answer: string): Promise<void> {
		await until(() => mailbox.messages.length === number);
		const [url] = /http:\/\/[^"'\s<>]+\/webhook-waiting\/[^"'\s<>]+/.exec(mailbox.messages[number - 1]!)!;
		const page = url.replaceAll('&amp;', '&');
		expect((await fetch(page, { headers: AS_BROWSER })).ok).toBe(true);
		const body = new FormData();
		body.set('field-0', answer);
		expect((await fetch(page, { method: 'POST', body, headers: AS_BROWSER })).ok).toBe(true);
	}

	const winnersSeen = async () => await client.use('List_winners', ofSummer({}));

	/** Waits until nobody has to decide anything anymore. @returns the latest of the executions that waited for that */
	async function decided(): Promise<Execution> {
		const asking = async () =>
			(await n8n.executions(workflow.id)).filter(({ mode }) => mode === 'integrated');
		await until(async () => (await asking()).every(({ status }) => status === 'success'));
		return await n8n.execution((await asking())[0]!.id);
	}

	it('does not draw if the person says no', async () => {
		await client.use('Request_draw', ofSummer({ winners: 2 }));
		await decide(1, 'No');
		const { data } = await decided();
		expect(Object.keys(data.resultData.runData)).toEqual(['Draw Requested', 'Ask a Person', 'Approved?']);
		expect(await winnersSeen()).toEqual([{ found: 0, message: 'Nothing was found.' }]);
	});

	it('draws only once a person has approved', async () => {
		const waiting = await client.use('Request_draw', ofSummer({ winners: 2 }));
		expect(JSON.stringify(waiting)).toMatch(/waiting for a human response/);
		await until(() => mailbox.messages.length === 2);
		expect(mailbox.messages[1]).toContain('Draw 2 winners of SUMMER?');
		expect(await winnersSeen()).toEqual([{ found: 0, message: 'Nothing was found.' }]);
		expect(answered('/winners/draw')).toBe(0);

		await decide(2, 'Yes, draw');
		await decided();
		expect(answered('/winners/draw')).toBe(1);
		expect(await winnersSeen()).toHaveLength(2);
	});

	it('draws nobody a second time, even if a person approves', async () => {
		await client.use('Request_draw', ofSummer({ winners: 3 }));
		await decide(3, 'Yes, draw');
		const drawing = await decided();
		expect(outputOf(drawing, 'Draw Winners').map(({ existed }) => existed)).toEqual([true, true]);
		expect(answered('/winners/draw')).toBe(0);
	});
});

describe('a tool of which only what it needs is set', () => {
	const toolNode = (name: string, type: string, parameters: INodeParameters): INode => ({
		id: name,
		name,
		type: `n8n-nodes-sweepstakes.${type}Tool`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters, sweepstakes: { __rl: true, mode: 'handler', value: 'AUTUMN' } },
	});

	it('draws once and adds nobody twice, because those are its defaults', async () => {
		await createSweepstakes(sandbox, { Handler: 'AUTUMN' });
		const token = 'of this server';
		const httpBearerAuth = await n8n.createCredential({
			name: 'MCP',
			type: 'httpBearerAuth',
			data: { token },
		});
		const sweepstakesApi = await n8n.createAccountCredential(sandbox);
		const server: INode = {
			id: 'server',
			name: 'Server',
			type: '@n8n/n8n-nodes-langchain.mcpTrigger',
			typeVersion: 2,
			position: [0, 0],
			parameters: { authentication: 'bearerAuth', path: 'defaults' },
			webhookId: 'd1a00001-f0f0-4000-8000-000000000001',
			credentials: { httpBearerAuth },
		};
		const tools = [
			toolNode('Draw', 'sweepstakesWinner', { operation: 'draw', howManyWinnersToPick: 1 }),
			toolNode('Add', 'sweepstakesParticipant', { operation: 'add', KeyEmail: 'una@example.com' }),
		];
		for (const tool of tools) tool.credentials = { sweepstakesApi };
		const toServer = { ai_tool: [[{ node: server.name, type: 'ai_tool' as const, index: 0 }]] };
		const connections = Object.fromEntries(tools.map(({ name }) => [name, toServer]));
		const { id } = await n8n.createWorkflow({ name: 'Defaults', nodes: [server, ...tools], connections });
		await n8n.activate(id);
		const client = await connectMcp(`${n8n.baseUrl}/mcp/defaults`, token);
		try {
			const answers = [];
			for (const name of ['Add', 'Add', 'Draw', 'Draw']) answers.push(await client.use(name, {}));
			expect(answers).toEqual([
				[expect.objectContaining({ existed: false })],
				[expect.objectContaining({ existed: true })],
				[expect.objectContaining({ existed: false })],
				[expect.objectContaining({ existed: true })],
			]);
			const told = (await client.tools()).find(({ name }) => name === 'Draw')!.description;
			expect(told).toMatch(/^Draw winners of a sweepstakes at random.*A draw cannot be undone/);
		} finally {
			await client.close();
		}
	});
});

describe('ask-about-a-campaign', () => {
	const ASKED = 'How many entered since yesterday?';
	const yesterday = new Date(Date.now() - DAY_MS).toISOString();

	/** Counts, and says what the tool said. */
	function script({ messages }: ChatRequest) {
		const last = messages.at(-1)!;
		if (last.role !== 'tool') return { call: 'Count_entries', input: { from: yesterday, to: '' } };
		const [{ Total }] = JSON.parse(last.content) as [{ Total: number }];
		return { say: `${Total} people entered since yesterday.` };
	}

	it('answers a question with a reading tool, and has no others', async () => {
		const model = await startScriptedModel(script);
		try {
			const credential = await n8n.createAccountCredential(sandbox);
			const example = filledIn('ask-about-a-campaign.json', { credential, sweepstakes });
			const data = { apiKey: 'none', url: model.url };
			const openAiApi = await n8n.createCredential({ name: 'Model', type: 'openAiApi', data });
			expect(await n8n.testCredential(openAiApi.id!)).toMatchObject({ status: 'OK' });
			nodeNamed(example, 'Model').credentials = { openAiApi };
			const question: IDataObject = { sessionId: '1', action: 'sendMessage', chatInput: ASKED };
			const { id } = await n8n.createWorkflow({ ...example, pinData: { Question: [{ json: question }] } });
			const { Data } = await sandbox.api<{ Data: { Counts: { Total: number } } }>('/participants/count', {
				SweepstakesToken: sweepstakes.token,
			});
			sandbox.clearCalls();

			const execution = await n8n.runWorkflow(id, 'Question');
			expect(outputOf(execution, 'Agent')).toEqual([
				{ output: `${Data.Counts.Total} people entered since yesterday.` },
			]);
			expect(sandbox.calls().map(({ path }) => path)).toEqual(['/participants/count']);
			const tools = model.requests[0]!.tools!.map(({ function: { name, description } }) => [
				name,
				description,
			]);
			expect(tools).toHaveLength(4);
			for (const [, description] of tools) expect(description).toMatch(/^Return /);
			expect(model.requests[0]!.messages.at(-1)!.content).toBe(ASKED);
		} finally {
			await model.close();
		}
	});
});
