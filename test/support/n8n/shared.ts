import { dirname } from 'node:path';

import { N8n, startN8nWithPackage } from '../../../tools/n8n/n8n';
import { PACKED, packPackage } from '../../../tools/n8n/package';
import { removeFolder } from '../../../tools/n8n/processes';
import { OWNER } from '../../../tools/n8n/rest';

/** How to reach the n8n instance that jest's main process started. */
interface SharedN8n {
	baseUrl: string;
	filesFolder: string;
	/** What n8n printed while it started. */
	started: string;
}

/**
 * Packs the package, and starts the n8n instance that test files share. Only test files that stop n8n start their own.
 * This function runs in jest's main process before all files.
 *
 * @returns a function that stops the instance
 */
export async function startShared(): Promise<() => Promise<void>> {
	const tarball = await packPackage();
	process.env[PACKED] = tarball;
	// The tests of safety search n8n’s folder, and with this setting its log, for the token.
	const n8n = await startN8nWithPackage({ env: { N8N_LOG_OUTPUT: 'console,file' } });
	const { baseUrl, filesFolder } = n8n;
	const connection: SharedN8n = { baseUrl, filesFolder, started: n8n.output() };
	process.env['SHARED_N8N'] = JSON.stringify(connection);
	process.env['N8N_TEST_PASSWORD'] = OWNER.password;
	return async () => {
		await n8n.stop();
		await removeFolder(dirname(tarball));
	};
}

const readShared = () => JSON.parse(process.env['SHARED_N8N']!) as SharedN8n;

/** The shared n8n instance. Test files run concurrently, so each must look only at its own workflows. */
export async function sharedN8n(): Promise<N8n> {
	const { baseUrl, filesFolder } = readShared();
	const n8n = new N8n(baseUrl, filesFolder);
	await n8n.signIn();
	return n8n;
}

/** The output of the shared n8n instance while it started. */
export const startOutput = (): string => readShared().started;
