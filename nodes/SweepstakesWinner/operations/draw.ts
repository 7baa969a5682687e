import { listOf, winnersOf } from '../../shared/client/pages';
import type { Service } from '../../shared/client/send';
import { InputError } from '../../shared/errors';
import { ALL_GROUPS, drawnGroup } from '../../shared/fields/group';
import { sweepstakes } from '../../shared/fields/sweepstakes';
import { uuid } from '../../shared/formats';
import { countParticipants } from '../../shared/lookups/participants';
import { defineOperation } from '../../shared/operation';
import { onceInRun, skip } from '../../shared/wholeRun';
import { z } from '../../shared/zod';
import { excludeSpam, includeOptedOut, numberOfWinners } from '../drawing';
import { drawnSince, NO_WINNERS, winnersBefore } from '../drawnSince';

const drawing = z.object({
	sweepstakesToken: uuid,
	howManyWinnersToPick: z.number().int().min(1),
	group: z.union([z.literal(ALL_GROUPS), uuid]),
	completedEntries: z.boolean().optional(),
	includeOptedOutParticipants: z.boolean().optional(),
	doNotIncludeSpamParticipants: z.boolean().optional(),
});

type Drawing = z.output<typeof drawing>;

const drawn = z.object({ Winners: z.array(z.object({}).passthrough()) });

export const draw = defineOperation({
	name: 'Draw',
	value: 'draw',
	action: 'Draw winners',
	description: 'Draw winners at random. Bonus entries raise the chance of a participant.',
	fields: [
		{
			displayName:
				'A draw cannot be undone. This node draws again each time it runs, unless “Only If None Drawn Yet” is on.',
			name: 'drawNotice',
			type: 'notice',
			default: '',
		},
		sweepstakes,
		numberOfWinners,
		drawnGroup,
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
				{
					displayName: 'At Least This Many Participants',
					name: 'minimumParticipants',
					type: 'number',
					typeOptions: { minValue: 1, numberPrecision: 0 },
					default: 1,
					description:
						'With fewer participants, nobody is drawn. The whole sweepstakes is counted, not a group. People who opted out count only if “Include Opted-Out” is on.',
				},
				{
					displayName: 'Completed Entries Only',
					name: 'completedEntries',
					type: 'boolean',
					default: false,
					description: 'Whether to draw only from participants who completed their entry',
				},
				excludeSpam,
				includeOptedOut,
				{
					displayName: 'Only If None Drawn Yet',
					name: 'onlyIfNoneDrawn',
					type: 'boolean',
					default: false,
					description:
						'Whether to draw only if the sweepstakes has no winners yet. If it has winners, they are returned with alreadyDrawn set to true.',
				},
			],
		},
	],
	request: drawing,
	toRequest: ({ sweepstakes: sweepstakesToken, options, ...others }) => ({
		sweepstakesToken,
		...others,
		...options,
	}),
	async *run(service, body, { severalItems, options }, wholeRun) {
		const same = JSON.stringify(body);
		if (severalItems === 'once' && wholeRun.done.has(same)) {
			skip(wholeRun, 'an earlier item asked for the same draw. “When Several Items Come In” can change this');
			return;
		}
		yield* await onceInRun(wholeRun, same, drawIfWanted(service, body, options));
	},
});

interface Conditions {
	onlyIfNoneDrawn?: boolean;
	minimumParticipants?: number;
}

/** The winners of a draw, or of an earlier one if nobody is to be drawn again. */
async function drawIfWanted(
	service: Service,
	body: Drawing,
	{ onlyIfNoneDrawn, minimumParticipants }: Conditions,
): Promise<object[]> {
	const { sweepstakesToken } = body;
	const already = onlyIfNoneDrawn ? await listOf(winnersOf(service, { sweepstakesToken })) : [];
	if (already.length > 0) return already.map((winner) => ({ ...winner, alreadyDrawn: true }));
	if (minimumParticipants !== undefined) await assertEntered(service, body, minimumParticipants);
	const before = onlyIfNoneDrawn ? NO_WINNERS : await winnersBefore(service, sweepstakesToken);
	const answer = await service.call({
		endpoint: 'POST /winners/draw',
		body,
		// Drawn twice, a sweepstakes has two sets of winners.
		repeatable: {
			no: 'Before you draw again, check with Winner › Get Many whether winners were drawn.',
			happened: async () => {
				const Winners = await drawnSince(service, sweepstakesToken, before, body.howManyWinnersToPick);
				return Winners && { Response: true, Winners };
			},
		},
	});
	const reply = drawn.safeParse(answer);
	const winners = reply.success ? reply.data.Winners : [answer];
	return winners.map((winner) => ({ ...winner, ...(onlyIfNoneDrawn && { alreadyDrawn: false }) }));
}

/** @throws {InputError} if fewer are entered. */
async function assertEntered(
	service: Service,
	{ sweepstakesToken, includeOptedOutParticipants }: Drawing,
	minimum: number,
): Promise<void> {
	const { Participants, AmoeParticipants, OptOuts } = await countParticipants(service, sweepstakesToken);
	const entered = Participants + AmoeParticipants + (includeOptedOutParticipants ? OptOuts : 0);
	if (entered >= minimum) return;
	const expected = `is ${minimum}, but only ${entered} entered. Nobody was drawn`;
	throw new InputError('At Least This Many Participants', expected);
}
