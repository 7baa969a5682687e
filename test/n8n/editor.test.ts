import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { openEditor, type Editor } from '../../tools/n8n/browser';
import type { N8n } from '../../tools/n8n/n8n';
import { createNode, placeNode } from '../../tools/n8n/rows';
import { createSweepstakes, firstSweepstakes } from '../../tools/sandbox';
import { until } from '../../tools/n8n/wait';
import { ACTION_NODES } from '../support/engine/nodes';
import { beforeRelease } from '../support/n8n/release';
import { sharedN8n } from '../support/n8n/shared';

describe('in the editor', () => {
	let n8n: N8n;
	let sandbox: Sandbox;
	let editor: Editor;

	beforeAll(async () => {
		sandbox = await startSandbox({ accounts: [{ entries: { strictForm: true } }], sample: true });
		const summer = await firstSweepstakes(sandbox);
		await createSweepstakes(sandbox, { Handler: 'WINTER', SweepstakesName: 'Winter Giveaway' });
		await sandbox.api('/groups/create', { sweepstakesToken: summer.token, groupName: 'Only in summer' });
		n8n = await sharedN8n();
		editor = await openEditor(n8n.baseUrl);
	});
	afterAll(async () => {
		await editor?.close();
		await sandbox?.close();
	});

	const picker = (name: string) =>
		editor.page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input');
	/** Returns the choices in the open list. n8n 1 also keeps closed lists in the page. */
	const listed = () => editor.page.getByTestId('rlc-item').filter({ visible: true });

	/** Waits until the open list has these choices. The old choices stay visible until the reply arrives. */
	async function expectListed(...expected: Array<string | RegExp>): Promise<void> {
		const fits = (text: string, index: number) => text.trim().match(expected[index]!)?.[0] === text.trim();
		const isSo = (texts: string[]) => texts.length === expected.length && texts.every(fits);
		await until(async () => isSo(await listed().allInnerTexts()));
	}

	async function pick(name: string, handler: string): Promise<void> {
		await picker(name).click();
		await listed().filter({ hasText: handler }).click();
	}

	beforeRelease('n8n finds each node if the user searches for “sweepstakes”', async () => {
		const { id } = await n8n.createWorkflow({ name: 'Empty', nodes: [], connections: {} });
		await editor.page.goto(`${n8n.baseUrl}/workflow/${id}`);
		await editor.page.getByTestId('canvas-add-button').click();
		await editor.page.getByTestId('node-creator-search-bar').fill('sweepstakes');
		const found = editor.page.getByTestId('item-iterator-item');
		for (const { displayName } of ACTION_NODES.map(({ description }) => description))
			await found.filter({ hasText: displayName }).first().waitFor();
	});

	describe('the panel of a node', () => {
		const INVOICE = { Name: 'Ada', Email: 'ada@example.com', titleToFind: 'Ticket' };

		/** Puts the nodes of these tests on one canvas, because the editor takes seconds to load a workflow. */
		beforeAll(async () => {
			const { token } = await firstSweepstakes(sandbox);
			const credential = await n8n.createAccountCredential(sandbox);
			const byExpression = { __rl: true, mode: 'id', value: `={{ "${token}" }}` };
			const nodes: Array<[name: string, type: string, parameters: INodeParameters]> = [
				['Draw', 'sweepstakesWinner', { operation: 'draw' }],
				['Draw in Group', 'sweepstakesWinner', { operation: 'draw' }],
				['Add', 'sweepstakesParticipant', { operation: 'add' }],
				['Add by Expression', 'sweepstakesParticipant', { operation: 'add', sweepstakes: byExpression }],
				['Invoice', 'sweepstakesInvoice', { operation: 'create', ...INVOICE }],
				['Update', 'sweepstakes', { operation: 'update' }],
			];
			const { id } = await n8n.createWorkflow({
				name: 'Panels',
				nodes: nodes.map(([name, type, parameters], index) => ({
					...placeNode(name, createNode(type, parameters, credential), 0),
					position: [300 * (index % 3), 300 * Math.floor(index / 3)],
				})),
				connections: {},
			});
			await editor.openWorkflow(id);
		});

		it('lists the sweepstakes in the picker, and searches their names and handlers', async () => {
			await editor.openNode('Draw');
			await picker('sweepstakes').click();
			await expectListed(/Summer Giveaway \(SUMMER\), .+/, /Winter Giveaway \(WINTER\), .+/);
			await editor.page.getByTestId('rlc-search').filter({ visible: true }).fill('wint');
			await expectListed(/Winter Giveaway \(WINTER\), .+/);
			await listed().first().click();
			await editor.closeNode();
		});

		beforeRelease(
			'lists the groups of the picked sweepstakes, and updates the list when the user picks another sweepstakes',
			async () => {
				await editor.openNode('Draw in Group');
				await pick('sweepstakes', 'SUMMER');
				await picker('group').click();
				await expectListed('All Groups', 'Only in summer', /.*primary.*/);
				await listed().first().click();
				await pick('sweepstakes', 'WINTER');
				await picker('group').click();
				await expectListed('All Groups', /.+/);
				await listed().first().click();
				await editor.closeNode();
			},
		);

		/** Waits for the columns of the entry form. The phone number is not among them, because it has its own field. */
		async function expectForm(): Promise<void> {
			const form = editor.page.getByTestId('mapping-fields-container');
			for (const column of ['First Name', 'Last Name', 'Birth Date', 'Zip Code'])
				await form.getByText(column).first().waitFor();
			expect(await form.innerText()).not.toContain('Phone');
		}

		it('shows the fields of the entry form as columns only after a sweepstakes has been picked', async () => {
			await editor.openNode('Add');
			expect(await editor.page.getByTestId('resource-mapper-container').count()).toBe(0);
			await pick('sweepstakes', 'SUMMER');
			await expectForm();
		});

		it('stores the whole form, so that a run can send the fields in order without requesting the form', async () => {
			const fill = async (name: string, value: string) =>
				await editor.page.getByTestId(`parameter-input-${name}`).getByRole('textbox').first().fill(value);
			await fill('KeyEmail', 'jane@example.com');
			await fill('KeyPhoneNumber', '+12025550123');
			await fill('First_Name', 'Jane');
			await fill('Last_Name', 'Smith');
			sandbox.clearCalls();
			await editor.page.getByTestId('node-execute-button').first().click();
			await until(() => sandbox.calls().some(({ path }) => path === '/participants/add'));
			expect(sandbox.calls()[0]).toMatchObject({ path: '/participants/add', status: 200 });
			await editor.closeNode();
		});

		it('shows the fields of the entry form even if an expression gives the sweepstakes', async () => {
			await editor.openNode('Add by Expression');
			await expectForm();
			await editor.closeNode();
		});

		beforeRelease('flags the empty “Description” and “Rate” of a new invoice item', async () => {
			await editor.openNode('Invoice');
			await editor.page.getByTestId('parameter-input-Description').waitFor();
			await until(async () => (await editor.page.getByTestId('parameter-issues').count()) === 2);
			await editor.closeNode();
		});
	});
});
