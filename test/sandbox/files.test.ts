import { DIALECTS } from '../../sandbox';
import {
	accepts,
	INSTANT,
	knowsItsAccount,
	MINUTE,
	openBench,
	refuses,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, email, flag, oneOf, required, takesOneToken, text, uuid, whole } from './kinds';

const MB = 1024 * 1024;

let bench: Bench;
beforeAll(async () => {
	bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
});

let names = 0;
const freshName = () => `file-${++names}.txt`;
const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64');

const uploadBody = (changes: Json = {}) => ({
	Filename: freshName(),
	MimeType: 'text/plain',
	FileData: base64('content'),
	...changes,
});

/** @returns the Data of /files/upload */
const upload = async (changes: Json = {}): Promise<Json> =>
	(await bench.ok('/files/upload', uploadBody(changes))).Data;

describe('POST /files/upload', () => {
	const contract: Contract = { bench: () => bench, path: '/files/upload', valid: () => uploadBody() };
	checkFields(contract, {
		Filename: required({ refuses: ['', 5, null], accepts: ['rules.pdf'] }),
		MimeType: required({ refuses: ['text/html', 'PDF', ''], accepts: ['application/pdf', 'image/svg+xml'] }),
		FileData: required({ refuses: ['', 'YQ', 'Y Q=', 5], accepts: ['YQ==', 'YWI=', 'YWJj'] }),
		Private: flag,
	});
	refuses(contract, [
		['a name with a folder', { Filename: 'a/b.txt' }],
		['a name without an ending', { Filename: 'rules' }],
		['a file of more than 10 MB', { FileData: base64(Buffer.alloc(10 * MB + 1)) }],
	]);
	accepts(contract, [['a file of 10 MB', { FileData: base64(Buffer.alloc(10 * MB)) }]]);

	it('stores the file under a plain name, in a category that it makes', async () => {
		const Data = await upload({ Filename: 'Règles (1).txt' });
		expect(Data).toEqual({
			FileToken: expect.stringMatching(UUID),
			Filename: 'Regles__1_.txt',
			MimeType: 'text/plain',
			Size: 7,
			SizeMB: 0,
			Path: expect.stringContaining('Regles__1_.txt'),
			CategoryToken: expect.stringMatching(UUID),
			Category: 'General',
			Private: true,
			CreationDate: expect.stringMatching(INSTANT),
		});
		expect((await upload()).CategoryToken).toBe(Data.CategoryToken);
	});

	it.each(DIALECTS)(
		'refuses a name in use with the token of the file, in the dialect %s',
		async (dialect) => {
			const there = await openBench({ dialect });
			const sent = uploadBody();
			const { FileToken } = (await there.ok('/files/upload', sent)).Data;
			const { status, body } = await there.call('/files/upload', sent);
			expect({ status, body }).toEqual({
				status: 409,
				body: {
					Response: false,
					Message: expect.any(String),
					ExistingFileToken: FileToken,
					...(dialect === 'contract' && { Code: 409 }),
				},
			});
		},
	);

	it('keeps to the storage of the plan', async () => {
		const small = await openBench({ accounts: [{ plan: { MaxStorageSize: 1 } }] });
		const sent = uploadBody({ FileData: base64(Buffer.alloc(0.75 * MB)) });
		await small.ok('/files/upload', sent);
		const { Storage } = (await small.ok('/files/fetch')).Data;
		expect(Storage).toEqual({ UsedMB: 0.75, MaxMB: 1, RemainingMB: 0.25 });
		const { status } = await small.call('/files/upload', { ...sent, Filename: freshName() });
		expect(status).toBe(400);
	});

	it('takes no longer body than a file of 10 MB needs', async () => {
		const { status } = await bench.call('/files/upload', uploadBody({ FileData: 'A'.repeat(16 * MB) }));
		expect(status).toBe(413);
	});
});

describe('POST /files/fetch', () => {
	const contract: Contract = { bench: () => bench, path: '/files/fetch', valid: () => ({}) };
	checkFields(contract, { Page: whole(1), Limit: whole(1, 200) });

	it('lists the files newest first, in pages, and nothing to another account', async () => {
		const { FileToken, Filename, CategoryToken } = await upload();
		const { Files, Categories, Pagination } = (await bench.ok('/files/fetch', { Limit: 1 })).Data;
		expect(Files).toEqual([
			{
				FileToken,
				CategoryToken,
				CreationDate: expect.stringMatching(INSTANT),
				FileInfo: expect.objectContaining({ Filename, Size: 7, MimeType: 'text/plain', Private: true }),
				SharedTo: [],
				VisibleToAdmins: true,
			},
		]);
		expect(Categories).toEqual([{ CategoryToken, Category: 'General', Color: '#6CD9FF', Primary: true }]);
		expect(Pagination.TotalPages).toBe(Pagination.TotalFiles);
		const { Data } = await bench.ok('/files/fetch', {}, { token: 'other' });
		expect(Data).toMatchObject({ Files: [], Categories: [] });
	});
});

describe('POST /files/getFileUrl', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/files/getFileUrl',
		valid: async () => ({ FileToken: (await upload()).FileToken }),
	};
	checkFields(contract, {
		FileToken: required(uuid),
		Mode: oneOf('preview', 'download'),
		ExpiresIn: whole(60, 3600),
	});
	knowsItsAccount(contract, 'FileToken');

	it('answers an address under which the file is, until it expires', async () => {
		const { FileToken, Filename } = await upload({ MimeType: 'text/csv' });
		const sent = { FileToken, Mode: 'download', ExpiresIn: 60 };
		const { Url, ExpiresAt } = (await bench.ok('/files/getFileUrl', sent)).Data;
		expect(ExpiresAt).toBe(new Date(bench.sandbox.now() + MINUTE).toISOString());

		const file = await fetch(Url);
		expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
		expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${Filename}"`);
		expect(await file.text()).toBe('content');
		expect((await fetch(Url, { headers: { authorization: 'Bearer x' } })).status).toBe(400);

		bench.sandbox.advance(MINUTE);
		expect((await fetch(Url)).status).toBe(403);
	});

	it('shows a file in the browser by default, and none that was deleted', async () => {
		const { FileToken } = await upload();
		const { Url } = (await bench.ok('/files/getFileUrl', { FileToken })).Data;
		expect((await fetch(Url)).headers.get('content-disposition')).toMatch(/^inline/);
		await bench.ok('/files/delete', { FileToken });
		expect((await fetch(Url)).status).toBe(404);
	});
});

describe('POST /files/send', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/files/send',
		valid: async () => ({ FileToken: (await upload()).FileToken, RecipientEmail: 'ada@example.com' }),
	};
	checkFields(contract, {
		FileToken: required(uuid),
		RecipientEmail: required(email),
		EmailSubject: text(),
		EmailMessage: text(),
	});
	knowsItsAccount(contract, 'FileToken');

	it('shares the file with the recipient each time it is sent', async () => {
		const { FileToken, Filename } = await upload();
		const sent = { FileToken, RecipientEmail: 'ada@example.com' };
		expect((await bench.ok('/files/send', sent)).Data).toEqual({ ...sent, Filename, SizeMB: 0 });
		await bench.ok('/files/send', sent);
		const [{ SharedTo }] = (await bench.ok('/files/fetch')).Data.Files;
		const share = { Date: expect.stringMatching(INSTANT), Method: 'email', Recipient: 'ada@example.com' };
		expect(SharedTo).toEqual([share, share]);
	});

	it('refuses a file of more than 5 MB', async () => {
		const { FileToken } = await upload({ FileData: base64(Buffer.alloc(5 * MB + 1)) });
		const sent = { FileToken, RecipientEmail: 'ada@example.com' };
		expect((await bench.call('/files/send', sent)).status).toBe(400);
	});
});

describe('POST /files/delete', () => {
	takesOneToken(
		{ bench: () => bench, path: '/files/delete' },
		'FileToken',
		async () => (await upload()).FileToken,
	);

	it('frees the name and the storage', async () => {
		const used = async () => (await bench.ok('/files/fetch')).Data.Storage.UsedMB;
		const before = await used();
		const { FileToken, Filename, SizeMB } = await upload({ FileData: base64(Buffer.alloc(MB)) });
		expect(await used()).toBeCloseTo(before + 1);
		const { Data } = await bench.ok('/files/delete', { FileToken });
		expect(Data).toEqual({ FileToken, Filename, SizeMB });
		expect(await used()).toBe(before);
		expect((await upload({ Filename })).Filename).toBe(Filename);
	});
});
