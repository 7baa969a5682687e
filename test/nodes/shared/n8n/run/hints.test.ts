import type { INode } from 'n8n-workflow';

import { Client } from '../../../../../nodes/shared/client/client';
import type { ClientOptions, Stats } from '../../../../../nodes/shared/client/execution';
import { toHints } from '../../../../../nodes/shared/n8n/run/hints';

const hintsAfter = (stats: Partial<Stats>) => {
	const { run, stats: none } = new Client({} as ClientOptions);
	return messagesOf({ stats: { ...none, ...stats }, run });
};

const NONE = { unused: new Set<string>(), repeats: 0 };

const messagesOf = (
	client: Pick<Client, 'run' | 'stats'>,
	ofItems = NONE,
	node: Pick<INode, 'parameters'> = { parameters: {} },
) => toHints(client, ofItems, node).map(({ message }) => message);

const UNTIL = 'until the service could accept';
const REPEATED = '1 of them repeated because the service was busy or could not be reached';

test.each<[string, Partial<Stats>, string[]]>([
	['a short wait alone', { calls: 1, waitedMs: 1_999 }, []],
	['a wait for one call', { calls: 1, waitedMs: 2_000 }, [`Made 1 call, and waited 2 s ${UNTIL} it.`]],
	['a repeated call', { calls: 2, retries: 1, waitedMs: 900 }, [`Made 2 calls, ${REPEATED}.`]],
	[
		'a long wait and a repeated call',
		{ calls: 2, retries: 1, waitedMs: 2_500 },
		[`Made 2 calls, ${REPEATED}, and waited 3 s ${UNTIL} them.`],
	],
	[
		'a confirmed call',
		{ calls: 2, confirmed: 1, waitedMs: 0 },
		['Made 2 calls. 1 of them got no response, but the service had processed it.'],
	],
])('a run adds the right hint after %s', (_what, stats, messages) => {
	expect(hintsAfter(stats)).toEqual(messages);
});

test.each<[string, Array<[returned: number, total?: number]>, string]>([
	['one list', [[50, 1_205]], '50 of 1,205 were returned'],
	[
		'several lists',
		[
			[50, 1_205],
			[50, 62],
		],
		'100 of 1,267 were returned',
	],
	['a list of unknown length', [[50, 1_205], [1_000]], 'Only the first 1,050 were returned'],
])('a run adds the right hint about %s that Limit cut off', (_what, lists, words) => {
	const client = new Client({} as ClientOptions);
	for (const list of lists) client.run.hints.addCut(...list);
	expect(messagesOf(client)).toEqual([`${words}. To get all of them, turn on “Return All”.`]);
});

test('the hint about unused columns is short, and leaves out columns that expressions use', () => {
	const hintFor = (...columns: string[]) => {
		const client = new Client({} as ClientOptions);
		const parameters = { KeyEmail: '={{ $json.mail }}', Fields: { schema: ['Newsletter'] } };
		return messagesOf(client, { unused: new Set(columns), repeats: 0 }, { parameters });
	};
	expect(hintFor('mail')).toEqual([]);
	expect(hintFor('mail', '<b>', 'Newsletter')).toEqual([
		'Ignored columns: ‹b>, Newsletter. Only columns that match exactly one entry form field are used.',
	]);
	expect(hintFor('A'.repeat(300))).toEqual([expect.stringMatching(/^Ignored columns: A{199}…\. /)]);
});
