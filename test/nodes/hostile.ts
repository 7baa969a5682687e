import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

/** The size of a hostile text, in characters. */
const MEGABYTE = 1_000_000;

/** A regular expression of the source. */
export interface Pattern {
	/** `nodes/shared/formats.ts:12`, or what it stands for. */
	where: string;
	source: string;
	flags: string;
}

/** The patterns of all files under some folders, those in the expressions of n8n (`={{ … }}`) included. */
export function patternsUnder(...folders: string[]): Pattern[] {
	return folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.flatMap((file) => patternsIn(join(folder, file), readFileSync(join(folder, file), 'utf8'))),
	);
}

/** @throws Error for a pattern that is not a literal: nobody can know what it will be. */
export function patternsIn(file: string, code: string): Pattern[] {
	const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
	const found: Pattern[] = [];
	const visit = (node: ts.Node): void => {
		const where = `${file}:${tree.getLineAndCharacterOfPosition(node.pos).line + 1}`;
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			found.push({ where, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
		}
		if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent))
			throw new Error(`${where}: write the pattern as a literal, so that it can be tested`);
		if (isMadeFromText(node)) throw new Error(`${where}: ${node.getText()} makes a pattern from a text`);
		if (ts.isStringLiteralLike(node) && node.text.startsWith('='))
			for (const [, expression] of node.text.matchAll(/\{\{(.*?)\}\}/gs))
				found.push(...patternsIn(where, `(${expression})`));
		ts.forEachChild(node, visit);
	};
	visit(tree);
	return found;
}

/** `match`, `matchAll` and `search` take a text for a pattern; only a literal can be tested. */
function isMadeFromText(node: ts.Node): boolean {
	if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
	const [argument] = node.arguments;
	return (
		['match', 'matchAll', 'search'].includes(node.expression.name.text) &&
		argument !== undefined &&
		(ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))
	);
}

/** Whatever a pattern repeats, it does not repeat all of this. */
const BREAKER = '\0 @\n';

/**
 * Texts that make a careless pattern slow: for each place where it repeats something without a bound, as much of it as
 * leads there, then a megabyte of what may be repeated, then something that does not fit.
 */
export function* hostileTexts({ source, flags }: Pattern): Generator<string> {
	const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
		unicode: flags.includes('u'),
		unicodeSets: flags.includes('v'),
	});
	const samples = samplesOf(pattern);
	const loops = loopsOf(pattern);
	const repeated = prefixesOf(pattern);
	const units = new Set([
		...samples,
		...pairsOf([...new Set(loops.flatMap(samplesOf))], samples),
		...loops.map(shortestOf),
		...(loops.length > 0 ? runsOf(pattern) : []),
		...repeated,
		shortestOf(pattern),
	]);
	for (const prefix of new Set(['', ...repeated])) {
		for (const unit of units) {
			if (unit === '') continue;
			const text = prefix + unit.repeat(Math.ceil(MEGABYTE / unit.length));
			yield text;
			yield text + BREAKER;
		}
	}
}

type Consuming = AST.Character | AST.CharacterSet | AST.CharacterClass;

function childrenOf(node: AST.Node): AST.Node[] {
	if (node.type === 'Quantifier') return [node.element];
	if ('alternatives' in node) return node.alternatives;
	return 'elements' in node ? (node.elements as AST.Node[]) : [];
}

/** A character for each element that consumes one. */
function samplesOf(node: AST.Node): string[] {
	const all = (inner: AST.Node): string[] =>
		isConsuming(inner) ? [sampleOf(inner)] : childrenOf(inner).flatMap(all);
	return [...new Set(all(node))];
}

const isLoop = (node: AST.Node): node is AST.Quantifier =>
	node.type === 'Quantifier' && node.max === Infinity;

/** What is repeated without a bound. */
function loopsOf(node: AST.Node): AST.Node[] {
	return [...(isLoop(node) ? [node.element] : []), ...childrenOf(node).flatMap(loopsOf)];
}

/** The texts between two loops. */
function runsOf(node: AST.Node): string[] {
	if (node.type !== 'Alternative') return childrenOf(node).flatMap(runsOf);
	const runs = [''];
	for (const element of node.elements) {
		if (loopsOf(element).length > 0) runs.push('');
		else runs.push(runs.pop() + shortestOf(element));
	}
	return [...runs, ...node.elements.flatMap(runsOf)];
}

function isConsuming(node: AST.Node): node is Consuming {
	return ['Character', 'CharacterSet', 'CharacterClass'].includes(node.type);
}

const CANDIDATES = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

/** A character that fits: a letter or a digit where there is one. */
function sampleOf(node: Consuming): string {
	if (node.type === 'Character') return String.fromCodePoint(node.value);
	const fits = new RegExp(`^(?:${node.raw})$`);
	const fitting = [...CANDIDATES, '\n', '\u200b', '\ufeff'].filter((character) => fits.test(character));
	return fitting.find((character) => /[a-z0-9]/i.test(character)) ?? fitting[0] ?? '';
}

/** The shortest text that an element matches, as far as it can be told without trying. */
function shortestOf(node: AST.Node): string {
	if (isConsuming(node)) return sampleOf(node);
	if (node.type === 'Quantifier') return shortestOf(node.element).repeat(Math.min(node.min, 10));
	if (node.type === 'Assertion') return '';
	if ('alternatives' in node) return shortestOf(node.alternatives[0]!);
	return 'elements' in node ? (node.elements as AST.Node[]).map(shortestOf).join('') : '';
}

/** What leads to each place where something is repeated without a bound, and to the end of its first repetition. */
function prefixesOf(node: AST.Node, before = ''): string[] {
	if (node.type === 'Quantifier') {
		const own = isLoop(node) ? [before, before + shortestOf(node.element)] : [];
		return [...own, ...prefixesOf(node.element, before)];
	}
	if ('alternatives' in node) return node.alternatives.flatMap((one) => prefixesOf(one, before));
	if (!('elements' in node)) return [];
	const elements = node.elements as AST.Node[];
	return elements.flatMap((element, index) =>
		prefixesOf(element, before + elements.slice(0, index).map(shortestOf).join('')),
	);
}

function pairsOf(some: readonly string[], samples: readonly string[]): string[] {
	return some.flatMap((one) =>
		samples.filter((other) => other !== one).flatMap((other) => [one + other, other + one]),
	);
}

const CALL = new Script('work()');
const REALM = createContext();

/**
 * Runs work that may never end.
 *
 * @throws Error once it has taken `ms`.
 */
export function within<T>(ms: number, work: () => T): T {
	return CALL.runInContext(Object.assign(REALM, { work }), { timeout: ms }) as T;
}
