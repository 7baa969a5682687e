import type { INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { answer, by, callsTo, openStages, stage } from './resource';
import { jsonOf } from './stage';

const participants = new SweepstakesParticipant();
const winners = new SweepstakesWinner();
const groups = new SweepstakesGroup();

openStages();
beforeEach(async () => void (await stage.addParticipant('jane@example.com')));

const byHandler = by('handler', 'SPRING');
const byEmail = by('KeyEmail', 'jane@example.com');

describe('a reply that lacks a documented field gives an error that names what is missing', () => {
	test.each<[string, string, INodeType, string, INodeParameters]>([
		['which sweepstakes there are', '/sweepstakes/fetch', groups, 'getMany', { sweepstakes: byHandler }],
		[
			'whether there is such a participant',
			'/participants/single',
			participants,
			'get',
			{ participant: byEmail },
		],
		[
			'whether there is such a participant',
			'/participants/single',
			participants,
			'add',
			{ KeyEmail: 'jane@example.com', whenAlreadyEntered: 'skip' },
		],
		[
			'how many participants there are',
			'/participants/count',
			winners,
			'draw',
			{ howManyWinnersToPick: 1, onlyIfNoneDrawn: false, options: { minimumParticipants: 1 } },
		],
	])('The service did not say %s', async (what, path, node, operation, parameters) => {
		answer(path, { Data: { Something: 'else' } });
		const { error } = await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters });
		expect(error?.message).toBe(`The service did not say ${what}`);
		expect(stage.paths()).toEqual([path]);
	});

	test('is not cached: the next item asks again', async () => {
		answer('/sweepstakes/fetch', { Data: 'something else' });
		const result = await stage.run(
			groups,
			'getMany',
			{ sweepstakes: byHandler },
			{ items: [{}, {}, {}], onError: 'continueErrorOutput' },
		);
		expect(result.errorItems).toHaveLength(1);
		expect(result.items).toHaveLength(2);
		expect(callsTo('/sweepstakes/fetch')).toBe(2);
	});

	test('a participant without entries counts as not found', async () => {
		answer('/participants/single', { Data: { Entries: [] } });
		const parameters = { sweepstakes: stage.picked, participant: byEmail };
		const { error } = await stage.run(participants, 'get', parameters);
		expect(error?.message).toBe('The service did not find this participant');
	});

	test.each([
		['which groups the sweepstakes has', groups, 'searchGroups', '/groups/fetch'],
		['which participants there are', participants, 'searchParticipants', '/participants/fetch'],
		['which sweepstakes there are', participants, 'searchSweepstakes', '/sweepstakes/fetch'],
		['which drawings are scheduled', winners, 'searchScheduled', '/winners/fetchscheduled'],
		['which time zones there are', winners, 'searchTimezones', '/tools/timezones'],
	] as const)('in a picker: %s', async (what, node, method, path) => {
		answer(path, { Data: 'something else' });
		await expect(stage.search(node, method, { sweepstakes: stage.picked })).rejects.toThrow(
			`The service did not say ${what}`,
		);
	});
});

test('numbers that come as text are counted with', async () => {
	const Counts = { Participants: '1', AmoeParticipants: '0', OptOuts: '0', Total: '1' };
	answer('/participants/count', { Data: { Counts } });
	const parameters = { howManyWinnersToPick: 1, options: { minimumParticipants: 2 } };
	const { error } = await stage.run(winners, 'draw', { sweepstakes: stage.picked, ...parameters });
	expect(error?.message).toMatch(/is 2, but only 1 entered/);
});

describe('a list whose records lack a field', () => {
	test.each<[string, Record<string, unknown>]>([
		['the phone number', { ParticipantToken: 'P1', KeyEmail: 'Jane@Example.com' }],
		['the email address', { ParticipantToken: 'P1', KeyPhoneNumber: '+1 (202) 555-0100' }],
		['the token', { KeyEmail: 'jane@example.com', KeyPhoneNumber: 2025550100 }],
	])('still identifies people without %s', async (_what, record) => {
		answer('/participants/fetch', { Participants: [record], Pagination: { Total: 1, TotalPages: 1 } });
		const items = ['jane@example.com', 'joe@example.com', 'jim@example.com'].map((email) => ({ email }));
		const result = await stage.run(
			participants,
			'add',
			{
				sweepstakes: stage.picked,
				KeyEmail: '={{ $json.email }}',
				KeyPhoneNumber: '={{ $itemIndex === 0 ? "+12025550100" : "" }}',
				whenAlreadyEntered: 'skip',
			},
			{ items },
		);
		expect(jsonOf(result).map(({ existed }) => existed)).toEqual([true, false, false]);
		expect(jsonOf(result)[0]!.ParticipantToken).toBe(record.ParticipantToken ?? '');
		expect(stage.paths().filter((path) => path === '/participants/add')).toHaveLength(2);
	});
});

describe('an unexpected reply to a processed call comes out, so that nothing is lost', () => {
	test('a draw', async () => {
		answer('/winners/draw', { Drawn: [{ Name: 'Jane' }] });
		const result = await stage.run(winners, 'draw', {
			sweepstakes: stage.picked,
			howManyWinnersToPick: 1,
			onlyIfNoneDrawn: false,
		});
		expect(jsonOf(result)).toMatchObject([{ done: true, Drawn: [{ Name: 'Jane' }] }]);
	});

	test('an empty 204 reply counts as no reply, and a reading call is repeated', async () => {
		stage.sandbox.faults([{ path: '/account/health-check', status: 204 }]);
		const { items } = await stage.run(new SweepstakesAccount(), 'checkHealth');
		expect(items[0]!.json).toEqual({ healthy: true });
		expect(stage.paths()).toHaveLength(2);
	});
});

describe('a picker shows records without a name by their other fields', () => {
	test.each([
		['a sweepstakes without a handler', { SweepstakesName: 'Autumn' }, 'Autumn'],
		['a sweepstakes with a handler', { SweepstakesName: 'Autumn', Handler: 'FALL' }, 'Autumn (FALL)'],
	])('%s', async (_what, record, name) => {
		answer('/sweepstakes/fetch', { Data: [{ SweepstakesToken: 'T1', ...record }] });
		const { results } = await stage.search(participants, 'searchSweepstakes');
		expect(results).toEqual([{ name, value: 'T1' }]);
	});

	test('a group without a name, by its ID', async () => {
		answer('/groups/fetch', { Data: [{ GroupToken: 'G1' }] });
		const { results } = await stage.search(groups, 'searchGroups', { sweepstakes: stage.picked });
		expect(results).toEqual([{ name: 'G1', value: 'G1' }]);
	});

	test.each([
		['name and email', { FirstName: 'Jo', KeyEmail: 'jo@example.com' }, 'Jo (jo@example.com)'],
		['name and phone number', { LastName: 'Doe', KeyPhoneNumber: '+12025550100' }, 'Doe (+12025550100)'],
		['phone number alone', { KeyPhoneNumber: '+12025550100' }, '+12025550100'],
		['nothing but the ID', {}, 'P1'],
	])('a participant: %s', async (_what, record, name) => {
		answer('/participants/fetch', {
			Participants: [{ ParticipantToken: 'P1', ...record }],
			Pagination: { TotalPages: 1 },
		});
		const { results } = await stage.search(participants, 'searchParticipants', { sweepstakes: stage.picked });
		expect(results).toEqual([{ name, value: 'P1' }]);
	});

	test('and leaves out a drawing without anything that could be its ID', async () => {
		answer('/winners/fetchscheduled', { Data: [{ Name: 'Monday' }] });
		const { results } = await stage.search(winners, 'searchScheduled', { sweepstakes: stage.picked });
		expect(results).toEqual([]);
	});
});

describe('the columns of the entry form', () => {
	const columns = async () =>
		await stage.columns(participants, 'getEntryFormFields', { sweepstakes: stage.picked });

	test.each([
		['Number', 'number'],
		['integer', 'number'],
		['Date', 'dateTime'],
		['text', 'string'],
		[undefined, 'string'],
	])('have the matching type: %s is %s', async (FieldType, type) => {
		answer('/entrypage/fields', {
			Data: { FormFields: [{ FieldName: 'Favourite Colour ', FieldType, FieldRequired: true }] },
		});
		const { fields } = await columns();
		expect(fields).toMatchObject([
			{ id: 'Favourite_Colour_', displayName: 'Favourite Colour ', required: true, type },
		]);
	});

	test('give an error if the reply lacks them', async () => {
		answer('/entrypage/fields', { Data: {} });
		await expect(columns()).rejects.toThrow('The service did not say which fields the entry form has');
	});
});
