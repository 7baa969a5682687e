import {
	INSTANT,
	knowsItsAccount,
	NOBODY,
	openBench,
	UNHURRIED,
	UUID,
	type Bench,
	type Contract,
} from './harness';
import { checkFields, filledText, required, takesOneToken, uuid, type Kind } from './kinds';

/** A name is accepted only once, so each test that needs one makes its own. */
const unique: Kind = { ...filledText(), accepts: [] };

describe('Groups', () => {
	let bench: Bench;
	let sweepstakesToken: string;
	beforeAll(async () => {
		bench = await openBench({ accounts: [UNHURRIED, { token: 'other' }] });
		sweepstakesToken = await bench.sweepstakes();
	});

	let names = 0;
	const freshName = () => `Group ${++names}`;
	const newGroup = async (groupName = freshName()) =>
		(await bench.ok('/groups/create', { sweepstakesToken, groupName })).Data.GroupToken as string;
	const primary = async () =>
		(await bench.ok('/groups/fetch', { sweepstakesToken })).Data.find(
			(group: { Primary: boolean }) => group.Primary,
		).GroupToken as string;

	describe('POST /groups/create', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/groups/create',
			valid: () => ({ sweepstakesToken, groupName: freshName() }),
		};
		checkFields(contract, { sweepstakesToken: required(uuid), groupName: required(unique) });
		knowsItsAccount(contract, 'sweepstakesToken');

		it('answers the group with every field, neither primary nor locked', async () => {
			const groupName = freshName();
			expect(await bench.ok('/groups/create', { sweepstakesToken, groupName })).toEqual({
				Response: true,
				Message: expect.any(String),
				Data: {
					GroupToken: expect.stringMatching(UUID),
					UserToken: expect.stringMatching(UUID),
					SweepstakesToken: sweepstakesToken,
					GroupName: groupName,
					Primary: false,
					Locked: false,
					CreationDate: expect.stringMatching(INSTANT),
				},
			});
		});

		it('refuses a name that the sweepstakes already has', async () => {
			await newGroup('Twice');
			const { status, body } = await bench.call('/groups/create', { sweepstakesToken, groupName: 'Twice' });
			expect(status).toBe(400);
			expect(body.Help.ExpectedBody.groupName).toContain('unique within the sweepstakes');
		});

		it('accepts the same name in two sweepstakes', async () => {
			await newGroup('Shared');
			const another = await bench.sweepstakes();
			await bench.ok('/groups/create', { sweepstakesToken: another, groupName: 'Shared' });
		});
	});

	describe('POST /groups/fetch', () => {
		takesOneToken({ bench: () => bench, path: '/groups/fetch' }, 'sweepstakesToken', () => sweepstakesToken);

		it('answers all groups, newest first, and Count', async () => {
			const own = await bench.sweepstakes();
			const { Data: created } = await bench.ok('/groups/create', { sweepstakesToken: own, groupName: 'A' });
			const answer = await bench.ok('/groups/fetch', { sweepstakesToken: own });
			expect(answer).toEqual({
				Response: true,
				Data: [created, expect.objectContaining({ Primary: true })],
				Count: 2,
			});
		});
	});

	describe('POST /groups/update', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/groups/update',
			valid: async () => ({ sweepstakesToken, groupToken: await newGroup(), groupName: freshName() }),
		};
		checkFields(contract, {
			sweepstakesToken: required(uuid),
			groupToken: required(uuid),
			groupName: required(unique),
		});
		knowsItsAccount(contract, 'sweepstakesToken');

		it('renames the group', async () => {
			const groupToken = await newGroup();
			const groupName = freshName();
			expect(await bench.ok('/groups/update', { sweepstakesToken, groupToken, groupName })).toEqual({
				Response: true,
				Message: expect.any(String),
			});
			const { Data } = await bench.ok('/groups/fetch', { sweepstakesToken });
			expect(Data).toContainEqual(expect.objectContaining({ GroupToken: groupToken, GroupName: groupName }));
		});

		it('refuses a name that another group of the sweepstakes has', async () => {
			await newGroup('Held');
			const groupToken = await newGroup();
			const { status } = await bench.call('/groups/update', {
				sweepstakesToken,
				groupToken,
				groupName: 'Held',
			});
			expect(status).toBe(400);
		});

		it('lets a group keep its own name', async () => {
			const groupToken = await newGroup('Kept');
			await bench.ok('/groups/update', { sweepstakesToken, groupToken, groupName: 'Kept' });
		});

		it('answers 404 for an unknown group', async () => {
			const body = { sweepstakesToken, groupToken: NOBODY, groupName: freshName() };
			expect(await bench.call('/groups/update', body)).toMatchObject({ status: 404 });
		});

		it('answers 404 for a group of another sweepstakes', async () => {
			const another = await bench.sweepstakes();
			const body = { sweepstakesToken: another, groupToken: await newGroup(), groupName: freshName() };
			expect(await bench.call('/groups/update', body)).toMatchObject({ status: 404 });
		});
	});

	describe('POST /groups/delete', () => {
		const contract: Contract = {
			bench: () => bench,
			path: '/groups/delete',
			valid: async () => ({ sweepstakesToken, groupToken: await newGroup() }),
		};
		checkFields(contract, { sweepstakesToken: required(uuid), groupToken: required(uuid) });
		knowsItsAccount(contract, 'sweepstakesToken');

		it('deletes an empty group and answers { Response, Message }', async () => {
			const groupToken = await newGroup();
			expect(await bench.ok('/groups/delete', { sweepstakesToken, groupToken })).toEqual({
				Response: true,
				Message: expect.any(String),
			});
			expect(await bench.call('/groups/delete', { sweepstakesToken, groupToken })).toMatchObject({
				status: 404,
			});
		});

		it('refuses the primary group', async () => {
			const { status, body } = await bench.call('/groups/delete', {
				sweepstakesToken,
				groupToken: await primary(),
			});
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('primary'),
			});
		});

		it('refuses a locked group', async () => {
			const groupToken = await newGroup();
			bench.sandbox.lockGroup(groupToken);
			const { status, body } = await bench.call('/groups/delete', { sweepstakesToken, groupToken });
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('locked'),
			});
			bench.sandbox.lockGroup(groupToken, false);
			await bench.ok('/groups/delete', { sweepstakesToken, groupToken });
		});

		it('refuses a group that contains participants', async () => {
			const groupToken = await newGroup();
			const ParticipantToken = await bench.participant(sweepstakesToken);
			bench.sandbox.placeParticipant({
				SweepstakesToken: sweepstakesToken,
				ParticipantToken,
				GroupToken: groupToken,
			});
			const { status, body } = await bench.call('/groups/delete', { sweepstakesToken, groupToken });
			expect({ status, Message: body.Message }).toEqual({
				status: 400,
				Message: expect.stringContaining('participants'),
			});
		});

		it('answers 404 for a group of another sweepstakes', async () => {
			const another = await bench.sweepstakes();
			const body = { sweepstakesToken: another, groupToken: await newGroup() };
			expect(await bench.call('/groups/delete', body)).toMatchObject({ status: 404 });
		});
	});
});
