import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SweepstakesTrigger } from '../../nodes/SweepstakesTrigger/SweepstakesTrigger.node';
import { Poller } from './poller';
import { inDialects, openStages, stage } from './resource';
import { byId } from './stage';

const node = new SweepstakesTrigger();

openStages();

inDialects(() => {
	let SurveyToken: string;
	beforeEach(async () => void (SurveyToken = await createSurvey()));

	async function createSurvey(): Promise<string> {
		const { Data } = await stage.api<{ Data: { SurveyToken: string } }>('/surveys/create', {
			SweepstakesToken: stage.sweepstakesToken,
			SurveyName: 'Survey',
			Questions: [{ QuestionText: 'How was it?', FieldType: 'text' }],
		});
		return Data.SurveyToken;
	}

	const answer = (text: string, more: object = {}) =>
		stage.sandbox.answerSurvey({ SurveyToken, Answers: { 'How was it?': text }, ...more });

	const pollerOf = (more: INodeParameters = {}) =>
		new Poller({
			node,
			account: stage.sandbox,
			parameters: { event: 'newSurveyResponse', survey: byId(SurveyToken), ...more },
		});

	/** Polls, and counts this poll's calls. */
	async function counted(poller: Poller): Promise<[unknown[] | undefined, number]> {
		stage.sandbox.clearCalls();
		return [texts(await poller.poll()), stage.paths().length];
	}

	const texts = (items: IDataObject[] | null) => items?.map((item) => item['How was it?']);

	test('starts from now, and each response comes out once, oldest first, as columns', async () => {
		answer('before');
		const poller = pollerOf();
		expect(await poller.poll()).toBeNull();
		answer('first');
		answer('second');
		const items = await poller.poll();
		expect(texts(items)).toEqual(['first', 'second']);
		expect(items![0]).toMatchObject({ Completed: true, ResponseToken: expect.any(String) });
		const repeated = items!.map((item) => ({ ...item, repeated: true }));
		expect(await poller.restarted().poll()).toEqual(repeated);
		expect(await counted(poller)).toEqual([undefined, 1]);
	});

	test('a response that was begun long before comes out when it is completed', async () => {
		const begun = answer('begun', { Completed: false });
		const poller = pollerOf();
		await poller.poll();
		for (let n = 0; n < 120; n++) answer(`later ${n}`);
		expect(texts(await poller.poll())).toHaveLength(120);
		stage.sandbox.completeResponse(begun);
		expect(await counted(poller)).toEqual([['begun'], 3]);
		expect(await poller.poll()).toBeNull();
	});

	test('more responses than a page has come out, and the next poll reads one page', async () => {
		for (let n = 0; n < 150; n++) answer(`old ${n}`);
		const poller = pollerOf();
		await poller.poll();
		const expected = Array.from({ length: 130 }, (_, n) => `new ${n}`);
		for (const text of expected) answer(text);
		expect(texts(await poller.poll())).toEqual(expected);
		answer('one more');
		expect(await counted(poller)).toEqual([['one more'], 2]);
	});

	test('responses that were deleted are forgotten, and new ones are still found', async () => {
		answer('kept');
		const poller = pollerOf();
		const body = (tokens: string[]) => ({
			body: {
				Response: true,
				Data: {
					Responses: tokens.map((ResponseToken) => ({ ResponseToken })),
					Pagination: { TotalResponses: tokens.length, TotalPages: 1 },
				},
			},
		});
		const path = '/surveys/responses';
		stage.sandbox.faults([
			{ path, ...body(['a', 'b', 'c']) },
			{ path, ...body(['a']) },
			{ path, ...body(['d', 'a']) },
		]);
		expect([await poller.poll(), await poller.poll()]).toEqual([null, null]);
		expect(await poller.poll()).toMatchObject([{ ResponseToken: 'd' }]);
	});

	test('a manual run shows the latest three, and nothing for a survey without responses', async () => {
		expect(await pollerOf().poll('manual')).toBeNull();
		for (let n = 0; n < 4; n++) answer(`${n}`);
		expect(texts(await pollerOf().poll('manual'))).toEqual(['3', '2', '1']);
		const [raw] = (await pollerOf({ simplify: false }).poll('manual'))!;
		expect(raw!.Answers).toEqual([expect.objectContaining({ Answer: '3' })]);
	});

	test('a survey must be picked', async () => {
		const poll = pollerOf({ survey: { __rl: true, mode: 'list', value: '' } }).poll();
		await expect(poll).rejects.toThrow('“Survey” is required');
	});
});
