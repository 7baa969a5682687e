import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { dateOf } from '../clock';
import { endpoint, ownSweepstakes, type Call } from '../endpoint';
import { date, flag, integer, text, time, uuid } from '../fields';
import type { CodeAttributes } from '../records';
import { Refusal, invalid } from '../refusal';
import { newToken } from '../token';
import { codesByText, writeLog } from './codes';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_PER_DAY = 50_000;
const MOST_IN_TOTAL = 1_000_000;
const LONGEST = 20;

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const LETTERS = { upper: UPPER, lower: LOWER, mixed: LOWER + UPPER };

const affix = text
	.transform((value) => value.replace(/\s/g, ''))
	.refine((value) => /^[A-Za-z0-9_-]*$/.test(value), 'may hold letters, digits, - and _ only')
	.describe('letters, digits, - and _; whitespace removed');

const generate = endpoint({
	method: 'POST',
	path: '/codes/generate',
	module: 'codes',
	request: z
		.object({
			SweepstakesToken: uuid,
			Quantity: integer.min(1).max(5000),
			Length: integer
				.min(4)
				.max(LONGEST)
				.describe(`random characters per code; Prefix + Length + Suffix must not exceed ${LONGEST}`),
			Type: z.enum(['alphanumeric', 'numeric']).default('alphanumeric'),
			Case: z.enum(['upper', 'lower', 'mixed']).describe('no effect on numeric').default('upper'),
			Prefix: affix.default(''),
			Suffix: affix.default(''),
			Description: text.max(5000).default(''),
			Value: z
				.union([text, z.number()])
				.transform(String)
				.refine((value) => value.length <= 10, 'must be at most 10 characters')
				.describe('max 10 characters')
				.default(''),
			ExternalURL: text
				.max(500)
				.refine(isHttpsLink, 'must be an https:// link')
				.describe('https:// link')
				.optional(),
			ExpirationDate: date.describe('date YYYY-MM-DD, not in the past').optional(),
			ExpirationTime: time.optional(),
			CalledFromMCP: flag.describe('ignored').optional(),
			CalledFromCLI: flag.describe('ignored').optional(),
		})
		.refine(({ Prefix, Length, Suffix }) => Prefix.length + Length + Suffix.length <= LONGEST, {
			path: ['Length'],
			message: `Prefix + Length + Suffix must not exceed ${LONGEST}`,
		}),
	carryOut(request, call) {
		const { SweepstakesToken, Quantity, Length, Type, Case, Prefix, Suffix, ...given } = request;
		const { ExpirationDate = '' } = given;
		if (ExpirationDate !== '' && ExpirationDate < dateOf(call.now)) {
			throw invalid('ExpirationDate: must not be in the past.');
		}
		ownSweepstakes(call, SweepstakesToken);
		const alphabet = Type === 'numeric' ? DIGITS : DIGITS + LETTERS[Case];
		const taken = codesByText(call, SweepstakesToken);
		refuseAboveTotal(taken.size, Quantity);
		refuseAboveHalfTheSpace(taken.size, Quantity, alphabet.length ** Length);
		refuseAboveDailyLimit(call, SweepstakesToken, Quantity);
		const attributes = attributesOf(given);
		const Codes = Array.from({ length: Quantity }, () =>
			insertCode(
				call,
				SweepstakesToken,
				freshCode(taken, () => Prefix + randomText(alphabet, Length) + Suffix),
				attributes,
			),
		);
		writeLog(call, `${Quantity} codes generated in sweepstakes ${SweepstakesToken}`);
		return {
			Data: { SweepstakesToken, Generated: Quantity, Codes },
			Message: `${Quantity} codes generated.`,
		};
	},
});

export const newCodeEndpoints = [generate];

function isHttpsLink(value: string): boolean {
	return value.startsWith('https://') && URL.canParse(value);
}

/** An attribute that is empty counts as not given (reference, POST /codes/update: both clear it). */
function attributesOf(given: Partial<Record<keyof CodeAttributes, string>>): CodeAttributes {
	return {
		Description: given.Description || null,
		Value: given.Value || null,
		ExternalURL: given.ExternalURL || null,
		ExpirationDate: given.ExpirationDate || null,
		ExpirationTime: given.ExpirationTime || null,
	};
}

function insertCode(call: Call, SweepstakesToken: string, CouponCode: string, attributes: CodeAttributes) {
	const CouponToken = newToken();
	const code = call.store.codes.insert({
		CouponToken,
		SweepstakesToken,
		CouponCode,
		attributes,
		Status: 'not-redeemed',
		ParticipantToken: null,
		redeemedAt: null,
		createdAt: call.now,
	});
	codesByText(call, SweepstakesToken).set(CouponCode, code);
	return { CouponToken, CouponCode };
}

function refuseAboveTotal(held: number, wanted: number): void {
	if (held + wanted <= MOST_IN_TOTAL) return;
	throw new Refusal(422, `A sweepstakes holds at most ${MOST_IN_TOTAL} codes; this one holds ${held}.`, {
		data: { Code: 'TotalLimit', Existing: held },
	});
}

/** Contract, "Codes", rule 4. */
function refuseAboveHalfTheSpace(held: number, wanted: number, combinations: number): void {
	if (held + wanted <= combinations / 2) return;
	throw new Refusal(422, 'More than half of all combinations would be used: increase Length.', {
		data: { Code: 'InsufficientSpace', Combinations: combinations, Existing: held },
	});
}

/** Contract, "Codes", rule 6. */
function refuseAboveDailyLimit({ store, now }: Call, sweepstakesToken: string, wanted: number): void {
	const codes = store.codes.of(sweepstakesToken);
	// Oldest first, so only those of today are looked at.
	const lastBefore = codes.findLastIndex(({ createdAt }) => createdAt <= now - DAY_MS);
	const AddedToday = codes.length - 1 - lastBefore;
	if (AddedToday + wanted <= MOST_PER_DAY) return;
	throw new Refusal(429, `At most ${MOST_PER_DAY} codes per sweepstakes in 24 hours.`, {
		data: { Code: 'DailyLimit', AddedToday },
	});
}

/** Draws until a code is new. At most half of the space is used, so it takes at most two draws on average. */
function freshCode(taken: ReadonlyMap<string, unknown>, drawCode: () => string): string {
	for (;;) {
		const code = drawCode();
		if (!taken.has(code)) return code;
	}
}

function randomText(alphabet: string, length: number): string {
	return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
