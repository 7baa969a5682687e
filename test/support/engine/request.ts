import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { createParameterReader, type Parameters } from '../../../nodes/shared/n8n/input/parameters';
import { withKnownIds, withStandIns } from '../../../nodes/shared/n8n/input/picked-ids';
import type { Field } from '../../../nodes/shared/n8n/operation/field';
import type { Entry } from '../../catalogue';
import { findOperation } from './nodes';

/* These functions read an operation's parameters without n8n and without the service. */

/**
 * Returns the values that an operation reads from these parameters. Every binary field contains a file.
 *
 * @throws {InputError}
 */
export function readValues(fields: readonly Field[], parameters: INodeParameters): Parameters {
	const context = {
		getTimezone: () => 'UTC',
		getInputData: () => [{ json: {} }],
		getNode: () => ({ parameters, type: 'node' }),
		getNodeParameter: (name: string) => parameters[name],
		helpers: { assertBinaryData: () => ({ data: '', mimeType: 'text/plain', fileName: 'rules.txt' }) },
	};
	return createParameterReader(context as unknown as IExecuteFunctions, fields)(0);
}

/**
 * Returns the request for these parameters.
 *
 * @throws {InputError}
 */
export function buildRequest(row: Entry, parameters: INodeParameters): unknown {
	const operation = findOperation(row);
	const read = readValues(operation.fields, parameters);
	return operation.check(withStandIns(withKnownIds(read, operation.fields), operation.fields));
}
