import { isAvailable } from '../../../nodes/SweepstakesCode/api/codes';

const CODE = { Status: 'not-redeemed', ParticipantToken: null, ExpirationDate: null };

test.each<[string, boolean | undefined, object]>([
	['that nobody holds', true, {}],
	['that somebody holds', false, { ParticipantToken: 'p' }],
	['that was redeemed', false, { Status: 'redeemed' }],
	['without a status', undefined, { Status: null }],
	['that has not expired', true, { ExpirationDate: '2099-01-31T00:00:00.000Z' }],
	['that has expired', false, { ExpirationDate: '2020-01-31T00:00:00.000Z' }],
	['whose last day cannot be read', false, { ExpirationDate: 'soon' }],
])('whether a code %s is available: %p', (_what, isSo, more) => {
	expect(isAvailable({ ...CODE, ...more })).toBe(isSo);
});
