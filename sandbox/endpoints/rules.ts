import { z } from 'zod';
import { dateTime } from '../clock';
import { endpoint, ownSweepstakes } from '../endpoint';
import { filledText, uuid } from '../fields';
import { newToken } from '../token';

/** Reference, "Rules"; the contract does not show its request and answer. */
const create = endpoint({
	method: 'POST',
	path: '/rules/create',
	request: z.object({
		SweepstakesToken: uuid,
		Title: filledText.max(100),
		DocumentContent: filledText.max(1_000_000).describe('HTML'),
	}),
	carryOut({ SweepstakesToken, Title, DocumentContent }, call) {
		ownSweepstakes(call, SweepstakesToken);
		const { rules } = call.store;
		return rules.insert({
			RulesToken: newToken(),
			SweepstakesToken,
			Title,
			Primary: rules.of(SweepstakesToken).length === 0,
			CreationDate: dateTime(call.now),
			DocumentContent,
		});
	},
	answer: ({ DocumentContent: _, ...Data }) => ({ Message: 'Rules created.', Data }),
});

export const ruleEndpoints = [create];
