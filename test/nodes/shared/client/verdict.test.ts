import { reads, safe, unsafe } from '../../../../nodes/shared/api/endpoint';
import type { CallRules } from '../../../../nodes/shared/client/call-rules';
import type { CallOutcome } from '../../../../nodes/shared/client/transport';
import { judgeOutcome, readRetryAfterMs } from '../../../../nodes/shared/client/verdict';
import { z } from '../../../../nodes/shared/zod';

const judgeFault = (code: string, retry: CallRules['retry']) => {
	const outcome: CallOutcome = { fault: { code, message: 'broken' } };
	return judgeOutcome(outcome, { call: 'POST /any', reply: z.object({}), retry });
};
const UNTRUSTED = { kind: 'stop', failure: { code: 'untrusted' } };
const AMBIGUOUS = { kind: 'retry', cause: 'ambiguous', failure: { code: 'noReply' } };

test.each([
	'CERT_HAS_EXPIRED',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'HOSTNAME_MISMATCH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s means that nothing was sent, regardless of the call', (code) => {
	for (const retry of [reads('the plan'), safe, unsafe('Look.')])
		expect(judgeFault(code, retry)).toMatchObject(UNTRUSTED);
});

test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'])(
	'after %s, a call that writes may have been processed, and a call that only reads fails',
	(code) => {
		for (const retry of [safe, unsafe('Look.')]) expect(judgeFault(code, retry)).toMatchObject(AMBIGUOUS);
		expect(judgeFault(code, reads('the plan'))).toMatchObject(UNTRUSTED);
	},
);

test.each([
	['60', 60_000],
	['60, 60', 60_000],
	['30,60 , 5', 60_000],
	['60,', undefined],
	['60 60', undefined],
	['soon', undefined],
	['2027-01-31', undefined],
	['1.5', undefined],
	['-1', undefined],
	['', undefined],
])('the Retry-After %j, read in ms, is %p', (header, ms) => {
	expect(readRetryAfterMs(header)).toBe(ms);
});

test('a Retry-After that is a date is read as the time until that date', () => {
	const ms = readRetryAfterMs(new Date(Date.now() + 30_000).toUTCString());
	expect(ms).toBeGreaterThan(28_000);
	expect(ms).toBeLessThanOrEqual(30_000);
});
