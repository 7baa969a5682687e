import { SweepstakesNote } from '../../nodes/SweepstakesNote/SweepstakesNote.node';
import { byId, jsonOf, Stage } from './stage';

const node = new SweepstakesNote();

let stage: Stage;
afterEach(async () => await stage.close());

/** @returns its NoteToken */
async function createNote(Title: string, Note = 'Flyers'): Promise<string> {
	const { Data } = await stage.api<{ Data: { NoteToken: string } }>('/notes/create', { Title, Note });
	return Data.NoteToken;
}

const titles = async () =>
	jsonOf(await stage.run(node, 'getMany', { returnAll: true })).map(({ Title }) => Title);

describe.each(['contract', 'reference'] as const)('in the dialect %s', (dialect) => {
	beforeEach(async () => {
		stage = await Stage.open({}, undefined, dialect);
	});

	test('creates, gets, changes and deletes a note', async () => {
		const [created] = jsonOf(await stage.run(node, 'create', { Title: 'Printer', Note: 'Flyers' }));
		expect(stage.lastBody()).toEqual({ Title: 'Printer', Note: 'Flyers', Pinned: false });
		expect(Object.keys(created!)).toEqual(['Title', 'Pinned', 'CreationDate', 'NoteToken']);

		const NoteToken = byId(created!.NoteToken as string);
		const [got] = jsonOf(await stage.run(node, 'get', { NoteToken }));
		expect(Object.entries(got!).slice(0, 3)).toEqual([
			['Title', 'Printer'],
			['Note', 'Flyers'],
			['Pinned', false],
		]);
		expect(Object.keys(got!).slice(-2)).toEqual(['CreationDate', 'NoteToken']);

		await stage.run(node, 'update', { NoteToken, updateFields: { Pinned: true } });
		expect(stage.lastBody()).toEqual({ NoteToken: created!.NoteToken, Pinned: true });

		const deleted = await stage.run(node, 'delete', { NoteToken });
		expect(jsonOf(deleted)).toEqual([{ deleted: true, NoteToken: created!.NoteToken }]);
		expect(await titles()).toEqual([]);
	});

	test('a title that another note has is refused, and the error says so', async () => {
		await createNote('Printer');
		const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
		expect(error?.message).toMatch(/^The service refused this: .*Printer/);
		expect(error?.description).toMatch(/^No other note of the account may have the title\./);
	});
});

describe('whatever the dialect', () => {
	beforeEach(async () => {
		stage = await Stage.open();
	});

	test('returns all notes, newest first, or up to the limit', async () => {
		for (const title of ['One', 'Two', 'Three']) await createNote(title);
		expect(await titles()).toEqual(['Three', 'Two', 'One']);
		expect(jsonOf(await stage.run(node, 'getMany', { limit: 2 }))).toHaveLength(2);
	});

	test('a note that was there before is not mistaken for one whose creation got no answer', async () => {
		await createNote('Printer');
		stage.sandbox.advance(60_000);
		stage.sandbox.faults([{ path: '/notes/create', drop: 'before' }]);
		const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
		expect(error?.message).toMatch(/^The service refused this/);
		expect(stage.paths()).toEqual(['/notes/create', '/notes/fetch', '/notes/create', '/notes/fetch']);
	});

	test('a second deletion after a lost answer says that nobody can know who deleted the note', async () => {
		const NoteToken = await createNote('Printer');
		stage.sandbox.faults([{ path: '/notes/delete', drop: 'after' }]);
		expect(jsonOf(await stage.run(node, 'delete', { NoteToken: byId(NoteToken) }))).toEqual([
			{ deleted: null, NoteToken, noLongerThere: true, message: expect.stringMatching(/^No longer there/) },
		]);
	});

	test.each<[string, string, object, string]>([
		['create', 'no text', { Title: 'A', Note: ' ' }, '“Text” is required'],
		[
			'create',
			'a title of 101 characters',
			{ Title: 'x'.repeat(101), Note: 'B' },
			'“Title” must have at most 100 characters, but has 101',
		],
		[
			'create',
			'a text of 100,001 characters',
			{ Title: 'A', Note: 'x'.repeat(100_001) },
			'“Text” must have at most 100000 characters, but has 100001',
		],
		[
			'update',
			'nothing to change',
			{
				NoteToken: byId('3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f'),
				updateFields: { Title: '={{ $json.nothing }}' },
			},
			'“Update Fields” must have at least one field that is filled',
		],
		[
			'get',
			'a title in place of an ID',
			{ NoteToken: byId('Printer') },
			'“Note” must be an ID such as 3f2b8c1e-5d4a-4b6f-9c7e-1a2b3c4d5e6f, but is “Printer”',
		],
	])('%s refuses %s before anything is sent', async (operation, _what, parameters, sentence) => {
		expect(await stage.refusal(node, operation, parameters as never)).toBe(`Item 1: ${sentence}`);
	});

	test('the picker lists the notes by title and searches them', async () => {
		const NoteToken = await createNote('Call the printer');
		await createNote('Book the hall');
		const { results } = await stage.search(node, 'searchNotes');
		expect(results.map(({ name }) => name)).toEqual(['Book the hall', 'Call the printer']);
		const found = await stage.search(node, 'searchNotes', {}, 'PRINT');
		expect(found.results).toEqual([{ name: 'Call the printer', value: NoteToken }]);
	});

	test('the picker names a note without a title by its ID', async () => {
		stage.sandbox.faults([
			{ path: '/notes/fetch', body: { Response: true, Data: { Notes: [{ NoteToken: 'n' }] } } },
		]);
		const { results } = await stage.search(node, 'searchNotes');
		expect(results).toEqual([{ name: 'n', value: 'n' }]);
	});
});
