import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, toTelemetry, type Call } from '../endpoint';
import { email, filledText, flag, integer, text, uuid } from '../fields';
import { takePage } from './paging';
import type { FileCategory, StoredFile } from '../records';
import { invalid, notFound, Refusal } from '../refusal';
import { newToken } from '../token';

const MB = 1024 * 1024;
const MAX_UPLOADED_MB = 10;
const MAX_SENT_MB = 5;

/** The MIME types of the accepted files. */
const MIME_TYPES = [
	'application/pdf',
	'application/msword',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	'application/vnd.ms-excel',
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'application/vnd.ms-powerpoint',
	'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	'text/plain',
	'text/csv',
	'image/jpeg',
	'image/png',
	'image/gif',
	'image/webp',
	'image/svg+xml',
	'image/bmp',
] as const;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const oneFile = z.object({ FileToken: uuid });

const upload = endpoint({
	method: 'POST',
	path: '/files/upload',
	request: z.object({
		Filename: filledText
			.regex(/^[^/\\]+\.[A-Za-z0-9]+$/)
			.describe('base name with extension, unique in the account'),
		MimeType: z.enum(MIME_TYPES),
		FileData: filledText
			.refine((data) => data.length % 4 === 0 && BASE64.test(data), 'must be base64')
			.describe('base64, at most 10 MB'),
		Private: flag.default(true),
	}),
	carryOut({ Filename: sent, MimeType, FileData, Private }, call) {
		const { store, account, now } = call;
		const Filename = storedName(sent);
		const content = Buffer.from(FileData, 'base64');
		if (content.length > MAX_UPLOADED_MB * MB) throw invalid(`FileData: at most ${MAX_UPLOADED_MB} MB.`);
		const { RemainingMB } = countStorage(call);
		if (content.length / MB > RemainingMB)
			throw invalid(`FileData: ${RemainingMB} MB of the storage are left.`);
		const taken = listFiles(call).find((file) => file.Filename === Filename);
		if (taken)
			throw new Refusal(409, `There is already a file named “${Filename}”.`, {
				existingFileToken: taken.FileToken,
			});
		return store.files.insert({
			FileToken: newToken(),
			UserToken: account.UserToken,
			CategoryToken: generalCategory(call).CategoryToken,
			CreationDate: dateTime(now),
			Filename,
			MimeType,
			Size: content.length,
			Private,
			SharedTo: [],
			content: FileData,
		});
	},
	answer(file, call) {
		const { FileToken, Filename, MimeType, Size, CategoryToken, Private, CreationDate } = file;
		const { Category } = generalCategory(call);
		const record = { FileToken, Filename, MimeType, Size, SizeMB: inMB(Size), Path: toPath(file) };
		const Data = { ...record, CategoryToken, Category, Private, CreationDate };
		return { Message: 'File uploaded.', Data };
	},
});

const fetch = endpoint({
	method: 'POST',
	path: '/files/fetch',
	request: z.object({
		Page: integer.min(1).default(1),
		Limit: integer.min(1).max(200).default(50),
	}),
	carryOut: ({ Page, Limit }, call) => ({ Page, Limit, found: [...listFiles(call)].reverse() }),
	answer({ Page, Limit, found }, call) {
		const { rows, totalPages: TotalPages } = takePage(found, Page, Limit);
		return {
			Data: {
				Files: rows.map(toListEntry),
				Categories: call.store.fileCategories
					.of(call.account.UserToken)
					.map(({ UserToken: _, ...category }) => category),
				Storage: countStorage(call),
				Pagination: { Page, Limit, TotalFiles: found.length, TotalPages },
			},
		};
	},
});

const getFileUrl = endpoint({
	method: 'POST',
	path: '/files/getFileUrl',
	request: oneFile.extend({
		Mode: z.enum(['preview', 'download']).default('preview'),
		ExpiresIn: integer.min(60).max(3600).describe('seconds').default(900),
	}),
	carryOut({ FileToken, Mode, ExpiresIn }, call) {
		const { store, now, account } = call;
		const { Filename, MimeType, Size } = requireOwnFile(call, FileToken);
		const expiresAt = now + 1000 * ExpiresIn;
		const { UserToken } = account;
		const { LinkToken } = store.fileLinks.insert({
			LinkToken: newToken(),
			UserToken,
			FileToken,
			Mode,
			expiresAt,
		});
		const Url = `${call.appUrl}/storage/${LinkToken}/${Filename}`;
		const file = { FileToken, Filename, MimeType, Size, SizeMB: inMB(Size) };
		return { Data: { ...file, Mode, Url, ExpiresIn, ExpiresAt: dateTime(expiresAt) } };
	},
});

const send = endpoint({
	method: 'POST',
	path: '/files/send',
	request: oneFile.extend({
		RecipientEmail: email,
		EmailSubject: text.optional(),
		EmailMessage: text.optional(),
	}),
	carryOut({ FileToken, RecipientEmail }, call) {
		const { store, now } = call;
		const file = requireOwnFile(call, FileToken);
		if (file.Size > MAX_SENT_MB * MB) throw invalid(`FileToken: a file of more than ${MAX_SENT_MB} MB.`);
		const share = { Date: dateTime(now), Method: 'email', Recipient: RecipientEmail };
		store.files.update(file, { SharedTo: [...file.SharedTo, share] });
		const { Filename, Size } = file;
		return { Message: 'File sent.', Data: { FileToken, Filename, RecipientEmail, SizeMB: inMB(Size) } };
	},
});

const remove = endpoint({
	method: 'POST',
	path: '/files/delete',
	request: oneFile,
	carryOut({ FileToken }, call) {
		const file = requireOwnFile(call, FileToken);
		call.store.files.remove(file);
		const { Filename, Size } = file;
		return { Message: 'File deleted.', Data: { FileToken, Filename, SizeMB: inMB(Size) } };
	},
});

export const fileEndpoints = [upload, fetch, getFileUrl, send, remove];

const listFiles = ({ store, account }: Call): readonly StoredFile[] => store.files.of(account.UserToken);

/** @throws Refusal 404, which has Telemetry in `reference` */
function requireOwnFile(call: Call, token: string): StoredFile {
	const file = call.store.files.get(token);
	if (file?.UserToken !== call.account.UserToken) throw notFound('File', { telemetry: toTelemetry(call) });
	return file;
}

/** Replaces accented letters with plain ones, and other special characters with `_`. */
function storedName(name: string): string {
	return name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.replace(/[^A-Za-z0-9._-]/g, '_');
}

/** Returns the default category. Creates it if needed. */
function generalCategory({ store, account: { UserToken } }: Call): FileCategory {
	const [first] = store.fileCategories.of(UserToken);
	const CategoryToken = newToken();
	return (
		first ??
		store.fileCategories.insert({
			CategoryToken,
			UserToken,
			Category: 'General',
			Color: '#6CD9FF',
			Primary: true,
		})
	);
}

const inMB = (bytes: number) => Math.round((100 * bytes) / MB) / 100;

/** Returns the used and the total storage. The plan's MaxStorageSize is in MB. */
function countStorage(call: Call) {
	const MaxMB = call.account.plan.MaxStorageSize;
	const UsedMB = inMB(listFiles(call).reduce((sum, { Size }) => sum + Size, 0));
	return { UsedMB, MaxMB, RemainingMB: Math.max(0, MaxMB - UsedMB) };
}

const toPath = ({ UserToken, Filename }: StoredFile) => `drive/${UserToken}/${Filename}`;

function toListEntry(file: StoredFile) {
	const { FileToken, CategoryToken, CreationDate, Filename, MimeType, Size, Private, SharedTo } = file;
	return {
		FileToken,
		CategoryToken,
		CreationDate,
		FileInfo: {
			Filename,
			Path: toPath(file),
			Size,
			MimeType,
			Encoding: 'base64',
			UploadByAdmin: false,
			Opened: false,
			Private,
		},
		SharedTo,
		VisibleToAdmins: true,
	};
}
