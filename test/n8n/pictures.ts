import { writeFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { importDrawInvoice, NODES } from '../../examples/demo/workflow';
import { startSandbox } from '../../sandbox';
import { openEditor } from './browser';
import { startN8n } from './n8n';
import { packPackage } from './package';

const PICTURES = resolve(__dirname, '../../docs/pictures');

/** Takes the pictures of the documentation from a real editor: the main job after a run, and its panels. */
async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const tarball = await packPackage();
	const n8n = await startN8n({ tarball });
	await rm(dirname(tarball), { recursive: true });
	try {
		const { baseUrl, token } = sandbox;
		const credential = await n8n.createCredential({
			name: 'Sweepstakes account',
			type: 'sweepstakesApi',
			data: { baseUrl, apiToken: token, callsPerMinute: 150 },
		});
		const answer = await fetch(sandbox.url('/sweepstakes/fetch'), {
			method: 'POST',
			headers: { authorization: `Bearer ${token}` },
		});
		const { Data } = (await answer.json()) as { Data: Array<{ SweepstakesToken: string }> };
		const file = join(n8n.filesFolder, 'entrants.csv');
		await writeFile(file, 'first_name,last_name,email\nAda,Byron,ada.byron@example.com\nTim,Berners,tim@\n');
		const { id } = await n8n.createWorkflow(
			importDrawInvoice({
				file,
				columns: { KeyEmail: 'email', First_Name: 'first_name', Last_Name: 'last_name' },
				sweepstakes: { token: Data[0]!.SweepstakesToken, name: 'Summer Giveaway (SUMMER)' },
				winners: 2,
				credential,
			}),
		);
		const editor = await openEditor(n8n.baseUrl);
		try {
			await editor.openWorkflow(id);
			await editor.runWorkflow();
			await editor.screenshot(join(PICTURES, 'main-job.png'));
			for (const [picture, node] of Object.entries({
				add: NODES.add,
				draw: NODES.draw,
				invoice: NODES.invoice,
			})) {
				await editor.openNode(node);
				await editor.screenshot(join(PICTURES, `${picture}.png`));
				await editor.closeNode();
			}
		} finally {
			await editor.close();
		}
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
