import type { Client } from '../shared/client/client';
import { ServiceError } from '../shared/client/failures';
import { isSameId, asRecords, asText, isObject, type Json, toNumber } from '../shared/json';
import { withoutFolders } from '../shared/file-name';
import { z } from '../shared/zod';
import { endpoint, reads, safeDelete, unsafe } from '../shared/api/endpoint';
import { acknowledgement, dataReply, record } from '../shared/api/replies';
import { email, uuid } from '../shared/api/formats';
import { named } from '../shared/api/named';
import { collect } from '../shared/api/pages';
import { pagedList } from '../shared/api/paged-list';

/** The types of files that the service stores, by extension. */
const MIME_TYPES = new Map([
	['pdf', 'application/pdf'],
	['doc', 'application/msword'],
	['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['ppt', 'application/vnd.ms-powerpoint'],
	['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	['txt', 'text/plain'],
	['csv', 'text/csv'],
	['jpg', 'image/jpeg'],
	['jpeg', 'image/jpeg'],
	['png', 'image/png'],
	['gif', 'image/gif'],
	['webp', 'image/webp'],
	['svg', 'image/svg+xml'],
	['bmp', 'image/bmp'],
]);

const ENDINGS = [...MIME_TYPES.keys()].join(', ');

const readEnding = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const findMimeType = (name: string) => MIME_TYPES.get(readEnding(name));

/**
 * The file name as the service stores it: without folders and accents, and with `_` for special characters. The node
 * sends this form of the name, so that it can find the file by name later.
 */
export const filename = z
	.string()
	.transform((name) =>
		withoutFolders(name)
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.replace(/[^\w.-]/g, '_'),
	)
	.refine((name) => findMimeType(name) !== undefined, {
		message: `must have an extension that the service accepts (${ENDINGS})`,
	});

/**
 * Whether `filename` replaces letters or symbols in this name. A different name could then become the same stored name.
 * Lost accents, spaces and punctuation are ignored, because they do not distinguish files.
 */
export function losesLetters(name: string): boolean {
	return /[^\p{M}\p{P}\p{Z}\x20-\x7E]/u.test(name.normalize('NFD'));
}

/**
 * The maximum size of a file, in bytes. The reference says 10 MB. MB can mean 1,000,000 or 1,048,576 bytes, so this is
 * the larger value.
 */
export const MAX_UPLOADED = 10 * 1024 * 1024;

/** The account's files, newest first, each with the name of its category. */
export const files = pagedList({
	call: 'POST /files/fetch',
	name: 'files',
	key: 'Files',
	token: 'FileToken',
	pageSize: 'Limit',
	largestPage: 200,
	total: 'TotalFiles',
	shows: 'which files there are',
	filter: z.object({}),
	withRest({ records, ...page }) {
		const categories = new Map(
			asRecords(page.rest.Categories).map((one) => [one.CategoryToken, one.Category]),
		);
		const withCategory = (file: (typeof records)[number]) => {
			const Category = categories.get(file.CategoryToken);
			return Category === undefined ? file : { ...file, Category };
		};
		return { ...page, records: records.map(withCategory) };
	},
});

/** Moves the keys in `FileInfo` up to the top level of the file, where other operations have them. */
export function withFileInfo({ FileInfo, ...file }: Json): Json {
	return isObject(FileInfo) ? { ...FileInfo, ...file } : file;
}

/** Makes the call that lists files, but reads only how much storage is used. */
export const fetchStorage = endpoint({
	...files.fetch,
	reply: z.object({ Data: z.object({ Storage: record }) }),
	retry: reads('how much storage is used'),
});

export async function listAllFiles(client: Client): Promise<Json[]> {
	return (await collect(files.each(client, {}))).map(withFileInfo);
}

/** Finds a file by name, ignoring case. */
export async function findFileByName(client: Client, name: string): Promise<Json | undefined> {
	const isNamed = ({ Filename }: Json) => asText(Filename).toLowerCase() === name.toLowerCase();
	return (await listAllFiles(client)).find(isNamed);
}

/** @throws {ServiceError} with status 404 if the account has no such file */
export async function findFile(client: Client, FileToken: string): Promise<Json> {
	for await (const file of files.each(client, {})) {
		if (isSameId(file.FileToken, FileToken)) return withFileInfo(file);
	}
	throw new ServiceError({ code: 'notFound', record: 'file', status: 404 });
}

const fileToUpload = z.object({
	Filename: z.string(),
	MimeType: z.string(),
	/** The content in Base64. */
	FileData: z.string(),
	Private: z.boolean(),
});

export function countBytes(base64: string): number {
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	return (base64.length / 4) * 3 - padding;
}

export type FileToUpload = z.output<typeof fileToUpload>;

export const uploadFile = endpoint({
	call: 'POST /files/upload',
	request: fileToUpload,
	creates: 'FileToken',
	reply: dataReply,
	conflict:
		'The account already has a file with this name. Choose another “File Name”, or set “When Name Exists” to “Return Existing” or “Replace”.',
	// The name is unique: the service would refuse a retry and so hide that the first attempt succeeded. An older page of
	// the reference does not mention this rule, so a retry might also store a second file.
	retry: unsafe(
		'Before you upload it again, use Account File › Get Many to check whether the file is there.',
	),
	confirm: named<FileToUpload>({
		thing: 'file',
		isUnique: true,
		id: 'FileToken',
		nameOf: ({ Filename }) => Filename,
		nameIn: ({ Filename }) => Filename,
		list: listAllFiles,
		hasSameValues: ({ Size }, { FileData }) => toNumber(Size) === countBytes(FileData),
	}).confirm,
});

const oneFile = z.object({ FileToken: uuid });

/** How long the temporary address of a file works, in seconds. */
const expiresIn = z.number().int().min(60).max(3_600);

export const getFileUrl = endpoint({
	call: 'POST /files/getFileUrl',
	request: oneFile.extend({ Mode: z.enum(['preview', 'download']), ExpiresIn: expiresIn }),
	reply: z.object({ Data: z.object({ Url: z.string() }).passthrough() }),
	retry: reads('the address of the file'),
});

const fileToSend = oneFile.extend({
	RecipientEmail: email,
	EmailSubject: z.string().optional(),
	EmailMessage: z.string().optional(),
});

export const sendFile = endpoint({
	call: 'POST /files/send',
	request: fileToSend,
	reply: dataReply,
	expects: 'You can email files of up to 5 MB.',
	// A retry would send a second email.
	retry: unsafe('Before you send it again, check in your account whether the file was sent to this address.'),
});

export const deleteFile = endpoint({
	call: 'POST /files/delete',
	request: oneFile,
	reply: acknowledgement,
	retry: safeDelete,
});
