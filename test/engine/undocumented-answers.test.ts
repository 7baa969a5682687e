import type { INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesAccount } from '../../nodes/SweepstakesAccount/SweepstakesAccount.node';
import { SweepstakesCalendarEvent } from '../../nodes/SweepstakesCalendarEvent/SweepstakesCalendarEvent.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesOfficialRules } from '../../nodes/SweepstakesOfficialRules/SweepstakesOfficialRules.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { by, openStages, search, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { listJson } from '../support/engine/stage';

const participants = new SweepstakesParticipant();
const winners = new SweepstakesWinner();
const groups = new SweepstakesGroup();

openStages();
beforeEach(async () => void (await stage.addParticipant('jane@example.com')));

const byHandler = by('id', 'SPRING');

describe('if a reply lacks a documented field, the error says what is missing', () => {
	test.each<[string, string, INodeType, string, INodeParameters]>([
		['which sweepstakes there are', '/sweepstakes/fetch', groups, 'getMany', { sweepstakes: byHandler }],
		[
			'how many participants there are',
			'/participants/count',
			winners,
			'draw',
			{ howManyWinnersToPick: 1, whenWinnersExist: 'more', options: { minimumParticipants: 1 } },
		],
	])(
		'an operation fails with “The service’s response does not show %s”',
		async (what, path, node, operation, parameters) => {
			stage.answer(path, { Data: { Something: 'else' } });
			const { error } = await stage.run(node, operation, { sweepstakes: stage.picked, ...parameters });
			expect(error?.message).toBe(`The service’s response does not show ${what}`);
			expect(stage.paths().at(-1)).toBe(path);
			expect(stage.callsTo('/winners/draw')).toBe(0);
		},
	);

	test('the incomplete reply is not cached: the next item requests the list again', async () => {
		stage.answer('/sweepstakes/fetch', { Data: 'something else' });
		const result = await stage.run(
			groups,
			'getMany',
			{ sweepstakes: byHandler },
			{ items: [{}, {}, {}], onError: 'continueErrorOutput' },
		);
		expect(result.errorItems).toHaveLength(1);
		expect(result.items).toHaveLength(2);
		expect(stage.callsTo('/sweepstakes/fetch')).toBe(2);
	});

	test.each([
		['which groups the sweepstakes has', groups, 'searchGroups', '/groups/fetch'],
		['which participants there are', participants, 'searchParticipants', '/participants/fetch'],
		['which sweepstakes there are', participants, 'searchSweepstakes', '/sweepstakes/fetch'],
		['which time zones there are', winners, 'searchTimezones', '/tools/timezones'],
	] as const)(
		'a picker fails with “The service’s response does not show %s”',
		async (what, node, method, path) => {
			stage.answer(path, { Data: 'something else' });
			const sentence = `The service’s response does not show ${what}`;
			await expect(search(node, method, { sweepstakes: stage.picked })).rejects.toThrow(sentence);
		},
	);
});

test('“Add” recognizes people in the list of participants even if their records lack fields', async () => {
	const Participants = [
		{ ParticipantToken: 'P1', KeyEmail: 'Jane@Example.com' },
		{ KeyPhoneNumber: 2025550100 },
	];
	stage.answer('/participants/fetch', { Participants, Pagination: { Total: 2, TotalPages: 1 } });
	const items = ['jane@example.com', 'joe@example.com', 'jim@example.com'].map((email) => ({ email }));
	const parameters = {
		sweepstakes: stage.picked,
		KeyEmail: '={{ $json.email }}',
		KeyPhoneNumber: '={{ $itemIndex === 1 ? "+12025550100" : "" }}',
		whenAlreadyEntered: 'skip',
	};
	const result = await stage.run(participants, 'add', parameters, { items });
	expect(listJson(result).map(({ existed }) => existed)).toEqual([true, true, false]);
	expect(
		listJson(result)
			.map(({ ParticipantToken }) => ParticipantToken)
			.slice(0, 2),
	).toEqual(['P1', undefined]);
	expect(stage.callsTo('/participants/add')).toBe(1);
});

describe('a list that contradicts its own count', () => {
	const PRIMARY = { RulesToken: ID, Title: 'Rules', Primary: true };
	const OTHER = { ...PRIMARY, RulesToken: ID.replace(/^./, 'f'), Primary: false };
	const EVENT = { EventToken: ID, EventTitle: 'Opening', EventStartDate: '2090-06-01' };

	test.each<[string, string, INodeType, string, (sweepstakesToken: string) => object, number, string]>([
		[
			'rules documents',
			'/rules/fetch',
			new SweepstakesOfficialRules(),
			'searchRules',
			() => ({ Data: { TotalRules: 3, PrimaryRule: PRIMARY, SecondaryRules: [OTHER] } }),
			2,
			'The service counts 3 rules documents, but listed only 2.',
		],
		[
			'events',
			'/calendar/fetch',
			new SweepstakesCalendarEvent(),
			'searchEvents',
			(SweepstakesToken) => ({ Data: { TotalEvents: 2, Events: [{ ...EVENT, SweepstakesToken }] } }),
			1,
			'The service counts 2 events, but listed only 1.',
		],
		[
			'groups',
			'/groups/fetch',
			groups,
			'searchGroups',
			() => ({ Data: [], Count: 2 }),
			0,
			'The service counts 2 groups, but listed only 0.',
		],
	])(
		'is returned by “Get Many” with a hint, and shown by the picker, if it is a list of %s',
		async (_what, path, node, method, toBody, listed, hint) => {
			stage.answer(path, toBody(stage.sweepstakesToken), { times: 2 });
			const { items, error, hints } = await stage.run(node, 'getMany', { sweepstakes: stage.picked });
			expect([error, items.length, hints]).toEqual([undefined, listed, [hint]]);
			expect(await search(node, method, { sweepstakes: stage.picked })).toHaveLength(listed);
		},
	);

	test('does not lead to a second draw if it is the list of winners, and the service counts fewer winners', async () => {
		stage.answer('/winners/fetch', { Winners: [{ ParticipantToken: ID }], TotalWinners: 0 }, { times: 3 });
		const parameters = { sweepstakes: stage.picked, howManyWinnersToPick: 1, whenWinnersExist: 'return' };
		const { items } = await stage.run(winners, 'draw', parameters);
		expect(items.map(({ json }) => json)).toMatchObject([{ ParticipantToken: ID, existed: true }]);
		expect(stage.callsTo('/winners/draw')).toBe(0);
	});
});

test('an empty 204 counts as a lost reply, so a call that only reads is repeated', async () => {
	stage.sandbox.faults([{ path: '/account/health-check', status: 204 }]);
	expect(listJson(await stage.run(new SweepstakesAccount(), 'checkHealth'))).toEqual([{ healthy: true }]);
	expect(stage.paths()).toHaveLength(2);
});

describe('a picker shows records without a name by their other fields', () => {
	const sweepstakes = (more: object) => ({
		Data: [{ SweepstakesToken: 'ID', SweepstakesName: 'Autumn', ...more }],
	});
	const people = (more: object) => ({
		Participants: [{ ParticipantToken: 'ID', ...more }],
		Pagination: { TotalPages: 1 },
	});
	const [jo, phone] = [{ FirstName: 'Jo', KeyEmail: 'jo@example.com' }, { KeyPhoneNumber: '+12025550100' }];

	test.each<[string, string, object, string]>([
		['searchSweepstakes', '/sweepstakes/fetch', sweepstakes({}), 'Autumn'],
		['searchSweepstakes', '/sweepstakes/fetch', sweepstakes({ Handler: 'FALL' }), 'Autumn (FALL)'],
		['searchParticipants', '/participants/fetch', people(jo), 'Jo (jo@example.com)'],
		[
			'searchParticipants',
			'/participants/fetch',
			people({ LastName: 'Doe', ...phone }),
			'Doe (+12025550100)',
		],
		['searchParticipants', '/participants/fetch', people(phone), '+12025550100'],
		['searchParticipants', '/participants/fetch', people({}), 'ID'],
	])('%s (%s) shows %j as “%s”', async (method, path, body, name) => {
		stage.answer(path, body);
		const found = await search(participants, method, { sweepstakes: stage.picked });
		expect(found).toEqual([{ name, value: 'ID' }]);
	});

	test('a group without a name is shown by its ID, but a drawing is not shown if none of its keys can be its ID', async () => {
		const parameters = { sweepstakes: stage.picked };
		stage.answer('/groups/fetch', { Data: [{ GroupToken: 'G1' }] });
		expect(await search(groups, 'searchGroups', parameters)).toEqual([{ name: 'G1', value: 'G1' }]);
		stage.answer('/winners/fetchscheduled', { Drawings: [{ Name: 'Monday' }] });
		expect(await search(winners, 'searchScheduled', parameters)).toEqual([]);
	});
});

test('if the entry form’s reply has no fields, a notice in the panel says so', async () => {
	stage.answer('/entrypage/fields', { Data: {} });
	const columns = stage.columns(participants, 'getEntryFormFields', { sweepstakes: stage.picked });
	await expect(columns).resolves.toEqual({
		fields: [],
		emptyFieldsNotice: 'The service’s response does not show which fields the entry form has',
	});
});
