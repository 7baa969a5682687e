import { Account } from '../../../nodes/shared/client/account';
import {
	findPendingDrawings,
	readDrawingToken,
} from '../../../nodes/SweepstakesWinner/api/scheduled-drawings';
import { ID } from '../../support/constants';

const find = async (reply: object) =>
	await findPendingDrawings({ call: async () => reply, account: new Account() } as never, {
		sweepstakesToken: ID,
	});

test.each([
	['an empty list', { Drawings: [] }, []],
	[
		'pending drawings',
		{ Drawings: [{ Status: 0 }, { Status: '0' }, {}] },
		[{ Status: 0 }, { Status: '0' }, {}],
	],
	['drawings that are over', { Drawings: [{ Status: 1 }, { Status: '2' }] }, []],
	[
		'an empty list before the drawings',
		{ Errors: [], Things: [{ DrawingDate: 'd' }] },
		[{ DrawingDate: 'd' }],
	],
])('only pending drawings are read from a reply with %s', async (_what, reply, pending) => {
	expect(await find(reply)).toEqual(pending);
});

test.each([{ Drawings: 'none' }, { Things: [] }])(
	'a reply without a list of drawings does not show which are scheduled: %j',
	async (reply) => {
		await expect(find(reply)).rejects.toMatchObject({ failure: { code: 'unexpectedReply' } });
	},
);

test.each([
	['scheduledToken', ID],
	['ScheduleToken', ID],
	['SweepstakesToken', undefined],
	['RescheduledTokens', undefined],
	['Id', undefined],
])('if a UUID is under the key %s, the drawing’s token is %p', (key, token) => {
	expect(readDrawingToken({ [key]: ID })).toBe(token);
	expect(readDrawingToken({ [key]: 'text' })).toBeUndefined();
});

test('if only one of a drawing’s two token keys has a value, it is the token', () => {
	expect(readDrawingToken({ ScheduleToken: null, scheduledToken: ID })).toBe(ID);
	expect(readDrawingToken({ scheduledToken: '', ScheduleToken: ID })).toBe(ID);
});
