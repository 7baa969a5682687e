import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n's settings write a key file at their first use: into a folder of this process, never the person's own.
process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), 'sweepstakes-engine-'));
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
