import { createHash } from 'crypto';

import {
	listAllFiles,
	countBytes,
	deleteFile,
	findFileByName,
	filename,
	findMimeType,
	losesLetters,
	MAX_UPLOADED,
	uploadFile,
	type FileToUpload,
} from '../api';
import { withoutFolders } from '../../shared/file-name';
import type { Client } from '../../shared/client/client';
import { hasStatus, throwWith } from '../../shared/client/failures';
import { findDifferences } from '../../shared/api/differences';
import { toTitleKey } from '../../shared/api/titles';
import { asText, isBlank, type Json, toNumber, toText } from '../../shared/json';
import { toStoredItem } from '../items';
import type { InputFile } from '../../shared/n8n/input/input-file';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { hintAtDifferences } from '../../shared/n8n/operation/find-or-create';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { z } from '../../shared/zod';

const INPUT_FILE = 'Input Binary Field';
const FILE_NAME = 'File Name';

const fileToRead = z.object({
	file: z.custom<InputFile>(),
	/** The name that the user gave. */
	name: z.string(),
	/** The name under which the service stores the file. */
	Filename: filename,
	Private: z.boolean(),
});

type FileToRead = z.output<typeof fileToRead>;

export const upload = defineOperation({
	name: 'Upload',
	value: 'upload',
	action: 'Upload a file',
	description:
		'Store a file from the input item in the account: a PDF, Office document, text file, CSV or image of up to 10 MB',
	fields: [
		{
			displayName: INPUT_FILE,
			name: 'file',
			type: 'string',
			typeOptions: { binaryField: true },
			default: 'data',
			required: true,
			hint: 'The name of the input binary field that contains the file',
			description: 'The binary field of the input item that contains the file',
		},
		{
			displayName: FILE_NAME,
			name: 'Filename',
			type: 'string',
			default: '',
			placeholder: 'e.g. official-rules.pdf',
			description:
				'The name to store the file under, with its extension. Leave empty to keep the current name. The service accepts letters without accents, digits, dots, hyphens and underscores. Accents are removed, and other characters are replaced with “_”. If the current name is in another alphabet, enter a name here.',
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
					description:
						'Deletes the existing file and stores the new one. Links to the old file stop working.',
				},
				{
					name: 'Return Existing',
					value: 'return',
					description:
						'Returns the existing file if it has the same size as the new one. If the sizes differ, the item fails.',
				},
			],
			default: 'return',
			description:
				'What to do if the account already has a file with this name. With “Return Existing”, the output column “existed” tells whether the file was already there; with “Replace”, the column “replaced” does.',
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
	request: fileToRead,
	toRequest({ file, Filename = file.name, options: { Private = true } }) {
		refuseUnusableSize(file.bytes);
		return { file, name: withoutFolders(Filename), Filename, Private };
	},
	existing: async ({ client, request, parameters: { whenNameExists } }) => {
		const key = `file ${toTitleKey(request.Filename)}`;
		if (whenNameExists === 'error') return { keys: [key] };
		const file = await readFile(request);
		return {
			keys: [key],
			recordKey: `${key} ${createHash('sha256').update(file.FileData).digest('base64')}`,
			reason: ALREADY_STORED,
			// The service refuses a name that is in use, so no lookup is needed before the upload. Only Replace lists the
			// existing files first: if the reply is lost, an old file of the same size must not be mistaken for the new one.
			// `existing` passes the file's content to `run`, so that the content is read only once.
			find: async () => ({
				existing: file,
				records: whenNameExists === 'replace' ? await listAllFiles(client) : undefined,
			}),
		};
	},
	async *run({ client, request, parameters: { whenNameExists }, existing, earlier }) {
		const file = existing ?? (await readFile(request));
		const store = async () => {
			const items = await client.callForItems(uploadFile, file, ({ Data }) => toStoredItem(Data), {
				// The list need not be read again after a wait, because the service refuses a name that is in use.
				before: earlier?.before,
			});
			getStoredKeys(client).add(toTitleKey(file.Filename));
			return items;
		};
		if (whenNameExists === 'error') yield store();
		else if (whenNameExists === 'replace') yield replace(client, request, store);
		else yield storeOrReturn(client, request, countBytes(file.FileData), store);
	},
});

const ALREADY_STORED = 'already stored';

/** @throws {InputError} if the file is empty or too large to send */
async function readFile({ file, Filename, Private }: FileToRead): Promise<FileToUpload> {
	// The size is checked before the file is read, because n8n may keep a file on disk that does not fit in memory.
	refuseUnusableSize(await file.size());
	const FileData = await file.base64();
	refuseUnusableSize(countBytes(FileData));
	return { Filename, Private, MimeType: findMimeType(Filename)!, FileData };
}

/** Waits for an upload. If the file's name is in use, calls `resolve` with the existing file and returns its result. */
async function resolveIfNameTaken(
	client: Client,
	stored: string,
	storing: Promise<readonly object[]>,
	resolve: (existing: Json) => readonly object[] | Promise<readonly object[]>,
): Promise<readonly object[]> {
	return await storing.catch(async (refusal: unknown) => {
		const existing = hasStatus(refusal, 409) && (await findFileByName(client, stored));
		if (!existing) throw refusal;
		return await resolve(existing);
	});
}

/** Returns the {@link toTitleKey} of each file that this execution stored. */
function getStoredKeys(client: Client): Set<string> {
	return client.memory.getOrCreate('stored files', () => new Set());
}

/**
 * Stores a file. If its name is in use, returns the existing file, and a hint says if the two differ in a setting. A
 * different file is an error, because the next node would work with the old one. Files differ if their sizes do, or if
 * this execution stored the existing one: items with the same content share the result of the first one. If the size of
 * the existing file is unknown, it counts as different only if the service may have changed its name (`losesLetters`).
 */
async function storeOrReturn(
	client: Client,
	{ name, Filename, Private }: FileToRead,
	bytes: number,
	store: () => Promise<readonly object[]>,
): Promise<object[]> {
	const items = await resolveIfNameTaken(client, Filename, store(), (existing) => {
		if (getStoredKeys(client).has(toTitleKey(Filename))) throw createStoredTwiceError(Filename);
		const isOther = toNumber(existing.Size) !== bytes;
		if (isOther && losesLetters(name)) throw createNameTakenError(name, Filename);
		if (isOther && !isBlank(existing.Size)) throw createOtherFileError(Filename, existing, bytes);
		hintAtDifferences(client, findDifferences(existing, { Private }).length > 0 ? ['Options › Private'] : []);
		client.hints.skip(ALREADY_STORED);
		return [{ ...toStoredItem(existing), existed: true }];
	});
	return items.map((item) => ({ existed: false, ...item }));
}

/**
 * Stores a file. If its name is in use, deletes the existing file and stores the new one. If this execution stored the
 * existing file, the item fails.
 */
async function replace(
	client: Client,
	{ name, Filename }: FileToRead,
	store: () => Promise<readonly object[]>,
): Promise<object[]> {
	const items = await resolveIfNameTaken(client, Filename, store(), async (existing) => {
		if (getStoredKeys(client).has(toTitleKey(Filename))) throw createStoredTwiceError(Filename);
		if (losesLetters(name)) throw createNameTakenError(name, Filename);
		await client.call(deleteFile, { FileToken: asText(existing.FileToken) });
		return (await store().catch(throwWith(WAS_DELETED))).map((item) => ({ ...item, replaced: true }));
	});
	return items.map((item) => ({ existed: false, replaced: false, ...item }));
}

const WAS_DELETED = 'The existing file was deleted, so upload the new one again.';

function createStoredTwiceError(stored: string): InputError {
	return new InputError(
		FILE_NAME,
		`must be a different name, because an earlier item already stored a file as “${stored}”`,
	);
}

function createOtherFileError(stored: string, { Size }: Json, bytes: number): InputError {
	return new InputError(
		FILE_NAME,
		`must be a different name, because the account already has another file called “${stored}” (${toText(Size)} bytes; this one has ${bytes}). To store this one in its place, set “When Name Exists” to “Replace”`,
	);
}

/**
 * Creates the error for a name that is in use. The service replaces some characters, so the existing file may have had
 * a different name.
 */
function createNameTakenError(name: string, stored: string): InputError {
	return new InputError(
		FILE_NAME,
		`must be a different name, because “${name}” would be stored as “${stored}”, and a file already has that name. If it is the same file, enter “${stored}” here`,
	);
}

/**
 * @param bytes the size of the file; undefined if it is unknown
 * @throws {InputError} if the file is empty or too large to send
 */
function refuseUnusableSize(bytes?: number): void {
	if (bytes === 0) throw new InputError(INPUT_FILE, 'must be a file that is not empty');
	if (bytes === undefined || bytes <= MAX_UPLOADED) return;
	const size = (bytes / 1024 / 1024).toFixed(1);
	throw new InputError(INPUT_FILE, `must be a file of at most 10 MB, but is ${size} MB`);
}
