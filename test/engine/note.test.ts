import { SweepstakesNote } from '../../nodes/SweepstakesNote/SweepstakesNote.node';
import { ID, inDialects, lose, openStages, stage, testRefusals } from './resource';
import { byId, jsonOf } from './stage';

const node = new SweepstakesNote();

openStages();

async function createNote(Title: string): Promise<string> {
	const body = { Title, Note: 'Flyers' };
	return (await stage.api<{ Data: { NoteToken: string } }>('/notes/create', body)).Data.NoteToken;
}

inDialects(() => {
	test('a title that another note has is refused, and the error says so', async () => {
		await createNote('Printer');
		const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
		expect(error?.message).toMatch(/^The service refused this: .*Printer/);
		expect(error?.description).toMatch(/^The title must be unique within the account\./);
	});
});

test('Get Many returns all notes, newest first, or up to the limit', async () => {
	for (const title of ['One', 'Two', 'Three']) await createNote(title);
	const titles = async (parameters: object) =>
		jsonOf(await stage.run(node, 'getMany', { ...parameters })).map(({ Title }) => Title);
	expect(await titles({ returnAll: true })).toEqual(['Three', 'Two', 'One']);
	expect(await titles({ limit: 2 })).toEqual(['Three', 'Two']);
});

test('a note that was there before is not mistaken for one whose creation got no answer', async () => {
	await createNote('Printer');
	stage.sandbox.advance(60_000);
	lose('/notes/create', 'before');
	const { error } = await stage.run(node, 'create', { Title: 'Printer', Note: 'Posters' });
	expect(error?.message).toMatch(/^The service refused this/);
	expect(stage.paths()).toEqual(['/notes/create', '/notes/fetch', '/notes/create', '/notes/fetch']);
});

testRefusals(node, { create: { Title: 'A', Note: 'B' }, update: { NoteToken: byId(ID) } }, [
	['create', { Title: 'x'.repeat(101) }, '“Title” must have at most 100 characters'],
	['create', { Note: 'x'.repeat(100_001) }, '“Text” must have at most 100000 characters'],
	[
		'update',
		{ updateFields: { Title: '={{ $json.nothing }}' } },
		'“Update Fields” must have at least one value',
	],
]);
