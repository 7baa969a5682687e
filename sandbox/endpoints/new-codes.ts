import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { flag, integer, text, uuid } from '../fields';
import type { CodeAttributes } from '../records';
import { Refusal } from '../refusal';
import { newToken } from '../token';
import { ATTRIBUTES, clearEmpty, mapByText, codeText, refusePast, WRITE, writeLog } from './codes';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_PER_DAY = 50_000;
const MAX_IN_TOTAL = 1_000_000;
const MAX_LENGTH = 20;
const MAX_ADDED = 1_000;
/** The maximum number of codes of each kind (added, existing, invalid) that a reply lists. */
const MAX_LISTED = 100;

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
				.max(MAX_LENGTH)
				.describe(`random characters per code; Prefix + Length + Suffix must not exceed ${MAX_LENGTH}`),
			Type: z.enum(['alphanumeric', 'numeric']).default('alphanumeric'),
			Case: z.enum(['upper', 'lower', 'mixed']).describe('no effect on numeric').default('upper'),
			Prefix: affix.default(''),
			Suffix: affix.default(''),
			...ATTRIBUTES,
			CalledFromMCP: flag.describe('ignored').optional(),
			CalledFromCLI: flag.describe('ignored').optional(),
		})
		.refine(({ Prefix, Length, Suffix }) => Prefix.length + Length + Suffix.length <= MAX_LENGTH, {
			path: ['Length'],
			message: `Prefix + Length + Suffix must not exceed ${MAX_LENGTH}`,
		}),
	carryOut(request, call) {
		const { SweepstakesToken, Quantity, Length, Type, Case, Prefix, Suffix, ...others } = request;
		const { CalledFromMCP: _, CalledFromCLI: __, ...given } = others;
		refusePast(given.ExpirationDate, call);
		requireOwnSweepstakes(call, SweepstakesToken);
		const alphabet = Type === 'numeric' ? DIGITS : DIGITS + LETTERS[Case];
		const held = call.store.codes.of(SweepstakesToken).length;
		refuseAboveTotal(held, Quantity);
		refuseAboveHalfTheSpace(held, Quantity, alphabet.length ** Length);
		refuseAboveDailyLimit(call, SweepstakesToken, Quantity);
		const taken = mapByText(call, SweepstakesToken);
		const attributes = { ...NO_ATTRIBUTES, ...clearEmpty(given) };
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

const create = endpoint({
	...WRITE,
	path: '/codes/create',
	request: z.object({
		SweepstakesToken: uuid,
		Codes: z
			.array(text)
			.min(1)
			.max(MAX_ADDED)
			.describe('each 1 to 20 letters, digits, - and _; whitespace removed'),
		...ATTRIBUTES,
	}),
	carryOut({ SweepstakesToken, Codes: received, ...given }, call) {
		refusePast(given.ExpirationDate, call);
		requireOwnSweepstakes(call, SweepstakesToken);
		const taken = mapByText(call, SweepstakesToken);
		const created = new Set<string>();
		const Duplicates: string[] = [];
		const Invalid: string[] = [];
		for (const sent of received) {
			const { success, data } = codeText.safeParse(sent);
			if (!success) Invalid.push(sent.slice(0, 40));
			else if (taken.has(data) || created.has(data)) Duplicates.push(data);
			else created.add(data);
		}
		refuseAboveTotal(taken.size, created.size);
		refuseAboveDailyLimit(call, SweepstakesToken, created.size);
		const attributes = { ...NO_ATTRIBUTES, ...clearEmpty(given) };
		const Codes = [...created].map((code) => insertCode(call, SweepstakesToken, code, attributes));
		writeLog(call, `${Codes.length} codes added to sweepstakes ${SweepstakesToken}`);
		return {
			Data: {
				SweepstakesToken,
				Received: received.length,
				Created: Codes.length,
				Codes: Codes.slice(0, MAX_LISTED),
				Duplicates: Duplicates.slice(0, MAX_LISTED),
				DuplicateCount: Duplicates.length,
				Invalid: Invalid.slice(0, MAX_LISTED),
				InvalidCount: Invalid.length,
			},
			Message: `${Codes.length} codes added.`,
		};
	},
});

export const newCodeEndpoints = [generate, create];

const NO_ATTRIBUTES: CodeAttributes = {
	Description: null,
	Value: null,
	ExternalURL: null,
	ExpirationDate: null,
	ExpirationTime: null,
};

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
	mapByText(call, SweepstakesToken).set(CouponCode, code);
	return { CouponToken, CouponCode };
}

function refuseAboveTotal(held: number, wanted: number): void {
	if (held + wanted <= MAX_IN_TOTAL) return;
	throw new Refusal(422, `A sweepstakes holds at most ${MAX_IN_TOTAL} codes; this one holds ${held}.`, {
		data: { Code: 'SweepstakesLimit', Existing: held },
	});
}

function refuseAboveHalfTheSpace(held: number, wanted: number, combinations: number): void {
	if (held + wanted <= combinations / 2) return;
	throw new Refusal(422, 'More than half of all combinations would be used: increase Length.', {
		data: { Code: 'InsufficientSpace', Combinations: combinations, Existing: held },
	});
}

function refuseAboveDailyLimit({ store, now }: Call, sweepstakesToken: string, wanted: number): void {
	const codes = store.codes.of(sweepstakesToken);
	// Codes are stored oldest first, so the search from the end stops at the last code that is older than a day.
	const lastBefore = codes.findLastIndex(({ createdAt }) => createdAt <= now - DAY_MS);
	const AddedToday = codes.length - 1 - lastBefore;
	if (AddedToday + wanted <= MAX_PER_DAY) return;
	throw new Refusal(429, `At most ${MAX_PER_DAY} codes per sweepstakes in 24 hours.`, {
		data: { Code: 'DailyLimit', AddedToday },
	});
}

/**
 * Draws codes until one is new. No more than half of the possible codes exist, so this takes at most two draws on
 * average.
 */
function freshCode(taken: ReadonlyMap<string, unknown>, drawCode: () => string): string {
	for (;;) {
		const code = drawCode();
		if (!taken.has(code)) return code;
	}
}

function randomText(alphabet: string, length: number): string {
	return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
