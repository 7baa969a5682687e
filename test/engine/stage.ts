import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { request } from 'undici';

import { startSandbox, type Dialect, type Sandbox } from '../../sandbox';
import { editorOf, runNode, type RunOptions, type RunResult } from './engine';

/** A sandbox without a rate limit that would matter, and what the tests of the nodes do with it. */
export class Stage {
	private constructor(
		readonly sandbox: Sandbox,
		readonly sweepstakesToken: string,
	) {}

	/**
	 * Starts it with one sweepstakes, handler SPRING, that runs the whole year 2090.
	 * @param now its clock, ms since 1970
	 */
	static async open(plan: object = {}, now?: () => number, dialect?: Dialect): Promise<Stage> {
		const sandbox = await startSandbox({
			accounts: [{ plan: { MaxApiCallsPerMinute: 1_000_000, ...plan } }],
			sample: false,
			now,
			dialect,
		});
		const stage = new Stage(sandbox, '');
		const token = await stage.createSweepstakes('SPRING', 'Spring Giveaway');
		return new Stage(sandbox, token);
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	/** Sends a call past the nodes. */
	async api(path: string, body?: object, method: 'POST' | 'GET' | 'DELETE' = 'POST'): Promise<IDataObject> {
		const answer = await request(this.sandbox.url(path), {
			method,
			headers: { authorization: `Bearer ${this.sandbox.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body ?? {}),
		});
		return (await answer.body.json()) as IDataObject;
	}

	/** @returns its token */
	async createSweepstakes(Handler: string, SweepstakesName: string, more: object = {}): Promise<string> {
		const { Data } = (await this.api('/sweepstakes/create', {
			SweepstakesName,
			SweepstakesType: 2,
			Handler,
			StartDate: '2090-01-01',
			EndDate: '2090-12-31',
			StartTime: '00:00',
			EndTime: '23:59',
			...more,
		})) as { Data: { SweepstakesToken: string } };
		return Data.SweepstakesToken;
	}

	/** @returns its ParticipantToken */
	async addParticipant(KeyEmail: string, more: object = {}, Fields: object = {}): Promise<string> {
		const { sweepstakesToken } = this;
		await this.api('/participants/add', {
			lang: 'en',
			source: 'test',
			sweepstakesToken,
			entryPageFields: { KeyEmail, ...more, Fields },
		});
		const { Data } = (await this.api('/participants/single', {
			SweepstakesToken: sweepstakesToken,
			KeyEmail,
		})) as { Data: { Entries: Array<{ ParticipantToken: string }> } };
		return Data.Entries[0]!.ParticipantToken;
	}

	/** @returns its GroupToken */
	async createGroup(groupName: string): Promise<string> {
		const { Data } = (await this.api('/groups/create', {
			sweepstakesToken: this.sweepstakesToken,
			groupName,
		})) as { Data: { GroupToken: string } };
		return Data.GroupToken;
	}

	/** The value of a picker for the sweepstakes. */
	get picked() {
		return byId(this.sweepstakesToken);
	}

	/** Runs an operation; the recorded calls are then those of this run alone. */
	async run(
		node: INodeType,
		operation: string,
		parameters: INodeParameters = {},
		options: Partial<RunOptions> = {},
	): Promise<RunResult> {
		this.sandbox.clearCalls();
		return await runNode({
			node,
			account: this.sandbox,
			...options,
			parameters: { operation, ...parameters },
		});
	}

	/** Runs an operation for two items that must be refused before anything is sent. @returns the sentence */
	async refusal(node: INodeType, operation: string, parameters: INodeParameters): Promise<string> {
		const { error } = await this.run(node, operation, parameters, { items: [{}, {}] });
		expect(this.paths()).toEqual([]);
		return error?.message ?? 'not refused';
	}

	/** What a picker shows. */
	async search(
		node: INodeType,
		method: string,
		parameters: INodeParameters = {},
		filter?: string,
		paginationToken?: string,
	) {
		this.sandbox.clearCalls();
		const context = editorOf({ node, account: this.sandbox, parameters });
		return await node.methods!.listSearch![method]!.call(context, filter, paginationToken);
	}

	/** What a resource mapper shows. */
	async columns(node: INodeType, method: string, parameters: INodeParameters) {
		const context = editorOf({ node, account: this.sandbox, parameters });
		return await node.methods!.resourceMapping![method]!.call(context);
	}

	/** Paths of the calls since the last run began. */
	paths(): string[] {
		return this.sandbox.calls().map(({ path }) => path);
	}

	/** The body of the last call. */
	lastBody(): IDataObject {
		return this.sandbox.calls().at(-1)!.body as IDataObject;
	}
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The fields of all output items. */
export const jsonOf = ({ items }: RunResult): IDataObject[] => items.map(({ json }) => json);
