import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { ServiceError, type Problem } from './client/errors';
import { withoutToken } from './token';

/** A parameter that cannot be used as it is. Nothing was changed for the item. */
export class InputError extends Error {
	/**
	 * @param label the field as the editor names it
	 * @param expected continues the sentence "“label” …": "must be …"
	 */
	constructor(label: string, expected: string) {
		super(`“${label}” ${expected}`);
	}
}

/** Nothing was sent for this item, because an earlier one met something that every item would meet. */
export function notSent(problem: Problem): Problem {
	return { ...problem, message: `Not sent, because an earlier item failed: ${problem.message}` };
}

/** Where and how an error is shown. */
interface Placement {
	itemIndex: number;
	/** Named in the message where there is more than one item. */
	itemCount: number;
	/** The API token, removed from every text. */
	secret: string;
}

/**
 * The error that n8n shows for one item, from plain values only: an error of the request helper carries the token in
 * its cause, and wrapped again it would win over our words.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	placement: Placement,
): NodeApiError | NodeOperationError {
	const { itemIndex, itemCount, secret } = placement;
	const shownAs = (text: string) => plainText(withoutToken(text, secret));
	const place = itemCount > 1 ? `Item ${itemIndex + 1}: ` : '';
	const problem: Problem = error instanceof ServiceError ? error.problem : { message: messageOf(error) };
	const message = shownAs(`${place}${problem.message}`);
	const description = problem.description && shownAs(problem.description);
	const options = { message, description, itemIndex, level: 'warning' as const };
	const nodeError =
		error instanceof ServiceError
			? new NodeApiError(node, { message } as JsonObject, {
					...options,
					httpCode: problem.status?.toString(),
					failure: problem.failure as never,
				})
			: new NodeOperationError(node, message, options);
	// n8n replaces a message that happens to contain a word such as ENOTFOUND.
	nodeError.message = message;
	return nodeError;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/**
 * A text in which no tag can begin. The editor shows the messages and descriptions of errors as HTML, so a link in a name
 * that a stranger entered, or in an answer of the service, would be one to click on. It shows hints in the same way, which
 * hold only our own words, but the names in pickers as text.
 */
function plainText(text: string): string {
	return text.replaceAll('<', '‹');
}
