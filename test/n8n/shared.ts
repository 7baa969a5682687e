import { N8n, startN8nWithPackage } from '../../tools/n8n/n8n';
import { OWNER } from '../../tools/n8n/rest';

/** What a test needs to know of an n8n that jest's main process has started. */
interface Shared {
	baseUrl: string;
	filesFolder: string;
	/** What it wrote while it started. */
	started: string;
}

/**
 * Starts an n8n for each of jest's workers. Called in jest's main process, before all files.
 *
 * @returns what ends them
 */
export async function startShared(workers: number): Promise<() => Promise<void>> {
	const running = await Promise.all(Array.from({ length: workers }, async () => await startN8nWithPackage()));
	const shared = running.map(({ baseUrl, filesFolder, output }): Shared => ({
		baseUrl,
		filesFolder,
		started: output(),
	}));
	process.env['SHARED_N8N'] = JSON.stringify(shared);
	process.env['N8N_TEST_PASSWORD'] = OWNER.password;
	return async () => {
		await Promise.all(running.map(async (n8n) => await n8n.stop()));
	};
}

/** The n8n of this worker, for files that leave it running. One file after the other uses it. */
export async function sharedN8n(): Promise<N8n> {
	const { baseUrl, filesFolder } = shared();
	const n8n = new N8n(baseUrl, filesFolder);
	await n8n.signIn();
	return n8n;
}

/** What the n8n of this worker wrote while it started. */
export const startOutput = (): string => shared().started;

function shared(): Shared {
	const all = JSON.parse(process.env['SHARED_N8N']!) as Shared[];
	return all[Number(process.env['JEST_WORKER_ID']) - 1]!;
}
