import { createHash } from 'crypto';

import {
	allFiles,
	countBytes,
	deleteFile,
	fileKey,
	fileNamed,
	filename,
	findMimeType,
	MOST_UPLOADED,
	uploadFile,
	withoutFolders,
	type FileToUpload,
} from '../api';
import type { Client } from '../../shared/client/client';
import { explained, hasStatus } from '../../shared/client/failures';
import { asText, isBlank, type Json } from '../../shared/json';
import { storedItem } from '../items';
import { lookFirst } from '../../shared/n8n/run/look-first';
import type { InputFile } from '../../shared/n8n/input/input-file';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';

const INPUT_FILE = 'Input Binary Field';
const FILE_NAME = 'File Name';

export const upload = defineOperation({
	name: 'Upload',
	value: 'upload',
	action: 'Upload a file',
	description:
		'Store a file of the input item in the account: a PDF, Office document, text, CSV or image of up to 10 MB',
	fields: [
		{
			displayName: INPUT_FILE,
			name: 'file',
			type: 'string',
			typeOptions: { binaryField: true },
			default: 'data',
			required: true,
			hint: 'The name of the input binary field that contains the file',
			description: 'The binary field of the input item with the file to store',
		},
		{
			displayName: FILE_NAME,
			name: 'Filename',
			type: 'string',
			default: '',
			placeholder: 'e.g. official-rules.pdf',
			description:
				'The name to store the file under, with its extension. Leave empty to keep the current name. The service accepts letters without accents, digits, dots, hyphens and underscores. Other characters are replaced.',
		},
		{
			displayName: 'When Name Exists',
			name: 'whenNameExists',
			type: 'options',
			options: [
				{ name: 'Error', value: 'error', description: 'The item fails' },
				{
					name: 'Replace',
					value: 'replace',
					description: 'Delete the existing file, and store the new one. Links to the old file stop working.',
				},
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Return the existing file, and store nothing',
				},
			],
			default: 'return',
			description:
				'What to do if the account already has a file with this name. Return Existing sets “existed” to true or false, and Replace sets “replaced”.',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Private',
					name: 'Private',
					type: 'boolean',
					default: true,
					description: 'Whether to store the file as private',
				},
			],
		},
	],
	request: z.object({ file: z.custom<InputFile>(), Filename: filename, Private: z.boolean() }),
	toRequest({ file, Filename = file.name, options: { Private = true } }) {
		refuseLongFile(file.bytes);
		return { file, Filename, Private };
	},
	async *run({ client, request: { file, ...request }, parameters }) {
		// Checked before reading: n8n may keep a file on disk that exceeds its memory.
		refuseLongFile(await file.size());
		const FileData = await file.base64();
		refuseLongFile(countBytes(FileData));
		const MimeType = findMimeType(request.Filename)!;
		const whole: FileToUpload = { ...request, MimeType, FileData };
		const store = async (caller = client) =>
			await caller.callForItems(uploadFile, whole, ({ Data }) => storedItem(Data));
		if (parameters.whenNameExists === 'error') {
			yield* await store();
			return;
		}
		const key = `file ${fileKey(whole.Filename)}`;
		const reason = 'already stored';
		const sameFile = {
			keys: [key],
			like: `${key} ${createHash('sha256').update(FileData).digest('base64')}`,
			reason,
			toItems: () => [],
		};
		const name = withoutFolders(parameters.Filename ?? file.name);
		if (parameters.whenNameExists === 'replace') {
			yield* lookFirst(client, {
				...sameFile,
				// A stored file of the same size must not be taken for the new one if the answer is lost.
				find: async () => ({ records: await allFiles(client) }),
				write: async ({ client: informed }) =>
					await replace(informed, { name, stored: whole.Filename }, async () => await store(informed)),
			});
			return;
		}
		yield* lookFirst(client, {
			...sameFile,
			// No lookup is needed: the service refuses a name in use.
			find: async () => ({}),
			write: async () =>
				await unlessNameTaken(client, whole.Filename, store(), (existing) => {
					if (Number(existing.Size) !== countBytes(FileData)) {
						if (name !== whole.Filename) throw nameTaken(name, whole.Filename);
						if (!isBlank(existing.Size)) client.run.hints.add(OTHER_SIZE);
					}
					client.run.hints.skip(reason);
					return [{ ...storedItem(existing), existed: true }];
				}),
		});
	},
});

/** Awaits the storing of a file. If its name is in use, `resolve` decides what comes of it. */
async function unlessNameTaken(
	client: Client,
	stored: string,
	storing: Promise<readonly object[]>,
	resolve: (existing: Json) => readonly object[] | Promise<readonly object[]>,
): Promise<readonly object[]> {
	return await storing.catch(async (refusal: unknown) => {
		const existing = hasStatus(refusal, 409) && (await fileNamed(client, stored));
		if (!existing) throw refusal;
		return await resolve(existing);
	});
}

/**
 * Stores a file. If its name is in use, deletes the existing file first, unless this execution stored it.
 *
 * @param name as given, and as it is stored
 */
async function replace(
	client: Client,
	{ name, stored }: { name: string; stored: string },
	store: () => Promise<readonly object[]>,
): Promise<object[]> {
	/** The names of the files that this execution stored. */
	const ours = client.run.getOrCreate('stored files', () => new Set<string>());
	const key = fileKey(stored);
	const items = await unlessNameTaken(client, stored, store(), async (existing) => {
		if (ours.has(key))
			throw new InputError(FILE_NAME, `must be another name, because an earlier item stored “${stored}”`);
		if (name !== stored) throw nameTaken(name, stored);
		await client.call(deleteFile, { FileToken: asText(existing.FileToken) });
		return (await explained(WAS_DELETED, store())).map((item) => ({ ...item, replaced: true }));
	});
	ours.add(key);
	return items.map((item) => ({ replaced: false, ...item }));
}

const WAS_DELETED = 'The existing file was deleted, so upload the new one again.';

const OTHER_SIZE =
	'A stored file has the same name, but a different size. It was returned unchanged, and the new file was not stored.';

/** Other characters were replaced in the name, so it can be that of a different file. */
function nameTaken(name: string, stored: string): InputError {
	return new InputError(
		FILE_NAME,
		`must be another name, because “${name}” would be stored as “${stored}”, and a file already has that name. If it is the same file, enter “${stored}” here`,
	);
}

/** @throws {InputError} if the file is too large to send */
function refuseLongFile(bytes = 0): void {
	if (bytes <= MOST_UPLOADED) return;
	const size = (bytes / 1024 / 1024).toFixed(1);
	throw new InputError(INPUT_FILE, `must be a file of at most 10 MB, but is ${size} MB`);
}
