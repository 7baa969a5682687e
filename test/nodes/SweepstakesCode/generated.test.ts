import { isAvailable } from '../../../nodes/SweepstakesCode/api/generated';

const CODE = { Status: 'not-redeemed', ParticipantToken: null, ExpirationDate: null };

test.each<[string, object, boolean | undefined]>([
	['that nobody holds', {}, true],
	['that somebody holds', { ParticipantToken: 'p' }, false],
	['that was redeemed', { Status: 'redeemed' }, false],
	['without a status', { Status: null }, undefined],
	['that has not expired', { ExpirationDate: '2099-01-31T00:00:00.000Z' }, true],
	['that has expired', { ExpirationDate: '2020-01-31T00:00:00.000Z' }, false],
	['whose last day cannot be read', { ExpirationDate: 'soon' }, false],
])('a code %s is available: %p', (_what, more, isSo) => {
	expect(isAvailable({ ...CODE, ...more })).toBe(isSo);
});
