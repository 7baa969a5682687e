import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { INode, INodeCredentialsDetails, INodeParameters } from 'n8n-workflow';

import { importDrawInvoice } from '../../examples/demo/workflow';
import { startSandbox } from '../../sandbox';
import { openEditor } from '../n8n/browser';
import { pictureExamples, WINDOW } from './examples';
import { startN8nWithPackage, type RunningN8n } from '../n8n/n8n';
import { firstSweepstakes, type Picked } from '../sandbox';

const PICTURES = resolve(__dirname, '../../docs/pictures');

/** Tall enough to show any operation's parameters without scrolling. */
const PANEL = { width: 1440, height: 1000 };

/** The node panels in the documentation, with their parameters. */
const PANELS: Array<[type: string, parameters: INodeParameters]> = [
	[
		'sweepstakes',
		{
			operation: 'create',
			SweepstakesName: 'Summer Giveaway 2027',
			Handler: 'SUMMER2027',
			StartDate: '2027-06-01T00:00:00',
			EndDate: '2027-06-30T00:00:00',
		},
	],
	[
		'sweepstakesParticipant',
		{
			operation: 'add',
			KeyEmail: '={{ $json.email }}',
			KeyPhoneNumber: '={{ $json.phone }}',
			Fields: {
				mappingMode: 'defineBelow',
				value: { First_Name: '={{ $json.first_name }}', Last_Name: '={{ $json.last_name }}' },
			},
		},
	],
	['sweepstakesWinner', { operation: 'draw', howManyWinnersToPick: 3, whenWinnersExist: 'return' }],
	['sweepstakesGroup', { operation: 'create', groupName: 'VIP' }],
	[
		'sweepstakesInvoice',
		{
			operation: 'create',
			Name: '={{ $json.FirstName }} {{ $json.LastName }}',
			Email: '={{ $json.Email }}',
			titleToFind: 'Your ticket',
			items: { item: [{ Description: 'Concert ticket', Quantity: 1, Rate: 25 }] },
		},
	],
	['sweepstakesCode', { operation: 'generate', options: { Prefix: 'SUN-' } }],
	[
		'sweepstakesOfficialRules',
		{
			operation: 'create',
			Title: 'Official Rules',
			DocumentContent: '<h1>Official Rules</h1>\n<p>No purchase necessary.</p>',
		},
	],
	['sweepstakesEntryPage', { operation: 'getFields' }],
	[
		'sweepstakesMessage',
		{
			operation: 'send',
			participant: { __rl: true, mode: 'KeyEmail', value: '={{ $json.Email }}' },
			Subject: '=You have won, {{ $json.FirstName }}!',
			Message: '=Dear {{ $json.FirstName }},\n\ncongratulations: you have won!',
		},
	],
	['sweepstakesCampaign', { operation: 'getReport' }],
	[
		'sweepstakesAccountNote',
		{ operation: 'create', Title: 'Call the printer', Note: '500 flyers and 20 posters by Friday' },
	],
	['sweepstakesReferenceData', { operation: 'getZipCodes', search: '={{ $json.zip }}' }],
	[
		'sweepstakesCalendarEvent',
		{
			operation: 'create',
			EventTitle: 'Winners are announced',
			EventStartDate: '2027-07-01T00:00:00',
			EventStartTime: '18:00',
			EventEndDate: '2027-07-01T00:00:00',
			EventEndTime: '19:00',
		},
	],
	[
		'sweepstakesSupportTicket',
		{
			operation: 'create',
			Title: 'The winners of SUMMER2027 were not emailed',
			Description: 'The draw was at 18:00, and no winner got a message.',
			Priority: 3,
		},
	],
	['sweepstakesSurvey', { operation: 'getResponses', filters: { Completed: true } }],
	['sweepstakesAccountFile', { operation: 'upload', file: 'data', Filename: 'official-rules.pdf' }],
	[
		'sweepstakesAdministratorToDo',
		{ operation: 'create', Title: 'Check the rules of SUMMER2027', Priority: 2 },
	],
	['sweepstakesAccountBilling', { operation: 'getTransactions', returnAll: true }],
	['sweepstakesAccount', { operation: 'getPlan' }],
	[
		'sweepstakesApiCall',
		{ path: '/notes/create', body: '{\n  "Title": "Call the printer",\n  "Note": "Flyers and posters"\n}' },
	],
	['sweepstakesTrigger', { event: 'newParticipant' }],
];

/** A type of node in the names of files: "entry-page". */
const fileNameOf = (type: string) =>
	type
		.replace(/^sweepstakes(?=.)/, '')
		.replace(/(?!^)[A-Z]/g, '-$&')
		.toLowerCase();

/** The people of the main job. The last row is to be corrected. */
const ENTRANTS = [
	'first_name,last_name,email',
	'Ada,Byron,ada.byron@example.com',
	'Grace,Murray,grace.murray@example.com',
	'Alan,Mathison,alan.mathison@example.com',
	'Mary,Sherman,mary.sherman@example.com',
	'Tim,Berners,tim@',
];

/**
 * Takes the documentation's screenshots in a real editor.
 * @param names file names such as `tell-the-winners` or `sweepstakesWinner`; empty means all
 */
async function main(names: string[]): Promise<void> {
	const isChosen = (name: string) => names.length === 0 || names.includes(name);
	const sandbox = await startSandbox();
	const n8n = await startN8nWithPackage();
	try {
		const credential = await n8n.createAccountCredential(sandbox);
		const sweepstakes = { ...(await firstSweepstakes(sandbox)), name: 'Summer Giveaway (SUMMER)' };
		await mkdir(join(PICTURES, 'nodes'), { recursive: true });
		// Before the main job, because one example draws only if there are no winners.
		await pictureExamples(n8n, { credential, sweepstakes }, isChosen);
		if (isChosen('main-job')) await pictureMainJob(n8n, credential, sweepstakes);
		await picturePanels(n8n, credential, sweepstakes, isChosen);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** The example workflow after a run, with one row to correct. */
async function pictureMainJob(
	n8n: RunningN8n,
	credential: INodeCredentialsDetails,
	sweepstakes: Picked,
): Promise<void> {
	const file = join(n8n.filesFolder, 'entrants.csv');
	await writeFile(file, `${ENTRANTS.join('\n')}\n`);
	const columns = { KeyEmail: 'email', First_Name: 'first_name', Last_Name: 'last_name' };
	const { id } = await n8n.createWorkflow(
		importDrawInvoice({ file, columns, sweepstakes, winners: 2, credential }),
	);
	const editor = await openEditor(n8n.baseUrl, WINDOW);
	try {
		await editor.openWorkflow(id);
		await editor.runWorkflow();
		await editor.screenshots(join(PICTURES, 'main-job'));
	} finally {
		await editor.close();
	}
}

/** The open panel of each chosen node. */
async function picturePanels(
	n8n: RunningN8n,
	credential: INodeCredentialsDetails,
	sweepstakes: Picked,
	isChosen: (type: string) => boolean,
): Promise<void> {
	const picked = { __rl: true, mode: 'list', value: sweepstakes.token, cachedResultName: sweepstakes.name };
	const panels = PANELS.filter(([type]) => isChosen(type));
	const nodes = panels.map(([type, parameters], index): INode => ({
		id: type,
		name: type,
		type: `n8n-nodes-sweepstakes.${type}`,
		typeVersion: 1,
		position: [220 * index, 0],
		parameters: { sweepstakes: picked, ...parameters },
		credentials: { sweepstakesApi: credential },
	}));
	if (nodes.length === 0) return;
	const { id } = await n8n.createWorkflow({ name: 'Panels', nodes, connections: {} });
	const editor = await openEditor(n8n.baseUrl, PANEL);
	try {
		await editor.openWorkflow(id);
		for (const { name } of nodes) {
			await editor.openNode(name);
			await editor.screenshots(join(PICTURES, 'nodes', fileNameOf(name)), 'parameters');
			await editor.closeNode();
		}
	} finally {
		await editor.close();
	}
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
