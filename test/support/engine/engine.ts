import './environment';
import 'reflect-metadata';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type OnError,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { SweepstakesApi } from '../../../credentials/SweepstakesApi.credentials';

const logged: string[] = [];
const keep = (...parts: unknown[]) =>
	void logged.push(parts.map((part) => JSON.stringify(part) ?? '').join(' '));
const quiet = { error: keep, warn: keep, info: keep, debug: keep, verbose: keep, scoped: () => quiet };
// n8n's modules stay loaded between test files, but its services must not keep the folder and log of an earlier file.
Container.reset();
Container.set(Logger, quiet as unknown as Logger);

/** Returns everything that n8n has logged or sent to the editor in this process, so that tests can look for secrets. */
export const log = (): string => logged.join('\n');

export interface Account {
	baseUrl: string;
	token: string;
	callsPerMinute?: number;
	rehearse?: boolean;
	restrictAgents?: boolean;
}

export interface RunOptions {
	node: INodeType;
	parameters: INodeParameters;
	account: Account;
	/** The input items; one empty item by default. */
	items?: IDataObject[];
	/** The files that every item has. */
	binary?: IBinaryKeyData;
	onError?: OnError;
	/** The older setting that n8n has replaced with On Error. */
	continueOnFail?: boolean;
	/** Turns on n8n's own Retry On Fail, with 3 tries and no pause. */
	retryOnFail?: boolean;
	/** A signal that stops the execution like the editor's button. */
	signal?: AbortSignal;
	timezone?: string;
	/** How n8n was asked to run the workflow; "retry" is its button Retry. */
	mode?: WorkflowExecuteMode;
	/** The workflow's setting for where n8n puts the files of an item. */
	binaryMode?: IWorkflowSettings['binaryMode'];
}

export interface RunResult {
	status: IRun['status'];
	/** The items of all branches except the error branch, one after another. */
	items: INodeExecutionData[];
	/** The items of each branch separately. */
	outputs: INodeExecutionData[][];
	/** The output of the error branch, with `onError: 'continueErrorOutput'`. */
	errorItems: INodeExecutionData[];
	error?: ITaskData['error'];
	hints: string[];
	run: IRun;
}

/** The type of a start node that outputs a test's rows. */
export function startType(rows: IDataObject[], binary?: IBinaryKeyData): INodeType {
	const items = rows.map((json) => ({ json, ...(binary && { binary }) }));
	return {
		description: {
			displayName: 'Start',
			name: 'start',
			group: ['trigger'],
			version: 1,
			description: 'Outputs the rows of a test',
			defaults: { name: 'Start' },
			inputs: [],
			outputs: ['main'],
			properties: [],
		},
		execute: async () => [structuredClone(items)],
	};
}

const credentialType = new SweepstakesApi();

/** Replaces n8n's own credentials helper, which needs a database. The replacement has only the test's credential. */
function createCredentialsHelper({
	baseUrl,
	token,
	callsPerMinute = 0,
	rehearse = false,
	restrictAgents = false,
}: Account): ICredentialsHelper {
	const data: ICredentialDataDecryptedObject = {
		baseUrl,
		apiToken: token,
		callsPerMinute,
		allowInsecure: false,
		rehearse,
		restrictAgents,
	};
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: async (_additional, _credentials, _type, mode, executeData, _raw, item) =>
			(item?.workflow.expression.getParameterValue(
				data as INodeParameters,
				item.runExecutionData,
				item.runIndex,
				item.itemIndex,
				item.node.name,
				item.connectionInputData,
				mode,
				{},
				executeData,
			) as ICredentialDataDecryptedObject | undefined) ?? { ...data },
		preAuthentication: async () => undefined,
		getCredentialsProperties: () => credentialType.properties,
		authenticate: async (credentials, _type, request) =>
			await credentialType.authenticate(credentials, request as IHttpRequestOptions),
	};
	return helper as ICredentialsHelper;
}

/** Creates the part of n8n's execution data that our nodes use. */
export function createAdditionalData(
	account: Account,
	hooks?: ExecutionLifecycleHooks,
): IWorkflowExecuteAdditionalData {
	const url = 'http://localhost/never-called';
	return {
		credentialsHelper: createCredentialsHelper(account),
		hooks,
		currentNodeExecutionIndex: 0,
		executionId: '1',
		restApiUrl: url,
		instanceBaseUrl: url,
		webhookBaseUrl: url,
		webhookWaitingBaseUrl: url,
		webhookTestBaseUrl: url,
		formBaseUrl: url,
		formWaitingBaseUrl: url,
		formTestBaseUrl: url,
		mcpBaseUrl: url,
		mcpTestBaseUrl: url,
		variables: {},
		userId: 'test',
		logAiEvent: () => {},
		setExecutionStatus: () => {},
		sendDataToUI: (type: string, data: unknown) => keep(type, data),
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** A node's reference to the test's credential. */
export const CREDENTIALS = { sweepstakesApi: { id: '1', name: 'Test' } };

/** Creates a node for a test's workflow. */
export const workflowNode = (name: string, type: string, more: Partial<INode> = {}): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	...more,
});

/** Creates the registry of node types for a test's workflow, by name. */
export const createNodeTypes = (types: Record<string, INodeType>) =>
	({
		getByName: (name: string) => types[name],
		getByNameAndVersion: (name: string, version?: number) =>
			NodeHelpers.getVersionedNodeType(types[name]!, version),
		getKnownTypes: () => ({}),
	}) as INodeTypes;

function createWorkflow(options: RunOptions): Workflow {
	const { parameters, onError, continueOnFail, retryOnFail, timezone = 'UTC', binaryMode } = options;
	const settings = { parameters, onError, continueOnFail, credentials: CREDENTIALS };
	const retries = retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 };
	return new Workflow({
		id: 'test',
		name: 'Test',
		nodes: [
			workflowNode('Start', 'test.start'),
			workflowNode('Node', 'test.node', { ...settings, ...retries }),
		],
		connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		active: false,
		nodeTypes: createNodeTypes({
			'test.start': startType(options.items ?? [{}], options.binary),
			'test.node': options.node,
		}),
		settings: { executionOrder: 'v1', timezone, binaryMode },
	});
}

type PositionalRun = (workflow: Workflow, startNode: INode) => ReturnType<WorkflowExecute['run']>;

/** Starts a workflow at its node "Start", in n8n's real engine. */
export function startWorkflow(
	workflow: Workflow,
	account: Account,
	mode: WorkflowExecuteMode = 'manual',
): ReturnType<WorkflowExecute['run']> {
	const hooks = new ExecutionLifecycleHooks(mode, '1', { ...workflow, active: false } as never);
	const engine = new WorkflowExecute(createAdditionalData(account, hooks), mode);
	const startNode = workflow.getNode('Start')!;
	// The engine of n8n 1 takes positional arguments, and that of n8n 2 takes one object.
	return engine.run.length === 1
		? engine.run({ workflow, startNode })
		: (engine.run as unknown as PositionalRun).call(engine, workflow, startNode);
}

/** Runs one of our nodes in n8n's real engine, after a start node that outputs the items. */
export async function runNode(options: RunOptions): Promise<RunResult> {
	const running = startWorkflow(createWorkflow(options), options.account, options.mode);
	options.signal?.addEventListener('abort', () => running.cancel());
	const run = await running;
	const task = run.data.resultData.runData.Node?.[0];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	const errorItems = options.onError === 'continueErrorOutput' ? (outputs.pop() ?? []) : [];
	return {
		status: run.status,
		items: outputs.flat(),
		outputs,
		errorItems,
		error: task?.error,
		hints: (task?.hints ?? []).map(({ message }) => message),
		run,
	};
}

/** Creates the context in which n8n calls a node's pickers. */
export function createEditor(options: Omit<RunOptions, 'items'>): LoadOptionsContext {
	const workflow = createWorkflow(options);
	const additionalData = {
		...createAdditionalData(options.account),
		currentNodeParameters: options.parameters,
	};
	return new LoadOptionsContext(workflow, workflow.getNode('Node')!, additionalData, '');
}
