import type { Store } from '../../sandbox/store';
import { count, createRecord, deletion, item, itemAmong, once, row, type Row } from './row';
import { byId, type World } from './world';

const CONTENT = 'No purchase necessary.';
const FileData = Buffer.from(CONTENT).toString('base64');

const filesNamed =
	(prefix: string) =>
	({ files }: Store, { n }: { n: number }) =>
		count(files.all(), ({ Filename }) => Filename === `${prefix}-${n}.txt`);

/** @returns the token of a new file */
const uploadFile = async (world: World, Filename: string) =>
	await createRecord(world, '/files/upload', { Filename, MimeType: 'text/plain', FileData }, 'FileToken');

/** The value of a file parameter as an expression that contains the file, because no input item has a file. */
const FILE = `={{ ${JSON.stringify({ data: FileData, mimeType: 'text/plain', fileExtension: 'txt', fileName: 'Rules' })} }}`;

export const accountFile: Row[] = [
	once('upload', 'POST /files/upload', {
		parameters: (_, { n }) => ({ file: FILE, Filename: `new-${n}.txt`, options: { Private: false } }),
		output: ({ n }) =>
			item({ Filename: `new-${n}.txt`, existed: false, Size: CONTENT.length, FileToken: expect.any(String) }),
		stored: filesNamed('new'),
	}),
	row('getMany', 'POST /files/fetch', {
		parameters: async (world, { n }) => {
			await uploadFile(world, `listed-${n}.txt`);
			return { returnAll: true };
		},
		output: ({ n }) => itemAmong({ Filename: `listed-${n}.txt`, Category: 'General' }),
	}),
	row('getStorage', 'POST /files/fetch', {
		parameters: () => ({}),
		output: () => item({ UsedMB: expect.any(Number), RemainingMB: expect.any(Number) }),
	}),
	row('download', 'POST /files/getFileUrl', {
		parameters: async (world, { n }) => ({ file: byId(await uploadFile(world, `downloaded-${n}.txt`)) }),
		output: ({ n }) => item({ Filename: `downloaded-${n}.txt`, Size: CONTENT.length }),
	}),
	row('getLink', 'POST /files/getFileUrl', {
		parameters: async (world, { n }) => ({
			file: byId(await uploadFile(world, `linked-${n}.txt`)),
			Mode: 'download',
			minutes: 2,
		}),
		output: ({ n }) =>
			item({ Filename: `linked-${n}.txt`, Url: expect.stringMatching(/^http/), ExpiresIn: 120 }),
	}),
	{
		...row('send', 'POST /files/send', {
			parameters: async (world, { n }) => ({
				file: byId(await uploadFile(world, `sent-${n}.txt`)),
				RecipientEmail: `reader${n}@example.com`,
				EmailSubject: 'The rules',
				EmailMessage: 'Please find the rules attached.',
			}),
			output: ({ n }) => item({ Filename: `sent-${n}.txt`, RecipientEmail: `reader${n}@example.com` }),
			stored: ({ files }, { n }) =>
				[...files.all()]
					.flatMap(({ SharedTo }) => SharedTo)
					.filter(({ Recipient }) => Recipient === `reader${n}@example.com`).length,
		}),
		withoutReply: 'stops',
	},
	deletion('POST /files/delete', 'FileToken', filesNamed('deleted'), async (world, { n }) => ({
		file: byId(await uploadFile(world, `deleted-${n}.txt`)),
	})),
];
