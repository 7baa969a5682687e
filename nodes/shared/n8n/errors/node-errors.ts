import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { concernsAccount, ServiceError } from '../../client/failures';
import { cut, mapTexts, toText } from '../../json';
import { pluralize } from '../../pluralize';
import { shortenFailure, shortenLine } from '../for-model';
import { CONFIGURATION_INVALID, describeFailure, type Words } from './failure-texts';
import type { FailureContext } from './missing-record';
import type { Redact } from './redactor';

/** The error for a parameter whose value cannot be used. Nothing was sent for the item. */
export class InputError extends Error {
	/**
	 * @param expected continues the sentence "“label” …"
	 * @param missing if a value is missing: the labels of fields and collections. At least one of them must have a value.
	 * @param others the other errors about the same item
	 * @param more the number of errors about the same item that are not in `others`, because there are too many
	 */
	constructor(
		readonly label: string,
		readonly expected: string,
		readonly missing: readonly string[] = [],
		readonly others: readonly InputError[] = [],
		readonly more = 0,
	) {
		super(`“${label}” ${expected}`);
	}
}

export class CredentialError extends Error {
	/** @param reason a sentence that names the field of the credential */
	constructor(reason: string) {
		super(`The credential cannot be used: ${reason}`);
	}
}

export function endsRun(error: unknown): boolean {
	return (
		error instanceof CredentialError || (error instanceof ServiceError && concernsAccount(error.failure))
	);
}

/**
 * The maximum length of a message or description, in characters. A longer one is cut before anything else looks at it.
 */
export const MAX_ERROR_LENGTH = 10_000;

interface Presentation extends Partial<FailureContext> {
	/** The beginning of the message, such as "Item 2: ". */
	prefix?: string;
	/** Removes the API token from a text; undefined if the token is unknown. */
	redact?: Redact;
	/** Whether an AI model reads the error. If so, the service's texts are shortened (see `shortenFailure`). */
	isForModel?: boolean;
}

/**
 * Creates the error that n8n shows. It gets only texts, not the original error: an error of n8n's request helper
 * contains the token in its cause, and n8n would show the message of that error. It does not get the item's index
 * either, because n8n would append "[item 2]" to "Item 3: …".
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{
		prefix = '',
		redact = (text) => text,
		isForModel = false,
		fields = [],
		valueOf = () => undefined,
	}: Presentation = {},
): NodeApiError | NodeOperationError {
	const toSafe = (text: string) => escapeTags(redact(text));
	const shorten = (text: string) => {
		const short = cut(text, MAX_ERROR_LENGTH);
		return isForModel ? shortenLine(short.replace(SYSTEM_CODE, ''), MAX_SENTENCE_LENGTH) : short;
	};
	const words = describeError(isForModel ? shortenForModel(error) : error, { fields, valueOf });
	const message = toSafe(`${prefix}${shorten(words.message)}`);
	const description = words.description && toSafe(shorten(words.description));
	const options = { message, description, level: 'warning' as const };
	const nodeError = words.isApi
		? new NodeApiError(node, { message } as JsonObject, {
				...options,
				httpCode: words.status?.toString(),
				failure: words.failure as never,
			})
		: new NodeOperationError(node, message, options);
	// The constructor replaces a message that contains a word such as ENOTFOUND, so the message is set again.
	nodeError.message = message;
	if (words.ending) nodeError.context.ending = words.ending;
	if (words.details) nodeError.context.data = mapTexts(words.details, toSafe) as IDataObject;
	return nodeError;
}

/**
 * Makes HTML tags harmless. The editor renders errors and hints as HTML, so without this, a stranger's name or a reply
 * could contain a link to click. Names in a picker need no escaping, because the editor shows them as plain text.
 */
export function escapeTags(text: string): string {
	return text.replaceAll('<', '‹');
}

/**
 * Returns the other errors about the same item as sentences to put after the message, or undefined if there are none.
 */
export function describeOthers(error: unknown): string | undefined {
	if (!(error instanceof InputError) || error.others.length === 0) return undefined;
	const sentences = error.others.map(({ message }) => message.replace(/(?<![.!?…])$/, '.'));
	if (error.more > 0) sentences.push(`There are ${pluralize(error.more, 'more problem')}.`);
	return sentences.join(' ');
}

/**
 * The maximum length of a message or description for an AI model, in characters. It is enough for a list of handlers or
 * choices.
 */
const MAX_SENTENCE_LENGTH = 1_000;

/**
 * Matches an error code of the system, such as "(ECONNRESET)". If a tool's error contains such a code, n8n may replace
 * the whole message with a sentence that tells the model to retry immediately.
 */
const SYSTEM_CODE = / \(E[A-Z_]{2,30}\)/g;

const shortenForModel = (error: unknown) =>
	error instanceof ServiceError ? new ServiceError(shortenFailure(error.failure)) : error;

function describeError(error: unknown, context: FailureContext): Words & { isApi: boolean } {
	if (error instanceof ServiceError) return { ...describeFailure(error.failure, context), isApi: true };
	if (error instanceof CredentialError) {
		const description = 'Open the credential, correct this and save.';
		return { message: error.message, description, failure: CONFIGURATION_INVALID, isApi: true };
	}
	const description = describeOthers(error);
	return { message: error instanceof Error ? error.message : toText(error), description, isApi: false };
}
