import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { ID } from '../../../../support/constants';
import { ServiceError, type Failure } from '../../../../../nodes/shared/client/failures';
import type { Field } from '../../../../../nodes/shared/n8n/operation/field';
import type { Operation } from '../../../../../nodes/shared/n8n/operation/operation';
import { ItemErrors } from '../../../../../nodes/shared/n8n/errors/item-errors';
import { InputError, toNodeError } from '../../../../../nodes/shared/n8n/errors/node-errors';
import { createRedactor } from '../../../../../nodes/shared/n8n/errors/redactor';
const node = { id: '1', name: 'Sweepstakes', type: 'n8n-nodes-sweepstakes.sweepstakes' } as INode;
const shown = (error: unknown, itemCount = 1, secret = 'top-secret') => {
	const getInputData = () => Array.from({ length: itemCount }, () => ({ json: {} }));
	const context = { getNode: () => node, getInputData } as unknown as IExecuteFunctions;
	const operation = { fields: [] as readonly Field[] } as Operation;
	return new ItemErrors(context, operation, createRedactor(secret)).toItemError(error, 1);
};

describe('the error that n8n shows', () => {
	test('names its item if there are several items', () => {
		expect(shown(new InputError('Email', 'is required'), 3).message).toBe('Item 2: “Email” is required');
		expect(shown(new InputError('Email', 'is required'), 1).message).toBe('“Email” is required');
	});

	test('describes an item’s first problem in the message and the others in the description', () => {
		const others = [
			new InputError('Size', 'must be one of S, M, but is “XXL”'),
			new InputError('Link', 'must begin with https://…'),
		];
		const { message, description } = shown(new InputError('Email', 'is required', [], others), 3);
		expect(message).toBe('Item 2: “Email” is required');
		expect(description).toBe('“Size” must be one of S, M, but is “XXL”. “Link” must begin with https://…');
	});

	test('does not name the item if the failure concerns the whole account, and never sets n8n’s itemIndex', () => {
		const failed = shown(new ServiceError({ code: 'tokenRefused', status: 401 }), 3);
		expect(failed.message).toBe('The service does not accept the API token');
		for (const error of [failed, shown(new InputError('Email', 'is required'), 3)])
			expect(error.context.itemIndex).toBeUndefined();
	});

	test('shows the service’s message, has the service’s rules in its data, and says where to find them', () => {
		const body = { Help: { ExpectedBody: { Email: 'required', Phone: { required: true }, Age: 18 } } };
		const failure = {
			code: 'refused',
			status: 400,
			serviceMessage: 'Email is missing.',
			body,
		} as const;
		const error = shown(new ServiceError(failure));
		expect(error.description).toBe(
			'What the service expects is shown below under “Error details › From Sweepstakes … › Error data”.',
		);
		const ExpectedBody = { Email: 'required', Phone: 'required', Age: '18' };
		expect(error.context.data).toEqual({ ExpectedBody });
	});

	test.each([
		[
			'entryPageFields: KeyPhoneNumber: must be a phone number, E.164 or local format',
			'entryPageFields: “Phone Number”: must be a phone number, E.164 or local format',
		],
		['KeyPhoneNumber and Key are missing', '“Phone Number” and Key are missing'],
		['The group “VIP” (SummerGroup) is locked', 'The group “VIP” (SummerGroup) is locked'],
	])('shows the labels of fields instead of their keys in “%s”', (serviceMessage, words) => {
		const fields = [
			{ displayName: 'Phone Number', name: 'KeyPhoneNumber', type: 'string', default: '' },
		] as const;
		const error = new ServiceError({ code: 'refused', status: 400, serviceMessage });
		expect(toNodeError(node, error, { fields }).message).toBe(`The service rejected this: ${words}`);
	});

	describe('names the record that the user picked', () => {
		const picker = (displayName: string, name: string) =>
			({ displayName, name, type: 'resourceLocator', default: '', modes: [] }) as const;
		const fields = [picker('Sweepstakes', 'sweepstakes'), picker('Code', 'coupon'), picker('Group', 'group')];
		const listed = (cachedResultName: string) => ({ mode: 'list', value: ID, cachedResultName });
		const SUMMER = listed('Summer Giveaway (SUMMER), until 2027-12-23');
		const failing = (failure: object, values: Record<string, unknown>, known: readonly Field[] = fields) => {
			const error = new ServiceError({ code: 'refused', status: 404, ...failure } as Failure);
			const valueOf = (name: string) => values[name];
			return toNodeError(node, error, { fields: known, valueOf });
		};

		test.each<[string, string, Record<string, unknown>]>([
			['Sweepstakes not found.', '“Summer Giveaway (SUMMER)” no longer exists', { sweepstakes: SUMMER }],
			['Sweepstakes not found.', 'The service rejected this: Sweepstakes not found', { sweepstakes: ID }],
			[
				'Sweepstakes not found.',
				`“${ID}” was not found in this account`,
				{ sweepstakes: { mode: 'id', value: ID } },
			],
			[
				'Code not found',
				'“sun-1” is not in Summer Giveaway (SUMMER)',
				{ sweepstakes: SUMMER, coupon: { mode: 'id', value: 'sun-1' } },
			],
			[
				'Code not found',
				'“SUN-1” is not in this sweepstakes',
				{ sweepstakes: { mode: 'id', value: ID }, coupon: listed('SUN-1') },
			],
			['Code not found', 'The service rejected this: Code not found', { sweepstakes: SUMMER }],
			[
				'Code or group not found',
				'The service rejected this: Code or group not found',
				{ sweepstakes: SUMMER, coupon: listed('SUN-1') },
			],
		])('if only that record can be meant: “%s” becomes “%s”', (serviceMessage, message, values) => {
			expect(failing({ serviceMessage }, values).message).toBe(message);
		});

		test('and, in the advice, the operation that lists such records', () => {
			const values = { drip: { mode: 'id', value: ID } };
			const drip = picker('Drip', 'drip');
			const adviceOn = (field: Field) => failing({}, values, [field]).description;
			expect(adviceOn(drip)).toBe('Check “Drip”. “Get Many” lists the existing records.');
			expect(adviceOn({ ...drip, typeOptions: { listedBy: 'Get Many Drips' } })).toBe(
				'Check “Drip”. “Get Many Drips” lists the existing records.',
			);
		});

		test('if only that record can be meant, even if other values are missing', () => {
			const values = { sweepstakes: SUMMER, participant: { mode: 'id', value: 'a@example.com' } };
			expect(failing({}, values, fields.slice(0, 1)).message).toBe(
				'“Summer Giveaway (SUMMER)” no longer exists',
			);
			const people = [...fields, picker('Participant', 'participant')];
			expect(failing({ code: 'notFound', record: 'participant' }, values, people).message).toBe(
				'“a@example.com” is not in Summer Giveaway (SUMMER)',
			);
			expect(failing({ code: 'notFound', record: 'participant' }, {}, people).message).toBe(
				'The service did not find this participant',
			);
		});
	});

	test('does not list the rules of all fields if the service’s message is about one field', () => {
		const failure = {
			serviceMessage: 'Group: a primary group cannot be deleted',
			body: { Help: { ExpectedBody: { a: 'text' } } },
		};
		const fields = [{ displayName: 'Group', name: 'group', type: 'string', default: '' }] as const;
		const error = new ServiceError({ code: 'refused', status: 400, ...failure });
		expect(toNodeError(node, error, { fields }).description).toBeUndefined();
	});

	test('is n8n’s API error with the status if the service replied, and otherwise n8n’s operation error', () => {
		const failure = { code: 'refused', status: 404, serviceMessage: 'Sweepstakes not found.' } as const;
		expect(shown(new ServiceError(failure))).toBeInstanceOf(NodeApiError);
		expect(shown(new ServiceError(failure))).toMatchObject({ httpCode: '404' });
		expect(shown(new InputError('Email', 'is required'))).toBeInstanceOf(NodeOperationError);
	});

	test.each([new Error('it broke'), 'it broke'])('has the text of whatever was thrown: %p', (thrown) => {
		expect(shown(thrown).message).toBe('it broke');
	});

	test('does not contain the API token in its message, description or data', () => {
		const failure = {
			code: 'refused',
			serviceMessage: 'Token top-secret is wrong',
			expects: 'Not top-secret',
			body: { Help: { ExpectedBody: { 'top-secret': 'not top-secret' } } },
		} as const;
		const error = shown(new ServiceError(failure));
		expect(error.message).toBe('The service rejected this: Token *** is wrong');
		expect(error.description).toBe('Not ***');
		expect(error.context.data).toEqual({ ExpectedBody: { '***': 'not ***' } });
		expect(JSON.stringify(error)).not.toContain('top-secret');
	});

	const TOKEN = 'aB3+/=?&<"x\\z%9'.repeat(2);
	const base64 = (text: string) => Buffer.from(text).toString('base64');

	test.each([
		['unchanged', TOKEN],
		['in upper case', TOKEN.toUpperCase()],
		['percent-encoded', encodeURIComponent(TOKEN)],
		['percent-encoded in lower case', encodeURIComponent(TOKEN).toLowerCase()],
		['escaped for JSON', JSON.stringify(TOKEN)],
		['in base64', base64(TOKEN)],
		['in base64 after a name', base64(`jane:${TOKEN}`)],
		['in base64 after the word Bearer', base64(`Bearer ${TOKEN} `)],
	])('does not contain the API token %s', (_how, spelled) => {
		const { message } = shown(new Error(`The header was [${spelled}]`), 1, TOKEN);
		expect(message).toMatch(/^The header was \[.{0,10}\*\*\*.{0,4}\]$/s);
	});

	test('does not contain an API token of only eight characters in base64', () => {
		const { message } = shown(new Error(`It was ${base64('Bearer s3cr3t-8')}`), 1, 's3cr3t-8');
		expect(message).toMatch(/^It was .{0,10}\*\*\*.{0,4}$/);
	});

	test('does not contain the API token even if the token has spaces and therefore cannot be sent', () => {
		const secret = 'my token 123';
		const { message } = shown(new Error(`The address was [${encodeURIComponent(secret)}]`), 1, secret);
		expect(message).toBe('The address was [***]');
	});

	test.each([
		['e', 'The service rejected e: the request', 'The service rejected ***: the request'],
		['test', 'The latest test-run of test', 'The latest ***-run of ***'],
		['e', 'The service rejected somewhere…', 'The service rejected somewhere…'],
		['', 'The service rejected somewhere…', 'The service rejected somewhere…'],
		['\\\\', 'It was \\\\.', 'It was ***.'],
	])('stays readable even if the API token is as short as “%s”: “%s”', (secret, message, expected) => {
		expect(shown(new Error(message), 1, secret).message).toBe(expected);
	});

	test('shows HTML tags from the service as text', () => {
		const failure = {
			code: 'refused',
			serviceMessage: 'Name <a href="//evil.example">Win</a>',
			body: { Help: { ExpectedBody: { Name: '<img src=x>' } } },
		} as const;
		const error = shown(new ServiceError(failure));
		expect(error.message).toBe('The service rejected this: Name ‹a href="//evil.example">Win‹/a>');
		expect(error.context.data).toEqual({ ExpectedBody: { Name: '‹img src=x>' } });
		const { description } = shown(new ServiceError({ ...failure, serviceMessage: undefined }));
		expect(description).toBe('The service expects: Name (‹img src=x>).');
		expect(shown(new InputError('<b>', 'is required')).message).toBe('“‹b>” is required');
	});

	test('is shown unchanged if there is no API token', () => {
		expect(shown(new Error('it broke'), 1, '').message).toBe('it broke');
	});

	test('has our message even if n8n has its own message for the fault', () => {
		const failure = { code: 'unreachable', fault: { code: 'ENOTFOUND', message: '' } } as const;
		const { message } = shown(new ServiceError(failure));
		expect(message).toBe('Cannot reach the address in “Base URL” (ENOTFOUND)');
	});
});

describe('an error for a language model', () => {
	const STRANGER = 'ß'.repeat(5_000);
	const Help = {
		EligibleParticipants: 3,
		ExpectedBody: { [STRANGER]: STRANGER, Email: STRANGER, Phone: 'ß' },
	};
	const refusal = {
		status: 400,
		serviceMessage: STRANGER,
		errorName: STRANGER,
		body: { Message: STRANGER, Help, Data: { RedemptionDate: STRANGER, Code: STRANGER } },
	};
	const refused: Failure = { code: 'refused', ...refusal };
	const ambiguous = (lookUpFailure: Failure): Failure => ({
		code: 'serverError',
		...refusal,
		status: 500,
		ending: { reason: 'notReadable', tries: 1, lookups: 1, lookUpFailure },
	});

	test.each<[string, Failure]>([
		['a refusal', refused],
		['a refusal without a message', { ...refused, serviceMessage: undefined }],
		['a refusal of the account', { code: 'accessRefused', ...refusal, status: 403 }],
		['a redirect', { code: 'redirected', ...refusal, status: 302, location: STRANGER }],
		['a failed lookup', ambiguous(refused)],
		['a failed lookup of a lookup', ambiguous(ambiguous(refused))],
	])('has at most 200 characters of the service’s texts: %s', (_what, failure) => {
		const { message, description } = toNodeError(node, new ServiceError(failure), { isForModel: true });
		const shownTexts = `${message} ${description}`;
		expect(shownTexts.replace(/[^ß]/g, '').length).toBeLessThanOrEqual(200);
		expect(shownTexts).not.toContain('undefined');
	});

	test('still names a known refusal, its numbers and its rules', () => {
		const limited: Failure = { ...refused, errorName: 'AlreadyRedeemed', status: 409 };
		const { message } = toNodeError(node, new ServiceError(limited), { isForModel: true });
		expect(message).toMatch(/^The code is already redeemed/);
		const ruled: Failure = {
			code: 'refused',
			status: 400,
			body: { Help: { EligibleParticipants: '3', ExpectedBody: { Age: 'a number', Long: STRANGER } } },
		};
		const { description } = toNodeError(node, new ServiceError(ruled), { isForModel: true });
		expect(description).toBe(
			'Nobody was drawn. Only 3 participants can be drawn. The service expects: Age (a number).',
		);
	});
});
