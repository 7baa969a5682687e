import { Settings } from 'luxon';
import type * as n8nWorkflow from 'n8n-workflow';

// The packages that Node loads have the clock of the process. Here, they get the test's clock, which may be fake.
Settings.now = () => Date.now();
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof n8nWorkflow>('n8n-workflow'),
	sleep: async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms)),
}));
