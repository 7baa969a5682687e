import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { ID } from '../support/constants';
import { SweepstakesAccountFile } from '../../nodes/SweepstakesAccountFile/SweepstakesAccountFile.node';
import { SweepstakesCode } from '../../nodes/SweepstakesCode/SweepstakesCode.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesWinner } from '../../nodes/SweepstakesWinner/SweepstakesWinner.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { byId, CATALOGUE, type Entry } from '../catalogue';
import { createNode, listShown } from '../support/engine/panel';
import { buildRequest } from '../support/engine/request';
import { shareWorld, stage, uniqueOne, world } from '../support/engine/world';

/* If an expression gives nothing, the error names the expression and nothing is sent. */

shareWorld();

const MISSING = '={{ $json.missing }}';
const INPUT = [{ FirstName: 'Ada', Email: 'ada@example.com' }];
const SENTENCE = '{{ $json.missing }} is empty. The input has these fields: FirstName, Email';

/** Returns the fields of an operation. */
const listFields = ({ node, operation }: Entry): INodeProperties[] =>
	node.description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes(operation),
	);

/** Runs an operation, which must send nothing. An unexpected error is shown with the operation’s title. */
async function expectRefusal(row: Entry, parameters: INodeParameters, message: unknown): Promise<void> {
	const { title, node, operation } = row;
	const { error } = await stage.run(node, operation, parameters, { items: INPUT });
	expect({ title, message: error?.message, sent: stage.paths() }).toEqual({ title, message, sent: [] });
}

const requiredError = (label: string) => `“${label}” is required, but ${SENTENCE}`;

test('the error names the expression that leaves a required field empty', async () => {
	expect.hasAssertions();
	for (const row of CATALOGUE) {
		const valid = await row.parameters(world, uniqueOne());
		const shown = listShown(row.node, { operation: row.operation, ...valid });
		for (const { name, displayName, required, type } of listFields(row)) {
			// A test below covers all pickers.
			const isTried = required && shown.includes(name) && !['json', 'resourceLocator'].includes(type);
			if (isTried && name in valid)
				await expectRefusal(row, { ...valid, [name]: MISSING }, requiredError(displayName));
		}
	}
});

test('if the item comes from a dry run, the error about an empty expression says so', async () => {
	const message = {
		sweepstakes: byId(world.main),
		participant: byId(ID),
		Message: '=Hi {{ $json.FirstName }}',
	};
	const items = [{ Email: 'ada@example.com', dryRun: true }];
	for (const dryRun of [false, true]) {
		const asked = { ...message, options: { dryRun } };
		const { error } = await stage.run(new SweepstakesMessage(), 'send', asked, { items });
		expect({ dryRun, message: error?.message }).toEqual({
			dryRun,
			message:
				'“Message” has an empty part: {{ $json.FirstName }} is empty. The item comes from a dry run (“dryRun” is true), which has no results. Run the earlier nodes for real first',
		});
	}
});

/** Replaces a value, or all values inside a collection. */
function fill(value: unknown, one: string): unknown {
	if (Array.isArray(value)) return value.map((inner) => fill(inner, one));
	if (typeof value !== 'object' || value === null) return one;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner, one)]));
}

/** Whether an operation refuses these parameters, and says that something is required. */
function lacksValue(row: Entry, parameters: INodeParameters): boolean {
	try {
		buildRequest(row, parameters);
		return false;
	} catch (error) {
		return /is required|at least one value/.test((error as Error).message);
	}
}

const ANY_REQUIRED_ERROR = expect.stringMatching(
	/ (is required|at least one value).*, but \{\{ \$json\.missing \}\} is empty\. The input has these fields: FirstName, Email/,
);

test('if a field is required only because of other values, the error names the expression that leaves it empty', async () => {
	expect.hasAssertions();
	for (const row of CATALOGUE) {
		const { title, node, operation } = row;
		const valid = await row.parameters(world, uniqueOne());
		for (const { name, type } of listFields(row)) {
			if (!(name in valid) || !['string', 'dateTime', 'collection'].includes(type) || name === 'options')
				continue;
			const put = (one: string) => ({ ...valid, [name]: fill(valid[name], one) }) as INodeParameters;
			if (lacksValue(row, createNode(node, { operation, ...put('') }).parameters))
				await expectRefusal({ ...row, title: `${title}: ${name}` }, put(MISSING), ANY_REQUIRED_ERROR);
		}
	}
});

test('if only one of “Email” and “Phone Number” is filled in, and its expression is empty, the error names the expression', async () => {
	for (const [field, more] of [
		['KeyEmail', {}],
		['KeyPhoneNumber', {}],
		['KeyEmail', { whenAlreadyEntered: 'skip', options: { allowNoContact: true } }],
	] as const) {
		const parameters = { sweepstakes: stage.picked, [field]: MISSING, ...more };
		const { error } = await stage.run(new SweepstakesParticipant(), 'add', parameters, { items: INPUT });
		expect({ field, more, message: error?.message }).toEqual({
			field,
			more,
			message: expect.stringMatching(
				/^“Email” or “Phone Number” is required.*, but \{\{ \$json\.missing \}\} is empty\. The input has these fields: FirstName, Email/,
			),
		});
	}
});

test.each([
	['search', new SweepstakesParticipant()],
	['search', new SweepstakesWinner()],
	['Search', new SweepstakesCode()],
])('an empty “%s” does not return everybody', async (search, node) => {
	const parameters = { sweepstakes: stage.picked, filters: { [search]: MISSING } };
	const { error } = await stage.run(node, 'getMany', parameters, { items: INPUT });
	expect(error?.message).toBe(`“Filters › Search” is required, but ${SENTENCE}`);
	expect(stage.paths()).toEqual([]);
});

test('an expression in a filter must not be empty, but the filter itself may be', async () => {
	expect.hasAssertions();
	for (const row of CATALOGUE) {
		const filters = listFields(row).find(({ name }) => name === 'filters');
		if (!filters) continue;
		const valid = await row.parameters(world, uniqueOne());
		for (const option of filters.options ?? []) {
			if (!('type' in option) || option.type === 'boolean') continue;
			const value = option.type === 'resourceLocator' ? byId(MISSING) : MISSING;
			const label = `Filters › ${option.displayName}`;
			await expectRefusal(row, { ...valid, filters: { [option.name]: value } }, requiredError(label));
		}
		const { title, node, operation } = row;
		const { error } = await stage.run(node, operation, { ...valid, filters: {} }, { items: INPUT });
		expect({ title, error }).toEqual({ title, error: undefined });
	}
});

test('an expression in a picker must not be empty', async () => {
	expect.hasAssertions();
	for (const row of CATALOGUE) {
		const valid = await row.parameters(world, uniqueOne());
		const shown = listShown(row.node, { operation: row.operation, ...valid });
		const pick = async (parameters: INodeParameters, label: string) =>
			await expectRefusal(row, { ...valid, ...parameters }, requiredError(label));
		for (const { name, displayName, type, options = [] } of listFields(row)) {
			if (!shown.includes(name)) continue;
			if (type === 'resourceLocator') await pick({ [name]: byId(MISSING) }, displayName);
			if (type !== 'collection') continue;
			for (const option of options)
				if ('type' in option && option.type === 'resourceLocator')
					await pick({ [name]: { [option.name]: byId(MISSING) } }, `${displayName} › ${option.displayName}`);
		}
	}
});

test('an error about several empty expressions lists the fields of its item only once', async () => {
	const parameters = { sweepstakes: stage.picked, participant: byId(MISSING), Message: MISSING };
	const items = [...INPUT, { Phone: '2025550123' }];
	const onError = 'continueErrorOutput';
	const { errorItems } = await stage.run(new SweepstakesMessage(), 'send', parameters, { items, onError });
	expect(errorItems.map(({ json }) => json.error)).toEqual([
		`Item 1: “Participant” is required, but ${SENTENCE}. “Message” is required, but {{ $json.missing }} is empty.`,
		expect.stringMatching(
			/^Item 2: .* is empty\. The input has these fields: Phone\. “Message” .* is empty\.$/,
		),
	]);
});

describe.each([
	[
		'Message › Send',
		new SweepstakesMessage(),
		'send',
		{ participant: byId(ID), Message: 'Hi' },
		['Subject', 'Message'],
	],
	[
		'Account File › Send',
		new SweepstakesAccountFile(),
		'send',
		{ file: byId(ID), RecipientEmail: 'ada@example.com' },
		['EmailSubject', 'EmailMessage'],
	],
	[
		'Winner › Schedule',
		new SweepstakesWinner(),
		'schedule',
		{ endDate: '2090-06-01', endTime: '09:00', timezone: byId('1'), selectedAction: 2 },
		['message'],
	],
] as const)('%s', (_title, node, operation, others, fields) => {
	const run = async (field: string, text: string, options: INodeParameters = {}) => {
		const parameters = { sweepstakes: stage.picked, ...others, [field]: text, options };
		return await stage.run(node, operation, parameters as INodeParameters, { items: INPUT });
	};

	test.each(fields)('the text in “%s” is not sent if one of its expressions is empty', async (field) => {
		const { error } = await run(field, '=Dear {{ $json.FirstName }} {{ $json.missing }},');
		expect(error?.message).toMatch(/^“[A-Za-z ]+” has an empty part: /);
		expect(error?.message).toContain(SENTENCE);
		expect(stage.paths()).toEqual([]);
	});

	test.each(fields)(
		'the text in “%s” is not refused if none of its expressions is empty, or if empty ones are allowed',
		async (field) => {
			const whole = await run(field, '=Dear {{ $json.FirstName }} {{ 1 + 1 }},');
			expect(stage.paths()).not.toEqual([]);
			const allowed = await run(field, '=Dear {{ $json.missing }},', { allowEmptyParts: true });
			expect(stage.paths()).not.toEqual([]);
			for (const { error } of [whole, allowed]) expect(error?.message ?? '').not.toContain('is empty');
		},
	);
});
