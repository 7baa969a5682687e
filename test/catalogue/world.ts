import type { INodeParameters } from 'n8n-workflow';

import type { Dialect, Sandbox } from '../../sandbox';
import { UTC_ID } from '../../sandbox/time/timezones';
import { createSweepstakes } from '../../tools/sandbox';

/** The number of participants in the sweepstakes `quiet`. */
export const READ_COUNT = 45;

/** Controls for actions that the API does not have. */
type Controls = Pick<Sandbox, 'fill' | 'answerSurvey' | 'addCampaign' | 'addDrip'>;

/** The account for the catalogue's operations. */
export interface World {
	/** Calls the service directly. */
	api: Sandbox['api'];
	controls: Controls;
	dialect: Dialect;
	/**
	 * The token of the sweepstakes in which rows create records. It has one participant, because a scheduled drawing
	 * needs one.
	 */
	main: string;
	/**
	 * The token of a sweepstakes with `READ_COUNT` participants, a winner and a scheduled drawing. No row changes it. Its
	 * handler is QUIET.
	 */
	quiet: string;
	/** The token of a sweepstakes with participants for draws. */
	drawn: string;
	/** The day on which the participants of `quiet` entered, as `YYYY-MM-DD`. */
	today: string;
}

/** Creates the sweepstakes of a world in an empty account. */
export async function openWorld(
	api: Sandbox['api'],
	controls: Controls,
	dialect: Dialect = 'contract',
): Promise<World> {
	const open = async (Handler: string, participants: number) => {
		const token = await createSweepstakes({ api }, { Handler });
		if (participants > 0) controls.fill(token, participants);
		return token;
	};
	const quiet = await open('QUIET', READ_COUNT);
	await api('/winners/draw', { sweepstakesToken: quiet, howManyWinnersToPick: 1, group: 'allgroups' });
	await scheduleDrawing({ api }, quiet, 'Later');
	return {
		api,
		controls,
		dialect,
		main: await open('MAIN', 1),
		quiet,
		drawn: await open('DRAWN', 100),
		today: new Date().toISOString().slice(0, 10),
	};
}

/** Schedules a drawing of one winner. */
export async function scheduleDrawing(
	{ api }: Pick<World, 'api'>,
	sweepstakesToken: string,
	message: string,
): Promise<void> {
	await api('/winners/schedule', {
		sweepstakesToken,
		group: 'allgroups',
		selectedAction: 1,
		scheduleMode: 'settime',
		howManyWinnersToPick: 1,
		endDate: '2090-12-31',
		endTime: '12:00',
		timezone: UTC_ID,
		message,
	});
}

/** Returns the value of a picker in the given mode. */
export const by = (mode: string, value: string) => ({ __rl: true, mode, value });

/** Returns the value of a picker whose record was picked by ID. */
export const byId = (value: string) => by('id', value);

/** The form columns of a new sweepstakes, as the editor stores them. None is required. */
export function storedColumns(): INodeParameters[] {
	const column = (id: string, filledFrom?: string) => ({
		id,
		displayName: id.replaceAll('_', ' '),
		type: 'string',
		required: false,
		defaultMatch: false,
		display: !filledFrom,
		...(filledFrom && { filledFrom }),
	});
	return [
		column('First_Name'),
		column('Last_Name'),
		column('Email', 'KeyEmail'),
		column('Mobile_Number', 'KeyPhoneNumber'),
	];
}
