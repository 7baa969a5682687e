import { endpoint, reads, safe } from '../../shared/api/endpoint';
import { uuid } from '../../shared/api/formats';
import { dataReply } from '../../shared/api/replies';
import { z } from '../../shared/zod';
import { codeLength } from './codes';

const ofSweepstakes = z.object({ SweepstakesToken: uuid });

export const codeStats = endpoint({
	call: 'POST /codes/stats',
	request: ofSweepstakes,
	reply: dataReply,
	retry: reads('how many codes there are'),
});

export const codeSettings = endpoint({
	call: 'POST /codes/settings',
	request: ofSweepstakes,
	reply: dataReply,
	retry: reads('how the sweepstakes hands out codes'),
});

const handOut = z.number().int().min(0).max(3);
const flag = z.boolean();
const nullableText = (most: number) => z.string().max(most).nullable();

export const updateCodeSettings = endpoint({
	call: 'POST /codes/update-settings',
	request: ofSweepstakes.merge(
		z
			.object({
				CouponEntryPageRegistration: handOut,
				CouponAmoePageRegistration: handOut,
				WhatToDoWhenNoCouponCodeIsAvailable: z.number().int().min(0).max(1),
				CouponCodeType: z.number().int().min(1).max(2),
				CouponCodeLength: codeLength,
				DisplayCouponCodeOnConfirmationPage: flag,
				SendCouponCodeToParticipantByEmail: flag,
				SendCouponCodeToParticipantBySMS: flag,
				RejectInvalidCouponCode: flag,
				CouponCodeCaseSensitive: flag,
				InvalidCouponCodeErrorMessage: nullableText(500),
				CouponRequestFieldLabel: nullableText(200),
				CouponThankYouPageMessage: nullableText(1_000),
			})
			.partial(),
	),
	reply: dataReply,
	retry: safe,
});
