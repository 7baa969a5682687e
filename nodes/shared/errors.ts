import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { ServiceError, type Problem } from './client/errors';

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
	const redact = (text: string) => (secret ? text.replaceAll(secret, '***') : text);
	const place = itemCount > 1 ? `Item ${itemIndex + 1}: ` : '';
	const problem: Problem = error instanceof ServiceError ? error.problem : { message: messageOf(error) };
	const message = redact(`${place}${problem.message}`);
	const description = problem.description && redact(problem.description);
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
