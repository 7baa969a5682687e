import type { IBinaryKeyData, INodeParameters, INodeType } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesAccountFile } from '../../nodes/SweepstakesAccountFile/SweepstakesAccountFile.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesOfficialRules } from '../../nodes/SweepstakesOfficialRules/SweepstakesOfficialRules.node';
import { SweepstakesSurvey } from '../../nodes/SweepstakesSurvey/SweepstakesSurvey.node';
import { SweepstakesSupportTicket } from '../../nodes/SweepstakesSupportTicket/SweepstakesSupportTicket.node';
import { SweepstakesAdministratorToDo } from '../../nodes/SweepstakesAdministratorToDo/SweepstakesAdministratorToDo.node';
import { inDialects, openStages, stage } from '../support/engine/resource';
import { listJson } from '../support/engine/stage';

/*
 * These tests define what counts as the same record, so that no second one is created. Drawings are tested in
 * `drawings.test.ts` and `winner.test.ts`.
 */

openStages();

inDialects(() => {
	describe('an item with an earlier item’s title but other values gets the earlier record, and a hint says so', () => {
		const items = [{ other: 'one' }, { other: 'two' }];
		const other = '={{ $json.other }}';
		const bill = { Name: 'Jane', Email: '={{ "jane@example.com" }}', titleToFind: 'Prize' };

		test.each<[string, INodeType, INodeParameters, string]>([
			[
				'Official Rules',
				new SweepstakesOfficialRules(),
				{ Title: 'Rules', DocumentContent: other },
				'already created',
			],
			[
				'Survey',
				new SweepstakesSurvey(),
				{ SurveyName: 'Survey', Questions: { question: [{ QuestionText: other }] } },
				'already created',
			],
			[
				'Support Ticket',
				new SweepstakesSupportTicket(),
				{ Title: 'Ticket', Description: other },
				'already open',
			],
			[
				'Administrator To-Do',
				new SweepstakesAdministratorToDo(),
				{ Title: 'To-do', options: { Description: other } },
				'already created',
			],
			[
				'Invoice',
				new SweepstakesInvoice(),
				{ ...bill, Status: 'pending', items: { item: [{ Description: other, Quantity: 1, Rate: 25 }] } },
				'already invoiced',
			],
		])('%s › Create', async (_title, node, parameters, reason) => {
			const run = async (inputs: object[]) =>
				await stage.run(
					node,
					'create',
					{ sweepstakes: stage.picked, ...parameters },
					{ items: inputs as [] },
				);
			const { items: found, hints } = await run(items);
			expect(found.map(({ json }) => json.existed)).toEqual([false, true]);
			expect(hints).toContain(`Skipped 1 item: ${reason} for an earlier item with different values.`);
			expect((await run([items[0]!, items[0]!])).hints).toEqual([`Skipped 2 items: ${reason}.`]);
		});
	});

	describe('an existing record that differs from the request is returned unchanged, and a hint names the fields', () => {
		const bill = { Name: 'Jane', Email: 'jane@example.com', titleToFind: 'Prize' };
		const price = (Rate: number) => ({ item: [{ Description: 'Prize', Quantity: 1, Rate }] });
		const ask = (...texts: string[]) => ({
			Questions: { question: texts.map((QuestionText) => ({ QuestionText })) },
		});

		test.each<[string, INodeType, INodeParameters, INodeParameters, string]>([
			[
				'Official Rules',
				new SweepstakesOfficialRules(),
				{ Title: 'Rules', DocumentContent: '<p>For $100.</p>' },
				{ DocumentContent: '<p>For $200.</p>' },
				'“Document”',
			],
			[
				'Survey',
				new SweepstakesSurvey(),
				{ SurveyName: 'Survey', ...ask('A?') },
				{ ...ask('A?', 'B?'), settings: { Status: false } },
				'“Settings › Active”, “Questions”',
			],
			[
				'Support Ticket',
				new SweepstakesSupportTicket(),
				{ Title: 'Ticket', Description: 'Help', Priority: 1 },
				{ Priority: 3 },
				'“Priority”',
			],
			[
				'Administrator To-Do',
				new SweepstakesAdministratorToDo(),
				{ Title: 'To-do', options: { Description: 'One', Deadline: '2090-01-31' } },
				{ options: { Description: 'Two', Deadline: '2090-02-01' } },
				'“Options › Description”, “Options › Deadline”',
			],
			[
				'Invoice',
				new SweepstakesInvoice(),
				{ ...bill, Status: 'pending', items: price(25) },
				{ Name: 'Joe', items: price(50), options: { TaxRate: 10 } },
				'“Items”, “Options › Tax Rate (%)”, “Recipient Name”',
			],
		])('%s › Create', async (_title, node, parameters, changed, fields) => {
			const hints = async (more: INodeParameters = {}) =>
				(await stage.run(node, 'create', { sweepstakes: stage.picked, ...parameters, ...more })).hints;
			await hints();
			expect((await hints()).join()).not.toContain('differs');
			expect(await hints(changed)).toContain(
				`A record that already exists differs from the request in ${fields}. It was returned unchanged.`,
			);
		});
	});

	describe('two tickets whose titles begin with the same 100 characters', () => {
		const START =
			'No winner of the summer sweepstakes has got a message since the beginning of June, although all of them ';
		const [CALLED, WROTE] = [`${START}called`, `${START}wrote`];
		const create = async (Title: string) =>
			await stage.run(new SweepstakesSupportTicket(), 'create', { Title, Description: 'Please help.' });
		const subjects = async () => {
			type TicketList = { Data: { Tickets: Array<{ CaseNumber: string }> } };
			const { Tickets } = (await stage.api<TicketList>('/tickets/fetchOpenTickets')).Data;
			return Tickets.length;
		};

		test('are treated as different tickets', async () => {
			for (const title of [CALLED, WROTE])
				expect(listJson(await create(title))).toMatchObject([{ Subject: title, existed: false }]);
			for (const title of [CALLED, WROTE])
				expect(listJson(await create(title))).toMatchObject([{ Subject: title, existed: true }]);
			expect(await subjects()).toBe(2);
		});

		test.each(['before', 'after'] as const)(
			'are distinguished even if the connection breaks %s the call is processed',
			async (drop) => {
				await create(CALLED);
				stage.lose('/tickets/create', drop);
				expect(listJson(await create(WROTE))).toMatchObject([{ Subject: WROTE, existed: false }]);
				expect(await subjects()).toBe(2);
			},
		);
	});

	describe('two files', () => {
		const binaryOf = (fileName: string, content: string): IBinaryKeyData => ({
			data: { data: Buffer.from(content).toString('base64'), mimeType: 'application/pdf', fileName },
		});
		const upload = async (fileName: string, content: string) =>
			await stage.run(new SweepstakesAccountFile(), 'upload', {}, { binary: binaryOf(fileName, content) });

		test('are treated as different files even if they would be stored under the same name', async () => {
			expect(listJson(await upload('规则.pdf', 'The rules'))).toMatchObject([{ Filename: '__.pdf' }]);
			expect((await upload('奖品.pdf', 'The prizes')).error?.message).toBe(
				'“File Name” must be a different name, because “奖品.pdf” would be stored as “__.pdf”, and a file already has that name. If it is the same file, enter “__.pdf” here',
			);
			expect(listJson(await upload('规则.pdf', 'The rules'))).toMatchObject([{ existed: true }]);
		});

		test('with the same name but different sizes are different files, so that no later node gets the old one', async () => {
			await upload('rules.pdf', 'The rules');
			expect((await upload('rules.pdf', 'The new rules')).error?.message).toBe(
				'“File Name” must be a different name, because the account already has another file called “rules.pdf” (9 bytes; this one has 13). To store this one in its place, set “When Name Exists” to “Replace”',
			);
			expect((await upload('rules.pdf', 'The rules')).hints).toEqual(['Skipped 1 item: already stored.']);
		});

		test('of one run with the same name and size: the second is refused if its content differs', async () => {
			const [one, two] = ['Code A1', 'Code B2'].map((content) => binaryOf('code.pdf', content).data!);
			const uploadBoth = async (second: typeof one) =>
				await stage.run(
					new SweepstakesAccountFile(),
					'upload',
					{ file: '={{ $json.file }}' },
					{ items: [{ file: 'one' }, { file: 'two' }], binary: { one: one!, two: second! } },
				);
			expect((await uploadBoth(two)).error?.message).toBe(
				'Item 2: “File Name” must be a different name, because an earlier item already stored a file as “code.pdf”',
			);
			expect((await uploadBoth(one)).hints).toEqual(['Skipped 2 items: already stored.']);
		});
	});

	describe('for “Top Up to Quantity”, existing codes', () => {
		const generate = async (options: INodeParameters) =>
			await stage.run(new SweepstakesCode(), 'generate', {
				sweepstakes: stage.picked,
				Quantity: 2,
				options: { Prefix: 'A-', ...options },
			});
		const existing = async (options: INodeParameters) =>
			listJson(await generate(options)).map(({ existed }) => existed);

		test.each<[string, INodeParameters]>([
			['value', { Value: '25' }],
			['link', { ExternalURL: 'https://example.com/prize' }],
			['expiration date', { ExpirationDate: '2090-01-31' }],
			['expiration time', { ExpirationDate: '2090-01-31', ExpirationTime: '12:00' }],
		])('do not count if they have another %s', async (_what, options) => {
			expect(await existing({})).toEqual([false, false]);
			expect(await existing(options)).toEqual([false, false]);
			expect(await existing(options)).toEqual([true, true]);
			expect(await existing({})).toEqual([true, true]);
			if (options.ExpirationTime)
				expect(await existing({ ...options, ExpirationTime: '13:00' })).toEqual([false, false]);
		});

		test('count even if their description differs', async () => {
			await generate({ Description: 'One ticket' });
			const { items } = await generate({ Description: 'Two tickets' });
			expect(items.map(({ json }) => json.existed)).toEqual([true, true]);
		});

		test('count even if the service writes their link in another format', async () => {
			await generate({ ExternalURL: 'https://Example.com' });
			expect(await existing({ ExternalURL: 'https://example.com/' })).toEqual([true, true]);
		});
	});
});
