import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';

import { SweepstakesFile } from '../../nodes/SweepstakesFile/SweepstakesFile.node';
import type { Dialect } from '../../sandbox';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesFile();
const ID = '3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f';
const MB = 1024 * 1024;

let stage: Stage;
afterEach(async () => {
	jest.restoreAllMocks();
	await stage.close();
});

const binaryOf = (content: Buffer | string, fileName?: string, fileExtension?: string): IBinaryKeyData => ({
	data: {
		data: Buffer.from(content).toString('base64'),
		mimeType: 'application/octet-stream',
		...(fileName && { fileName }),
		...(fileExtension && { fileExtension }),
	},
});

const PDF = binaryOf('the rules', 'Règles officielles (1).pdf');

const upload = async (binary: IBinaryKeyData | undefined, parameters: INodeParameters = {}) =>
	await stage.run(node, 'upload', parameters, { binary });

/** @returns the FileToken */
async function uploaded(Filename: string, content: Buffer | string = 'content'): Promise<string> {
	const { Data } = await stage.api<{ Data: { FileToken: string } }>('/files/upload', {
		Filename,
		MimeType: 'application/pdf',
		FileData: Buffer.from(content).toString('base64'),
	});
	return Data.FileToken;
}

/** All files, read directly from the service. */
async function names(): Promise<string[]> {
	const { Data } = await stage.api<{ Data: { Files: Array<{ FileInfo: { Filename: string } }> } }>(
		'/files/fetch',
	);
	return Data.Files.map(({ FileInfo }) => FileInfo.Filename);
}

describe.each<Dialect>(['contract', 'reference'])('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('a file that is uploaded comes back byte for byte', async () => {
		const content = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256));
		const [stored] = jsonOf(await upload(binaryOf(content, 'Prüfung & Bild.PNG')));
		expect(stored).toMatchObject({ Filename: 'Prufung___Bild.PNG', MimeType: 'image/png', Size: 1_000 });
		expect(Object.keys(stored!)[0]).toBe('Filename');

		const file = byId(stored!.FileToken as string);
		const { items } = await stage.run(node, 'download', { file, fileField: 'photo' });
		const { photo } = items[0]!.binary!;
		expect(photo).toMatchObject({ fileName: 'Prufung___Bild.PNG', mimeType: 'image/png' });
		expect(Buffer.from(photo!.data, 'base64').equals(content)).toBe(true);
	});

	test('the API token is not sent to the address of the file', async () => {
		// The sandbox refuses a request for a file with an Authorization header.
		const file = byId(await uploaded('rules.pdf'));
		const { error } = await stage.run(node, 'download', { file });
		expect(error).toBeUndefined();
		expect(stage.paths()).toEqual(['/files/getFileUrl']);
	});

	test('a name that is in use fails the item, and the error says what to do', async () => {
		await uploaded('rules.pdf');
		const { error } = await upload(binaryOf('new', 'rules.pdf'));
		expect(error?.message).toMatch(/^The service refused this: /);
		expect(error?.description).toBe(
			'The account has a file with this name. Choose another “File Name”, or set “When Name Exists” to Return Existing.',
		);
		expect(await names()).toEqual(['rules.pdf']);
	});

	test('the file that has the name can be returned instead', async () => {
		const FileToken = await uploaded('rules.pdf');
		const parameters = { whenNameExists: 'return' };
		const [existing] = jsonOf(await upload(binaryOf('new', 'rules.pdf'), parameters));
		expect(existing).toMatchObject({ Filename: 'rules.pdf', existed: true, FileToken });
		const [added] = jsonOf(await upload(binaryOf('new', 'other.pdf'), parameters));
		expect(added).toMatchObject({ Filename: 'other.pdf', existed: false });
	});

	test('Return Existing does not hide another refusal', async () => {
		await uploaded('rules.pdf');
		const body = { Response: false, Message: 'The storage is full' };
		stage.sandbox.faults([{ path: '/files/upload', status: 400, body }]);
		const { error } = await upload(binaryOf('new', 'rules.pdf'), { whenNameExists: 'return' });
		expect(error?.message).toBe('The service refused this: The storage is full');
		expect(stage.paths()).toEqual(['/files/upload']);
	});

	test('a file whose name is refused, although no file has it, fails the item', async () => {
		const body = { Response: false, Message: 'The name exists' };
		stage.sandbox.faults([{ path: '/files/upload', status: 409, body }]);
		const { error, items } = await upload(binaryOf('new', 'rules.pdf'), { whenNameExists: 'return' });
		expect(error?.message).toBe('The service refused this: The name exists');
		expect(items).toEqual([]);
	});

	test('a file of more than 5 MB is not emailed, and the error says why', async () => {
		const file = byId(await uploaded('large.pdf', Buffer.alloc(5 * MB + 1)));
		const { error } = await stage.run(node, 'send', { file, RecipientEmail: 'jane@example.com' });
		expect(error?.message).toMatch(/^The service refused this: /);
		expect(error?.description).toMatch(/^A file that is emailed may have up to 5 MB\./);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('a file of 10 MB goes up and comes down', async () => {
		const content = Buffer.alloc(10 * MB, 'x');
		const [stored] = jsonOf(await upload(binaryOf(content, 'large.pdf')));
		expect(stored).toMatchObject({ Size: 10 * MB, SizeMB: 10 });
		const { items } = await stage.run(node, 'download', { file: byId(stored!.FileToken as string) });
		expect(Buffer.from(items[0]!.binary!.data!.data, 'base64').equals(content)).toBe(true);
	}, 120_000);

	test('a file of more than 10 MB is not sent', async () => {
		const { error } = await upload(binaryOf(Buffer.alloc(10 * MB + 1), 'large.pdf'));
		expect(error?.message).toBe('“Input Binary Field” must be a file of at most 10 MB, but has 10.0 MB');
		expect(stage.paths()).toEqual([]);
	});

	test('a size that n8n knows is checked for all items before the first file is sent', async () => {
		const binary = binaryOf('small', 'large.pdf');
		const { error } = await upload({ data: { ...binary.data!, bytes: 11 * MB } });
		expect(error?.message).toContain('must be a file of at most 10 MB, but has 11.0 MB');
		expect(stage.paths()).toEqual([]);
	});

	test.each<[string, IBinaryKeyData | undefined, INodeParameters, string]>([
		[
			'no file',
			undefined,
			{},
			'“Input Binary Field” must be the name of a binary field of the input item, with a file in it, but is “data”',
		],
		[
			'another field',
			PDF,
			{ file: 'photo' },
			'“Input Binary Field” must be the name of a binary field of the input item, with a file in it, but is “photo”',
		],
		[
			'a number in place of a field',
			PDF,
			{ file: '={{ 7 }}' },
			'“Input Binary Field” must be the name of a binary field of the input item, with a file in it, but is 7',
		],
		[
			'a kind of file that the service does not store',
			binaryOf('<p>Rules</p>', 'rules.html'),
			{},
			'“File Name” must be the name of a file that the service stores (pdf, doc, docx, xls, xlsx, ppt, pptx, txt, csv, jpg, jpeg, png, gif, webp, svg, bmp), but is “rules.html”',
		],
		[
			'a name without an ending',
			PDF,
			{ Filename: 'rules' },
			'“File Name” must be the name of a file that the service stores (pdf, doc, docx, xls, xlsx, ppt, pptx, txt, csv, jpg, jpeg, png, gif, webp, svg, bmp), but is “rules”',
		],
	])('upload refuses %s before anything is sent', async (_what, binary, parameters, sentence) => {
		const { error } = await upload(binary, parameters);
		expect(error?.message).toBe(sentence);
		expect(stage.paths()).toEqual([]);
	});

	test.each<[string, IBinaryKeyData, INodeParameters, string]>([
		['its own name', PDF, {}, 'Regles_officielles__1_.pdf'],
		['the name that is given', PDF, { Filename: 'C:\\rules\\2027.pdf' }, '2027.pdf'],
		['a name with the ending that n8n knows', binaryOf('a', 'report', 'csv'), {}, 'report.csv'],
		['a name of its own if it has none', binaryOf('a', undefined, 'txt'), {}, 'file.txt'],
	])('a file is stored under %s', async (_what, binary, parameters, name) => {
		await upload(binary, parameters);
		expect(stage.lastBody().Filename).toBe(name);
		expect(await names()).toEqual([name]);
	});

	test('the field can be found by an expression', async () => {
		const result = await upload(PDF, { file: '={{ Object.keys($binary)[0] }}', Filename: 'rules.pdf' });
		expect(result.error?.message).toBeUndefined();
		expect(jsonOf(result)[0]).toMatchObject({ Filename: 'rules.pdf', Size: 9 });
	});

	test('Get Many lists all files, newest first, with their category, and raw ones as they are', async () => {
		await uploaded('a.pdf');
		const token = await uploaded('b.pdf');
		await stage.api('/files/send', { FileToken: token, RecipientEmail: 'jane@example.com' });
		const [second, first] = jsonOf(await stage.run(node, 'getMany', { returnAll: true }));
		expect(first).toMatchObject({ Filename: 'a.pdf', Category: 'General' });
		expect(second!.SharedTo).toEqual([expect.objectContaining({ Recipient: 'jane@example.com' })]);
		const [raw] = jsonOf(await stage.run(node, 'getMany', { simplify: false }));
		expect(raw!.FileInfo).toMatchObject({ Filename: 'b.pdf' });
	});

	test('Get Many shows files of a service that says no more than their tokens', async () => {
		const Pagination = { TotalFiles: 1, TotalPages: 1 };
		const body = { Response: true, Data: { Files: [{ FileToken: 'f' }], Pagination } };
		stage.sandbox.faults([{ path: '/files/fetch', body }]);
		expect(jsonOf(await stage.run(node, 'getMany'))).toEqual([{ FileToken: 'f' }]);
	});

	test('the picker lists the files with their day, and searches them', async () => {
		const value = await uploaded('rules.pdf');
		await uploaded('winners.pdf');
		const day = new Date().toISOString().slice(0, 10);
		const { results } = await stage.search(node, 'searchFiles');
		expect(results.map(({ name }) => name)).toEqual([`winners.pdf (${day})`, `rules.pdf (${day})`]);
		const found = await stage.search(node, 'searchFiles', {}, 'RULES');
		expect(found.results).toEqual([{ name: `rules.pdf (${day})`, value }]);
	});

	test('the picker names a file without a name by its ID', async () => {
		const body = { Response: true, Data: { Files: [{ FileToken: 'f' }] } };
		stage.sandbox.faults([{ path: '/files/fetch', body }]);
		expect((await stage.search(node, 'searchFiles')).results).toEqual([{ name: 'f', value: 'f' }]);
	});

	test('Delete names the file alone if the service says no more', async () => {
		const file = byId(await uploaded('rules.pdf'));
		stage.sandbox.faults([{ path: '/files/delete', body: { Response: true } }]);
		expect(jsonOf(await stage.run(node, 'delete', { file }))).toEqual([
			{ deleted: true, FileToken: file.value },
		]);
	});

	test('a name in place of an ID is refused', async () => {
		expect(await stage.refusal(node, 'download', { file: byId('rules.pdf') })).toBe(
			`Item 1: “File” must be an ID such as ${ID}, but is “rules.pdf”`,
		);
	});

	describe('when answers are lost', () => {
		const path = '/files/send';
		const send = async (items: object[] = [{}]) =>
			await stage.run(
				node,
				'send',
				{ file: byId(token), RecipientEmail: '={{ $json.to || "jane@example.com" }}' },
				{ items: items as never },
			);
		let token: string;
		beforeEach(async () => {
			token = await uploaded('rules.pdf');
			jest.spyOn(Math, 'random').mockReturnValue(0);
		});
		const recipients = async () => {
			const { Data } = await stage.api<{
				Data: { Files: Array<{ SharedTo: Array<{ Recipient: string }> }> };
			}>('/files/fetch');
			return Data.Files[0]!.SharedTo.map(({ Recipient }) => Recipient);
		};

		test('an email that was sent before, to the same person, does not hide that this one was not', async () => {
			await stage.api(path, { FileToken: token, RecipientEmail: 'JANE@example.com' });
			stage.sandbox.advance(60_000);
			stage.sandbox.faults([{ path, drop: 'before' }]);
			expect((await send()).error).toBeUndefined();
			expect(await recipients()).toEqual(['JANE@example.com', 'jane@example.com']);
		});

		test('an email that was sent is not sent again', async () => {
			stage.sandbox.faults([{ path, drop: 'after' }]);
			const { items } = await send();
			expect(items[0]!.json).toMatchObject({ Filename: 'rules.pdf', RecipientEmail: 'jane@example.com' });
			expect(await recipients()).toEqual(['jane@example.com']);
		});

		test('an email whose date nobody can place is not sent again, and the error says what to check', async () => {
			const share = { Recipient: 'jane@example.com', Method: 'email' };
			const Pagination = { TotalFiles: 1, TotalPages: 1 };
			const Files = [{ FileToken: ID }, { FileToken: token, SharedTo: [share] }];
			stage.sandbox.faults([
				{ path, drop: 'after' },
				{ path: '/files/fetch', body: { Response: true, Data: { Files, Pagination } } },
			]);
			const { error } = await send();
			expect(error?.message).toMatch(/It may have been processed, so it was not sent again$/);
			expect(error?.description).toContain('check in your account whether the file was sent');
		});

		test('an email of a file whose ID is written in capitals is not sent again', async () => {
			const share = { Recipient: 'jane@example.com', Date: new Date().toISOString() };
			const Data = {
				Files: [{ FileToken: token, SharedTo: [share] }],
				Pagination: { TotalFiles: 1, TotalPages: 1 },
			};
			stage.sandbox.faults([
				{ path, drop: 'before' },
				{ path: '/files/fetch', body: { Response: true, Data } },
			]);
			const parameters = { file: byId(token.toUpperCase()), RecipientEmail: 'jane@example.com' };
			expect((await stage.run(node, 'send', parameters)).error).toBeUndefined();
			expect(stage.paths()).toEqual([path, '/files/fetch']);
		});

		test('a file that is gone meanwhile cannot be sent again', async () => {
			stage.sandbox.faults([
				{ path, drop: 'before' },
				{
					path: '/files/fetch',
					body: { Response: true, Data: { Files: [], Pagination: { TotalFiles: 0, TotalPages: 0 } } },
				},
			]);
			expect((await send()).error).toBeUndefined();
			expect(await recipients()).toEqual(['jane@example.com']);
		});

		test('an upload that was processed is found by its name and size', async () => {
			stage.sandbox.faults([{ path: '/files/upload', drop: 'after' }]);
			for (const content of ['12', '123', '1234'])
				jsonOf(await upload(binaryOf(content, `file-${content}.txt`)));
			expect(await names()).toHaveLength(4);
		});
	});

	describe('when a download fails', () => {
		let files = 0;
		const withUrl = async (Url: string, Filename = 'rules.pdf') => {
			const file = byId(await uploaded(`rules-${++files}.pdf`));
			const body = { Response: true, Data: { Url, Filename } };
			stage.sandbox.faults([{ path: '/files/getFileUrl', body }]);
			return await stage.run(node, 'download', { file });
		};

		/** Downloads from a server that answers so. */
		const withServer = async (answer: RequestListener, fileName?: string) => {
			const server = createServer(answer);
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			const { port } = server.address() as AddressInfo;
			const result = await withUrl(`http://127.0.0.1:${port}/rules.pdf`, fileName);
			server.close();
			server.closeAllConnections();
			return result;
		};

		test('an address that has expired fails the item, and the error says so', async () => {
			const { error } = await withUrl(stage.sandbox.url('/storage/nothing/rules.pdf'));
			expect(error?.message).toBe('The file could not be downloaded from its temporary address');
			expect(error?.description).toContain('The file itself is still in the account.');
		});

		test('the error does not say whether a port is open', async () => {
			const closed = await withUrl('http://127.0.0.1:1/rules.pdf');
			const open = await withServer((_request, response) => void response.writeHead(404).end());
			expect(closed.error!.message).toBe('The file could not be downloaded from its temporary address');
			expect(open.error!.message).toBe(closed.error!.message);
		}, 30_000);

		test('a redirect is followed only to the same origin', async () => {
			let elsewhere = 0;
			const other = createServer((_request, response) => {
				elsewhere++;
				response.end('secret');
			});
			await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
			const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
			const redirecting = async (location: string) =>
				await withServer((request, response) => {
					if (request.url === '/moved') return void response.end('moved');
					response.writeHead(302, { location }).end();
				});
			expect((await redirecting(address)).error).toBeDefined();
			expect((await redirecting('/rules.pdf')).error).toBeDefined();
			const { items } = await redirecting('/moved');
			expect(Buffer.from(items[0]!.binary!.data!.data, 'base64').toString()).toBe('moved');
			expect(elsewhere).toBe(0);
			other.close();
		});

		test('the file has a plain name, whatever the service calls it', async () => {
			const { items } = await withServer(
				(_request, response) => void response.end('x'),
				'../../etc\\a\u0000\u202e\n.pdf',
			);
			expect(items[0]!.binary!.data!.fileName).toBe('a.pdf');
		});

		test('a download is tried again after a 503, and given up if it never ends', async () => {
			let asked = 0;
			const { error } = await withServer((_request, response) => {
				if (++asked === 1) return void response.writeHead(503).end();
				response.writeHead(200);
				const chunk = Buffer.alloc(MB);
				const sendMore = () => {
					while (!response.destroyed && response.write(chunk));
				};
				response.on('drain', sendMore);
				sendMore();
			});
			expect(asked).toBe(2);
			expect(error?.message).toBe(
				'The file could not be downloaded from its temporary address (it has more than 50 MB)',
			);
		});

		test('a download that comes a byte at a time is stopped at its deadline and tried again', async () => {
			const { timeout } = AbortSignal;
			jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 100));
			let asked = 0;
			const { items } = await withServer((_request, response) => {
				if (++asked > 1) return void response.end('whole');
				const drip = setInterval(() => response.write('.'), 50);
				response.on('close', () => clearInterval(drip));
			});
			expect(asked).toBe(2);
			expect(Buffer.from(items[0]!.binary!.data!.data, 'base64').toString()).toBe('whole');
		}, 20_000);

		test('a file without a name has its ID for a name', async () => {
			const file = byId(await uploaded('rules.pdf'));
			const { Data } = await stage.api<{ Data: { Url: string } }>('/files/getFileUrl', {
				FileToken: file.value,
			});
			stage.sandbox.faults([
				{ path: '/files/getFileUrl', body: { Response: true, Data: { Url: Data.Url } } },
			]);
			const { items } = await stage.run(node, 'download', { file });
			expect(items[0]!.binary!.data).toMatchObject({
				fileName: file.value,
				mimeType: 'application/octet-stream',
			});
		});
	});
});
