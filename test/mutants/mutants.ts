import ts from 'typescript';

import { Dice } from '../support/dice';

/** A fault to plant: an expression and its replacement. */
export interface Mutant {
	kind: string;
	/** The path of the file, relative to the root of the repository. */
	file: string;
	/** The line and column, counted from 1. */
	at: string;
	start: number;
	end: number;
	original: string;
	replacement: string;
}

const COMPARISONS = pairs('=== !==', '< <=', '> >=');
const LOGIC = pairs('&& ||');
const ARITHMETIC = pairs('+ -', '* /');
const METHODS = pairs('some every', 'find findLast', 'push unshift', 'startsWith endsWith', 'min max');
const DROPPED_METHODS =
	/^(filter|sort|toSorted|slice|reverse|trim|toLowerCase|optional|nullable|nullish|int|passthrough|refine)$/;

/** Properties that only set the text or the appearance of panels. Faults in them are not worth planting. */
const PANEL_TEXTS =
	/^(displayName|name|description|placeholder|hint|action|subtitle|icon|documentationUrl|rows)$/;

function pairs(...lines: string[]): Map<string, string> {
	return new Map(
		lines
			.map((line) => line.split(' ') as [string, string])
			.flatMap(([one, other]) => [
				[one, other],
				[other, one],
			]),
	);
}

/** Returns every possible mutant of a file. */
export function listMutants(file: string, text: string): Mutant[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	const mutants: Mutant[] = [];
	const visit = (node: ts.Node) => {
		if (isWithoutMutants(node)) return;
		for (const [kind, replacement] of replacementsOf(node)) {
			if (replacement === node.getText()) continue;
			const start = node.getStart();
			const { line, character } = source.getLineAndCharacterOfPosition(start);
			const at = `${line + 1}:${character + 1}`;
			mutants.push({ kind, file, at, start, end: node.end, original: node.getText(), replacement });
		}
		ts.forEachChild(node, visit);
	};
	ts.forEachChild(source, visit);
	return mutants;
}

/** Picks mutants at random, with the same number of each kind as far as possible. */
export function pickMutants<M extends Mutant>(mutants: readonly M[], count: number, seed: number): M[] {
	const dice = new Dice(seed);
	const kinds = [...new Set(mutants.map(({ kind }) => kind))].sort();
	const left = kinds.map((kind) => mutants.filter((mutant) => mutant.kind === kind));
	const picked: M[] = [];
	for (const ofKind of dice.rounds(left)) {
		if (ofKind.length > 0) picked.push(...ofKind.splice(dice.pickBelow(ofKind.length), 1));
		if (picked.length >= Math.min(count, mutants.length)) break;
	}
	return picked;
}

function isWithoutMutants(node: ts.Node): boolean {
	return (
		ts.isTypeNode(node) ||
		ts.isInterfaceDeclaration(node) ||
		ts.isTypeAliasDeclaration(node) ||
		ts.isImportDeclaration(node) ||
		ts.isExportDeclaration(node) ||
		(ts.isPropertyAssignment(node) && PANEL_TEXTS.test(node.name.getText()))
	);
}

type Replacement = readonly [kind: string, text: string];

function* replacementsOf(node: ts.Node): Generator<Replacement> {
	const { parent } = node;
	// In parentheses, the beginning of an optional chain would become a separate chain.
	if (ts.isOptionalChain(parent) && parent.expression === node) return;
	if (ts.isBinaryExpression(node)) yield* ofBinary(node);
	else if (ts.isCallExpression(node)) yield* ofCall(node);
	else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
		yield ['negation', node.operand.getText()];
	// An `await` in front of a returned promise changes nothing, because the caller awaits the promise.
	else if (ts.isAwaitExpression(node) && !isAwaitedByCaller(node)) yield ['await', node.expression.getText()];
	else if (ts.isNumericLiteral(node))
		yield ['number', Number(node.text) === 0 ? '1' : `(2 * ${node.getText()})`];
	else if (node.kind === ts.SyntaxKind.TrueKeyword) yield ['boolean', 'false'];
	else if (node.kind === ts.SyntaxKind.FalseKeyword) yield ['boolean', 'true'];
	else if (ts.isRegularExpressionLiteral(node)) yield* ofPattern(node.text);
	else if (ts.isStringLiteral(node) && /^(?!e\.g\. )[^]/.test(node.text) && !isKey(node))
		yield ['string', "''"];
	if (isCondition(node)) yield* [['condition', 'true'] as const, ['condition', 'false'] as const];
	if (isReturned(node)) yield ['return', 'undefined'];
	if (ts.isExpressionStatement(parent) && /^(await |yield\* )?[\w.#]+\(/.test(node.getText()))
		yield ['statement', 'undefined'];
}

function* ofBinary({ left, operatorToken, right }: ts.BinaryExpression): Generator<Replacement> {
	const [one, operator, other] = [left, operatorToken, right].map((part) => part.getText());
	const replace = (by: string) => `(${one}) ${by} (${other})`;
	if (COMPARISONS.has(operator!)) yield ['comparison', replace(COMPARISONS.get(operator!)!)];
	if (LOGIC.has(operator!)) yield ['logic', replace(LOGIC.get(operator!)!)];
	if (ARITHMETIC.has(operator!)) yield ['arithmetic', replace(ARITHMETIC.get(operator!)!)];
	if (operator === '??') yield ['default', one!];
}

function* ofCall(node: ts.CallExpression): Generator<Replacement> {
	if (!ts.isPropertyAccessExpression(node.expression)) return;
	const { expression, name } = node.expression;
	const [before, after] = [expression.getText(), node.getText().slice(name.end - node.getStart())];
	const dot = node.expression.questionDotToken ? '?.' : '.';
	if (METHODS.has(name.text)) yield ['method', `${before}${dot}${METHODS.get(name.text)}${after}`];
	if (DROPPED_METHODS.test(name.text)) yield ['method', before];
}

function* ofPattern(pattern: string): Generator<Replacement> {
	if (pattern.startsWith('/^')) yield ['pattern', `/${pattern.slice(2)}`];
	if (/[^\\]\$\/\w*$/.test(pattern)) yield ['pattern', pattern.replace(/\$(?=\/\w*$)/, '')];
}

const isKey = (node: ts.Node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

const isCondition = (node: ts.Node) =>
	(ts.isIfStatement(node.parent) && node.parent.expression === node) ||
	(ts.isConditionalExpression(node.parent) && node.parent.condition === node);

const isReturned = (node: ts.Node) =>
	ts.isReturnStatement(node.parent) ||
	(ts.isArrowFunction(node.parent) && node.parent.body === node && !ts.isBlock(node));

/** Whether the caller awaits the value, even if it is a branch of the returned expression, or inside a cast. */
function isAwaitedByCaller(node: ts.Node): boolean {
	const { parent } = node;
	const isPart =
		ts.isAsExpression(parent) ||
		ts.isParenthesizedExpression(parent) ||
		(ts.isConditionalExpression(parent) && parent.condition !== node);
	return isReturned(node) || (isPart && isAwaitedByCaller(parent));
}
