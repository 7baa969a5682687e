import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { concernsAccount, ServiceError } from '../../client/failures';
import { mapTexts } from '../../json';
import { plural } from '../../plural';
import { shortLine } from '../output/for-model';
import { CONFIGURATION_INVALID, describeFailure, type Words } from './failure-texts';
import type { Asked } from './missing';
import type { Redact } from './redactor';

/** A parameter that cannot be used. Nothing was sent for the item. */
export class InputError extends Error {
	/**
	 * @param expected continues the sentence "“label” …"
	 * @param others what else is wrong with the item, in sentences like the message
	 */
	constructor(
		readonly label: string,
		readonly expected: string,
		readonly others: readonly string[] = [],
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

interface Placement extends Partial<Asked> {
	itemIndex: number;
	/** If there are several, the message names the item, unless the whole account failed. */
	itemCount: number;
	others?: number;
	/** Absent while the token is not known. */
	redact?: Redact;
	notSent?: boolean;
	/** Whether a model reads the error. The service's texts then become short lines. */
	isForModel?: boolean;
}

/**
 * The error that n8n shows for one item, made from plain values. An error of the request helper holds the
 * token in its cause, and n8n would show its words instead of ours. n8n does not get the item's index either,
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
	const toSafe = (text: string) => withoutTags(redact(text));
	const shorten = (text: string) => (isForModel ? shortLine(text, LONGEST_SENTENCE) : text);
	const words = describeError(isForModel ? inShort(error) : error, { fields, valueOf });
	const more = others > 0 ? ` and ${plural(others, 'other')}` : '';
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
 * The editor shows errors and hints as HTML, so a link in a stranger's name or in a reply could be clicked.
 * The names in a picker need no change, because they are shown as plain text.
 */
export function withoutTags(text: string): string {
	return text.replaceAll('<', '‹');
}

/** What else is wrong with the item, as text after the message; undefined if nothing is. */
export function describeOthers(error: unknown): string | undefined {
	if (!(error instanceof InputError) || error.others.length === 0) return undefined;
	return error.others.map((sentence) => sentence.replace(/(?<![.!?…])$/, '.')).join(' ');
}

/** The longest sentence of ours for a model, in characters: it may list handlers or values. */
const LONGEST_SENTENCE = 1_000;

/** The service's texts become short lines. */
function inShort(error: unknown): unknown {
	if (!(error instanceof ServiceError)) return error;
	return new ServiceError(mapTexts(error.failure, (text) => shortLine(text)));
}

function describeError(error: unknown, asked: Asked): Words & { isApi: boolean } {
	if (error instanceof ServiceError) return { ...describeFailure(error.failure, asked), isApi: true };
	if (error instanceof CredentialError) {
		const description = 'Open the credential, correct this and save.';
		return { message: error.message, description, failure: CONFIGURATION_INVALID, isApi: true };
	}
	const description = describeOthers(error);
	return { message: error instanceof Error ? error.message : String(error), description, isApi: false };
}
