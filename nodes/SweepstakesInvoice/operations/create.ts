import {
	createInvoice,
	toInvoiceKey,
	toRecipientKey,
	previewInvoice,
	readCardFees,
	type InvoiceToCreate,
} from '../api/created';
import { findIssued } from '../api/issued';
import { REHEARSED_ID, REHEARSED_LINK } from '../../shared/client/dry-run';
import { throwWith } from '../../shared/client/failures';
import { simplify } from '../../shared/n8n/common-fields';
import { isBlank, type Json, toNumber } from '../../shared/json';
import { readCount } from '../../shared/numeral';
import { toCreatedItem } from '../items';
import { hintAtLikelyMistakes } from '../likely-mistakes';
import { withToolDefault } from '../../shared/n8n/as-tool';
import { defineOperation } from '../../shared/n8n/operation/operation';
import { invoiceDetails, itemFields, recipientDetails, title, withTax } from '../fields';

/** How far back to look for existing invoices, in days. */
const MAX_DAYS = 3_650;

export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create an invoice',
	description: 'Create an invoice for a recipient. The service does not email it: send its link yourself.',
	fields: [
		...withToolDefault(
			{
				displayName: 'Recipient Name',
				name: 'Name',
				type: 'string',
				default: '={{ $json.FirstName }} {{ $json.LastName }}',
				required: true,
				placeholder: 'e.g. Jane Smith',
				description: 'The name of the person who gets the invoice',
			},
			'',
		),
		...withToolDefault(
			{
				displayName: 'Recipient Email',
				name: 'Email',
				type: 'string',
				default: '={{ $json.Email }}',
				required: true,
				placeholder: 'e.g. jane@example.com',
				description:
					'The email address of the recipient. The service does not send the invoice to this address.',
			},
			'',
		),
		{ ...title, displayOptions: { show: { whenAlreadyInvoiced: ['create'] } } },
		{
			...title,
			name: 'titleToFind',
			fills: 'Title',
			required: true,
			displayOptions: { show: { whenAlreadyInvoiced: ['return'] } },
		},
		{
			displayName: 'When Already Invoiced',
			name: 'whenAlreadyInvoiced',
			type: 'options',
			options: [
				{
					name: 'Create Another',
					value: 'create',
					description: 'Creates another invoice each time this runs',
				},
				{
					name: 'Return Existing',
					value: 'return',
					description: 'Returns the existing invoice instead of creating another',
				},
			],
			default: 'return',
			description:
				'What to do if this email address already has an invoice with this title, even a canceled one. A corrected title, or one with the current time, leads to another invoice. If its amounts are different, a hint says so. With “Return Existing”, the output column “existed” tells whether the invoice was already there. For this, the list of invoices is read once for all items.',
		},
		{
			displayName: 'Specify Items',
			name: 'specifyItems',
			type: 'options',
			options: [
				{ name: 'Using Fields Below', value: 'fields' },
				{ name: 'Using JSON', value: 'json' },
			],
			default: 'fields',
			description:
				'How to enter the items of the invoice. The service calculates all amounts. The total must be from 1 to 1,000,000 dollars.',
		},
		{
			displayName: 'Items',
			name: 'items',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				multipleValueButtonText: 'Add item',
				minRequiredFields: 1,
			},
			placeholder: 'Add item',
			default: { item: [{ Description: '', Quantity: 1, Rate: '' }] },
			description: 'The items of the invoice, from 1 to 60',
			displayOptions: { show: { specifyItems: ['fields'] } },
			options: [
				{
					displayName: 'Item',
					name: 'item',
					values: itemFields,
				},
			],
		},
		{
			displayName: 'Items (JSON)',
			name: 'itemsJson',
			fills: 'Items',
			type: 'json',
			default: '[\n  { "Description": "Concert ticket", "Quantity": 1, "Rate": 25 }\n]',
			required: true,
			description:
				'A list of up to 60 items. Each has a Description, a Quantity (up to 100) and a Rate (in dollars, up to 1,000,000).',
			displayOptions: { show: { specifyItems: ['json'] } },
		},
		{
			displayName: 'Status',
			name: 'Status',
			type: 'options',
			options: [
				{ name: 'Draft', value: 'draft', description: 'Not published yet' },
				{ name: 'Pending', value: 'pending', description: 'Published now, so that it can be paid' },
			],
			default: 'draft',
			description: 'Whether to publish the invoice now. Either way, the recipient is not notified.',
		},
		{
			displayName: 'Recipient Details',
			name: 'recipient',
			type: 'collection',
			placeholder: 'Add detail',
			default: {},
			options: recipientDetails,
		},
		simplify,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Created in the Last (Days)',
					name: 'withinDays',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: MAX_DAYS, numberPrecision: 0 },
					default: MAX_DAYS,
					description:
						'How far back to look for an existing invoice. To invoice the same recipient again, for example each month, add the month to the title.',
				},
				...invoiceDetails,
			],
		},
	],
	person: { fields: ['Email'], would: 'invoices would all be for' },
	endpoint: createInvoice,
	async preview({ client, request, parameters, input }) {
		const isCard = (request.PaymentMethod ?? 'card') === 'card';
		const fees = isCard ? await readCardFees(client) : undefined;
		const invoice = previewInvoice(request, fees);
		hintAtLikelyMistakes(client, request);
		if (isCard) client.hints.add(fees ? LIKE_LATEST : CARD_FEES);
		const shown = client.options.rehearses ? { ...invoice, ...REHEARSED } : invoice;
		return parameters.simplify ? toSimpleItem(shown, request, input) : shown;
	},
	existing({ client, request, parameters: { whenAlreadyInvoiced, simplify: isSimple, options } }) {
		const keys = [toRecipientKey(request.BillTo.Email)];
		if (whenAlreadyInvoiced !== 'return') return { keys };
		return {
			keys,
			recordKey: toInvoiceKey(request.BillTo.Email, request.Title),
			request,
			reason: 'already invoiced',
			find: async () =>
				await findIssued(client, request, options.withinDays ?? MAX_DAYS, !isSimple).catch(
					throwWith(NOTHING_DONE),
				),
		};
	},
	toRequest: ({
		whenAlreadyInvoiced,
		Name,
		Email,
		Title,
		titleToFind,
		recipient,
		specifyItems,
		items,
		itemsJson,
		Status,
		options: { withinDays: _, ...options },
	}) => ({
		BillTo: { Name, Email, ...recipient },
		Title: whenAlreadyInvoiced === 'return' ? titleToFind : Title,
		Items: specifyItems === 'fields' ? items.item : itemsJson,
		Status,
		...withTax(options),
	}),
	toItems({ reply: { Data, Telemetry }, request, parameters, client, input }) {
		hintAtLikelyMistakes(client, request);
		if (Data.Status === 'draft' && Data.PublicLink) client.hints.add(DRAFTS);
		if (Data.Status === 'cancelled') client.hints.add(CANCELED);
		if (toNumber(Data.Total) > (readCount(Data.AmountBeforeFees) ?? Infinity)) client.hints.add(FEES);
		return parameters.simplify ? toSimpleItem(Data, request, input) : { ...Data, Telemetry };
	},
});

/** Returns the item with the participant of the input item, if any, so that the next nodes can use it. */
function toSimpleItem(invoice: Json, request: InvoiceToCreate, { ParticipantToken }: Json): object {
	const { Total, AmountBeforeFees } = invoice;
	return {
		...toCreatedItem(invoice, request),
		...(Total === null && { AmountBeforeFees }),
		...(!isBlank(ParticipantToken) && { ParticipantToken }),
	};
}

const NOTHING_DONE = 'No invoice was created for this item, because the existing invoices could not be read.';

/** What the next nodes need of an invoice that exists only in a rehearsal. */
const REHEARSED = { PublicLink: REHEARSED_LINK, InvoiceToken: REHEARSED_ID };

const CARD_FEES = 'For card payments, the service adds its fees to the amount in “AmountBeforeFees”.';

const LIKE_LATEST =
	'The totals include card fees, which the recipient pays, at the percentages of your latest invoice. To change this, use “Options › Payment Method”.';

const DRAFTS = 'A draft cannot be paid yet. Before you send its link, publish it with Invoice › Publish.';

const CANCELED =
	'An existing invoice was canceled, so it cannot be paid. No other invoice was created in its place. To create one, change “Title”, or set “When Already Invoiced” to “Create Another”.';

const FEES =
	'The totals include card fees, which the recipient pays. To change this, use “Options › Payment Method”.';
