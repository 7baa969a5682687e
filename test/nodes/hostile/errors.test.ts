import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { ServiceError, type Failure } from '../../../nodes/shared/client/failures';
import { judgeOutcome } from '../../../nodes/shared/client/verdict';
import { ItemErrors } from '../../../nodes/shared/n8n/errors/item-errors';
import { toNodeError } from '../../../nodes/shared/n8n/errors/node-errors';
import { createRedactor } from '../../../nodes/shared/n8n/errors/redactor';
import type { Operation } from '../../../nodes/shared/n8n/operation/operation';
import { add } from '../../../nodes/SweepstakesParticipant/operations/add';
import { ANY_ENDPOINT } from '../../support/client';
import { measureLongestStretch } from '../../support/longest-stretch';

/** The maximum CPU time that a node may use without a pause, in ms. */
const MOST_MS = 300;

/** The most time for what is done with a reply after it has been parsed, in ms. Other items of the run may fail, too. */
const MOST_AFTER_PARSING_MS = 100;

const TOKEN = 'a-token-of-32-letters-and-digits';
const node = { name: 'Node', type: 'node' } as INode;
const redact = createRedactor(TOKEN);

const list = <T>(length: number, toEntry: (n: number) => T): T[] =>
	Array.from({ length }, (_, n) => toEntry(n));
const words = (length: number) => 'KeyEmail.a_b '.repeat(length / 13);

/** Bodies of up to 10 MB, which is the most that is read of a reply. */
const BODIES: Record<string, object> = {
	'long rules': {
		Help: { ExpectedBody: Object.fromEntries(list(300, (n) => [`${n} ${words(2_000)}`, words(2_000)])) },
	},
	'a huge rule': { Help: { ExpectedBody: { Email: words(9_000_000) } } },
	'a rule with a huge name': { Help: { ExpectedBody: { [words(9_000_000)]: 'a' } } },
	'many rules': { Help: { ExpectedBody: Object.fromEntries(list(50_000, (n) => [`key${n}A`, 'a'])) } },
	'many findings': { Data: { Candidates: list(70_000, (n) => ({ Name: words(100), Id: n })) } },
	'many levels': { Data: JSON.parse(`${'[['.repeat(45)}${']]'.repeat(45)}`) as unknown },
	'a huge message': { Message: words(9_000_000) },
	'a huge code': { Data: { Code: words(9_000_000), Reason: words(500_000) } },
	'nested lists': { Data: list(20, () => list(20, () => list(20, () => list(20, () => 'a')))) },
};

test.each(Object.keys(BODIES))('a refusal with %s is described in less than 0.3 s', async (what) => {
	const text = JSON.stringify({ Response: false, Message: 'No', ...BODIES[what] });
	const describe = (failure: Failure) =>
		[true, false].map((isForModel) =>
			toNodeError(node, new ServiceError(failure), { redact, fields: add.fields, isForModel }),
		);
	const judge = (body: string) => {
		const verdict = judgeOutcome({ reply: { status: 400, headers: {}, text: body } }, ANY_ENDPOINT);
		return (verdict as { failure: Failure }).failure;
	};
	describe(judge('{"Response":false,"Message":"No"}'));
	let failure: Failure;
	expect(await measureLongestStretch(() => (failure = judge(text)))).toBeLessThan(MOST_MS);
	const ms = await measureLongestStretch(() => {
		for (const { message, description, context } of describe(failure)) {
			expect(message.length).toBeLessThan(2_100);
			expect(description?.length ?? 0).toBeLessThanOrEqual(10_000);
			expect(JSON.stringify(context.data ?? {}).length).toBeLessThan(50_000);
		}
	});
	expect(ms).toBeLessThan(MOST_AFTER_PARSING_MS);
});

/** Records that a run may have returned before it failed. Their texts come from strangers. */
const RECORDS: Record<string, object> = {
	'a huge text': { id: 1, text: words(9_000_000) },
	'a huge key': { id: 1, [words(9_000_000)]: 1 },
	'many values': { id: 1, list: list(1_000_000, (n) => n) },
	'many keys': { id: 1, ...Object.fromEntries(list(100_000, (n) => [`key${n}`, n])) },
	'a hundred thousand levels': { id: 1, a: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) },
};

const createErrors = (items: number) => {
	const context = {
		getNode: () => node,
		getInputData: () => list(items, () => ({ json: {} })),
		getNodeParameter: () => undefined,
	};
	const operation = { fields: [], reads: true } as unknown as Operation;
	return new ItemErrors(context as unknown as IExecuteFunctions, operation, redact);
};

const REFUSED = new ServiceError({ code: 'refused', status: 400 });
const toOutput = (json: object, item: number) => ({ json, pairedItem: { item } }) as INodeExecutionData;

test.each(Object.keys(RECORDS))(
	'the error that ends a run shows the beginning of a record with %s',
	async (what) => {
		let done: unknown;
		const ms = await measureLongestStretch(async () => {
			const error = await createErrors(2).toFinalError(REFUSED, 1, [toOutput(RECORDS[what]!, 0)], new Map());
			done = error.context.data;
		});
		expect(ms).toBeLessThan(MOST_MS);
		expect(done).toEqual({ done: [expect.objectContaining({ id: 1 })] });
		expect(JSON.stringify(done).length).toBeLessThan(100_000);
	},
);

test('the node pauses while it creates an error that contains many records of 90 kB', async () => {
	const output = list(150, (n) => toOutput({ text: `${TOKEN} ${words(90_000)}` }, n));
	let done = '';
	const ms = await measureLongestStretch(async () => {
		const error = await createErrors(151).toFinalError(REFUSED, 150, output, new Map());
		done = String((error.context.data as { done: Array<{ text: string }> }).done[149]!.text);
	});
	expect(ms).toBeLessThan(MOST_MS);
	expect(done).toBe(`*** ${words(90_000)}`);
});
