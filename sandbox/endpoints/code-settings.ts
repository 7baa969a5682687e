import { z } from 'zod';
import { endpoint, requireOwnSweepstakes } from '../endpoint';
import { flag, integer, text, uuid } from '../fields';
import { READ, WRITE, writeLog } from './codes';

/** A number, possibly written as text. */
const number = (least: number, most: number) =>
	z.preprocess(
		(sent) => (typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : sent),
		integer.min(least).max(most),
	);

/** Text without `<`, `>` and control characters. null clears the setting. */
const plainText = (most: number) =>
	text
		.nullable()
		.transform((sent) => (sent ?? '').replace(/[<>\p{Cc}]/gu, ''))
		.refine((sent) => sent.length <= most, `must be at most ${most} characters`)
		.describe(`plain text, max ${most} characters`);

const SETTINGS = {
	CouponEntryPageRegistration: number(0, 3).describe('0 none, 1 assign, 2 generate, 3 ask'),
	CouponAmoePageRegistration: number(0, 3).describe('0 none, 1 assign, 2 generate, 3 ask'),
	WhatToDoWhenNoCouponCodeIsAvailable: number(0, 1).describe('0 nothing, 1 generate'),
	CouponCodeType: number(1, 2).describe('1 numeric, 2 alphanumeric'),
	CouponCodeLength: number(4, 20),
	DisplayCouponCodeOnConfirmationPage: flag,
	SendCouponCodeToParticipantByEmail: flag,
	SendCouponCodeToParticipantBySMS: flag,
	RejectInvalidCouponCode: flag,
	CouponCodeCaseSensitive: flag,
	InvalidCouponCodeErrorMessage: plainText(500),
	CouponRequestFieldLabel: plainText(200),
	CouponThankYouPageMessage: plainText(1000),
};

const DEFAULTS = {
	CouponEntryPageRegistration: 0,
	CouponAmoePageRegistration: 0,
	WhatToDoWhenNoCouponCodeIsAvailable: 0,
	CouponCodeType: 1,
	CouponCodeLength: 20,
	DisplayCouponCodeOnConfirmationPage: false,
	SendCouponCodeToParticipantByEmail: false,
	SendCouponCodeToParticipantBySMS: false,
	RejectInvalidCouponCode: false,
	CouponCodeCaseSensitive: false,
	InvalidCouponCodeErrorMessage: '',
	CouponRequestFieldLabel: '',
	CouponThankYouPageMessage: '',
};

const read = endpoint({
	...READ,
	path: '/codes/settings',
	request: z.object({ SweepstakesToken: uuid }),
	carryOut({ SweepstakesToken }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const saved = call.store.codeSettings.get(SweepstakesToken)?.settings;
		return {
			Data: { SweepstakesToken, Configured: saved !== undefined, Settings: { ...DEFAULTS, ...saved } },
		};
	},
});

const update = endpoint({
	...WRITE,
	path: '/codes/update-settings',
	request: z
		.object({ SweepstakesToken: uuid, ...z.object(SETTINGS).partial().shape })
		.refine((sent) => Object.values(sent).filter((value) => value !== undefined).length > 1, {
			path: ['CouponCodeType'],
			message: 'there is nothing to update',
		}),
	carryOut({ SweepstakesToken, ...sent }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
		const { codeSettings } = call.store;
		const row = codeSettings.get(SweepstakesToken) ?? codeSettings.insert({ SweepstakesToken, settings: {} });
		const Updated = Object.keys(changes).filter((key) => row.settings[key] !== changes[key]);
		const Settings = { ...row.settings, ...changes };
		codeSettings.update(row, { settings: Settings });
		writeLog(call, `Code settings of sweepstakes ${SweepstakesToken} updated`);
		return { Data: { SweepstakesToken, Updated, Settings }, Message: 'Settings updated.' };
	},
});

export const codeSettingEndpoints = [read, update];
