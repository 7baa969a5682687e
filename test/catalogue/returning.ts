import { CATALOGUE, type Entry } from '.';

const TITLES = [
	'Code › add',
	'Code › generate (topped up)',
	'Account File › upload',
	'Group › create (unless the name exists)',
	'Invoice › create (unless invoiced)',
	'Official Rules › create (unless the title exists)',
	'Participant › add (with Skip)',
	'Survey › create',
	'Support Ticket › create',
	'Administrator To-Do › create',
	'Winner › draw (only if none drawn)',
	'Winner › schedule (unless scheduled)',
];

/** The rows of the catalogue that return an existing record instead of creating a second one. */
export const RETURNING_ROWS: Entry[] = TITLES.map((title) => {
	const row = CATALOGUE.find((one) => one.title === `Sweepstakes ${title}`);
	if (!row) throw new Error(`The catalogue has no row “${title}”`);
	return row;
});
