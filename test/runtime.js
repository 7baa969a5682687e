const Runtime = require('jest-runtime').default;

/** The modules of other packages that were loaded, by project and path. */
const libraries = new Map();

/** The modules that a test file has loaded, by path. */
class Modules extends Map {
	constructor(project) {
		super();
		if (!libraries.has(project)) libraries.set(project, new Map());
		this.libraries = libraries.get(project);
	}

	get(path) {
		return super.get(path) ?? this.libraries.get(path);
	}

	has(path) {
		return super.has(path) || this.libraries.has(path);
	}

	set(path, module) {
		return path.includes('/node_modules/') ? this.libraries.set(path, module) : super.set(path, module);
	}

	delete(path) {
		return super.delete(path) || this.libraries.delete(path);
	}
}

/** The modules that translate the lines of stack traces. Projects that instrument the same folders share one. */
const translators = new Map();

/**
 * Returns jest's module that translates stack traces, with an `install` that works for one test file after another. The
 * module keeps the source maps that it has parsed.
 */
function reusable(support, { Error }) {
	let translate;
	return {
		install(options) {
			support.resetRetrieveHandlers();
			support.install(options);
			translate ??= Error.prepareStackTrace;
			Error.prepareStackTrace = translate;
		},
	};
}

/** Which statements, functions and branches the test files of this worker have reached, by path. */
const reached = new Map();

/** Returns whether a test file has run code of this source file that no earlier test file of this worker has run. */
function coversMore(path, { s, f, b }) {
	const counts = [s, f, b].flatMap(Object.values).flat();
	const before = reached.get(path);
	if (before && counts.every((count, i) => count === 0 || before[i])) return false;
	reached.set(
		path,
		counts.map((count, i) => count > 0 || before?.[i]),
	);
	return true;
}

/**
 * Loads our own modules for each test file, but modules of other packages only once per worker. n8n's engine alone has
 * 1,700 modules, which take longer to load than most test files take to run.
 */
module.exports = class extends Runtime {
	_moduleRegistry = new Modules(this._config.id);

	/**
	 * Reuses the module that translates stack traces. n8n reads the stack of every error, and parsing the source maps
	 * again for each test file would take longer than many test files.
	 */
	requireInternalModule(from, to) {
		if (to !== undefined || !from.endsWith('/source-map-support.js'))
			return super.requireInternalModule(from, to);
		const instrumented = this._config.coveragePathIgnorePatterns.join();
		if (!translators.has(instrumented)) {
			const support = super.requireInternalModule(from);
			translators.set(instrumented, reusable(support, this._environment.global));
		}
		return translators.get(instrumented);
	}

	/**
	 * Returns the coverage counters themselves instead of a copy. jest serializes the result of a test file anyway, so a
	 * copy would only cost time.
	 */
	getAllCoverageInfoCopy() {
		return this._environment.global.__coverage__;
	}

	teardown() {
		super.teardown();
		// A library may load another module later, while a different test file is running.
		this.isTornDown = false;
	}
};
