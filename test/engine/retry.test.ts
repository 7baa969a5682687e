import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';

import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import type { Fault } from '../../sandbox';
import { storedColumns } from '../catalogue/world';
import type { RunOptions } from '../support/engine/engine';
import { by, openStages, stage } from '../support/engine/resource';
import { askTool, requestTool } from '../support/engine/tool';

openStages();

const ROWS = 4;
const PATH = '/participants/add';

/** All settings of On Error, and the older setting that it replaced. */
const ON_ERROR: Array<[string, Pick<RunOptions, 'onError' | 'continueOnFail'>]> = [
	['stopWorkflow', { onError: 'stopWorkflow' }],
	['continueRegularOutput', { onError: 'continueRegularOutput' }],
	['continueErrorOutput', { onError: 'continueErrorOutput' }],
	['continueOnFail', { continueOnFail: true }],
];
const FAILURES: Array<[string, Omit<Fault, 'path'>]> = [
	['is refused', { status: 400 }],
	['is refused for the whole account', { status: 403 }],
	['may have been processed', { drop: 'after' }],
];

const CASES = ON_ERROR.flatMap(([name, onError]) =>
	[false, true].flatMap((retryOnFail) =>
		FAILURES.map(([failure, fault]) => ({ name, onError, retryOnFail, failure, fault })),
	),
);

/** Adds rows without email and phone, so that an ambiguous call cannot be confirmed. */
const addRows = async (options: Partial<RunOptions>) =>
	await stage.run(
		new SweepstakesParticipant(),
		'add',
		{
			sweepstakes: stage.picked,
			options: { BonusEntries: '={{ $json.row }}', allowNoContact: true, includeInputFields: true },
			Fields: { mappingMode: 'defineBelow', value: {}, schema: storedColumns() },
		},
		{ items: Array.from({ length: ROWS }, (_, row) => ({ row })), ...options },
	);

const kept = async (): Promise<number[]> => {
	const { Participants } = await stage.api('/participants/fetch', {
		sweepstakesToken: stage.sweepstakesToken,
	});
	return (Participants as IDataObject[]).map(({ BonusEntries }) => BonusEntries as number);
};

test.each(CASES)(
	'no row is added twice if the second row $failure (“On Error”: $name, “Retry On Fail”: $retryOnFail)',
	async ({ onError, retryOnFail, fault }) => {
		stage.sandbox.faults([{ path: PATH }, { path: PATH, ...fault }]);
		const { items, status } = await addRows({ ...onError, retryOnFail });
		const rows = await kept();
		expect(new Set(rows).size).toBe(rows.length);
		const done = items.filter(({ json }) => json.error === undefined).map(({ json }) => json.BonusEntries);
		for (const row of done) expect(rows).toContain(row);
		if (status === 'success' && onError.onError === 'stopWorkflow') expect(done).toHaveLength(ROWS);
	},
);

test.each(ON_ERROR)(
	'no row is added twice if the output includes an `error` field of the input (“On Error”: %s)',
	async (_name, onError) => {
		await addRows({ ...onError, retryOnFail: true, items: [{ row: 1, error: 'an earlier error' }] });
		expect(await kept()).toEqual([1]);
	},
);

describe('if “Retry On Fail” runs an agent’s tool again', () => {
	const tool = () => ({
		node: new SweepstakesParticipant(),
		account: stage.sandbox,
		retryOnFail: true,
		parameters: {
			operation: 'add',
			sweepstakes: stage.picked,
			whenAlreadyEntered: 'add',
			options: { BonusEntries: "={{ $fromAI('entries', '', 'number') }}", allowNoContact: true },
			Fields: { mappingMode: 'defineBelow', value: {}, schema: storedColumns() },
		} as INodeParameters,
	});

	test('a person who may have been added is not added again', async () => {
		stage.sandbox.faults([{ path: PATH, drop: 'after' }]);
		const { answer } = await askTool(tool(), { entries: 1 });
		expect(answer).toContain('it did not respond. The call may have been processed. It was sent once');
		expect(stage.callsTo(PATH)).toBe(1);
		expect(await kept()).toEqual([1]);
	});

	test('the agent can make the call again on purpose, after it has checked', async () => {
		stage.sandbox.faults([{ path: PATH, drop: 'before' }]);
		const { answer } = await askTool(tool(), { entries: 1 }, 2);
		expect(answer).not.toContain('error');
		expect(await kept()).toEqual([1]);
	});

	test('if n8n’s engine runs the tool, that person is not added again either, but the agent’s other calls are made', async () => {
		stage.sandbox.faults([{ path: PATH }, { path: PATH }, { path: PATH, drop: 'after' }]);
		await requestTool(tool(), [{ entries: 1 }, { entries: 1 }, { entries: 2 }]);
		expect(stage.callsTo(PATH)).toBe(3);
		expect((await kept()).toSorted()).toEqual([1, 1, 2]);
	});
});

/** n8n loses an error that a tool throws, or ends the workflow, depending on its version and the agent's. */
test.each(
	([undefined, 'continueRegularOutput'] as const).flatMap((onError) =>
		[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
	),
)(
	'an agent reads what is wrong and what to check if its tool fails (“On Error”: $onError, “Retry On Fail”: $retryOnFail)',
	async (settings) => {
		const tool = {
			node: new SweepstakesParticipant(),
			account: stage.sandbox,
			...settings,
			parameters: {
				operation: 'get',
				sweepstakes: stage.picked,
				participant: by('id', 'x@example.com'),
			},
		};
		const words = /“x@example.com” is not in Spring Giveaway.*Check “Participant”/;
		expect((await askTool(tool)).answer).toMatch(words);
		const error = expect.stringMatching(words);
		expect(await requestTool(tool, [{}])).toEqual(expect.arrayContaining([[{ error }]]));
	},
);

describe('if “Retry On Fail” runs a node again after an error that would stop the workflow', () => {
	const retry = { onError: 'stopWorkflow' as OnError, retryOnFail: true };

	const NOT_REPEATED =
		'“Retry On Fail” did not run the items again, because the first try had already sent calls that may have changed something.';

	test('nothing is sent again, and the error of the first try says so, with the results so far', async () => {
		stage.sandbox.faults([{ path: PATH }, { path: PATH }, { path: PATH, status: 400 }]);
		const { error } = await addRows(retry);
		expect(error!.message).toMatch(/^Item 3: The service rejected this/);
		expect(error!.description).toContain('2 of 4 items were done before this one');
		expect(error!.description!.split(NOT_REPEATED)).toHaveLength(2);
		expect(stage.callsTo(PATH)).toBe(3);
		// The next run of the workflow starts from the beginning.
		await addRows(retry);
		expect(stage.callsTo(PATH)).toBe(ROWS);
	});

	test('a run that has only read so far is run again', async () => {
		await stage.addParticipant('row0@example.com');
		const path = '/participants/single';
		stage.sandbox.faults([{ path, status: 422 }]);
		const { hints, items } = await stage.run(
			new SweepstakesParticipant(),
			'add',
			{
				sweepstakes: stage.picked,
				whenAlreadyEntered: 'skip',
				KeyEmail: '={{ "row" + $json.row + "@example.com" }}',
			},
			{ items: [{ row: 0 }, { row: 1 }], ...retry },
		);
		expect(stage.callsTo(path)).toBe(3);
		expect(items.map(({ json }) => json.existed)).toEqual([true, false]);
		expect(hints).toEqual(['Skipped 1 item: already entered.']);
	});

	test('a row that may have been processed is not sent again', async () => {
		stage.sandbox.faults([{ path: PATH }, { path: PATH, drop: 'after' }]);
		const { error } = await addRows(retry);
		expect(error!.message).toMatch(/^Item 2: .*may have been processed/);
		expect(error!.description).toContain('1 of 4 items was done before this one');
		expect(stage.callsTo(PATH)).toBe(2);
	});

	test('a row that was partly processed is not sent again', async () => {
		const path = '/codes/generate';
		stage.sandbox.faults([{ path }, { path, status: 400 }]);
		const { error } = await stage.run(
			new SweepstakesCode(),
			'generate',
			{ sweepstakes: stage.picked, topUp: false, Quantity: 10_000, Length: 10 },
			retry,
		);
		expect(error!.description).toContain('This item already had 5,000 results');
		expect(stage.paths()).toEqual([path, path]);
	});

	test('no second draw takes place', async () => {
		stage.sandbox.fill(stage.sweepstakesToken, 45);
		const path = '/winners/draw';
		stage.sandbox.faults([{ path }, { path, status: 400 }]);
		const { error } = await stage.run(
			new SweepstakesWinner(),
			'draw',
			{ sweepstakes: stage.picked, howManyWinnersToPick: '={{ $json.winners }}', whenWinnersExist: 'more' },
			{ ...retry, items: [{ winners: 1 }, { winners: 2 }, { winners: 1 }] },
		);
		expect(error!.message).toMatch(/^Item 2: /);
		const { TotalWinners } = await stage.api('/winners/fetch', { sweepstakesToken: stage.sweepstakesToken });
		expect(TotalWinners).toBe(1);
	});
});
