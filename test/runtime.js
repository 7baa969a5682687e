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

/**
 * Loads our own modules for each test file, but modules of other packages only once per worker. n8n's engine alone has
 * 1,700 modules, which take longer to load than most test files take to run.
 */
module.exports = class extends Runtime {
	_moduleRegistry = new Modules(this._config.id);

	/** The result of a test file is serialized anyway, so that a copy would only cost time. */
	getAllCoverageInfoCopy() {
		return this._environment.global.__coverage__;
	}

	teardown() {
		super.teardown();
		// A library may load another module later, while a different test file is running.
		this.isTornDown = false;
	}
};
