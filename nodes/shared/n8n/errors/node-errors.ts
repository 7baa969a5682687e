import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { concernsAccount, ServiceError } from '../../client/failures';
import { mapTexts } from '../../json';
import { pluralize } from '../../pluralize';
import { shortenLine } from '../for-model';
import { CONFIGURATION_INVALID, describeFailure, type Words } from './failure-texts';
import type { FailureContext } from './missing-record';
import type { Redact } from './redactor';

/** An error about a parameter that cannot be used. Nothing was sent for the item. */
export class InputError extends Error {
	/**
	 * @param expected continues the sentence "“label” …"
	 * @param missing if a value is missing: the labels of the fields and collections of which one must have a value
	 * @param others what else is wrong with the item
	 */
	constructor(
		readonly label: string,
		readonly expected: string,
		readonly missing: readonly string[] = [],
		readonly others: readonly InputError[] = [],
	) {
		super(`“${label}” ${expected}`);
	}
}

export class CredentialError extends Error {
	/** @param reason a sentence that names the field */
	constructor(reason: string) {
		super(`The credential cannot be used: ${reason}`);
	}
}

export function endsRun(error: unknown): boolean {
	return (
		error instanceof CredentialError || (error instanceof ServiceError && concernsAccount(error.failure))
	);
}

interface Placement extends Partial<FailureContext> {
	itemIndex: number;
	/** The number of items. If there are several, the message names the item, unless the whole account failed. */
	itemCount: number;
	others?: number;
	/** Removes the token; undefined while the token is not known. */
	redact?: Redact;
	notSent?: boolean;
	/** Whether an AI model reads the error. The service's words are then shortened to one line each. */
	isForModel?: boolean;
}

/**
 * Makes the error that n8n shows for one item, from plain values only. An error of the request helper contains the
 * token in its cause, and n8n would show that error's words instead of ours. n8n does not get the item's index either,
 * because it would append "[item 2]" to "Item 3: …".
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{
		itemIndex,
		itemCount,
		others = 0,
		redact = (text) => text,
		notSent,
		isForModel = false,
		fields = [],
		valueOf = () => undefined,
	}: Placement,
): NodeApiError | NodeOperationError {
	const toSafe = (text: string) => escapeTags(redact(text));
	const shorten = (text: string) => (isForModel ? shortenLine(text, MAX_SENTENCE_LENGTH) : text);
	const words = describeError(isForModel ? shortenFailure(error) : error, { fields, valueOf });
	const more = others > 0 ? ` and ${pluralize(others, 'other')}` : '';
	const item = itemCount > 1 && !endsRun(error) ? `Item ${itemIndex + 1}${more}: ` : '';
	const reason = notSent ? 'Not sent, because an earlier item failed: ' : '';
	const message = toSafe(`${item}${reason}${shorten(words.message)}`);
	const description = words.description && toSafe(shorten(words.description));
	const options = { message, description, level: 'warning' as const };
	const nodeError = words.isApi
		? new NodeApiError(node, { message } as JsonObject, {
				...options,
				httpCode: words.status?.toString(),
				failure: words.failure as never,
			})
		: new NodeOperationError(node, message, options);
	// n8n replaces a message that contains a word such as ENOTFOUND.
	nodeError.message = message;
	if (words.details) nodeError.context.data = mapTexts(words.details, toSafe) as IDataObject;
	return nodeError;
}

/**
 * Makes HTML tags harmless. The editor shows errors and hints as HTML, so a link in a stranger's name or in a reply
 * could be clicked. The names in a picker are shown as plain text, so they stay unchanged.
 */
export function escapeTags(text: string): string {
	return text.replaceAll('<', '‹');
}

/** Returns what else is wrong with the item, as text to follow the message, or undefined if nothing is. */
export function describeOthers(error: unknown): string | undefined {
	if (!(error instanceof InputError) || error.others.length === 0) return undefined;
	return error.others.map(({ message }) => message.replace(/(?<![.!?…])$/, '.')).join(' ');
}

/**
 * The maximum length of our own sentence for an AI model, in characters. It is long enough for a list of handlers or
 * values.
 */
const MAX_SENTENCE_LENGTH = 1_000;

/** Shortens each of the service's texts to one line. */
function shortenFailure(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(mapTexts(error.failure, (text) => shortenLine(text)));
}

function describeError(error: unknown, context: FailureContext): Words & { isApi: boolean } {
	if (error instanceof ServiceError) return { ...describeFailure(error.failure, context), isApi: true };
	if (error instanceof CredentialError) {
		const description = 'Open the credential, correct this and save.';
		return { message: error.message, description, failure: CONFIGURATION_INVALID, isApi: true };
	}
	const description = describeOthers(error);
	return { message: error instanceof Error ? error.message : String(error), description, isApi: false };
}
