import { z } from 'zod';
import { dateTime } from '../time/clock';
import { endpoint, requireOwnSweepstakes, type Call } from '../endpoint';
import { filledText, text, uuid } from '../fields';
import type { Rule } from '../records';
import { invalid, notFound } from '../refusal';
import { newToken } from '../token';

const ofSweepstakes = z.object({ SweepstakesToken: uuid });
const oneRule = ofSweepstakes.extend({ RulesToken: uuid });
const title = filledText.max(100);
const content = text.max(1_000_000).describe('HTML');

const create = endpoint({
	method: 'POST',
	path: '/rules/create',
	request: ofSweepstakes.extend({
		Title: title,
		DocumentContent: filledText.max(1_000_000).describe('HTML'),
	}),
	carryOut({ SweepstakesToken, Title, DocumentContent }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const { rules } = call.store;
		return rules.insert({
			RulesToken: newToken(),
			SweepstakesToken,
			Title,
			Primary: rules.of(SweepstakesToken).length === 0,
			CreationDate: dateTime(call.now),
			DocumentContent,
			AbbreviatedRulesForShopify: '',
		});
	},
	answer: ({ DocumentContent: _, AbbreviatedRulesForShopify: __, ...Data }) => ({
		Message: 'Rules created.',
		Data,
	}),
});

const fetch = endpoint({
	method: 'POST',
	path: '/rules/fetch',
	request: ofSweepstakes,
	carryOut({ SweepstakesToken }, call) {
		requireOwnSweepstakes(call, SweepstakesToken);
		const rules = call.store.rules.of(SweepstakesToken);
		return { SweepstakesToken, rules };
	},
	answer: ({ SweepstakesToken, rules }) => ({
		Data: {
			TotalRules: rules.length,
			PrimaryRule: rules.filter(({ Primary }) => Primary).map(toReply)[0] ?? null,
			SecondaryRules: rules.filter(({ Primary }) => !Primary).map(toReply),
			SweepstakesToken,
		},
	}),
});

const update = endpoint({
	method: 'PUT',
	path: '/rules/update',
	request: oneRule.extend({
		Title: title.optional(),
		DocumentContent: content.optional(),
		AbbreviatedRulesForShopify: text.max(1_000_000).optional(),
		AbbrebiatedRulesForShopify: text.max(1_000_000).describe('the same, misspelled').optional(),
	}),
	carryOut({ SweepstakesToken, RulesToken, AbbrebiatedRulesForShopify: misspelled, ...changes }, call) {
		if (misspelled !== undefined) changes.AbbreviatedRulesForShopify ??= misspelled;
		const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
		if (Object.keys(given).length === 0)
			throw invalid('Nothing to update: send at least one optional field.');
		return call.store.rules.update(requireOwnRule(call, SweepstakesToken, RulesToken), given);
	},
	answer: (rule) => ({ Message: 'Rules updated.', Data: toReply(rule) }),
});

const remove = endpoint({
	method: 'POST',
	path: '/rules/delete',
	request: oneRule,
	carryOut({ SweepstakesToken, RulesToken }, call) {
		call.store.rules.remove(requireOwnRule(call, SweepstakesToken, RulesToken));
		return { Message: 'Rules deleted.' };
	},
});

export const ruleEndpoints = [create, fetch, update, remove];

/** @throws Refusal 404 unless the document belongs to this sweepstakes of the account */
function requireOwnRule(call: Call, sweepstakesToken: string, rulesToken: string): Rule {
	requireOwnSweepstakes(call, sweepstakesToken);
	const rule = call.store.rules.get(rulesToken);
	if (rule?.SweepstakesToken !== sweepstakesToken) throw notFound('Rules document');
	return rule;
}

/** Returns a document as a reply contains it. Secondary documents lack some keys (reference, rules/fetch). */
function toReply({ AbbreviatedRulesForShopify, ...rule }: Rule) {
	const more = { AbbreviatedRulesForShopify, Metadata: {}, EntryPeriods: [], Views: [] };
	return { ...rule, Status: true, ...(rule.Primary && more) };
}
