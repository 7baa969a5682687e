import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { Store } from '../../sandbox/store';

/** A sandbox whose records can be read once it has stopped. */
export interface SandboxWithRecords {
	sandbox: Sandbox;
	/** Stops the sandbox if it still runs. @returns everything it has stored */
	records(): Promise<Store>;
}

export async function startSandboxWithRecords(options: SandboxOptions): Promise<SandboxWithRecords> {
	const folder = mkdtempSync(join(tmpdir(), 'sweepstakes-records-'));
	const data = join(folder, 'state');
	const sandbox = await startSandbox({ ...options, data });
	let store: Store | undefined;
	const records = async () => {
		if (store) return store;
		await sandbox.close();
		store = new Store(data);
		store.close();
		rmSync(folder, { recursive: true });
		return store;
	};
	return { sandbox, records };
}
