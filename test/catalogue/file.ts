import type { Store } from '../../sandbox/store';
import { countOf, deletion, item, itemAmong, type Row } from './row';
import { byId, type World } from './world';

const CONTENT = 'No purchase necessary.';
const FileData = Buffer.from(CONTENT).toString('base64');

const filesNamed =
	(prefix: string) =>
	({ files }: Store, { n }: { n: number }) =>
		countOf(files.all(), ({ Filename }) => Filename === `${prefix}-${n}.txt`);

/** @returns the token of a new file */
export async function uploadFile({ api }: Pick<World, 'api'>, Filename: string): Promise<string> {
	const { Data } = await api<{ Data: { FileToken: string } }>('/files/upload', {
		Filename,
		MimeType: 'text/plain',
		FileData,
	});
	return Data.FileToken;
}

/** A file parameter that an expression sets, because no input item has a file. */
const fileNamed = (fileName: string) =>
	`={{ ${JSON.stringify({ data: FileData, mimeType: 'text/plain', fileExtension: 'txt', fileName })} }}`;

export const file: Row[] = [
	{
		operation: 'upload',
		endpoint: 'POST /files/upload',
		parameters: (_, { n }) => ({
			file: fileNamed('Rules'),
			Filename: `new-${n}.txt`,
			options: { Private: false },
		}),
		output: ({ n }) =>
			item({ Filename: `new-${n}.txt`, existed: false, Size: CONTENT.length, FileToken: expect.any(String) }),
		withoutReply: 'confirms',
		stored: filesNamed('new'),
	},
	{
		operation: 'getMany',
		endpoint: 'POST /files/fetch',
		parameters: async (world, { n }) => {
			await uploadFile(world, `listed-${n}.txt`);
			return { returnAll: true };
		},
		output: ({ n }) => itemAmong({ Filename: `listed-${n}.txt`, Category: 'General' }),
	},
	{
		operation: 'getStorage',
		endpoint: 'POST /files/fetch',
		parameters: () => ({}),
		output: () => item({ UsedMB: expect.any(Number), RemainingMB: expect.any(Number) }),
	},
	{
		operation: 'download',
		endpoint: 'POST /files/getFileUrl',
		parameters: async (world, { n }) => ({ file: byId(await uploadFile(world, `downloaded-${n}.txt`)) }),
		output: ({ n }) => item({ Filename: `downloaded-${n}.txt`, Size: CONTENT.length }),
	},
	{
		operation: 'getLink',
		endpoint: 'POST /files/getFileUrl',
		parameters: async (world, { n }) => ({
			file: byId(await uploadFile(world, `linked-${n}.txt`)),
			Mode: 'download',
			ExpiresIn: 60,
		}),
		output: ({ n }) =>
			item({ Filename: `linked-${n}.txt`, Url: expect.stringMatching(/^http/), ExpiresIn: 60 }),
	},
	{
		operation: 'send',
		endpoint: 'POST /files/send',
		parameters: async (world, { n }) => ({
			file: byId(await uploadFile(world, `sent-${n}.txt`)),
			RecipientEmail: `reader${n}@example.com`,
			EmailSubject: 'The rules',
			EmailMessage: 'Please find the rules attached.',
		}),
		output: ({ n }) => item({ Filename: `sent-${n}.txt`, RecipientEmail: `reader${n}@example.com` }),
		withoutReply: 'confirms',
		stored: ({ files }, { n }) =>
			[...files.all()]
				.flatMap(({ SharedTo }) => SharedTo)
				.filter(({ Recipient }) => Recipient === `reader${n}@example.com`).length,
	},
	{
		operation: 'delete',
		endpoint: 'POST /files/delete',
		parameters: async (world, { n }) => ({ file: byId(await uploadFile(world, `deleted-${n}.txt`)) }),
		...deletion('FileToken'),
		stored: (store, unique) => 1 - filesNamed('deleted')(store, unique),
	},
];
