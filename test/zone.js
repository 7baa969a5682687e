const TestEnvironment = require('./environment');

/** Runs a test file in the time zone `testEnvironmentOptions.timezone`, an IANA name. */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.timezone = config.projectConfig.testEnvironmentOptions.timezone;
		this.before = process.env.TZ;
	}

	async setup() {
		await super.setup();
		process.env.TZ = this.timezone;
		const { timeZone } = this.global.Intl.DateTimeFormat().resolvedOptions();
		if (timeZone !== this.timezone) throw new Error(`The tests would run in ${timeZone}.`);
	}

	async teardown() {
		if (this.before === undefined) delete process.env.TZ;
		else process.env.TZ = this.before;
		await super.teardown();
	}
};
