import type { FailureCode } from '../../nodes/shared/client/failures';
import type { Json } from '../../nodes/shared/json';
import type { Step } from './step';

/** A reply. It contains values of the account, so only `toShape` may read it. */
export interface Reply {
	method: string;
	request: Json;
	/** The status, or 0 if no reply arrived. */
	status: number;
	/** The headers, whose names are in lower case. */
	headers: Record<string, string>;
	/** The body, or undefined if it is not a JSON object. */
	body: Json | undefined;
}

export const isSuccess = ({ status }: Pick<Reply, 'status'>): boolean => status >= 200 && status < 300;

/** The result of a step. */
export interface Reading {
	step: Step;
	/** `empty` means that the replies have no records, and `noRecord` that the account has no record to ask for. */
	result: 'read' | 'empty' | 'noRecord' | 'failed' | 'notReached';
	/** The replies for each record that was tried. */
	series: Reply[][];
	failure?: { code: FailureCode; status: number };
}
