import type { Client } from '../../nodes/shared/client/client';
import type { Parameters } from '../../nodes/shared/n8n/input/parameters';
import type { ItemOperation } from '../../nodes/shared/n8n/operation/operation';

/**
 * Runs an operation for one item, without n8n.
 *
 * @param itemCount how many items of the run have the same sweepstakes
 */
export async function* runItem(
	operation: ItemOperation,
	client: Client,
	parameters: Parameters,
	itemCount = 1,
): AsyncGenerator<object | readonly object[]> {
	const request = operation.check(parameters);
	yield* operation.run({
		client,
		parameters,
		request,
		itemCount,
		input: {},
	});
}
