import { idKey } from '../../shared/api/ids';
import { drawWinners, firstWinnersDrawn, winners, type Draw } from '../api/winners';
import type { Caller } from '../../shared/client/endpoint';
import { winnerItem } from '../items';
import { withToolDefault } from '../../shared/n8n/operation/asTool';
import { lookFirst } from '../../shared/n8n/run/lookFirst';
import { defineOperation } from '../../shared/n8n/operation/operation';
import type { RunState } from '../../shared/n8n/run/runState';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { drawRecordBefore, includeDrawRecord } from '../drawRecord';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../fields';
import {
	assertDrawable,
	entryPeriodMustHaveEnded,
	minimumParticipants,
	rulesMustExist,
	type Guards,
} from '../guards';

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description:
		'Draw winners of a sweepstakes at random, among all participants or those of a group. Bonus entries raise the chance of a participant.',
	fields: [
		{
			displayName:
				'A draw cannot be undone. If the sweepstakes already has winners, this draws more, unless “Only If None Drawn Yet” is on: then they are returned.',
			name: 'drawNotice',
			type: 'notice',
			default: '',
		},
		...withToolDefault(
			{
				displayName: 'Only If None Drawn Yet',
				name: 'onlyIfNoneDrawn',
				type: 'boolean',
				default: false,
				description:
					'Whether to draw only if the sweepstakes has no winners yet. If it has winners, they are returned, and nobody is drawn. Sets existed to true or false.',
			},
			true,
		),
		sweepstakes,
		numberOfWinners,
		drawnGroup,
		entryPeriodMustHaveEnded,
		rulesMustExist,
		{
			displayName: 'When Several Items Come In',
			name: 'severalItems',
			type: 'options',
			options: [
				{
					name: 'Draw Once',
					value: 'once',
					description: 'One draw for all items that ask for the same draw',
				},
				{ name: 'Draw for Each Item', value: 'each', description: 'One draw for each item' },
			],
			default: 'once',
			description:
				'How often to draw when a list of items comes in, such as participants who were just added',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				minimumParticipants,
				{
					displayName: 'Completed Entries Only',
					name: 'completedEntries',
					type: 'boolean',
					default: false,
					description: 'Whether to draw only from participants who completed their entry',
				},
				excludeSpam,
				includeOptedOut,
				includeDrawRecord,
			],
		},
	],
	request: drawWinners.request,
	toRequest: ({ sweepstakes: sweepstakesToken, howManyWinnersToPick, group, options }) => ({
		sweepstakesToken,
		howManyWinnersToPick,
		group,
		// The contract and the reference name different defaults.
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	async *run({ service, request, parameters: { options, ...parameters }, run }) {
		const conditions = { ...parameters, ...options };
		if (parameters.severalItems === 'each') {
			yield* await drawIfWanted(service, run, request, conditions);
			return;
		}
		const drawn = await run.dedupe(JSON.stringify(request), async () =>
			drawIfWanted(service, run, request, conditions),
		);
		if (drawn) yield* drawn;
		else run.skip('an earlier item asked for the same draw. “When Several Items Come In” can change this');
	},
});

/** What the panel says beside the request. */
interface Wishes extends Guards {
	onlyIfNoneDrawn: boolean;
	includeDrawRecord?: boolean;
}

/** The winners of a draw, or those of an earlier draw if there must be no second one. */
async function drawIfWanted(
	service: Caller,
	run: RunState,
	request: Draw,
	{ onlyIfNoneDrawn, ...wishes }: Wishes,
): Promise<object[]> {
	if (!onlyIfNoneDrawn) return await drawNow(service, request, wishes);
	const key = `draw ${idKey(request.sweepstakesToken)}`;
	const drawn: object[] = [];
	const looking = lookFirst(service, run, {
		keys: [key],
		like: key,
		reason: 'winners were drawn before',
		find: async () => await earlierWinners(service, request),
		toItems: (earlier) => earlier,
		write: async () => await drawNow(service, request, wishes, firstWinnersDrawn),
	});
	for await (const winner of looking) drawn.push(winner);
	return drawn;
}

async function drawNow(
	service: Caller,
	request: Draw,
	{ includeDrawRecord, ...guards }: Omit<Wishes, 'onlyIfNoneDrawn'>,
	confirm?: typeof firstWinnersDrawn,
): Promise<object[]> {
	await assertDrawable(service, request, guards);
	const before = includeDrawRecord ? await drawRecordBefore(service, request) : undefined;
	const requestedAt = new Date().toISOString();
	const drawn = await service.callForItems(
		drawWinners,
		request,
		({ Winners }) => Winners.map(winnerItem),
		confirm,
	);
	const answeredAt = new Date().toISOString();
	return drawn.map((winner) => ({
		...winner,
		...(before && { drawRecord: { ...before, requestedAt, answeredAt } }),
	}));
}

/** @returns undefined if there are none. */
async function earlierWinners(service: Caller, { sweepstakesToken }: Draw): Promise<object[] | undefined> {
	const earlier: object[] = [];
	for await (const winner of winners.read(service, { sweepstakesToken }, Infinity))
		earlier.push(winnerItem(winner));
	return earlier.length > 0 ? earlier : undefined;
}
