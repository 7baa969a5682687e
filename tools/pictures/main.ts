import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { INode, INodeCredentialsDetails } from 'n8n-workflow';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { startSandbox } from '../../sandbox';
import { openEditor } from '../n8n/browser';
import { pictureExamples, WINDOW } from './examples';
import { PANELS } from './panels';
import { picturePapers } from './papers';
import { startN8nWithPackage, type RunningN8n } from '../n8n/n8n';
import { firstSweepstakes, type PickedSweepstakes } from '../sandbox';

const PICTURES = resolve(__dirname, '../../docs/pictures');

/**
 * The size of the window for panels, in pixels. It is tall enough to show the parameters of any operation without
 * scrolling.
 */
const PANEL = { width: 1440, height: 1000 };

/** Returns the name of a node type as used in file names, such as "entry-page". */
const toFileName = (type: string) =>
	type
		.replace(/^sweepstakes(?=.)/, '')
		.replace(/(?!^)[A-Z]/g, '-$&')
		.toLowerCase();

/** The people in the picture of the main workflow. The last row has an error that the user must correct. */
const ENTRANTS = [
	'first_name,last_name,email',
	'Ada,Byron,ada.byron@example.com',
	'Grace,Murray,grace.murray@example.com',
	'Alan,Mathison,alan.mathison@example.com',
	'Mary,Sherman,mary.sherman@example.com',
	'Tim,Berners,tim@',
];

/**
 * Takes the documentation's screenshots in an n8n editor.
 *
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
		// The rehearsal and then the examples come before the main workflow, because they need a sweepstakes without winners.
		if (isChosen('rehearsal')) {
			const rehearsal = await n8n.createAccountCredential(sandbox, { rehearse: true });
			await pictureMainJob(n8n, rehearsal, sweepstakes, 'rehearsal', NODES.draw);
		}
		await pictureExamples(n8n, { credential, sweepstakes }, isChosen);
		await picturePapers(n8n, isChosen);
		if (isChosen('main-job')) await pictureMainJob(n8n, credential, sweepstakes, 'main-job');
		await picturePanels(n8n, credential, sweepstakes, isChosen);
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/**
 * Takes a screenshot of the main workflow after a run, with one row to correct.
 *
 * @param name the file name of the picture
 * @param node the node to open first
 */
async function pictureMainJob(
	n8n: RunningN8n,
	credential: INodeCredentialsDetails,
	sweepstakes: PickedSweepstakes,
	name: string,
	node?: string,
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
		if (node !== undefined) await editor.openNode(node);
		await editor.screenshots(join(PICTURES, name));
	} finally {
		await editor.close();
	}
}

/** Takes a screenshot of each chosen node's open panel. */
async function picturePanels(
	n8n: RunningN8n,
	credential: INodeCredentialsDetails,
	sweepstakes: PickedSweepstakes,
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
			await editor.screenshots(join(PICTURES, 'nodes', toFileName(name)), 'parameters');
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
