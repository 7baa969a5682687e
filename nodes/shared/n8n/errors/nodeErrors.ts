import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { concernsAccount, ServiceError } from '../../client/failures';
import { plural } from '../../plural';
import { CONFIGURATION_INVALID, describeFailure, type Words } from './failureTexts';
import { withoutToken } from '../connection/token';

/** A parameter that cannot be used as it is. Nothing was sent for the item. */
export class InputError extends Error {
	/**
	 * @param label the field as the editor names it
	 * @param expected continues the sentence "“label” …": "must be …"
	 */
	constructor(label: string, expected: string) {
		super(`“${label}” ${expected}`);
	}
}

/** A credential that cannot be used as it is. */
export class CredentialError extends Error {
	/** @param reason a sentence that names the field */
	constructor(reason: string) {
		super(`The credential cannot be used: ${reason}`);
	}
}

/** Whether every other item would fail alike, so that nothing more is sent. */
export function endsRun(error: unknown): boolean {
	return (
		error instanceof CredentialError || (error instanceof ServiceError && concernsAccount(error.failure))
	);
}

/** Where an error is shown. */
interface Placement {
	itemIndex: number;
	/** The item is named in the message if there are several, unless the whole account failed. */
	itemCount: number;
	/** How many other items failed in the same call. */
	others?: number;
	/** The API token, removed from every text. */
	secret: string;
	/** An earlier item failed, and this one was not sent because of it. */
	notSent?: boolean;
}

/**
 * The error that n8n shows for one item, made from plain values only: an error of the request helper has the token in its
 * cause, and if n8n got that error, it would show its words instead of ours. n8n does not get the index of the item either:
 * it would add "[item 2]" to the message "Item 3: …".
 */
export function toNodeError(
	node: INode,
	error: unknown,
	{ itemIndex, itemCount, others = 0, secret, notSent }: Placement,
): NodeApiError | NodeOperationError {
	const redact = (text: string) => withoutTags(withoutToken(text, secret));
	const words = describeError(error);
	const more = others > 0 ? ` and ${plural(others, 'other')}` : '';
	const item = itemCount > 1 && !endsRun(error) ? `Item ${itemIndex + 1}${more}: ` : '';
	const reason = notSent ? 'Not sent, because an earlier item failed: ' : '';
	const message = redact(`${item}${reason}${words.message}`);
	const description = words.description && redact(words.description);
	const options = { message, description, level: 'warning' as const };
	const nodeError = words.isApi
		? new NodeApiError(node, { message } as JsonObject, {
				...options,
				httpCode: words.status?.toString(),
				failure: words.failure as never,
			})
		: new NodeOperationError(node, message, options);
	// n8n replaces a message that happens to contain a word such as ENOTFOUND.
	nodeError.message = message;
	if (words.expected) {
		const entries = Object.entries(words.expected).map(([key, value]) => [redact(key), redact(value)]);
		nodeError.context.data = { ExpectedBody: Object.fromEntries(entries) as IDataObject };
	}
	return nodeError;
}

/**
 * A text in which no HTML tag can begin. The editor shows the messages and descriptions of errors as HTML, so a link in a
 * name that a stranger entered, or in a reply of the service, could be clicked. It shows hints as HTML, too, but they hold
 * only our own words; the names in pickers are shown as text.
 */
function withoutTags(text: string): string {
	return text.replaceAll('<', '‹');
}

function describeError(error: unknown): Words & { isApi: boolean } {
	if (error instanceof ServiceError) return { ...describeFailure(error.failure), isApi: true };
	if (error instanceof CredentialError) {
		const description = 'Open the credential, correct this and save.';
		return { message: error.message, description, failure: CONFIGURATION_INVALID, isApi: true };
	}
	return { message: error instanceof Error ? error.message : String(error), isApi: false };
}
