import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../tools/n8n/n8n';
import { entrants, ENTRY_EXPRESSION, entryParameters } from './entries';
import { atMost, type PartReport } from './report';
import { startService, UNLIMITED, type Service } from './service';
import {
	bearerCredential,
	createChain,
	httpRequestNode,
	ourCredential,
	participantNode,
	runToEnd,
} from './workflows';

export interface CallsOptions {
	/** The number of rows of a file. A web form has one. */
	rows: number;
}

interface Step {
	name: string;
	/** The most calls for `rows` rows. */
	most(rows: number): number;
	rows?: 1;
	/** The name of the node, without the package; `sweepstakesParticipant` by default. */
	node?: string;
	parameters: INodeParameters;
}

const SKIP = { whenAlreadyEntered: 'skip', KeyPhoneNumber: '={{ 2025550100 + $itemIndex }}' };

/** The main steps, with the defaults that a person has. */
const STEPS: Step[] = [
	{ name: 'Participant › Add', most: (rows) => rows + 1, parameters: entryParameters() },
	{
		name: 'Participant › Add with Skip',
		most: (rows) => rows + 2,
		parameters: { ...entryParameters(), ...SKIP },
	},
	{
		name: 'Participant › Add with Skip, from a web form',
		rows: 1,
		most: () => 4,
		parameters: { ...entryParameters(), ...SKIP },
	},
	{
		name: 'Invoice › Create',
		most: (rows) => rows + 1,
		node: 'sweepstakesInvoice',
		parameters: {
			operation: 'create',
			Name: '={{ $json.first }}',
			Email: '={{ $json.email }}',
			titleToFind: 'Prize',
			items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 25 }] },
		},
	},
];

interface CallsResult {
	step: Step;
	rows: number;
	first: number;
	again: number;
}

/** Counts the calls of each step, and of the same step run again. Each step has its own service. */
export async function measureCalls(n8n: RunningN8n, { rows: ofFile }: CallsOptions): Promise<CallsResult[]> {
	const results: CallsResult[] = [];
	for (const step of STEPS) {
		const service = await startService({ callsPerMinute: UNLIMITED });
		try {
			const credential = await ourCredential(n8n, service, service.baseUrl, 0);
			const node = participantNode(service, credential, step.parameters);
			const type = `n8n-nodes-sweepstakes.${step.node ?? 'sweepstakesParticipant'}`;
			const rows = step.rows ?? ofFile;
			const workflow = await createChain(n8n, entrants(rows), { ...node, type });
			const count = async () => {
				await service.ask('clearCalls');
				await runToEnd(n8n, workflow);
				return (await service.ask('calls')).length;
			};
			results.push({ step, rows, first: await count(), again: await count() });
		} finally {
			await service.close();
		}
	}
	return results;
}

/** Counts the calls of the HTTP Request node, which makes one call for each row, however often it runs. */
export async function measureRequests(n8n: RunningN8n, { rows }: CallsOptions): Promise<number> {
	const service: Service = await startService({ callsPerMinute: UNLIMITED });
	try {
		const credential = await bearerCredential(n8n, service);
		const node = httpRequestNode(
			`${service.baseUrl}/participants/add`,
			credential,
			ENTRY_EXPRESSION(service),
			{
				batching: { batch: { batchSize: 1, batchInterval: 1 } },
			},
		);
		await runToEnd(
			n8n,
			await createChain(n8n, entrants(rows), { ...node, onError: 'continueRegularOutput' }),
		);
		return (await service.ask('calls')).length;
	} finally {
		await service.close();
	}
}

export function callsReport(results: CallsResult[], requests: number, { rows }: CallsOptions): PartReport {
	return {
		title: 'F. Calls',
		how: `The calls that the main steps make with the editor’s defaults, for a file of ${rows} rows or one entry from a web form, and in a second run. The HTTP Request node makes ${requests} calls to add the file, and as many in a second run. That run adds everybody twice, as a second run of a plain Add does.`,
		table: {
			head: ['step', 'rows', 'calls', 'calls of a second run'],
			rows: results.map(({ step, rows: count, first, again }) =>
				[step.name, count, first, again].map(String),
			),
		},
		figures: results.map(({ step, rows: count, first }) =>
			atMost('F', `${step.name}: calls for ${count} rows`, first, step.most(count), String),
		),
	};
}
