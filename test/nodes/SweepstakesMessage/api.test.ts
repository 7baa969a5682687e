import { fitsChannel, toSentAddress } from '../../../nodes/SweepstakesMessage/api';

test.each([
	['(202) 555-0123', '+12025550123'],
	['+1 202-555-0123', '+12025550123'],
	['+44 20 7946 0958', '+44 20 7946 0958'],
	['202-555-012', '202-555-012'],
	// A Norwegian number has ten digits, too.
	['+47 12 34 56 78', '+47 12 34 56 78'],
	['0301 234567', '0301 234567'],
	['202-555-0123 ext. 4', '202-555-0123 ext. 4'],
])('the phone number %s is sent as %s', (address, sent) => {
	expect(toSentAddress('sms', address)).toBe(sent);
	expect(toSentAddress('email', address)).toBe(address);
});

test.each([
	['sms', 1_600, true],
	['sms', 1_601, false],
	['email', 1_601, true],
])('whether, on the channel “%s”, a message of %i characters can be sent: %p', (Channel, length, isSo) => {
	expect(fitsChannel({ Channel, Message: 'x'.repeat(length) })).toBe(isSo);
});
