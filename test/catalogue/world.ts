import type { INodeParameters } from 'n8n-workflow';

import type { Dialect, Sandbox } from '../../sandbox';
import { createSweepstakes } from '../../tools/sandbox';

/** How many participants the sweepstakes `quiet` has. */
export const READ_COUNT = 45;

/** What rows do that no operation of the service does. */
type Controls = Pick<Sandbox, 'fill' | 'answerSurvey'>;

/** The account in which the operations of the catalogue run. */
export interface World {
	/** Calls the service past the nodes. */
	api: Sandbox['api'];
	controls: Controls;
	dialect: Dialect;
	/** Token of the sweepstakes in which rows create things. It has one participant, as scheduled drawings need. */
	main: string;
	/** Token of a sweepstakes with `READ_COUNT` participants that no row changes. Its handler is QUIET. */
	quiet: string;
	/** Token of a sweepstakes with participants for draws. */
	drawn: string;
	/** The day on which the participants of `quiet` entered, `YYYY-MM-DD`. */
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
	return {
		api,
		controls,
		dialect,
		main: await open('MAIN', 1),
		quiet: await open('QUIET', READ_COUNT),
		drawn: await open('DRAWN', 100),
		today: new Date().toISOString().slice(0, 10),
	};
}

/** A picker in which an ID is set. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The columns of the entry form of a new sweepstakes, as the editor stores them. None is required. */
export function storedColumns(sweepstakesToken: string): INodeParameters[] {
	const column = (id: string, filledFrom?: string) => ({
		id,
		displayName: id.replaceAll('_', ' '),
		type: 'string',
		required: false,
		defaultMatch: false,
		display: !filledFrom,
		...(filledFrom && { filledFrom, columnsOf: sweepstakesToken }),
	});
	return [
		column('First_Name'),
		column('Last_Name'),
		column('Email', 'KeyEmail'),
		column('Mobile_Number', 'KeyPhoneNumber'),
	];
}
