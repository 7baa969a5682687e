import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { N8n } from '../../tools/n8n/n8n';
import type { WorkflowDefinition } from '../../tools/n8n/rest';
import { sharedN8n, startOutput } from './shared';

const TOOL = 'Tool';
const EXAMPLES = join(__dirname, '../../examples');
const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
const packageName: string = manifest.name;
const declaredNodes: string[] = manifest.n8n.nodes;

describe('the packed package in a real n8n', () => {
	let n8n: N8n;

	beforeAll(async () => {
		n8n = await sharedN8n();
	});

	const ours = async () =>
		(await n8n.nodeTypes()).filter((nodeType) => nodeType.name.startsWith(`${packageName}.`));

	it('serves every declared node under the name that workflows store', async () => {
		const served = (await ours()).map((nodeType) => nodeType.name);

		expect(served).toEqual(
			expect.arrayContaining([
				'n8n-nodes-sweepstakes.sweepstakes',
				'n8n-nodes-sweepstakes.sweepstakesAccount',
				'n8n-nodes-sweepstakes.sweepstakesInvoice',
				'n8n-nodes-sweepstakes.sweepstakesParticipant',
				'n8n-nodes-sweepstakes.sweepstakesWinner',
			]),
		);
		expect(served.filter((name) => !name.endsWith(TOOL))).toHaveLength(declaredNodes.length);
	});

	it('offers every action node to agents as a tool, and no trigger', async () => {
		const served = (await ours()).map((nodeType) => nodeType.name);
		const triggers = declaredNodes.filter((file) => basename(file).endsWith('Trigger.node.js'));

		expect(served.filter((name) => name.endsWith(TOOL))).toHaveLength(declaredNodes.length - triggers.length);
	});

	it('serves the credential type and lets every node of ours use it', async () => {
		const names = (await n8n.credentialTypes()).map((credentialType) => credentialType.name);
		const credentialsOfNodes = (await ours()).map((nodeType) => nodeType.credentials?.[0]?.name);

		expect(names).toContain('sweepstakesApi');
		expect(new Set(credentialsOfNodes)).toEqual(new Set(['sweepstakesApi']));
	});

	it('contains every icon it names', async () => {
		const icons = (await ours()).flatMap(({ iconUrl }) =>
			typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl],
		);

		expect(icons).not.toHaveLength(0);
		for (const icon of new Set(icons)) {
			const response = await fetch(`${n8n.baseUrl}/${icon}`);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	});

	it('finds every node of the examples, in the version that they use', async () => {
		const known = new Set(
			(await n8n.nodeTypes()).flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
		);
		// The MCP server needs n8n 2.
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

	it('loads without a complaint from n8n', () => {
		const complaints = startOutput()
			.split('\n')
			.filter((line) => line.includes(`"${packageName}"`));

		expect(complaints).toEqual([]);
	});
});
