import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { callsTo, openStages, stage } from './resource';
import { jsonOf } from './stage';

openStages();

const INVOICE = {
	whenAlreadyInvoiced: 'create',
	Name: 'Ada',
	Email: 'ada@example.com',
	items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 10 }] },
};

describe('a 503 of a gateway does not say whether the call was processed', () => {
	test('an invoice is not created again if the list of invoices is refused', async () => {
		stage.sandbox.faults([
			{ path: '/invoices/create', gateway: 'after' },
			{ path: '/invoices/fetch', status: 403 },
		]);
		const { error } = await stage.run(new SweepstakesInvoice(), 'create', INVOICE);
		expect(error!.message).toBe(
			'The service did not confirm this: the service answered with status 503. It may have been processed, so it was not sent again',
		);
		expect(callsTo('/invoices/create')).toBe(1);
	});
});

describe('a reply without “Response: true” confirms nothing', () => {
	const elsewhere = { status: 200, body: { message: 'Workflow was started' } };

	test('a deletion is not reported as done', async () => {
		stage.sandbox.faults(Array.from({ length: 4 }, () => ({ path: '/sweepstakes/delete', ...elsewhere })));
		const { error, items } = await stage.run(new Sweepstakes(), 'delete', { sweepstakes: stage.picked });
		expect(items).toEqual([]);
		expect(error!.message).toMatch(
			/does not answer like the Sweepstakes API \(“Response: true” is missing\)\. Tried 4 times/,
		);
	});

	test('an invoice that is not in the list was not created, and is created once', async () => {
		stage.sandbox.faults([{ path: '/invoices/create', ...elsewhere }]);
		const result = await stage.run(new SweepstakesInvoice(), 'create', INVOICE);
		expect(jsonOf(result)).toMatchObject([{ RecipientEmail: 'ada@example.com' }]);
		expect(callsTo('/invoices/create')).toBe(2);
	});
});

describe('a failure of one item does not end the run', () => {
	const add = async (items: object[]) =>
		await stage.run(
			new SweepstakesParticipant(),
			'add',
			{ sweepstakes: stage.picked, KeyEmail: '={{ $json.email }}' },
			{ items: items as never, onError: 'continueErrorOutput' },
		);
	const PEOPLE = ['ada', 'bob', 'cleo'].map((name) => ({ email: `${name}@example.com` }));

	test.each([
		[403, { message: 'Forbidden' }, 'application/json'],
		[403, '<html><h1>403 Forbidden</h1></html>', 'text/html'],
		[413, '<html><h1>413 Request Entity Too Large</h1></html>', 'text/html'],
	])(
		'a firewall that answers %i with %j, after other calls came through',
		async (status, body, contentType) => {
			stage.sandbox.faults([
				{ path: '/participants/add' },
				{ path: '/participants/add', status, body, contentType },
			]);
			const { items, errorItems } = await add(PEOPLE);
			expect(items).toHaveLength(2);
			expect(errorItems.map(({ json }) => json)).toEqual([
				{
					...PEOPLE[1],
					error: `Item 2: Something between this n8n and the service refused this call with status ${status}`,
				},
			]);
		},
	);

	test('a 403 about one sweepstakes', async () => {
		stage.sandbox.faults([
			{
				path: '/winners/fetch',
				status: 403,
				body: {
					Response: false,
					Message: 'You do not have permission to access this sweepstakes.',
					Code: 403,
				},
			},
		]);
		const { items, errorItems } = await stage.run(
			new SweepstakesWinner(),
			'count',
			{ sweepstakes: stage.picked },
			{ items: [{}, {}], onError: 'continueErrorOutput' },
		);
		expect(items).toHaveLength(1);
		expect(errorItems[0]!.json.error).toBe(
			'Item 1: The service refused this: You do not have permission to access this sweepstakes',
		);
	});
});

describe('the error repeats the service’s details', () => {
	const refusal = async (path: string, status: number, body: object) => {
		stage.sandbox.faults([{ path, status, body: { Response: false, Message: 'No', Code: status, ...body } }]);
		const node = path === '/codes/generate' ? new SweepstakesCode() : new SweepstakesWinner();
		const operation = path === '/codes/generate' ? 'generate' : 'draw';
		const { error } = await stage.run(node, operation, {
			sweepstakes: stage.picked,
			topUp: false,
			Quantity: 1,
			Length: 10,
		});
		expect(callsTo(path)).toBe(1);
		return error!.description;
	};

	test('how many participants can be drawn', async () => {
		expect(await refusal('/winners/draw', 400, { Help: { EligibleParticipants: 3 } })).toBe(
			'Nobody was drawn. Only 3 participants can be drawn.',
		);
	});

	test('in our labels, with its own remedy', async () => {
		await stage.api('/sweepstakes/pause', { SweepstakesToken: stage.sweepstakesToken });
		const { error } = await stage.run(new SweepstakesWinner(), 'draw', { sweepstakes: stage.picked });
		expect(error).toMatchObject({
			message: 'The service refused this: “Sweepstakes”: a paused sweepstakes cannot be drawn from',
			description: 'Resume it first, with Sweepstakes › Resume.',
		});
	});

	test('that a longer code helps', async () => {
		expect(await refusal('/codes/generate', 422, { Data: { Code: 'InsufficientSpace' } })).toBe(
			'Increase “Length”.',
		);
	});

	test.each(['DailyLimit', 'AccountDailyLimit'])('%s, without a retry', async (Code) => {
		expect(await refusal('/codes/generate', 429, { Data: { Code, AddedToday: 50000 } })).toBe(
			'50000 were added in the last 24 hours. Run this again tomorrow. Waiting a minute does not help.',
		);
	});

	test('the name of an error that this node does not know, and the hint', async () => {
		expect(
			await refusal('/codes/generate', 409, { Data: { Code: 'constructor' }, Hint: 'Try it later.' }),
		).toBe('The service gives the reason “constructor”. Try it later.');
	});
});
