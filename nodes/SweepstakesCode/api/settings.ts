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

/** Text of limited length. The service removes `<`, `>` and control characters before it measures the text. */
const plainText = (most: number) =>
	z
		.string()
		.superRefine((text, context) => {
			const plain = text.replace(/[<>\p{Cc}]/gu, '');
			for (const issue of z.string().max(most).safeParse(plain).error?.issues ?? []) context.addIssue(issue);
		})
		.nullable();

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
				InvalidCouponCodeErrorMessage: plainText(500),
				CouponRequestFieldLabel: plainText(200),
				CouponThankYouPageMessage: plainText(1_000),
			})
			.partial(),
	),
	reply: dataReply,
	retry: safe,
});
