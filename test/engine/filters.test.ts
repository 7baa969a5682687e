import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { Sweepstakes } from '../../nodes/Sweepstakes/Sweepstakes.node';
import { SweepstakesCalendarEvent } from '../../nodes/SweepstakesCalendarEvent/SweepstakesCalendarEvent.node';
import { SweepstakesCampaign } from '../../nodes/SweepstakesCampaign/SweepstakesCampaign.node';
import { SweepstakesInvoice } from '../../nodes/SweepstakesInvoice/SweepstakesInvoice.node';
import { SweepstakesMessage } from '../../nodes/SweepstakesMessage/SweepstakesMessage.node';
import { SweepstakesParticipant } from '../../nodes/SweepstakesParticipant/SweepstakesParticipant.node';
import { openStages, stage } from '../support/engine/resource';
import { ID } from '../support/constants';
import { byId, listJson } from '../support/engine/stage';

/* These filters are applied by the nodes. A record may lack the key that the filter compares. */

openStages();

const TOKENS = ['3', '4', '5'].map((digit) => ID.replace('3', digit));

interface Case {
	node: INodeType;
	path: string;
	/** The key of a record's ID. */
	token: string;
	/** Returns the reply's data with these records. */
	toData(records: IDataObject[]): object;
	parameters: INodeParameters;
	/** A record that passes the filter, one that does not, and one without the key. */
	records: [fits: IDataObject, other: IDataObject, unclear: IDataObject];
}

const SWEEPSTAKES = {
	node: new Sweepstakes(),
	path: '/sweepstakes/fetch',
	token: 'SweepstakesToken',
	toData: (records: IDataObject[]) => records,
};

const INVOICES = {
	node: new SweepstakesInvoice(),
	path: '/invoices/fetch',
	token: 'InvoiceToken',
	toData: (Invoices: IDataObject[]) => ({ Invoices, Pagination: { TotalInvoices: 3, TotalPages: 1 } }),
};

const CASES: Record<string, Case> = {
	'Only Archived, off': {
		...SWEEPSTAKES,
		parameters: { filters: { Archived: false } },
		records: [{ Archived: false }, { Archived: true }, {}],
	},
	'Only Paused, off': {
		...SWEEPSTAKES,
		parameters: { filters: { paused: false } },
		records: [{ Status: true }, { Status: false }, {}],
	},
	'the type of a sweepstakes': {
		...SWEEPSTAKES,
		parameters: { filters: { SweepstakesType: 2 } },
		records: [{ SweepstakesType: '2' }, { SweepstakesType: 1 }, {}],
	},
	'the sweepstakes of an event': {
		node: new SweepstakesCalendarEvent(),
		path: '/calendar/fetch',
		token: 'EventToken',
		toData: (Events) => ({ Events }),
		parameters: { sweepstakes: byId(ID) },
		records: [{ SweepstakesToken: ID }, { SweepstakesToken: '' }, {}],
	},
	'overdue invoices': {
		...INVOICES,
		parameters: { filters: { Status: 'overdue' } },
		records: [{ IsOverdue: true }, { IsOverdue: false }, {}],
	},
	'invoices overdue for some days': {
		...INVOICES,
		parameters: { filters: { OverdueDays: 7 } },
		records: [{ DaysOverdue: '7' }, { DaysOverdue: 6 }, { DaysOverdue: null }],
	},
	'the type of an entry': {
		node: new SweepstakesParticipant(),
		path: '/participants/fetch',
		token: 'ParticipantToken',
		toData: (Participants) => ({ Participants, Pagination: { Total: 3, TotalPages: 1 } }),
		parameters: { sweepstakes: byId(ID), filters: { collection: 'OptOuts' } },
		records: [{ Collection: 'OptOuts' }, { Collection: 'Participants' }, {}],
	},
};

test.each(Object.entries(CASES))(
	'a record that lacks the key of a filter is returned, and a hint counts it (filter: %s)',
	async (_what, { node, path, token, toData, parameters, records }) => {
		const Data = toData(records.map((record, index) => ({ [token]: TOKENS[index], ...record })));
		stage.answer(path, { Data });
		const all = { returnAll: true, simplify: false, ...parameters };
		const result = await stage.run(node, 'getMany', all);
		const found = listJson(result).map((item) => item[token]);
		expect(found).toEqual([TOKENS[0], TOKENS[2]]);
		const UNCLEAR =
			/^The output includes 1 of the \w+ although the service does not show whether they match the filters\.$/;
		expect(result.hints).toEqual([expect.stringMatching(UNCLEAR)]);
	},
);

test.each([
	['getDoNotContactList', 'Address', 'Search', new SweepstakesMessage()],
	['getRecipients', 'Address', 'Search', new SweepstakesCampaign()],
	['getDripContacts', 'Contact ID', 'contactId', new SweepstakesCampaign()],
])(
	'the filter of “%s” by “%s” must not be empty, because everybody would be returned instead of one person',
	async (operation, label, name, node) => {
		const filters = { [name]: '={{ $json.person }}' };
		const parameters = { campaign: byId(ID), drip: byId(ID), filters };
		const { error } = await stage.run(node, operation, parameters, { items: [{ person: null }] });
		expect(error?.message).toBe(
			`“Filters › ${label}” is required, but {{ $json.person }} is empty. The input has these fields: person`,
		);
		expect(stage.paths()).toEqual([]);
	},
);
