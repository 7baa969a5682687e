import type { Stats } from '../../../../../nodes/shared/client/call';
import { Client, type ClientOptions } from '../../../../../nodes/shared/client/client';
import { toHints } from '../../../../../nodes/shared/n8n/run/execution-hints';

const hintsAfter = (stats: Partial<Stats>) => {
	const { hints, options, stats: none } = new Client({} as ClientOptions);
	return messagesOf({ stats: { ...none, ...stats }, hints, options });
};

const messagesOf = (client: Pick<Client, 'hints' | 'stats' | 'options'>, unused: string[] = []) => {
	const item = { itemIndex: 0, parameters: {}, request: {}, isDry: false, unused };
	return toHints(client, { reads: true }, [item]).map(({ message }) => message);
};

const UNTIL = 'until the service could accept';
const REPEATED = '1 of them repeated because the service was busy or could not be reached';

test.each<[string, string[], Partial<Stats>]>([
	['a short wait', [], { calls: 1, waitedMs: 1_999 }],
	[
		'a wait for one call',
		[`This run made 1 call, and waited 2 s ${UNTIL} it.`],
		{ calls: 1, waitedMs: 2_000 },
	],
	['a repeated call', [`This run made 2 calls, ${REPEATED}.`], { calls: 2, retries: 1, waitedMs: 900 }],
	[
		'a long wait and a repeated call',
		[`This run made 2 calls, ${REPEATED}, and waited 3 s ${UNTIL} them.`],
		{ calls: 2, retries: 1, waitedMs: 2_500 },
	],
	[
		'a lost reply whose call was processed',
		['This run made 2 calls. 1 call got no response, but the service had processed it.'],
		{ calls: 2, confirmed: 1, waitedMs: 0 },
	],
])('after %s, a run adds the hints %j', (_what, messages, stats) => {
	expect(hintsAfter(stats)).toEqual(messages);
});

test.each<[string, string, Array<[returned: number, total?: number]>]>([
	['one list', '50 of 1,205 records were returned', [[50, 1_205]]],
	[
		'several lists',
		'100 of 1,267 records were returned',
		[
			[50, 1_205],
			[50, 62],
		],
	],
	[
		'a list of unknown length',
		'Only the first 1,050 records were returned, and there may be more',
		[[50, 1_205], [1_000]],
	],
])('if “Limit” cuts off %s, the hint is “%s”', (_what, words, lists) => {
	const client = new Client({} as ClientOptions);
	for (const list of lists) client.hints.addCut(...list);
	expect(messagesOf(client)).toEqual([`${words}. To get all of them, turn on “Return All”.`]);
});

test('the hint about columns that were not mapped automatically is short', () => {
	const hintFor = (...columns: string[]) => messagesOf(new Client({} as ClientOptions), columns);
	expect(hintFor()).toEqual([]);
	expect(hintFor('<b>', 'Newsletter')).toEqual([
		'“Map Automatically” did not use these columns: ‹b>, Newsletter. It uses only columns whose whole name matches exactly one entry form field.',
	]);
	expect(hintFor('', 'Notes')).toEqual([
		expect.stringContaining('these columns: (no heading), Notes. It uses'),
	]);
	expect(hintFor('A'.repeat(300))).toEqual([expect.stringMatching(/these columns: A{199}…\. It/)]);
});
