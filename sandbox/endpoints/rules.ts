import { z } from 'zod';
import { dateTime } from '../clock';
import { endpoint, ownSweepstakes } from '../endpoint';
import { text, uuid } from '../fields';
import type { Rule } from '../records';
import { newToken } from '../token';

const create = endpoint({
	method: 'POST',
	path: '/rules/create',
	request: z.object({
		SweepstakesToken: uuid,
		Title: text.max(100).default('Official Rules'),
		Body: text.default(''),
	}),
	carryOut({ SweepstakesToken, Title, Body }, call) {
		ownSweepstakes(call, SweepstakesToken);
		const { rules } = call.store;
		const rule = rules.insert({
			RulesToken: newToken(),
			SweepstakesToken,
			Title,
			Primary: rules.of(SweepstakesToken).length === 0,
			CreationDate: dateTime(call.now),
			Body,
		});
		return { Message: 'Rules created.', Data: shown(rule) };
	},
});

export const ruleEndpoints = [create];

const shown = ({ Body: _, ...rule }: Rule) => rule;
