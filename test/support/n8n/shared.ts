import { N8n, startN8nWithPackage } from '../../../tools/n8n/n8n';
import { OWNER } from '../../../tools/n8n/rest';

/** The connection to the n8n that jest's main process started. */
interface Shared {
	baseUrl: string;
	filesFolder: string;
	/** Its output during the start. */
	started: string;
}

/**
 * Starts the n8n shared by all test files that leave it running. Runs in jest's main process, before all files.
 * @returns a function that stops it
 */
export async function startShared(): Promise<() => Promise<void>> {
	const n8n = await startN8nWithPackage();
	const { baseUrl, filesFolder } = n8n;
	const connection: Shared = { baseUrl, filesFolder, started: n8n.output() };
	process.env['SHARED_N8N'] = JSON.stringify(connection);
	process.env['N8N_TEST_PASSWORD'] = OWNER.password;
	return async () => await n8n.stop();
}

const shared = () => JSON.parse(process.env['SHARED_N8N']!) as Shared;

/** The shared n8n. Test files run concurrently, so each must only look at its own workflows. */
export async function sharedN8n(): Promise<N8n> {
	const { baseUrl, filesFolder } = shared();
	const n8n = new N8n(baseUrl, filesFolder);
	await n8n.signIn();
	return n8n;
}

/** The shared n8n's output during its start. */
export const startOutput = (): string => shared().started;
