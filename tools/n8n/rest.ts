import type {
	ExecutionStatus,
	IBinaryData,
	IConnections,
	ICredentialDataDecryptedObject,
	ICredentialType,
	INode,
	INodeCredentialsDetails,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeTypeDescription,
	IPinData,
	IDataObject,
	IRunExecutionData,
	IWorkflowSettings,
	ResourceMapperFields,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { randomBytes, randomUUID } from 'node:crypto';
import { unflatten } from './unflatten';
import { poll, TIMEOUT_MS } from './wait';

/**
 * The owner of every n8n instance that this process starts. The password is random, because other users of this machine
 * can reach loopback too.
 */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	// The prefix is there because n8n requires an upper-case letter and a digit.
	password: process.env['N8N_TEST_PASSWORD'] ?? `A1${randomBytes(16).toString('base64url')}`,
};

/** Connections are not kept alive, because a busy n8n may close an idle connection just when the next call uses it. */
const ONE_CALL = { connection: 'close' };

/** Headers with which n8n treats the caller as a browser. n8n would treat Node's fetch as a bot. */
export const AS_BROWSER = { ...ONE_CALL, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' };

/** A workflow as the editor exports it. */
export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Pinned output by node. Manual runs use it instead of running the node. */
	pinData?: IPinData;
}

/** A workflow as n8n stores it. */
export interface StoredWorkflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	active: boolean;
	/** The static data of triggers; null before the first poll. */
	staticData: IDataObject | null;
}

/** An entry in the list of executions. */
export interface ExecutionSummary {
	id: string;
	workflowId: string;
	mode: WorkflowExecuteMode;
	status: ExecutionStatus;
	/** When the execution started, in ISO 8601. */
	startedAt: string;
	/** When the execution ended, in ISO 8601; null while it runs. */
	stoppedAt: string | null;
}

/** An execution with all its data: `data.resultData.runData[node][run]`. */
export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

/** A reply from n8n with a status that is not 2xx. */
class RestError extends Error {
	constructor(
		readonly status: number,
		request: string,
		body: string,
	) {
		super(`n8n answered ${status} to ${request}: ${body.slice(0, 400)}`);
	}
}

interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'waiting', 'unknown'];

/**
 * n8n's internal REST interface, which its editor uses. Every method throws a {@link RestError} if n8n refuses the
 * request.
 */
export class N8nRest {
	private cookie = '';

	/** @param baseUrl e.g. `http://127.0.0.1:5678`, without a slash at the end */
	constructor(readonly baseUrl: string) {}

	/** Creates the owner, or signs in as the existing owner. It must be called before all other methods. */
	async signIn(): Promise<void> {
		const { email, password } = OWNER;
		const { showSetupOnFirstLoad } = (await this.get('/rest/settings')).userManagement;
		if (showSetupOnFirstLoad) await this.post('/rest/owner/setup', OWNER);
		else await this.post('/rest/login', { emailOrLdapLoginId: email, password });
	}

	/** @returns the reference that a node needs: `credentials: { [type]: reference }` */
	async createCredential(credential: {
		name: string;
		type: string;
		data: ICredentialDataDecryptedObject;
	}): Promise<INodeCredentialsDetails> {
		const { id, name } = await this.post('/rest/credentials', credential);
		return { id, name };
	}

	/** Tests a stored credential, as the editor does on saving. */
	async testCredential(credentialId: string): Promise<INodeCredentialTestResult> {
		const { id, name, type, data } = await this.get(`/rest/credentials/${credentialId}?includeData=true`);
		return await this.post('/rest/credentials/test', { credentials: { id, name, type, data } });
	}

	/** Stores a workflow. Its nodes get webhook IDs, as they do when the editor imports a workflow. */
	async createWorkflow(workflow: WorkflowDefinition): Promise<StoredWorkflow> {
		const { name, nodes, connections, settings, pinData } = workflow;
		return await this.post('/rest/workflows', {
			name,
			nodes: nodes.map((node) => ({ webhookId: randomUUID(), ...node })),
			connections,
			pinData,
			settings: settings ?? { executionOrder: 'v1' },
			active: false,
		});
	}

	/** Replaces the pinned output of a workflow. */
	async pinData(id: string, pinData: IPinData): Promise<void> {
		const { nodes, connections, versionId } = await this.workflow(id);
		await this.request('PATCH', `/rest/workflows/${id}`, { nodes, connections, versionId, pinData });
	}

	async workflow(id: string): Promise<StoredWorkflow> {
		return await this.get(`/rest/workflows/${id}`);
	}

	/**
	 * Runs a workflow manually from the named trigger, and waits for its end.
	 *
	 * @param timeoutMs the longest wait
	 */
	async runWorkflow(id: string, triggerName: string, timeoutMs = TIMEOUT_MS): Promise<Execution> {
		return await this.waitForExecution(await this.startWorkflow(id, triggerName), timeoutMs);
	}

	/**
	 * Starts a workflow manually without waiting.
	 *
	 * @returns the ID of the execution
	 */
	async startWorkflow(id: string, triggerName: string): Promise<string> {
		const { executionId } = await this.post(`/rest/workflows/${id}/run`, {
			triggerToStartFrom: { name: triggerName },
			// n8n 1 runs the workflow in the request, whereas n8n 2 runs the stored one.
			workflowData: await this.workflow(id),
		});
		if (executionId === undefined)
			throw new Error(`The trigger ${triggerName} waits for a call from outside`);
		return executionId;
	}

	/**
	 * Activates a workflow and waits until its triggers are live.
	 *
	 * @throws Error with the reason if a trigger fails
	 */
	async activate(id: string, timeoutMs = TIMEOUT_MS): Promise<void> {
		const { versionId } = await this.workflow(id);
		await this.post(`/rest/workflows/${id}/activate`, { versionId });
		// n8n replies before the triggers are live. Until then, a webhook returns a 404.
		const publication = await poll(
			() => this.readPublication(id),
			(found) => !found || !['in_progress', 'not_published'].includes(found.status),
			timeoutMs,
			`the triggers of workflow ${id} to go live`,
		);
		if (publication && publication.status !== 'published') {
			const reasons = publication.triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
			throw new Error(`Workflow ${id} could not be activated: ${reasons.join('; ')}`);
		}
	}

	/** Deactivates a workflow and waits until its triggers are gone. */
	async deactivate(id: string, timeoutMs = TIMEOUT_MS): Promise<void> {
		await this.post(`/rest/workflows/${id}/deactivate`, {});
		await poll(
			() => this.readPublication(id),
			(found) => !found || found.status === 'not_published',
			timeoutMs,
			`the triggers of workflow ${id} to go`,
		);
	}

	/** Returns the current state of an execution. The data is incomplete until the execution ends. */
	async execution(id: string): Promise<Execution> {
		const execution = await this.get(`/rest/executions/${id}`);
		return { ...execution, data: unflatten(execution.data) };
	}

	async waitForExecution(id: string, timeoutMs = TIMEOUT_MS): Promise<Execution> {
		return await poll(
			() => this.execution(id),
			(execution) => !UNFINISHED.includes(execution.status) && isDataStored(execution),
			timeoutMs,
			`execution ${id} to end`,
		);
	}

	/**
	 * Returns the latest executions of a workflow, newest first. n8n reads running and finished executions separately, so
	 * one request misses an execution that ends between the two reads. This therefore makes two requests.
	 */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const found = new Map<string, ExecutionSummary>();
		for (let reads = 0; reads < 2; reads++) {
			const { results } = await this.get(`/rest/executions?filter=${filter}&limit=100`);
			for (const one of results as ExecutionSummary[]) found.set(one.id, one);
		}
		return [...found.values()].sort((one, other) => Number(other.id) - Number(one.id));
	}

	/**
	 * Waits until a workflow has had `count` executions.
	 *
	 * @returns the executions, newest first; some may still be running
	 */
	async waitForExecutions(workflowId: string, count: number): Promise<ExecutionSummary[]> {
		return await poll(
			() => this.executions(workflowId),
			({ length }) => length >= count,
			TIMEOUT_MS,
			`${count} executions of workflow ${workflowId}`,
		);
	}

	/** Resumes a failed or killed execution at the node where it ended, like n8n's Retry, and waits for the end. */
	async retryExecution(id: string): Promise<Pick<ExecutionSummary, 'id' | 'status'>> {
		return await this.post(`/rest/executions/${id}/retry`, { loadWorkflow: false });
	}

	/** Stops an execution, like the editor's stop button, and waits for its end. */
	async stopExecution(id: string): Promise<Execution> {
		await this.post(`/rest/executions/${id}/stop`, {});
		return await this.waitForExecution(id);
	}

	/** Returns the text of a file in an item's `binary` part. */
	async fileText({ id, data }: IBinaryData): Promise<string> {
		// n8n may keep a small file in the execution data.
		if (!id) return Buffer.from(data, 'base64').toString();
		return await this.text('GET', `/rest/binary-data?id=${encodeURIComponent(id)}&action=download`);
	}

	/**
	 * Returns the results of a resource locator's list (`searchListMethod`). `path` is, for example,
	 * `parameters.sweepstakes`.
	 */
	async resourceLocatorResults(
		node: INode,
		methodName: string,
		path: string,
		search: { filter?: string; paginationToken?: string } = {},
	): Promise<INodeListSearchResult> {
		return await this.postDynamic('resource-locator-results', node, { methodName, path, ...search });
	}

	/** Returns the fields of a resource mapper (`resourceMapperMethod`). `path` is, for example, `parameters.fields`. */
	async resourceMapperFields(node: INode, methodName: string, path: string): Promise<ResourceMapperFields> {
		return await this.postDynamic('resource-mapper-fields', node, { methodName, path });
	}

	/** Returns all node types that the editor knows. The names of ours begin with `n8n-nodes-sweepstakes.`. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.get('/types/nodes.json');
	}

	/** Returns all credential types that the editor knows. The names of ours have no prefix. */
	async credentialTypes(): Promise<ICredentialType[]> {
		return await this.get('/types/credentials.json');
	}

	/** @returns undefined in n8n 1, which has no such status, because it replies only after the activation */
	private async readPublication(id: string): Promise<PublicationStatus | undefined> {
		try {
			return await this.get(`/rest/workflows/${id}/publication-status`);
		} catch (error) {
			if (error instanceof RestError && error.status === 404) return undefined;
			throw error;
		}
	}

	private postDynamic(kind: string, { type, typeVersion, parameters, credentials }: INode, question: object) {
		return this.post(`/rest/dynamic-node-parameters/${kind}`, {
			...question,
			nodeTypeAndVersion: { name: type, version: typeVersion },
			currentNodeParameters: parameters,
			credentials,
		});
	}

	private get(path: string) {
		return this.request('GET', path);
	}

	private post(path: string, body: object) {
		return this.request('POST', path, body);
	}

	private async request(method: string, path: string, body?: object) {
		const answer = JSON.parse(await this.text(method, path, body));
		return answer.data ?? answer;
	}

	private async text(method: string, path: string, body?: object): Promise<string> {
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: { ...ONE_CALL, 'content-type': 'application/json', cookie: this.cookie },
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new RestError(response.status, `${method} ${path}`, text);
		this.cookie = signInCookie(response) ?? this.cookie;
		return text;
	}
}

/**
 * Returns the output items of a node.
 *
 * @param run the index of the run, from 0
 * @param output the index of the output, from 0
 * @throws Error with the execution's own error if the node did not run
 */
export function getItems(execution: Execution, node: string, run = 0, output = 0): INodeExecutionData[] {
	const { runData, error } = execution.data.resultData;
	const task = runData[node]?.[run];
	if (!task) throw new Error(`${node} did not run (${execution.status}): ${error?.message ?? 'no error'}`);
	return task.data?.['main']?.[output] ?? [];
}

/** Returns the fields of the items of a node's first run. */
export function getOutput(execution: Execution, node: string, output = 0): IDataObject[] {
	return getItems(execution, node, 0, output).map(({ json }) => json);
}

/**
 * Whether the data is as recent as the status. n8n 1 stores the final status shortly before the data. In between, the
 * data is missing or out of date.
 */
function isDataStored({ status, data }: Execution): boolean {
	const isDone = data?.executionData?.nodeExecutionStack.length === 0;
	return isDone || data?.resultData.error !== undefined || !['success', 'error'].includes(status);
}

function signInCookie(response: Response): string | undefined {
	const cookie = response.headers.getSetCookie().find((header) => header.startsWith('n8n-auth='));
	return cookie?.split(';')[0];
}
