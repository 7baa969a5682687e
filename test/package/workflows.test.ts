import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

const REPOSITORY = resolve(__dirname, '../..');
const WORKFLOWS = join(REPOSITORY, '.github/workflows');
const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

type Step = Partial<Record<'name' | 'uses' | 'run', string>> & { with?: object };

interface Job {
	permissions?: Record<string, string>;
	steps: Step[];
}

interface Workflow {
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const FILES = readdirSync(WORKFLOWS).map((file) => `.github/workflows/${file}`);
const parsed = (file: string) => parse(read(file)) as Workflow;
const publish = () => parsed('.github/workflows/publish.yml').jobs;

describe.each(FILES)('%s', (file) => {
	const jobs = Object.values(parsed(file).jobs);
	const steps = jobs.flatMap((job) => job.steps);

	test('pins every action to a commit, with the action’s version in a comment', () => {
		const uses = read(file).match(/^.*\buses:.*$/gm)!;
		expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
		for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	test('does not keep git credentials after a checkout', () => {
		const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
		expect(checkouts.length).toBeGreaterThan(0);
		for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
	});

	test('lets its jobs read the repository, but not write to it', () => {
		const { permissions: ofAll } = parsed(file);
		const granted = [ofAll, ...jobs.map(({ permissions }) => permissions)];
		const levels = granted.flatMap((one) => Object.entries(one ?? {}));
		const writable = levels.filter(([, level]) => level !== 'read');
		expect(ofAll).toBeDefined();
		expect(writable).toEqual(file.endsWith('publish.yml') ? [['id-token', 'write']] : []);
	});

	test('does not take a registry from a variable, or put an expression into a shell command', () => {
		expect(read(file)).not.toMatch(/\bvars\.|registry/i);
		expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
	});
});

test('a scheduled workflow audits and lists the dependencies even if nothing changes', () => {
	const file = '.github/workflows/audit.yml';
	expect(parse(read(file))).toHaveProperty('on.schedule');
	const { jobs } = parsed(file);
	const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
	for (const command of ['npm audit', 'npm audit signatures', 'npm sbom'])
		expect(commands.some((one) => one.startsWith(command))).toBe(true);
});

test('Dependabot proposes an update, even of n8n, only after the release has been out for a week', () => {
	interface Update {
		cooldown?: { 'default-days': number };
		ignore?: Array<{ 'dependency-name': string; 'update-types'?: string[] }>;
	}
	const { updates } = parse(read('.github/dependabot.yml')) as { updates: Update[] };
	for (const { cooldown } of updates) expect(cooldown!['default-days']).toBeGreaterThanOrEqual(7);
	const ignored = updates.flatMap(({ ignore = [] }) => ignore.filter((one) => !one['update-types']));
	expect(ignored.filter((one) => one['dependency-name'].includes('n8n'))).toEqual([]);
});

test('every file of the repository has a code owner', () => {
	expect(read('.github/CODEOWNERS')).toMatch(/^\* @\S+$/m);
});

describe('publishing', () => {
	test('only the job that publishes can sign, and it runs in a protected environment, after the tests and the build', () => {
		const { test, build, publish: signer, ...others } = publish();
		expect(others).toEqual({});
		for (const job of [test!, build!]) expect(job.permissions).toEqual({ contents: 'read' });
		expect(build).toMatchObject({ needs: 'test' });
		expect(signer).toMatchObject({
			needs: 'build',
			environment: 'npm',
			permissions: { 'id-token': 'write' },
		});
	});

	test('the job that signs does not check out sources, install packages or run the package’s scripts', () => {
		const { steps } = publish()['publish']!;
		const actions = steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		const commands = steps.flatMap(({ run }) => run ?? []);
		expect(commands).toEqual(['npm publish --ignore-scripts ./*.tgz']);
	});

	test('the job that signs takes the package that the build job built and packed', () => {
		const { steps } = publish()['build']!;
		const [check, ...commands] = steps.flatMap(({ run }) => run ?? []);
		expect(check).toContain('GITHUB_REF_NAME');
		expect(commands).toEqual(['npm ci', 'npm run build', 'npm pack']);
		const packed = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))!.with as object;
		const taken = publish()['publish']!.steps.find(({ uses }) => uses?.includes('download-artifact'))!.with;
		expect(packed).toMatchObject({ name: (taken as { name: string }).name, path: '*.tgz' });
	});

	test('no secret is used, because npm trusts the workflow itself', () => {
		expect(read('.github/workflows/publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
	});

	const { version, publishConfig } = JSON.parse(read('package.json')) as Record<string, unknown>;

	test('the run ends if its tag differs from the package’s version', () => {
		const { run } = publish()['build']!.steps.find(({ name }) => name?.includes('tag is the version'))!;
		const statuses = [`v${version}`, String(version), 'v999.0.0', ''].map((GITHUB_REF_NAME) => {
			const env = { ...process.env, GITHUB_REF_NAME };
			return spawnSync('bash', ['-e', '-c', run!], { cwd: REPOSITORY, env }).status;
		});
		expect(statuses).toEqual([0, 1, 1, 1]);
	});

	test('the package is published publicly, with provenance, and no lockfile names a registry', () => {
		expect(publishConfig).toEqual({ access: 'public', provenance: true });
		for (const folder of ['', 'tools/n8n/host/', 'tools/n8n/host-1x/'])
			expect(read(`${folder}package-lock.json`)).not.toMatch(/"resolved": "https?:/);
	});
});
