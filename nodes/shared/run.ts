import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { throwIfCancelled } from './client/delay';
import { ServiceError } from './client/errors';
import { InputError, notSent, toNodeError } from './errors';
import type { Service } from './client/send';
import { connect } from './connect';
import { withIds, withPendingIds } from './fields/locate';
import { limitHint, skippedHints, waitingHint } from './hints';
import type { Operation } from './operation';
import { readParameters, shown, type Parameters } from './parameters';
import { mayBeProcessed, wholeRunOf, type WholeRun } from './wholeRun';

/**
 * Runs the chosen operation for every item. All items are checked before the first is sent. With Continue On Fail a
 * failed item comes out with its error, and so do those that were not sent because of a failure of the whole account.
 *
 * @throws {NodeApiError | NodeOperationError} for the first item that fails, without Continue On Fail.
 * @throws {Cancelled} once the execution was stopped.
 */
export async function runOperations(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const chosen = context.getNodeParameter('operation', 0);
	const operation = operations.find(({ value }) => value === chosen);
	if (!operation) throw unknownOperation(context, operations, chosen);
	return [await new Run(context, operation).execute()];
}

function unknownOperation(context: IExecuteFunctions, operations: readonly Operation[], chosen: unknown) {
	const names = operations.map(({ name }) => name).join(', ');
	const error = new InputError('Operation', `must be one of ${names}, but is ${shown(chosen)}`);
	return toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret: '' });
}

/** One execution of a node. */
class Run {
	private readonly items: INodeExecutionData[];
	private readonly output: INodeExecutionData[] = [];
	private readonly wholeRun: WholeRun;
	private secret = '';

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		this.items = context.getInputData();
		this.wholeRun = wholeRunOf(context, this.items.length);
	}

	async execute(): Promise<INodeExecutionData[]> {
		// First, because an error about a parameter must not show the token either.
		const service = await this.connect();
		const checked = this.items.map((_, itemIndex) => this.check(itemIndex));
		for (const [itemIndex, parameters] of checked.entries()) {
			try {
				if (parameters instanceof Error) throw parameters;
				if (service instanceof Error) throw service;
				await this.runItem(service, parameters, itemIndex);
			} catch (error) {
				throwIfCancelled(this.context.getExecutionCancelSignal());
				this.fail(error, itemIndex);
				if (endsRun(error)) {
					this.skipAfter(itemIndex, error);
					break;
				}
			}
		}
		const hints = [
			...(service instanceof Error ? [] : hintsOf(service)),
			...skippedHints(this.wholeRun.skipped),
		];
		this.context.addExecutionHints(...hints.filter((hint) => hint !== undefined));
		return this.output.length > 0 || !this.isTool() ? this.output : [NOTHING_FOUND];
	}

	/** n8n gives the tool that it makes of a node a type of its own, the node's with "Tool" behind it. */
	private isTool(): boolean {
		return this.context.getNode().type.endsWith('Tool');
	}

	/** The parameters of an item, or, with Continue On Fail, why it cannot be sent. */
	private check(itemIndex: number): Parameters | Error {
		try {
			const parameters = readParameters(this.context, this.operation.fields, itemIndex);
			this.operation.check(withPendingIds(parameters, this.operation.fields));
			return parameters;
		} catch (error) {
			if (this.context.continueOnFail()) return error as Error;
			throw this.nodeError(error, itemIndex);
		}
	}

	/** The service, or why no item can be sent: thrown from here, n8n would pass the input on as if it were done. */
	private async connect(): Promise<Service | Error> {
		try {
			const { service, secret } = await connect(this.context);
			this.secret = secret;
			return service;
		} catch (error) {
			return error as Error;
		}
	}

	private async runItem(service: Service, read: Parameters, itemIndex: number): Promise<void> {
		const { settled } = this.wholeRun;
		const before = settled?.get(itemIndex);
		if (before) {
			for (const item of before.output) this.output.push(item);
			if (before.error) throw before.error;
			return;
		}
		const start = this.output.length;
		const { irrevocable } = service.spent;
		const keep = (error?: unknown) => settled?.set(itemIndex, { output: this.output.slice(start), error });
		await this.sendItem(service, read, itemIndex).catch((error: unknown) => {
			if (mayBeProcessed(error) || service.spent.irrevocable > irrevocable) keep(error);
			throw error;
		});
		keep();
	}

	private async sendItem(service: Service, read: Parameters, itemIndex: number): Promise<void> {
		const parameters = await withIds(read, this.operation.fields, service);
		for await (const json of this.operation.run(service, parameters, this.wholeRun)) {
			this.output.push({ json: json as IDataObject, pairedItem: { item: itemIndex } });
		}
	}

	/** @throws the error without Continue On Fail. */
	private fail(error: unknown, itemIndex: number): void {
		const nodeError = this.nodeError(error, itemIndex);
		if (!this.context.continueOnFail()) throw this.withDone(nodeError, itemIndex);
		this.output.push({ ...this.failedItem(nodeError, itemIndex), pairedItem: { item: itemIndex } });
	}

	/**
	 * With Retry On Fail, n8n runs the whole node again, successful items too, if the first output item has a
	 * `json.error`; an `error` beside `json` it takes without that, but then drops the row. To the error branch n8n adds
	 * the row itself, if `json` holds nothing but the error.
	 */
	private failedItem(error: NodeApiError | NodeOperationError, itemIndex: number): INodeExecutionData {
		const { retryOnFail, onError } = this.context.getNode();
		if (retryOnFail) return { json: {}, error };
		const row = onError === 'continueErrorOutput' ? {} : this.items[itemIndex]!.json;
		return { json: { ...row, error: error.message } };
	}

	private skipAfter(failed: number, { problem }: ServiceError): void {
		for (let itemIndex = failed + 1; itemIndex < this.items.length; itemIndex++) {
			this.fail(new ServiceError(notSent(problem)), itemIndex);
		}
	}

	/** n8n drops the output of a node that fails, so the error carries what was done before. */
	private withDone(nodeError: NodeApiError | NodeOperationError, failed: number): Error {
		if (this.output.length === 0) return nodeError;
		const ofThis = this.output.filter(({ pairedItem }) => isPairedTo(pairedItem, failed)).length;
		const done =
			ofThis === 0
				? `${failed} of ${this.items.length} items were done before this one. Their results are below under “data”. Run the workflow again only from item ${failed + 1} on.`
				: `${failed} of ${this.items.length} items were done before this one, and this one already had ${ofThis} results. They are below under “data”. Run the workflow again only for what is missing.`;
		nodeError.description = [nodeError.description, done].filter(Boolean).join(' ');
		nodeError.context.data = { done: this.output.map(({ json }) => json) };
		return nodeError;
	}

	private nodeError(error: unknown, itemIndex: number) {
		const placement = { itemIndex, itemCount: this.items.length, secret: this.secret };
		return toNodeError(this.context.getNode(), error, placement);
	}
}

/** What an AI agent is told instead of an empty answer, which it might take for a failure. */
const NOTHING_FOUND: INodeExecutionData = {
	json: { found: 0, message: 'Nothing was found.' },
	pairedItem: { item: 0 },
};

function hintsOf({ spent, otherLimit }: Service) {
	return [waitingHint(spent), otherLimit && limitHint(otherLimit)];
}

function isPairedTo(pairedItem: INodeExecutionData['pairedItem'], itemIndex: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === itemIndex;
}

function endsRun(error: unknown): error is ServiceError {
	return error instanceof ServiceError && error.problem.endsRun === true;
}
