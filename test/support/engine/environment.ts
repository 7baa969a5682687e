import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n writes a key file when it first uses its settings. A temporary folder keeps the user's own folder unchanged.
const folder = mkdtempSync(join(tmpdir(), 'sweepstakes-engine-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';

const remove = () => rmSync(folder, { recursive: true, force: true });
// The folder is removed in two ways, because jest's workers end without an exit event and the benchmarks have no
// afterAll.
if (typeof afterAll === 'function') afterAll(remove);
else process.on('exit', remove);
