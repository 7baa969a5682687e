import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { UNLIMITED } from '../constants';
import {
	startSandbox,
	type AccountOptions,
	type Fault,
	type ParticipantPlacement,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox';
import { completeEntry, createSweepstakes } from '../../../tools/sandbox';
import { by, byId } from '../../catalogue/world';
import { createEditor, runNode, type RunOptions, type RunResult } from './engine';

export { byId };

export interface StageOptions extends Pick<SandboxOptions, 'now' | 'dialect' | 'dates' | 'latencyMs'> {
	/** How strictly the account checks entries. */
	entries?: AccountOptions['entries'];
}

/** A sandbox without an effective rate limit, with helpers for testing nodes. */
export class Stage {
	/** Calls the service directly. */
	readonly api: Sandbox['api'];

	private constructor(
		readonly sandbox: Sandbox,
		readonly sweepstakesToken: string,
	) {
		this.api = sandbox.api;
	}

	/** Starts a sandbox with one sweepstakes that has the handler SPRING and runs for the whole year 2090. */
	static async open({ entries = {}, ...options }: StageOptions = {}): Promise<Stage> {
		const accounts = [{ plan: UNLIMITED, administrator: true, entries }];
		return await Stage.openOn(await startSandbox({ accounts, sample: false, ...options }));
	}

	/** Opens a stage on a running sandbox without a sample. */
	static async openOn(sandbox: Sandbox): Promise<Stage> {
		const stage = new Stage(sandbox, '');
		const token = await stage.createSweepstakes('SPRING', 'Spring Giveaway');
		return new Stage(sandbox, token);
	}

	async close(): Promise<void> {
		await this.sandbox.close();
	}

	/** @returns the token of the sweepstakes */
	async createSweepstakes(Handler: string, SweepstakesName: string, more: object = {}): Promise<string> {
		return await createSweepstakes(this.sandbox, { Handler, SweepstakesName, ...more });
	}

	/** @returns the ParticipantToken */
	async addParticipant(KeyEmail: string, more: object = {}, Fields: object = {}): Promise<string> {
		const { sweepstakesToken } = this;
		const person = { KeyEmail, ...more, Fields: { ...Fields } };
		await this.api('/participants/add', {
			lang: 'en',
			source: 'test',
			sweepstakesToken,
			entryPageFields: this.sandbox.dialect === 'reference' ? completeEntry(person) : person,
		});
		const { Data } = await this.api<{ Data: { Entries: Array<{ ParticipantToken: string }> } }>(
			'/participants/single',
			{ SweepstakesToken: sweepstakesToken, KeyEmail },
		);
		return Data.Entries[0]!.ParticipantToken;
	}

	/** @returns the GroupToken */
	async createGroup(groupName: string): Promise<string> {
		const { Data } = await this.api<{ Data: { GroupToken: string } }>('/groups/create', {
			sweepstakesToken: this.sweepstakesToken,
			groupName,
		});
		return Data.GroupToken;
	}

	/** Moves a participant to other collections or to another group. */
	place(placement: Omit<ParticipantPlacement, 'SweepstakesToken'>): void {
		this.sandbox.placeParticipant({ SweepstakesToken: this.sweepstakesToken, ...placement });
	}

	/** The sweepstakes as a picker stores it after the user has picked it from the list. */
	get picked() {
		const cachedResultName = 'Spring Giveaway (SPRING), from 2090-01-01';
		return { ...by('list', this.sweepstakesToken), cachedResultName };
	}

	/** Runs an operation. Clears the recorded calls first. */
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

	/**
	 * Runs an operation for two items and expects that no call is made.
	 *
	 * @returns the error message
	 */
	async refusal(node: INodeType, operation: string, parameters: INodeParameters): Promise<string> {
		const { error } = await this.run(node, operation, parameters, { items: [{}, {}] });
		expect(this.paths()).toEqual([]);
		return error?.message ?? 'not refused';
	}

	/** The results of a picker. */
	async search(
		node: INodeType,
		method: string,
		parameters: INodeParameters = {},
		filter?: string,
		paginationToken?: string,
	) {
		this.sandbox.clearCalls();
		const context = createEditor({ node, account: this.sandbox, parameters });
		return await node.methods!.listSearch![method]!.call(context, filter, paginationToken);
	}

	/** The columns of a resource mapper. */
	async columns(node: INodeType, method: string, parameters: INodeParameters) {
		const context = createEditor({ node, account: this.sandbox, parameters });
		return await node.methods!.resourceMapping![method]!.call(context);
	}

	/** Returns the paths of the calls since the last run began. */
	paths(): string[] {
		return this.sandbox.calls().map(({ path }) => path);
	}

	/** Returns how many calls the last run made to a path. */
	callsTo(path: string): number {
		return this.paths().filter((one) => one === path).length;
	}

	/** Returns the bodies of the last run's calls to one path or to all paths. */
	bodies(path?: string): IDataObject[] {
		const calls = this.sandbox.calls().filter((call) => path === undefined || call.path === path);
		return calls.map(({ body }) => body as IDataObject);
	}

	lastBody(): IDataObject {
		return this.bodies().at(-1)!;
	}

	/** Replaces the next reply to a path. */
	answer(path: string, body: object, fault: Partial<Fault> = {}): void {
		this.sandbox.faults([{ path, body: { Response: true, ...body }, ...fault }]);
	}

	/** Drops the connection of the next call to a path, before or after it is processed. */
	lose(path: string, drop: 'before' | 'after'): void {
		this.sandbox.faults([{ path, drop }]);
	}
}

/** Returns the fields of all output items. */
export const listJson = ({ items }: RunResult): IDataObject[] => items.map(({ json }) => json);
