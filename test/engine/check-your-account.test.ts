import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { DIALECTS, type Sandbox } from '../../sandbox';
import { startFullAccount } from '../tools/fullAccount';
import { runNode } from './engine';
import { ACTION_NODES } from './nodes';

interface ExampleNode {
	name: string;
	type: string;
	parameters: INodeParameters & { operation?: string };
}

const FILE = resolve(__dirname, '../../examples/check-your-account.json');
const { nodes } = JSON.parse(readFileSync(FILE, 'utf8')) as { nodes: ExampleNode[] };

const OURS = /^n8n-nodes-sweepstakes\./;
const ours = nodes.filter(({ type }) => OURS.test(type));

const nodeOf = ({ type }: ExampleNode): INodeType =>
	ACTION_NODES.find(({ description }) => description.name === type.replace(OURS, ''))!;

/** The expression of the node Checks, as n8n evaluates it. */
function checks(outputs: ReadonlyMap<string, INodeExecutionData[]>): Array<Record<string, string>> {
	const { parameters } = nodes.find(({ name }) => name === 'Checks')!;
	const [, expression] = /"(?:=\{\{ )(.*) \}\}"/.exec(JSON.stringify(parameters))!;
	const code = JSON.parse(`"${expression}"`) as string;
	const $ = (name: string) => ({ first: () => outputs.get(name)![0]!, all: () => outputs.get(name)! });
	return new Function('$', `return ${code}`)($) as Array<Record<string, string>>;
}

async function runAll(account: Sandbox): Promise<Map<string, INodeExecutionData[]>> {
	const outputs = new Map<string, INodeExecutionData[]>();
	for (const one of ours) {
		const token = outputs.get('Sweepstakes')?.[0]?.json.SweepstakesToken;
		const sweepstakes = { __rl: true, mode: 'id', value: token };
		const parameters = { ...one.parameters, ...(one.parameters.sweepstakes && { sweepstakes }) };
		const { items, error } = await runNode({ node: nodeOf(one), account, parameters } as never);
		const failed = error ? [{ json: { error: error.message } }] : items;
		// As “Always Output Data” does.
		outputs.set(one.name, failed.length > 0 ? failed : [{ json: {} }]);
	}
	return outputs;
}

it('has every node, and only operations that read', () => {
	const types = [...new Set(ours.map((one) => nodeOf(one).description.name))].sort();
	const all = ACTION_NODES.map(({ description }) => description.name).filter(
		(name) => !/ApiCall$/.test(name),
	);
	expect(types).toEqual(all.sort());
	for (const { parameters } of ours) expect(parameters.operation).toMatch(/^(get|check)/);
});

it.each(DIALECTS)('says what was read (%s)', async (dialect) => {
	const sandbox = await startFullAccount(dialect);
	const found = checks(await runAll(sandbox));
	await sandbox.close();
	expect(found.slice(0, -2).map(({ Check }) => Check)).toEqual(ours.map(({ name }) => name));
	expect(found.filter(({ Error }) => Error)).toEqual([]);
	expect(found.slice(0, -2).every(({ Result }) => /^read, [1-9]/.test(Result!))).toBe(true);
	const [dates, phones] = found.slice(-2).map(({ Result }) => Result);
	expect([dates, phones]).toEqual([dialect === 'contract' ? 'UTC' : 'without a zone', '10 digits']);
});

it('says which checks failed', async () => {
	const outputs = new Map(ours.map(({ name }) => [name, [{ json: {} }]] as [string, INodeExecutionData[]]));
	outputs.set('Codes', [{ json: { error: 'No.' } }]);
	const found = checks(outputs);
	expect(found.find(({ Check }) => Check === 'Codes')).toEqual({
		Check: 'Codes',
		Result: 'failed',
		Error: 'No.',
	});
	expect(found.filter(({ Result }) => Result === 'nothing there')).toHaveLength(ours.length - 1);
});
