import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { FAR_ADDRESS } from './link';

/** The paths of PEM files. */
export interface Certificate {
	key: string;
	cert: string;
}

/** Creates a self-signed certificate for the benchmark's addresses, valid for a day. */
export function makeCertificate(folder: string): Certificate {
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const args = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ');
	const names = `subjectAltName=IP:127.0.0.1,IP:${FAR_ADDRESS}`;
	args.push('-subj', '/CN=sweepstakes-benchmark', '-addext', names, '-keyout', key, '-out', cert);
	execFileSync('openssl', args, { stdio: 'pipe' });
	return { key, cert };
}
