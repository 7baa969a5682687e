import type { INodeType } from 'n8n-workflow';

import type { Operation } from '../operation/operation';
import { runOperations } from './runOperations';

/** The `execute` of a node. `readFirst` are the keys that come first in its items. */
export function execute(
	operations: readonly Operation[],
	readFirst: readonly string[] = [],
): INodeType['execute'] {
	return async function () {
		return await runOperations(this, operations, readFirst);
	};
}
