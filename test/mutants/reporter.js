const { appendFileSync } = require('node:fs');

/** Writes a line as soon as a test file ends, because jest writes no report when a run is killed. */
module.exports = class {
	onTestResult({ path: test }, { testResults, testExecError, perfStats }) {
		const failed = testResults.find(({ status }) => status === 'failed');
		const why = testExecError?.message ?? (failed && `${failed.fullName}: ${failed.failureMessages[0]}`);
		const seconds = (perfStats.end - perfStats.start) / 1_000;
		appendFileSync(process.env.MUTANTS_LOG, `${JSON.stringify({ test, seconds, why })}\n`);
	}

	getLastError() {}
};
