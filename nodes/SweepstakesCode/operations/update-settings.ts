import { codeLength } from '../api/codes';
import { updateCodeSettings } from '../api/settings';
import { toLimits } from '../../shared/n8n/common-fields';
import { clearKeys } from '../../shared/n8n/input/clear';
import type { Field } from '../../shared/n8n/operation/field';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { mergeRecord } from '../../shared/n8n/output/keys';
import { sweepstakes } from '../../Sweepstakes/picker';

/** The choices for how participants get a code when they enter (reference, codes/update-settings). */
const ON_ENTRY = [
	{ name: 'Ask the Participant', value: 3, description: 'The participant enters a code' },
	{ name: 'Assign', value: 1, description: 'The participant gets an existing code' },
	{ name: 'Generate', value: 2, description: 'The participant gets a new code' },
	{ name: 'None', value: 0, description: 'The participant gets no code' },
] as const;

const clear = {
	displayName: 'Clear',
	name: 'clear',
	type: 'multiOptions',
	options: [
		{ name: 'Field Label', value: 'CouponRequestFieldLabel' },
		{ name: 'Invalid Code Message', value: 'InvalidCouponCodeErrorMessage' },
		{ name: 'Thank-You Page Message', value: 'CouponThankYouPageMessage' },
	],
	default: [],
	description: 'The texts to remove',
} as const satisfies Field;

export const updateSettings = defineOperation({
	name: 'Update Settings',
	value: 'updateSettings',
	action: 'Update the code settings of a sweepstakes',
	description: 'Change how a sweepstakes hands out codes, and how it checks codes that participants enter',
	fields: [
		sweepstakes,
		{
			displayName: 'Settings',
			name: 'settings',
			type: 'collection',
			typeOptions: { minRequiredFields: 1 },
			placeholder: 'Add setting',
			default: {},
			description: 'The settings to change, at least one. Empty texts are left unchanged.',
			options: [
				{
					displayName: 'Case-Sensitive',
					name: 'CouponCodeCaseSensitive',
					type: 'boolean',
					default: false,
					description: 'Whether codes that participants enter are case-sensitive',
				},
				clear,
				{
					displayName: 'Code Length',
					name: 'CouponCodeLength',
					type: 'number',
					typeOptions: toLimits(codeLength),
					default: 20,
					description: 'How many characters generated codes have, from 4 to 20',
				},
				{
					displayName: 'Code Type',
					name: 'CouponCodeType',
					type: 'options',
					options: [
						{ name: 'Alphanumeric', value: 2 },
						{ name: 'Numeric', value: 1 },
					],
					default: 1,
					description:
						'The characters of generated codes: letters and digits (Alphanumeric), or digits only (Numeric)',
				},
				{
					displayName: 'Field Label',
					name: 'CouponRequestFieldLabel',
					type: 'string',
					default: '',
					placeholder: 'e.g. Your code',
					description:
						'The label of the field for the participant’s code, up to 200 characters of plain text',
				},
				{
					displayName: 'Invalid Code Message',
					name: 'InvalidCouponCodeErrorMessage',
					type: 'string',
					default: '',
					placeholder: 'e.g. This code is not valid.',
					description: 'The message after an invalid code, up to 500 characters of plain text',
				},
				{
					displayName: 'Reject Invalid Codes',
					name: 'RejectInvalidCouponCode',
					type: 'boolean',
					default: false,
					description: 'Whether to reject entries with an invalid code',
				},
				{
					displayName: 'Send by Email',
					name: 'SendCouponCodeToParticipantByEmail',
					type: 'boolean',
					default: false,
					description: 'Whether to email participants their code',
				},
				{
					displayName: 'Send by Text Message',
					name: 'SendCouponCodeToParticipantBySMS',
					type: 'boolean',
					default: false,
					description: 'Whether to send participants their code by text message',
				},
				{
					displayName: 'Show on Confirmation Page',
					name: 'DisplayCouponCodeOnConfirmationPage',
					type: 'boolean',
					default: false,
					description: 'Whether to show participants their code after they enter',
				},
				{
					displayName: 'Thank-You Page Message',
					name: 'CouponThankYouPageMessage',
					type: 'string',
					default: '',
					placeholder: 'e.g. Show this code at our counter.',
					description:
						'Text on the page that participants see after they enter, up to 1,000 characters of plain text',
				},
				{
					displayName: 'When Entered by AMOE',
					name: 'CouponAmoePageRegistration',
					type: 'options',
					options: ON_ENTRY,
					default: 0,
					description:
						'Which code people get when they enter through the alternative method of entry, without a purchase',
				},
				{
					displayName: 'When No Code Is Available',
					name: 'WhatToDoWhenNoCouponCodeIsAvailable',
					type: 'options',
					options: [
						{ name: 'Generate One', value: 1 },
						{ name: 'Nothing', value: 0 },
					],
					default: 0,
					description: 'What to do when there is no code left to assign',
				},
				{
					displayName: 'When Someone Enters',
					name: 'CouponEntryPageRegistration',
					type: 'options',
					options: ON_ENTRY,
					default: 0,
					description: 'Which code people get when they enter on the entry page',
				},
			],
		},
	],
	record: 'sweepstakes',
	endpoint: updateCodeSettings,
	toRequest: ({ sweepstakes: SweepstakesToken, settings: { clear: cleared = [], ...settings } }) => ({
		SweepstakesToken,
		...clearKeys('Settings › Clear', clear, cleared, settings),
		...settings,
	}),
	toItems: ({ reply }) => mergeRecord(reply.Data, 'Settings'),
});
