import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { throwIfCancelled } from '../../client/cancellation';
import type { Caller } from '../../client/endpoint';
import { callsLeft } from '../../client/quota';
import { isAmbiguous, readErrorName, ServiceError } from '../../client/failures';
import { plural } from '../../plural';
import { arranging } from '../output/arrange';
import { fieldsFor, isChosenByOwner, isTool } from '../operation/asTool';
import { Breaks } from './breaks';
import { connect } from '../connection/connect';
import { BELOW } from '../errors/failureTexts';
import { forModel } from '../output/forModel';
import { toHints, quotaWarning } from './hints';
import { toBinary, getFile } from '../input/itemFile';
import { endsRun, InputError, toNodeError } from '../errors/nodeErrors';
import { isReading, type BatchOperation, type ItemOperation, type Operation } from '../operation/operation';
import { readParameters, type Parameters } from '../input/parameters';
import { withIds, withPendingIds } from '../input/pickedIds';
import { includeInputFields } from '../operation/properties';
import { RunProgress } from './runProgress';
import { RunState, type FinishedItem } from './runState';
import { shown } from '../errors/sentences';
import { withoutToken } from '../connection/token';

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

interface WaitingItem {
	itemIndex: number;
	input: Input;
}

/** One run of a node. */
class Run {
	private readonly items: INodeExecutionData[];
	private readonly output: INodeExecutionData[] = [];
	private readonly state: RunState;
	/** For an operation that sends many items in one call: those not sent yet, by what they have in common. */
	private readonly waiting = new Map<string, WaitingItem[]>();
	/** What came of the items that were sent together, by item index. */
	private readonly outcomes = new Map<number, FinishedItem>();
	private readonly arranged = arranging();
	private readonly breaks = new Breaks();
	private secret = '';
	private isWarned = false;
	private restrictsAgents = false;

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
		const checked: Array<Input | Error> = [];
		for (const itemIndex of this.items.keys()) {
			checked.push(this.check(itemIndex));
			await this.breaks.due();
		}
		this.gather(checked);
		const progress = new RunProgress(this.context, this.items.length);
		this.state.onWait = (ms) => progress.waits(ms);
		for (const [itemIndex, input] of checked.entries()) {
			try {
				if (input instanceof Error) throw input;
				if (service instanceof Error) throw service;
				this.warnOfQuota(service, itemIndex);
				await this.runItem(service, input, itemIndex);
			} catch (error) {
				// Otherwise Continue On Fail would hide the cancellation.
				throwIfCancelled(this.context.getExecutionCancelSignal());
				this.fail(error, itemIndex);
				if (endsRun(error)) {
					await this.failUnsentAfter(itemIndex, error);
					break;
				}
			}
			progress.itemDone();
			await this.breaks.due();
		}
		this.context.addExecutionHints(...toHints(this.state));
		return this.output.length > 0 || !isTool(this.context) ? this.output : [NOTHING_FOUND];
	}

	/** Says once, as early as it is known, that the plan allows fewer calls than there are items. */
	private warnOfQuota({ account }: Caller, itemIndex: number): void {
		const left = callsLeft(account);
		const items = this.items.length - itemIndex;
		if (this.isWarned || this.operation.batch || left === undefined || left >= items) return;
		this.isWarned = true;
		const warning = quotaWarning(left, items);
		this.state.notices.add(warning);
		this.context.logger.warn(warning);
	}

	/** What an item is run with or, with Continue On Fail, why it cannot be sent. */
	private check(itemIndex: number): Input | Error {
		try {
			const fields = [...fieldsFor(this.context, this.operation.fields), includeInputFields];
			const { includeInputFields: isKept, ...parameters } = readParameters(this.context, fields, itemIndex);
			this.operation.check(withPendingIds(parameters, this.operation.fields));
			this.throwIfRestricted();
			return { parameters, kept: isKept ? this.items[itemIndex]!.json : {} };
		} catch (error) {
			if (this.context.continueOnFail()) return error as Error;
			throw this.nodeError(error, itemIndex);
		}
	}

	/** @throws {InputError} if a tool would write elsewhere than in a sweepstakes that its owner has chosen. */
	private throwIfRestricted(): void {
		if (!this.restrictsAgents || !isTool(this.context) || isReading(this.operation)) return;
		if (!this.operation.fields.some(({ name }) => name === 'sweepstakes'))
			throw new InputError('Operation', `must be one that only reads${RESTRICTED}`);
		if (!isChosenByOwner(this.context, 'sweepstakes'))
			throw new InputError('Sweepstakes', `must be chosen in the tool, and not by the model${RESTRICTED}`);
	}

	/** The service, or why no item can be sent. If this threw, n8n would pass the input on as if it were done. */
	private async connect(): Promise<Caller | Error> {
		try {
			const { service, secret, restrictsAgents } = await connect(this.context, this.state);
			this.secret = secret;
			this.restrictsAgents = restrictsAgents;
			return service;
		} catch (error) {
			return error as Error;
		}
	}

	/** Sorts the items of an operation that sends many in one call, except those that are finished or cannot be sent. */
	private gather(checked: ReadonlyArray<Input | Error>): void {
		const { batch } = this.operation;
		if (!batch) return;
		for (const [itemIndex, input] of checked.entries()) {
			if (input instanceof Error || this.state.finishedItems?.has(itemIndex)) continue;
			const key = batch.keyOf(input.parameters);
			const waiting = this.waiting.get(key);
			if (waiting) waiting.push({ itemIndex, input });
			else this.waiting.set(key, [{ itemIndex, input }]);
		}
	}

	private async runItem(service: Caller, input: Input, itemIndex: number): Promise<void> {
		const { operation } = this;
		const { finishedItems } = this.state;
		const finished = finishedItems?.get(itemIndex);
		if (finished) return this.repeatOutcome(finished);
		if (operation.batch) {
			if (!this.outcomes.has(itemIndex)) await this.sendBatch(service, operation.batch, input);
			return this.repeatOutcome(this.outcomes.get(itemIndex)!);
		}
		const start = this.output.length;
		const keep = (error?: unknown) =>
			finishedItems?.set(itemIndex, { output: this.output.slice(start), error });
		this.state.sideEffects = false;
		await this.sendItem(service, operation, input, itemIndex).catch((error: unknown) => {
			if (isAmbiguous(error) || this.state.sideEffects) keep(error);
			throw error;
		});
		keep();
	}

	private repeatOutcome({ output, error }: FinishedItem): void {
		for (const item of output) this.output.push(item);
		if (error) throw error;
	}

	/** Sends the next items that have something in common with this one. Each has an outcome afterwards. */
	private async sendBatch(
		service: Caller,
		batch: BatchOperation['batch'],
		{ parameters }: Input,
	): Promise<void> {
		const members = this.waiting.get(batch.keyOf(parameters))!.splice(0, batch.max);
		this.state.sideEffects = false;
		const results = await this.resultsOf(service, batch, members).catch((error: unknown) => {
			throwIfCancelled(this.context.getExecutionCancelSignal());
			return members.map(() => error as Error);
		});
		for (const [index, { itemIndex, input }] of members.entries()) {
			const result = results[index]!;
			const outcome: FinishedItem =
				result instanceof Error
					? { output: [], error: result }
					: { output: [await this.outputItem(result, input, itemIndex)] };
			this.outcomes.set(itemIndex, outcome);
			const { error } = outcome;
			if (!error || isAmbiguous(error) || this.state.sideEffects)
				this.state.finishedItems?.set(itemIndex, outcome);
		}
	}

	private async resultsOf(
		service: Caller,
		batch: BatchOperation['batch'],
		members: readonly WaitingItem[],
	): Promise<ReadonlyArray<object | Error>> {
		const items: Parameters[] = [];
		for (const { input } of members)
			items.push(await withIds(input.parameters, this.operation.fields, service));
		return await batch.run(service, items);
	}

	private async sendItem(
		service: Caller,
		operation: ItemOperation,
		input: Input,
		itemIndex: number,
	): Promise<void> {
		const parameters = await withIds(input.parameters, operation.fields, service);
		for await (const item of operation.run({ service, parameters, run: this.state })) {
			this.output.push(await this.outputItem(item, input, itemIndex));
			await this.breaks.due();
		}
	}

	private async outputItem(item: object, { kept }: Input, itemIndex: number): Promise<INodeExecutionData> {
		const file = getFile(item);
		const json = this.arranged({ ...kept, ...item });
		return {
			json: (isTool(this.context) ? forModel(json, this.operation.wholeTexts) : json) as IDataObject,
			pairedItem: { item: itemIndex },
			...(file && { binary: await toBinary(this.context, file) }),
		};
	}

	/** @throws the error without Continue On Fail. */
	private fail(error: unknown, itemIndex: number, nodeError = this.nodeError(error, itemIndex)): void {
		if (!this.context.continueOnFail()) throw this.withDoneItems(nodeError, itemIndex);
		this.output.push({ ...this.failedItem(nodeError, itemIndex, error), pairedItem: { item: itemIndex } });
	}

	/**
	 * With Retry On Fail, n8n runs the whole node again, successful items too, if the first output item has a `json.error`.
	 * It does not do so for an `error` beside `json`, but then drops the row. n8n adds the row to the error branch itself,
	 * if `json` has nothing but the error: only elsewhere the name of a refusal has a field of its own.
	 */
	private failedItem(
		nodeError: NodeApiError | NodeOperationError,
		itemIndex: number,
		error: unknown,
	): INodeExecutionData {
		const { retryOnFail, onError } = this.context.getNode();
		if (retryOnFail) return { json: {}, error: nodeError };
		const { message } = nodeError;
		if (onError === 'continueErrorOutput') return { json: { error: message } };
		const errorName = error instanceof ServiceError ? readErrorName(error.failure) : undefined;
		return {
			json: {
				...this.items[itemIndex]!.json,
				error: message,
				...(errorName && { errorName: withoutToken(errorName, this.secret) }),
			},
		};
	}

	private async failUnsentAfter(failed: number, error: unknown): Promise<void> {
		// One for all of them, because it names no item: n8n takes 0.1 ms to make an error.
		const nodeError = this.nodeError(error, failed, true);
		for (let itemIndex = failed + 1; itemIndex < this.items.length; itemIndex++) {
			const outcome = this.outcomes.get(itemIndex);
			if (outcome && !outcome.error) this.repeatOutcome(outcome);
			else this.fail(error, itemIndex, nodeError);
			await this.breaks.due();
		}
	}

	/** n8n drops the output of a failed node, so the error carries what was done before. */
	private withDoneItems(nodeError: NodeApiError | NodeOperationError, failed: number): Error {
		const later = [...this.outcomes].filter(([itemIndex, { error }]) => itemIndex > failed && !error);
		const done = [...this.output, ...later.flatMap(([, { output }]) => output)];
		if (done.length === 0) return nodeError;
		const results = this.output.filter(({ pairedItem }) => isPairedTo(pairedItem, failed)).length;
		const sentence = doneSentence({ failed, results, later: later.length, itemCount: this.items.length });
		nodeError.description = [nodeError.description, sentence].filter(Boolean).join(' ');
		const data = nodeError.context.data as IDataObject | undefined;
		nodeError.context.data = { ...data, done: done.map(({ json }) => json) };
		return nodeError;
	}

	private nodeError(error: unknown, itemIndex: number, notSent = false) {
		const placement = {
			itemIndex,
			itemCount: this.items.length,
			others: this.context.continueOnFail() ? 0 : this.othersWith(error, itemIndex),
			secret: this.secret,
			notSent,
		};
		return toNodeError(this.context.getNode(), error, placement);
	}

	/** How many other items failed in the same call. */
	private othersWith(failure: unknown, failed: number): number {
		return [...this.outcomes].filter(([itemIndex, { error }]) => itemIndex !== failed && error === failure)
			.length;
	}
}

const RESTRICTED = ', because “Restrict Agents” is on in the credential';

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
	/** How many items after it were done, in the call of an earlier one. */
	later: number;
	itemCount: number;
}

function doneSentence({ failed, results, later, itemCount }: Progress): string {
	if (later > 0)
		return `${failed + later} of ${plural(itemCount, 'item')} were done. The results are ${BELOW}. Run the workflow again only for the others.`;
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
