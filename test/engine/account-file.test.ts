import { createServer, type RequestListener } from 'node:http';

import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { SweepstakesAccountFile } from '../../nodes/SweepstakesAccountFile/SweepstakesAccountFile.node';
import { inDialects, openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';
import { listen } from '../support/server';

const node = new SweepstakesAccountFile();
const MB = 1024 * 1024;
const UPLOAD = '/files/upload';
const LIST = '/files/fetch';
const DELETE = '/files/delete';

openStages();

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
const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);

async function uploaded(Filename: string, content: Buffer | string = 'content'): Promise<string> {
	const FileData = Buffer.from(content).toString('base64');
	const body = { Filename, MimeType: 'application/pdf', FileData };
	return (await stage.api<{ Data: { FileToken: string } }>(UPLOAD, body)).Data.FileToken;
}

const names = async () =>
	(await stage.api<{ Data: { Files: Array<{ FileInfo: { Filename: string } }> } }>(LIST)).Data.Files.map(
		({ FileInfo }) => FileInfo.Filename,
	);

/**
 * Replaces the next two replies of the endpoint that lists files: before the node sends a lost call again, it looks
 * twice for the file.
 */
const list = (...Files: object[]) =>
	stage.answer(
		LIST,
		{ Data: { Files, Pagination: { TotalFiles: Files.length, TotalPages: 1 } } },
		{ times: 2 },
	);

inDialects(() => {
	test('an uploaded file can be downloaded byte for byte', async () => {
		const content = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256));
		const [found] = listJson(await upload(binaryOf(content, 'Prüfung & Bild.PNG')));
		expect(found).toMatchObject({ Filename: 'Prufung___Bild.PNG', MimeType: 'image/png', Size: 1_000 });

		const file = byId(found!.FileToken as string);
		// The sandbox refuses a file request with an Authorization header.
		const { items } = await run('download', { file, fileField: 'photo' });
		expect(stage.paths()).toEqual(['/files/getFileUrl']);
		const { photo } = items[0]!.binary!;
		expect(photo).toMatchObject({ fileName: 'Prufung___Bild.PNG', mimeType: 'image/png' });
		expect(Buffer.from(photo!.data, 'base64').equals(content)).toBe(true);
	});

	test('if the file name is taken, “Upload” returns the existing file or fails with advice, as the user chooses', async () => {
		const FileToken = await uploaded('rules.pdf');
		const [existing] = listJson(await upload(binaryOf('content', 'rules.pdf')));
		expect(existing).toMatchObject({ Filename: 'rules.pdf', existed: true, FileToken });
		const other = await upload(binaryOf('new', 'rules.pdf'));
		expect(other.error?.message).toContain(
			'the account already has another file called “rules.pdf” (7 bytes;',
		);
		const { error } = await upload(binaryOf('new', 'rules.pdf'), { whenNameExists: 'error' });
		expect(error?.message).toMatch(/^The service rejected this: /);
		expect(error?.description).toBe(
			'The account already has a file with this name. Choose another “File Name”, or set “When Name Exists” to “Return Existing” or “Replace”.',
		);
		expect(await names()).toEqual(['rules.pdf']);
	});

	test('“Replace” stores the new file in place of the old one, and reports whether there was an old one', async () => {
		const whenNameExists = 'replace';
		const [first] = listJson(await upload(binaryOf('old', 'rules.pdf'), { whenNameExists }));
		expect(first).toMatchObject({ Filename: 'rules.pdf', replaced: false, existed: false });
		const [second] = listJson(await upload(binaryOf('new', 'rules.pdf'), { whenNameExists }));
		expect(second).toMatchObject({ Filename: 'rules.pdf', replaced: true, existed: false });
		expect(second!.FileToken).not.toBe(first!.FileToken);
		expect(await names()).toEqual(['rules.pdf']);
	});

	test('does not email a file to a person who has opted out of the chosen sweepstakes', async () => {
		const KeyEmail = 'jane@example.com';
		await stage.addParticipant(KeyEmail);
		const { sweepstakesToken: SweepstakesToken } = stage;
		stage.sandbox.placeParticipant({ SweepstakesToken, KeyEmail, Collections: ['Participants', 'OptOuts'] });
		const file = byId(await uploaded('rules.pdf'));
		const send = async (RecipientEmail: string, more: INodeParameters = {}) =>
			await run('send', { file, RecipientEmail, optOutSweepstakes: stage.picked, ...more });
		const skipped = { RecipientEmail: 'Jane@example.com', skipped: true, Reason: 'OptedOut' };
		for (const dryRun of [false, true]) {
			const result = await send('Jane@example.com', { options: { dryRun } });
			expect(listJson(result)).toMatchObject([skipped]);
			expect(result.hints).toContain('Skipped 1 item: the person has opted out.');
			expect(stage.callsTo('/files/send')).toBe(0);
		}
		expect(listJson(await send('joe@example.com'))).toMatchObject([
			{ Filename: 'rules.pdf', skipped: false },
		]);
		expect(stage.callsTo('/files/send')).toBe(1);
		await send(KeyEmail, { optOutSweepstakes: { __rl: true, mode: 'list', value: '' } });
		expect(stage.callsTo('/files/send')).toBe(1);
	});

	test('the same email to the same person is sent once in a run', async () => {
		const file = byId(await uploaded('Rules.pdf'));
		const items = ['jane@example.com', 'jane@example.com', 'joe@example.com'].map((email) => ({ email }));
		const result = await stage.run(node, 'send', { file, RecipientEmail: '={{ $json.email }}' }, { items });
		expect(result.error).toBeUndefined();
		expect(stage.callsTo('/files/send')).toBe(2);
		expect(result.items).toHaveLength(2);
		expect(result.hints).toContainEqual(expect.stringContaining('an earlier item asked for the same email'));
	});

	test('if the service refuses to send a file of more than 5 MB, the error states this limit', async () => {
		const file = byId(await uploaded('large.pdf', Buffer.alloc(5 * MB + 1)));
		const { error } = await run('send', { file, RecipientEmail: 'jane@example.com' });
		expect(error?.description).toMatch(/^You can email files of up to 5 MB\./);
	});
});

describe('“Replace”', () => {
	const replace = async (binary: IBinaryKeyData, more: object = {}) =>
		await stage.run(node, 'upload', { whenNameExists: 'replace' }, { binary, ...more });

	const FAULTS: Array<Omit<Fault, 'path'>> = [{ drop: 'before' }, { drop: 'after' }];
	const CALLS = [LIST, UPLOAD, LIST, DELETE, UPLOAD];

	test.each(FAULTS.flatMap((fault) => CALLS.map((path, index) => [fault, index + 1, path] as const)))(
		'stores the new file despite the fault %j in call %i (%s)',
		async (fault, number, path) => {
			const old = await uploaded('rules.pdf', 'old');
			const earlier = CALLS.slice(0, number - 1).filter((one) => one === path);
			stage.sandbox.faults([...earlier.map(() => ({ path })), { path, ...fault }]);
			const [found] = listJson(await replace(binaryOf('new', 'rules.pdf')));
			expect(found).toMatchObject({ replaced: true, Size: 3 });
			expect(found!.FileToken).not.toBe(old);
			expect(await names()).toEqual(['rules.pdf']);
		},
	);

	test('if the service refuses the new file, keeps the old one, or says in the error that the old one was deleted', async () => {
		await uploaded('rules.pdf', 'old');
		stage.answer(UPLOAD, { Response: false, Message: 'The storage is full' }, { status: 400 });
		expect((await replace(binaryOf('new', 'rules.pdf'))).error?.message).toMatch(/The storage is full$/);
		expect(await names()).toEqual(['rules.pdf']);
		stage.sandbox.faults([
			{ path: UPLOAD, status: 409, body: { Response: false, Message: 'In use' } },
			{ path: UPLOAD, status: 400, body: { Response: false, Message: 'The storage is full' } },
		]);
		const { error } = await replace(binaryOf('new', 'rules.pdf'));
		expect(error?.description).toMatch(/^The existing file was deleted, so upload the new one again\./);
	});

	test('keeps the old file and does not store the new one if the old one cannot be deleted', async () => {
		await uploaded('rules.pdf', 'old');
		stage.answer('/files/delete', { Response: false, Message: 'The file is in use' }, { status: 400 });
		expect((await replace(binaryOf('new', 'rules.pdf'))).error?.message).toMatch(/The file is in use$/);
		expect(stage.callsTo(UPLOAD)).toBe(1);
		expect(await names()).toEqual(['rules.pdf']);
	});

	test('fails if the service refuses the name as taken but lists no file with that name', async () => {
		stage.answer(UPLOAD, { Response: false, Message: 'In use' }, { status: 409 });
		expect((await replace(binaryOf('new', 'rules.pdf'))).error?.message).toMatch(/In use$/);
	});

	const LOST_LETTERS = ['__.pdf', '规则.pdf', /“规则\.pdf” would be stored as “__\.pdf”/] as const;
	const OF_EARLIER_ITEM = [
		'regles.pdf',
		'règles.pdf',
		/an earlier item already stored a file as “regles\.pdf”$/,
	] as const;

	test.each([
		[
			'the file “__.pdf” to make room for “规则.pdf”, which would be stored under the same name',
			false,
			...LOST_LETTERS,
		],
		['a file that an earlier item of the run stored', false, ...OF_EARLIER_ITEM],
		['a file that an earlier item of the run stored, even if n8n retries the node', true, ...OF_EARLIER_ITEM],
	])('does not delete %s', async (_which, retryOnFail, old, name, sentence) => {
		await replace(binaryOf('old', old));
		const [one, two] = ['new', 'newer'].map((content) => binaryOf(content, name).data);
		const parameters = { whenNameExists: 'replace', file: '={{ $json.file }}' };
		const items = [{ file: 'one' }, { file: 'two' }];
		const binary = { one: one!, two: two! };
		const { error } = await stage.run(node, 'upload', parameters, { items, binary, retryOnFail });
		expect(error?.message).toMatch(sentence);
		expect(await names()).toEqual([old]);
	});

	test('replaces a file whose name has accents and spaces', async () => {
		await replace(binaryOf('old', 'Règlement été.pdf'));
		const again = listJson(await replace(binaryOf('newer', 'Règlement été.pdf')));
		expect(again).toMatchObject([{ Filename: 'Reglement_ete.pdf', replaced: true, Size: 5 }]);
	});
});

test.each([
	['20000', 0.02],
	[null, null],
])('“Return Existing” converts a listed size of %j to %j MB', async (Size, SizeMB) => {
	const FileToken = await uploaded('rules.pdf', Buffer.alloc(20_000));
	list({ FileToken, FileInfo: { Filename: 'rules.pdf', Size } });
	const { items, hints } = await upload(binaryOf(Buffer.alloc(20_000), 'rules.pdf'));
	expect(items[0]!.json).toMatchObject({ FileToken, SizeMB });
	expect(hints).toEqual(['Skipped 1 item: already stored.']);
});

test('“Return Existing” fails if the storage is full, even if a file with the same name exists', async () => {
	await uploaded('rules.pdf');
	stage.answer(UPLOAD, { Response: false, Message: 'The storage is full' }, { status: 400 });
	const { error } = await upload(binaryOf('new', 'rules.pdf'));
	expect(error?.message).toBe('The service rejected this: The storage is full');
});

const NO_FILE = '“Input Binary Field” must name a binary field of the input item that holds a file, but is';
const ENDINGS =
	'“File Name” must have an extension that the service accepts (pdf, doc, docx, xls, xlsx, ppt, pptx, txt, csv, jpg, jpeg, png, gif, webp, svg, bmp), but is';
const SIZE = '“Input Binary Field” must be a file of at most 10 MB, but is';
test.each<[string, IBinaryKeyData | undefined, INodeParameters]>([
	[`${NO_FILE} “data”. The item has no files`, undefined, {}],
	[`${NO_FILE} “photo”. The item has only “data”`, PDF, { file: 'photo' }],
	[`${ENDINGS} “rules.html”`, binaryOf('<p>Rules</p>', 'rules.html'), {}],
	['“Input Binary Field” must be a file that is not empty', binaryOf('', 'rules.pdf'), {}],
	[`${SIZE} 10.0 MB`, binaryOf(Buffer.alloc(10 * MB + 1), 'large.pdf'), {}],
	// If n8n knows the size, the size is checked without reading the file.
	[`${SIZE} 11.0 MB`, { data: { ...PDF.data!, bytes: 11 * MB } }, {}],
])('bad input for “Upload” is refused before anything is sent: %s', async (sentence, binary, parameters) => {
	expect((await upload(binary, parameters)).error?.message).toBe(sentence);
	expect(stage.paths()).toEqual([]);
});

test('nothing is uploaded if n8n knows that the file of a later item is too large', async () => {
	const binary = { data: PDF.data!, large: { ...PDF.data!, bytes: 11 * MB } };
	const items = [{ file: 'data' }, { file: 'large' }];
	const { error } = await stage.run(node, 'upload', { file: '={{ $json.file }}' }, { items, binary });
	expect(error?.message).toBe(`Item 2: ${SIZE} 11.0 MB`);
	expect(stage.paths()).toEqual([]);
});

test.each<[string, IBinaryKeyData, INodeParameters, string]>([
	['its own name', PDF, {}, 'Regles_officielles__1_.pdf'],
	[
		'the name that the user enters',
		PDF,
		{ file: '={{ Object.keys($binary)[0] }}', Filename: 'C:\\rules\\2027.pdf' },
		'2027.pdf',
	],
	['its own name and the extension that n8n knows', binaryOf('a', 'report', 'csv'), {}, 'report.csv'],
	['a default name if the file has none', binaryOf('a', undefined, 'txt'), {}, 'file.txt'],
])('“Upload” stores a file under %s', async (_what, binary, parameters, name) => {
	await upload(binary, parameters);
	expect(await names()).toEqual([name]);
});

test('a file is found by its name if the workflow keeps files in the JSON of the items', async () => {
	const binaryMode = 'combined';
	const inMemory = await stage.run(node, 'upload', {}, { binary: PDF, binaryMode });
	expect(listJson(inMemory)).toMatchObject([{ Filename: 'Regles_officielles__1_.pdf' }]);
	const items = [{ _files: { ...binaryOf('more rules', 'more.pdf') } }] as unknown as IDataObject[];
	expect(listJson(await stage.run(node, 'upload', {}, { items, binaryMode }))).toMatchObject([
		{ Filename: 'more.pdf' },
	]);
	const { error } = await stage.run(node, 'upload', { file: 'rules' }, { items, binaryMode });
	expect(error?.message).toContain('The item has only “data”');
	const separate = await stage.run(node, 'upload', {}, { items });
	expect(separate.error?.message).toContain('The item has no files');
});

describe('“Download”', () => {
	const withUrl = async (Url: string, more: object = { Filename: 'rules.pdf' }) => {
		stage.answer('/files/getFileUrl', { Data: { Url, ...more } });
		return await run('download', { file: byId(ID) });
	};

	/** Runs a test with a server that uses this listener. */
	const serving = async <T>(listener: RequestListener, test: (address: string) => Promise<T>) => {
		const server = createServer(listener);
		const result = await test(await listen(server));
		server.close();
		server.closeAllConnections();
		return result;
	};
	const withServer = async (listener: RequestListener, more?: object) =>
		await serving(listener, async (address) => await withUrl(`${address}/rules.pdf`, more));
	const contentOf = ({ items }: Awaited<ReturnType<typeof run>>) =>
		Buffer.from(items[0]!.binary!.data!.data, 'base64').toString();

	const FAILED = 'The file could not be downloaded';

	test('fails with an error that doesn’t reveal whether a port is open or the link has expired', async () => {
		const closed = await withUrl('http://127.0.0.1:1/rules.pdf');
		const open = await withServer((_request, response) => void response.writeHead(404).end());
		const expired = await withUrl(stage.sandbox.url('/storage/nothing/rules.pdf'));
		expect([closed, open, expired].map(({ error }) => error!.message)).toEqual(Array(3).fill(FAILED));
		expect(expired.error?.description).toContain('The file itself is still in the account.');
	});

	test('reaches a host whose name only the proxy of the n8n instance resolves', async () => {
		const asked: Array<string | undefined> = [];
		const listener: RequestListener = ({ url }, response) => {
			asked.push(url);
			response.end('Rules');
		};
		const before = { ...process.env };
		const result = await serving(listener, async (proxy) => {
			Object.assign(process.env, { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' });
			return await withUrl('http://files.invalid/rules.pdf');
		}).finally(() => {
			for (const name of ['HTTP_PROXY', 'NO_PROXY'] as const)
				if (before[name] === undefined) delete process.env[name];
				else process.env[name] = before[name];
		});
		expect(contentOf(result)).toBe('Rules');
		expect(asked).toEqual(['http://files.invalid/rules.pdf']);
	});

	test('follows no redirect', async () => {
		let followed = 0;
		const count: RequestListener = (_request, response) => void response.end(String(++followed));
		const redirecting = async (location: string) =>
			await withServer((request, response) => {
				if (request.url === '/moved') followed++;
				response.writeHead(302, { location }).end();
			});
		await serving(count, async (address) => expect((await redirecting(address)).error).toBeDefined());
		expect((await redirecting('/moved')).error).toBeDefined();
		expect(followed).toBe(0);
	});

	test.each([
		[{ Filename: '../../etc\\a\u0000\u202e\n.pdf' }, 'a.pdf', 'application/pdf'],
		[{}, ID, 'application/octet-stream'],
	])('makes a hostile or missing file name safe: %j', async (more, fileName, mimeType) => {
		const { items } = await withServer((_request, response) => void response.end('x'), more);
		expect(items[0]!.binary!.data).toMatchObject({ fileName, mimeType });
	});

	test('retries after a 503, and gives up if the file never ends', async () => {
		let asked = 0;
		const chunk = Buffer.alloc(MB);
		const { error } = await withServer((_request, response) => {
			if (++asked === 1) return void response.writeHead(503).end();
			const sendMore = () => {
				while (!response.destroyed && response.write(chunk));
			};
			response.on('drain', sendMore);
			sendMore();
		});
		expect(asked).toBe(2);
		expect(error?.message).toBe(`${FAILED}, because it is larger than 50 MB`);
	});

	test.each([
		['in time', 0],
		['too late', 500],
	])(
		'stops a trickling download at the deadline and requests the file again (the first byte comes %s)',
		async (_when, beginsAfterMs) => {
			const { timeout } = AbortSignal;
			jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms / 200));
			const beginsAt = Date.now() + beginsAfterMs;
			let asked = 0;
			const result = await withServer((_request, response) => {
				if (++asked > 1) return void response.end('whole');
				const drip = setInterval(() => Date.now() >= beginsAt && response.write('.'), 50);
				response.on('close', () => clearInterval(drip));
			});
			expect(asked).toBe(2);
			expect(contentOf(result)).toBe('whole');
		},
	);
});
