import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { N8n } from '../../tools/n8n/n8n';
import type { WorkflowDefinition } from '../../tools/n8n/rest';
import { sharedN8n, startOutput } from '../support/n8n/shared';

const EXAMPLES = join(__dirname, '../../examples');
const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
const packageName: string = manifest.name;
const declaredNodes: string[] = manifest.n8n.nodes;

describe('the packed package in an n8n instance', () => {
	let n8n: N8n;

	beforeAll(async () => {
		n8n = await sharedN8n();
	});

	const ours = async () =>
		(await n8n.nodeTypes()).filter((nodeType) => nodeType.name.startsWith(`${packageName}.`));

	it('offers every node under the name that workflows store, and every action node also as an agent’s tool', async () => {
		const declared = declaredNodes.map((file) => basename(file, '.node.js'));
		const names = declared.map((name) => `${packageName}.${name.replace(/^./, (one) => one.toLowerCase())}`);
		const tools = names.filter((name) => !name.endsWith('Trigger')).map((name) => `${name}Tool`);
		expect((await ours()).map(({ name }) => name).sort()).toEqual([...names, ...tools].sort());
	});

	it('offers the credential type that all its nodes use', async () => {
		const names = (await n8n.credentialTypes()).map((credentialType) => credentialType.name);
		const credentialsOfNodes = (await ours()).map((nodeType) => nodeType.credentials?.[0]?.name);

		expect(names).toContain('sweepstakesApi');
		expect(new Set(credentialsOfNodes)).toEqual(new Set(['sweepstakesApi']));
	});

	it('contains every icon that it refers to', async () => {
		const icons = (await ours()).flatMap(({ iconUrl }) =>
			typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl],
		);

		expect(icons).not.toHaveLength(0);
		for (const icon of new Set(icons)) {
			const response = await fetch(`${n8n.baseUrl}/${icon}`);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	});

	it('offers every node of the examples in the version that the examples use', async () => {
		const known = new Set(
			(await n8n.nodeTypes()).flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
		);
		// The MCP server is left out, because it needs n8n 2.
		const isLeftOut = (file: string) =>
			file === 'mcp-server.json' && process.env['N8N_TEST_HOST'] === 'host-1x';
		const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json') && !isLeftOut(file));
		const unknown = files.flatMap((file) => {
			const { nodes } = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as WorkflowDefinition;
			const used = nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
			return used.filter((one) => !known.has(one)).map((one) => `${file}: ${one}`);
		});

		expect(files).not.toHaveLength(0);
		expect(unknown).toEqual([]);
	});

	it('loads without a complaint in n8n’s log', () => {
		const complaints = startOutput()
			.split('\n')
			.filter((line) => line.includes(`"${packageName}"`));

		expect(complaints).toEqual([]);
	});
});
