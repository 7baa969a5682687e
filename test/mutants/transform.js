const { readFileSync } = require('node:fs');
const { relative, resolve } = require('node:path');

const transform = require('../transform');

const ROOT = resolve(__dirname, '../..');

const mutants = JSON.parse(readFileSync(process.env.MUTANTS_PLANTED, 'utf8'));

/** Returns the source with all of its mutants planted. `switch.js` activates them by number. */
function plant(source, path) {
	const here = mutants.filter(({ file }) => file === relative(ROOT, path));
	const edits = here.flatMap(({ start, end, number, replacement }) => [
		{ at: start, length: end - start, text: `(globalThis.isOn(${number}) ? ${replacement} : (` },
		{ at: end, length: start - end, text: '))' },
	]);
	// At the same position, closing edits come before opening edits. Of the closing edits, the shortest comes first; of
	// the opening edits, the longest does.
	edits.sort(
		(one, other) =>
			other.at - one.at || Math.sign(other.length) - Math.sign(one.length) || one.length - other.length,
	);
	return edits.reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), source);
}

/** Compiles files like `test/transform.js`, after planting the mutants in them. */
module.exports = {
	getCacheKey: (source, path, options) => transform.getCacheKey(plant(source, path), path, options),
	process: (source, path) => transform.process(plant(source, path), path),
};
