import type { IDataObject } from 'n8n-workflow';

import type { Row } from './row';
import { byId } from './world';

export const entryPage: Row[] = [
	{
		operation: 'getFields',
		endpoint: 'POST /entrypage/fields',
		parameters: ({ quiet }) => ({ sweepstakes: byId(quiet) }),
		output: () => expect.arrayContaining([expect.any(Object)]) as IDataObject[],
		withoutReply: 'repeats',
	},
];
