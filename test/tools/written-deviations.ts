import type { Dialect } from '../../sandbox';
import type { PassingReply } from '../support/check-account';

/** Ways in which a service may store something other than what it was sent, and how the check must report each. */

type Body = PassingReply['body'];

export interface WrittenDeviation {
	name: string;
	/** The step that must report the deviation. Deviations of different steps are tested together. */
	step: string;
	change(reply: PassingReply): void;
	/** Matches the finding, which reads “key: expected …; came …”. */
	named: RegExp;
	only?: Dialect;
}

/** Finds all records in a reply that the check created. */
function ownRecords(value: unknown): Body[] {
	if (Array.isArray(value)) return value.flatMap(ownRecords);
	if (typeof value !== 'object' || value === null) return [];
	const inner = Object.values(value).flatMap(ownRecords);
	const isOwn = Object.values(value).some((one) => /account check|check-/i.test(JSON.stringify(one) ?? ''));
	if (inner.length > 0) return inner;
	return isOwn && Object.keys(value).some((key) => key.endsWith('Token')) ? [value] : [];
}

/** Returns a function that changes the check's own records in the replies to these calls. */
function ofOwn(calls: RegExp, change: (record: Body) => void): (reply: PassingReply) => void {
	return ({ call, status, body }) => {
		if (calls.test(call) && status < 300) ownRecords(body).forEach(change);
	};
}

/** Returns a function that lets a lookup find nobody if its request meets a condition. */
const nobodyBy = (isMeant: (request: Body) => boolean) => (reply: PassingReply) => {
	if (reply.call !== 'POST /participants/single' || !isMeant(reply.request)) return;
	Object.assign(reply, { status: 404, body: { Response: false, Message: 'Not found.', Code: 404 } });
};

const SUCCESS = { Response: true, Message: 'Done.' };

/** Returns a function that replies with a success if a call that creates a record is sent again. */
function acceptsAgain(call: string, Data?: object): (reply: PassingReply) => void {
	const sent = new Set<string>();
	return (reply) => {
		if (reply.call !== call) return;
		const request = JSON.stringify(reply.request);
		if (sent.has(request) && reply.status >= 400)
			Object.assign(reply, { status: 200, body: { ...SUCCESS, ...(Data && { Data }) } });
		sent.add(request);
	};
}

const OTHER_ID = '3f2b8c1e-5d4a-4b6f-9c7e-aaaaaaaaaaaa';
const FIVE_HOURS_MS = 18_000_000;

const GROUP = 'Adding a group';
const NOTE = 'Adding a note';
const CODE = 'Adding a code';
const INVOICE = 'Adding a draft invoice';
const PEOPLE = 'Adding participants';

const AS_TYPED = (phone: string) => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** The deviations, each of which changes what one step reads. */
export const WRITTEN: readonly WrittenDeviation[] = [
	{
		step: GROUP,
		name: 'the case of a name',
		change: ofOwn(/groups\/fetch/, (one) => (one.GroupName = one.GroupName.toUpperCase())),
		named: /^GroupName: expected what was sent; came the same text, capitalized differently \(looked up in/,
	},
	{
		step: GROUP,
		name: 'a clock of another zone',
		change: ofOwn(/groups\/fetch/, (one) => {
			one.CreationDate = new Date(Date.parse(one.CreationDate) - FIVE_HOURS_MS).toISOString().slice(0, 19);
		}),
		named: /^CreationDate: expected the time of the addition; came about 5 hours earlier/,
	},
	{
		step: GROUP,
		name: 'a second group that is not stored',
		change: acceptsAgain('POST /groups/create', { GroupToken: OTHER_ID }),
		named: /^The answer to a second creation: .*a success, although nothing was stored/,
	},
	{
		step: NOTE,
		name: 'another text of a note',
		change: ofOwn(/notes\/(fetch|single)/, (one) => (one.Note = '?')),
		named: /^Note: expected what was sent; came another text, of 1 character/,
	},
	{
		step: NOTE,
		name: 'a note that is pinned',
		change: ofOwn(/notes\/fetch/, (one) => (one.Pinned = true)),
		named: /^Pinned: expected what was sent; came another value/,
	},
	{
		step: NOTE,
		name: 'a note that cannot be read by its ID',
		change: ofOwn(/notes\/single/, (one) => Object.assign(one, { Title: 'Other', Note: 'Other' })),
		named: /^A lookup by its ID: expected the new record; came no such record/,
	},
	{
		step: CODE,
		name: 'the case of a code',
		change: ofOwn(/codes\/(create|single|fetch)/, (one) => {
			if (one.CouponCode) one.CouponCode = one.CouponCode.toLowerCase();
		}),
		named: /^CouponCode: expected what was sent; came the same text, capitalized differently/,
	},
	{
		step: CODE,
		name: 'a code that is stored, although none was created',
		change({ call, body }) {
			if (call === 'POST /codes/create') Object.assign(body.Data, { Created: 0, Codes: [] });
		},
		named: /^The answer: expected a success, because the record was stored; came a refusal, or “nothing/,
	},
	{
		step: CODE,
		name: 'a search that finds no code',
		change({ call, body, request }) {
			if (call === 'POST /codes/fetch' && request.Search)
				Object.assign(body.Data, { Codes: [], TotalResults: 0, TotalPages: 0 });
		},
		named: /^A lookup in the list of codes, with a search: expected the new record; came no such record/,
	},
	{
		step: INVOICE,
		name: 'a draft that is open for payment',
		change({ call, body }) {
			if (call === 'POST /invoices/create') body.Data.Status = 'pending';
		},
		named: /^Status: expected what was sent; came another text, of 7 characters \(in the answer\)/,
	},
	{
		step: INVOICE,
		name: 'a stored total in cents',
		change: ofOwn(/invoices\/single/, (one) => {
			Object.assign(one, { Total: one.Total * 100, Subtotal: one.Subtotal * 100 });
		}),
		named: /^Total: expected the same as in the answer to the creation; came about a hundred times as much/,
	},
	{
		step: INVOICE,
		name: 'no title',
		change: ofOwn(/invoices\/(fetch|single)/, (one) => (one.Title = 'Invoice')),
		named: /^Title: expected what was sent; came another text, of 7 characters/,
	},
	{
		step: INVOICE,
		name: 'an invoice that is not in the list',
		change({ call, body }) {
			if (call !== 'POST /invoices/fetch') return;
			body.Data.Invoices = body.Data.Invoices.filter((one: Body) => !/check/i.test(one.Title));
			body.Data.Pagination.TotalInvoices = body.Data.Invoices.length;
		},
		named: /^A lookup in the list of invoices: expected the new record; came no such record/,
	},
	{
		step: INVOICE,
		name: 'an item less',
		change: ofOwn(/invoices\/single/, (one) => (one.Items = one.Items?.slice(1))),
		named: /^Items: expected what was sent; came fewer entries/,
	},
	{
		step: INVOICE,
		name: 'the number of another invoice',
		change({ call, body }) {
			if (call === 'POST /invoices/create') body.Data.InvoiceNumber = 'INV-2026-00001';
		},
		named: /^InvoiceNumber: expected the same as in the answer to the creation; came another text/,
	},
	{
		step: PEOPLE,
		name: 'phone numbers as typed',
		change: ofOwn(/participants\/(fetch|single)/, (one) => {
			one.KeyPhoneNumber = AS_TYPED(one.KeyPhoneNumber);
		}),
		named: /^KeyPhoneNumber: expected what was sent; came the same digits, written in another way/,
	},
	{
		step: PEOPLE,
		name: 'a phone number without its last digit',
		change: ofOwn(/participants\/(fetch|single)/, (one) => {
			one.KeyPhoneNumber = one.KeyPhoneNumber.slice(0, 9);
		}),
		named: /^KeyPhoneNumber: expected what was sent; came only a part of it/,
	},
	{
		step: PEOPLE,
		name: 'no names',
		change: ofOwn(/participants\/single/, (one) => {
			Object.assign(one, { EntryPagesFields: {} }, 'FirstName' in one && { FirstName: '' });
		}),
		named: /(First_?Name): expected what was sent; came (nothing|no such field)/,
	},
	{
		step: PEOPLE,
		name: 'addresses in capitals',
		change: ofOwn(/participants\/single/, (one) => (one.KeyEmail = one.KeyEmail.toUpperCase())),
		named: /^KeyEmail: expected what was sent; came the same text, capitalized differently/,
	},
	{
		step: PEOPLE,
		name: 'nobody by phone number',
		change: nobodyBy(({ KeyPhoneNumber }) => KeyPhoneNumber),
		named: /^A lookup by phone number: expected the new record; came no such record/,
	},
	{
		step: PEOPLE,
		name: 'nobody by an address in capitals',
		change: nobodyBy(({ KeyEmail }) => /[A-Z]/.test(KeyEmail)),
		named: /^A lookup by email address in capital letters: expected the new record; came no such record/,
	},
	{
		step: PEOPLE,
		name: 'a search that finds nobody',
		change({ call, body, request }) {
			if (call === 'POST /participants/fetch' && request.search)
				Object.assign(body, {
					Participants: [],
					Pagination: { Page: 1, Limit: 20, Total: 0, TotalPages: 0 },
				});
		},
		named: /^A lookup in the list of participants, with a search: expected the new record; came no such/,
	},
	{
		step: PEOPLE,
		name: 'a second entry that is not stored',
		change: acceptsAgain('POST /participants/add'),
		named: /^The answer to a second creation: .*a success, although nothing was stored/,
		only: 'reference',
	},
	{
		step: PEOPLE,
		name: 'the ID of another person',
		change({ call, body }) {
			if (call === 'POST /participants/add' && body.Data) body.Data.ParticipantToken = OTHER_ID;
		},
		named: /^ParticipantToken: expected the same as in the answer to the creation; came another ID/,
		only: 'reference',
	},
];
