import { base64, email, fileName, flag, oneOf, text, uuid, whole } from '../kinds';
import { required, withDefault, type Table } from './table';

const FILE_TYPES = oneOf(
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
);

export const files = {
	'/files/upload': {
		request: {
			Filename: required(fileName),
			MimeType: required(FILE_TYPES),
			FileData: required(base64),
			Private: withDefault(true, flag),
		},
		reply: {
			Message: '…',
			Data: {
				FileToken: 'UUID',
				Filename: 'b.txt',
				MimeType: 'text/plain',
				Size: 3,
				SizeMB: 0,
				Path: 'drive/UUID/b.txt',
				CategoryToken: 'UUID',
				Category: 'General',
				Private: true,
				CreationDate: '2030-01-15T12:00:00.000Z',
			},
		},
	},
	'/files/fetch': {
		request: { Page: withDefault(1, whole({ min: 1 })), Limit: withDefault(50, whole({ min: 1, max: 200 })) },
		reply: {
			Message: '…',
			Data: {
				Files: [
					{
						FileToken: 'UUID',
						CategoryToken: 'UUID',
						CreationDate: '2030-01-15T12:00:00.000Z',
						FileInfo: {
							Filename: 'a.txt',
							Path: 'drive/UUID/a.txt',
							Size: 3,
							MimeType: 'text/plain',
							Encoding: 'base64',
							UploadByAdmin: false,
							Opened: false,
							Private: true,
						},
						SharedTo: [],
						VisibleToAdmins: true,
					},
				],
				Categories: [{ CategoryToken: 'UUID', Category: 'General', Color: '#6CD9FF', Primary: true }],
				Storage: { UsedMB: 0, MaxMB: 1000000, RemainingMB: 1000000 },
				Pagination: { Page: 1, Limit: 50, TotalFiles: 1, TotalPages: 1 },
			},
		},
	},
	'/files/getFileUrl': {
		request: {
			FileToken: required(uuid),
			Mode: withDefault('preview', oneOf('preview', 'download')),
			ExpiresIn: withDefault(900, whole({ min: 60, max: 3_600 })),
		},
		reply: {
			Message: '…',
			Data: {
				FileToken: 'UUID',
				Filename: 'a.txt',
				MimeType: 'text/plain',
				Size: 3,
				SizeMB: 0,
				Mode: 'preview',
				Url: '/storage/UUID/a.txt',
				ExpiresIn: 900,
				ExpiresAt: '2030-01-15T12:15:00.000Z',
			},
		},
	},
	'/files/send': {
		request: {
			FileToken: required(uuid),
			RecipientEmail: required(email, 'ada@example.com'),
			EmailSubject: text(),
			EmailMessage: text(),
		},
		reply: {
			Message: '…',
			Data: { FileToken: 'UUID', Filename: 'a.txt', RecipientEmail: 'ada@example.com', SizeMB: 0 },
		},
	},
	'/files/delete': {
		request: { FileToken: required(uuid) },
		reply: { Message: '…', Data: { FileToken: 'UUID', Filename: 'a.txt', SizeMB: 0 } },
	},
} satisfies Table;
