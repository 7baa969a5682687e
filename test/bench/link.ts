import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * The address of this end of the link. Its range is reserved for network benchmarks (RFC 2544), so the calls cannot
 * reach a real machine.
 */
const OUR_ADDRESS = '198.18.0.1';
/** The address of the other end of the link, in the same range. */
export const FAR_ADDRESS = '198.18.0.2';

/** A link with adjustable latency to a process in its own network namespace. */
export interface Link {
	/** @param ms the round-trip time */
	setRoundTrip(ms: number): void;
	/** Closes the link and removes its devices. */
	close(): Promise<void>;
}

/** A command that runs a program in its own network namespace. The namespace ends with the program. */
export const IN_NAMESPACE = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

/** Returns why this machine cannot have a link with latency; undefined if it can. */
export async function whyNoLink(): Promise<string | undefined> {
	if (process.platform !== 'linux') return 'a link with latency needs Linux';
	if (process.getuid?.() !== 0) return 'a link with latency needs root';
	try {
		await execute(IN_NAMESPACE[0]!, [...IN_NAMESPACE.slice(1), 'true']);
		const link = await startDevices();
		link.stdin.end();
		return undefined;
	} catch (error) {
		return `no link with latency can be made here: ${(error as Error).message.split('\n')[0]}`;
	}
}

/** @param pid a process in its own network namespace, reachable at FAR_ADDRESS */
export async function openLink(pid: number): Promise<Link> {
	const devices = await startDevices();
	const [near, far] = devices.names;
	const inside = ['nsenter', `--net=/proc/${pid}/ns/net`, 'ip'];
	await ip('link', 'set', far, 'netns', String(pid));
	await ip('address', 'add', `${OUR_ADDRESS}/30`, 'dev', near);
	await ip('link', 'set', near, 'up');
	await execute(inside[0]!, [...inside.slice(1), 'address', 'add', `${FAR_ADDRESS}/30`, 'dev', far]);
	await execute(inside[0]!, [...inside.slice(1), 'link', 'set', far, 'up']);
	return {
		setRoundTrip: (ms) => void devices.stdin.write(`${ms}\n`),
		async close() {
			devices.stdin.end();
			await devices.ended;
		},
	};
}

const ip = async (...args: string[]) => await execute('ip', args);

async function startDevices() {
	const names = [`bench${process.pid}a`, `bench${process.pid}b`] as const;
	const child = spawn('python3', [join(__dirname, 'link.py'), ...names], { stdio: ['pipe', 'pipe', 'pipe'] });
	const ended = once(child, 'exit');
	const failed = Promise.all([ended, once(child.stderr, 'data').then(([text]) => String(text))]).then(
		([, text]) => Promise.reject(new Error(text.trim().split('\n').at(-1))),
	);
	failed.catch(() => {});
	await Promise.race([once(child.stdout, 'data'), failed]);
	return { names, stdin: child.stdin, ended };
}
