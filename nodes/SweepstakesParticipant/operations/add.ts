import { readAddedToken, addParticipant, undefinedIfEntered, type ParticipantToAdd } from '../api/add';
import { getEnteredPeople, type EnteredPeople, type EnteredPerson } from '../api/entered-people';
import { toEntryKeys, type PersonKeys } from '../api/person';
import { toParticipantItem } from '../items';
import { cut, isBlank, type Json, toText } from '../../shared/json';
import { withToolDefault } from '../../shared/n8n/as-tool';
import { InputError } from '../../shared/n8n/errors/node-errors';
import { appendValue, REQUIRED } from '../../shared/n8n/errors/sentences';
import type { Field, MappedColumns } from '../../shared/n8n/operation/field';
import type { Client } from '../../shared/client/client';
import { REHEARSED_ID } from '../../shared/client/dry-run';
import { defineOperation } from '../../shared/n8n/operation/operation';
import type { ExistenceCheck } from '../../shared/n8n/operation/find-or-create';
import { sweepstakes } from '../../Sweepstakes/picker';
import { z } from '../../shared/zod';
import { fillForm, withAllKeys, withForm } from '../entry-form';
import { addToForm } from '../add-to-form';
import { getFormReadings, isZip } from '../form-readings';
import { getForm } from '../../SweepstakesEntryPage/api/fields';

/** The reason for `Hints.skip`. */
const ALREADY_ENTERED = 'already entered';

/** The fields of the node that identify a person. */
const KEY_FIELDS = [
	{ name: 'KeyEmail', label: 'Email' },
	{ name: 'KeyPhoneNumber', label: 'Phone Number' },
] as const;

const KEY_LABELS = KEY_FIELDS.map(({ label }) => label);

/**
 * The problem with a person who has neither an email address nor a phone number: if such a person won, nobody could
 * tell who they are.
 */
const NO_KEY = 'or “Phone Number” is required';
const NO_KEY_TO_LOOK_UP = `${NO_KEY} to find out whether the person has already entered`;

/** Whether a sweepstakes is chosen. Until then, the editor would say that the entry form has no fields. */
const IF_CHOSEN = { sweepstakes: [{ _cnd: { exists: true } }] };

const language = {
	displayName: 'Language',
	name: 'lang',
	type: 'string',
	default: 'en',
	placeholder: 'e.g. en',
	description: 'The code of the language in which the person entered, up to 2 characters',
} as const satisfies Field;

const entrySource = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: 'n8n',
	placeholder: 'e.g. website',
	description: 'Where the entry comes from, such as a website or a file, up to 100 characters',
} as const satisfies Field;

export const add = defineOperation({
	name: 'Add',
	value: 'add',
	action: 'Add a participant',
	description:
		'Add a person to a sweepstakes, with email address, phone number and the fields of the entry form',
	fields: [
		{
			...sweepstakes,
			description:
				'The sweepstakes to add people to. Check in the list that it has not ended and is not paused, because the service may accept entries anyway.',
		},
		...withToolDefault(
			{
				displayName: 'When Already Entered',
				name: 'whenAlreadyEntered',
				type: 'options',
				options: [
					{
						name: 'Let the Sweepstakes Decide',
						value: 'add',
						description:
							'Adds another entry if the sweepstakes allows several per person, so a second run enters everyone again. Otherwise, the item fails with “AlreadyEntered”.',
					},
					{
						name: 'Skip',
						value: 'skip',
						description: 'Skips people who have already entered with this email or phone number',
					},
				],
				default: 'add',
				hint: 'Choose “Skip” to make it safe to run this again',
				description:
					'What to do if the person has already entered, or has opted out. With “Skip”, the output column “existed” tells who had entered before. If only the email address or only the phone number was the same, as in a household, “reason” says so. If only the phone number was the same, there is no ParticipantToken, because the entry may be another person’s. To find people who have entered, the node looks up each one (up to two calls) or reads the whole list, whichever takes fewer calls.',
			},
			'skip',
		),
		{
			displayName: 'Email',
			name: 'KeyEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. jane@example.com',
			description:
				'The email address of the participant, which also fills the email field of the entry form. If you leave this empty, the mode “Map Automatically” takes the address from the input. Many accounts require both an email address and a phone number.',
		},
		{
			displayName: 'Phone Number',
			name: 'KeyPhoneNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +12025550123',
			description:
				'The phone number of the participant, in international or local format and without an extension or a note, which also fills the phone field of the entry form. If you leave this empty, the mode “Map Automatically” takes the number from the input. Some accounts accept only numbers from the US and Canada.',
		},
		{
			displayName: 'Choose a sweepstakes above to see the fields of its entry form, such as the name.',
			name: 'chooseNotice',
			type: 'notice',
			default: '',
			displayOptions: { hide: IF_CHOSEN },
		},
		{
			displayName: 'Entry Form Fields',
			name: 'Fields',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			description: 'The other fields of the entry form, such as the name. Empty fields are not sent.',
			typeOptions: {
				allowEmpty: 'options.allowEmptyRequiredFields',
				loadOptionsDependsOn: ['sweepstakes.value'],
				resourceMapper: {
					resourceMapperMethod: 'getEntryFormFields',
					mode: 'add',
					valuesLabel: 'Entry Form Fields',
					fieldWords: { singular: 'field', plural: 'fields' },
					addAllFields: true,
					supportAutoMap: true,
				},
			},
			displayOptions: { show: IF_CHOSEN },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Allow Empty Required Fields',
					name: 'allowEmptyRequiredFields',
					type: 'boolean',
					default: true,
					description:
						'Whether to add people even if a required field of the entry form is empty. To update the form in the panel, choose “Refresh Field List” in the menu of “Entry Form Fields”.',
				},
				{
					displayName: 'Allow No Email or Phone',
					name: 'allowNoContact',
					type: 'boolean',
					default: true,
					description:
						'Whether to add people with neither an email address nor a phone number. If such a person wins, nobody can tell who they are.',
				},
				{
					displayName: 'Bonus Entries',
					name: 'BonusEntries',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 0,
					description: 'Extra entries, which raise the chances of winning',
				},
				language,
				entrySource,
			],
		},
	],
	person: { fields: ['KeyEmail', 'KeyPhoneNumber'], would: 'entries would all be for' },
	request: z.object({ whenAlreadyEntered: z.enum(['add', 'skip']), entry: addParticipant.request }),
	findProblems({ whenAlreadyEntered, Fields, options, ...keys }) {
		const person = toKeys(keys, Fields);
		const required = options.allowEmptyRequiredFields ? [] : (Fields.columns[0]?.requires ?? []);
		const isGiven = (name: keyof PersonKeys) => person[name] || name in (Fields.filling ?? {});
		const missing = KEY_FIELDS.filter(({ name }) => required.includes(name) && !isGiven(name));
		const hasKey = KEY_FIELDS.some(({ name }) => isGiven(name));
		return [
			...findZipsWithDecimals(Fields),
			...missing.map(({ label }) => new InputError(label, describeMissing(Fields), [label])),
			...(hasKey || options.allowNoContact ? [] : [new InputError('Email', NO_KEY, KEY_LABELS)]),
			...(hasKey || whenAlreadyEntered === 'add'
				? []
				: [new InputError('Email', NO_KEY_TO_LOOK_UP, KEY_LABELS)]),
		];
	},
	toRequest: ({ sweepstakes: sweepstakesToken, whenAlreadyEntered, Fields, options, ...keys }) => {
		const { lang = language.default, source = entrySource.default, BonusEntries } = options;
		const entryPageFields = { ...toKeys(keys, Fields), BonusEntries, Fields: Fields.values };
		return { whenAlreadyEntered, entry: { lang, source, sweepstakesToken, entryPageFields } };
	},
	async checkOnline({ client, request: { entry }, parameters: { Fields }, itemIndex }) {
		const readings = getFormReadings(client);
		const { KeyEmail, KeyPhoneNumber } = entry.entryPageFields;
		const source = { timezone: Fields.timezone, itemIndex };
		if (KeyEmail) readings.checkEmail('Email', KeyEmail, source);
		if (KeyPhoneNumber) readings.checkPhone('Phone Number', KeyPhoneNumber, source);
		const isInputError = (error: unknown) => error instanceof InputError;
		await withForm(client, entry.sweepstakesToken, isInputError, async (form) =>
			fillForm(form, entry.entryPageFields, Fields, readings, itemIndex),
		);
	},
	async existing({
		client,
		request: { whenAlreadyEntered, entry },
		itemCount,
	}): Promise<ExistenceCheck<EnteredPerson>> {
		const { sweepstakesToken, entryPageFields: person } = entry;
		const keys = toEntryKeys(sweepstakesToken, person);
		if (whenAlreadyEntered === 'add') return { keys };
		const toItem = await createItemMaker(client, entry);
		const people = await getPeopleForItem(client, entry, itemCount);
		return {
			keys,
			async find() {
				const existing = await people.find(person);
				if (existing) client.hints.skip(existing.reason ?? ALREADY_ENTERED);
				// There are no entries of this person, so any entry that a lookup finds later is new.
				return { existing, records: [] };
			},
			toItems: (entered) => [toItem({ ...entered })],
		};
	},
	async *run({ client, request: { whenAlreadyEntered, entry }, parameters, itemCount, earlier }) {
		const { entryPageFields: person } = entry;
		for (const hint of getFormReadings(client).listHints()) client.hints.add(hint);
		const toItem = await createItemMaker(client, entry);
		const people =
			whenAlreadyEntered === 'skip' ? await getPeopleForItem(client, entry, itemCount) : undefined;
		if (client.isRehearsal) {
			people?.note(person, {});
			return yield toItem({ ParticipantToken: REHEARSED_ID });
		}
		const adding = addToForm(client, entry, parameters.Fields, earlier);
		const reply = await (people ? adding.catch(undefinedIfEntered) : adding);
		if (reply) {
			const ParticipantToken = readAddedToken(reply);
			people?.note(person, { ParticipantToken });
			yield toItem({ ...reply, ParticipantToken });
			return;
		}
		people?.note(person, {});
		client.hints.skip(ALREADY_ENTERED);
		yield { ...toItem({}), existed: true };
	},
});

/** The maximum length of the columns in an error, in characters. */
const MAX_COLUMNS_LENGTH = 200;

/** Says that a person's address or number is required and, with Map Automatically, which columns were not used for it. */
function describeMissing({ unused = [] }: MappedColumns): string {
	if (unused.length === 0) return REQUIRED;
	const names = unused.slice(0, MAX_COLUMNS_LENGTH).map((name) => name.trim() || '(no heading)');
	return `${REQUIRED}. “Map Automatically” did not use these columns: ${cut(names.join(', '), MAX_COLUMNS_LENGTH)}`;
}

/** Returns an error for each zip code such as 90210.0, which a program took for a number. */
function findZipsWithDecimals({ columns, values }: MappedColumns): InputError[] {
	return columns
		.filter((column) => isZip(column) && /^\d+\.0$/.test(toText(values[column.id] ?? '')))
		.map(
			({ id, displayName }) =>
				new InputError(displayName, appendValue('must be a zip code without decimals', values[id])),
		);
}

/**
 * Returns a person's email address and phone number: from the node's fields or, with Map Automatically, from the input
 * item.
 */
function toKeys({ KeyEmail, KeyPhoneNumber }: PersonKeys, { filling }: MappedColumns): PersonKeys {
	return {
		KeyEmail: KeyEmail || filling?.['KeyEmail'],
		KeyPhoneNumber: KeyPhoneNumber || filling?.['KeyPhoneNumber'],
	};
}

/** Returns the object that knows who has entered the sweepstakes. All items share it. */
async function getPeopleForItem(
	client: Client,
	{ sweepstakesToken, entryPageFields: person }: ParticipantToAdd,
	itemCount: number,
): Promise<EnteredPeople> {
	const keys = toEntryKeys(sweepstakesToken, person);
	return await getEnteredPeople(client, sweepstakesToken, itemCount * keys.length);
}

/**
 * Returns a function that creates the item for a person from the outcome of adding the person. All items have all fields
 * of the form, and those whose ID is known have it, too.
 */
async function createItemMaker(
	client: Client,
	{ sweepstakesToken, entryPageFields }: ParticipantToAdd,
): Promise<(outcome: Json) => object> {
	const { Fields: _, ...person } = entryPageFields;
	const form = await getForm(client, sweepstakesToken);
	return ({ ParticipantToken, ...entry }) => {
		const token = isBlank(ParticipantToken) ? {} : { ParticipantToken };
		// The form may have changed while the person was added.
		const EntryPagesFields = withAllKeys(form.fields, entryPageFields);
		return toParticipantItem({ ...entry, ...token, ...person, EntryPagesFields }, { simplify: true });
	};
}
