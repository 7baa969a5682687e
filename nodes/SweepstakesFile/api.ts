import type { Caller, Unsafe } from '../shared/client/endpoint';
import { isObject, asRecords, asText, type Json } from '../shared/json';
import { z } from '../shared/zod';
import {
	acknowledgement,
	dataReply,
	endpoint,
	lookup,
	record,
	safe,
	safeDelete,
	unsafe,
} from '../shared/api/endpoint';
import { email, uuid } from '../shared/api/formats';
import { confirmNamedCreation, isNew } from '../shared/api/ledger';
import { isSameId } from '../shared/api/ids';
import { pageReply } from '../shared/api/pagedLists';
import { readPages, uniqueRecords } from '../shared/api/pages';
import { titleKey } from '../shared/api/titles';

/** The files of the account. All of this file is from the reference, section Files: the contract does not name them. */

/** The kinds of files that the service stores, by the ending of their names. */
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

/** The MIME type of a file that the service stores, by its name. */
export const findMimeType = (name: string) => MIME_TYPES.get(readEnding(name));

/**
 * A file name as the service stores it: without folders and accents, and with `_` in place of other characters. It is sent in
 * this form, because the file is found again by its name.
 */
export const filename = z
	.string()
	.transform((name) =>
		name
			.replace(/^.*[/\\]/, '')
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.replace(/[^\w.-]/g, '_'),
	)
	.refine((name) => findMimeType(name) !== undefined, {
		message: `must be the name of a file that the service stores (${ENDINGS})`,
	});

/** The largest file that the service stores, in bytes. The reference says 10 MB; this is the larger meaning of MB. */
export const MOST_UPLOADED = 10 * 1024 * 1024;

/** The largest page of files. */
export const FILES_PER_PAGE = 200;

export const fetchFiles = endpoint({
	call: 'POST /files/fetch',
	request: z.object({ Page: z.number(), Limit: z.number() }),
	reply: pageReply('Files', 'TotalFiles', 'FileToken'),
	tells: 'which files there are',
	retry: safe,
});

/** The same, for the storage alone. */
export const fetchStorage = endpoint({
	...fetchFiles,
	reply: z.object({ Data: z.object({ Storage: record }) }),
	tells: 'how much storage is used',
});

/** A stored file. */
export type StoredFile = Json & { FileToken: string };

/** The files of the account, newest first, each once, with the name of its category. */
export const files = lookup({
	request: z.object({}),
	async *read(service, _request, limit) {
		const Limit = Math.min(limit, FILES_PER_PAGE);
		const categories = new Map<unknown, unknown>();
		const pages = readPages({
			name: 'files',
			perPage: Limit,
			async readPage(Page) {
				const found = await service.call(fetchFiles, { Page, Limit });
				for (const one of asRecords(found.rest.Categories)) categories.set(one.CategoryToken, one.Category);
				return found;
			},
		});
		for await (const file of uniqueRecords(service, pages, ({ FileToken }) => asText(FileToken))) {
			const Category = categories.get(file.CategoryToken);
			yield (Category === undefined ? file : { ...file, Category }) as StoredFile;
		}
	},
});

/** A file with what is in its `FileInfo` beside its other fields, as the other operations send it. */
export function withFileInfo({ FileInfo, ...file }: Json): Json {
	return isObject(FileInfo) ? { ...FileInfo, ...file } : file;
}

/** File names are equal whatever the case of letters. */
export const fileKey = (name: string) => titleKey(name).toLowerCase();

async function allFiles(service: Caller): Promise<Json[]> {
	const found: Json[] = [];
	for await (const file of files.read(service, {}, Infinity)) found.push(withFileInfo(file));
	return found;
}

/** The file of this name, whatever its case. @throws {ServiceError} if the service cannot be asked. */
export async function fileNamed(service: Caller, name: string): Promise<Json | undefined> {
	const isNamed = ({ Filename }: Json) => asText(Filename).toLowerCase() === name.toLowerCase();
	return (await allFiles(service)).find(isNamed);
}

const fileToUpload = z.object({
	Filename: z.string(),
	MimeType: z.string(),
	/** base64 */
	FileData: z.string(),
	Private: z.boolean(),
});

/** How many bytes a text in base64 stands for. */
export function countBytes(base64: string): number {
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	return (base64.length / 4) * 3 - padding;
}

export type FileToUpload = z.output<typeof fileToUpload>;

export const uploadFile = endpoint({
	call: 'POST /files/upload',
	request: fileToUpload,
	reply: dataReply,
	conflict:
		'The account has a file with this name. Choose another “File Name”, or set “When Name Exists” to Return Existing.',
	// The name is unique, but a second attempt would be refused and hide that the first succeeded. An older page of the
	// reference names no such rule: then it would be a second file.
	retry: unsafe({
		check: 'Before you upload it again, check with File › Get Many whether the file is there.',
		confirm: confirmNamedCreation<FileToUpload>({
			id: 'FileToken',
			nameOf: ({ Filename }) => fileKey(Filename),
			nameIn: ({ Filename }) => fileKey(asText(Filename)),
			listed: allFiles,
			likeness: ({ FileData }) => {
				const bytes = countBytes(FileData);
				return ({ Size }) => Number(Size) === bytes;
			},
		}),
	}),
});

const oneFile = z.object({ FileToken: uuid });

/** For how many seconds a temporary address works. */
export const expiresIn = z.number().int().min(60).max(3_600);

export const getFileUrl = endpoint({
	call: 'POST /files/getFileUrl',
	request: oneFile.extend({ Mode: z.enum(['preview', 'download']), ExpiresIn: expiresIn }),
	reply: z.object({ Data: z.object({ Url: z.string() }).passthrough() }),
	tells: 'the address of the file',
	retry: safe,
});

const fileToSend = oneFile.extend({
	RecipientEmail: email,
	EmailSubject: z.string().optional(),
	EmailMessage: z.string().optional(),
});

/**
 * Looks for a new entry of this recipient in the file's `SharedTo`, which has date, method and recipient; the reference does not
 * show their keys.
 */
const fileSent: Unsafe<z.output<typeof fileToSend>>['confirm'] = (
	service,
	{ FileToken, RecipientEmail },
) => ({
	async lookUp(since) {
		for await (const file of files.read(service, {}, Infinity)) {
			if (!isSameId(file.FileToken, FileToken)) continue;
			const isSent = asRecords(file.SharedTo).some(
				(share) => isAbout(share, RecipientEmail) && isNew(service, since, readDate(share)),
			);
			const { Filename } = withFileInfo(file);
			return isSent ? { Response: true, Data: { FileToken, Filename, RecipientEmail } } : undefined;
		}
		return undefined;
	},
});

function isAbout(share: Json, address: string): boolean {
	return Object.values(share).some((value) => asText(value).toLowerCase() === address.toLowerCase());
}

function readDate(share: Json): unknown {
	return Object.entries(share).find(([key]) => /date|time|at$/i.test(key))?.[1];
}

export const sendFile = endpoint({
	call: 'POST /files/send',
	request: fileToSend,
	reply: dataReply,
	expects: 'A file that is emailed may have up to 5 MB.',
	// A second call would send a second email.
	retry: unsafe({
		check: 'Before you send it again, check in your account whether the file was sent to this address.',
		confirm: fileSent,
	}),
});

export const deleteFile = endpoint({
	call: 'POST /files/delete',
	request: oneFile,
	reply: acknowledgement,
	retry: safeDelete,
});
