import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesGroup } from '../../nodes/SweepstakesGroup/SweepstakesGroup.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { REHEARSED_ID } from '../../nodes/shared/client/dry-run';
import { rowsIn } from '../catalogue';
import { storedColumns } from '../catalogue/world';
import { findOperation } from '../support/engine/nodes';
import { by, openStages, stage as one } from '../support/engine/resource';
import { listJson, Stage } from '../support/engine/stage';
import { askTool } from '../support/engine/tool';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';
import { listRecords } from '../support/records';
import { USUAL_DIALECTS } from '../support/services';

/* With the credential's Rehearse, nothing is sent that does more than read, and the rows flow through a workflow. */

const REHEARSAL =
	'Rehearsal: nothing was sent or changed. Nodes of other services still send. For a real run, choose a credential in which “Rehearse” is off.';

// The client holds back a call whatever its dialect.
describe.each(USUAL_DIALECTS)('in the dialect %s, a rehearsal', (dialect) => {
	const rows = rowsIn(dialect).filter((row) => !findOperation(row).reads);
	shareWorld({ dialect });

	test.each(rows.map((row) => [row.title, row] as const))(
		'of “%s” by an agent writes nothing, and returns what would be sent',
		async (_title, row) => {
			const { node, operation } = row;
			const parameters = { operation, ...(await row.parameters(world, uniqueOne())) };
			const before = listRecords(stage.sandbox.store);
			const account = { ...stage.sandbox, rehearse: true };
			const items = JSON.parse((await askTool({ node, account, parameters })).answer) as IDataObject[];
			expect(items.length).toBeGreaterThan(0);
			expect(items.map(({ dryRun }) => dryRun)).toEqual(items.map(() => true));
			const isCreation = /^(create|clone|upload|generate|schedule)/.test(operation);
			if (isCreation) expect(Object.values(items.at(-1)!)).toContain(REHEARSED_ID);
			expect(listRecords(stage.sandbox.store)).toEqual(before);
		},
	);
});

describe('a rehearsal with several nodes', () => {
	openStages();

	const account = (rehearse: boolean) => ({ ...one.sandbox, rehearse });
	const next = async (
		node: INodeType,
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
	) =>
		await one.run(
			node,
			operation,
			{ sweepstakes: one.picked, ...parameters },
			{ items, account: account(true) },
		);

	const add = {
		KeyEmail: '={{ $json.email }}',
		KeyPhoneNumber: '={{ $json.phone }}',
		whenAlreadyEntered: 'skip',
		Fields: {
			mappingMode: 'defineBelow',
			value: { First_Name: '={{ $json.first }}', Last_Name: 'Smith' },
			schema: storedColumns(),
		},
	};
	const draw = {
		howManyWinnersToPick: 2,
		group: by('list', 'allgroups'),
		options: { backups: 1, entryPeriodMustHaveEnded: true },
	};
	const invoice = {
		Name: '={{ $json.FirstName }} {{ $json.LastName }}',
		Email: '={{ $json.Email }}',
		titleToFind: 'Prize',
		items: { item: [{ Description: 'Prize', Quantity: 1, Rate: 25 }] },
	};
	const message = {
		participant: by('id', '={{ $json.RecipientEmail }}'),
		Channel: 'email',
		Subject: 'Your prize',
		Message: '=Pay here: {{ $json.PublicLink }}',
	};

	test('an invoice has no fees if the account’s invoices cannot be read', async () => {
		one.sandbox.faults([{ path: '/invoices/fetch', status: 403 }]);
		const always = { ...invoice, whenAlreadyInvoiced: 'create', Title: 'Prize' };
		const items = [{ FirstName: 'Ada', LastName: 'Smith', Email: 'ada@example.com' }];
		const run = await next(new SweepstakesInvoice(), 'create', always, items);
		expect(listJson(run)).toMatchObject([{ Subtotal: 25, Total: null, dryRun: true }]);
	});

	test('rows flow from Add through Draw and Create to Send, and nothing is sent that does more than read', async () => {
		const before = listRecords(one.sandbox.store);
		const people = [1, 2, 3].map((n) => ({
			email: `ada${n}@example.com`,
			phone: `+1202555013${n}`,
			first: `Ada ${n}`,
		}));
		const added = listJson(await next(new SweepstakesParticipant(), 'add', add, people));
		expect(added).toMatchObject(
			people.map(({ email, first }) => ({ FirstName: first, Email: email, existed: false, dryRun: true })),
		);
		const drawn = await next(new SweepstakesWinner(), 'draw', draw, [{}]);
		expect(listJson(drawn)).toMatchObject([
			{ FirstName: 'Winner', LastName: '1', Email: 'winner-1@example.com', Position: 1, isBackup: false },
			{ Email: 'winner-2@example.com', Position: 2 },
			{ Email: 'backup-1@example.com', Position: 3, isBackup: true },
		]);
		expect(drawn.hints[0]).toBe(REHEARSAL);
		expect(drawn.hints.join()).toContain('Today, a real run would fail: “Options › Entry Period');
		const winners = listJson(drawn).slice(0, 2);
		const invoices = listJson(await next(new SweepstakesInvoice(), 'create', invoice, winners));
		expect(invoices).toMatchObject([
			{ RecipientName: 'Winner 1', RecipientEmail: 'winner-1@example.com', Subtotal: 25, existed: false },
			{ RecipientEmail: 'winner-2@example.com' },
		]);
		const sent = await next(new SweepstakesMessage(), 'send', message, invoices);
		expect(listJson(sent)).toMatchObject([
			{ text: 'Pay here: https://example.com/rehearsed-invoice', dryRun: true },
			{ dryRun: true },
		]);
		expect(sent.hints.join()).not.toContain('not participants');
		expect(listRecords(one.sandbox.store)).toEqual(before);
	});

	test('a node with another credential refuses a row of a rehearsal before anything is sent', async () => {
		const row = { email: 'ada@example.com', phone: '+12025550130', first: 'Ada', dryRun: true };
		const add1 = async (item: object) =>
			await one.run(
				new SweepstakesParticipant(),
				'add',
				{ sweepstakes: one.picked, ...add },
				{ items: [item as IDataObject], account: account(false) },
			);
		expect((await add1(row)).error?.message).toBe(
			'“Input” comes from a dry run or a rehearsal (“dryRun” is true). Run the earlier nodes for real first',
		);
		expect(one.paths()).toEqual([]);
		expect((await add1({ ...row, phone: '' })).error?.message).toMatch(
			/Run the earlier nodes for real first$/,
		);
		const { dryRun: _, ...real } = row;
		expect((await add1(real)).items).toHaveLength(1);
	});

	test('a person who only an earlier node would add is mentioned, but without an alarm', async () => {
		const { hints } = await next(
			new SweepstakesMessage(),
			'send',
			{ ...message, Message: 'Hello', participant: by('id', 'ada@example.com') },
			[{}],
		);
		expect(hints).toEqual([
			REHEARSAL,
			'Some of these people are not participants yet. In a real run, an earlier node must have added them.',
		]);
	});

	test.each<[string, INodeType, string, INodeParameters]>([
		['Recipient Email', new SweepstakesInvoice(), 'create', { ...invoice, Email: '={{ $json.Email }}' }],
		['Email', new SweepstakesParticipant(), 'add', { KeyEmail: '={{ $json.Email }}' }],
		[
			'Participant',
			new SweepstakesMessage(),
			'send',
			{ ...message, participant: by('id', '={{ $json.Email }}') },
		],
		[
			'Participant',
			new SweepstakesParticipant(),
			'setBonusEntries',
			{ participant: by('id', '={{ $json.ParticipantToken }}'), BonusEntries: 2 },
		],
		['Message', new SweepstakesMessage(), 'send', { ...message, participant: by('id', 'ada@example.com') }],
	])(
		'a node with another credential refuses made-up people, even if a node between has dropped “dryRun”: “%s”',
		async (label, node, operation, parameters) => {
			const [winner] = listJson(await next(new SweepstakesWinner(), 'draw', draw, [{}]));
			const [invoiced] = listJson(await next(new SweepstakesInvoice(), 'create', invoice, [winner!]));
			const { dryRun: _, ...row }: IDataObject = { ...winner, PublicLink: invoiced!.PublicLink };
			one.sandbox.clearCalls();
			const { error } = await one.run(
				node,
				operation,
				{ sweepstakes: one.picked, ...parameters },
				{ items: [row], account: account(false) },
			);
			expect(error?.message).toMatch(
				new RegExp(
					`^“${label}” must not contain “.*”, which only a dry run or a rehearsal makes up\\. Run the earlier`,
				),
			);
			expect(one.paths()).toEqual([]);
			const dry = { sweepstakes: one.picked, ...parameters, options: { dryRun: true } };
			const previewed = await one.run(node, operation, dry, { items: [row], account: account(false) });
			expect(previewed.error?.message ?? '').not.toContain('must not contain');
		},
	);

	const CREATED = by('id', '={{ $json.SweepstakesToken }}');
	const newSweepstakes = {
		SweepstakesName: 'Autumn Giveaway',
		SweepstakesType: 1,
		Handler: 'AUTUMN',
		StartDate: '2090-09-01',
		EndDate: '2090-10-01',
		StartTime: '00:00',
		EndTime: '23:59',
	};
	const assign = { coupon: by('list', 'next'), participant: by('id', '={{ "ada@example.com" }}') };

	test('a group that was only rehearsed can be drawn from', async () => {
		const groups = listJson(await next(new SweepstakesGroup(), 'create', { groupName: 'VIP' }, [{}]));
		expect(groups).toMatchObject([{ GroupName: 'VIP', GroupToken: REHEARSED_ID, existed: false }]);
		const group = by('id', '={{ $json.GroupToken }}');
		const drawn = await next(new SweepstakesWinner(), 'draw', { ...draw, group }, groups);
		expect(listJson(drawn)).toMatchObject([{ Position: 1 }, { Position: 2 }, { isBackup: true }]);
	});

	test('codes that were only rehearsed can be assigned, by ID, by text or as the next ones, and redeemed', async () => {
		await one.addParticipant('ada@example.com');
		const generate = { Quantity: 2, Length: 6, options: { Prefix: 'MAY-' } };
		const codes = listJson(await next(new SweepstakesCode(), 'generate', generate, [{}]));
		const made = ['MAY-000001', 'MAY-000002'].map((CouponCode) => ({
			CouponCode,
			CouponToken: REHEARSED_ID,
		}));
		expect(codes).toMatchObject(made);
		for (const key of ['CouponToken', 'CouponCode']) {
			const coupon = by('id', `={{ $json.${key} }}`);
			const assigned = await next(new SweepstakesCode(), 'assign', { ...assign, coupon }, codes);
			expect(listJson(assigned)).toMatchObject(made.map((code) => ({ ...code, Email: 'ada@example.com' })));
			const redeemed = await next(new SweepstakesCode(), 'redeem', { coupon }, listJson(assigned));
			expect(listJson(redeemed)).toMatchObject(codes.map((code) => ({ [key]: code[key] })));
		}
		const { items, hints } = await next(new SweepstakesCode(), 'assign', assign, [{}]);
		expect(items[0]!.json).toMatchObject({ CouponToken: REHEARSED_ID, Email: 'ada@example.com' });
		expect(hints.join()).toContain('Today, a real run would fail: “Code › Next Available” did not find');
	});

	test('a sweepstakes that was only rehearsed can be used, and the service is not asked about it', async () => {
		const created = listJson(await next(new Sweepstakes(), 'create', newSweepstakes, [{}]));
		expect(created).toMatchObject([{ Handler: 'AUTUMN', SweepstakesToken: REHEARSED_ID }]);
		const inIt = async (node: INodeType, operation: string, parameters: INodeParameters) => {
			const result = await next(node, operation, { ...parameters, sweepstakes: CREATED }, created);
			expect([result.error?.message, one.paths()]).toEqual([undefined, []]);
			return listJson(result);
		};
		const person = { ...add, KeyEmail: 'ada@example.com', KeyPhoneNumber: '+12025550130' };
		const [added] = await inIt(new SweepstakesParticipant(), 'add', person);
		expect(added).toMatchObject({ Email: 'ada@example.com', LastName: 'Smith', existed: false });
		const options = {
			...draw.options,
			rulesMustExist: true,
			minimumParticipants: 5,
		};
		expect(await inIt(new SweepstakesWinner(), 'draw', { ...draw, options })).toHaveLength(3);
		expect(await inIt(new SweepstakesCode(), 'assign', assign)).toHaveLength(1);
		expect(await inIt(new SweepstakesGroup(), 'create', { groupName: 'VIP' })).toHaveLength(1);
		const toAda = { ...message, Message: 'Hello', participant: by('id', 'ada@example.com') };
		expect(await inIt(new SweepstakesMessage(), 'send', toAda)).toHaveLength(1);
		expect(await inIt(new Sweepstakes(), 'pause', {})).toHaveLength(1);
		expect(await inIt(new Sweepstakes(), 'delete', {})).toHaveLength(1);
		expect(await inIt(new SweepstakesParticipant(), 'getMany', {})).toEqual([]);
		const { error } = await next(new SweepstakesParticipant(), 'count', { sweepstakes: CREATED }, created);
		expect(error?.message).toBe('An earlier node only rehearsed creating this, so there is nothing to read');
		expect(one.paths()).toEqual([]);
	});

	test('an invoice that was only rehearsed can be published, and its link sent', async () => {
		const winner = { FirstName: 'Ada', LastName: 'Smith', Email: 'ada@example.com' };
		const created = listJson(await next(new SweepstakesInvoice(), 'create', invoice, [winner]));
		const picked = { invoice: by('id', '={{ $json.InvoiceToken }}') };
		const published = listJson(await next(new SweepstakesInvoice(), 'publish', picked, created));
		expect(published).toMatchObject([{ RecipientEmail: 'ada@example.com', Status: 'pending' }]);
		expect(listJson(await next(new SweepstakesMessage(), 'send', message, published))).toMatchObject([
			{ text: 'Pay here: https://example.com/rehearsed-invoice' },
		]);
	});

	test('a node that only reads works as usual', async () => {
		const { hints, items } = await next(new SweepstakesParticipant(), 'count', {}, [{ dryRun: true }]);
		expect(hints).toEqual([]);
		expect(items[0]!.json).toMatchObject({ Total: 0 });
	});
});

test.each(['', 'yes', null, 1])(
	'“Rehearse” that is %j is an error, and nothing is sent',
	async (rehearse) => {
		const own = await Stage.open();
		const { error } = await own.run(
			new SweepstakesParticipant(),
			'count',
			{ sweepstakes: own.picked },
			{ account: { ...own.sandbox, rehearse: rehearse as never } },
		);
		expect(error?.message).toContain('“Rehearse” must be true or false');
		expect(own.paths()).toEqual([]);
		await own.close();
	},
);
