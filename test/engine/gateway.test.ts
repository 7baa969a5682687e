import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { openStages, stage } from '../support/engine/resource';

openStages();

const LIST = '/winners/fetch';

test('a deletion does not count as done if the reply lacks “Response: true”', async () => {
	const body = { message: 'Workflow was started' };
	stage.sandbox.faults([{ path: '/sweepstakes/delete', status: 200, body, times: 4 }]);
	const { error, items } = await stage.run(new Sweepstakes(), 'delete', { sweepstakes: stage.picked });
	expect(items).toEqual([]);
	expect(error!.message).toMatch(
		/does not respond like the Sweepstakes API \(“Response: true” is missing\)\. The call may have been processed\. It was sent 4 times/,
	);
});

describe('a run with an error branch', () => {
	const count = async () =>
		await stage.run(
			new SweepstakesWinner(),
			'count',
			{ sweepstakes: stage.picked },
			{ items: [{ row: 1 }, { row: 2 }, { row: 3 }], onError: 'continueErrorOutput' },
		);

	test.each([
		[403, { message: 'Forbidden' }, 'application/json'],
		[413, '<html><h1>413 Request Entity Too Large</h1></html>', 'text/html'],
	])(
		'continues after a firewall’s %i with %j if an earlier call succeeded',
		async (status, body, contentType) => {
			stage.sandbox.faults([{ path: LIST }, { path: LIST, status, body, contentType }]);
			const { items, errorItems } = await count();
			expect(items).toHaveLength(2);
			const error = `Item 2: A firewall or proxy blocked this call (status ${status})`;
			expect(errorItems.map(({ json }) => json)).toEqual([{ row: 2, error }]);
		},
	);
});

describe('the error about a refusal', () => {
	test('says how many people can be drawn if the service’s reply does', async () => {
		const Help = { EligibleParticipants: 3 };
		const body = { Response: false, Message: 'No', Code: 400, Help };
		stage.sandbox.faults([{ path: '/winners/draw', status: 400, body }]);
		const { error } = await stage.run(new SweepstakesWinner(), 'draw', { sweepstakes: stage.picked });
		expect(error!.description).toBe('Nobody was drawn. Only 3 participants can be drawn.');
		expect(stage.callsTo('/winners/draw')).toBe(1);
	});

	test('names fields by their labels in the panel', async () => {
		await stage.api('/sweepstakes/pause', { SweepstakesToken: stage.sweepstakesToken });
		const { error } = await stage.run(new SweepstakesWinner(), 'draw', { sweepstakes: stage.picked });
		expect(error).toMatchObject({
			message: 'The service rejected this: “Sweepstakes”: a paused sweepstakes cannot be drawn from',
			description: undefined,
		});
	});

	test.each<[string, number, object, string]>([
		['InsufficientSpace', 422, {}, 'Increase “Length”.'],
		['DailyLimit', 429, { AddedToday: 50_000 }, 'Run this again tomorrow.'],
		['constructor', 409, {}, 'The service gives the reason “constructor”.'],
	])(
		'says what to do about the reason %s, and the call is not retried',
		async (Code, status, more, description) => {
			const body = { Response: false, Message: 'No', Code: status, Data: { Code, ...more } };
			stage.sandbox.faults([{ path: '/codes/generate', status, body }]);
			const parameters = { sweepstakes: stage.picked, topUp: false, Quantity: 1, Length: 10 };
			const { error } = await stage.run(new SweepstakesCode(), 'generate', parameters);
			expect(error!.description).toBe(description);
			expect(stage.callsTo('/codes/generate')).toBe(1);
		},
	);
});
