import { Account } from '../../../../nodes/shared/client/account';
import { noteQuota } from '../../../../nodes/shared/client/plan';

test.each([
	['the answers tell', [{ Telemetry: { APICalls: 90, MaxAPICalls: 100 } }], 10],
	['the plan tells', [{ Usage: { ApiCalls: 90, MaxApiCalls: 100 } }], 10],
	['a later answer says nothing', [{ Telemetry: { APICalls: 90, MaxAPICalls: 100 } }, {}], 9],
	['more calls were made than allowed', [{ Telemetry: { APICalls: 101, MaxAPICalls: 100 } }], 0],
	['there is no maximum', [{ Telemetry: { APICalls: 90, MaxAPICalls: 0 } }], undefined],
	['the figures are not numbers', [{ Telemetry: { APICalls: '90', MaxAPICalls: 100 } }], undefined],
	['no answer tells', [{}], undefined],
])('the calls that are left if %s', (_what, replies, expected) => {
	const account = new Account();
	for (const reply of replies) noteQuota(account, reply);
	expect(account.callsLeft).toBe(expected);
});
