import { randomBytes } from 'node:crypto';

import {
	createSweepstakes,
	deleteSweepstakes,
	listAllSweepstakes,
	readHandler,
} from '../../nodes/Sweepstakes/api';
import { addToSweepstakes } from '../../nodes/SweepstakesCode/api/batches';
import { getEntryPageFields } from '../../nodes/SweepstakesEntryPage/api/fields';
import { createGroup, deleteGroup } from '../../nodes/SweepstakesGroup/api';
import { createRules } from '../../nodes/SweepstakesOfficialRules/api';
import { addParticipant } from '../../nodes/SweepstakesParticipant/api/add';
import {
	countParticipants,
	deleteParticipant,
	fetchParticipant,
	participants,
} from '../../nodes/SweepstakesParticipant/api/participants';
import { CancelledError } from '../../nodes/shared/client/cancellation';
import type { Client } from '../../nodes/shared/client/client';
import { ServiceError } from '../../nodes/shared/client/failures';
import { asRecords, asText, type Json } from '../../nodes/shared/json';
import type { Run } from './run';
import { ofLower, readOf, refused, type Source, type Step } from './step';

/** The sweepstakes that a check makes up. Nobody else has its name, which ends with a random mark. */
interface MadeUp {
	SweepstakesName: string;
	Handler: string;
}

export function makeUp(): MadeUp {
	const mark = randomBytes(6).toString('hex').toUpperCase();
	return { SweepstakesName: `Account check ${mark}`, Handler: `CHECK${mark}` };
}

/** The text that the user sees before the first write. */
export function describeWrites({ SweepstakesName }: MadeUp): string {
	return `What is written
  The sweepstakes “${SweepstakesName}” is created, with a group, a document of rules, a code and a participant.
  They are looked up in the ways that the nodes do, and the sweepstakes is deleted again with all that is in it.
  The participant has an address at example.com and a phone number that is reserved for examples.
  Nothing else is changed, and nothing is drawn, published or sent. If this program is killed, delete the sweepstakes.`;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const PERSON = { KeyEmail: 'account-check@example.com', KeyPhoneNumber: '2025550123' };

/** Returns the steps that write. All of them after the first write in the made-up sweepstakes. */
export function planWrites(madeUp: MadeUp): Step[] {
	const sweepstakes = {
		...madeUp,
		SweepstakesType: 2,
		StartDate: toDay(Date.now() + DAY_MS),
		EndDate: toDay(Date.now() + 8 * DAY_MS),
		StartTime: '00:00',
		EndTime: '23:59',
	};
	let created: unknown = '';
	// Whatever the replies contain, nothing is written elsewhere.
	const from = (name: string, key: string): Source => ({
		name,
		key,
		where: ({ SweepstakesToken }) => SweepstakesToken === created,
	});
	const CREATED = from('Sweepstakes › Create', 'SweepstakesToken');
	const FORM = from('Entry Page › Get Fields (new sweepstakes)', 'SweepstakesToken');
	const FOUND = from('Participant › Get (by email)', 'ParticipantToken');
	const GROUP = from('Group › Create', 'GroupToken');
	const add: Step = { name: 'Participant › Add', source: FORM, run: addPerson };
	return [
		{
			name: CREATED.name,
			async run(client) {
				const { Data } = await client.call(createSweepstakes, sweepstakes);
				if (Data.SweepstakesName === madeUp.SweepstakesName) created = Data.SweepstakesToken;
			},
		},
		readOf(CREATED, FORM.name, getEntryPageFields),
		readOf(CREATED, GROUP.name, createGroup, (sweepstakesToken) => ({
			sweepstakesToken,
			groupName: madeUp.SweepstakesName,
		})),
		readOf(CREATED, 'Official Rules › Create', createRules, (SweepstakesToken) => ({
			SweepstakesToken,
			Title: madeUp.SweepstakesName,
			DocumentContent: '<p>Rules</p>',
		})),
		{ name: 'Code › Add', source: CREATED, run: addCode },
		add,
		refused({ ...add, name: 'Participant › Add (second time)' }),
		readOf(CREATED, FOUND.name, fetchParticipant, (SweepstakesToken) => ({
			SweepstakesToken,
			KeyEmail: PERSON.KeyEmail,
		})),
		readOf(CREATED, 'Participant › Get (by phone)', fetchParticipant, (SweepstakesToken) => ({
			SweepstakesToken,
			KeyPhoneNumber: PERSON.KeyPhoneNumber,
		})),
		readOf(CREATED, 'Participant › Get Many (new sweepstakes)', participants.all, ofLower),
		readOf(CREATED, 'Participant › Count (new sweepstakes)', countParticipants),
		readOf(FOUND, 'Participant › Delete', deleteParticipant, (ParticipantToken, entry) => ({
			SweepstakesToken: asText(entry.SweepstakesToken),
			ParticipantToken,
		})),
		readOf(GROUP, 'Group › Delete', deleteGroup, (groupToken, group) => ({
			sweepstakesToken: asText(group.SweepstakesToken),
			groupToken,
		})),
	];
}

async function addCode(client: Client, { SweepstakesToken }: Json): Promise<void> {
	await addToSweepstakes(client, { SweepstakesToken: asText(SweepstakesToken), Codes: ['ACCOUNTCHECK'] });
}

/** Adds the person. The second time, the service should refuse it. */
async function addPerson(client: Client, { SweepstakesToken, FormFields }: Json): Promise<void> {
	const entry = toEntry(asText(SweepstakesToken), FormFields);
	await client.call({ ...addParticipant, confirm: undefined }, entry);
}

/** Returns the request that adds a person with a value in each column of the entry form. */
export function toEntry(sweepstakesToken: string, formFields: unknown) {
	const columns = asRecords(formFields).map((column) => [
		asText(column.FieldName ?? column.Name).replace(/\s/g, '_'),
		toValue(column),
	]);
	return {
		lang: 'en' as const,
		source: 'account-check',
		sweepstakesToken,
		entryPageFields: { ...PERSON, Fields: Object.fromEntries(columns) as Json },
	};
}

function toValue(column: Json): string {
	const type = asText(column.FieldType ?? column.Type).toLowerCase();
	const [option] = asRecords(column.Options);
	if (type === 'email') return PERSON.KeyEmail;
	if (type === 'usphonenumber' || type === 'tel') return PERSON.KeyPhoneNumber;
	if (type === 'birthdate') return '05/20/1990';
	return option ? String(option.Id) : type === 'number' ? '1' : 'Check';
}

/**
 * Deletes the made-up sweepstakes if it was created, even after the check was stopped. No other sweepstakes can have
 * its name and handler, so nothing else is ever deleted.
 *
 * @returns whether it is certain that it is gone
 */
export async function deleteMadeUp(run: Run, { SweepstakesName, Handler }: MadeUp): Promise<boolean> {
	const client = await run.openCleaner();
	const find = async () =>
		(await listAllSweepstakes(client)).filter(
			(one) => one.SweepstakesName === SweepstakesName && readHandler(one) === Handler,
		);
	try {
		const [found, ...others] = await find();
		if (!found) return true;
		if (others.length > 0) return false;
		await client.call(deleteSweepstakes, { SweepstakesToken: found.SweepstakesToken });
		return (await find()).length === 0;
	} catch (error) {
		if (error instanceof ServiceError || error instanceof CancelledError) return false;
		throw error;
	}
}
