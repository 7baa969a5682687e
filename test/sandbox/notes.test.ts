import {
	accepts,
	freshHandler,
	INSTANT,
	knowsItsAccount,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
	type Json,
} from './harness';
import { checkFields, filledText, flag, required, takesOneToken, uuid } from './kinds';

let bench: Bench;
beforeAll(async () => {
	bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
});

/** @returns the note as /notes/create answers it */
async function createNote(changes: Json = {}): Promise<Json> {
	return (await bench.ok('/notes/create', { Title: freshHandler(), Note: 'Flyers', ...changes })).Data;
}

describe('POST /notes/create', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/notes/create',
		status: 201,
		valid: () => ({ Title: freshHandler(), Note: 'Call the printer' }),
	};
	checkFields(contract, {
		Title: required(filledText(100)),
		Note: required(filledText(100_000)),
		Pinned: flag,
	});

	it('answers the note without its text, and /notes/fetch lists it first', async () => {
		const sent = { Title: 'Print', Note: 'Flyers', Pinned: true };
		const { status, body } = await bench.call('/notes/create', sent);
		const note = {
			NoteToken: expect.stringMatching(UUID),
			Title: 'Print',
			CreationDate: expect.stringMatching(INSTANT),
			Pinned: true,
		};
		expect({ status, Data: body.Data }).toEqual({ status: 201, Data: note });
		const { TotalNotes, Notes } = (await bench.ok('/notes/fetch')).Data;
		expect(Notes).toHaveLength(TotalNotes);
		expect(Notes[0]).toEqual({ ...note, Note: 'Flyers', Views: 0, Status: true, CreatedByAdmin: false });
	});

	it('refuses a Title that another note of the account has', async () => {
		const { Title } = await createNote();
		const taken = { Title, Note: 'Posters' };
		expect((await bench.call('/notes/create', taken)).status).toBe(400);
		expect((await bench.call('/notes/create', taken, { token: 'other' })).status).toBe(201);
	});
});

describe('POST /notes/single', () => {
	takesOneToken(
		{ bench: () => bench, path: '/notes/single' },
		'NoteToken',
		async () => (await createNote()).NoteToken,
	);

	it('answers the note as /notes/fetch lists it', async () => {
		const { NoteToken } = await createNote();
		const [listed] = (await bench.ok('/notes/fetch')).Data.Notes;
		expect((await bench.ok('/notes/single', { NoteToken })).Data).toEqual(listed);
	});
});

describe('POST /notes/update', () => {
	const contract: Contract = {
		bench: () => bench,
		path: '/notes/update',
		valid: async () => ({ NoteToken: (await createNote()).NoteToken, Note: 'Posters' }),
	};
	checkFields(contract, {
		NoteToken: required(uuid),
		Note: filledText(100_000),
		Pinned: flag,
	});
	accepts(contract, [['a new Title', { Title: 'Renamed' }]]);
	knowsItsAccount(contract, 'NoteToken');

	it('changes what is sent, and answers the note without its text', async () => {
		const note = await createNote();
		const { Data } = await bench.ok('/notes/update', { NoteToken: note.NoteToken, Pinned: true });
		expect(Data).toEqual({ ...note, Pinned: true });
		const [listed] = (await bench.ok('/notes/fetch')).Data.Notes;
		expect(listed).toMatchObject({ Title: note.Title, Note: 'Flyers', Pinned: true });
	});

	it('refuses a Title that another note has, but not its own', async () => {
		const [first, second] = [await createNote(), await createNote()];
		const rename = async (Title: string) =>
			(await bench.call('/notes/update', { NoteToken: second.NoteToken, Title })).status;
		expect([await rename(first.Title), await rename(second.Title)]).toEqual([400, 200]);
	});

	it('refuses a request without a change', async () => {
		const { NoteToken } = await createNote();
		expect((await bench.call('/notes/update', { NoteToken })).status).toBe(400);
	});
});

describe('POST /notes/delete', () => {
	takesOneToken(
		{ bench: () => bench, path: '/notes/delete' },
		'NoteToken',
		async () => (await createNote()).NoteToken,
	);

	it('answers the token once, and 404 afterwards', async () => {
		const { NoteToken } = await createNote();
		expect((await bench.ok('/notes/delete', { NoteToken })).Data).toEqual({ NoteToken });
		expect((await bench.call('/notes/delete', { NoteToken })).status).toBe(404);
	});
});
