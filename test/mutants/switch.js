const { appendFileSync } = require('node:fs');

const { MUTANTS_ON, MUTANTS_LOG } = process.env;
const on = new Set(MUTANTS_ON?.split(',').map(Number));
const met = new Set();

/**
 * The code with planted faults calls this to learn whether a mutant is active. If no mutant is active, the run records
 * which test file uses which mutant.
 */
globalThis.isOn = (number) => {
	if (!MUTANTS_ON && !met.has(number)) {
		met.add(number);
		appendFileSync(MUTANTS_LOG, `${JSON.stringify({ test: expect.getState().testPath, met: number })}\n`);
	}
	return on.has(number);
};
