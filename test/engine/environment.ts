import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n's settings write a key file at their first use: into a folder of this process, never the person's own.
const folder = mkdtempSync(join(tmpdir(), 'sweepstakes-engine-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';

const remove = () => rmSync(folder, { recursive: true, force: true });
// jest ends its workers without an exit event; the benchmarks have no afterAll.
if (typeof afterAll === 'function') afterAll(remove);
else process.on('exit', remove);
