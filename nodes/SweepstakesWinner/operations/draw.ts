import { idKey } from '../../shared/api/ids';
import { drawWinners, type Draw } from '../api/draw';
import type { Client } from '../../shared/client/client';
import { onlyIfNoneDrawn, readEarlierWinners, rememberDrawn } from '../earlier-winners';
import { drawnItem } from '../items';
import type { Json } from '../../shared/json';
import { collect } from '../../shared/api/pages';
import { lookFirst } from '../../shared/n8n/run/look-first';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { drawnGroup } from '../../SweepstakesGroup/picker';
import { sweepstakes } from '../../Sweepstakes/picker';
import { drawRecordBefore, includeDrawRecord } from '../draw-record';
import { backups, excludeSpam, includeOptedOut, numberOfWinners } from '../fields';
import {
	assertDrawable,
	entryPeriodMustHaveEnded,
	minimumParticipants,
	rulesMustExist,
	type Guards,
} from '../guards';

const severalItems = {
	displayName: 'When Several Items Come In',
	name: 'severalItems',
	type: 'options',
	options: [
		{
			name: 'Draw Once',
			value: 'once',
			description: 'Draws once for all items that ask for the same draw',
		},
		{
			name: 'Draw for Each Item',
			value: 'each',
			description: 'Draws for every item, if “Only If None Drawn Yet” is off',
		},
	],
	default: 'once',
	description: 'How often to draw if the input has several items, such as participants who were just added',
} as const satisfies Field;

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description:
		'Draw winners of a sweepstakes at random, from all participants or from one group. Bonus entries raise the chance to win.',
	fields: [
		{
			displayName:
				'A draw cannot be undone. If there are winners already, they are returned and nobody is drawn, unless you turn off “Only If None Drawn Yet”. Then each run draws more winners.',
			name: 'drawNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		numberOfWinners,
		drawnGroup,
		onlyIfNoneDrawn,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				backups,
				{
					displayName: 'Completed Entries Only',
					name: 'completedEntries',
					type: 'boolean',
					typeOptions: { refuseEmpty: true },
					default: false,
					description: 'Whether to draw only from participants who completed their entry',
				},
				entryPeriodMustHaveEnded,
				excludeSpam,
				includeOptedOut,
				includeDrawRecord,
				minimumParticipants,
				rulesMustExist,
				severalItems,
			],
		},
	],
	request: drawWinners.request,
	toRequest: ({ sweepstakes: sweepstakesToken, howManyWinnersToPick, group, options }) => ({
		sweepstakesToken,
		howManyWinnersToPick: howManyWinnersToPick + (options.backups ?? 0),
		group,
		// The contract and the reference name different defaults.
		doNotIncludeSpamParticipants: excludeSpam.default,
		...options,
	}),
	async *run({ client, request, parameters }) {
		const { howManyWinnersToPick: winnerCount, onlyIfNoneDrawn: isOnce, options } = parameters;
		const { severalItems: several, ...conditions } = options;
		const draw = async () => {
			const people = isOnce
				? await drawOnce(client, request, { winnerCount, ...conditions })
				: await drawNow(client, request, conditions);
			return people.map((person, index) => ({
				Position: index + 1,
				isBackup: index >= winnerCount,
				...person,
			}));
		};
		if (several === 'each') {
			yield* await draw();
			return;
		}
		const asked = JSON.stringify([request, winnerCount, isOnce, conditions]);
		const drawn = await client.run.dedupe(asked, draw);
		if (drawn) yield* drawn;
		else
			client.run.hints.skip(
				'an earlier item asked for the same draw. “Options › When Several Items Come In” can change this',
			);
	},
});

/** Options of a draw that are not sent to the service. */
interface Conditions extends Guards {
	includeDrawRecord?: boolean;
}

/** Draws winners or, if there are any, returns the earlier ones, never more than asked for. */
async function drawOnce(
	client: Client,
	request: Draw,
	{ winnerCount, ...conditions }: Conditions & { winnerCount: number },
): Promise<object[]> {
	const { sweepstakesToken, howManyWinnersToPick } = request;
	const record = conditions.includeDrawRecord && { drawRecord: null };
	const looking = lookFirst(client, {
		keys: [`draw ${idKey(sweepstakesToken)}`],
		find: async () => {
			const earlier = await readEarlierWinners(client, request, winnerCount);
			return { existing: earlier.inGroup.length > 0 ? earlier : undefined, records: earlier.all };
		},
		toItems: ({ inGroup, isInOrder }) => {
			// Otherwise the list's order could give the first prize to someone other than the draw did.
			const position = isInOrder ? {} : { Position: null };
			return inGroup
				.slice(0, howManyWinnersToPick)
				.map((winner) => ({ ...drawnItem(winner), ...position, ...record }));
		},
		write: async ({ client: informed }) => {
			const drawn = await drawNow(informed, request, conditions);
			rememberDrawn(client, request, drawn as Json[]);
			return drawn;
		},
	});
	return await collect(looking);
}

async function drawNow(
	client: Client,
	request: Draw,
	{ includeDrawRecord, ...guards }: Conditions,
): Promise<object[]> {
	await assertDrawable(client, request, guards);
	const before = includeDrawRecord ? await drawRecordBefore(client, request) : undefined;
	const requestedAt = new Date().toISOString();
	const drawn = await client.callForItems(drawWinners, request, ({ Winners }) => {
		const { length } = Winners;
		const wanted = request.howManyWinnersToPick;
		if (length < wanted) client.run.hints.add(`Only ${length} of ${wanted} people were drawn.`);
		return Winners.map(drawnItem);
	});
	const answeredAt = new Date().toISOString();
	return drawn.map((winner) => ({
		...winner,
		...(before && { drawRecord: { ...before, requestedAt, answeredAt } }),
	}));
}
