import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { buildProperties, collectSearches } from '../shared/n8n/operation/properties';
import { execute } from '../shared/n8n/run/execute';
import { READ_FIRST } from './items';
import { deleteFile } from './operations/delete';
import { download } from './operations/download';
import { getLink } from './operations/get-link';
import { getMany } from './operations/get-many';
import { getStorage } from './operations/get-storage';
import { send } from './operations/send';
import { upload } from './operations/upload';

const operations = [upload, download, getMany, getLink, getStorage, send, deleteFile];

export class SweepstakesAccountFile implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sweepstakes Account File',
		name: 'sweepstakesAccountFile',
		icon: { light: 'file:../../icons/account-file.svg', dark: 'file:../../icons/account-file.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/[A-Z]/g, " $&").toLowerCase() + ": account file" }}',
		description: 'Store files in the account, and download, share, email and delete them',
		defaults: { name: 'Sweepstakes Account File' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sweepstakesApi', required: true }],
		properties: buildProperties(operations),
	};

	methods = { listSearch: collectSearches(operations) };

	execute = execute(operations, READ_FIRST);
}
