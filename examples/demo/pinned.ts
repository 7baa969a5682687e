import type { IDataObject, IPinData } from 'n8n-workflow';

import type { WorkflowDefinition } from '../../tools/n8n/rest';

/** Replies of third-party services, by example and node. */
const ANSWERS: Record<string, Record<string, IDataObject[]>> = {
	'google-sheet-to-participants': {
		'Read Rows': [
			row(2, 'Ida', 'ida@example.com'),
			row(3, 'Grace', 'grace@example.com'),
			row(4, 'Tim', 'tim@'),
			{ ...row(5, 'Done', 'done@example.com'), Result: 'added' },
		],
		'Write Result': [],
	},
	'typeform-to-participant': {
		'Form Submitted': [
			{
				'First name': 'Ida',
				'Last name': 'Rhodes',
				Email: 'ida@example.com',
				'Phone number': '+12025550150',
				'Do you agree to the official rules?': true,
			},
		],
	},
	'shop-order-to-bonus-entries': {
		'Order Paid': [
			{
				id: 5_678_901_234_567,
				email: 'grace@example.com',
				total_price: '47.50',
				customer: { first_name: 'Grace', last_name: 'Hopper' },
			},
		],
	},
	'new-winner-invoice-google-sheet-slack': { 'Write to Sheet': [], 'Tell the Team': [] },
	'sync-opt-outs': {
		'Read Rows': [
			{ row_number: 2, Address: 'Ida@Example.com', Reason: '', Since: '' },
			{ row_number: 3, Address: 12025550150, Reason: '', Since: '' },
		],
		'Append Row': [],
	},
};

function row(row_number: number, name: string, Email: string): IDataObject {
	return {
		row_number,
		'First Name': name,
		'Last Name': 'Test',
		Email,
		Phone: `+1202555013${row_number}`,
		Result: '',
	};
}

/**
 * Returns an example whose third-party nodes return pinned replies in manual runs.
 *
 * @param more replies that replace the default ones, by node
 */
export function withPinnedAnswers(
	name: string,
	workflow: WorkflowDefinition,
	more: Record<string, IDataObject[]> = {},
): WorkflowDefinition {
	const pinned = Object.entries({ ...ANSWERS[name], ...more });
	const pinData: IPinData = Object.fromEntries(
		pinned.map(([node, items]) => [node, items.map((json) => ({ json }))]),
	);
	return { ...workflow, pinData };
}
