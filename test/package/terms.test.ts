/** Everything that people read uses one term for each concept. The glossary explains the terms. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Terms to avoid, each with the term to use instead. */
const OTHER_TERMS: ReadonlyArray<[term: RegExp, instead: string]> = [
	// “Entrants” is allowed as a file name, an option or a search word.
	[/\b[Ee]ntrants?\b(?!\.csv| FILE)/, 'participant'],
	[/\bvendor/i, 'provider'],
	[/\bthe application\b/i, 'your provider’s web app'],
	[/\bone n8n\b(?! process| instance)|\b(?<!of )this n8n\b(?! instance)/i, 'n8n instance'],
	[/\bsuppression list\b/i, 'do-not-contact list'],
	[/\bchoose your account\b/i, 'select your credential'],
	[/\bmeets? a 429\b/i, 'get a 429'],
	[/\btime-outs?\b/i, 'timeout'],
	[/\bCtrl-C\b/, 'Ctrl+C'],
];

/** Codex files are left out, because they contain the words that people search for. */
const PAGES = /\.md$|^(?:nodes|credentials|sandbox|tools)\/.*\.ts$|^examples\/.*\.json$/;

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.split('\n')
	.filter((path) => PAGES.test(path));

test.each(OTHER_TERMS)(
	'no page or source file matches %s, because the term to use is “%s”',
	(term, instead) => {
		expect(pages.length).toBeGreaterThan(300);
		const findings = pages.flatMap((path) => {
			const found = term.exec(readFileSync(resolve(ROOT, path), 'utf8'));
			return found ? [`${path}: “${found[0]}”, not “${instead}”`] : [];
		});
		expect(findings).toEqual([]);
	},
);

/** Contractions belong in pages, not in panels and errors, because many readers of those are not native speakers. */
const CONTRACTION =
	/\b\w+n[’']t\b|\b(?:I|you|we|they|he|she|it|that|there|here|what|who|let)[’'](?:s|m|d|re|ve|ll)\b/i;

test('no panel or error message has a contraction', () => {
	const sources = pages.filter((path) => /^(?:nodes|credentials)\/.*\.ts$/.test(path));
	expect(sources.length).toBeGreaterThan(200);
	const findings = sources.flatMap((path) => {
		const found = CONTRACTION.exec(readFileSync(resolve(ROOT, path), 'utf8'));
		return found ? [`${path}: “${found[0]}”`] : [];
	});
	expect(findings).toEqual([]);
});
