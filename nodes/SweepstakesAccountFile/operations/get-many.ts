import { files } from '../api';
import { limit, returnAll, simplify } from '../../shared/n8n/common-fields';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { toFileItem } from '../items';

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many files',
	description: 'Return the account’s files, newest first, without their content',
	fields: [returnAll, limit, simplify],
	endpoint: files.all,
	toRequest: () => ({}),
	toItems: ({ reply, parameters }) => toFileItem(reply, parameters),
});
