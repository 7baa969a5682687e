import type { INodeParameters } from 'n8n-workflow';

import { SweepstakesCampaign } from '../../nodes/SweepstakesCampaign/SweepstakesCampaign.node';
import { openStages, reopen, search, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

const node = new SweepstakesCampaign();

openStages();

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await stage.run(node, operation, parameters);
const items = async (operation: string, parameters: INodeParameters = {}) =>
	listJson(await run(operation, parameters));

describe('campaigns', () => {
	const Recipients = ['clicked', 'delivered', 'bounced', 'queued'].map((Status, n) => ({
		Address: `person${n}@example.com`,
		Status: Status as 'clicked',
	}));
	const add = (changes: object = {}) =>
		stage.sandbox.addCampaign({ Name: 'Summer News', Recipients, ...changes });

	test('the report has the ID of the campaign even if the service’s reply lacks it', async () => {
		stage.answer('/messaging/campaign-report', { Data: { Counters: { Sent: 3 }, Rates: { Opened: 50 } } });
		const [report] = await items('getReport', { campaign: byId(ID) });
		expect(report).toEqual({ Sent: 3, OpenedRate: 50, CampaignToken: ID });
	});

	test('the filter by address sends a phone number in the format of the service', async () => {
		await run('getRecipients', { campaign: byId(add()), filters: { Search: '(202) 555-0100' } });
		expect(stage.lastBody()).toMatchObject({ Search: '+12025550100' });
	});

	test.each([
		['pause', { Status: 'completed' }, /: The campaign is completed$/, undefined],
		[
			'resume',
			{ Status: 'blocked', BlockedReason: 'HighBounceRate' },
			/ bounced$/,
			'Contact your provider’s support team.',
		],
	])(
		'if the service refuses to %s a campaign with %j, the error explains why',
		async (operation, changes, message, why) => {
			const { error } = await run(operation, { campaign: byId(add(changes)) });
			expect(error?.message).toMatch(message);
			expect(error?.description).toEqual(why);
		},
	);
});

describe('drips', () => {
	const add = (changes: object = {}) => stage.sandbox.addDrip({ Name: 'Welcome', ...changes });

	test('a report has the counts and percentages of its period, but not how many contacts are enrolled', async () => {
		const drip = byId(add({ Contacts: [{ SourceToken: 'a' }] }));
		const [report] = await items('getDripReport', { drip });
		const Steps = [{ Name: 'Welcome' }];
		expect(report).toMatchObject({ Name: 'Welcome', Days: 30, Sent: 1, DeliveredRate: 100, Steps });
		expect(report).not.toHaveProperty('Enrolled');
		stage.answer('/messaging/drip-report', { Data: { Days: 30, Totals: null } });
		expect(await items('getDripReport', { drip: byId(ID) })).toMatchObject([{ Days: 30, DripToken: ID }]);
	});

	test('a contact can be removed by phone number, and removing the contact again fails with the service’s reason', async () => {
		const SourceToken = await stage.addParticipant('jane@example.com', { KeyPhoneNumber: '2025550100' });
		const drip = byId(add({ SweepstakesToken: stage.sweepstakesToken, Contacts: [{ SourceToken }] }));
		const contact = byId('2025550100');
		expect(await items('removeDripContact', { drip, contact })).toEqual([
			{ removed: true, DripToken: drip.value, SourceToken },
		]);
		const { error } = await run('removeDripContact', { drip, contact });
		expect(error?.description).toBe('The service gives the reason “removed”.');
	});

	test('after a lost call, a contact who is not in the drip does not count as removed', async () => {
		const drip = byId(add({ SweepstakesToken: stage.sweepstakesToken }));
		stage.lose('/messaging/drip-remove-contact', 'before');
		const { items, error } = await run('removeDripContact', { drip, contact: byId(ID) });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/ was not found/);
	});

	test.each([0, '0'])(
		'the output for a contact is not “removed” if the service reports %p removed contacts',
		async (Removed) => {
			stage.answer('/messaging/drip-remove-contact', { Data: { Removed } });
			const parameters = { drip: byId(ID), contact: byId('lead-1') };
			expect(await items('removeDripContact', parameters)).toMatchObject([{ removed: false }]);
		},
	);

	test('the picker of contacts shows the names of contacts who are among the newest participants', async () => {
		const names = { First_Name: 'Jane', Last_Name: 'Smith' };
		const known = await stage.addParticipant('jane@example.com', {}, names);
		const Contacts = [{ SourceToken: known }, { SourceToken: 'somebody' }];
		const found = async (drip: object) => {
			const contacts = await stage.search(node, 'searchDripContacts', { drip: byId(add(drip)) });
			return contacts.results.map(({ name }) => name.replace(/, since .*/, ''));
		};
		const SweepstakesToken = stage.sweepstakesToken;
		expect((await found({ SweepstakesToken, Contacts })).sort()).toEqual([
			'Jane Smith (jane@example.com)',
			'participant somebody',
		]);
		expect(await found({ Contacts: Contacts.slice(0, 1) })).toEqual([`participant ${known}`]);
	});

	test('the picker of contacts reads only the newest pages of participants to find names', async () => {
		const Participants = [{ ParticipantToken: ID }];
		stage.answer('/participants/fetch', { Data: { Participants, Total: 200, TotalPages: 10 } }, { times: 9 });
		await search(node, 'searchDripContacts', {
			drip: byId(add({ SweepstakesToken: stage.sweepstakesToken })),
		});
		expect(stage.callsTo('/participants/fetch')).toBe(3);
	});

	test('the filter by contact finds a participant’s ID in upper case, and sends any other ID unchanged', async () => {
		const drip = byId(add({ Contacts: [{ SourceToken: ID }, { SourceToken: 'Lead-1' }] }));
		const found = async (contactId: string) =>
			(await items('getDripContacts', { drip, filters: { contactId } })).map((one) => one.SourceToken);
		expect(await found(ID.toUpperCase())).toEqual([ID]);
		expect(await found('Lead-1')).toEqual(['Lead-1']);
	});

	test('a drip must be picked before one of its contacts can be picked', async () => {
		await expect(search(node, 'searchDripContacts')).rejects.toThrow(
			'“Drip” is required first: choose one in the field above',
		);
		await expect(search(node, 'searchDripContacts', { drip: byId('Welcome') })).rejects.toThrow(
			'“Drip” must be an ID such as ',
		);
	});

	test('a contact cannot be found by email if the drip has no sweepstakes', async () => {
		const contact = byId('jane@example.com');
		const { error } = await run('removeDripContact', { drip: byId(add()), contact });
		expect(error?.message).toBe(
			'“Contact” must be chosen from the list or by ID, because the drip does not belong to a sweepstakes',
		);
	});

	test('if one drip cannot be resumed, only its item fails, and the run continues', async () => {
		await reopen({ messaging: { smsSender: false } });
		const tokens = [add({ Channel: 'sms', Status: 'paused' }), add({ Status: 'paused' })];
		const result = await stage.run(
			node,
			'resumeDrip',
			{ drip: byId('={{ $json.token }}') },
			{ items: tokens.map((token) => ({ token })), onError: 'continueErrorOutput' },
		);
		expect(result.errorItems[0]!.json.error).toMatch(/has no registered number for text messages$/);
		expect(listJson(result)).toMatchObject([{ Status: 'active' }]);
	});
});
