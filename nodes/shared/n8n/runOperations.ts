import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { throwIfCancelled } from '../client/cancellation';
import type { Caller } from '../client/endpoint';
import { isAmbiguous } from '../client/failures';
import { plural } from '../plural';
import { arranged } from './arrange';
import { connect } from './connect';
import { hintsOf } from './hints';
import { outputOf } from './itemFile';
import { BELOW, endsRun, InputError, toNodeError } from './nodeErrors';
import { includeInputFields, type Operation } from './operation';
import { readParameters, type Parameters } from './parameters';
import { withIds, withPendingIds } from './pickedIds';
import { RunState } from './runState';
import { shown } from './sentences';

/**
 * Runs the selected operation for every item. All items are checked before the first is sent. With Continue On Fail, a
 * failed item comes out with its error, and so do items that were not sent because the whole account failed.
 *
 * @throws {NodeApiError | NodeOperationError} for the first item that fails, without Continue On Fail.
 * @throws {Cancelled} once the execution was cancelled.
 */
export async function runOperations(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const selected = context.getNodeParameter('operation', 0);
	const operation = operations.find(({ value }) => value === selected);
	if (!operation) throw unknownOperation(context, operations, selected);
	return [await new Run(context, operation).execute()];
}

function unknownOperation(context: IExecuteFunctions, operations: readonly Operation[], selected: unknown) {
	const names = operations.map(({ name }) => name).join(', ');
	const error = new InputError('Operation', `must be one of ${names}, but is ${shown(selected)}`);
	return toNodeError(context.getNode(), error, { itemIndex: 0, itemCount: 1, secret: '' });
}

/** What an item is run with. */
interface Input {
	parameters: Parameters;
	/** The fields of the input item that come out with the result. */
	kept: IDataObject;
}

/** One run of a node. */
class Run {
	private readonly items: INodeExecutionData[];
	private readonly output: INodeExecutionData[] = [];
	private readonly state: RunState;
	private secret = '';

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
	) {
		this.items = context.getInputData();
		this.state = RunState.of(context);
	}

	async execute(): Promise<INodeExecutionData[]> {
		// First, because an error about a parameter must not show the token either.
		const service = await this.connect();
		const checked = this.items.map((_, itemIndex) => this.check(itemIndex));
		for (const [itemIndex, input] of checked.entries()) {
			try {
				if (input instanceof Error) throw input;
				if (service instanceof Error) throw service;
				await this.runItem(service, input, itemIndex);
			} catch (error) {
				// Otherwise Continue On Fail would hide the cancellation.
				throwIfCancelled(this.context.getExecutionCancelSignal());
				this.fail(error, itemIndex);
				if (endsRun(error)) {
					this.failUnsentAfter(itemIndex, error);
					break;
				}
			}
		}
		this.context.addExecutionHints(...hintsOf(this.state));
		return this.output.length > 0 || !this.isTool() ? this.output : [NOTHING_FOUND];
	}

	/** n8n adds "Tool" to the type of the tool that it makes from a node. */
	private isTool(): boolean {
		return this.context.getNode().type.endsWith('Tool');
	}

	/** What an item is run with or, with Continue On Fail, why it cannot be sent. */
	private check(itemIndex: number): Input | Error {
		try {
			const fields = [...this.operation.fields, includeInputFields];
			const { includeInputFields: isKept, ...parameters } = readParameters(this.context, fields, itemIndex);
			this.operation.check(withPendingIds(parameters, this.operation.fields));
			return { parameters, kept: isKept ? this.items[itemIndex]!.json : {} };
		} catch (error) {
			if (this.context.continueOnFail()) return error as Error;
			throw this.nodeError(error, itemIndex);
		}
	}

	/** The service, or why no item can be sent. If this threw, n8n would pass the input on as if it were done. */
	private async connect(): Promise<Caller | Error> {
		try {
			const { service, secret } = await connect(this.context, this.state);
			this.secret = secret;
			return service;
		} catch (error) {
			return error as Error;
		}
	}

	private async runItem(service: Caller, input: Input, itemIndex: number): Promise<void> {
		const { finishedItems } = this.state;
		const finished = finishedItems?.get(itemIndex);
		if (finished) {
			for (const item of finished.output) this.output.push(item);
			if (finished.error) throw finished.error;
			return;
		}
		const start = this.output.length;
		const keep = (error?: unknown) =>
			finishedItems?.set(itemIndex, { output: this.output.slice(start), error });
		this.state.sideEffects = false;
		await this.sendItem(service, input, itemIndex).catch((error: unknown) => {
			if (isAmbiguous(error) || this.state.sideEffects) keep(error);
			throw error;
		});
		keep();
	}

	private async sendItem(
		service: Caller,
		{ parameters: read, kept }: Input,
		itemIndex: number,
	): Promise<void> {
		const parameters = await withIds(read, this.operation.fields, service);
		for await (const item of this.operation.run({ service, parameters, run: this.state })) {
			const { json, binary } = await outputOf(this.context.helpers, item);
			this.output.push({
				json: arranged({ ...kept, ...json }) as IDataObject,
				pairedItem: { item: itemIndex },
				...(binary && { binary }),
			});
		}
	}

	/** @throws the error without Continue On Fail. */
	private fail(error: unknown, itemIndex: number, notSent = false): void {
		const nodeError = this.nodeError(error, itemIndex, notSent);
		if (!this.context.continueOnFail()) throw this.withDoneItems(nodeError, itemIndex);
		this.output.push({ ...this.failedItem(nodeError, itemIndex), pairedItem: { item: itemIndex } });
	}

	/**
	 * With Retry On Fail, n8n runs the whole node again, successful items too, if the first output item has a `json.error`.
	 * It does not do so for an `error` beside `json`, but then drops the row. n8n adds the row to the error branch itself,
	 * if `json` has nothing but the error.
	 */
	private failedItem(error: NodeApiError | NodeOperationError, itemIndex: number): INodeExecutionData {
		const { retryOnFail, onError } = this.context.getNode();
		if (retryOnFail) return { json: {}, error };
		const row = onError === 'continueErrorOutput' ? {} : this.items[itemIndex]!.json;
		return { json: { ...row, error: error.message } };
	}

	private failUnsentAfter(failed: number, error: unknown): void {
		for (let itemIndex = failed + 1; itemIndex < this.items.length; itemIndex++) {
			this.fail(error, itemIndex, true);
		}
	}

	/** n8n drops the output of a failed node, so the error carries what was done before. */
	private withDoneItems(nodeError: NodeApiError | NodeOperationError, failed: number): Error {
		if (this.output.length === 0) return nodeError;
		const results = this.output.filter(({ pairedItem }) => isPairedTo(pairedItem, failed)).length;
		const done = doneSentence({ failed, results, itemCount: this.items.length });
		nodeError.description = [nodeError.description, done].filter(Boolean).join(' ');
		const data = nodeError.context.data as IDataObject | undefined;
		nodeError.context.data = { ...data, done: this.output.map(({ json }) => json) };
		return nodeError;
	}

	private nodeError(error: unknown, itemIndex: number, notSent = false) {
		const placement = { itemIndex, itemCount: this.items.length, secret: this.secret, notSent };
		return toNodeError(this.context.getNode(), error, placement);
	}
}

/** What an AI agent gets instead of an empty answer, which it could take for a failure. */
const NOTHING_FOUND: INodeExecutionData = {
	json: { found: 0, message: 'Nothing was found.' },
	pairedItem: { item: 0 },
};

interface Progress {
	/** The index of the failed item: as many were done before it. */
	failed: number;
	/** How many results the failed item already had. */
	results: number;
	itemCount: number;
}

function doneSentence({ failed, results, itemCount }: Progress): string {
	const before = `${failed} of ${plural(itemCount, 'item')} ${failed === 1 ? 'was' : 'were'} done before this one`;
	const here = `already had ${plural(results, 'result')}`;
	if (results === 0)
		return `${before}. The results are ${BELOW}. Run the workflow again only from item ${failed + 1} on.`;
	const whole = failed === 0 ? `This item ${here}` : `${before}, and this one ${here}`;
	return `${whole}. The results are ${BELOW}. Run the workflow again only for what is missing.`;
}

function isPairedTo(pairedItem: INodeExecutionData['pairedItem'], itemIndex: number): boolean {
	return typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === itemIndex;
}
