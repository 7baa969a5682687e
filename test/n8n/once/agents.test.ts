import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { findNode } from '../../../examples/demo/fill-in';
import {
	AS_BROWSER,
	getOutput,
	type Execution,
	type StoredWorkflow,
	type WorkflowDefinition,
} from '../../../tools/n8n/rest';
import { installHost } from '../../../tools/n8n/install';
import { until } from '../../../tools/n8n/wait';
import { createSweepstakes, type PickedSweepstakes } from '../../../tools/sandbox';
import { HOSTILE_LINKS } from '../../support/hostile-links';
import { openMailbox, type Mailbox } from '../../support/n8n/mailbox';
import { connectMcp, type McpClient } from '../../support/n8n/mcp-client';
import {
	startScriptedModel,
	type ChatRequest,
	type ScriptedModel,
	type Turn,
} from '../../support/n8n/scripted-model';
import { beforeRelease } from '../../support/n8n/release';
import {
	activate,
	listSuccessful,
	chooseExample,
	draw,
	importKept,
	inBoth,
	n8n,
	sandbox,
} from '../../support/n8n/workflows';

const DAY_MS = 24 * 60 * 60_000;

/** What must be closed after the test. */
const opened: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
	for (const one of opened.splice(0)) await one.close();
});

async function opening<Opened extends { close(): Promise<void> }>(one: Promise<Opened>): Promise<Opened> {
	const ready = await one;
	opened.push(ready);
	return ready;
}

/** Makes the approval node send its emails to a new mailbox. */
async function addressMails(example: WorkflowDefinition): Promise<Mailbox> {
	const mailbox = await opening(openMailbox());
	const ask = findNode(example, 'Ask a Person');
	Object.assign(ask.parameters, { fromEmail: 'n8n@example.com', toEmail: 'boss@example.com' });
	const data = { host: '127.0.0.1', port: mailbox.port, secure: false, disableStartTls: true };
	ask.credentials = { smtp: await n8n.createCredential({ name: 'Mail', type: 'smtp', data }) };
	return mailbox;
}

/**
 * Waits for the email with this number, counted from 1.
 *
 * @returns its text and the page that it links to
 */
async function emailNumber({ messages }: Mailbox, number: number) {
	await until(() => messages.length === number);
	const [url] = /http:\/\/[^"'\s<>]+\/webhook-waiting\/[^"'\s<>]+/.exec(messages[number - 1]!)!;
	const page = url.replaceAll('&amp;', '&');
	// The email may arrive before n8n has stored the waiting execution.
	await until(async () => (await fetch(page, { headers: AS_BROWSER })).ok);
	return { text: messages[number - 1]!, page };
}

/** Sends the answer to an email from the page that it links to. */
async function answerMail(mailbox: Mailbox, number: number, answer: string): Promise<void> {
	const { page } = await emailNumber(mailbox, number);
	const body = new FormData();
	body.set('field-0', answer);
	expect((await fetch(page, { method: 'POST', body, headers: AS_BROWSER })).ok).toBe(true);
}

const NOTHING = [{ found: 0, message: 'Nothing was found.' }];

describe('mcp-server', () => {
	const TOKEN = 'a long random token';
	let client: McpClient;
	let mailbox: Mailbox;
	let workflow: StoredWorkflow;

	const connect = async (token: string) => await opening(connectMcp(`${n8n.baseUrl}/mcp/sweepstakes`, token));

	/** @param picked the sweepstakes for which the server may request a draw */
	async function begin(picked?: PickedSweepstakes): Promise<void> {
		const example = await chooseExample('mcp-server', picked);
		const data = { token: TOKEN };
		findNode(example, 'Sweepstakes MCP Server').credentials = {
			httpBearerAuth: await n8n.createCredential({ name: 'MCP', type: 'httpBearerAuth', data }),
		};
		mailbox = await addressMails(example);
		workflow = await activate(await importKept(example));
		client = await connect(TOKEN);
	}

	const ofSummer = (input: object) => ({ handler: 'SUMMER', ...input });
	const winnersSeen = async () => await client.use('List_winners', ofSummer({}));

	/**
	 * Answers the email with this number.
	 *
	 * @returns the latest execution that waited for an answer, once all such executions have ended
	 */
	async function decide(number: number, answer: string): Promise<Execution> {
		await answerMail(mailbox, number, answer);
		const asking = async () =>
			(await n8n.executions(workflow.id)).filter(({ mode }) => mode === 'integrated');
		await until(async () => (await asking()).every(({ status }) => ['success', 'error'].includes(status)));
		return await n8n.waitForExecution((await asking())[0]!.id);
	}

	inBoth('returns only a few fields, waits until a person approves a draw, and draws only once', async () => {
		await begin();
		const listed = await client.use('List_sweepstakes', {});
		expect(listed).toMatchObject([{ SweepstakesName: 'Summer Giveaway', Handler: 'SUMMER' }]);
		expect(await client.use('Find_person', ofSummer({ email: 'grace@example.com' }))).toEqual([
			{ FirstName: 'Grace', LastName: 'Hopper', CreationDate: expect.any(String), BonusEntries: 2 },
		]);
		expect(await client.use('Find_person', ofSummer({ email: 'nobody@example.com' }))).toEqual(NOTHING);
		const counts = await client.use('Count_entries', ofSummer({ from: '', to: '' }));
		expect(counts).toMatchObject([{ Total: 5 }]);

		const waiting = await client.ask('Request_draw', ofSummer({ winners: 2 }));
		expect(waiting).toMatch(/waiting for a human response/);
		const { text } = await emailNumber(mailbox, 1);
		expect(text).toContain('Subject: Draw 2 winners of Summer Giveaway, SUMMER?');
		expect(await winnersSeen()).toEqual(NOTHING);
		await decide(1, 'Yes, draw');
		expect(await winnersSeen()).toHaveLength(2);

		await client.ask('Request_draw', ofSummer({ winners: 3 }));
		const drawing = await decide(2, 'Yes, draw');
		expect(getOutput(drawing, 'Draw Winners').map(({ existed }) => existed)).toEqual([true, true]);
		expect(listSuccessful('/winners/draw')).toHaveLength(1);
	});

	beforeRelease('describes each tool to a client that has the token', async () => {
		await begin();
		await expect(connect('a guess')).rejects.toThrow();
		const told = (await client.tools()).map(({ name, description, inputSchema }) => [
			name,
			description,
			Object.keys(inputSchema.properties).sort(),
		]);
		expect(told.sort()).toEqual([
			['Count_entries', expect.stringMatching(/^Return the number/), ['from', 'handler', 'to']],
			['Find_person', expect.stringMatching(/^Return a participant by email/), ['email', 'handler']],
			['List_sweepstakes', expect.stringMatching(/^Return the sweepstakes/), ['input']],
			['List_winners', expect.stringMatching(/^Return the winners of a sweepstakes/), ['handler']],
			['Request_draw', expect.stringMatching(/^Ask a person.*cannot be undone/), ['handler', 'winners']],
		]);
	});

	beforeRelease(
		'allows only one pending draw request per sweepstakes, and does not draw if the person says no',
		async () => {
			await begin();
			const ask = async () => await client.ask('Request_draw', ofSummer({ winners: 3 }));
			const answers = (await Promise.all([ask(), ask(), ask()])).map(
				(answer) => /waiting|requested already|^There was.*/.exec(answer)?.[0],
			);
			expect(answers.sort()).toEqual(['requested already', 'requested already', 'waiting']);
			await decide(1, 'No');
			expect(await ask()).toContain('waiting');
			await decide(2, 'No');
			expect(await winnersSeen()).toEqual(NOTHING);
		},
	);

	beforeRelease(
		'asks for approval only if a draw is from the chosen sweepstakes and has a valid number of winners',
		async () => {
			await begin();
			await createSweepstakes(sandbox, { Handler: 'OTHER' });
			for (const handler of ['OTHER', 'UNKNOWN', 'SUMMER, OTHER', ''])
				expect(await client.ask('Request_draw', { handler, winners: 1 })).toContain(
					'Nobody was asked: this tool requests draws only for the handler SUMMER.',
				);
			for (const winners of [0, -1, 1.5])
				expect(await client.ask('Request_draw', ofSummer({ winners }))).toContain('Nobody was asked');
			expect(mailbox.messages).toEqual([]);
		},
	);

	beforeRelease('shows the sweepstakes’ name as plain text to the person who approves the draw', async () => {
		const name = '<script>alert(1)</script>';
		const token = await createSweepstakes(sandbox, { Handler: 'SCRIPT', SweepstakesName: name });
		await begin({ token, name });
		await client.ask('Request_draw', { handler: ' script ', winners: 1 });
		const { text, page } = await emailNumber(mailbox, 1);
		expect(text).toContain('Subject: Draw 1 winner of scriptalert(1)/script, SCRIPT?');
		expect(text).not.toContain('<script>');
		const shown = await (await fetch(page, { headers: AS_BROWSER })).text();
		expect(shown).toContain('Draw 1 winner of scriptalert(1)/script, SCRIPT?');
		await decide(1, 'No');
	});
});

/** A chat example, with a scripted model. */
class Chat {
	private constructor(
		private readonly workflow: StoredWorkflow,
		private readonly trigger: string,
		readonly model: ScriptedModel,
	) {}

	static async open(
		example: WorkflowDefinition,
		trigger: string,
		script: (request: ChatRequest) => Turn,
	): Promise<Chat> {
		const model = await opening(startScriptedModel(script));
		const data = { apiKey: 'none', url: model.url };
		const openAiApi = await n8n.createCredential({ name: 'Model', type: 'openAiApi', data });
		findNode(example, 'Model').credentials = { openAiApi };
		return new Chat(await activate(await importKept(example)), trigger, model);
	}

	/**
	 * Sends a message.
	 *
	 * @returns the reply in the chat
	 */
	async say(chatInput: string): Promise<string> {
		const json = { sessionId: '1', action: 'sendMessage', chatInput };
		await n8n.pinData(this.workflow.id, { [this.trigger]: [{ json }] });
		const execution = await n8n.runWorkflow(this.workflow.id, this.trigger);
		const [{ output }] = getOutput(execution, 'Without Links') as [{ output: string }];
		return output;
	}

	/**
	 * Sends messages, each of which the model repeats in its reply.
	 *
	 * @returns the pages that n8n's chats show for the replies
	 */
	async shownFor(texts: readonly string[]): Promise<string[]> {
		const replies: string[] = [];
		for (const text of texts) replies.push(await this.say(text));
		const { directory, node } = await installHost();
		const editor = join(directory, 'node_modules/n8n-editor-ui');
		const { stdout, stderr } = spawnSync(
			node,
			[join(__dirname, '../../support/n8n/chat-markdown.mjs'), editor],
			{
				input: JSON.stringify([...replies, ...texts]),
				encoding: 'utf8',
			},
		);
		expect(stderr).toBe('');
		const pages = JSON.parse(stdout) as string[][];
		const [ours, raw] = [pages.slice(0, texts.length), pages.slice(texts.length)];
		// Unprocessed texts become links and images, which shows that the library ran with the chat hub's settings.
		for (const one of ['<a href="http', '<a href="mailto:', '<img '])
			expect(raw.flat().join('')).toContain(one);
		return ours.flat();
	}

	/** Waits until no decision is pending. */
	async decided(): Promise<void> {
		const executions = async () => await n8n.executions(this.workflow.id);
		await until(async () => (await executions()).every(({ status }) => status === 'success'));
	}
}

describe('ask-about-a-sweepstakes', () => {
	const yesterday = new Date(Date.now() - DAY_MS).toISOString();

	/** The model calls the tool that the question is about, and repeats the tool's result. */
	function script({ messages }: ChatRequest): Turn {
		const { role, content } = messages.at(-1)!;
		if (role === 'tool') return { say: `![](https://evil.example/?q=1) ${content}` };
		if (content.startsWith('Who')) return { call: 'List_winners', input: { input: '' } };
		return { call: 'Count_entries', input: { from: yesterday, to: '' } };
	}

	inBoth(
		'uses only tools that read, and answers with winners’ names, but without images or links',
		async () => {
			await draw(1);
			sandbox.clearCalls();
			const chat = await Chat.open(await chooseExample('ask-about-a-sweepstakes'), 'Question', script);
			expect(await chat.say('How many entered since yesterday?')).toMatch(/"Total":5\b/);
			const answer = await chat.say('Who has won?');
			expect(answer).not.toMatch(/evil|\]\(/);
			expect(sandbox.calls().map(({ path }) => path)).toEqual(['/participants/count', '/winners/fetch']);
			const { tools, messages } = chat.model.requests.at(-1) as Required<ChatRequest>;
			expect(tools).toHaveLength(4);
			for (const { function: tool } of tools) expect(tool.description).toMatch(/^(Return|Count) /);
			const winners = JSON.parse(messages.at(-1)!.content) as IDataObject[];
			expect(winners.map(Object.keys)).toEqual([['FirstName', 'LastName', 'DrawDateTime']]);
		},
	);

	beforeRelease('does not show links or images in n8n’s chats', async () => {
		const repeat = ({ messages }: ChatRequest): Turn => ({ say: `Here: ${messages.at(-1)!.content}` });
		const chat = await Chat.open(await chooseExample('ask-about-a-sweepstakes'), 'Question', repeat);
		for (const page of await chat.shownFor(HOSTILE_LINKS)) expect(page).not.toMatch(/<(a|img)\b/);
	});
});

describe('chat-to-participant', () => {
	const IDA = { email: 'ida@example.com', phone: '+12025550150', first_name: 'Ida', last_name: 'Rhodes' };

	/** The model reads the form, asks for its columns, enters the person, and reports the result. */
	function script({ messages }: ChatRequest): Turn {
		const { role, content } = messages.at(-1)!;
		if (role === 'user') {
			if (content.startsWith('{')) return { call: 'Enter_person', input: JSON.parse(content) as object };
			return { call: 'Read_form', input: {} };
		}
		const found = JSON.parse(content) as Array<Record<string, string>>;
		const [{ Result }] = found as [Record<string, string>];
		return { say: Result ?? found.map(({ FieldName, Name }) => FieldName ?? Name).join(', ') };
	}

	inBoth(
		'asks for each column of the form, enters a person only once, and says if the person has already entered',
		async () => {
			const chat = await Chat.open(await chooseExample('chat-to-participant'), 'Message', script);
			expect(await chat.say('I want to enter')).toMatch(/First Name.*Last Name/);
			expect(await chat.say(JSON.stringify(IDA))).toBe('added');
			expect(await chat.say(JSON.stringify(IDA))).toBe('had entered before: one entry a person');
			expect(await chat.say(JSON.stringify({ ...IDA, email: 'ida@', phone: '' }))).toMatch(
				/^not added: .*“Email” must be/,
			);
			expect(listSuccessful('/participants/add')).toHaveLength(1);
			const { messages, tools } = chat.model.requests.at(-1)!;
			expect(tools!.map(({ function: { name } }) => name).sort()).toEqual(['Enter_person', 'Read_form']);
			expect(JSON.stringify(messages)).toContain('I want to enter');
		},
	);

	beforeRelease('in a rehearsal, enters nobody, and says so', async () => {
		const example = await chooseExample('chat-to-participant');
		const sweepstakesApi = await n8n.createAccountCredential(sandbox, { rehearse: true });
		Object.assign(findNode(example, 'Add Participant').credentials!, { sweepstakesApi });
		const chat = await Chat.open(example, 'Message', script);
		expect(await chat.say(JSON.stringify(IDA))).toBe('not added: this is only a rehearsal');
		expect(listSuccessful('/participants/add')).toEqual([]);
	});
});

describe('approve-by-email', () => {
	/** The model calls the tool for the requested action, and repeats the tool's result. */
	function script({ messages }: ChatRequest): Turn {
		const { role, content } = messages.at(-1)!;
		if (role !== 'user') return { say: content };
		const [action, winners] = content.split(' ');
		return { call: 'Request_action', input: { action, winners: Number(winners ?? 0) } };
	}

	const REQUESTS = [
		['pause', 'Pause Summer Giveaway, SUMMER?', 'No'],
		['pause', 'Pause Summer Giveaway, SUMMER?', 'Yes'],
		['resume', 'Resume Summer Giveaway, SUMMER?', 'Yes'],
		['draw 2', 'Draw 2 winners of Summer Giveaway, SUMMER?', 'Yes'],
		['draw 3', 'Draw 3 winners of Summer Giveaway, SUMMER?', 'Yes'],
	] as const;

	inBoth('pauses, resumes and draws once each, and only after a person has said yes', async () => {
		const example = await chooseExample('approve-by-email');
		const mailbox = await addressMails(example);
		const chat = await Chat.open(example, 'Message', script);
		const writes = () => sandbox.calls().flatMap(({ path }) => (/pause|draw/.test(path) ? [path] : []));
		for (const message of ['delete', 'draw 0', 'draw 1.5'])
			expect(await chat.say(message)).toContain('Nobody was asked');

		for (const [index, [message, subject, answer]] of REQUESTS.entries()) {
			const before = writes();
			expect(await chat.say(message)).toContain('A person was asked by email');
			expect((await emailNumber(mailbox, index + 1)).text).toContain(`Subject: ${subject}`);
			expect(writes()).toEqual(before);
			await answerMail(mailbox, index + 1, answer);
			await chat.decided();
		}
		expect(writes()).toEqual(['/sweepstakes/pause', '/sweepstakes/unpause', '/winners/draw']);
	});
});
