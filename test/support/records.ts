import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { Store } from '../../sandbox/store';

export interface SandboxWithRecords {
	sandbox: Sandbox;
	/** Everything stored so far. */
	stored(): Store;
	/** Stops the sandbox if it still runs. @returns everything it has stored */
	records(): Promise<Store>;
}

export async function startSandboxWithRecords(options: SandboxOptions): Promise<SandboxWithRecords> {
	const folder = mkdtempSync(join(tmpdir(), 'sweepstakes-records-'));
	const data = join(folder, 'state');
	const sandbox = await startSandbox({ ...options, data });
	const stored = () => {
		const store = new Store(data);
		store.close();
		return store;
	};
	let atTheEnd: Store | undefined;
	const records = async () => {
		if (atTheEnd) return atTheEnd;
		await sandbox.close();
		atTheEnd = stored();
		rmSync(folder, { recursive: true });
		return atTheEnd;
	};
	return { sandbox, stored, records };
}
